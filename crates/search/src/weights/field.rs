//! Name, class, step and requirement of each weight.

use landfall_rules::ruleset::SkipRule;
use landfall_rules::spin::SpinRules;
use landfall_rules::{Piece, Ruleset};
use std::slice::from_mut;

/// A weight, or a list of weights under one name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightField {
    /// The name, in JSON as in [`Weights`](crate::Weights).
    pub name: &'static str,
    /// What the weight is multiplied with.
    pub class: FieldClass,
    /// The size of an optimiser's first step: about as much as changes play, so short for a feature
    /// of which a board has many, and long for a rare one. The optimiser adapts it; the right order
    /// of magnitude saves it the first generations. `None` if the weight is not tuned.
    pub step: Option<f64>,
    /// What a ruleset must have for the weight to count.
    pub requires: Requires,
}

/// What a weight is multiplied with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldClass {
    /// A feature of a position.
    Position,
    /// What may follow from a position beyond its features. Not part of a linear model.
    Plan,
    /// A feature of a lock and its clear.
    Clear,
}

/// What a ruleset must have for a weight to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requires {
    /// Nothing: the weight counts everywhere.
    Nothing,
    /// A hold.
    Hold,
    /// Spins of any kind.
    Spins,
    /// More lines sent by back-to-back clears.
    BackToBack,
    /// A surge when back-to-back ends, so that its clears are counted.
    Surge,
    /// Spins of pieces other than T.
    AllSpins,
    /// More lines for clearing garbage.
    GarbageBonus,
    /// Garbage that waits for a lock without a clear.
    HeldGarbage,
    /// Lines or points for combos.
    Combos,
    /// Lines or points for perfect clears.
    PerfectClears,
    /// Pieces that may be skipped.
    Skips,
    /// Spins that are counted by the blocks around the piece.
    BlockSpins,
    /// Points that send lines.
    PointsThatSend,
}

impl Requires {
    /// Returns whether a ruleset has what is required.
    pub fn is_met_by(self, rules: &Ruleset) -> bool {
        match self {
            Requires::Nothing => true,
            Requires::Hold => rules.hold,
            Requires::Spins => rules.spins != SpinRules::NEVER,
            Requires::BackToBack => rules.attack.back_to_back.bonus > 0,
            Requires::Surge => rules.attack.back_to_back.surge.is_some(),
            Requires::AllSpins => rules.spins.can_spin(Piece::L),
            Requires::GarbageBonus => rules.attack.garbage_bonus > 0,
            Requires::HeldGarbage => rules.garbage_queue.is_some(),
            Requires::Combos => rules.attack.has_combos() || rules.points.combo > 0,
            Requires::PerfectClears => {
                rules.attack.perfect_clear.is_some()
                    || rules.attack.perfect_clear_bonus > 0
                    || rules.points.perfect_clear.is_some()
            }
            Requires::Skips => rules.skips != SkipRule::Never,
            Requires::BlockSpins => rules.spins.counts_blocks(),
            Requires::PointsThatSend => rules.points.points_per_line > 0,
        }
    }
}

/// A weight, or a list of them.
pub trait WeightValue {
    /// Weights of 0.
    const ZERO: Self;

    /// Returns all values, a single one as a list of one.
    fn values_mut(&mut self) -> &mut [i32];
}

impl WeightValue for i32 {
    const ZERO: i32 = 0;

    fn values_mut(&mut self) -> &mut [i32] {
        from_mut(self)
    }
}

impl<const N: usize> WeightValue for [i32; N] {
    const ZERO: [i32; N] = [0; N];

    fn values_mut(&mut self) -> &mut [i32] {
        self
    }
}
