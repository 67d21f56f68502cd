//! Properties that hold for any input.

use landfall_rules::{
    Board, ClearState, GUIDELINE, Piece, Placement, Randomizer, Rotation, SRS, Spin, SplitMix64,
    State, lock,
};
use proptest::prelude::*;

/// A board of up to 40 rows without full ones.
fn any_board() -> impl Strategy<Value = Board> {
    prop::array::uniform10(0u64..1 << 40).prop_map(|columns| {
        let mut board = Board { columns };
        board.remove_rows(board.full_rows());
        board
    })
}

/// A board of one of the random kinds, as games have them.
fn lifelike_board() -> impl Strategy<Value = Board> {
    use landfall_testing::boards::*;
    let kinds: [BoardGenerator; 4] = [low_messy, caves, played, high];
    (prop::sample::select(kinds.to_vec()), any::<u64>()).prop_map(|(kind, number)| {
        let mut board = kind(&mut SplitMix64::new(number));
        board.remove_rows(board.full_rows());
        board
    })
}

/// Any placement, in most cases off the board.
fn any_placement() -> impl Strategy<Value = Placement> {
    let near = prop_oneof![any::<i8>(), -3i8..45, Just(i8::MIN), Just(i8::MAX)];
    let spins = prop::sample::select(vec![Spin::None, Spin::Mini, Spin::Full]);
    (any_piece(), 0usize..4, near.clone(), near, spins).prop_map(|(piece, r, x, y, spin)| {
        Placement {
            piece,
            rotation: Rotation::from_index(r),
            x,
            y,
            spin,
        }
    })
}

fn any_piece() -> impl Strategy<Value = Piece> {
    prop::sample::select(Piece::ALL.to_vec())
}

fn filled(board: &Board) -> u32 {
    board.columns.iter().map(|column| column.count_ones()).sum()
}

fn state(board: Board, hold: Option<Piece>, queue: &[Piece]) -> State {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = board;
    state.hold = hold;
    for &piece in queue {
        state.push_piece(piece);
    }
    state
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(2000)
    })]

    #[test]
    fn parsing_never_panics(text in any::<String>(), rows in "([.#_ ]{8,11}\n){0,45}") {
        let _ = Board::<10>::parse(&text);
        if let Ok(board) = Board::<10>::parse(&rows) {
            prop_assert!(board.max_height() <= 40);
        }
    }

    #[test]
    fn drawings_read_back(board in any_board()) {
        prop_assert_eq!(Board::parse(&board.to_string()), Ok(board));
    }

    #[test]
    fn raised_boards_come_back_down(
        board in any_board(),
        garbage in prop::collection::vec(0u16..1 << 10, 0..24),
    ) {
        let mut raised = board;
        raised.raise(&garbage);
        for (y, &row) in garbage.iter().enumerate() {
            for x in 0..10 {
                prop_assert_eq!(raised.filled(x, y as i8), row >> x & 1 == 1);
            }
        }
        raised.remove_rows((1 << garbage.len()) - 1);
        prop_assert_eq!(raised, board);
    }

    #[test]
    fn removed_rows_leave_the_others_in_order(board in any_board(), rows in any::<u64>()) {
        let mut expected = Board::EMPTY;
        for (to, from) in (0..64).filter(|y| rows >> y & 1 == 0).enumerate() {
            for (x, column) in expected.columns.iter_mut().enumerate() {
                *column |= (board.columns[x] >> from & 1) << to;
            }
        }
        let mut removed = board;
        removed.remove_rows(rows);
        prop_assert_eq!(removed, expected);
    }

    /// A lock adds 4 cells, a cleared row removes 10, and the counters follow from the clear.
    #[test]
    fn locking_conserves_cells(
        board in lifelike_board(),
        piece in any_piece(),
        combo in 0u16..20,
        back_to_back in 0u16..=1,
    ) {
        for placement in state(board, None, &[piece]).placements(&GUIDELINE) {
            let (mut after, mut chain) = (board, ClearState { combo, back_to_back, ..ClearState::default() });
            let clear = lock(&GUIDELINE, &mut after, &mut chain, &placement);
            prop_assert_eq!(filled(&after) + 10 * clear.lines, filled(&board) + 4);
            prop_assert_eq!(after.full_rows(), 0);
            prop_assert_eq!(clear.perfect, clear.lines > 0 && after.is_empty());
            prop_assert_eq!(clear.spin, placement.spin);
            prop_assert_eq!(chain.combo, if clear.lines > 0 { combo + 1 } else { 0 });
            prop_assert_eq!(clear.combo, chain.combo);
        }
    }

    #[test]
    fn listed_placements_can_be_played(
        board in lifelike_board(),
        hold in prop::option::of(any_piece()),
        queue in prop::collection::vec(any_piece(), 0..4),
    ) {
        let state = state(board, hold, &queue);
        for placement in state.placements(&GUIDELINE) {
            prop_assert!(state.clone().try_play(&GUIDELINE, &placement).is_ok());
        }
    }

    #[test]
    fn trying_any_placement_never_panics(
        board in prop_oneof![any_board(), lifelike_board()],
        hold in prop::option::of(any_piece()),
        queue in prop::collection::vec(any_piece(), 0..4),
        placement in any_placement(),
    ) {
        let before = state(board, hold, &queue);
        let mut after = before.clone();
        match after.try_play(&GUIDELINE, &placement) {
            Ok(clear) => {
                prop_assert_eq!(filled(&after.board) + 10 * clear.lines, filled(&board) + 4);
            }
            Err(_) => prop_assert_eq!(after, before),
        }
    }

    #[test]
    fn canonical_never_panics_and_is_idempotent(placement in any_placement()) {
        let canonical = SRS.canonical(placement);
        prop_assert_eq!(SRS.canonical(canonical), canonical);
    }
}
