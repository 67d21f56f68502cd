//! Reads recordings, and counts the sides whose moves agree with the files. For your own files:
//!
//! ```sh
//! cargo run --release -p landfall-replay --example check_recordings FILES...
//! ```
//!
//! Player names are not printed.

use landfall_replay::{Trust, tetrio};
use std::{env, fs, process::ExitCode};

#[derive(Default)]
struct Counts {
    files: usize,
    refused: usize,
    sides: usize,
    verified: usize,
    unchecked: usize,
    stopped: usize,
    moves: usize,
}

fn main() -> ExitCode {
    let mut counts = Counts::default();
    for path in env::args().skip(1) {
        counts.files += 1;
        let game = fs::read(&path).map_err(|error| error.to_string());
        match game.and_then(|bytes| tetrio::read(&bytes).map_err(|error| error.to_string())) {
            Ok(game) => {
                for (round, side) in { game.rounds.iter().enumerate() }
                    .flat_map(|(n, round)| round.sides.iter().map(move |side| (n + 1, side)))
                {
                    counts.sides += 1;
                    counts.moves += side.moves.len();
                    match &side.trust {
                        Trust::Verified { .. } => counts.verified += 1,
                        Trust::Unchecked => counts.unchecked += 1,
                        Trust::Stopped { left_out, reason } => {
                            counts.stopped += 1;
                            let player = side.player + 1;
                            println!(
                                "file {}, round {round}, player {player}: {left_out} moves left \
                                 out: {reason}",
                                counts.files
                            );
                        }
                    }
                }
            }
            Err(error) => {
                counts.refused += 1;
                println!("file {}: {error}", counts.files);
            }
        }
    }
    let Counts {
        files,
        refused,
        sides,
        verified,
        unchecked,
        stopped,
        moves,
    } = counts;
    println!(
        "{files} files, {refused} refused; {sides} sides: {verified} agree with all that the \
         files say, {unchecked} have nothing to compare, {stopped} stop early; {moves} moves"
    );
    match refused + stopped {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
