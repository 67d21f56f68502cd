//! Prints mistakes and blunders of finished games with their boards and reasons, and how many have
//! no reason. docs/lab/review.md has the figures.
//!
//! ```sh
//! cargo run --release -p landfall-review --example show_mistakes -- 50000 50 1 REPLAYS...
//! ```
//!
//! The arguments are the nodes for each position; how many moves are printed, evenly spread over
//! all; 1 to judge every move, 8 to judge every eighth of each side; then files, and folders of
//! files. One thread.

#[path = "arguments/mod.rs"]
mod arguments;

use arguments::files;
use landfall_review::report::{Grade, LineReport, LossUnit, MoveReport, PlacedPiece};
use landfall_review::{JudgeOptions, Opponent, PlayedMove, judge_move, words};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = || {
        arguments
            .next()
            .ok_or("usage: show_mistakes NODES SHOWN EVERY FILE...")
    };
    let (nodes, shown) = (number()?.parse()?, number()?.parse::<usize>()?);
    let every = number()?.parse::<usize>()?.max(1);
    let options = JudgeOptions {
        nodes,
        ..JudgeOptions::default()
    };
    let mut mistakes = Vec::new();
    for path in files(arguments)? {
        mistakes.extend(mistakes_of(&path, every, &options)?);
    }
    let distance = mistakes.len().div_ceil(shown.max(1)).max(1);
    for (name, mv) in mistakes.iter().step_by(distance).take(shown) {
        println!("{name}");
        print_move(mv);
    }
    print_counts(&mistakes);
    Ok(())
}

/// Returns the mistakes and blunders among every `every`th move of a file, with their places.
fn mistakes_of(
    path: &Path,
    every: usize,
    options: &JudgeOptions,
) -> Result<Vec<(String, MoveReport)>, Box<dyn Error>> {
    let game = landfall_replay::read(&std::fs::read(path)?)?;
    let mut found = Vec::new();
    for (round, sides) in game
        .rounds
        .iter()
        .zip(1..)
        .map(|(round, number)| (number, round))
    {
        for (side, recorded) in sides.sides.iter().enumerate() {
            for mv in recorded.moves.iter().step_by(every) {
                let played = PlayedMove {
                    rules: &recorded.rules,
                    recorded: mv,
                    opponents: &Opponent::all_at(sides, side, mv.appeared),
                };
                let judged = judge_move(&played, options, &|| false, &|| false);
                let Some(judged) = judged.filter(|mv| mv.grade >= Grade::Mistake) else {
                    continue;
                };
                let place = format!("round {round}, side {side}, move {}", judged.number);
                found.push((place, judged));
            }
        }
    }
    Ok(found)
}

fn print_move(mv: &MoveReport) {
    println!("{}", words::verdict(mv, LossUnit::Lines));
    for reason in &mv.reasons {
        println!("  {:.2} {}", reason.share, reason.text);
    }
    let before = &mv.before;
    println!(
        "hold {} queue {} waiting {:?} b2b {} combo {}",
        before.hold.unwrap_or('-'),
        before.queue,
        before.waiting,
        before.back_to_back,
        before.combo
    );
    let boards = [&mv.played, &mv.best].map(|line| {
        let first = drawn(&before.board, &line.placed);
        (first, line_end(&before.board, line))
    });
    let [(played, played_end), (best, best_end)] = boards;
    let columns = [played, best, played_end, best_end];
    println!("played      best        played: end best: end");
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    for y in (0..rows).rev() {
        let row = |column: &Vec<String>| column.get(y).cloned().unwrap_or("..........".into());
        println!("{}", columns.iter().map(row).collect::<Vec<_>>().join("  "));
    }
    let pieces = |line: &LineReport| {
        let then = line.then.iter().map(|placed| placed.piece);
        std::iter::once(line.placed.piece)
            .chain(then)
            .collect::<String>()
    };
    println!("played {} best {}\n", pieces(&mv.played), pieces(&mv.best));
}

/// Returns the rows with a piece on them as `*`.
fn drawn(rows: &[String], placed: &PlacedPiece) -> Vec<String> {
    let mut rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    for [x, y] in placed.cells {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
            continue;
        };
        while rows.len() <= y {
            rows.push(vec!['.'; 10]);
        }
        rows[y][x] = '*';
    }
    rows.into_iter()
        .map(|row| row.into_iter().collect())
        .collect()
}

/// Returns the rows at the end of a line.
fn line_end(rows: &[String], line: &LineReport) -> Vec<String> {
    let mut rows = rows.to_vec();
    for placed in std::iter::once(&line.placed).chain(&line.then) {
        rows = drawn(&rows, placed);
        rows.retain(|row| row.contains('.'));
        rows = rows.iter().map(|row| row.replace('*', "o")).collect();
    }
    rows
}

fn print_counts(mistakes: &[(String, MoveReport)]) {
    for grade in [Grade::Mistake, Grade::Blunder] {
        let of_grade = || mistakes.iter().filter(|(_, mv)| mv.grade == grade);
        let without = of_grade().filter(|(_, mv)| mv.reasons.is_empty()).count();
        println!(
            "{}: {}, without a reason {without}",
            grade.word(),
            of_grade().count()
        );
    }
    let without = mistakes
        .iter()
        .filter(|(_, mv)| mv.reasons.is_empty())
        .count();
    let share = 100.0 * without as f64 / mistakes.len().max(1) as f64;
    println!(
        "{} together, without a reason {without} ({share:.1} %)",
        mistakes.len()
    );
    let mut by_remark: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
    for (_, mv) in mistakes {
        for (place, reason) in mv.reasons.iter().enumerate() {
            let [first, all] = by_remark.entry(reason.remark.words()).or_default();
            *first += u32::from(place == 0);
            *all += 1;
        }
    }
    println!("reason: named first, named");
    for (words, [first, all]) in by_remark {
        println!("{words}: {first}, {all}");
    }
}
