//! The face for pipes and files: a line a piece, and the summary.

use super::error::WatchError;
use super::game_loop::{GameLoop, PlayedMove};
use super::pace::{Pace, PlayClock};
use super::summary::bot_name;
use landfall_rules::{clear_label, describe, displayed_combo};
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

/// Which lines are wanted before the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceLines {
    /// One a piece, below a headline.
    EachPiece,
    /// None.
    None,
}

/// Plays a game to its end. The summary is left to the caller.
///
/// # Errors
/// What the bot did wrong, or why the output failed.
pub fn run(
    game_loop: &mut GameLoop,
    seed: u64,
    pace: Pace,
    lines: PieceLines,
    clock: &mut PlayClock,
    out: &mut impl Write,
) -> Result<(), WatchError> {
    if lines == PieceLines::EachPiece {
        writeln!(out, "{}, seed {seed}", bot_name(game_loop))?;
        out.flush()?;
    }
    clock.resume();
    let begin = Instant::now();
    let mut due = Duration::ZERO;
    while game_loop.end_reason().is_none() {
        due += pace.period();
        thread::sleep(due.saturating_sub(begin.elapsed()));
        game_loop.request_move();
        let mut turn = None;
        while turn.is_none() && game_loop.end_reason().is_none() {
            turn = game_loop.poll_move(Duration::from_millis(100))?;
        }
        if let (Some(turn), PieceLines::EachPiece) = (turn, lines) {
            writeln!(out, "{}", describe_turn(game_loop.stats().pieces, &turn))?;
            out.flush()?;
        }
    }
    clock.pause();
    Ok(())
}

/// A move in a line: number, move, lines sent, and what is worth calling out.
fn describe_turn(number: u64, turn: &PlayedMove) -> String {
    let clear = &turn.lock.clear;
    let mut notes: Vec<String> = clear_label(clear).map(str::to_string).into_iter().collect();
    if clear.back_to_back {
        notes.push("B2B".into());
    }
    if displayed_combo(clear) > 0 {
        notes.push(format!("combo {}", displayed_combo(clear)));
    }
    if clear.perfect {
        notes.push("PERFECT CLEAR".into());
    }
    if turn.lock.garbage {
        notes.push("garbage".into());
    }
    let mv = describe(&turn.lock.placement);
    let line = format!(
        "{number:>5}  {mv:<26} attack {:>2}  {}",
        clear.attack,
        notes.join(", ")
    );
    line.trim_end().to_string()
}
