//! Makes a ruleset of the attributes of a `rules`.

use crate::game_rules::{BackToBackSources, GameRules};
use crate::messages::Rules;
use landfall_rules::attack::{AttackTable, BackToBack};
use landfall_rules::ruleset::Spawn;
use landfall_rules::rulesets::{GUIDELINE, KICKSETS, SPIN_DETECTIONS, TETRIO_S2, UnknownRuleset};
use landfall_rules::spin::PieceSet;
use landfall_rules::{Piece, Ruleset};
use std::ptr;

/// Returns the ruleset whose attack and garbage are used if a frontend names a kick set and no
/// ruleset: that of a game with these kicks.
pub fn ruleset_of_kickset(kickset: Option<&str>) -> &'static Ruleset {
    match kickset {
        Some("srs_plus") => &TETRIO_S2,
        _ => &GUIDELINE,
    }
}

/// Returns the ruleset that a `rules` announces; `default` where it names none, or this one.
/// Attributes that cannot be played are listed in [`GameRules::unsupported`] and ignored here.
///
/// # Errors
/// There is no ruleset of its name.
pub fn to_announced_ruleset(default: &Ruleset, rules: &Rules) -> Result<Ruleset, UnknownRuleset> {
    let named = match rules.ruleset.as_deref() {
        Some(name) if name != default.name => name.parse()?,
        _ => *default,
    };
    let base = match (&rules.ruleset, rules.game.kickset) {
        (None, Some(kickset)) => ruleset_of_kickset(Some(kickset)),
        _ => &named,
    };
    Ok(to_game(base, &named, &rules.game))
}

/// Returns the ruleset of these attributes. Turns, drops, spins, back-to-back and spawn that they
/// leave out are those of `defaults`; everything else is that of `base`, including the name, by which
/// the weights are chosen.
///
/// # Examples
/// ```
/// use landfall_rules::rotation::SRS;
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_tbp::convert::to_game;
/// use landfall_tbp::game_rules::GameRules;
/// let game = GameRules { spawn_y: Some(20), ..GameRules::default() };
/// let rules = to_game(&GUIDELINE, &GUIDELINE, &game);
/// assert_eq!(rules.spawn.y, 20);
/// assert!(std::ptr::eq(rules.rotation, &SRS));
/// ```
pub fn to_game(base: &Ruleset, defaults: &Ruleset, game: &GameRules) -> Ruleset {
    if game.is_empty() && base == defaults {
        return *base;
    }
    let kickset = KICKSETS.iter().find(|known| match game.kickset {
        Some(name) => known.name == name,
        None => {
            ptr::eq(known.quarter_turns, defaults.rotation)
                || ptr::eq(known.half_turns, defaults.rotation)
        }
    });
    let default_half_turns = || {
        KICKSETS
            .iter()
            .any(|k| ptr::eq(k.half_turns, defaults.rotation))
    };
    let half_turns = game.half_turns.unwrap_or_else(default_half_turns);
    let detection = SPIN_DETECTIONS
        .iter()
        .find(|known| game.spin_detection == Some(known.name));
    Ruleset {
        // `None` for a rotation system of the ruleset's own, which is no kick set.
        rotation: match kickset {
            Some(kickset) if half_turns => kickset.half_turns,
            Some(kickset) => kickset.quarter_turns,
            None => defaults.rotation,
        },
        spins: detection.map_or(defaults.spins, |detection| detection.spins),
        sonic_drop_only: game.sonic_drop_only.unwrap_or(defaults.sonic_drop_only),
        spawn: Spawn {
            x: game.spawn_x.unwrap_or(defaults.spawn.x),
            y: game.spawn_y.unwrap_or(defaults.spawn.y),
            ..base.spawn
        },
        attack: AttackTable {
            back_to_back: match game.back_to_back {
                Some(sources) => back_to_back(&sources, base),
                None => back_to_back(&BackToBackSources::of(defaults), base),
            },
            ..base.attack
        },
        ..*base
    }
}

impl BackToBackSources {
    /// Returns the sources of a ruleset.
    fn of(rules: &Ruleset) -> BackToBackSources {
        let rule = &rules.attack.back_to_back;
        BackToBackSources {
            quad: rule.rows <= 4,
            t_spin: rule.full_spins.contains(Piece::T),
            t_spin_mini: rule.mini_spins.contains(Piece::T),
            allspin: rule.full_spins.contains(Piece::L),
            allspin_mini: rule.mini_spins.contains(Piece::L),
            perfect_clear: rule.perfect_clears,
        }
    }
}

/// Returns the back-to-back rule of `base` with these sources.
fn back_to_back(sources: &BackToBackSources, base: &Ruleset) -> BackToBack {
    let pieces = |t: bool, others: bool| {
        let t = t.then(|| PieceSet::of(&[Piece::T]));
        let others = others.then_some(PieceSet::ALL_BUT_T);
        let none = PieceSet::NONE;
        t.unwrap_or(none).union(others.unwrap_or(none))
    };
    BackToBack {
        // No clear has five rows.
        rows: if sources.quad { 4 } else { 5 },
        mini_spins: pieces(sources.t_spin_mini, sources.allspin_mini),
        full_spins: pieces(sources.t_spin, sources.allspin),
        perfect_clears: sources.perfect_clear,
        ..base.attack.back_to_back
    }
}
