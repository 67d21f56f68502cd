//! One game from the bot's side: takes lines, and returns a line for each request in time.
//!
//! Decides what is played, and whether the site counts T-spins by a blocked turn, which the points
//! show. Performs no I/O; tests replace the clock.

use super::adapter::{self, Position};
use super::engine::Engine;
use super::game_view::{GameView, MoveRequest};
use super::path::{self, Command, PathFinder};
use super::tactics;
use super::time_manager::{Clock, MoveBudget, move_budget};
use landfall_rules::rulesets::{BLOCKBATTLE, BLOCKBATTLE_HONEST};
use landfall_rules::{Board, Placement, Ruleset, Spin};
use landfall_tbp::host::legal_moves;
use std::time::Duration;

/// The answer when nothing is known: the engine drops the piece.
const FALLBACK_ANSWER: &str = "drop";

/// A player in a game: an engine that suggests moves, and a clock.
pub struct Controller<E, C> {
    engine: E,
    clock: C,
    /// Most time for one move.
    max_think: Duration,
    view: GameView,
    rules: Ruleset,
    /// Answers that came after the bank was empty.
    timeouts: u32,
    pending_spin: Option<BlockedTurnSpin>,
    /// The board after our last move, without garbage; none if that has lost.
    expected_board: Option<Board>,
}

/// A T-spin by a blocked turn whose points are not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockedTurnSpin {
    round: u32,
    /// Our points if the site counts it.
    points_if_counted: u32,
}

impl<E: Engine, C: Clock> Controller<E, C> {
    /// Returns the controller before the first line. No move takes longer than `max_think`.
    pub fn new(engine: E, clock: C, max_think: Duration) -> Controller<E, C> {
        Controller {
            engine,
            clock,
            max_think,
            view: GameView::default(),
            rules: BLOCKBATTLE,
            timeouts: 0,
            pending_spin: None,
            expected_board: None,
        }
    }

    /// Handles a line of the engine. Returns the answer if it was a request.
    pub fn handle_line(&mut self, line: &str) -> Option<String> {
        let request = self.view.update(line)?;
        let began = self.clock.now();
        let answer = self.answer(request, began);
        let spent = self.clock.now().saturating_sub(began);
        let bank = request
            .time_bank
            .filter(|&bank| spent > Duration::from_millis(bank));
        if let Some(bank) = bank {
            self.timeouts += 1;
            let spent = spent.as_millis();
            log::warn!(
                "an answer took {spent} ms, and {bank} ms were left: moves get less time now"
            );
        }
        Some(answer)
    }

    /// Ponders while the opponent moves: searches the expected position without garbage.
    pub fn ponder(&mut self, position: &Position, mv: &Placement) {
        let next = position.after(&self.rules, mv);
        if !next.state.queue.is_empty() {
            self.engine.set_position(&adapter::start_message(&next));
        }
    }

    fn answer(&mut self, request: MoveRequest, began: Duration) -> String {
        let has_come = self.view.take_own_field();
        let expected = self.expected_board.take().filter(|_| !has_come);
        let Some(mut position) = Position::from_view(&self.view) else {
            return FALLBACK_ANSWER.to_string();
        };
        if let Some(board) = expected {
            log::warn!("no field has come since the last move: its result is played on");
            position.state.board = board;
        }
        self.detect_spin_rule(&position);
        let MoveBudget {
            think,
            reply: answer,
        } = move_budget(request.time_bank, self.timeouts, self.max_think);
        self.engine.set_position(&adapter::start_message(&position));
        let spent = self.clock.now().saturating_sub(began);
        self.clock.sleep(think.saturating_sub(spent));
        let suggested = self.engine.suggest(answer);
        let moves = legal_moves(&self.rules, &position.state, &suggested);
        let Some((mv, commands)) = self.choose_move(&position, &moves) else {
            return FALLBACK_ANSWER.to_string();
        };
        self.record_blocked_turn_spin(&position, &mv, &commands);
        let board = position.after(&self.rules, &mv).state.board;
        // A higher stack has lost: nothing can be asked about it.
        let is_lost = board.max_height() > self.rules.lock_out_row;
        self.expected_board = (!is_lost).then_some(board);
        self.ponder(&position, &mv);
        path::command_line(&commands)
    }

    /// Chooses the move and its commands.
    fn choose_move(
        &self,
        position: &Position,
        moves: &[Placement],
    ) -> Option<(Placement, Vec<Command>)> {
        let piece = *position.state.queue.front()?;
        let paths = PathFinder::new(&BLOCKBATTLE, &position.state.board, piece);
        let mut candidates: Vec<Placement> = moves.to_vec();
        while let Some(mv) = tactics::choose_move(&self.rules, position, &candidates) {
            if let Some(commands) = paths.path_to(&mv) {
                return Some((mv, commands));
            }
            if !candidates.contains(&mv) {
                break;
            }
            candidates.retain(|other| *other != mv);
        }
        let mut playable = moves
            .iter()
            .filter_map(|mv| Some((*mv, paths.path_to(mv)?)));
        playable.next()
    }

    fn record_blocked_turn_spin(
        &mut self,
        position: &Position,
        mv: &Placement,
        commands: &[Command],
    ) {
        let board = &position.state.board;
        if mv.spin != Spin::Full || !path::ends_in_blocked_turn(&BLOCKBATTLE, board, commands) {
            return;
        }
        let points = |mv| position.after(&self.rules, mv).points;
        let plain = Placement {
            spin: Spin::None,
            ..*mv
        };
        let points_if_counted = points(mv);
        if points_if_counted != points(&plain) {
            self.pending_spin = Some(BlockedTurnSpin {
                round: self.view.round,
                points_if_counted,
            });
        }
    }

    /// Checks whether the site counted the last T-spin by a blocked turn. If not, the final turn of
    /// later T-spins must move the piece.
    fn detect_spin_rule(&mut self, position: &Position) {
        let Some(spin) = self.pending_spin.take() else {
            return;
        };
        let is_next_round = self.view.round == spin.round + 1;
        if is_next_round && position.points < spin.points_if_counted {
            log::warn!(
                "the engine gives no points for a T-spin by a turn that does not move the piece: such moves count as plain ones from now on"
            );
            self.rules = BLOCKBATTLE_HONEST;
            self.engine.set_rules(&self.rules);
        }
    }
}

#[cfg(test)]
mod tests;
