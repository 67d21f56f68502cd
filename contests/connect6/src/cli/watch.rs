//! `landfall connect6 watch`: a game of the engine against itself, turn by turn.

use super::EngineArgs;
use crate::display;
use crate::engine::{Engine, SearchLimits};
use crate::random_opening::random_opening;
use crate::rules::{Outcome, Position, Turn};
use clap::Args;
use landfall_command::{CliError, StopFlag, interrupted, print};
use std::io::{IsTerminal, stdout};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Options of `landfall connect6 watch`.
#[derive(Debug, Args)]
pub struct WatchArgs {
    /// Start from the random opening of this seed in place of the empty board.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    #[command(flatten)]
    think: ThinkArgs,
}

/// Options of an engine whose turns are shown.
#[derive(Debug, Args)]
pub struct ThinkArgs {
    /// Time of the engine per turn, in milliseconds.
    #[arg(
        long,
        value_name = "MS",
        default_value_t = 1000,
        conflicts_with = "nodes"
    )]
    time: u64,
    #[command(flatten)]
    engine: EngineArgs,
}

impl ThinkArgs {
    /// Returns the engine.
    ///
    /// # Errors
    /// The net cannot be read.
    pub fn engine(&self) -> Result<Engine, CliError> {
        Ok(Engine::new(self.engine.options()?))
    }

    /// Returns the engine's turn, and what the search found as text; `None` if the game is over.
    pub fn search(
        &self,
        engine: &mut Engine,
        position: &Position,
        stop: &AtomicBool,
    ) -> Option<(Turn, String)> {
        let started = Instant::now();
        let nodes = self.engine.nodes;
        let deadline = started + Duration::from_millis(self.time);
        let limits = SearchLimits {
            nodes,
            deadline: nodes.is_none().then_some(deadline),
        };
        let answer = engine.search(position, limits, stop)?;
        let proof = answer
            .proven_winner
            .map(|winner| format!(", sees that {winner} wins"));
        let found = format!(
            "score {}, depth {}, {} nodes, {} ms{}",
            answer.score,
            answer.depth,
            answer.nodes,
            started.elapsed().as_millis(),
            proof.unwrap_or_default()
        );
        Some((answer.turn, found))
    }

    /// Plays the engine's turn; returns it as text, with the board after it. `None` if the game is
    /// over, or if `stop` was set.
    ///
    /// # Errors
    /// The turn is illegal.
    pub fn play(
        &self,
        engine: &mut Engine,
        position: &mut Position,
        stop: &AtomicBool,
    ) -> Result<Option<String>, CliError> {
        let answer = self.search(engine, position, stop);
        let Some((turn, found)) = answer.filter(|_| !stop.load(Ordering::Relaxed)) else {
            return Ok(None);
        };
        let legal = position.play(turn);
        legal
            .map_err(|why| CliError::Message(format!("the engine gave an illegal turn: {why}")))?;
        let turn = display::describe_last_turn(position);
        Ok(Some(format!(
            "{}{turn}; {found}\n",
            display::draw_board(position)
        )))
    }
}

/// Moves the cursor to the upper left corner, and clears the screen.
const CLEAR: &str = "\x1b[H\x1b[J";

/// Plays a game.
pub fn run(args: &WatchArgs) -> Result<ExitCode, CliError> {
    let stop = StopFlag::install()?;
    let mut engine = args.think.engine()?;
    let mut position = start_position(args.seed)?;
    let clear = if stdout().is_terminal() { CLEAR } else { "" };
    while let Some(text) = args.think.play(&mut engine, &mut position, &stop)? {
        if !print(&format!("{clear}{text}\n"))? {
            return Ok(ExitCode::SUCCESS);
        }
    }
    if stop.is_set() && position.outcome().is_none() {
        return Ok(interrupted());
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
