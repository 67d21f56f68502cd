//! Series of AI Block Battle: games between two bots under the contest's rules, and the result.
//!
//! Contains the games between the referee and the players, and the summary. Games 2n and 2n+1 have
//! the same pieces with the seats exchanged.

mod referee;
mod totals;

pub use referee::{Outcome, PlayerState, Referee};

use landfall_arena::{
    ArenaError, FailingBots, Player, PlayerError, PlayerSpec, bot_seat, explain_illegal,
    write_summary,
};
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_rules::rng::mix64;
use landfall_rules::rulesets::BLOCKBATTLE;
use landfall_rules::{Placement, Playfield, Ruleset};
use landfall_tbp::host::{BotError, IllegalMove};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use totals::{GameResult, Totals};

/// Rounds after which an unfinished game is drawn. Solid rows end a game long before.
const MAX_ROUNDS: u32 = 400;

/// Which games are played, and how the result is printed.
#[derive(Clone, Debug)]
pub struct SeriesOptions {
    /// Numbers of the games.
    pub games: Range<u64>,
    /// Seed of the series.
    pub seed: u64,
    /// Games that are played at the same time.
    pub jobs: usize,
    /// Whether the summary is a JSON object.
    pub json: bool,
}

/// Plays the games that the options ask for and prints the result. When `stop` is set, no further
/// game starts. The first fault of each kind goes to stderr.
///
/// # Errors
/// A bot cannot be started, or stdout fails.
pub fn run_series(
    options: &SeriesOptions,
    players: &[PlayerSpec; 2],
    stop: &AtomicBool,
) -> Result<FailingBots, SeriesError> {
    let mut totals = Totals::default();
    run_jobs(
        Jobs::new(options.games.clone(), options.jobs, stop),
        || Ok(()),
        |(), number, _stop| play_game(options.seed, number, players).map(Some),
        |_game| {},
        |number, game: GameResult| {
            for (bot, fault) in ["A", "B"].iter().zip(totals.add(number, &game)) {
                if let Some(fault) = fault {
                    log::warn!("bot {bot}, game {number}: {fault}");
                }
            }
            ControlFlow::Continue(())
        },
    )
    .map_err(SeriesError::Launch)?;
    let text = if options.json {
        totals.json() + "\n"
    } else {
        totals.text()
    };
    write_summary(&mut std::io::stdout(), &text)?;
    let failing = totals.failing();
    failing.warn(totals.games());
    Ok(failing)
}

/// Returns whether this crate can referee games under these rules.
pub fn supports_ruleset(rules: &Ruleset) -> bool {
    rules.name == BLOCKBATTLE.name
}

/// Plays pair `number` of the series with this seed: games 2n and 2n+1. Returns the half points of
/// the first player, 0 to 4.
///
/// # Errors
/// A bot cannot be started, or gave no legal move.
pub fn play_pair(
    players: &[PlayerSpec; 2],
    (seed, number): (u64, u64),
) -> Result<usize, SeriesError> {
    let mut half_points = 0;
    for number in [2 * number, 2 * number + 1] {
        let game = play_game(seed, number, players).map_err(SeriesError::Launch)?;
        if game.failures != [None, None] {
            return Err(SeriesError::NoMove(number));
        }
        half_points += match game.winner {
            Some(0) => 2,
            Some(_) => 0,
            None => 1,
        };
    }
    Ok(half_points)
}

/// Plays game `number` of a series; A has the first seat in games with even numbers. Exchanging
/// seats is its own inverse, so one function maps bots to seats and seats to bots.
fn play_game(seed: u64, number: u64, players: &[PlayerSpec; 2]) -> Result<GameResult, PlayerError> {
    let seats = [0, 1].map(|bot| bot_seat(number, bot));
    let launch = |seat: usize| players[seats[seat]].launch(&BLOCKBATTLE, None);
    let mut players = [launch(0)?, launch(1)?];
    let mut referee = Referee::new(mix64(seed ^ mix64(number / 2 + 1)));
    let mut failures = [None, None];
    while referee.outcome().is_none() && referee.round <= MAX_ROUNDS {
        let mut moves = Vec::with_capacity(2);
        for (seat, player) in players.iter_mut().enumerate() {
            match request_move(&referee, seat, player.as_mut()) {
                Ok(mv) => moves.push(mv),
                Err(failure) => {
                    failures[seats[seat]] = Some(failure);
                    referee.forfeit(seat);
                }
            }
        }
        if let [first, second] = moves[..] {
            referee.play_round([first, second]);
        }
    }
    let winner = match referee.outcome() {
        Some(Outcome::Won(seat)) => Some(seats[seat]),
        Some(Outcome::Draw) | None => None,
    };
    let points = seats.map(|seat| referee.players[seat].points);
    Ok(GameResult {
        winner,
        rounds: referee.round - 1,
        points,
        failures,
    })
}

fn request_move(
    referee: &Referee,
    seat: usize,
    player: &mut dyn Player,
) -> Result<Placement, PlayerError> {
    let state = referee.state(seat);
    player.start(&state, &Playfield::from(&state.board), None);
    let answer = player.suggest()?;
    let legal = |mv: &Placement| state.validate(&BLOCKBATTLE, *mv).ok();
    answer.moves.iter().find_map(legal).ok_or_else(|| {
        let piece = u64::from(referee.round);
        let explained = explain_illegal(player, &answer, piece, (&BLOCKBATTLE, &state));
        explained.unwrap_or_else(|| {
            let illegal = IllegalMove::none();
            BotError::IllegalMove { piece, illegal }.into()
        })
    })
}

/// Why a series or a pair has no result.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// A bot cannot be started.
    #[error("a bot cannot be started: {}", .0.text)]
    Launch(PlayerError),
    /// In the game of this number a bot gave no legal move.
    #[error("game {0}: a bot gave no move that can be made")]
    NoMove(u64),
    /// The result cannot be written to stdout.
    #[error(transparent)]
    Print(#[from] ArenaError),
}
