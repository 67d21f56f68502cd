//! Perft: counts of placement sequences against tables of known numbers, and the fast
//! count against plain recursion.

use landfall_rules::movegen::SpinCounting;
use landfall_rules::perft::{HoldUse, Perft};
use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};
use landfall_rules::{Board, Piece, Randomizer, Ruleset, Spin, State, movegen};
use landfall_testing::plain::{self, Game};
use landfall_testing::{parse_board, pieces};

/// Checks the tables of a board: of the guideline, and of TETR.IO's league.
macro_rules! check_tables {
    ($name:literal) => {
        let board = include_str!(concat!("../perft/boards/", $name, ".txt"));
        let table = include_str!(concat!("../perft/", $name, ".txt"));
        check(&GUIDELINE, Game::GUIDELINE, table, board);
        let table = include_str!(concat!("../perft/league/", $name, ".txt"));
        check(&TETRIO_S2, Game::TETRIO, table, board);
    };
}

#[test]
fn empty_board() {
    check_tables!("empty");
}

#[test]
fn tspin_board() {
    check_tables!("tspin");
}

#[test]
fn dtd_board() {
    check_tables!("dtd");
}

#[test]
fn terrible_board() {
    check_tables!("terrible");
}

/// How many spins of each kind the league has on one board, and where they lie.
#[test]
fn spins_of_the_league() {
    let board = parse_board(include_str!("../perft/boards/dtd.txt"));
    let table = include_str!("../perft/league/dtd-spins.txt");
    let mut listed = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("a piece, a spin and a count");
        let (piece, spin) = (pieces(word())[0], word().parse().unwrap());
        let count: usize = word().parse().expect("a number");
        let found = spun_cells(&board, piece, spin);
        assert_eq!(found.len(), count, "{line}\n{board}");
        let places: Vec<String> = words.map(str::to_string).collect();
        if !places.is_empty() {
            assert_eq!(found, places, "{line}\n{board}");
        }
        listed += count;
    }
    let spins = Piece::ALL.map(|piece| {
        spun_cells(&board, piece, Spin::Mini).len() + spun_cells(&board, piece, Spin::Full).len()
    });
    assert_eq!(spins.iter().sum::<usize>(), listed);
}

/// Returns the cells of the spins of one kind, `x,y` with a plus between them, sorted.
fn spun_cells(board: &Board, piece: Piece, spin: Spin) -> Vec<String> {
    let mut found = Vec::new();
    movegen::placements(&TETRIO_S2, board, piece, &mut found);
    let mut cells: Vec<String> = found
        .iter()
        .filter(|placement| placement.spin == spin)
        .map(|placement| {
            let mut cells = placement.cells(&TETRIO_S2);
            cells.sort_unstable();
            cells.map(|(x, y)| format!("{x},{y}")).join("+")
        })
        .collect();
    cells.sort();
    cells
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

/// Checks every line of a table, by the plain search as well where that is quick.
fn check(rules: &Ruleset, game: Game, table: &str, board: &str) {
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
        let found = perft.count(rules, &board, &queue, queue.len());
        assert_eq!(found, count, "{} {line}\n{board}", rules.name);
        if count < 10_000 {
            assert_eq!(
                plain_count(game, &board, &queue, spins),
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

fn plain_count(game: Game, board: &Board, queue: &[Piece], spins: SpinCounting) -> u64 {
    let Some((&piece, rest)) = queue.split_first() else {
        return 1;
    };
    let mut placements: Vec<_> = plain::placements_in(game, board, piece)
        .into_iter()
        .collect();
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
            plain_count(game, &next, rest, spins)
        })
        .sum()
}

fn sequences(state: &State, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    state
        .legal_placements(&GUIDELINE)
        .iter()
        .map(|placement| {
            let mut next = state.clone();
            next.play(&GUIDELINE, placement);
            sequences(&next, depth - 1)
        })
        .sum()
}
