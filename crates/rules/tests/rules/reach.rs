//! The fast placement search against the plain one, on seeded random boards of six kinds and for
//! every piece: the same cells with the same spins, nothing twice, canonical states alone, and
//! counts that agree with the lists.

use crate::case::{cells, placements};
use landfall_rules::movegen::{self, SpinCounting};
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Board, Piece, Placement, Randomizer, Rotation, Spin, State};
use landfall_testing::boards::{self, BoardGenerator};
use landfall_testing::plain;
use std::collections::BTreeSet;

#[test]
fn low_messy_boards() {
    let tally = compare(boards::low_messy);
    assert!(
        tally.lower_blocked == 0 && tally.both_blocked == 0,
        "{tally:?}"
    );
}

#[test]
fn tall_messy_boards() {
    compare(boards::tall_messy);
}

/// Some of these boards must block the lower spawn only and some both, or the test does not cover
/// its cases.
#[test]
fn boards_near_the_spawn() {
    let tally = compare(boards::near_spawn);
    assert!(
        tally.lower_blocked > 1000 && tally.both_blocked > 1000,
        "{tally:?}"
    );
}

#[test]
fn boards_with_caves() {
    let tally = compare(boards::caves);
    assert!(tally.minis > 1000 && tally.fulls > 1000, "{tally:?}");
}

#[test]
fn boards_that_reach_rows_17_to_39() {
    compare(boards::high);
}

#[test]
fn boards_of_random_play() {
    compare(boards::played);
}

/// Boards of each kind.
const BOARDS: u64 = 7000;

/// Compares every piece on every board of a kind; returns what was met.
fn compare(kind: BoardGenerator) -> Tally {
    let mut tally = Tally::default();
    for number in 0..BOARDS {
        let mut seed = SplitMix64::new(number);
        let board = kind(&mut seed);
        for piece in Piece::ALL {
            let placements = compare_piece(&board, piece, number);
            tally.note(&board, piece, &placements);
        }
        check_state(&board, &mut seed);
    }
    println!("{tally:?}");
    tally
}

fn compare_piece(board: &Board, piece: Piece, number: u64) -> Vec<Placement> {
    let here = || format!("{piece:?} on board number {number}\n{board}");
    let expected = plain::placements(board, piece);
    let found = placements(board, piece);
    let labelled: BTreeSet<_> = found.iter().map(|p| (cells(p), p.spin)).collect();
    assert_eq!(labelled, expected, "{}", here());
    assert_eq!(found.len(), expected.len(), "listed twice: {}", here());
    for placement in &found {
        assert!(
            placement.piece == piece && is_canonical(placement),
            "{placement:?}: {}",
            here()
        );
    }
    let silhouettes: BTreeSet<_> = expected.iter().map(|(cells, _)| cells).collect();
    for (spins, count) in [
        (SpinCounting::Distinct, expected.len()),
        (SpinCounting::Merged, silhouettes.len()),
    ] {
        let counted = movegen::count(&GUIDELINE, board, piece, spins);
        assert_eq!(counted, count as u64, "{}", here());
    }
    found
}

/// A state lists the placements of the piece in play, then those of the held one.
fn check_state(board: &Board, seed: &mut SplitMix64) {
    let mut any = || Piece::ALL[seed.below(7) as usize];
    let (current, next, held) = (any(), any(), any());
    let mut state = State::new(Randomizer::Uniform);
    state.board = *board;
    state.queue.extend([current, next]);
    assert_eq!(
        state.legal_placements(&GUIDELINE),
        both(board, current, next)
    );
    state.hold = Some(held);
    assert_eq!(
        state.legal_placements(&GUIDELINE),
        both(board, current, held)
    );
}

fn both(board: &Board, current: Piece, held: Piece) -> Vec<Placement> {
    let mut both = placements(board, current);
    if held != current {
        both.extend(placements(board, held));
    }
    both
}

fn is_canonical(placement: &Placement) -> bool {
    match placement.piece {
        Piece::O => placement.rotation == Rotation::North,
        Piece::I | Piece::S | Piece::Z => {
            matches!(placement.rotation, Rotation::North | Rotation::East)
        }
        _ => true,
    }
}

/// Counts of what was met on the boards of a kind.
#[derive(Debug, Default)]
struct Tally {
    /// Pieces that could not appear in row 19, but in row 20.
    lower_blocked: u32,
    /// Pieces that could appear nowhere.
    both_blocked: u32,
    /// Placements that are mini spins.
    minis: usize,
    /// Placements that are full spins.
    fulls: usize,
}

impl Tally {
    fn note(&mut self, board: &Board, piece: Piece, placements: &[Placement]) {
        let free = |y| {
            let cells = plain::cells(piece, Rotation::North, 4, y);
            cells.iter().all(|&(x, y)| !board.filled(x, y))
        };
        match (free(19), free(20)) {
            (true, _) => {}
            (false, true) => self.lower_blocked += 1,
            (false, false) => self.both_blocked += 1,
        }
        let spins = |spin| placements.iter().filter(|p| p.spin == spin).count();
        self.minis += spins(Spin::Mini);
        self.fulls += spins(Spin::Full);
    }
}
