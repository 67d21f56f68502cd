//! The report of one move, made from its judgement.

use crate::judge::{JudgeOptions, Judgement, PlayedMove, judge};
use crate::line::{Step, follow, placed_piece};
use crate::misdrop::is_next_to;
use crate::phase::danger;
use crate::reasons::{Lines, reasons};
use crate::remarks::MoveContext;
use crate::report::{ClearReport, Grade, LineReport, MoveReport, OtherMove, Phase, PositionReport};
use crate::words::label;
use landfall_replay::game::RecordedMove;
use landfall_search::game::ShouldStop;

/// The largest loss of a better move near a misdrop, as a share of the loss of the misdrop.
const MISDROP_SHARE: f64 = 0.25;

/// Judges a move and returns its report. The same move and options give the same report, unless
/// `enough` ends the search early. `None` if `stop` returned true first.
pub fn judge_move(
    mv: &PlayedMove,
    options: &JudgeOptions,
    enough: ShouldStop,
    stop: ShouldStop,
) -> Option<MoveReport> {
    Some(move_report(mv, &judge(mv, options, enough, stop)?))
}

/// Returns the report of a judged move.
pub fn move_report(mv: &PlayedMove, judgement: &Judgement) -> MoveReport {
    let (rules, recorded) = (mv.rules, mv.recorded);
    let loss = loss_of(judgement, judgement.played.value);
    let grade = if judgement.is_best() {
        Grade::Best
    } else {
        judgement.unit.grade(loss)
    };
    let context = MoveContext::new(mv);
    let danger = danger(rules, &recorded.state.board, context.waiting);
    let best_steps = follow(rules, recorded, &judgement.best.line);
    let mut played_steps = follow(rules, recorded, &judgement.played.line);
    played_steps[0].clear = recorded.clear;
    played_steps[0].hold = recorded.held;
    let in_unit = |value: i32| f64::from(value) / f64::from(judgement.unit_value);
    let best_value = Some(in_unit(judgement.best.value));
    let played_value = judgement.played.value.map(in_unit);
    let best = match judgement.is_best() {
        true => line_report(mv, &played_steps, best_value),
        false => line_report(mv, &best_steps, best_value),
    };
    let lines = Lines {
        unit: judgement.unit,
        context: &context,
        played: &played_steps,
        best: &best_steps,
    };
    MoveReport {
        number: recorded.pieces_placed + 1,
        appeared: recorded.appeared,
        locked: recorded.locked,
        before: position_report(recorded),
        played: line_report(mv, &played_steps, played_value),
        best,
        depth: judgement.best.depth,
        loss,
        loses_game: judgement.played.value.is_none(),
        grade,
        misdrop: grade >= Grade::Mistake && is_misdrop(mv, judgement, loss),
        keys: None,
        fewest_keys: None,
        reasons: match grade {
            Grade::Best | Grade::Good => Vec::new(),
            _ => reasons(&lines, judgement),
        },
        phase: Phase::at(recorded.pieces_placed, danger),
        danger,
        others: other_moves(mv, judgement, grade),
    }
}

impl MoveReport {
    /// Returns the report of a move that is taken to be the best.
    pub(crate) fn into_best(self) -> MoveReport {
        MoveReport {
            best: self.played.clone(),
            loss: 0.0,
            loses_game: false,
            grade: Grade::Best,
            misdrop: false,
            reasons: Vec::new(),
            others: Vec::new(),
            ..self
        }
    }
}

/// Returns the loss of a value.
fn loss_of(judgement: &Judgement, value: Option<i32>) -> f64 {
    let best = judgement.best.value;
    judgement.unit.loss(best, value, judgement.unit_value)
}

fn line_report(mv: &PlayedMove, steps: &[Step], value: Option<f64>) -> LineReport {
    let placed = |step: &Step| placed_piece(mv.rules, &step.placement, step.hold);
    let first = &steps[0];
    LineReport {
        placed: placed(first),
        value,
        lines: first.clear.lines,
        attack: first.clear.attack,
        label: label(&first.placement, &first.clear),
        then: steps[1..].iter().map(placed).collect(),
        clears: { steps.iter().zip(1..).skip(1) }
            .filter(|(step, _)| step.clear.lines > 0)
            .map(|(step, number)| ClearReport {
                step: number,
                label: label(&step.placement, &step.clear),
                attack: step.clear.attack,
            })
            .collect(),
    }
}

fn position_report(recorded: &RecordedMove) -> PositionReport {
    let state = &recorded.state;
    PositionReport {
        board: recorded.field.drawn_rows().collect(),
        hold: state.hold.map(char::from),
        queue: state.queue.to_string(),
        combo: state.clear_state.combo.into(),
        back_to_back: state.clear_state.back_to_back.into(),
        waiting: recorded.waiting.iter().map(|packet| packet.lines).collect(),
    }
}

/// Returns whether a far better move is a cell or a turn away from the played one.
fn is_misdrop(mv: &PlayedMove, judgement: &Judgement, loss: f64) -> bool {
    let played = judgement.played.line[0];
    let best = (judgement.best.mv, Some(judgement.best.value));
    let better = std::iter::once(best)
        .chain(judgement.others.iter().copied())
        .take_while(|&(_, value)| loss_of(judgement, value) <= MISDROP_SHARE * loss);
    better
        .into_iter()
        .any(|(other, _)| is_next_to(mv.rules.rotation, played, other))
}

/// Returns the moves that are neither played nor best; none for a move that lost little.
fn other_moves(mv: &PlayedMove, judgement: &Judgement, grade: Grade) -> Vec<OtherMove> {
    if grade < Grade::Inaccuracy {
        return Vec::new();
    }
    let current = mv.recorded.state.queue.front().copied();
    let others = judgement.others.iter().map(|&(other, value)| OtherMove {
        placed: placed_piece(mv.rules, &other, current != Some(other.piece)),
        loss: value.map(|value| loss_of(judgement, Some(value))),
    });
    others.collect()
}
