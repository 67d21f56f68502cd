//! Games assembled from named parts, in the form of the rules and in the form of the plain search.

use crate::plain::{Corners, Game, Kicks, Spins};
use landfall_rules::ruleset::Spawn;
use landfall_rules::rulesets::{GUIDELINE, KICKSETS, SPIN_DETECTIONS};
use landfall_rules::{Ruleset, Spin};

/// A spin detection: its name in the rules, how corners count, and how immobile Ts and other
/// immobile pieces count.
pub type NamedSpins = (&'static str, Corners, Spin, Spin);

/// Every spin detection of the rules.
pub const NAMED_SPINS: [NamedSpins; 8] = [
    ("none", Corners::None, Spin::None, Spin::None),
    ("t-spins", Corners::MiniOrFull, Spin::None, Spin::None),
    ("t-spins+", Corners::MiniOrFull, Spin::Mini, Spin::None),
    ("all", Corners::MiniOrFull, Spin::None, Spin::Full),
    ("all+", Corners::MiniOrFull, Spin::Mini, Spin::Full),
    ("all-mini", Corners::MiniOrFull, Spin::None, Spin::Mini),
    ("all-mini+", Corners::MiniOrFull, Spin::Mini, Spin::Mini),
    ("mini-only", Corners::Mini, Spin::Mini, Spin::Mini),
];

/// Returns the game with the kick set of this index in [`KICKSETS`]. `spawn` is the spawn column
/// and the rows that are tried.
///
/// # Panics
/// There is no such kick set or spin detection, or no row.
pub fn named_game(
    kicks: usize,
    half_turns: bool,
    (name, corners, stuck_t, stuck_others): NamedSpins,
    sonic_drop_only: bool,
    spawn: (i8, &'static [i8]),
) -> (Ruleset, Game) {
    let kickset = &KICKSETS[kicks];
    let game = Game {
        kicks: [Kicks::Srs, Kicks::SrsPlus][kicks],
        half_turns,
        spins: Spins {
            corners,
            stuck_t,
            stuck_others,
        },
        sonic_drop_only,
        spawn,
    };
    let detection = SPIN_DETECTIONS.iter().find(|known| known.name == name);
    let rules = Ruleset {
        rotation: match half_turns {
            true => kickset.half_turns,
            false => kickset.quarter_turns,
        },
        spins: detection.expect(name).spins,
        sonic_drop_only,
        spawn: Spawn {
            x: spawn.0,
            y: spawn.1[0],
            retry_rows: spawn.1.len() as i8 - 1,
            clutch: false,
        },
        ..GUIDELINE
    };
    (rules, game)
}
