//! Plays the games of a match in parallel, and counts them in the order of their numbers.
//!
//! A match may end before its last game, when a test is decided or a bot has won often enough. That
//! is checked in the order of the numbers, so that the result does not depend on the number of games
//! that are played at a time.

use super::game::Game;
use super::observer::NoObserver;
use super::player::{Player, PlayerError, PlayerSpec};
use super::preset::Preset;
use super::record::{GameRecord, bot_seat};
use super::recorder::Recorder;
use super::referee::{EndReason, Referee};
use landfall_experiment::jobs::{Jobs, StopSignal, run_jobs};
use landfall_experiment::statistics::{Pentanomial, sprt_bounds};
use landfall_rules::rng::mix64;
use std::cell::RefCell;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

/// A match to play.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// The kind of game.
    pub preset: Preset,
    /// How to start A and B.
    pub players: [PlayerSpec; 2],
    /// Their commands, as on the command line.
    pub commands: [String; 2],
    /// Seed of the match.
    pub seed: u64,
    /// Numbers of the games.
    pub games: Range<u64>,
    /// When the match ends before its last game.
    pub stop_condition: StopCondition,
    /// Most games played at a time.
    pub jobs: usize,
    /// Whether replays are written.
    pub replays: bool,
    /// Whether games are played in real time.
    pub real_time: bool,
}

/// When a match ends before its last game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StopCondition {
    /// Never.
    AllGames,
    /// When a bot has won this many games.
    FirstTo(u64),
    /// When a sequential test between these differences in Elo is decided.
    Sprt([f64; 2]),
}

impl StopCondition {
    /// Returns whether this score ends a match.
    pub fn is_met(self, score: &Pentanomial) -> bool {
        match self {
            StopCondition::AllGames => false,
            StopCondition::FirstTo(wins) => score.games[0] >= wins || score.games[2] >= wins,
            StopCondition::Sprt(elo) => {
                let (low, high) = sprt_bounds();
                !(low..high).contains(&score.llr(elo))
            }
        }
    }
}

/// A finished game, with its replay.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Its record.
    pub record: GameRecord,
    /// Its replay, if replays are written.
    pub replay: Option<String>,
}

/// Receives the games of a match.
pub trait MatchObserver {
    /// Receives a finished game, in the order in which games finish.
    fn game_finished(&mut self, finished: &FinishedGame);

    /// Receives a game that counts, in the order of the numbers. If the match is stopped, the games
    /// after the first unfinished one follow at the end.
    fn game_counted(&mut self, finished: FinishedGame);
}

/// Returns the seed of a game, which is the same for both games of a pair.
pub fn game_seed(series: u64, game: u64) -> u64 {
    mix64(mix64(series) ^ (game / 2))
}

/// Plays a match to its end or until `stop` is set. Games in `done` are not played again; they are
/// counted, but not passed to [`MatchObserver::game_finished`].
///
/// # Errors
/// A bot does not start before the first game. Later that is a lost game.
pub fn run_match(
    config: &MatchConfig,
    done: Vec<GameRecord>,
    observer: &mut dyn MatchObserver,
    stop: &AtomicBool,
) -> Result<(), PlayerError> {
    let done = done.into_iter().map(|record| {
        let replay = None;
        (record.game, FinishedGame { record, replay })
    });
    let jobs = Jobs {
        done: done.collect(),
        ..Jobs::new(config.games.clone(), config.jobs, stop)
    };
    let observer = RefCell::new(observer);
    let mut score = Pentanomial::default();
    run_jobs(
        jobs,
        || PlayerPair::launch(config),
        |pair, number, stop| Ok(pair.play(config, number, stop)),
        |game| observer.borrow_mut().game_finished(game),
        |number, game| {
            score.add(number, game.record.half_points());
            observer.borrow_mut().game_counted(game);
            if config.stop_condition.is_met(&score) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    )
}

/// Two players that play one game after the other.
struct PlayerPair {
    /// A and B; `None` after a failure, until the next game.
    players: [Option<Box<dyn Player>>; 2],
}

impl PlayerPair {
    fn launch(config: &MatchConfig) -> Result<PlayerPair, PlayerError> {
        let launch = |bot: usize| {
            let launched = launch_player(config, bot);
            launched.map(Some).map_err(|error| PlayerError {
                text: format!(
                    "bot {} ({}): {}",
                    ["A", "B"][bot],
                    config.commands[bot],
                    error.text
                ),
                ..error
            })
        };
        Ok(PlayerPair {
            players: [launch(0)?, launch(1)?],
        })
    }

    /// Plays a game. Returns `None` if it was stopped.
    fn play(
        &mut self,
        config: &MatchConfig,
        number: u64,
        stop: StopSignal,
    ) -> Option<FinishedGame> {
        let seed = game_seed(config.seed, number);
        let referee = Referee::new(&config.preset, seed);
        let failures = self.relaunch(config, number);
        let [Some(a), Some(b)] = &mut self.players else {
            return Some(forfeit_unplayed(number, referee, failures));
        };
        let (a, b) = (a.as_mut(), b.as_mut());
        let queues = [0, 1].map(|seat| &referee.side(seat).state().queue);
        let mut recorder = config
            .replays
            .then(|| Recorder::new(number, seed, &config.preset, &config.commands, queues));
        let mut game = Game {
            number,
            referee,
            players: match bot_seat(number, 0) {
                0 => [a, b],
                _ => [b, a],
            },
            failures,
            observer: match &mut recorder {
                Some(recorder) => recorder,
                None => &mut NoObserver,
            },
        };
        let stop = || stop.is_set();
        let record = match config.real_time {
            true => game.play_real_time(&stop),
            false => game.play(&stop),
        }?;
        let replay = recorder.map(Recorder::into_text);
        // A bot that failed is launched again before the next game.
        for (bot, failure) in [&record.a.failure, &record.b.failure]
            .into_iter()
            .enumerate()
        {
            if failure.is_some() {
                self.players[bot] = None;
            }
        }
        Some(FinishedGame { record, replay })
    }

    /// Launches the bots that failed in the game before. Returns the errors of launching, by seat.
    fn relaunch(&mut self, config: &MatchConfig, number: u64) -> [Option<PlayerError>; 2] {
        let mut failures = [None, None];
        for (bot, player) in self.players.iter_mut().enumerate() {
            if player.is_some() {
                continue;
            }
            match launch_player(config, bot) {
                Ok(launched) => *player = Some(launched),
                Err(error) => failures[bot_seat(number, bot)] = Some(error),
            }
        }
        failures
    }
}

/// Launches a bot and agrees on the rules with it.
fn launch_player(config: &MatchConfig, bot: usize) -> Result<Box<dyn Player>, PlayerError> {
    let delays = config.preset.frames.delays();
    config.players[bot].launch(&config.preset.rules, Some(&delays))
}

/// Returns a game that a bot lost because it could not be launched again.
fn forfeit_unplayed(
    number: u64,
    mut referee: Referee,
    failures: [Option<PlayerError>; 2],
) -> FinishedGame {
    for (seat, failure) in failures.iter().enumerate() {
        if failure.is_some() {
            referee.end_side(seat, EndReason::PlayerError);
        }
    }
    let stats = [0, 1].map(|seat| referee.stats(seat));
    FinishedGame {
        record: GameRecord::new(number, &referee.result(), stats, failures),
        replay: None,
    }
}
