//! What a played move does and the best does not, in terms of the rules: kills, downstacks,
//! back-to-back, T pieces. `reasons` decides whether that explains the loss.

use crate::judge::PlayedMove;
use crate::line::Step;
use crate::opponent::Opponent;
use crate::report::{LossUnit, Remark};
use landfall_replay::game::RecordedMove;
use landfall_rules::board::{CellKind, Row};
use landfall_rules::{Clear, Piece, Placement, Ruleset};

/// Number of moves in which a kill must come; the opponent can react to a later one.
const KILL_MOVES: usize = 2;

/// Rows of garbage that the best line must clear more than the played one.
const MISSED_GARBAGE_ROWS: u32 = 2;

impl Remark {
    /// Returns whether it can be a reason where losses are in a unit: attack counts for nothing in
    /// games for lines.
    pub fn counts_in(self, unit: LossUnit) -> bool {
        let concerns_attack = match self {
            Remark::MissedKill
            | Remark::GarbageNotCancelled
            | Remark::MissedDownstack
            | Remark::BrokenBackToBack
            | Remark::BrokenSurge
            | Remark::BrokenCombo
            | Remark::WastedT
            | Remark::TSlotFilled
            | Remark::MissedTSlot => true,
            Remark::TopOut
            | Remark::MissedClear
            | Remark::WellCovered
            | Remark::WellFilled
            | Remark::Holes
            | Remark::Dependency
            | Remark::DangerousHeight
            | Remark::BurnedLines
            | Remark::HoldSpent
            | Remark::UnevenSurface => false,
        };
        unit == LossUnit::Lines || !concerns_attack
    }
}

/// The position before a move.
#[derive(Clone, Copy, Debug)]
pub struct MoveContext<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The move.
    pub recorded: &'a RecordedMove,
    /// Rows of garbage that wait.
    pub waiting: u32,
    /// The other sides.
    pub opponents: &'a [Opponent],
}

impl<'a> MoveContext<'a> {
    /// Returns the position before a move.
    pub fn new(mv: &PlayedMove<'a>) -> MoveContext<'a> {
        let waiting = mv.recorded.waiting.iter().map(|packet| packet.lines);
        MoveContext {
            rules: mv.rules,
            recorded: mv.recorded,
            waiting: waiting.sum(),
            opponents: mv.opponents,
        }
    }

    /// Returns whether a clear ends a chain of back-to-back clears.
    fn breaks_chain(&self, placement: &Placement, clear: &Clear) -> bool {
        let back_to_back = &self.rules.attack.back_to_back;
        let kept = back_to_back.is_kept_by(placement.piece, clear.lines, clear.spin, clear.perfect);
        self.recorded.state.clear_state.back_to_back > 0 && clear.lines > 0 && !kept
    }

    /// Returns whether a placement covers the hole of the highest garbage row, which was open.
    fn covers_hole(&self, placement: &Placement, clear: &Clear) -> bool {
        let is_garbage = |cells: &Row| cells.contains(&Some(CellKind::Garbage));
        let rows = self.recorded.field.rows();
        let Some(top) = rows.iter().rposition(is_garbage) else {
            return false;
        };
        let columns = &self.recorded.state.board.columns;
        let covers = |&(x, y): &(i8, i8)| {
            let column = columns.get(x as usize).copied().unwrap_or(!0);
            y > top as i8 && column >> top == 0
        };
        let cells = placement.cells(self.rules);
        clear.lines == 0 && !placement.is_skip() && cells.iter().any(covers)
    }
}

/// What the first move of a line and the line do.
#[derive(Clone, Debug)]
pub struct MoveResult {
    placement: Placement,
    clear: Clear,
    breaks_chain: bool,
    covers_hole: bool,
    /// Lines that reach the opponent within [`KILL_MOVES`].
    sent_soon: u32,
    /// Rows of garbage cleared by the move.
    garbage: u32,
    /// Rows of garbage cleared by the line.
    garbage_of_line: u32,
}

impl MoveResult {
    /// Returns the result of a line.
    ///
    /// # Panics
    /// If the line is empty.
    pub fn new(context: &MoveContext, steps: &[Step]) -> MoveResult {
        let Step {
            placement, clear, ..
        } = steps[0];
        let sent = steps.iter().take(KILL_MOVES).map(|step| step.clear.attack);
        MoveResult {
            placement,
            clear,
            breaks_chain: context.breaks_chain(&placement, &clear),
            covers_hole: context.covers_hole(&placement, &clear),
            sent_soon: sent.sum::<u32>().saturating_sub(context.waiting),
            garbage: steps[0].garbage_lines,
            garbage_of_line: steps.iter().map(|step| step.garbage_lines).sum(),
        }
    }

    /// Returns whether a T piece is spent without a spin that clears rows.
    pub fn wastes_t(&self) -> bool {
        let by_spin = self.clear.lines > 0 && self.clear.spin != landfall_rules::Spin::None;
        self.placement.piece == Piece::T && !by_spin && !self.clear.perfect
    }
}

/// Returns whether the best line would have sent enough to end the game soon.
pub fn missed_kill(context: &MoveContext, played: &MoveResult, best: &MoveResult) -> bool {
    context.opponents.iter().any(|opponent| {
        let needed = opponent.free_rows(context.rules).max(1);
        best.sent_soon >= needed && played.sent_soon < needed
    })
}

/// Returns whether the best line clears garbage, or leaves its hole open, and the played one does not.
pub fn missed_downstack(played: &MoveResult, best: &MoveResult) -> bool {
    let clears_now = best.garbage > 0 && played.garbage == 0;
    let clears_later = best.garbage_of_line >= played.garbage_of_line + MISSED_GARBAGE_ROWS;
    clears_now || clears_later || played.covers_hole && !best.covers_hole
}

/// Returns whether the played move ends a chain that the best keeps.
pub fn breaks_alone(played: &MoveResult, best: &MoveResult) -> bool {
    played.breaks_chain && !best.breaks_chain
}

/// Returns whether back-to-back is worth anything.
pub fn pays_back_to_back(rules: &Ruleset) -> bool {
    let back_to_back = &rules.attack.back_to_back;
    back_to_back.bonus > 0 || back_to_back.surge.is_some()
}

/// Returns whether the chain is so long that its end sends a surge.
pub fn ends_surge(context: &MoveContext) -> bool {
    let chain = context.recorded.state.clear_state.back_to_back.into();
    let surge = context.rules.attack.back_to_back.surge;
    surge.is_some_and(|surge| surge.lines(chain) > 0)
}

/// Returns whether T-spins are worth more than other clears.
pub fn pays_t_spins(rules: &Ruleset) -> bool {
    rules.spins.can_spin(Piece::T) && rules.attack.full[2] > rules.attack.plain[2]
}
