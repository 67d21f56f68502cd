//! Why a move lost something: what is true of the played line and not of the best, as the boards show
//! it, and accounts for at least a third of the difference between them.
//!
//! The difference is that of the values of both lines, taken apart by [`TetrisGame::trace`].
//!
//! [`TetrisGame::trace`]: landfall_search::tetris::TetrisGame::trace

use crate::boards::{bumps, covered_well, holes, t_spin_slots, waiting_for_i};
use crate::judge::Judgement;
use crate::line::Step;
use crate::phase::danger;
use crate::remarks::{
    MoveContext, MoveResult, breaks_alone, ends_surge, missed_downstack, missed_kill,
    pays_back_to_back, pays_t_spins,
};
use crate::report::{LossUnit, Reason, Remark};
use crate::words::{count, label};
use landfall_rules::{Piece, Spin, State};
use landfall_search::trace::{Term, Trace};

/// The least share of the difference between two lines that a reason accounts for.
pub const LEAST_SHARE: f64 = 1.0 / 3.0;

/// Most reasons of a move.
const MOST_REASONS: usize = 3;

/// Least lines sent by a clear that a reason names.
const NAMED_ATTACK: u32 = 2;

/// Least rows of a clear that a reason names in games for lines.
const NAMED_ROWS: u32 = 3;

/// The danger from which on a stack is dangerously high.
const DANGEROUS: f64 = 0.75;

/// Least difference in danger between the played and the best move.
const SAFER: f64 = 0.1;

/// Least clears in a row that a reason calls a combo.
const NAMED_COMBO: u16 = 3;

/// Least rows by which a reason calls a stack higher.
const HIGHER: u32 = 2;

/// The two lines that are compared, none empty.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a> {
    /// What losses are counted in.
    pub unit: LossUnit,
    /// The position before them.
    pub context: &'a MoveContext<'a>,
    /// The played move and what follows.
    pub played: &'a [Step],
    /// The best move and what follows.
    pub best: &'a [Step],
}

/// Returns the reasons why a move is worse than the best, the one that accounts for most first.
pub fn reasons(lines: &Lines, judgement: &Judgement) -> Vec<Reason> {
    let Some(value) = judgement.played.value else {
        return vec![Reason {
            remark: Remark::TopOut,
            share: 1.0,
            text: top_out("leads", judgement.played.lost_after.unwrap_or(1)),
        }];
    };
    let loss = judgement.best.value.saturating_sub(value);
    let whole = f64::from(loss.max(judgement.difference.sum()).max(1));
    let mut found: Vec<Reason> = Remark::ALL
        .into_iter()
        .filter(|&remark| remark.counts_in(lines.unit))
        .map(|remark| match remark {
            // The same board with another piece held: that is all the difference.
            Remark::HoldSpent if lines.end_alike() => (remark, 1.0),
            _ => (remark, share(remark, &judgement.difference) / whole),
        })
        .filter(|&(_, share)| share >= LEAST_SHARE)
        .filter_map(|(remark, share)| {
            let text = match remark {
                Remark::TopOut => top_out("may lead", judgement.best.depth),
                _ => lines.text(remark)?,
            };
            let share = (share.min(1.0) * 100.0).round() / 100.0;
            Some(Reason {
                remark,
                share,
                text,
            })
        })
        .collect();
    found.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.remark.cmp(&b.remark)));
    found.truncate(MOST_REASONS);
    found
}

/// Returns the text on a move after which the game is lost in `pieces` pieces, its own included.
fn top_out(leads: &str, pieces: u32) -> String {
    match pieces {
        1 => "tops out".to_string(),
        _ => format!("{leads} to a top-out in {}", count(pieces, "piece")),
    }
}

/// Returns how much of a difference between two lines the terms of a remark account for.
fn share(remark: Remark, difference: &Trace) -> f64 {
    let terms: &[Term] = match remark {
        Remark::TopOut => &[Term::TopOut],
        Remark::MissedKill | Remark::MissedClear | Remark::GarbageNotCancelled => &[
            Term::Clears,
            Term::TSpins,
            Term::BackToBack,
            Term::Combo,
            Term::Height,
            Term::WaitingGarbage,
        ],
        Remark::BurnedLines => &[Term::Clears, Term::Height],
        Remark::MissedDownstack => &[Term::Clears, Term::Holes, Term::Height],
        Remark::BrokenBackToBack | Remark::BrokenSurge => &[Term::BackToBack],
        Remark::BrokenCombo => &[Term::Combo],
        Remark::WastedT => &[Term::WastedT, Term::TSpins, Term::Hold],
        Remark::TSlotFilled | Remark::MissedTSlot => &[Term::Slots],
        Remark::WellCovered => &[Term::Well, Term::Holes],
        Remark::WellFilled => &[Term::Well],
        Remark::Holes => &[Term::Holes],
        Remark::Dependency | Remark::UnevenSurface => &[Term::Surface],
        Remark::DangerousHeight => &[Term::Height],
        Remark::HoldSpent => &[Term::Hold],
    };
    terms
        .iter()
        .map(|&term| f64::from(difference.get(term)))
        .sum()
}

impl Lines<'_> {
    /// Returns the text of a remark on these lines; `None` where it is not true of them.
    fn text(&self, remark: Remark) -> Option<String> {
        let result = |steps| MoveResult::new(self.context, steps);
        let (played, best) = (result(self.played), result(self.best));
        let (context, rules) = (self.context, self.context.rules);
        let if_true = |is_true: bool| is_true.then(|| remark.words().to_string());
        match remark {
            Remark::TopOut => None,
            Remark::MissedKill => if_true(missed_kill(context, &played, &best)),
            Remark::MissedClear => match self.unit {
                LossUnit::Lines => self.missed_clear(),
                LossUnit::Points => self.missed_rows(),
            },
            Remark::GarbageNotCancelled => self.not_cancelled(),
            Remark::BurnedLines => self.burned_lines(),
            Remark::MissedDownstack => self
                .missed_downstack()
                .filter(|_| missed_downstack(&played, &best)),
            Remark::BrokenBackToBack if ends_surge(context) => None,
            Remark::BrokenSurge if !ends_surge(context) => None,
            Remark::BrokenBackToBack | Remark::BrokenSurge => {
                let is_paid = pays_back_to_back(rules);
                match is_paid && breaks_alone(&played, &best) {
                    true => if_true(true),
                    false => self.lost_back_to_back().filter(|_| is_paid),
                }
            }
            Remark::BrokenCombo => self.broken_combo(),
            Remark::WastedT => {
                if_true(pays_t_spins(rules) && played.wastes_t() && !best.wastes_t())
            }
            Remark::TSlotFilled => if_true(self.fills_t_slot()),
            Remark::MissedTSlot => {
                if_true(!self.fills_t_slot() && self.ends_differ(t_spin_slots, true))
            }
            Remark::WellCovered => self.covers_well(),
            Remark::WellFilled => if_true(self.covers_well().is_none()),
            Remark::Holes => self.new_holes(),
            Remark::Dependency => self.dependency(),
            Remark::UnevenSurface => {
                let uneven = self.ends_differ(|state| bumps(&state.board), false);
                if_true(uneven && self.dependency().is_none())
            }
            Remark::DangerousHeight => self.height(),
            Remark::HoldSpent => self.hold_spent(),
        }
    }

    /// Returns whether a number is larger at the end of the best line, or at that of the played one.
    fn ends_differ(&self, number: impl Fn(&State) -> u32, best_has_more: bool) -> bool {
        let [best, played] = self.ends().map(number);
        if best_has_more {
            best > played
        } else {
            played > best
        }
    }

    /// Returns the positions at the ends of the best and of the played line.
    fn ends(&self) -> [&State; 2] {
        let last = |steps: &'_ [Step]| steps.len() - 1;
        [
            &self.best[last(self.best)].after,
            &self.played[last(self.played)].after,
        ]
    }

    /// Returns whether both lines end with the same board.
    fn end_alike(&self) -> bool {
        let [best, played] = self.ends();
        best.board == played.board
    }

    /// Returns the clear of the best line that sends most and that the played line does not have.
    fn missed_clear(&self) -> Option<String> {
        let sent = |steps: &[Step]| steps.iter().map(|step| step.clear.attack).sum::<u32>();
        let (best, played) = (sent(self.best), sent(self.played));
        if best <= played {
            return None;
        }
        let label_of = |step: &Step| label(&step.placement, &step.clear);
        let has = |label: &String| self.played.iter().any(|step| label_of(step) == *label);
        let less = count(best - played, "line");
        let missed = self
            .best
            .iter()
            .zip(1..)
            .map(|(step, number)| (step.clear.attack, number, label_of(step)))
            .filter(|(attack, _, label)| *attack >= NAMED_ATTACK && !has(label))
            .max_by_key(|&(attack, number, _)| (attack, -number));
        Some(match missed {
            Some((_, number, label)) => format!("{}, {less} sent less", misses(&label, number)),
            None => format!("sends {less} less"),
        })
    }

    /// Returns the clear of the best line that clears more rows at once than any of the played line,
    /// or how many rows the played line clears fewer.
    fn missed_rows(&self) -> Option<String> {
        let largest = |steps: &'_ [Step]| steps.iter().map(|step| step.clear.lines).max();
        let (best, played) = (largest(self.best)?, largest(self.played)?);
        if best > played && best >= NAMED_ROWS {
            let mut numbered = self.best.iter().zip(1..);
            let (step, number) = numbered.find(|(step, _)| step.clear.lines == best)?;
            return Some(misses(&label(&step.placement, &step.clear), number));
        }
        let fewer = rows_cleared(self.best).checked_sub(rows_cleared(self.played))?;
        (fewer > 0).then(|| format!("{} fewer cleared", count(fewer, "row")))
    }

    fn not_cancelled(&self) -> Option<String> {
        let cancelled = |steps: &[Step]| {
            let sent = steps.iter().map(|step| step.clear.attack).sum::<u32>();
            sent.min(self.context.waiting)
        };
        let left = cancelled(self.best).checked_sub(cancelled(self.played))?;
        (left > 0).then(|| format!("{} of garbage not cancelled", count(left, "row")))
    }

    fn missed_downstack(&self) -> Option<String> {
        let garbage = |steps: &[Step]| steps.iter().map(|step| step.garbage_lines).sum::<u32>();
        let missed = garbage(self.best).saturating_sub(garbage(self.played));
        Some(match missed {
            0 => "covers the hole of the garbage".to_string(),
            missed => format!("{} of garbage fewer cleared", count(missed, "row")),
        })
    }

    fn burned_lines(&self) -> Option<String> {
        let burned = rows_cleared(self.played).checked_sub(rows_cleared(self.best))?;
        let rows = count(burned, "row");
        (burned > 0).then(|| match self.unit {
            LossUnit::Lines => format!("{rows} cleared for too little"),
            LossUnit::Points => format!("{rows} cleared too soon"),
        })
    }

    fn lost_back_to_back(&self) -> Option<String> {
        let has = |state: &State| state.clear_state.back_to_back;
        let [best, played] = self.ends().map(has);
        let before = has(&self.context.recorded.state);
        let lost = before > 0 && best > 0 && played == 0;
        lost.then(|| "does not keep back-to-back".to_string())
    }

    fn broken_combo(&self) -> Option<String> {
        let longest = |steps: &[Step]| steps.iter().map(|step| step.clear.combo).max();
        let (best, played) = (longest(self.best)?, longest(self.played)?);
        let is_missed = best >= NAMED_COMBO && best > played;
        is_missed.then(|| format!("misses a combo of {best} clears"))
    }

    fn fills_t_slot(&self) -> bool {
        let before = t_spin_slots(&self.context.recorded.state);
        let spins = |step: &Step| step.placement.piece == Piece::T && step.clear.spin != Spin::None;
        let fills = |step: &Step| !spins(step) && t_spin_slots(&step.after) < before;
        fills(&self.played[0]) && !fills(&self.best[0])
    }

    /// Returns the boards of a line: before it, and after each of its moves.
    fn boards<'a>(&'a self, steps: &'a [Step]) -> impl Iterator<Item = (&'a State, &'a Step)> {
        let before = std::iter::once(&self.context.recorded.state);
        before
            .chain(steps.iter().map(|step| &step.after))
            .zip(steps)
    }

    fn covers_well(&self) -> Option<String> {
        let covered = |steps| {
            let mut moves = self.boards(steps).zip(1..);
            moves.find_map(|((before, step), number)| {
                let column = covered_well(&before.board, &step.after.board)?;
                (step.clear.lines == 0).then_some((column, number))
            })
        };
        let (column, number) = covered(self.played)?;
        let alone = covered(self.best).is_none_or(|(other, _)| other != column);
        alone.then(|| match number {
            1 => format!("covers the well in column {}", column + 1),
            _ => format!("the well in column {} gets covered", column + 1),
        })
    }

    fn new_holes(&self) -> Option<String> {
        let before = holes(&self.context.recorded.state.board);
        let first = |steps: &[Step]| match steps[0].clear.lines {
            0 => holes(&steps[0].after.board).saturating_sub(before),
            _ => 0,
        };
        let made = first(self.played).saturating_sub(first(self.best));
        let [best, played] = self.ends().map(|state| holes(&state.board));
        Some(match (made, played.saturating_sub(best)) {
            (0, 0) => "buries holes deeper".to_string(),
            (0, more) => format!("leaves {}", count_more(more, "hole")),
            (made, _) => format!("makes {}", count(made, "hole")),
        })
    }

    fn dependency(&self) -> Option<String> {
        let [best, played] = self.ends().map(|state| waiting_for_i(&state.board));
        let column = played.iter().find(|column| !best.contains(column))?;
        (played.len() > best.len()).then(|| format!("column {} has to wait for an I", column + 1))
    }

    fn height(&self) -> Option<String> {
        let top = |state: &State| state.board.max_height();
        let danger_after = |steps: &[Step]| {
            let left = self.context.waiting.saturating_sub(steps[0].clear.attack);
            danger(self.context.rules, &steps[0].after.board, left)
        };
        let (best, played) = (danger_after(self.best), danger_after(self.played));
        if played >= DANGEROUS && best < DANGEROUS && played - best >= SAFER {
            return Some(Remark::DangerousHeight.words().to_string());
        }
        let [best, played] = self.ends().map(top);
        let higher = played.checked_sub(best)?;
        (higher >= HIGHER).then(|| format!("the stack gets {} higher", count(higher, "row")))
    }

    fn hold_spent(&self) -> Option<String> {
        let [best, played] = self.ends().map(|state| state.hold);
        let kept = best.filter(|best| played != Some(*best))?;
        Some(format!("does not keep the {}", char::from(kept)))
    }
}

/// Returns the rows that a line clears.
fn rows_cleared(steps: &[Step]) -> u32 {
    steps.iter().map(|step| step.clear.lines).sum()
}

/// Returns the text on a missed clear by the move of this number in its line.
fn misses(label: &str, number: i32) -> String {
    match number {
        1 => format!("misses a {label}"),
        _ => format!("misses a {label} {number} pieces on"),
    }
}

/// Returns a count with "more", as in "2 more holes".
fn count_more(number: u32, what: &str) -> String {
    let counted = count(number, what);
    counted.replacen(' ', " more ", 1)
}

#[cfg(test)]
mod tests;
