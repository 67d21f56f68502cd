//! What a move does to one field of AI Block Battle, as in the contest's engine.
//! `landfall-blockbattle` tests what the two players do to each other.

use crate::case::at;
use landfall_rules::lock::ClearState;
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::{BLOCKBATTLE, BLOCKBATTLE_HONEST, GUIDELINE};
use landfall_rules::state::PlayError;
use landfall_rules::{
    Board, Clear, Piece, Placement, Randomizer, Rotation, Ruleset, Spin, State, movegen,
};

fn state(drawn: &str, piece: Piece) -> State {
    State {
        board: drawn.parse().expect("a board"),
        queue: [piece].into(),
        ..State::new(Randomizer::Uniform)
    }
}

fn legal(rules: &Ruleset, drawn: &str, mv: Placement) -> bool {
    state(drawn, mv.piece).legal_placements(rules).contains(&mv)
}

/// Plays a legal move with counters; returns the clear, the counters and the board.
fn played(drawn: &str, mv: Placement, chain: ClearState) -> (Clear, ClearState, Board) {
    let mut state = State {
        clear_state: chain,
        ..state(drawn, mv.piece)
    };
    assert!(state.legal_placements(&BLOCKBATTLE).contains(&mv), "{mv:?}");
    let clear = state.try_play(&BLOCKBATTLE, &mv).expect("possible");
    (clear, state.clear_state, state.board)
}

fn points(drawn: &str, mv: Placement) -> u32 {
    played(drawn, mv, ClearState::default()).0.points
}

/// Returns `count` rows that an upright I in the last column clears, and blocks that stay.
fn rows(count: usize) -> String {
    format!("#.........\n{}", "#########.\n".repeat(count)) + &"#.......#.\n".repeat(4 - count)
}

fn upright() -> Placement {
    at(Piece::I, Rotation::East, 9, 2, Spin::None)
}

const DOUBLE_SLOT: &str = "
    ..#.......
    ###..#####
    ###.######";

/// The same board with one full row less.
const SINGLE_SLOT: &str = "
    ..#.......
    ###..####.
    ###.######";

/// A T-spin that fits both boards.
const SPIN: Placement = at(Piece::T, Rotation::East, 3, 1, Spin::Full);

/// Returns the placement without the spin.
fn plain(mv: Placement) -> Placement {
    Placement {
        spin: Spin::None,
        ..mv
    }
}

fn with_combo(combo: u16) -> ClearState {
    ClearState {
        combo,
        ..ClearState::default()
    }
}

#[test]
fn one_to_four_rows_pay_0_3_6_and_10() {
    let paid = [1, 2, 3, 4].map(|count| points(&rows(count), upright()));
    assert_eq!(paid, [0, 3, 6, 10]);
}

#[test]
fn spins_of_one_and_two_rows_pay_5_and_10() {
    assert_eq!(points(DOUBLE_SLOT, SPIN), 10);
    assert_eq!(points(SINGLE_SLOT, SPIN), 5);
}

/// With exactly three corners filled, three rows cannot all become full, so only the table is
/// tested.
#[test]
fn a_spin_of_three_rows_pays_nothing_but_the_combo() {
    let drawn = "
        #.........
        ##.#######
        ##..######
        ##.#######";
    let three = at(Piece::T, Rotation::East, 2, 1, Spin::Full);
    assert!(!legal(&BLOCKBATTLE, drawn, three), "four corners");
    let mut state = state(drawn, Piece::T);
    state.clear_state.combo = 2;
    assert_eq!(state.play(&BLOCKBATTLE, &three).points, 2);
}

#[test]
fn exactly_three_blocks_make_a_spin_after_any_move() {
    assert!(legal(&BLOCKBATTLE, DOUBLE_SLOT, SPIN));
    assert!(legal(&BLOCKBATTLE, DOUBLE_SLOT, plain(SPIN)));
    let wall = "
        ..########
        .#########";
    let at_the_wall = at(Piece::T, Rotation::East, 0, 1, Spin::Full);
    assert!(!legal(&BLOCKBATTLE, wall, at_the_wall));
    let solid = "
        ..#.......
        ###..#####
        ###.######
        ##########";
    let above = at(Piece::T, Rotation::East, 3, 2, Spin::Full);
    assert!(legal(&BLOCKBATTLE, solid, above));
    let on_solid = "
        ..#.......
        ###..#####
        ##########";
    assert!(!legal(&BLOCKBATTLE, on_solid, SPIN));
}

#[test]
fn honest_spins_need_a_turn_that_leads_there() {
    let slot = "
        ..#.......
        ##...#####
        ###.######";
    let turned = at(Piece::T, Rotation::South, 3, 1, Spin::Full);
    assert!(legal(&BLOCKBATTLE_HONEST, slot, turned));
    assert!(!legal(&BLOCKBATTLE_HONEST, slot, plain(turned)));
    assert!(legal(&BLOCKBATTLE_HONEST, DOUBLE_SLOT, plain(SPIN)));
}

#[test]
fn the_combo_pays_what_it_was_before() {
    let after = |count, combo| {
        let (clear, chain, _) = played(&rows(count), upright(), with_combo(combo));
        (clear.points, chain.combo)
    };
    assert_eq!(after(2, 0), (3, 1));
    assert_eq!(after(2, 1), (4, 2));
    assert_eq!(after(4, 3), (13, 4));
    assert_eq!(after(1, 2), (2, 2), "one plain row");
    let flat = at(Piece::I, Rotation::North, 2, 4, Spin::None);
    let (clear, chain, _) = played(&rows(4), flat, with_combo(3));
    assert_eq!((clear.points, chain.combo), (0, 0), "no row");
}

#[test]
fn one_row_with_a_spin_adds_to_the_combo() {
    let (clear, chain, _) = played(SINGLE_SLOT, SPIN, with_combo(2));
    assert_eq!((clear.points, chain.combo), (7, 3));
}

#[test]
fn a_perfect_clear_pays_18_and_no_combo() {
    let mv = at(Piece::I, Rotation::North, 7, 0, Spin::None);
    let (clear, chain, board) = played("######....", mv, with_combo(4));
    assert_eq!((clear.points, clear.perfect, chain.combo), (18, true, 4));
    assert!(board.is_empty());
}

#[test]
fn skips_are_earned_by_four_rows_and_by_double_spins() {
    let skips = |drawn: &str, mv| played(drawn, mv, ClearState::default()).1.skips;
    assert_eq!([3, 4].map(|count| skips(&rows(count), upright())), [0, 1]);
    assert_eq!([SPIN, plain(SPIN)].map(|mv| skips(DOUBLE_SLOT, mv)), [1, 0]);
}

#[test]
fn a_skip_needs_one_in_stock_and_leaves_the_combo() {
    let skip = Placement::skip(Piece::S);
    let mut state = state("#.........", Piece::S);
    assert_eq!(state.try_play(&BLOCKBATTLE, &skip), Err(PlayError::NoSkip));
    state.clear_state = ClearState {
        skips: 1,
        ..with_combo(2)
    };
    let before = state.board;
    let clear = state.try_play(&BLOCKBATTLE, &skip).expect("a skip");
    assert_eq!((clear.points, state.board), (0, before));
    assert_eq!((state.clear_state.combo, state.clear_state.skips), (2, 0));
}

/// Every placement without kicks is one with kicks, but not the reverse.
#[test]
fn turns_have_no_kicks() {
    let mut seed = SplitMix64::new(2);
    let mut kicked = 0;
    for _ in 0..300 {
        let mut board = Board::EMPTY;
        for _ in 0..40 {
            board.fill(seed.below(10) as i8, seed.below(8) as i8);
        }
        let rests = |rules| {
            let mut out = Vec::new();
            movegen::placements(rules, &board, Piece::J, &mut out);
            out
        };
        let (with, without) = (rests(&GUIDELINE), rests(&BLOCKBATTLE));
        assert!(without.iter().all(|mv| with.contains(mv)), "{board}");
        kicked += with.len() - without.len();
    }
    assert!(kicked > 20, "{kicked}");
}

#[test]
fn rows_above_the_field_are_free_to_turn_in() {
    let high = ".....##...\n".repeat(18);
    let upright = at(Piece::I, Rotation::East, 4, 2, Spin::None);
    assert!(legal(&BLOCKBATTLE, &high, upright));
}

#[test]
fn any_cell_above_the_field_loses() {
    let tower = "....#.....\n".repeat(18);
    let mut state = state(&tower, Piece::I);
    let clear = state.play(
        &BLOCKBATTLE,
        &at(Piece::I, Rotation::East, 4, 20, Spin::None),
    );
    assert!(clear.topped_out);
}
