//! Another program as a player, through the pipes of `tbp::host`.

use super::process_group::ProcessGroup;
use super::{Failure, FailureKind, Player, Suggestion, TimeControl, VersusStatus, to_suggestion};
use landfall_rules::{Piece, Placement, Playfield, Ruleset, State};
use landfall_tbp::convert::to_start;
use landfall_tbp::host::{Bot, BotError, EngineHost, LaunchError, SignalGroup};
use landfall_tbp::messages::{Rules, VERSUS_FEATURE};
use std::time::{Duration, Instant};

/// The shortest and the longest time between two looks at the processor time of a bot.
const POLL_INTERVALS: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(10)];

/// How long a bot must do nothing to count as idle.
const IDLE_TIME: Duration = Duration::from_millis(20);

/// A bot in a process of its own.
pub struct Program {
    rules: &'static Ruleset,
    // Dropped in this order: the bot is asked to quit before its group is killed.
    host: EngineHost,
    process_group: Option<ProcessGroup>,
    limit: Duration,
    time_control: TimeControl,
    /// Processor time used beyond its windows.
    overrun: Duration,
}

impl Program {
    /// Starts a program and agrees on the rules with it by this message.
    ///
    /// # Errors
    /// It cannot be started, does not introduce itself, or refuses the rules.
    pub fn launch(
        command: &str,
        limit: Duration,
        pace: TimeControl,
        rules: &'static Ruleset,
        rules_message: Rules,
    ) -> Result<Program, Failure> {
        let bot = Bot::launch_in_group(SignalGroup::Own, command, rules_message, limit)
            .map_err(failure)?;
        let program = Program {
            rules,
            process_group: bot.process_id().map(ProcessGroup::new),
            host: EngineHost::new(bot),
            limit,
            time_control: pace,
            overrun: Duration::ZERO,
        };
        program.suspend();
        Ok(program)
    }

    /// Stops it until its next window, if it has windows.
    fn suspend(&self) {
        if let (TimeControl::CpuTime(_), Some(group)) = (self.time_control, &self.process_group) {
            group.suspend();
        }
    }

    /// Lets it think for its window and answer. Who has nothing to suggest yet, because
    /// clearing up after the last position took all its time, say, gets the next window, too.
    fn suggest_with_budget(&mut self, window: Duration) -> Result<Suggestion, Failure> {
        let answer = self.one_budget(window)?;
        match answer.is_empty() {
            true => self.one_budget(window),
            false => Ok(answer),
        }
    }

    /// One window and one answer. What it owes shortens the window to a half at most: more
    /// would be a move without a thought.
    fn one_budget(&mut self, window: Duration) -> Result<Suggestion, Failure> {
        if let Some(group) = &mut self.process_group {
            group.resume();
        }
        let before = self.cpu_time();
        self.wait_for_cpu_time(before + window.saturating_sub(self.overrun).max(window / 2));
        let answer = self.wait_for_suggestion();
        self.suspend();
        let spent = self.cpu_time().saturating_sub(before);
        self.overrun = (self.overrun + spent).saturating_sub(window);
        let mut answer = answer?;
        // The speed that it reports counts the time in which it was suspended.
        let seconds = spent.as_secs_f64().max(1e-6);
        answer.effort.nps = answer.effort.nodes.map(|nodes| nodes / seconds);
        Ok(answer)
    }

    /// Waits until its processor time has reached `until`, or it has nothing to do, or has
    /// had its limit of time on the wall.
    fn wait_for_cpu_time(&self, until: Duration) {
        let Some(group) = &self.process_group else {
            return;
        };
        let begun = Instant::now();
        let (mut seen, mut busy) = (None, begun);
        while begun.elapsed() < self.limit {
            let Some(used) = group.cpu_time().filter(|used| *used < until) else {
                return;
            };
            if Some(used) != seen || group.is_runnable() {
                (seen, busy) = (Some(used), Instant::now());
            } else if busy.elapsed() >= IDLE_TIME {
                return;
            }
            // Before this has passed it cannot have used what is left.
            let soon = (until - used) / processors();
            std::thread::sleep(soon.clamp(POLL_INTERVALS[0], POLL_INTERVALS[1]));
        }
    }

    fn cpu_time(&self) -> Duration {
        let used = self.process_group.as_ref().and_then(ProcessGroup::cpu_time);
        used.unwrap_or_default()
    }

    /// Asks, and waits as long as its limit allows.
    fn wait_for_suggestion(&mut self) -> Result<Suggestion, Failure> {
        self.request();
        self.poll(self.limit)?.ok_or_else(|| self.timeout())
    }

    fn timeout(&self) -> Failure {
        Failure::from(BotError::Timeout {
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
    fn supports_versus(&self) -> bool {
        self.host.bot().info().has_feature(VERSUS_FEATURE)
    }

    fn start(&mut self, state: &State, field: &Playfield, versus: Option<&VersusStatus>) {
        let versus = versus.filter(|_| self.supports_versus());
        self.host.set_position(&to_start(state, field, versus));
    }

    fn play(&mut self, placement: &Placement, dealt: &[Piece]) {
        self.host.play(self.rules, placement, dealt);
    }

    fn stop(&mut self) {
        self.host.stop();
    }

    fn suggest(&mut self) -> Result<Suggestion, Failure> {
        match self.time_control {
            TimeControl::CpuTime(window) => self.suggest_with_budget(window),
            TimeControl::Unlimited | TimeControl::RealTime => self.wait_for_suggestion(),
        }
    }

    fn request(&mut self) {
        self.host.request();
    }

    fn poll(&mut self, wait: Duration) -> Result<Option<Suggestion>, Failure> {
        let Some(answer) = self.host.poll(wait)? else {
            return Ok(None);
        };
        let nps = answer.info.as_ref().and_then(|info| info.nps);
        let mut suggestion = to_suggestion(self.rules, &answer.moves, answer.info);
        suggestion.effort.nps = nps.filter(|_| self.time_control == TimeControl::RealTime);
        Ok(Some(suggestion))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Who is stopped cannot quit.
        if let Some(group) = &mut self.process_group {
            group.resume();
        }
    }
}
