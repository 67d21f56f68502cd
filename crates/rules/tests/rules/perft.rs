//! Perft: counts of placement sequences against tables of known numbers, and the fast
//! count against plain recursion.

use landfall_rules::movegen::SpinCounting;
use landfall_rules::{Board, GUIDELINE, HoldUse, Perft, Piece, Randomizer, State};
use landfall_testing::{parse_board, pieces, plain};

macro_rules! check_table {
    ($name:literal) => {
        check(
            include_str!(concat!("../perft/", $name, ".txt")),
            include_str!(concat!("../perft/boards/", $name, ".txt")),
        )
    };
}

#[test]
fn empty_board() {
    check_table!("empty");
}

#[test]
fn tspin_board() {
    check_table!("tspin");
}

#[test]
fn dtd_board() {
    check_table!("dtd");
}

#[test]
fn terrible_board() {
    check_table!("terrible");
}

/// With holds: the count is that of listing and playing every move of a state.
#[test]
fn holds() {
    for (queue, depth) in [("IOTL", 3), ("TTSZ", 3), ("SSSS", 3), ("TI", 2), ("TI", 1)] {
        let queue = pieces(queue);
        let mut state = State::new(Randomizer::Uniform);
        state.board = parse_board(include_str!("../perft/boards/tspin.txt"));
        state.queue.extend(&queue);
        let perft = Perft {
            spins: SpinCounting::Distinct,
            hold: HoldUse::Free,
        };
        let count = perft.count(&GUIDELINE, &state.board, &queue, depth);
        assert_eq!(
            count,
            sequences(&state, depth),
            "{queue:?} to depth {depth}"
        );
    }
}

/// Counts a line of a table for every line, also by the plain search where that is quick.
fn check(table: &str, board: &str) {
    let board = parse_board(board);
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [queue, spins, count] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("a line is a queue, apart or together, and a count, not {line:?}");
        };
        let (queue, spins) = (pieces(queue), count_spins(spins));
        let count: u64 = count.parse().expect("a number");
        let perft = Perft {
            spins,
            hold: HoldUse::Never,
        };
        let found = perft.count(&GUIDELINE, &board, &queue, queue.len());
        assert_eq!(found, count, "{line}\n{board}");
        if count < 10_000 {
            assert_eq!(
                plain_count(&board, &queue, spins),
                count,
                "plain: {line}\n{board}"
            );
        }
    }
}

fn count_spins(word: &str) -> SpinCounting {
    match word {
        "together" => SpinCounting::Merged,
        "apart" => SpinCounting::Distinct,
        _ => panic!("spins count apart or together, not {word}"),
    }
}

fn plain_count(board: &Board, queue: &[Piece], spins: SpinCounting) -> u64 {
    let Some((&piece, rest)) = queue.split_first() else {
        return 1;
    };
    let mut placements: Vec<_> = plain::placements(board, piece).into_iter().collect();
    if spins == SpinCounting::Merged {
        placements.dedup_by_key(|(cells, _)| *cells);
    }
    placements
        .into_iter()
        .map(|(cells, _)| {
            let mut next = *board;
            for (x, y) in cells {
                next.fill(x, y);
            }
            next.remove_rows(next.full_rows());
            plain_count(&next, rest, spins)
        })
        .sum()
}

fn sequences(state: &State, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    state
        .placements(&GUIDELINE)
        .iter()
        .map(|placement| {
            let mut next = state.clone();
            next.play(&GUIDELINE, placement);
            sequences(&next, depth - 1)
        })
        .sum()
}
