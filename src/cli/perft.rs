//! `landfall perft`.

use super::CliError;
use clap::Args;
use landfall_command::{names, print, read_text};
use landfall_rules::movegen::SpinCounting;
use landfall_rules::perft::{HoldUse, Perft};
use landfall_rules::{Board, Piece, Ruleset};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Options of `landfall perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// The pieces to place, in order, such as IOLJSZT.
    #[arg(value_parser = parse_queue)]
    queue: Queue,
    /// The rules of turns, spins and full rows.
    #[arg(long, value_name = "NAME", default_value = "guideline", value_parser = names::ruleset())]
    rules: Ruleset,
    /// Start from this board: drawn text, top row first, ten characters per row, `.` for an
    /// empty cell. Without it the board is empty.
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
    /// Use hold, too, which is empty at first.
    #[arg(long)]
    hold: bool,
    /// Count placements on the same cells separately if their spins differ.
    #[arg(long)]
    spins: bool,
    /// Print one JSON object for each depth.
    #[arg(long)]
    json: bool,
}

/// Pieces in order.
#[derive(Clone, Debug)]
struct Queue(Vec<Piece>);

/// Why a text cannot be read as a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum QueueError {
    #[error("'{0}' is no piece; the pieces are I O T L J S Z")]
    Letter(char),
    #[error("give at least one piece")]
    Empty,
}

/// Parses a queue, one letter per piece.
fn parse_queue(text: &str) -> Result<Queue, QueueError> {
    let piece = |letter: char| {
        Piece::try_from(letter.to_ascii_uppercase()).map_err(|_| QueueError::Letter(letter))
    };
    if text.is_empty() {
        return Err(QueueError::Empty);
    }
    text.chars().map(piece).collect::<Result<_, _>>().map(Queue)
}

/// Counts placements depth by depth.
pub fn run(args: &PerftArgs) -> Result<ExitCode, CliError> {
    let board = match &args.board {
        Some(path) => read_text(path)?
            .parse::<Board>()
            .map_err(|e| CliError::about(path, e))?,
        None => Board::EMPTY,
    };
    let perft = Perft {
        spins: if args.spins {
            SpinCounting::Distinct
        } else {
            SpinCounting::Merged
        },
        hold: if args.hold {
            HoldUse::Free
        } else {
            HoldUse::Never
        },
    };
    for depth in 1..=args.queue.0.len() {
        let started = Instant::now();
        let placements = perft.count(&args.rules, &board, &args.queue.0, depth);
        let seconds = started.elapsed().as_secs_f64();
        let line = if args.json {
            serde_json::json!({
                "depth": depth, "placements": placements, "seconds": seconds,
            })
            .to_string()
        } else {
            format!("{depth:>3} {placements:>15} {seconds:>11.6} s")
        };
        if !print(&format!("{line}\n"))? {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}
