//! Games that a frontend puts together from kick sets, half turns, spin detections, drops and
//! spawn positions: the move generator and the routes agree with the plain checker on every
//! combination.

use landfall_rules::movegen::{self, SpinCounting};
use landfall_rules::path::{PieceMoves, explore};
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::{GUIDELINE, KICKSETS};
use landfall_rules::{Board, Piece, Placement, Ruleset, Spin};
use landfall_testing::boards::{self, BoardGenerator};
use landfall_testing::named::{NAMED_SPINS, named_game};
use landfall_testing::plain::{self, Game};
use std::collections::{BTreeMap, BTreeSet};

/// The column where pieces appear, and the rows that are tried.
const SPAWNS: [(i8, &[i8]); 4] = [(4, &[20, 21]), (4, &[21]), (1, &[12]), (7, &[37, 38])];

/// Every combination, as the program has it and as the plain checker has it.
fn games() -> Vec<(Ruleset, Game)> {
    let mut games = Vec::new();
    for kicks in 0..KICKSETS.len() {
        for half_turns in [false, true] {
            for spins in NAMED_SPINS {
                for sonic_drop_only in [false, true] {
                    let spawn = SPAWNS[games.len() % SPAWNS.len()];
                    let game = named_game(kicks, half_turns, spins, sonic_drop_only, spawn);
                    games.push(game);
                }
            }
        }
    }
    games
}

fn compare(generator: BoardGenerator, boards_per_game: u64) -> BTreeMap<Spin, usize> {
    let mut met = BTreeMap::new();
    for (number, (rules, game)) in games().iter().enumerate() {
        for board in 0..boards_per_game {
            let board = generator(&mut SplitMix64::new(board * 1000 + number as u64));
            for piece in Piece::ALL {
                let expected = plain::placements_in(*game, &board, piece);
                let found = compare_piece(rules, &board, piece, &expected, game);
                for placement in found {
                    *met.entry(placement.spin).or_default() += 1;
                }
            }
        }
    }
    met
}

fn compare_piece(
    rules: &Ruleset,
    board: &Board,
    piece: Piece,
    expected: &BTreeSet<(plain::Cells, Spin)>,
    game: &Game,
) -> Vec<Placement> {
    let mut found = Vec::new();
    movegen::placements(rules, board, piece, &mut found);
    let cells = |placement: &Placement| {
        let mut cells = placement.cells(rules);
        cells.sort_unstable();
        cells
    };
    let labelled: BTreeSet<_> = found.iter().map(|p| (cells(p), p.spin)).collect();
    assert_eq!(labelled, *expected, "{piece:?} {game:?}\n{board}");
    assert_eq!(found.len(), expected.len(), "{piece:?} {game:?}\n{board}");
    let distinct = movegen::count(rules, board, piece, SpinCounting::Distinct);
    assert_eq!(distinct as usize, expected.len(), "{piece:?} {game:?}");

    let model = PieceMoves::new(rules, board, piece);
    let routes = model.spawn().map(|start| explore(&model, start));
    let rests: BTreeSet<plain::Cells> = routes
        .iter()
        .flat_map(|routes| routes.reached())
        .filter(|at| model.dropped(at.pose) == at.pose)
        .map(|at| cells(&model.placement(at.pose)))
        .collect();
    let places: BTreeSet<plain::Cells> = expected.iter().map(|(cells, _)| *cells).collect();
    assert_eq!(rests, places, "routes: {piece:?} {game:?}\n{board}");
    found
}

#[test]
fn every_combination_on_low_boards() {
    compare(boards::low_messy, 6);
}

#[test]
fn every_combination_in_caves() {
    let met = compare(boards::caves, 12);
    assert!(met[&Spin::Mini] > 500 && met[&Spin::Full] > 500, "{met:?}");
}

#[test]
fn every_combination_on_tall_boards() {
    compare(boards::tall_messy, 4);
    compare(boards::near_spawn, 4);
}

/// A hollow that only a piece which stops beside it can enter: soft drops of single rows reach
/// it, drops to the floor pass it.
#[test]
fn a_drop_to_the_floor_passes_what_a_soft_drop_enters() {
    let board = "
        .....#####
        ..........
        ..........
        .....#####"
        .parse::<Board>()
        .expect("a board");
    let sonic = Ruleset {
        sonic_drop_only: true,
        ..GUIDELINE
    };
    let enters_hollow = |rules: &Ruleset| {
        let mut found = Vec::new();
        movegen::placements(rules, &board, Piece::O, &mut found);
        found.iter().any(|p| p.x == 7 && p.y == 1)
    };
    assert!(enters_hollow(&GUIDELINE));
    assert!(!enters_hollow(&sonic));
}
