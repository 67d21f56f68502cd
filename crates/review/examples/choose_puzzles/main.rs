//! Chooses puzzles from games, one a line, and measures how many a search of 100 times the nodes
//! overturns. docs/lab/review.md has the figures.
//!
//! ```sh
//! cargo run --release -p landfall-review --example choose_puzzles -- 300 REPLAYS... > puzzles.txt
//! ```
//!
//! The arguments are how many puzzles are wanted, then files, and folders of files. A line has the
//! position as the page's links have it, what was played (piece, orientation, x, y, spin) and the kind
//! of the mistake, with tabs between them. Overturned puzzles are left out; stderr has how many there
//! were at each margin. It uses two threads.

#[path = "../arguments/mod.rs"]
mod arguments;
mod log;

use arguments::files;
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_replay::RecordedGame;
use landfall_review::judge::DEFAULT_NODES;
use landfall_review::kind::MistakeKind;
use landfall_review::puzzle::{CHECK_FACTOR, Puzzle};
use landfall_review::{GameReview, JudgeOptions, ReviewOptions};
use std::collections::BTreeSet;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Margins for which the share of overturned puzzles is shown, in lines.
const MARGINS: [f64; 5] = [2.5, 3.0, 3.5, 4.0, 5.0];

/// Why a file has no puzzles.
type Failure = Box<dyn Error + Send + Sync>;

/// A puzzle, and whether the longer search overturned it.
struct Found {
    line: String,
    least_wrong: f64,
    is_overturned: bool,
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments
        .next()
        .ok_or("usage: choose_puzzles WANTED FILE...")?;
    let wanted: usize = wanted.parse()?;
    let files = files(arguments)?;
    let stop = AtomicBool::new(false);
    let (mut chosen, mut all, mut moves) = (BTreeSet::new(), Vec::new(), 0);
    run_jobs(
        Jobs::new(0..files.len() as u64, 2, &stop),
        || Ok::<(), Failure>(()),
        |(), number, _| match puzzles_of(&files[number as usize]) {
            Ok(found) => Ok(Some(found)),
            Err(error) => Err(format!("{}: {error}", files[number as usize].display()).into()),
        },
        |_| {},
        |_, (count, found)| {
            moves += count;
            let right = found.iter().filter(|puzzle| !puzzle.is_overturned);
            chosen.extend(right.map(|puzzle| puzzle.line.clone()));
            all.extend(found);
            match chosen.len() < wanted {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        },
    )?;
    for line in chosen.iter().take(wanted) {
        println!("{line}");
    }
    eprintln!("{moves} moves");
    for margin in MARGINS {
        let clear = || all.iter().filter(|puzzle| puzzle.least_wrong >= margin);
        let (count, overturned) = (
            clear().count(),
            clear().filter(|it| it.is_overturned).count(),
        );
        let share = 100.0 * overturned as f64 / count.max(1) as f64;
        eprintln!("margin {margin}: {count} puzzles, {overturned} overturned ({share:.1} %)");
    }
    Ok(())
}

/// Returns how many moves a file has, and its puzzles.
fn puzzles_of(path: &Path) -> Result<(usize, Vec<Found>), Failure> {
    let game = landfall_replay::read(&std::fs::read(path)?)?;
    let mut puzzles = Vec::new();
    let mut moves = 0;
    for side in game.rounds.iter().flat_map(|round| &round.sides) {
        moves += side.moves.len();
        for recorded in side.moves.iter().filter(|mv| mv.waiting.is_empty()) {
            // What is judged is what the puzzle's line has.
            let alone = landfall_replay::read(log::text(&side.rules, recorded).as_bytes())?;
            if let Some(mut found) = check(&alone) {
                found.line = format!("{}\t{}", log::line(&side.rules, recorded), found.line);
                puzzles.push(found);
            }
        }
    }
    Ok((moves, puzzles))
}

/// Returns the puzzle of a game of one move, its line the kind of the mistake; `None` if it is none.
fn check(game: &RecordedGame) -> Option<Found> {
    let review = GameReview::new(game, &options(DEFAULT_NODES));
    let report = review.judge(0, &|| false, &|| false)?;
    let puzzle = Puzzle::of(&report, review.unit())?;
    let kind = MistakeKind::of(&report)?;
    let longer = GameReview::new(game, &options(DEFAULT_NODES * CHECK_FACTOR));
    let best = longer.judge(0, &|| false, &|| false)?.best;
    Some(Found {
        line: serde_json::to_string(&kind)
            .ok()?
            .trim_matches('"')
            .to_string(),
        least_wrong: puzzle.least_wrong,
        is_overturned: !puzzle.is_right(&best.placed),
    })
}

fn options(nodes: u64) -> ReviewOptions {
    ReviewOptions {
        judge: JudgeOptions {
            nodes,
            memory: 256 << 20,
            ..JudgeOptions::default()
        },
        ..ReviewOptions::default()
    }
}
