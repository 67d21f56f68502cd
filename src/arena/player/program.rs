//! Another program as a player, through the pipes of `tbp::host`.

use super::leash::Leash;
use super::{Answer, Failure, FailureKind, Pace, Player, answer};
use crate::game::{Field, Piece, Placement, Ruleset, State};
use crate::tbp::convert::{piece_name, to_move};
use crate::tbp::host::{Bot, Fault, Group, LaunchError, messages};
use crate::tbp::wire::{BotMessage, FrontendMessage};
use std::time::{Duration, Instant};

/// How often the processor time of a bot is looked at.
const GLANCE: Duration = Duration::from_millis(1);

/// How long a bot must do nothing to count as idle.
const IDLE: Duration = Duration::from_millis(20);

/// A bot in a process of its own.
pub struct Program {
    rules: &'static Ruleset,
    // Dropped in this order: the bot is asked to quit before its group is killed.
    bot: Bot,
    leash: Option<Leash>,
    limit: Duration,
    pace: Pace,
    /// Processor time used beyond its windows.
    owes: Duration,
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
        pace: Pace,
        rules: &'static Ruleset,
    ) -> Result<Program, Failure> {
        let told = messages::rules(rules);
        let bot = Bot::launch_in(Group::Own, command, told, limit).map_err(failure)?;
        let program = Program {
            rules,
            leash: bot.process_id().map(Leash::new),
            bot,
            limit,
            pace,
            owes: Duration::ZERO,
            asked: None,
        };
        program.rest();
        Ok(program)
    }

    /// Stops it until its next window, if it has windows.
    fn rest(&self) {
        if let (Pace::Window(_), Some(leash)) = (self.pace, &self.leash) {
            leash.stop();
        }
    }

    /// Lets it think for its window and answer.
    fn suggest_within(&mut self, window: Duration) -> Result<Answer, Failure> {
        let before = self.used();
        if let Some(leash) = &self.leash {
            leash.go();
        }
        self.think(before + window.saturating_sub(self.owes));
        let answer = self.wait();
        self.rest();
        let spent = self.used().saturating_sub(before);
        self.owes = (self.owes + spent).saturating_sub(window);
        answer
    }

    /// Waits until its processor time has reached `until`, or it has nothing to do, or has
    /// had its limit of time on the wall.
    fn think(&self, until: Duration) {
        let Some(leash) = &self.leash else {
            return;
        };
        let begun = Instant::now();
        let (mut seen, mut busy) = (None, begun);
        while begun.elapsed() < self.limit {
            let used = leash.used();
            if used.is_none_or(|used| used >= until) {
                return;
            }
            if used != seen || leash.wants_to_run() {
                (seen, busy) = (used, Instant::now());
            } else if busy.elapsed() >= IDLE {
                return;
            }
            std::thread::sleep(GLANCE);
        }
    }

    fn used(&self) -> Duration {
        let used = self.leash.as_ref().and_then(Leash::used);
        used.unwrap_or_default()
    }

    /// Asks, and waits as long as its limit allows.
    fn wait(&mut self) -> Result<Answer, Failure> {
        self.ask();
        self.poll(self.limit)?.ok_or_else(|| self.silent())
    }

    fn silent(&self) -> Failure {
        Failure::from(Fault::Silent {
            awaited: "suggestion",
            limit: self.limit,
        })
    }
}

fn failure(error: LaunchError) -> Failure {
    match error {
        LaunchError::Bot(fault) => Failure::from(fault),
        other => Failure {
            kind: FailureKind::Crash,
            text: other.to_string(),
        },
    }
}

impl Player for Program {
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
        self.asked = None;
        self.bot.send(&FrontendMessage::Stop);
    }

    fn suggest(&mut self) -> Result<Answer, Failure> {
        match self.pace {
            Pace::Window(window) => self.suggest_within(window),
            Pace::Free => self.wait(),
        }
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

impl Drop for Program {
    fn drop(&mut self) {
        // Who is stopped cannot quit.
        if let Some(leash) = &self.leash {
            leash.go();
        }
    }
}
