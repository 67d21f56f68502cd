//! Measures the speed of move generation: four boards, seven pieces, minimum of many batches, and
//! a perft. The numbers of placements are asserted.

mod support;

use landfall_rules::movegen::{self, SpinCounting};
use landfall_rules::perft::{HoldUse, Perft};
use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};
use landfall_rules::spin::SpinRules;
use landfall_rules::{Board, Piece, Queue, Ruleset};
use std::hint::black_box;
use std::time::Instant;
use support::BenchMode;

/// A board, and its numbers of placements by piece in the order of `Piece::ALL`: with spins merged,
/// and with spins distinct.
struct Case {
    name: &'static str,
    drawing: &'static str,
    merged: [u64; 7],
    distinct: [u64; 7],
}

const CASES: [Case; 4] = [
    Case {
        name: "empty",
        drawing: include_str!("../crates/rules/tests/perft/boards/empty.txt"),
        merged: [17, 9, 34, 34, 34, 17, 17],
        distinct: [17, 9, 34, 34, 34, 17, 17],
    },
    Case {
        name: "tspin",
        drawing: include_str!("../crates/rules/tests/perft/boards/tspin.txt"),
        merged: [17, 9, 37, 35, 35, 17, 18],
        distinct: [17, 9, 38, 35, 35, 17, 18],
    },
    Case {
        name: "dtd",
        drawing: include_str!("../crates/rules/tests/perft/boards/dtd.txt"),
        merged: [17, 9, 39, 35, 37, 17, 18],
        distinct: [17, 9, 40, 35, 37, 17, 18],
    },
    Case {
        name: "terrible",
        drawing: include_str!("../crates/rules/tests/perft/boards/terrible.txt"),
        merged: [38, 29, 83, 81, 80, 42, 41],
        distinct: [38, 29, 83, 81, 80, 42, 41],
    },
];

/// Queues of perft with their counts; only full runs use the longer ones.
const PERFTS: [(&str, u64); 3] = [
    ("IOLJS", 3_497_187),
    ("IOLJSZ", 67_002_200),
    ("IOLJSZT", 2_647_076_135),
];

fn main() {
    let mode = BenchMode::from_args();
    let plain = Ruleset {
        spins: SpinRules::NEVER,
        ..GUIDELINE
    };
    println!("movegen: mean over seven pieces, minimum of batches, ns per call");
    println!("board      count    list   list with spins   M placements/s (list with spins)");
    let mut means = [0.0; 4];
    for case in &CASES {
        let board = case.drawing.parse::<Board>().expect("a drawn board");
        let mut row = [0.0; 4];
        for piece in Piece::ALL {
            check(case, &plain, &board, piece);
            row[0] += nanoseconds(mode, || {
                movegen::count(&plain, black_box(&board), piece, SpinCounting::Merged)
            });
            row[1] += nanoseconds(mode, || list(&plain, &board, piece));
            row[2] += nanoseconds(mode, || list(&GUIDELINE, &board, piece));
        }
        row[3] = case.distinct.iter().sum::<u64>() as f64 / row[2] * 1e3;
        print(case.name, &row.map(|sum| sum / 7.0), row[3]);
        means
            .iter_mut()
            .zip(row)
            .for_each(|(mean, sum)| *mean += sum);
    }
    let placements: u64 = CASES.iter().flat_map(|case| case.distinct).sum();
    let speed = placements as f64 / means[2] * 1e3;
    print("mean", &means.map(|sum| sum / 28.0), speed);

    league(mode);

    println!("\nperft      placements   seconds   M placements/s");
    for (queue, count) in &PERFTS[..mode.choose(3, 1)] {
        perft(queue, *count);
    }
}

/// Measures lists under the rules with half turns and spins of all pieces.
fn league(mode: BenchMode) {
    println!("\n{:<9}   list   M placements/s", TETRIO_S2.name);
    let (mut all_time, mut all_placements) = (0.0, 0);
    for case in &CASES {
        let board = case.drawing.parse::<Board>().expect("a drawn board");
        let call = |piece| list(&TETRIO_S2, &board, piece);
        let time: f64 = Piece::ALL
            .map(|piece| nanoseconds(mode, || call(piece)))
            .iter()
            .sum();
        let placements: u64 = Piece::ALL.map(call).iter().sum();
        print_league(case.name, time / 7.0, placements as f64 / time * 1e3);
        all_time += time;
        all_placements += placements;
    }
    print_league(
        "mean",
        all_time / 28.0,
        all_placements as f64 / all_time * 1e3,
    );
}

fn print_league(name: &str, time: f64, speed: f64) {
    println!("{name:<9} {time:>6.0}   {speed:>14.1}");
}

fn print(name: &str, row: &[f64; 4], speed: f64) {
    let [count, list, spins, _] = row;
    println!("{name:<9} {count:>6.0}  {list:>6.0}   {spins:>15.0}   {speed:>14.1}");
}

fn check(case: &Case, plain: &Ruleset, board: &Board, piece: Piece) {
    let i = piece.index();
    let count = |rules, spins| movegen::count(rules, board, piece, spins);
    let name = case.name;
    assert_eq!(
        count(plain, SpinCounting::Merged),
        case.merged[i],
        "{name} {piece:?}"
    );
    assert_eq!(
        count(&GUIDELINE, SpinCounting::Merged),
        case.merged[i],
        "{name} {piece:?}"
    );
    assert_eq!(
        count(&GUIDELINE, SpinCounting::Distinct),
        case.distinct[i],
        "{name} {piece:?}"
    );
    assert_eq!(
        list(plain, board, piece),
        case.merged[i],
        "{name} {piece:?}"
    );
    assert_eq!(
        list(&GUIDELINE, board, piece),
        case.distinct[i],
        "{name} {piece:?}"
    );
}

fn list(rules: &Ruleset, board: &Board, piece: Piece) -> u64 {
    let mut out = Vec::with_capacity(128);
    movegen::placements(rules, black_box(board), piece, &mut out);
    black_box(&out).len() as u64
}

/// Returns the time of a call in the fastest of many batches, because disturbances only make a batch
/// slower.
fn nanoseconds(mode: BenchMode, call: impl Fn() -> u64) -> f64 {
    const CALLS: u32 = 1_000;
    let batches = mode.choose(60, 5);
    (0..batches)
        .map(|_| {
            let begun = Instant::now();
            for _ in 0..CALLS {
                black_box(call());
            }
            begun.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS)
        })
        .fold(f64::INFINITY, f64::min)
}

fn perft(queue: &str, expected: u64) {
    let pieces: Vec<Piece> = queue
        .parse::<Queue>()
        .expect("a queue")
        .into_iter()
        .collect();
    let perft = Perft {
        spins: SpinCounting::Merged,
        hold: HoldUse::Never,
    };
    let begun = Instant::now();
    let count = perft.count(&GUIDELINE, &Board::EMPTY, &pieces, pieces.len());
    let seconds = begun.elapsed().as_secs_f64();
    assert_eq!(count, expected, "{queue}");
    let speed = count as f64 / seconds / 1e6;
    println!("{queue:<9} {count:>11} {seconds:>9.3} {speed:>14.1}");
}
