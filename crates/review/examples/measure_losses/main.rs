//! Judges every move of finished games and prints what players lost, and in which unit losses
//! predict best who won a round. docs/lab/review.md has the figures.
//!
//! ```sh
//! cargo run --release -p landfall-review --example measure_losses -- 5000 REPLAYS...
//! ```
//!
//! The first argument is the nodes for each position; then come files, and folders of files.
//! Players are told apart by their folder and their number, bots by their name. Two threads.

#[path = "../arguments/mod.rs"]
mod arguments;
mod units;

use arguments::files;
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_experiment::statistics::standard_error;
use landfall_replay::Recording;
use landfall_review::{JudgeOptions, Opponent, PlayedMove, judge_move, report};
use report::{Grade, LossUnit, MoveReport, Totals};
use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use units::{JudgedRound, compare_units};

/// Last moves of a side that are left out, because the loss in them is no prediction. Rounds with
/// fewer moves are left out too.
const LAST_MOVES: usize = 10;

/// The moves of a side, judged.
struct JudgedSide {
    /// The bot's name, or else the player's number.
    player: String,
    moves: Vec<MoveReport>,
}

/// The rounds of a file, judged.
struct JudgedFile {
    folder: String,
    rounds: Vec<(Vec<JudgedSide>, Option<usize>)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let nodes = arguments
        .next()
        .ok_or("usage: measure_losses NODES FILE...")?;
    let options = JudgeOptions {
        nodes: nodes.parse()?,
        ..JudgeOptions::default()
    };
    let files = files(arguments)?;
    let (stop, began) = (AtomicBool::new(false), Instant::now());
    let mut judged = Vec::new();
    run_jobs(
        Jobs::new(0..files.len() as u64, 2, &stop),
        || Ok::<(), String>(()),
        |(), number, _| judge_file(&files[number as usize], &options).map(Some),
        |_| {},
        |_, file| {
            judged.push(file);
            ControlFlow::Continue(())
        },
    )?;
    let moves = |file: &JudgedFile| {
        let sides = file.rounds.iter().flat_map(|round| &round.0);
        sides.map(|side| side.moves.len()).sum::<usize>()
    };
    let moves: usize = judged.iter().map(moves).sum();
    println!(
        "{moves} moves at {nodes} nodes, {:?} on two threads",
        began.elapsed()
    );
    print_players(&judged);
    print_losses(&judged);
    for left_out in [0, LAST_MOVES] {
        println!("without the last {left_out} moves of each side:");
        let rounds = judged.iter().flat_map(|file| &file.rounds);
        let rounds = rounds.filter_map(|round| judged_round(round, left_out));
        compare_units(&rounds.collect::<Vec<_>>());
    }
    Ok(())
}

fn judge_file(path: &Path, options: &JudgeOptions) -> Result<JudgedFile, String> {
    let said = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = std::fs::read(path).map_err(|error| said(&error))?;
    let game = landfall_replay::read(&bytes).map_err(|error| said(&error))?;
    let is_arena = game.recording == Recording::Arena;
    let rounds = game.rounds.iter().map(|round| {
        let sides = round.sides.iter().enumerate().map(|(side, recorded)| {
            let moves = recorded.moves.iter().filter_map(|mv| {
                let mv = PlayedMove {
                    rules: &recorded.rules,
                    recorded: mv,
                    opponents: &Opponent::all_at(round, side, mv.appeared),
                };
                let mut report = judge_move(&mv, options, &|| false, &|| false)?;
                report.others = Vec::new();
                Some(report)
            });
            let name = recorded.name.clone().filter(|_| is_arena);
            JudgedSide {
                player: name.unwrap_or_else(|| recorded.player.to_string()),
                moves: moves.collect(),
            }
        });
        (sides.collect(), round.winner)
    });
    let folder = path.parent().and_then(Path::file_name);
    Ok(JudgedFile {
        folder: folder.map_or(String::new(), |name| name.to_string_lossy().into_owned()),
        rounds: rounds.collect(),
    })
}

fn print_players(files: &[JudgedFile]) {
    let mut players: BTreeMap<(&str, &str), Vec<&[MoveReport]>> = BTreeMap::new();
    for file in files {
        for side in file.rounds.iter().flat_map(|round| &round.0) {
            let player = (file.folder.as_str(), side.player.as_str());
            players.entry(player).or_default().push(&side.moves);
        }
    }
    println!("folder, player: moves; lines lost per move, ± its error over rounds; accuracy");
    for ((folder, player), sides) in players {
        let all = Totals::of(LossUnit::Lines, sides.iter().copied().flatten());
        let means = sides.iter().filter(|moves| !moves.is_empty());
        let means = means.map(|moves| {
            let totals = Totals::of(LossUnit::Lines, *moves);
            totals.loss / f64::from(totals.moves)
        });
        let share = |number: u32| 100.0 * f64::from(number) / f64::from(all.moves);
        print!(
            "{folder}, {player}: {}; {:.3} ± {:.3}; {:.1};",
            all.moves,
            all.loss / f64::from(all.moves),
            standard_error(means).unwrap_or(f64::NAN),
            all.accuracy
        );
        for grade in Grade::ALL {
            let count = all.grades.get(&grade).copied().unwrap_or(0);
            print!(" {} {:.1} %", grade.word(), share(count));
        }
        print!(", misdrop {:.1} %", share(all.misdrops));
        for (remark, &count) in &all.remarks {
            print!(", {} {:.1} %", remark.words(), share(count));
        }
        println!();
    }
}

/// Prints the share of moves that lost at least certain amounts.
fn print_losses(files: &[JudgedFile]) {
    let sides = files.iter().flat_map(|file| &file.rounds);
    let sides = sides.flat_map(|round| &round.0);
    let losses: Vec<f64> = sides
        .flat_map(|side| &side.moves)
        .map(|mv| mv.loss)
        .collect();
    for least in [0.1, 0.2, 0.5, 0.8, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0] {
        let share = losses.iter().filter(|&&loss| loss >= least).count() as f64;
        let percent = 100.0 * share / losses.len() as f64;
        println!("{percent:.1} % lost {least} lines or more");
    }
}

/// Returns a round of two sides that one of them won, without the last moves of each.
fn judged_round(
    (sides, winner): &(Vec<JudgedSide>, Option<usize>),
    left_out: usize,
) -> Option<JudgedRound<'_>> {
    let [one, other] = &sides[..] else {
        return None;
    };
    let kept = |side: &'_ JudgedSide| side.moves.len().saturating_sub(left_out);
    let sides = [&one.moves[..kept(one)], &other.moves[..kept(other)]];
    let long = sides.iter().all(|moves| moves.len() >= LAST_MOVES);
    long.then_some(JudgedRound {
        sides,
        first_won: (*winner)? == 0,
    })
}
