//! Another program as a player, through the pipes of `tbp::host`.

use super::leash::Leash;
use super::{Answer, Duel, Failure, FailureKind, Pace, Player, answer};
use landfall_rules::{Piece, Placement, Playfield, Ruleset, State};
use landfall_tbp::convert::{piece_name, to_move};
use landfall_tbp::host::{Bot, Fault, Group, LaunchError, messages};
use landfall_tbp::wire::{BotMessage, DUEL, FrontendMessage, Rules};
use std::time::{Duration, Instant};

/// The shortest and the longest time between two looks at the processor time of a bot.
const GLANCES: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(10)];

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
    /// Starts a program and agrees on the rules with it, as they are told.
    ///
    /// # Errors
    /// It cannot be started, does not introduce itself, or refuses the rules.
    pub fn launch(
        command: &str,
        limit: Duration,
        pace: Pace,
        rules: &'static Ruleset,
        told: Rules,
    ) -> Result<Program, Failure> {
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

    /// Lets it think for its window and answer. Who has nothing to suggest yet, because
    /// clearing up after the last position took all its time, say, gets the next window, too.
    fn suggest_within(&mut self, window: Duration) -> Result<Answer, Failure> {
        let answer = self.answer_within(window)?;
        match answer.is_empty() {
            true => self.answer_within(window),
            false => Ok(answer),
        }
    }

    /// One window and one answer. What it owes shortens the window to a half at most: more
    /// would be a move without a thought.
    fn answer_within(&mut self, window: Duration) -> Result<Answer, Failure> {
        if let Some(leash) = &mut self.leash {
            leash.go();
        }
        let before = self.used();
        self.think(before + window.saturating_sub(self.owes).max(window / 2));
        let answer = self.wait();
        self.rest();
        let spent = self.used().saturating_sub(before);
        self.owes = (self.owes + spent).saturating_sub(window);
        let mut answer = answer?;
        // What it tells of its speed counts the time in which it was stopped.
        let seconds = spent.as_secs_f64().max(1e-6);
        answer.effort.nps = answer.effort.nodes.map(|nodes| nodes / seconds);
        Ok(answer)
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
            let Some(used) = leash.used().filter(|used| *used < until) else {
                return;
            };
            if Some(used) != seen || leash.wants_to_run() {
                (seen, busy) = (Some(used), Instant::now());
            } else if busy.elapsed() >= IDLE {
                return;
            }
            // Before this has passed it cannot have used what is left.
            let soon = (until - used) / processors();
            std::thread::sleep(soon.clamp(GLANCES[0], GLANCES[1]));
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

/// Processors that a bot can use at a time.
fn processors() -> u32 {
    let number = std::thread::available_parallelism().map_or(1, usize::from);
    u32::try_from(number).unwrap_or(u32::MAX)
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
    fn minds_duels(&self) -> bool {
        let features = &self.bot.info().features;
        features.iter().any(|feature| feature == DUEL)
    }

    fn start(&mut self, state: &State, field: &Playfield, duel: Option<&Duel>) {
        let duel = duel.filter(|_| self.minds_duels());
        self.bot.send(&messages::start(state, field, duel));
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
            Pace::Free | Pace::Live => self.wait(),
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
                    let told = move_info.as_ref().and_then(|info| info.nps);
                    let mut answer = answer(self.rules, &moves, move_info);
                    answer.effort.nps = told.filter(|_| self.pace == Pace::Live);
                    return Ok(Some(answer));
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
        if let Some(leash) = &mut self.leash {
            leash.go();
        }
    }
}
