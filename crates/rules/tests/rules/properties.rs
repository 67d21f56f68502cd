//! Properties that hold for any input.

use landfall_rules::board::CellKind;
use landfall_rules::lock::{ClearState, lock};
use landfall_rules::rng::SplitMix64;
use landfall_rules::rotation::SRS;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{
    Board, Piece, Placement, Playfield, Queue, Randomizer, Rotation, Ruleset, Spin, State,
};
use proptest::prelude::*;

/// A board of up to 40 rows without full ones.
pub fn any_board() -> impl Strategy<Value = Board> {
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
pub fn any_placement() -> impl Strategy<Value = Placement> {
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

pub fn any_piece() -> impl Strategy<Value = Piece> {
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
    fn parsing_never_panics(text in any::<String>(), rows in "([.#_ ]{8,11}\n){0,70}") {
        let _ = text.parse::<Board>();
        if let Ok(board) = rows.parse::<Board>() {
            prop_assert!(board.max_height() <= 64);
        }
    }

    #[test]
    fn drawings_read_back(columns in any::<[u64; 10]>()) {
        let board = Board { columns };
        prop_assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn cells_make_the_board_again(columns in any::<[u64; 10]>()) {
        let mut board = Board { columns };
        prop_assert_eq!(board.cells().collect::<Board>(), board);
        for (x, y) in board.cells() {
            board.clear(x, y);
        }
        prop_assert!(board.is_empty());
    }

    #[test]
    fn texts_read_back(
        placement in any_placement(),
        pieces in prop::collection::vec(any_piece(), 0..30),
    ) {
        let queue = Queue::from(pieces);
        prop_assert_eq!(placement.to_string().parse(), Ok(placement));
        prop_assert_eq!(placement.piece.to_string().parse(), Ok(placement.piece));
        prop_assert_eq!(placement.rotation.to_string().parse(), Ok(placement.rotation));
        prop_assert_eq!(placement.spin.to_string().parse(), Ok(placement.spin));
        prop_assert_eq!(queue.to_string().parse(), Ok(queue));
    }

    #[test]
    fn drawn_fields_read_back(board in any_board(), placement in any_placement()) {
        let mut field = Playfield::from(&board);
        let kind = CellKind::Piece(placement.piece);
        field.fill(&placement.cells(&GUIDELINE), kind);
        prop_assert_eq!(field.to_string().parse(), Ok(field));
        prop_assert_eq!(kind.to_string().parse(), Ok(kind));
        prop_assert_eq!("G".parse(), Ok(CellKind::Garbage));
    }

    #[test]
    fn parsing_any_text_never_panics(
        text in any::<String>(),
        words in "[A-Z]( (north|skip|spin|full|x=|y=|[0-9-]{1,4}|=)){0,7}",
    ) {
        for text in [text, words] {
            if let Ok(placement) = text.parse::<Placement>() {
                prop_assert_eq!(placement.to_string().parse(), Ok(placement));
            }
            let _ = (text.parse::<Piece>(), text.parse::<Rotation>(), text.parse::<Spin>());
            if let Ok(queue) = text.parse::<Queue>() {
                prop_assert_eq!(queue.to_string(), text);
            }
        }
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
        for placement in state(board, None, &[piece]).legal_placements(&GUIDELINE) {
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
        for placement in state.legal_placements(&GUIDELINE) {
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

// Each case plays every placement under every ruleset.
proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(200)
    })]

    /// Under every ruleset that ships, also where the move is a hold or a skip.
    #[test]
    fn undo_takes_a_play_back(
        board in lifelike_board(),
        hold in prop::option::of(any_piece()),
        queue in prop::collection::vec(any_piece(), 1..5),
        counters in any::<(u16, u16, u8, u8, u8)>(),
        dealt in any_piece(),
    ) {
        for rules in Ruleset::ALL {
            let mut before = state(board, hold, &queue);
            let (combo, back_to_back, skips, solid_row_in, garbage_rows) = counters;
            before.clear_state = ClearState { combo, back_to_back, skips, solid_row_in, garbage_rows };
            let mut after = before.clone();
            for placement in before.legal_placements(rules) {
                let undo = after.undo_info();
                after.play(rules, &placement);
                after.undo(&undo);
                prop_assert_eq!(&after, &before, "{} {}", rules.name, placement);
            }
            // Pieces that were dealt after the play stay.
            if let Some(placement) = before.legal_placements(rules).last() {
                let undo = after.undo_info();
                after.play(rules, placement);
                after.push_piece(dealt);
                after.undo(&undo);
                before.push_piece(dealt);
                prop_assert_eq!(after, before, "{}", rules.name);
            }
        }
    }
}
