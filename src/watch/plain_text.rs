//! The output for pipes and files: a line per piece.

use super::error::WatchError;
use super::game_loop::{GameEnd, GameLoop, PlayedMove};
use super::pace::{Pace, PlayClock};
use super::signals::EndSignals;
use super::summary::bot_name;
use landfall_replay::{clear_label, displayed_combo};
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

/// Which lines are written before the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceLines {
    /// A headline, and a line per piece.
    EachPiece,
    /// No lines.
    None,
}

/// The longest sleep between two checks for signals.
const LONGEST_SLEEP: Duration = Duration::from_millis(50);

/// Plays a game to its end, or until a signal ends it; returns that signal. The caller prints the
/// summary.
///
/// # Errors
/// The bot broke the protocol or the rules, or the output failed.
pub fn run(
    game_loop: &mut GameLoop,
    seed: u64,
    pace: Pace,
    lines: PieceLines,
    clock: &mut PlayClock,
    out: &mut impl Write,
) -> Result<Option<i32>, WatchError> {
    let signals = EndSignals::catch()?;
    let is_over =
        |game_loop: &GameLoop| game_loop.end_reason().is_some() || signals.ended_by().is_some();
    if lines == PieceLines::EachPiece {
        writeln!(out, "{}, seed {seed}", bot_name(game_loop))?;
        out.flush()?;
    }
    clock.resume();
    let started = Instant::now();
    let mut due = Duration::ZERO;
    while !is_over(game_loop) {
        due += pace.period();
        while !is_over(game_loop) && started.elapsed() < due {
            thread::sleep(due.saturating_sub(started.elapsed()).min(LONGEST_SLEEP));
        }
        game_loop.request_move();
        let mut played = None;
        while played.is_none() && !is_over(game_loop) {
            played = game_loop.poll_move(Duration::from_millis(100))?;
        }
        if let (Some(played), PieceLines::EachPiece) = (played, lines) {
            writeln!(out, "{}", describe_move(game_loop.stats().pieces, &played))?;
            out.flush()?;
        }
    }
    // Has no effect if the game has ended for another reason.
    game_loop.finish(GameEnd::Quit);
    clock.pause();
    Ok(signals.ended_by())
}

/// Formats a move as a line: number, move, lines sent, and the kind of clear.
fn describe_move(number: u64, played: &PlayedMove) -> String {
    let (mv, clear) = (&played.lock.placement, &played.lock.clear);
    let mut notes: Vec<String> = clear_label(mv.piece, clear).into_iter().collect();
    if clear.back_to_back {
        notes.push("B2B".into());
    }
    if displayed_combo(clear) > 0 {
        notes.push(format!("combo {}", displayed_combo(clear)));
    }
    if clear.perfect {
        notes.push("PERFECT CLEAR".into());
    }
    if clear.surge > 0 {
        let packets: Vec<String> = clear.packets().iter().map(u32::to_string).collect();
        notes.push(format!("surge {} as {}", clear.surge, packets.join(" ")));
    }
    if played.lock.garbage {
        notes.push("garbage".into());
    }
    let line = format!(
        "{number:>5}  {mv:<26} attack {:>2}  {}",
        clear.attack,
        notes.join(", ")
    );
    line.trim_end().to_string()
}
