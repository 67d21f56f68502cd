//! One game from the bot's side: lines in, a line out for each request, in time.
//!
//! Owns what is played, and what is learnt from the points about how the site counts T-spins.
//! Reads and writes nothing, and asks a clock that tests may replace.

use super::adapter::{self, Position};
use super::engine::Engine;
use super::game_view::{GameView, MoveRequest};
use super::path::{self, Command, PathFinder};
use super::tactics;
use super::time_manager::{Clock, MoveBudget, move_budget};
use landfall_rules::{BLOCKBATTLE, BLOCKBATTLE_HONEST, Placement, Ruleset, Spin};
use std::time::Duration;

/// The answer when nothing is known: the engine lets the piece fall.
const FALLBACK_ANSWER: &str = "drop";

/// A bot in a game.
pub struct Controller<A, C> {
    engine: A,
    clock: C,
    /// Most time for one move.
    max_think: Duration,
    view: GameView,
    rules: &'static Ruleset,
    /// Answers that came after the bank was empty.
    timeouts: u32,
    pending_spin: Option<BlockedTurnSpin>,
}

/// A T-spin by a turn that leads nowhere, whose points are awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockedTurnSpin {
    round: u32,
    /// Our points if it is paid.
    points_if_counted: u32,
}

impl<A: Engine, C: Clock> Controller<A, C> {
    /// A bot before the first line, that thinks no longer about a move than `most`.
    pub fn new(advisor: A, clock: C, most: Duration) -> Controller<A, C> {
        Controller {
            engine: advisor,
            clock,
            max_think: most,
            view: GameView::default(),
            rules: &BLOCKBATTLE,
            timeouts: 0,
            pending_spin: None,
        }
    }

    /// Takes a line; gives the answer that it asks for.
    pub fn handle_line(&mut self, line: &str) -> Option<String> {
        let ask = self.view.update(line)?;
        let begun = self.clock.now();
        let answer = self.answer(ask, begun);
        let spent = self.clock.now().saturating_sub(begun);
        if ask
            .time_bank
            .is_some_and(|bank| spent > Duration::from_millis(bank))
        {
            self.timeouts += 1;
            log::warn!(
                "an answer took {spent:?}, the bank had {:?} ms",
                ask.time_bank
            );
        }
        Some(answer)
    }

    /// What to do while the opponent is asked: think about the position as it will be if he
    /// sends nothing.
    pub fn ponder(&mut self, position: &Position, mv: &Placement) {
        let next = position.after(self.rules, mv);
        if !next.state.queue.is_empty() {
            self.engine.set_position(&adapter::start_message(&next));
        }
    }

    fn answer(&mut self, ask: MoveRequest, begun: Duration) -> String {
        let Some(position) = Position::from_view(&self.view) else {
            return FALLBACK_ANSWER.to_string();
        };
        self.detect_spin_rule(&position);
        let MoveBudget {
            think,
            reply: answer,
        } = move_budget(ask.time_bank, self.timeouts, self.max_think);
        self.engine.set_position(&adapter::start_message(&position));
        let spent = self.clock.now().saturating_sub(begun);
        self.clock.sleep(think.saturating_sub(spent));
        let advice = self.engine.suggest(answer);
        let moves = adapter::legal_moves(self.rules, &position.state, &advice);
        let Some((mv, commands)) = self.choose_move(&position, &moves) else {
            return FALLBACK_ANSWER.to_string();
        };
        self.record_blocked_turn_spin(&position, &mv, &commands);
        self.ponder(&position, &mv);
        path::command_line(&commands)
    }

    /// The move to play, and how.
    fn choose_move(
        &self,
        position: &Position,
        moves: &[Placement],
    ) -> Option<(Placement, Vec<Command>)> {
        let piece = *position.state.queue.front()?;
        let paths = PathFinder::new(&BLOCKBATTLE, &position.state.board, piece);
        let mut left: Vec<Placement> = moves.to_vec();
        while let Some(mv) = tactics::choose_move(self.rules, position, &left) {
            if let Some(commands) = paths.path_to(&mv) {
                return Some((mv, commands));
            }
            if !left.contains(&mv) {
                break;
            }
            left.retain(|other| *other != mv);
        }
        let mut ways = moves
            .iter()
            .filter_map(|mv| Some((*mv, paths.path_to(mv)?)));
        ways.next()
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
        let points = |mv| position.after(self.rules, mv).points;
        let plain = Placement {
            spin: Spin::None,
            ..*mv
        };
        let paid = points(mv);
        if paid != points(&plain) {
            self.pending_spin = Some(BlockedTurnSpin {
                round: self.view.round,
                points_if_counted: paid,
            });
        }
    }

    /// Looks whether the last trick was paid. If not, turns have to lead somewhere from now
    /// on.
    fn detect_spin_rule(&mut self, position: &Position) {
        let Some(trick) = self.pending_spin.take() else {
            return;
        };
        let told = self.view.round == trick.round + 1;
        if told && position.points < trick.points_if_counted {
            log::warn!("a turn that leads nowhere is not paid here");
            self.rules = &BLOCKBATTLE_HONEST;
            self.engine.set_rules(self.rules);
        }
    }
}

#[cfg(test)]
mod tests;
