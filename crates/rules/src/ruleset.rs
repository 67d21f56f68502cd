//! Rulesets as data: one constant each, and finding one by its name.
//!
//! Owns what a ruleset is, and the guideline's; larger ones have files of their own. The
//! code that reads them is in `reach`, `clear`, `state` and `garbage`.

use super::garbage::GarbageRule;
use super::piece::Spin;
use super::randomizer::Randomizer;
use super::rotation::RotationSystem;
use super::rulesets::{
    BLOCKBATTLE, BLOCKBATTLE_HONEST, GUIDELINE, GUIDELINE_NO_HOLD, PASON, TETRIO,
};
use super::spin::SpinRules;
use std::fmt;

/// Everything in which falling-block games differ, as far as the bot cares.
#[derive(Clone, Copy, Debug)]
pub struct Ruleset {
    /// Name, as used on the command line and on the wire.
    pub name: &'static str,
    /// How pieces turn.
    pub rotation: &'static RotationSystem,
    /// Rows that exist; no cell of a piece may be above, in 4..=60.
    pub height: u32,
    /// A lock with any cell in this row or above loses the game. [`Ruleset::height`] for
    /// rules under which none does.
    pub lock_out_row: u32,
    /// Where pieces appear.
    pub spawn: Spawn,
    /// Whether a piece may be held.
    pub hold: bool,
    /// What counts as a spin.
    pub spins: SpinRules,
    /// Lines sent by clears.
    pub attack: AttackTable,
    /// When the running combo grows and when it ends.
    pub combo: ComboRule,
    /// Points of clears.
    pub points: PointTable,
    /// What garbage rows look like.
    pub garbage: GarbageRule,
    /// Every how many pieces a solid row comes up below everything: full, and never
    /// cleared. Where there are such rows, all rows that are full before a lock are taken
    /// to be solid. `None` where full rows always go.
    pub solid_row_interval: Option<u8>,
    /// Whether a piece may be skipped.
    pub skips: SkipRule,
    /// How pieces are dealt when nobody says otherwise, before the first.
    pub randomizer: &'static Randomizer,
}

impl Ruleset {
    /// Every ruleset.
    pub const ALL: [&'static Ruleset; 6] = [
        &GUIDELINE,
        &GUIDELINE_NO_HOLD,
        &PASON,
        &TETRIO,
        &BLOCKBATTLE,
        &BLOCKBATTLE_HONEST,
    ];

    /// The ruleset of a name.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn by_name(name: &str) -> Result<&'static Ruleset, UnknownRuleset> {
        Ruleset::ALL
            .into_iter()
            .find(|rules| rules.name == name)
            .ok_or_else(|| UnknownRuleset(name.to_string()))
    }

    /// Rows that a stack may fill before it is about to lose: up to where a lock loses or
    /// pieces appear, whichever is lower.
    pub fn top_out_row(&self) -> u32 {
        self.lock_out_row.min(self.spawn.y as u32 + 1)
    }

    /// Whether points are counted.
    pub fn counts_points(&self) -> bool {
        self.points.plain != [0; 5]
    }
}

/// No ruleset has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRuleset(pub String);

impl fmt::Display for UnknownRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Ruleset::ALL.map(|rules| rules.name).join(", ");
        let name: String = self.0.chars().take(40).collect();
        write!(f, "there is no ruleset {name:?}, there are: {names}")
    }
}

impl std::error::Error for UnknownRuleset {}

/// Where a piece appears: its first state, centre in this cell. In every state it must be
/// able to turn there if the three rows below and the row above are free.
#[derive(Clone, Copy, Debug)]
pub struct Spawn {
    /// Column of the centre.
    pub x: i8,
    /// Row of the centre.
    pub y: i8,
    /// How many rows higher it may appear when blocked; blocked there too, the game is over.
    pub retry_rows: i8,
}

/// When the running combo grows and when it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComboRule {
    /// There is none.
    Never,
    /// Each clear adds one, a lock without a clear ends it.
    EveryClear,
    /// Each clear of two rows or more, or by a spin, adds one; a plain single leaves it as it
    /// is; a lock without a clear ends it, a skip does not. A perfect clear is like others.
    ScoringClears,
}

/// Whether a piece may be skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipRule {
    /// Never.
    Never,
    /// One skip for each clear of four rows, and of two by a full spin. A skip on a field
    /// without blocks is paid as a perfect clear.
    Earned,
}

/// Points of a clear, before any factor of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointTable {
    /// By lines cleared, without a full spin.
    pub plain: [u32; 5],
    /// By lines cleared, with a full spin.
    pub full: [u32; 5],
    /// Added to a clear for each that the running combo counted before it.
    pub combo: u32,
    /// For a perfect clear, in place of everything else; `None` where it is nothing special.
    pub perfect_clear: Option<u32>,
    /// Points that make one line sent; the rest waits for the next clear. 0 where points
    /// send nothing.
    pub points_per_line: u32,
}

impl PointTable {
    /// Nobody counts points.
    pub const NONE: PointTable = PointTable {
        plain: [0; 5],
        full: [0; 5],
        combo: 0,
        perfect_clear: None,
        points_per_line: 0,
    };

    /// Lines sent when a total of `before` points becomes one of `after`.
    pub fn lines_sent(&self, before: u32, after: u32) -> u32 {
        let lines = |points: u32| points.checked_div(self.points_per_line).unwrap_or(0);
        lines(after).saturating_sub(lines(before))
    }
}

/// Lines sent by a clear.
#[derive(Clone, Copy, Debug)]
pub struct AttackTable {
    /// By lines cleared, without a spin.
    pub plain: [u32; 5],
    /// By lines cleared, with a mini spin.
    pub mini: [u32; 5],
    /// By lines cleared, with a full spin.
    pub full: [u32; 5],
    /// Added when this clear and the one before were both difficult (four lines or a spin).
    pub back_to_back: u32,
    /// Added, by the number of clears in a row before this one; the last entry goes on for ever.
    pub combo: &'static [u32],
    /// Quarters of the lines for the clear itself and for back-to-back that are added for
    /// each clear in a row before this one, before anything else is; the sum is rounded down.
    pub combo_quarters: u32,
    /// Lines sent at least before what is added, by the number of clears in a row before this
    /// one; the last entry goes on for ever.
    pub combo_least: &'static [u32],
    /// Sent by a perfect clear, in place of everything else; `None` where it is nothing
    /// special.
    pub perfect_clear: Option<u32>,
    /// Added by a perfect clear to everything else.
    pub perfect_clear_bonus: u32,
}

impl AttackTable {
    /// Nothing sends lines.
    pub const NONE: AttackTable = AttackTable {
        plain: [0; 5],
        mini: [0; 5],
        full: [0; 5],
        back_to_back: 0,
        combo: &[],
        combo_quarters: 0,
        combo_least: &[],
        perfect_clear: None,
        perfect_clear_bonus: 0,
    };

    /// Lines that a clear of `lines` rows sends before bonuses.
    pub fn base(&self, lines: u32, spin: Spin) -> u32 {
        let table = match spin {
            Spin::None => &self.plain,
            Spin::Mini => &self.mini,
            Spin::Full => &self.full,
        };
        table[(lines as usize).min(4)]
    }

    /// Whether clears in a row send more than each alone.
    pub fn has_combos(&self) -> bool {
        !self.combo.is_empty() || self.combo_quarters > 0
    }

    /// Bonus for `combo` clears in a row before this one.
    pub fn combo_bonus(&self, combo: u32) -> u32 {
        at(self.combo, combo)
    }

    /// What `lines` for the clear itself and back-to-back grow to with `combo` clears in a
    /// row before this one.
    pub fn multiplied(&self, lines: u32, combo: u32) -> u32 {
        let quarters = self.combo_quarters.saturating_mul(combo).saturating_add(4);
        (lines.saturating_mul(quarters) / 4).max(at(self.combo_least, combo))
    }
}

/// An entry of a table whose last one goes on for ever; 0 if it has none.
fn at(table: &[u32], i: u32) -> u32 {
    let last = table.len().saturating_sub(1);
    table.get((i as usize).min(last)).copied().unwrap_or(0)
}
