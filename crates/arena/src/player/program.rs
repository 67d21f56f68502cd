//! Another program as a player, hosted by `tbp::host`.

use super::process_group::ProcessGroup;
use super::{Player, PlayerError, Suggestion, TimeControl, VersusStatus, to_suggestion};
use landfall_rules::{Piece, Placement, Playfield, Ruleset, State};
use landfall_tbp::convert::to_start;
use landfall_tbp::host::{Bot, BotError, EngineHost, SignalGroup};
use landfall_tbp::messages::{Rules, VERSUS_FEATURE};
use std::time::{Duration, Instant};

/// The shortest and the longest time between two readings of the processor time of a bot.
const POLL_INTERVALS: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(10)];

/// How long a bot must use no processor time to count as idle.
const IDLE_TIME: Duration = Duration::from_millis(20);

/// A bot in a process of its own.
pub struct Program {
    rules: Ruleset,
    // Dropped in this order: the bot is asked to quit before its group is killed.
    host: EngineHost,
    process_group: Option<ProcessGroup>,
    limit: Duration,
    time_control: TimeControl,
    /// Processor time used beyond the budgets so far.
    overrun: Duration,
}

impl Program {
    /// Starts a program and sends it this `rules` message.
    ///
    /// # Errors
    /// The program cannot be started, sends no `info`, or refuses the rules.
    pub fn launch(
        command: &str,
        limit: Duration,
        time_control: TimeControl,
        rules: &Ruleset,
        rules_message: Rules,
    ) -> Result<Program, PlayerError> {
        let bot = Bot::launch_in_group(SignalGroup::Own, command, rules_message, limit)?;
        let program = Program {
            rules: *rules,
            process_group: bot.process_id().map(ProcessGroup::new),
            host: EngineHost::new(bot),
            limit,
            time_control,
            overrun: Duration::ZERO,
        };
        program.suspend();
        Ok(program)
    }

    /// Suspends the process until the next request, under [`TimeControl::CpuTime`].
    fn suspend(&self) {
        if let (TimeControl::CpuTime(_), Some(group)) = (self.time_control, &self.process_group) {
            group.suspend();
        }
    }

    /// Requests a move with this processor time. A bot that gives no move (freeing the last search
    /// can take all its time) gets the same time once more.
    fn suggest_with_budget(&mut self, budget: Duration) -> Result<Suggestion, PlayerError> {
        let answer = self.suggest_once(budget)?;
        if answer.is_empty() {
            self.suggest_once(budget)
        } else {
            Ok(answer)
        }
    }

    /// Resumes the process, lets it search, requests the move and suspends the process again. The
    /// overrun of earlier requests takes at most half of the budget, because a move needs some time.
    fn suggest_once(&mut self, budget: Duration) -> Result<Suggestion, PlayerError> {
        if let Some(group) = &mut self.process_group {
            group.resume();
        }
        let before = self.cpu_time();
        self.wait_for_cpu_time(before + budget.saturating_sub(self.overrun).max(budget / 2));
        let answer = self.wait_for_suggestion();
        self.suspend();
        let spent = self.cpu_time().saturating_sub(before);
        self.overrun = (self.overrun + spent).saturating_sub(budget);
        let mut answer = answer?;
        // The reported speed includes the time in which the process was suspended.
        let seconds = spent.as_secs_f64().max(1e-6);
        answer.effort.nps = answer.effort.nodes.map(|nodes| nodes / seconds);
        Ok(answer)
    }

    /// Waits until the processor time has reached `until`, the process is idle, or the limit of
    /// real time has passed.
    fn wait_for_cpu_time(&self, until: Duration) {
        let Some(group) = &self.process_group else {
            return;
        };
        let begun = Instant::now();
        let (mut last_used, mut last_busy) = (None, begun);
        while begun.elapsed() < self.limit {
            let Some(used) = group.cpu_time().filter(|used| *used < until) else {
                return;
            };
            if Some(used) != last_used || group.is_runnable() {
                (last_used, last_busy) = (Some(used), Instant::now());
            } else if last_busy.elapsed() >= IDLE_TIME {
                return;
            }
            // The process needs at least this long for the time that is left.
            let shortest = (until - used) / processors();
            std::thread::sleep(shortest.clamp(POLL_INTERVALS[0], POLL_INTERVALS[1]));
        }
    }

    fn cpu_time(&self) -> Duration {
        let used = self.process_group.as_ref().and_then(ProcessGroup::cpu_time);
        used.unwrap_or_default()
    }

    /// Requests a move and waits for it until the limit.
    fn wait_for_suggestion(&mut self) -> Result<Suggestion, PlayerError> {
        self.request();
        self.poll(self.limit)?.ok_or_else(|| {
            let timeout = BotError::timeout("suggestion", self.limit);
            self.host.explain(timeout).into()
        })
    }
}

/// Returns how many processors a bot can use at a time.
fn processors() -> u32 {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    u32::try_from(count).unwrap_or(u32::MAX)
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
        self.host.play(&self.rules, placement, dealt);
    }

    fn stop(&mut self) {
        self.host.stop();
    }

    fn suggest(&mut self) -> Result<Suggestion, PlayerError> {
        match self.time_control {
            TimeControl::CpuTime(budget) => self.suggest_with_budget(budget),
            TimeControl::Unlimited | TimeControl::RealTime => self.wait_for_suggestion(),
        }
    }

    fn request(&mut self) {
        self.host.request();
    }

    fn poll(&mut self, wait: Duration) -> Result<Option<Suggestion>, PlayerError> {
        let polled = self.host.poll(wait);
        let Some(answer) = polled.map_err(|error| self.host.explain(error))? else {
            return Ok(None);
        };
        let nps = answer.info.as_ref().and_then(|info| info.nps);
        let mut suggestion = to_suggestion(&self.rules, &answer.moves, answer.info);
        suggestion.is_repeated = answer.is_repeated;
        suggestion.effort.nps = nps.filter(|_| self.time_control == TimeControl::RealTime);
        Ok(Some(suggestion))
    }

    fn answers_twice(&mut self) -> bool {
        // A suspended process cannot answer.
        if let Some(group) = &mut self.process_group {
            group.resume();
        }
        self.host.answers_twice()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A suspended process cannot quit.
        if let Some(group) = &mut self.process_group {
            group.resume();
        }
    }
}
