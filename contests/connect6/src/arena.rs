//! Matches: two players over the real server and real sockets, with sides swapped, the same
//! openings for both, one process for a program and one thread for a built-in player.
//!
//! Owns who plays which game and what came of it. Prints nothing.

use super::client::{self, Pondering};
use super::engine;
use super::random_opening::random_opening;
use super::record::GameRecord;
use super::referee::{EndReason, Meaning, ServerBehaviour};
use super::rules::{Colour, Turn};
use super::server::{ServedGame, Server, ServerOptions, WriteMode};
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_experiment::statistics::Trinomial;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::ops::ControlFlow;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

/// How long the players may take to come.
const JOIN_TIMEOUT: Duration = Duration::from_secs(60);

/// How long a program may take to end after its game.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Who plays.
#[derive(Clone, Debug)]
pub enum Player {
    /// This engine, in a thread of this process; it never thinks on the opponent's time.
    BuiltIn {
        /// The engine's options.
        engine: engine::EngineOptions,
        /// So many nodes a turn in place of time.
        nodes: Option<u64>,
        /// Kept of every turn.
        move_overhead: Duration,
    },
    /// Another program that speaks the protocol as a client.
    Program {
        /// The command and its arguments. `{ip}`, `{port}` and `{key}` stand for where to
        /// connect; without `{port}`, `-i IP -p PORT -k KEY` are added.
        command: Vec<String>,
    },
}

/// A match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// A and B.
    pub players: [Player; 2],
    /// Time of A and of B for a turn, in milliseconds; what is left is carried on.
    pub times: [u32; 2],
    /// Games; two of each opening.
    pub games: usize,
    /// Games at the same time.
    pub jobs: usize,
    /// For the openings, where none are listed.
    pub seed: u64,
    /// Openings that are played in turn; if there are none, they are drawn by chance.
    pub openings: Vec<Vec<Turn>>,
}

impl MatchConfig {
    /// The opening of two games.
    fn opening(&self, number: usize) -> Vec<Turn> {
        match self.openings.len() {
            0 => random_opening(self.seed, number as u64),
            listed => self.openings[number % listed].clone(),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Its number, from 0. A is black in even ones.
    pub number: usize,
    /// What was served.
    pub served: ServedGame,
    /// The game as text.
    pub record: GameRecord,
}

impl MatchGame {
    /// A's colour.
    pub fn colour_of_a(&self) -> Colour {
        colour_of_a(self.number)
    }
}

fn colour_of_a(number: usize) -> Colour {
    match number % 2 {
        0 => Colour::Black,
        _ => Colour::White,
    }
}

/// What a match came to.
#[derive(Clone, Debug, Default)]
pub struct MatchSummary {
    /// From A's side.
    pub tally: Trinomial,
    /// How often A and B lost on the clock.
    pub timeouts: [u32; 2],
    /// How often A and B lost by an illegal answer.
    pub illegal_answers: [u32; 2],
    /// How often A and B lost by closing the connection or by messages that were not due.
    pub protocol_errors: [u32; 2],
    /// Turns of all games, openings not counted.
    pub turns: usize,
    /// The longest turn of A and of B.
    pub longest_turns: [Duration; 2],
    /// All turns of A and of B.
    pub total_times: [Duration; 2],
    /// How many turns A and B made.
    pub turn_counts: [u32; 2],
}

impl MatchSummary {
    /// Counts a game.
    pub fn add(&mut self, game: &MatchGame) {
        let a = game.colour_of_a();
        let verdict = &game.served.verdict;
        match verdict.winner {
            None => self.tally.drawn += 1,
            Some(winner) if winner == a => self.tally.won += 1,
            Some(_) => self.tally.lost += 1,
        }
        if let Some(winner) = verdict.winner {
            let loser = usize::from(winner == a);
            match verdict.reason {
                EndReason::TimedOut { .. } => self.timeouts[loser] += 1,
                EndReason::Illegal(..) => self.illegal_answers[loser] += 1,
                EndReason::SixInARow | EndReason::BoardFull => {}
                _ => self.protocol_errors[loser] += 1,
            }
        }
        let played = game.served.position.turns().len();
        self.turns += game.served.times.len();
        let first = played - game.served.times.len();
        for (turn, &time) in (first..).zip(&game.served.times) {
            let black = turn % 2 == 0;
            let side = usize::from(black != (a == Colour::Black));
            self.longest_turns[side] = self.longest_turns[side].max(time);
            self.total_times[side] += time;
            self.turn_counts[side] += 1;
        }
    }
}

/// Plays a match; `told` hears of every game once, in the order of their numbers. `stop`
/// ends it after the games that are being played.
///
/// # Errors
/// A game could not be played at all, for instance because a program does not start.
pub fn play_match(
    plan: &MatchConfig,
    stop: &AtomicBool,
    told: &mut dyn FnMut(&MatchGame, &MatchSummary),
) -> Result<MatchSummary, String> {
    let mut summary = MatchSummary::default();
    run_jobs(
        Jobs::new(0..plan.games as u64, plan.jobs, stop),
        || Ok(()),
        |(), number, _stop| {
            let number = number as usize;
            let played = play_game(plan, number);
            played
                .map(Some)
                .map_err(|why| format!("game {}: {why}", number + 1))
        },
        |_game| {},
        |_number, game| {
            summary.add(&game);
            told(&game, &summary);
            ControlFlow::Continue(())
        },
    )?;
    Ok(summary)
}

/// Plays one game.
fn play_game(plan: &MatchConfig, number: usize) -> Result<MatchGame, String> {
    let a = colour_of_a(number);
    let seats = match a {
        Colour::Black => [0, 1],
        Colour::White => [1, 0],
    };
    let place = ServerOptions {
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        keys: [Some(0), Some(1)],
        write_mode: WriteMode::Messages,
        join_timeout: Some(JOIN_TIMEOUT),
    };
    let switches = ServerBehaviour {
        times: seats.map(|player| plan.times[player]),
        clock_model: Meaning::Increment,
        opening: plan.opening(number / 2),
        ..ServerBehaviour::default()
    };
    let skipped = switches.opening.len();
    let server = Server::bind(place, switches).map_err(|error| error.to_string())?;
    let port = server.port().map_err(|error| error.to_string())?;
    let served = thread::scope(|scope| {
        let mut programs = Vec::new();
        for (key, player) in (0u8..).zip(seats) {
            match &plan.players[player] {
                Player::Program { command: words } => {
                    programs.push(start_program(words, port, key)?)
                }
                Player::BuiltIn {
                    engine,
                    nodes,
                    move_overhead: slack,
                } => {
                    let options = client::ClientOptions {
                        host: Ipv4Addr::LOCALHOST.to_string(),
                        port,
                        key,
                        move_overhead: *slack,
                        nodes: *nodes,
                        pondering: Pondering::Never,
                        engine: engine.clone(),
                    };
                    // Whatever it fails of, the server sees that it has gone.
                    scope.spawn(move || client::play(&options, &mut |_| {}));
                }
            }
        }
        let served = server.run(&AtomicBool::new(false), &mut |_| {});
        programs.iter_mut().for_each(ProgramProcess::wait_for_exit);
        served.map_err(|error| error.to_string())
    })?;
    let name = |player: usize| ["A", "B"][player].to_string();
    let times = std::iter::repeat_n(None, skipped).chain(served.times.iter().copied().map(Some));
    Ok(MatchGame {
        number,
        record: GameRecord {
            players: seats.map(name),
            result: served.verdict.to_string(),
            turns: served.position.turns().to_vec(),
            times: times.collect(),
        },
        served,
    })
}

/// A program that plays; it ends with this at the latest.
struct ProgramProcess(Child);

fn start_program(words: &[String], port: u16, key: u8) -> Result<ProgramProcess, String> {
    let ip = Ipv4Addr::LOCALHOST.to_string();
    let filled = |word: &String| {
        word.replace("{ip}", &ip)
            .replace("{port}", &port.to_string())
            .replace("{key}", &key.to_string())
    };
    let mut words_in: Vec<String> = words.iter().map(filled).collect();
    if !words.iter().any(|word| word.contains("{port}")) {
        let more = ["-i", &ip, "-p", &port.to_string(), "-k", &key.to_string()];
        words_in.extend(more.map(str::to_string));
    }
    let Some((program, arguments)) = words_in.split_first() else {
        return Err("a program's command is empty".to_string());
    };
    let started: io::Result<Child> = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    started
        .map(ProgramProcess)
        .map_err(|error| format!("{program} does not start: {error}"))
}

impl ProgramProcess {
    /// Waits a while for the program to end.
    fn wait_for_exit(&mut self) {
        let begun = Instant::now();
        while matches!(self.0.try_wait(), Ok(None)) && begun.elapsed() < EXIT_TIMEOUT {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for ProgramProcess {
    fn drop(&mut self) {
        // Both fail when the program has ended already, which is as well.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
