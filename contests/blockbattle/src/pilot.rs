//! One game from the bot's side: lines in, a line out for each request, in time.
//!
//! Owns what is played, and what is learnt from the points about how the site counts T-spins.
//! Reads and writes nothing, and asks a clock that tests may replace.

use super::adapter::{self, Position};
use super::clock::{Clock, Terms, terms};
use super::engine::Advisor;
use super::plan::{self, Command, Paths};
use super::tactics;
use super::view::{Ask, View};
use landfall_rules::{BLOCKBATTLE, BLOCKBATTLE_HONEST, Placement, Ruleset, Spin};
use std::time::Duration;

/// The answer when nothing is known: the engine lets the piece fall.
const BLIND: &str = "drop";

/// A bot in a game.
pub struct Pilot<A, C> {
    advisor: A,
    clock: C,
    /// Most time for one move.
    most: Duration,
    view: View,
    rules: &'static Ruleset,
    /// Answers that came after the bank was empty.
    late: u32,
    trick: Option<Trick>,
}

/// A T-spin by a turn that leads nowhere, whose points are awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Trick {
    round: u32,
    /// Our points if it is paid.
    paid: u32,
}

impl<A: Advisor, C: Clock> Pilot<A, C> {
    /// A bot before the first line, that thinks no longer about a move than `most`.
    pub fn new(advisor: A, clock: C, most: Duration) -> Pilot<A, C> {
        Pilot {
            advisor,
            clock,
            most,
            view: View::default(),
            rules: &BLOCKBATTLE,
            late: 0,
            trick: None,
        }
    }

    /// Takes a line; gives the answer that it asks for.
    pub fn on(&mut self, line: &str) -> Option<String> {
        let ask = self.view.hear(line)?;
        let begun = self.clock.now();
        let answer = self.answer(ask, begun);
        let spent = self.clock.now().saturating_sub(begun);
        if ask
            .bank
            .is_some_and(|bank| spent > Duration::from_millis(bank))
        {
            self.late += 1;
            log::warn!("an answer took {spent:?}, the bank had {:?} ms", ask.bank);
        }
        Some(answer)
    }

    /// What to do while the opponent is asked: think about the position as it will be if he
    /// sends nothing.
    pub fn between(&mut self, position: &Position, mv: &Placement) {
        let next = position.after(self.rules, mv);
        if !next.state.queue.is_empty() {
            self.advisor.consider(&adapter::start(&next));
        }
    }

    fn answer(&mut self, ask: Ask, begun: Duration) -> String {
        let Some(position) = Position::of(&self.view) else {
            return BLIND.to_string();
        };
        self.learn(&position);
        let Terms { think, answer } = terms(ask.bank, self.late, self.most);
        self.advisor.consider(&adapter::start(&position));
        let spent = self.clock.now().saturating_sub(begun);
        self.clock.sleep(think.saturating_sub(spent));
        let advice = self.advisor.advice(answer);
        let moves = adapter::moves(self.rules, &position.state, &advice);
        let Some((mv, commands)) = self.pick(&position, &moves) else {
            return BLIND.to_string();
        };
        self.note_trick(&position, &mv, &commands);
        self.between(&position, &mv);
        plan::line(&commands)
    }

    /// The move to play, and how.
    fn pick(&self, position: &Position, moves: &[Placement]) -> Option<(Placement, Vec<Command>)> {
        let piece = *position.state.queue.front()?;
        let paths = Paths::of(&BLOCKBATTLE, &position.state.board, piece);
        let mut left: Vec<Placement> = moves.to_vec();
        while let Some(mv) = tactics::choose(self.rules, position, &left) {
            if let Some(commands) = paths.to(&mv) {
                return Some((mv, commands));
            }
            if !left.contains(&mv) {
                break;
            }
            left.retain(|other| *other != mv);
        }
        let mut ways = moves.iter().filter_map(|mv| Some((*mv, paths.to(mv)?)));
        ways.next()
    }

    fn note_trick(&mut self, position: &Position, mv: &Placement, commands: &[Command]) {
        let board = &position.state.board;
        if mv.spin != Spin::Full || !plan::is_trick(&BLOCKBATTLE, board, commands) {
            return;
        }
        let points = |mv| position.after(self.rules, mv).points;
        let plain = Placement {
            spin: Spin::None,
            ..*mv
        };
        let paid = points(mv);
        if paid != points(&plain) {
            self.trick = Some(Trick {
                round: self.view.round,
                paid,
            });
        }
    }

    /// Looks whether the last trick was paid. If not, turns have to lead somewhere from now
    /// on.
    fn learn(&mut self, position: &Position) {
        let Some(trick) = self.trick.take() else {
            return;
        };
        let told = self.view.round == trick.round + 1;
        if told && position.points < trick.paid {
            log::warn!("a turn that leads nowhere is not paid here");
            self.rules = &BLOCKBATTLE_HONEST;
            self.advisor.play_by(self.rules);
        }
    }
}

#[cfg(test)]
mod tests;
