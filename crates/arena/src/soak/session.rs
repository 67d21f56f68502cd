//! One session of a soak test: a process of the bot, from its launch until it has played its
//! pieces.

use super::SoakSettings;
use super::frontend::Frontend;
use super::memory::{MemoryUse, SAMPLES};
use super::report::{SoakCounts, SoakRecord};
use super::script::{Action, Script};
use crate::player::PlayerError;
use landfall_experiment::jobs::StopSignal;
use landfall_rules::rng::mix64;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Placement, Ruleset};
use landfall_tbp::convert::to_rules;
use landfall_tbp::host::{Bot, SignalGroup};
use landfall_tbp::messages::RULESET_FEATURE;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The numbers of pieces that the bot sees in a game.
const VISIBLE: [usize; 6] = [1, 2, 3, 5, 6, 14];

/// A frontend plays one of this many of the lowest legal moves when it chooses a move itself.
const OWN_CHOICES: usize = 3;

/// Requests of the warm-up in one position, as many as the most of a slow read.
const WARM_UP_REQUESTS: u32 = 600;

/// Factor by which the bot searches longer in the positions of the warm-up.
const WARM_UP_THINK: u64 = 10;

/// How long a bot has to free the memory of its search before a sample is taken.
const SETTLE_TIME: Duration = Duration::from_millis(50);

/// Time between two lines of a slow reader.
const LINE_INTERVAL: Duration = Duration::from_micros(200);

/// The options of a session.
pub struct SessionPlan<'a> {
    pub number: u64,
    pub settings: &'a SoakSettings,
    pub command: &'a str,
    pub time_limit: Duration,
}

/// Runs a session. `progress` gets the pieces since its last call. Returns `None` if it was
/// stopped before its end.
///
/// # Errors
/// The bot does not start. Later failures are in the record.
pub fn run_session(
    plan: &SessionPlan,
    stop: &StopSignal,
    progress: &dyn Fn(u64),
) -> Result<Option<SoakRecord>, PlayerError> {
    let bot = Bot::launch_in_group(
        SignalGroup::Own,
        plan.command,
        to_rules(&GUIDELINE),
        plan.time_limit,
    )?;
    let mut session = Session::new(plan, bot);
    let begun = Instant::now();
    let played = session.play(stop, progress);
    if stop.is_set() && session.counts.pieces < plan.settings.pieces {
        return Ok(None);
    }
    Ok(Some(SoakRecord {
        failure: played.err().map(|error| error.text),
        seconds: begun.elapsed().as_secs_f64(),
        ..session.into_record(plan.number)
    }))
}

struct Session {
    frontend: Frontend,
    script: Script,
    rulesets: Vec<Ruleset>,
    pieces: u64,
    think_ms: u64,
    counts: SoakCounts,
    memory: MemoryUse,
}

impl Session {
    fn new(plan: &SessionPlan, bot: Bot) -> Session {
        let settings = plan.settings;
        Session {
            rulesets: match bot.info().has_feature(RULESET_FEATURE) {
                true => Ruleset::ALL.map(|rules| *rules).to_vec(),
                false => vec![GUIDELINE],
            },
            frontend: Frontend::new(bot, &GUIDELINE, plan.time_limit),
            script: Script::new(mix64(mix64(settings.seed) ^ plan.number)),
            pieces: settings.pieces,
            think_ms: settings.think,
            counts: SoakCounts::default(),
            memory: MemoryUse::default(),
        }
    }

    /// Plays all pieces, or until `stop` is set.
    fn play(&mut self, stop: &StopSignal, progress: &dyn Fn(u64)) -> Result<(), PlayerError> {
        let interval = self.pieces.div_ceil(SAMPLES).max(1);
        let mut sampled = 0;
        self.warm_up()?;
        self.start_game();
        while self.counts.pieces < self.pieces && !stop.is_set() {
            let action = self.script.next_action();
            self.act(action)?;
            if self.frontend.is_lost() {
                self.end_lost_game()?;
            }
            if self.counts.pieces >= sampled + interval {
                self.sample_memory();
                progress(self.counts.pieces - sampled);
                sampled = self.counts.pieces;
            }
        }
        self.frontend.receive_all().map(drop)
    }

    /// Lets the bot search under all rules for longer than in the session, because an allocator keeps
    /// the memory that it once needed.
    fn warm_up(&mut self) -> Result<(), PlayerError> {
        for rules in self.rulesets.clone() {
            self.frontend.set_rules(&rules);
            let visible = VISIBLE[VISIBLE.len() - 1];
            self.frontend.start(visible, self.script.seed());
            sleep(Duration::from_millis(WARM_UP_THINK * self.think_ms));
            self.play_suggestion(WARM_UP_REQUESTS)?;
        }
        Ok(())
    }

    /// Samples the memory of the bot without a search, whose memory depends on the speed of the
    /// machine.
    fn sample_memory(&mut self) {
        self.frontend.stop();
        sleep(SETTLE_TIME);
        self.memory.sample(self.frontend.bot().process_id());
        self.frontend.send_position();
    }

    fn act(&mut self, action: Action) -> Result<(), PlayerError> {
        match action {
            Action::Move => self.play_suggestion(1)?,
            Action::Burst { moves, requests } => {
                self.counts.bursts += 1;
                self.play_own(moves, requests);
                self.frontend.receive_all()?;
            }
            Action::Flood { requests } => {
                self.counts.floods += 1;
                self.play_suggestion(requests)?;
            }
            Action::SlowRead { requests, wait_ms } => {
                self.counts.slow_reads += 1;
                self.read_slowly(requests, wait_ms)?;
            }
            Action::Pause { ms, stops } => {
                self.counts.pauses += 1;
                if stops {
                    self.frontend.stop();
                }
                sleep(Duration::from_millis(ms.into()));
                if stops {
                    self.frontend.send_position();
                }
            }
            Action::Garbage { rows } => {
                self.counts.garbage_rows += u64::from(rows);
                self.frontend.raise_garbage(rows);
            }
            Action::PendingGarbage { rows } => self.frontend.set_pending_garbage(rows),
            Action::Restart { stops } => {
                self.counts.restarts += 1;
                if stops {
                    self.frontend.stop();
                }
                self.start_game();
            }
        }
        Ok(())
    }

    /// Begins a game, every other time under rules that are drawn.
    fn start_game(&mut self) {
        self.counts.games += 1;
        if self.script.one_in(2) {
            let rules = self.script.choose(&self.rulesets);
            self.frontend.set_rules(&rules);
        }
        let visible = self.script.choose(&VISIBLE);
        let seed = self.script.seed();
        self.frontend.start(visible, seed);
    }

    /// Begins another game after a lost one, sometimes after `stop`.
    fn end_lost_game(&mut self) -> Result<(), PlayerError> {
        if self.script.one_in(4) {
            self.frontend.stop();
        }
        self.start_game();
        self.frontend.receive_all().map(drop)
    }

    /// Sends this many requests, and plays a move of the last answer, mostly the first.
    fn play_suggestion(&mut self, requests: u32) -> Result<(), PlayerError> {
        self.think();
        self.frontend.request(requests);
        let moves = self.frontend.receive_all()?;
        self.play_one_of(&moves);
        Ok(())
    }

    /// Sends this many requests, reads nothing for a while, and then reads line by line.
    fn read_slowly(&mut self, requests: u32, wait_ms: u32) -> Result<(), PlayerError> {
        self.frontend.request(requests);
        sleep(Duration::from_millis(wait_ms.into()));
        let mut moves = Vec::new();
        while self.frontend.awaited_answers() > 0 {
            moves = self.frontend.receive()?;
            sleep(LINE_INTERVAL);
        }
        self.play_one_of(&moves);
        Ok(())
    }

    /// Waits for a drawn time, in which the bot searches.
    fn think(&mut self) {
        if let Some(longest) = u32::try_from(2 * self.think_ms).ok().filter(|ms| *ms > 0) {
            sleep(Duration::from_millis(self.script.draw(0..=longest).into()));
        }
    }

    fn play_one_of(&mut self, moves: &[Placement]) {
        let second = moves.get(1).filter(|_| self.script.one_in(20));
        match second.or(moves.first()) {
            Some(mv) => self.play_move(*mv),
            // The bot suggested no legal move, which is counted already.
            None => self.play_own(1, false),
        }
    }

    /// Plays moves of the frontend, with a request before each if `requests`, and reads nothing
    /// meanwhile.
    fn play_own(&mut self, moves: u32, requests: bool) {
        for _ in 0..moves {
            if self.frontend.is_lost() {
                return;
            }
            if requests {
                self.frontend.request(1);
            }
            let own = self.frontend.own_moves();
            let choices = &own[..own.len().min(OWN_CHOICES)];
            if choices.is_empty() {
                return;
            }
            let mv = self.script.choose(choices);
            self.play_move(mv);
        }
    }

    fn play_move(&mut self, mv: Placement) {
        self.frontend.play(mv);
        self.counts.pieces += 1;
    }

    /// Returns the record of the session, without its failure and its duration.
    fn into_record(self, number: u64) -> SoakRecord {
        SoakRecord {
            session: number,
            counts: SoakCounts {
                suggestions: self.frontend.suggestions,
                illegal: self.frontend.illegal,
                ..self.counts
            },
            first_illegal: self
                .frontend
                .first_illegal
                .as_ref()
                .map(|first| first.text.clone()),
            first_illegal_start: self.frontend.first_illegal.map(|first| first.start),
            failure: None,
            memory: self.memory,
            seconds: 0.0,
        }
    }
}
