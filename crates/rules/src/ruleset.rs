//! Rulesets as data: what a ruleset is.
//!
//! `rulesets` has those that ship, one file each, and finds one by its name. `movegen`, `lock`,
//! `state` and `garbage` read them.

use crate::attack::{AttackTable, ComboRule, MarginTime, PointTable};
use crate::board::{MAX_HEIGHT, WIDTH};
use crate::garbage::{GarbageQueueRules, GarbageRule};
use crate::lock::Clear;
use crate::randomizer::{Randomizer, SeedFormat};
use crate::rotation::RotationSystem;
use crate::spin::SpinRules;
use crate::timing::Timing;
use arrayvec::ArrayVec;
use core::fmt;

/// Everything in which falling-block games differ, as far as placements go.
///
/// Your own game takes what it shares from another one. It is plain data: a constant, or a value
/// made while the program runs. What plays by a ruleset keeps a copy.
///
/// ```
/// use landfall_rules::attack::{AttackTable, BackToBack};
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::spin::SpinRules;
/// use landfall_rules::Ruleset;
///
/// static NO_SPINS: Ruleset = Ruleset {
///     name: "no spins, tetrises alone keep back-to-back",
///     spins: SpinRules::NEVER,
///     attack: AttackTable {
///         back_to_back: BackToBack { bonus: 2, ..BackToBack::UNPAID },
///         ..GUIDELINE.attack
///     },
///     ..GUIDELINE
/// };
/// // While the program runs: lines sent by clears without a spin, of 0 to 4 rows.
/// let mut generous = GUIDELINE;
/// generous.attack.plain = [0, 1, 2, 3, 6];
/// assert_eq!("tetrio".parse::<Ruleset>().unwrap().name, "tetrio");
/// assert!(NO_SPINS.attack.has_combos());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ruleset {
    /// Name, as used on the command line and on the wire.
    pub name: &'static str,
    /// How pieces turn.
    pub rotation: &'static RotationSystem,
    /// Number of rows, 4..=60; no cell of a piece may be above them.
    pub height: u32,
    /// A lock with any cell in this row or above loses the game. [`Ruleset::height`] if no lock
    /// does.
    pub lock_out_row: u32,
    /// Where pieces appear.
    pub spawn: Spawn,
    /// Whether a soft drop always goes down to where the piece rests, never by a single row.
    pub sonic_drop_only: bool,
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
    /// How garbage waits in packets; `None` if a game's settings say it.
    pub garbage_queue: Option<GarbageQueueRules>,
    /// How attacks grow in long games; `None` where they do not.
    pub margin_time: Option<MarginTime>,
    /// How pieces fall and lock where they are played with keys.
    pub timing: Timing,
    /// What a seed of a game means.
    pub seeds: SeedFormat,
    /// Number of pieces after which a solid row comes up at the floor: full, and never cleared.
    /// With solid rows, all rows that are full before a lock are taken to be solid. `None` without
    /// them.
    pub solid_row_interval: Option<u8>,
    /// Whether a piece may be skipped.
    pub skips: SkipRule,
    /// How pieces are dealt by default, before the first.
    pub randomizer: &'static Randomizer,
}

impl Ruleset {
    /// Returns how many rows a stack may fill before it is about to lose: up to the lock-out row or
    /// to the spawn row, whichever is lower.
    pub fn top_out_row(&self) -> u32 {
        self.lock_out_row.min(self.spawn.y as u32 + 1)
    }

    /// Returns the packets of lines that a clear sends, in the order in which they cancel garbage:
    /// a single one if there are no [`GarbageQueueRules`].
    pub fn packets(&self, clear: &Clear) -> ArrayVec<u32, 5> {
        match self.garbage_queue {
            Some(_) => clear.packets(),
            None => ArrayVec::from_iter([clear.attack]),
        }
    }

    /// Returns whether the lock of a side's piece of this number, counted from 1, cancels as in the
    /// opener.
    pub fn is_opener(&self, pieces: u64) -> bool {
        let is_opener = |queue: GarbageQueueRules| queue.is_opener(pieces);
        self.garbage_queue.is_some_and(is_opener)
    }

    /// Checks the values of a ruleset that was made while the program runs: games under it then have no
    /// cell outside the board and no sum that overflows.
    ///
    /// ```
    /// use landfall_rules::Ruleset;
    /// use landfall_rules::rulesets::GUIDELINE;
    /// assert!(Ruleset::ALL.iter().all(|rules| rules.validate().is_ok()));
    /// let error = Ruleset { height: 99, ..GUIDELINE }.validate().unwrap_err();
    /// assert!(error.to_string().contains("from 4 to 40"));
    /// ```
    ///
    /// # Errors
    /// Says which value is out of its range.
    pub fn validate(&self) -> Result<(), InvalidRuleset> {
        let check = |value, found: i64, least: i64, most: i64| match (least..=most).contains(&found)
        {
            true => Ok(()),
            false => Err(InvalidRuleset {
                value,
                found,
                least,
                most,
            }),
        };
        let (height, spawn) = (i64::from(self.height), &self.spawn);
        check("height", height, 4, MAX_HEIGHT as i64)?;
        check("lock_out_row", self.lock_out_row.into(), 1, height)?;
        check("spawn.x", spawn.x.into(), 1, WIDTH as i64 - 3)?;
        check("spawn.retry_rows", spawn.retry_rows.into(), 0, height - 2)?;
        let highest = height - 2 - i64::from(spawn.retry_rows);
        check("spawn.y", spawn.y.into(), 0, highest)?;
        for (name, lines) in self.attack.values() {
            check(name, lines.into(), 0, MAX_LINES)?;
        }
        Ok(())
    }

    /// Returns where the next piece appears after a lock that has cleared a row or not.
    pub fn spawn_after(&self, cleared: bool) -> Spawn {
        let lifted = cleared && self.spawn.clutch;
        let top = self.height as i8 - 1;
        Spawn {
            retry_rows: if lifted {
                top - self.spawn.y
            } else {
                self.spawn.retry_rows
            },
            ..self.spawn
        }
    }

    /// Returns by how much attacks at a frame of the game are multiplied.
    pub fn attack_multiplier(&self, frame: u64) -> f64 {
        self.margin_time
            .map_or(1.0, |margin| margin.multiplier(frame))
    }

    /// Returns whether points are counted.
    pub fn counts_points(&self) -> bool {
        self.points.plain != [0; 5]
    }
}

/// Most lines that a value of an attack table may be.
const MAX_LINES: i64 = 1_000;

/// A value of a ruleset is out of its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidRuleset {
    value: &'static str,
    found: i64,
    least: i64,
    most: i64,
}

impl fmt::Display for InvalidRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InvalidRuleset {
            value,
            found,
            least,
            most,
        } = self;
        write!(f, "`{value}` is {found}: it must be from {least} to {most}")
    }
}

impl core::error::Error for InvalidRuleset {}

/// Where a piece appears: in its first state, with its centre in this cell. If the three rows below
/// and the row above are free, it must be able to turn there into every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spawn {
    /// Column of the centre.
    pub x: i8,
    /// Row of the centre.
    pub y: i8,
    /// How many rows higher it may appear when blocked; if it is blocked there too, the game is
    /// over.
    pub retry_rows: i8,
    /// Whether a blocked piece appears as many rows higher as it needs, if the last lock cleared
    /// a row.
    pub clutch: bool,
}

impl Spawn {
    /// Returns the row in which a piece appears: the lowest of those allowed in which it fits;
    /// `None` if it fits in none.
    pub fn row(&self, fits: impl FnMut(&i8) -> bool) -> Option<i8> {
        (self.y..=self.y + self.retry_rows).find(fits)
    }
}

/// Whether a piece may be skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipRule {
    /// Never.
    Never,
    /// One skip for each clear of four rows, and of two by a full spin. A skip on an empty board
    /// gives the points of a perfect clear.
    Earned,
}
