//! Sums and means of moves: of a side, of a phase, of a player over many rounds.

use crate::report::{LossUnit, MoveReport, Phase, Totals};
use std::collections::BTreeMap;

impl Totals {
    /// Returns the sums and means of moves, of one side or of several, whose losses are in a unit.
    pub fn of<'a>(unit: LossUnit, moves: impl IntoIterator<Item = &'a MoveReport>) -> Totals {
        let mut totals = Totals::default();
        let mut accuracies = 0.0;
        for mv in moves {
            totals.moves += 1;
            totals.loss += mv.loss;
            accuracies += unit.accuracy(mv.loss);
            *totals.grades.entry(mv.grade).or_default() += 1;
            totals.misdrops += u32::from(mv.misdrop);
            for reason in &mv.reasons {
                *totals.remarks.entry(reason.remark).or_default() += 1;
            }
            totals.lines += mv.played.lines;
            totals.attack += mv.played.attack;
            totals.frames += mv.locked.saturating_sub(mv.appeared);
        }
        if totals.moves > 0 {
            totals.accuracy = accuracies / f64::from(totals.moves);
        }
        totals
    }

    /// Returns the sums and means of each phase that has any moves.
    pub fn of_phases<'a>(
        unit: LossUnit,
        moves: impl IntoIterator<Item = &'a MoveReport>,
    ) -> BTreeMap<Phase, Totals> {
        let mut by_phase: BTreeMap<Phase, Vec<&MoveReport>> = BTreeMap::new();
        for mv in moves {
            by_phase.entry(mv.phase).or_default().push(mv);
        }
        let totals = |(phase, moves)| (phase, Totals::of(unit, moves));
        by_phase.into_iter().map(totals).collect()
    }
}
