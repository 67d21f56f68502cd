//! `landfall connect6 watch`: a game of the engine against itself, turn by turn.

use super::EngineArgs;
use crate::display;
use crate::engine::{Engine, SearchLimits, SearchResult};
use crate::random_opening::random_opening;
use crate::rules::{Outcome, Position};
use clap::Args;
use landfall_command::{CliError, StopFlag, interrupted, print};
use std::io::{IsTerminal, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Options of `landfall connect6 watch`.
#[derive(Debug, Args)]
pub struct WatchArgs {
    /// Time per turn, in milliseconds.
    #[arg(
        long,
        value_name = "MS",
        default_value_t = 1000,
        conflicts_with = "nodes"
    )]
    time: u64,
    /// Start from the random opening of this seed in place of the empty board.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Moves the cursor to the upper left corner, and clears the screen.
const CLEAR: &str = "\x1b[H\x1b[J";

/// Plays a game.
pub fn run(args: &WatchArgs) -> Result<ExitCode, CliError> {
    let stop = StopFlag::install()?;
    let mut engine = Engine::new(args.engine.options()?);
    let mut position = start_position(args.seed)?;
    let clear = if stdout().is_terminal() { CLEAR } else { "" };
    loop {
        let started = Instant::now();
        let limits = search_limits(args.engine.nodes, args.time);
        let Some(answer) = engine.search(&position, limits, &stop) else {
            break;
        };
        if stop.is_set() {
            return Ok(interrupted());
        }
        let legal = position.play(answer.turn);
        legal
            .map_err(|why| CliError::Message(format!("the engine gave an illegal turn: {why}")))?;
        let info = describe_search(&answer, started.elapsed());
        let turn = display::describe_last_turn(&position);
        let board = display::draw_board(&position);
        if !print(&format!("{clear}{board}{turn}; {info}\n\n"))? {
            return Ok(ExitCode::SUCCESS);
        }
    }
    print(&format!("{}\n", describe_outcome(&position)))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the position that the game starts from.
fn start_position(seed: Option<u64>) -> Result<Position, CliError> {
    let opening = seed.map_or_else(Vec::new, |seed| random_opening(seed, 0));
    Position::after(opening)
        .map_err(|why| CliError::Message(format!("the opening cannot be played: {why}")))
}

/// Returns a limit of nodes, or otherwise of milliseconds from the present.
pub fn search_limits(nodes: Option<u64>, time: u64) -> SearchLimits {
    let deadline = Instant::now() + Duration::from_millis(time);
    SearchLimits {
        nodes,
        deadline: nodes.is_none().then_some(deadline),
    }
}

/// Describes the result of a search.
pub fn describe_search(answer: &SearchResult, time: Duration) -> String {
    let proof = answer
        .proven_winner
        .map(|winner| format!(", sees that {winner} wins"));
    format!(
        "score {}, depth {}, {} nodes, {} ms{}",
        answer.score,
        answer.depth,
        answer.nodes,
        time.as_millis(),
        proof.unwrap_or_default()
    )
}

/// Describes how a game ended.
pub fn describe_outcome(position: &Position) -> String {
    match position.outcome() {
        Some(Outcome::Won(winner)) => {
            format!("{winner} wins after {} turns", position.turns().len())
        }
        Some(Outcome::Draw) => "a draw: the board is full".to_string(),
        None => "the game is not over".to_string(),
    }
}
