//! The match runner: two players connected to the server over sockets; every opening is played with
//! both colours. A program runs in its own process, a built-in player in a thread.

use super::client;
use super::engine;
use super::random_opening::random_opening;
use super::record::GameRecord;
use super::referee::{EndReason, ServerBehaviour};
use super::rules::{Colour, Turn};
use super::server::{ServedGame, Server, ServerError, ServerOptions, WriteMode};
use super::time_manager::ClockModel;
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_experiment::statistics::Trinomial;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::ops::ControlFlow;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

/// How long the players may take to connect.
const JOIN_TIMEOUT: Duration = Duration::from_secs(60);

/// How long a program may take to exit after its game.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// A player of a match.
#[derive(Clone, Debug)]
pub enum Player {
    /// This engine, in a thread of this process; never ponders.
    BuiltIn {
        /// The engine's options.
        engine: engine::EngineOptions,
        /// Nodes for each turn, in place of time.
        nodes: Option<u64>,
        /// Time of every turn that is reserved.
        move_overhead: Duration,
    },
    /// Another program that speaks the protocol as a client.
    Program {
        /// The command and its arguments. `{ip}`, `{port}` and `{key}` are replaced by those of the
        /// server; without `{port}`, `-i IP -p PORT -k KEY` are appended.
        command: Vec<String>,
    },
}

/// The players and the options of a match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// Players A and B.
    pub players: [Player; 2],
    /// Time of A and of B per turn, in milliseconds; unused time is added to the next turn.
    pub times: [u32; 2],
    /// Number of games; two for each opening.
    pub games: usize,
    /// Games played at the same time.
    pub jobs: usize,
    /// Seed of the openings, if none are listed.
    pub seed: u64,
    /// Openings to play in order; if there are none, they are drawn at random.
    pub openings: Vec<Vec<Turn>>,
}

impl MatchConfig {
    /// Returns the opening of game pair `number`.
    fn opening(&self, number: usize) -> Vec<Turn> {
        match self.openings.len() {
            0 => random_opening(self.seed, number as u64),
            listed => self.openings[number % listed].clone(),
        }
    }
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Its number, from 0. A is black in even ones.
    pub number: usize,
    /// The game, as served.
    pub served: ServedGame,
    /// The game as text.
    pub record: GameRecord,
}

/// Returns A's colour in the game of this number.
pub fn colour_of_a(number: usize) -> Colour {
    Colour::BOTH[number % 2]
}

/// The results of a match.
#[derive(Clone, Debug, Default)]
pub struct MatchSummary {
    /// Games that A won, drew and lost.
    pub tally: Trinomial,
    /// How often A and B lost on time.
    pub timeouts: [u32; 2],
    /// How often A and B lost by an illegal answer.
    pub illegal_answers: [u32; 2],
    /// How often A and B lost by disconnecting or by unexpected messages.
    pub protocol_errors: [u32; 2],
    /// The longest turn of A and of B.
    pub longest_turns: [Duration; 2],
    /// Total time of A and of B.
    pub total_times: [Duration; 2],
    /// Number of turns of A and of B.
    pub turn_counts: [u32; 2],
}

impl MatchSummary {
    /// Adds a game.
    pub fn add(&mut self, game: &MatchGame) {
        let a = colour_of_a(game.number);
        let result = &game.served.result;
        match result.winner {
            None => self.tally.drawn += 1,
            Some(winner) if winner == a => self.tally.won += 1,
            Some(_) => self.tally.lost += 1,
        }
        if let Some(winner) = result.winner {
            let loser = usize::from(winner == a);
            match result.reason {
                EndReason::TimedOut { .. } => self.timeouts[loser] += 1,
                EndReason::Illegal(..) => self.illegal_answers[loser] += 1,
                EndReason::SixInARow | EndReason::BoardFull => {}
                _ => self.protocol_errors[loser] += 1,
            }
        }
        let played = game.served.position.turns().len();
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

/// Why a match ended early.
#[derive(Debug, thiserror::Error)]
#[error("game {game}: {why}")]
pub struct MatchError {
    /// Number of the game that could not be played, from 1.
    pub game: usize,
    /// Why it could not be played.
    #[source]
    pub why: GameError,
}

/// Why a game could not be played.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The server failed.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// A player's command has no words.
    #[error("a program's command is empty")]
    EmptyCommand,
    /// A player's program does not start.
    #[error(
        "a program does not start: {why}; the command was read as the words {words:?}: put a path with blanks or backslashes in quotes"
    )]
    Start {
        /// The words of the command, the program first.
        words: Vec<String>,
        /// The reason.
        #[source]
        why: io::Error,
    },
}

/// Plays a match. `on_game` is called once for each game, in the order of their numbers. After
/// `stop` is set no further game begins.
///
/// # Errors
/// A game could not be played at all, for instance because a program does not start.
pub fn play_match(
    config: &MatchConfig,
    stop: &AtomicBool,
    on_game: &mut dyn FnMut(&MatchGame, &MatchSummary),
) -> Result<MatchSummary, MatchError> {
    let mut summary = MatchSummary::default();
    run_jobs(
        Jobs::new(0..config.games as u64, config.jobs, stop),
        || Ok(()),
        |(), number, _stop| {
            let number = number as usize;
            let played = play_game(config, number);
            played.map(Some).map_err(|why| MatchError {
                game: number + 1,
                why,
            })
        },
        |_game| {},
        |_number, game| {
            summary.add(&game);
            on_game(&game, &summary);
            ControlFlow::Continue(())
        },
    )?;
    Ok(summary)
}

/// Plays one game.
fn play_game(config: &MatchConfig, number: usize) -> Result<MatchGame, GameError> {
    let a = colour_of_a(number);
    let seats = if a == Colour::Black { [0, 1] } else { [1, 0] };
    let options = ServerOptions {
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        keys: [Some(0), Some(1)],
        write_mode: WriteMode::Messages,
        join_timeout: Some(JOIN_TIMEOUT),
        login_timeout: JOIN_TIMEOUT,
    };
    let behaviour = ServerBehaviour {
        times: seats.map(|player| config.times[player]),
        clock_model: ClockModel::Increment,
        opening: config.opening(number / 2),
        ..ServerBehaviour::default()
    };
    let opening_turns = behaviour.opening.len();
    let server = Server::bind(options, behaviour)?;
    let port = server.port().map_err(ServerError::Io)?;
    let served = thread::scope(|scope| {
        let mut programs = Vec::new();
        for (key, player) in (0u8..).zip(seats) {
            match &config.players[player] {
                Player::Program { command } => programs.push(start_program(command, port, key)?),
                Player::BuiltIn {
                    engine,
                    nodes,
                    move_overhead,
                } => {
                    let options = client::ClientOptions {
                        host: Ipv4Addr::LOCALHOST.to_string(),
                        port,
                        key,
                        move_overhead: *move_overhead,
                        nodes: *nodes,
                        ponders: false,
                        engine: engine.clone(),
                    };
                    // If the player fails, its connection closes, and the server reports that.
                    scope.spawn(move || client::play(&options, &mut |_| {}));
                }
            }
        }
        let served = server.run(&AtomicBool::new(false), &mut |_| {});
        programs.iter_mut().for_each(ProgramProcess::wait_for_exit);
        Ok::<_, GameError>(served?)
    })?;
    let name = |player: usize| ["A", "B"][player].to_string();
    let times =
        std::iter::repeat_n(None, opening_turns).chain(served.times.iter().copied().map(Some));
    Ok(MatchGame {
        number,
        record: GameRecord {
            players: seats.map(name),
            result: served.result.to_string(),
            turns: served.position.turns().to_vec(),
            times: times.collect(),
        },
        served,
    })
}

/// The process of a program that plays; killed on drop.
struct ProgramProcess(Child);

fn start_program(command: &[String], port: u16, key: u8) -> Result<ProgramProcess, GameError> {
    let ip = Ipv4Addr::LOCALHOST.to_string();
    let filled = |word: &String| {
        word.replace("{ip}", &ip)
            .replace("{port}", &port.to_string())
            .replace("{key}", &key.to_string())
    };
    let mut words: Vec<String> = command.iter().map(filled).collect();
    if !command.iter().any(|word| word.contains("{port}")) {
        let more = ["-i", &ip, "-p", &port.to_string(), "-k", &key.to_string()];
        words.extend(more.map(str::to_string));
    }
    let Some((program, arguments)) = words.split_first() else {
        return Err(GameError::EmptyCommand);
    };
    let started = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    started
        .map(ProgramProcess)
        .map_err(|why| GameError::Start { words, why })
}

impl ProgramProcess {
    /// Waits up to [`EXIT_TIMEOUT`] for the program to exit.
    fn wait_for_exit(&mut self) {
        let begun = Instant::now();
        while matches!(self.0.try_wait(), Ok(None)) && begun.elapsed() < EXIT_TIMEOUT {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for ProgramProcess {
    fn drop(&mut self) {
        // Both calls fail if the program has ended already, which is harmless.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
