//! The time manager: how long to think about a turn, from the times that the server announces.
//!
//! The competition's text leaves open whether an announced time is a base plus the time left over
//! from the last turn, one bank for the game, or the same for every turn. The second announcement
//! shows which ([`ClockModel`]). Reads no clock itself: the caller reports how long each turn took.

use std::time::Duration;

/// The meaning of an announced time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum ClockModel {
    /// The base time, plus the time left over from the last turn.
    #[default]
    #[cfg_attr(feature = "cli", value(name = "carry"))]
    Increment,
    /// The rest of one bank for the whole game.
    Bank,
    /// The same for every turn.
    #[cfg_attr(feature = "cli", value(name = "fixed"))]
    PerTurn,
}

/// Default for the time reserved in each turn for the network.
pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(75);

/// Upper limit for one turn: more time gains too little strength.
pub const MAX_TURN_TIME: Duration = Duration::from_secs(60);

/// After a turn that took longer than planned, this multiple of the delay is reserved instead of
/// the move overhead: the cause may delay the next turn even more.
const DELAY_FACTOR: u32 = 2;

/// The remembered delay shrinks by one part in this many per turn.
const DELAY_DECAY: u32 = 8;

/// One part in this many of an announced time is reserved for clocks that run at different
/// speeds.
const DRIFT_SHARE: u32 = 50;

/// One turn takes one part in this many of a bank, or of a time whose meaning is unknown. Games
/// have 26 turns per side on average; a share of the rest never uses it up.
const BANK_SHARE: u32 = 20;

/// While the meaning is unknown, a turn takes at most one part in this many.
const UNKNOWN_SHARE: u32 = 4;

/// One turn takes one part in this many of the time saved beyond the base.
const SAVED_SHARE: u32 = 6;

/// This much of the saved time is never spent: short turns leave little room for a busy
/// processor.
const RESERVE: Duration = Duration::from_millis(400);

/// After a turn shorter than this, a bank cannot be told from fixed times.
const MIN_TELLING_TURN: Duration = Duration::from_millis(20);

/// A turn that was answered.
#[derive(Clone, Copy, Debug)]
struct FinishedTurn {
    announced: u32,
    planned: Duration,
    used: Duration,
}

/// The time manager of one game.
#[derive(Clone, Debug, Default)]
pub struct TimeManager {
    move_overhead: Duration,
    base: Option<u32>,
    last_turn: Option<FinishedTurn>,
    announced: u32,
    /// Planned thinking time of the turn that is due.
    planned: Duration,
    /// The meaning of the announced times, once it is known.
    model: Option<ClockModel>,
    /// By how much turns took longer than planned: the recent maximum.
    delay: Duration,
}

impl TimeManager {
    /// Returns a time manager that reserves `move_overhead` in every turn for the network.
    pub fn new(move_overhead: Duration) -> TimeManager {
        TimeManager {
            move_overhead,
            ..TimeManager::default()
        }
    }

    /// Returns the meaning of the announced times, once it is known.
    pub fn model(&self) -> Option<ClockModel> {
        self.model
    }

    /// Returns how long to think about the turn that is due, from the arrival of its request.
    /// `announced` is the server's time in milliseconds.
    pub fn start_turn(&mut self, announced: u32) -> Duration {
        let base = *self.base.get_or_insert(announced);
        if let Some(past) = self.last_turn.take() {
            self.model = infer_model(self.model, base, past, announced);
            let spent = server_elapsed(self.model, base, past, announced);
            let delay = past.used.max(spent).saturating_sub(past.planned);
            self.delay = delay.max(self.delay - self.delay / DELAY_DECAY);
        }
        self.announced = announced;
        let whole = millis(announced);
        let share = match self.model {
            None => whole / UNKNOWN_SHARE,
            Some(ClockModel::Bank) => whole / BANK_SHARE,
            Some(ClockModel::PerTurn) => whole * 9 / 10,
            Some(ClockModel::Increment) => {
                let carried = whole.saturating_sub(millis(base) + RESERVE);
                whole.min(millis(base)) * 9 / 10 + carried / SAVED_SHARE
            }
        };
        self.planned = share.min(self.spendable(whole)).min(MAX_TURN_TIME);
        self.planned
    }

    /// Records that the turn was answered `used` after its request arrived.
    pub fn finish_turn(&mut self, used: Duration) {
        self.last_turn = Some(FinishedTurn {
            announced: self.announced,
            planned: self.planned,
            used,
        });
    }

    /// Returns the most that may be used of a time: all but the overhead (or the remembered delay)
    /// and the share for drift. If almost nothing remains, a small amount is used.
    fn spendable(&self, whole: Duration) -> Duration {
        let reserved = self.move_overhead.max(self.delay * DELAY_FACTOR) + whole / DRIFT_SHARE;
        whole.saturating_sub(reserved).max(whole / BANK_SHARE)
    }
}

/// Returns a server's time as a duration.
fn millis(time: u32) -> Duration {
    Duration::from_millis(u64::from(time))
}

/// Returns the model after the request that follows a turn. The same time as before means `PerTurn`
/// only if it never differed: a player who uses exactly the base time sees it with an increment,
/// too. A server whose times have reached their maximum announces it repeatedly; `PerTurn` fits
/// that as well.
fn infer_model(
    before: Option<ClockModel>,
    base: u32,
    past: FinishedTurn,
    announced: u32,
) -> Option<ClockModel> {
    if announced == past.announced {
        let fixed = (past.used >= MIN_TELLING_TURN).then_some(ClockModel::PerTurn);
        return before.or(fixed);
    }
    let added = millis(announced) + past.used;
    if added >= millis(past.announced) + millis(base) / 2 {
        Some(ClockModel::Increment)
    } else {
        Some(ClockModel::Bank)
    }
}

/// Returns the time that the server counted for a turn, as far as the next announcement shows it:
/// with the transfer of the request and of the answer, and delays that cannot be measured here.
fn server_elapsed(
    model: Option<ClockModel>,
    base: u32,
    past: FinishedTurn,
    announced: u32,
) -> Duration {
    let before = match model {
        Some(ClockModel::Increment) => millis(past.announced) + millis(base),
        Some(ClockModel::Bank) => millis(past.announced),
        Some(ClockModel::PerTurn) | None => Duration::ZERO,
    };
    before.saturating_sub(millis(announced))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the next time that a server announces, in milliseconds.
    fn announce(model: ClockModel, base: u32, left: u32) -> u32 {
        match model {
            ClockModel::Increment => base.saturating_add(left),
            ClockModel::Bank => left,
            ClockModel::PerTurn => base,
        }
    }

    /// Plays turns against a server's clock, each with a transfer `delay`; returns the announced
    /// times and the thinking times.
    fn game(model: ClockModel, base: u32, delay: u32, turns: usize) -> Vec<(u32, u32)> {
        let mut clock = TimeManager::new(DEFAULT_MOVE_OVERHEAD);
        let mut announced = base;
        let mut played = Vec::new();
        for turn in 0..turns {
            let think = clock.start_turn(announced);
            if turn > 1 && think > Duration::from_millis(40) {
                assert_eq!(clock.model(), Some(model), "{base} {turn}");
            }
            clock.finish_turn(think);
            let think = think.as_millis() as u32;
            assert!(think + delay <= announced, "{model:?} {base} turn {turn}");
            played.push((announced, think));
            announced = announce(model, base, announced - think - delay);
        }
        played
    }

    #[test]
    fn the_second_request_shows_the_clock_model() {
        for model in [ClockModel::Increment, ClockModel::Bank, ClockModel::PerTurn] {
            for base in [500, 1000, 5000, 525_262, 3_600_000] {
                let mut clock = TimeManager::new(DEFAULT_MOVE_OVERHEAD);
                let think = clock.start_turn(base);
                assert_eq!(clock.model(), None);
                assert!(think <= millis(base) / 4);
                clock.finish_turn(think);
                let left = base - think.as_millis() as u32;
                clock.start_turn(announce(model, base, left));
                assert_eq!(clock.model(), Some(model), "{base}");
            }
        }
    }

    #[test]
    fn no_turn_takes_longer_than_announced() {
        for model in [ClockModel::Increment, ClockModel::Bank, ClockModel::PerTurn] {
            for base in [100, 200, 500, 1000, 5000, 60_000, 525_262] {
                let delay = (base / 2000).min(DEFAULT_MOVE_OVERHEAD.as_millis() as u32 / 4);
                game(model, base, delay, 90);
            }
        }
    }

    /// Plays turns with delays, in this process or in transfer; returns the thinking times.
    fn delayed(model: ClockModel, base: u32, here: bool, delays: &[u32]) -> Vec<u32> {
        let mut clock = TimeManager::new(DEFAULT_MOVE_OVERHEAD);
        let mut announced = base;
        let mut thought = Vec::new();
        for (turn, &delay) in delays.iter().enumerate() {
            let think = clock.start_turn(announced).as_millis() as u32;
            let used = think + delay;
            assert!(
                used <= announced,
                "{model:?} turn {turn}: {announced} {think} {delay}"
            );
            clock.finish_turn(millis(if here { used } else { think }));
            thought.push(think);
            announced = announce(model, base, announced - used);
        }
        thought
    }

    #[test]
    fn a_late_turn_increases_the_reserve() {
        // Each delay is more than the overhead, and the next ones are worse.
        let delays = [0, 0, 95, 180, 180, 350, 200, 350, 600, 350];
        for (model, base) in [
            (ClockModel::Increment, 1000),
            (ClockModel::PerTurn, 1000),
            (ClockModel::Bank, 6000),
        ] {
            delayed(model, base, true, &delays);
        }
        // Delays in transfer show in the announced times of these models.
        for (model, base) in [(ClockModel::Increment, 1000), (ClockModel::Bank, 6000)] {
            delayed(model, base, false, &delays);
        }
    }

    #[test]
    fn the_remembered_delay_decays() {
        let mut delays = [5; 40];
        delays[3] = 95;
        let thought = delayed(ClockModel::PerTurn, 1000, true, &delays);
        assert_eq!(thought[3], 900);
        assert_eq!(thought[4], 1000 - 20 - 190);
        assert!(
            thought[10] > thought[4] && thought[39] == 900,
            "{thought:?}"
        );
    }

    #[test]
    fn carried_time_is_used_except_for_a_reserve() {
        let played = game(ClockModel::Increment, 1000, 5, 40);
        let spent: u32 = played.iter().map(|(_, think)| think).sum();
        assert!(spent > 37_000, "{spent}");
        for (announced, think) in &played[1..] {
            assert!(announced - think >= 400, "{played:?}");
        }
    }

    #[test]
    fn short_turns_leave_room_for_a_busy_processor() {
        for base in [200, 300, 500] {
            let played = game(ClockModel::Increment, base, 5, 30);
            let (announced, think) = played[20];
            assert!(announced - think >= 400, "{played:?}");
            assert!(played[29].1 >= base * 4 / 5, "{played:?}");
        }
    }

    #[test]
    fn a_bank_lasts_for_the_longest_game() {
        let played = game(ClockModel::Bank, 300_000, 50, 90);
        assert!(played[25].1 > 3_000 && played[89].1 > 50, "{played:?}");
    }

    #[test]
    fn fixed_times_are_used_every_turn() {
        let played = game(ClockModel::PerTurn, 1000, 50, 30);
        assert!(played[2..].iter().all(|&(_, think)| think == 900));
    }

    #[test]
    fn a_turn_that_takes_no_time_does_not_show_the_model() {
        let mut clock = TimeManager::new(DEFAULT_MOVE_OVERHEAD);
        clock.start_turn(10_000);
        clock.finish_turn(Duration::ZERO);
        assert_eq!(clock.start_turn(10_000), Duration::from_millis(2500));
        assert_eq!(clock.model(), None);
        clock.finish_turn(Duration::from_millis(2500));
        clock.start_turn(7_450);
        assert_eq!(clock.model(), Some(ClockModel::Bank));
    }

    #[test]
    fn extreme_times_are_handled() {
        let mut clock = TimeManager::new(DEFAULT_MOVE_OVERHEAD);
        for _ in 0..3 {
            assert_eq!(clock.start_turn(u32::MAX), MAX_TURN_TIME);
            clock.finish_turn(MAX_TURN_TIME);
        }
        assert_eq!(clock.model(), Some(ClockModel::PerTurn));
        for time in [0, 1, 50, 100] {
            let mut clock = TimeManager::new(DEFAULT_MOVE_OVERHEAD);
            let think = clock.start_turn(time);
            assert!(think <= millis(time) / 4, "{time}");
        }
        assert!(
            TimeManager::new(DEFAULT_MOVE_OVERHEAD).start_turn(100) >= Duration::from_millis(5)
        );
    }
}
