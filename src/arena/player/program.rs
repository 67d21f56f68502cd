//! Another program as a player, through the pipes of `tbp::host`.

use super::{Answer, Failure, FailureKind, Player, answer, clean};
use crate::game::{Field, Piece, Placement, Ruleset, State};
use crate::tbp::convert::{piece_name, to_move};
use crate::tbp::host::{Bot, Fault, LaunchError, messages};
use crate::tbp::wire::{BotMessage, FrontendMessage};
use std::time::{Duration, Instant};

/// A bot in a process of its own.
pub struct Program {
    rules: &'static Ruleset,
    bot: Bot,
    limit: Duration,
    /// When it was asked, if it has not answered yet.
    asked: Option<Instant>,
}

impl Program {
    /// Starts a program and agrees on the rules with it.
    ///
    /// # Errors
    /// It cannot be started, does not introduce itself, or refuses the rules.
    pub fn launch(
        command: &str,
        limit: Duration,
        rules: &'static Ruleset,
    ) -> Result<Program, Failure> {
        let bot =
            Bot::launch(command, messages::rules(rules), limit).map_err(|error| match error {
                LaunchError::Bot(fault) => Failure::from(fault),
                other => Failure {
                    kind: FailureKind::Crash,
                    text: other.to_string(),
                },
            })?;
        Ok(Program {
            rules,
            bot,
            limit,
            asked: None,
        })
    }

    fn silent(&self) -> Failure {
        Failure::from(Fault::Silent {
            awaited: "suggestion",
            limit: self.limit,
        })
    }
}

impl Player for Program {
    fn name(&self) -> String {
        let info = self.bot.info();
        clean(&info.name, &info.version)
    }

    fn start(&mut self, state: &State, field: &Field) {
        self.bot.send(&messages::start(state, field));
    }

    fn played(&mut self, placement: &Placement, dealt: &[Piece]) {
        let mv = to_move(self.rules, placement);
        self.bot.send(&FrontendMessage::Play { mv });
        for &piece in dealt {
            let piece = piece_name(piece);
            self.bot.send(&FrontendMessage::NewPiece { piece });
        }
    }

    fn stop(&mut self) {
        self.bot.send(&FrontendMessage::Stop);
    }

    fn suggest(&mut self) -> Result<Answer, Failure> {
        self.ask();
        self.poll(self.limit)?.ok_or_else(|| self.silent())
    }

    fn ask(&mut self) {
        self.bot.send(&FrontendMessage::Suggest);
        self.asked = Some(Instant::now());
    }

    fn poll(&mut self, wait: Duration) -> Result<Option<Answer>, Failure> {
        let end = Instant::now() + wait;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.bot.receive(left)? {
                Some(BotMessage::Suggestion { moves, move_info }) if self.asked.is_some() => {
                    self.asked = None;
                    return Ok(Some(answer(self.rules, &moves, move_info)));
                }
                // Said out of turn; it concerns nobody.
                Some(_) if !left.is_zero() => {}
                _ => break,
            }
        }
        match self.asked {
            Some(asked) if asked.elapsed() >= self.limit => Err(self.silent()),
            _ => Ok(None),
        }
    }
}
