//! Comparison of the move generator with the plain search of `landfall_testing`.

use crate::choices::Choices;
use landfall_rules::board::FULL_ROW;
use landfall_rules::movegen::{self, SpinCounting};
use landfall_rules::path::{PieceMoves, explore};
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::{KICKSETS, PASON};
use landfall_rules::{Board, Piece, Placement, Ruleset};
use landfall_testing::boards;
use landfall_testing::named::{NAMED_SPINS, named_game};
use landfall_testing::plain::{self, Cells, Game};
use landfall_testing::plain_pason;
use std::collections::BTreeSet;

/// Spawn positions: the column, and the rows that are tried.
const SPAWNS: [(i8, &[i8]); 5] = [
    (4, &[19, 20]),
    (4, &[21]),
    (4, &[20, 21]),
    (1, &[12]),
    (7, &[37, 38]),
];

/// The number of rows of a board of the contest Pason.
const PASON_ROWS: u32 = 20;

/// Lists the moves of any piece on any board in any game that both implementations support, and
/// compares the cells and spins, the count, and the cells that routes lead to.
///
/// Fails on a move that only one of them has, or on two moves with the same cells and spin.
pub fn move_generator(data: &[u8]) {
    let mut choices = Choices::new(data);
    let pason = choices.once_in(8);
    let (rules, game) = chosen_game(&mut choices);
    let piece = *choices.of(&Piece::ALL);
    let mut board = chosen_board(&mut choices);
    if pason {
        board.columns = board.columns.map(|column| column & ((1 << PASON_ROWS) - 1));
    }
    if pason {
        compare_pason(&board, piece);
    } else {
        compare(&rules, game, &board, piece);
    }
}

/// Takes a game, as a ruleset and in the form of the plain search.
fn chosen_game(choices: &mut Choices) -> (Ruleset, Game) {
    let kicks = choices.below(KICKSETS.len());
    let half_turns = choices.once_in(2);
    let spins = *choices.of(&NAMED_SPINS);
    let sonic_drop_only = choices.once_in(4);
    let spawn = *choices.of(&SPAWNS);
    named_game(kicks, half_turns, spins, sonic_drop_only, spawn)
}

/// Takes a board without full rows: of a random kind, by rows, or by columns.
pub(crate) fn chosen_board(choices: &mut Choices) -> Board {
    let mut board = Board::EMPTY;
    match choices.below(3) {
        0 => {
            let kind = *choices.of(&boards::KINDS);
            board = kind(&mut SplitMix64::new(choices.word()));
        }
        1 => {
            let rows = choices.below(41);
            let rows: Vec<u16> = (0..rows)
                .map(|_| u16::from_le_bytes([choices.byte(), choices.byte()]) & FULL_ROW)
                .collect();
            board.raise(&rows);
        }
        _ => board.columns = std::array::from_fn(|_| choices.word() & ((1 << 40) - 1)),
    }
    board.remove_rows(board.full_rows());
    board
}

fn compare(rules: &Ruleset, game: Game, board: &Board, piece: Piece) {
    let expected = plain::placements_in(game, board, piece);
    let mut found = Vec::new();
    movegen::placements(rules, board, piece, &mut found);
    let labelled: BTreeSet<_> = found.iter().map(|p| (cells(rules, p), p.spin)).collect();
    assert_eq!(labelled, expected, "{piece:?} {game:?}\n{board}");
    assert_eq!(found.len(), expected.len(), "{piece:?} {game:?}\n{board}");
    let distinct = movegen::count(rules, board, piece, SpinCounting::Distinct);
    assert_eq!(
        distinct as usize,
        expected.len(),
        "{piece:?} {game:?}\n{board}"
    );
    let expected_cells: BTreeSet<Cells> = expected.iter().map(|(cells, _)| *cells).collect();
    assert_eq!(
        reachable_cells(rules, board, piece),
        expected_cells,
        "{piece:?} {game:?}\n{board}"
    );
}

/// Returns the cells of all resting positions that a piece can reach.
fn reachable_cells(rules: &Ruleset, board: &Board, piece: Piece) -> BTreeSet<Cells> {
    let model = PieceMoves::new(rules, board, piece);
    let routes = model.spawn().map(|start| explore(&model, start));
    routes
        .iter()
        .flat_map(|routes| routes.reached())
        .filter(|at| model.dropped(at.pose) == at.pose)
        .map(|at| cells(rules, &model.placement(at.pose)))
        .collect()
}

fn compare_pason(board: &Board, piece: Piece) {
    let expected = plain_pason::placements(board, piece);
    let mut found = Vec::new();
    movegen::placements(&PASON, board, piece, &mut found);
    let found_cells: BTreeSet<Cells> = found.iter().map(|p| cells(&PASON, p)).collect();
    assert_eq!(found_cells, expected, "{piece:?}\n{board}");
    assert_eq!(found.len(), expected.len(), "{piece:?}\n{board}");
}

/// Returns the cells of a placement, sorted.
pub(crate) fn cells(rules: &Ruleset, placement: &Placement) -> Cells {
    let mut cells = placement.cells(rules);
    cells.sort_unstable();
    cells
}
