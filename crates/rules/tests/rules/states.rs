//! States: appearing and topping out, holds, and every reason to refuse a move.

use crate::case::{at, placements, state};
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::state::{PlayError, check_lockable};
use landfall_rules::{
    Board, Clear, Piece, Piece::*, Placement, Randomizer, Rotation::*, Ruleset, Spin, State,
};
use landfall_testing::{parse_board, pieces, plain};

/// Rows 0 to 19 are filled except for the rightmost column, so all pieces appear in row 20.
#[test]
fn appears_one_row_higher_when_blocked() {
    let mut board = Board::EMPTY;
    board.columns = [(1 << 20) - 1; 10];
    board.columns[9] = 0;
    for piece in Piece::ALL {
        assert!(!placements(&board, piece).is_empty(), "{piece:?}");
        assert!(!plain::placements(&board, piece).is_empty(), "{piece:?}");
    }
    assert!(placements(&board, O).contains(&at(O, North, 4, 20, Spin::None)));
    assert!(placements(&board, I).contains(&at(I, East, 9, 2, Spin::None)));
}

/// Row 19 is free, so pieces appear there and rest on row 18.
#[test]
fn row_19_comes_before_row_20() {
    let mut board = Board::EMPTY;
    board.columns = [(1 << 19) - 1; 10];
    board.fill(3, 21);
    let lowest = placements(&board, O).iter().map(|p| p.y).min();
    assert_eq!(lowest, Some(19));
}

#[test]
fn tops_out_when_rows_19_and_20_are_blocked() {
    let mut board = Board::EMPTY;
    board.fill(4, 19);
    for piece in Piece::ALL {
        assert!(!placements(&board, piece).is_empty(), "{piece:?}");
    }
    board.fill(4, 20);
    for piece in Piece::ALL {
        assert_eq!(placements(&board, piece), [], "{piece:?}");
    }
    let mut state = state(board, &[I, O, T]);
    assert_eq!(state.legal_placements(&GUIDELINE), []);
    state.hold = Some(S);
    assert_eq!(state.legal_placements(&GUIDELINE), []);
}

#[test]
fn no_queue_no_placements() {
    let mut state = State::new(Randomizer::Uniform);
    state.hold = Some(T);
    assert_eq!(state.legal_placements(&GUIDELINE), []);
    assert_eq!(state.held_piece(&GUIDELINE), None);
}

#[test]
fn pushed_pieces_join_the_queue_and_leave_the_bag() {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    for piece in pieces("TSZ") {
        state.push_piece(piece);
    }
    assert_eq!(state.queue, pieces("TSZ"));
    assert_eq!(state.randomizer.odds(), [1, 1, 0, 1, 1, 0, 0]);
}

/// The piece in play goes, the hold stays as it is.
#[test]
fn plays_the_piece_in_play() {
    check_hold(None, I, "OT", None);
    check_hold(Some(S), I, "OT", Some(S));
}

/// Nothing is held: the piece in play goes to the hold, the next one is played.
#[test]
fn empty_hold_plays_the_second_piece() {
    check_hold(None, O, "T", Some(I));
}

#[test]
fn full_hold_swaps() {
    check_hold(Some(S), S, "OT", Some(I));
}

/// The piece in play is also the held one: it is played without a hold.
#[test]
fn same_piece_both_ways_is_no_hold() {
    check_hold(Some(I), I, "OT", Some(I));
    let mut state = state(Board::EMPTY, &[T, T, O]);
    state.play(&GUIDELINE, &flat(T));
    assert_eq!((state.hold, state.queue), (None, pieces("TO").into()));
}

/// Plays `piece` with I in play, then O and T.
fn check_hold(hold: Option<Piece>, piece: Piece, queue: &str, hold_after: Option<Piece>) {
    let mut played = state(Board::EMPTY, &[I, O, T]);
    played.hold = hold;
    let mut tried = played.clone();
    let clear = played.play(&GUIDELINE, &flat(piece));
    assert_eq!(tried.try_play(&GUIDELINE, &flat(piece)), Ok(clear));
    assert_eq!(tried, played);
    assert_eq!(
        (played.hold, played.queue),
        (hold_after, pieces(queue).into())
    );
}

fn flat(piece: Piece) -> Placement {
    at(piece, North, 4, 0, Spin::None)
}

#[test]
fn lists_the_piece_in_play_then_the_held_one() {
    let mut state = state(Board::EMPTY, &[I, O, T]);
    let count = |state: &State, piece| {
        let listed = state.legal_placements(&GUIDELINE);
        listed.iter().filter(|p| p.piece == piece).count()
    };
    assert_eq!(
        (count(&state, I), count(&state, O), count(&state, T)),
        (17, 9, 0)
    );
    state.hold = Some(T);
    assert_eq!(
        (count(&state, I), count(&state, O), count(&state, T)),
        (17, 0, 34)
    );
    state.hold = Some(I);
    assert_eq!(state.legal_placements(&GUIDELINE).len(), 17);
}

#[test]
fn rules_without_hold() {
    let no_hold = Ruleset {
        hold: false,
        ..GUIDELINE
    };
    let mut state = state(Board::EMPTY, &[I, O]);
    state.hold = Some(T);
    assert_eq!(state.held_piece(&no_hold), None);
    assert_eq!(state.legal_placements(&no_hold).len(), 17);
    let expected = PlayError::PieceNotAtHand {
        piece: T,
        current: I,
        held: None,
    };
    assert_eq!(state.try_play(&no_hold, &flat(T)), Err(expected));
}

/// A move that is refused leaves everything as it was.
fn check_error(state: &State, placement: Placement, expected: PlayError, says: &str) {
    let mut tried = state.clone();
    assert_eq!(tried.try_play(&GUIDELINE, &placement), Err(expected));
    assert_eq!(&tried, state);
    assert_eq!(expected.to_string(), says);
}

#[test]
fn refuses_to_play_without_a_piece() {
    let state = State::new(Randomizer::Uniform);
    let says = "the queue is empty, no piece is in play";
    check_error(&state, flat(I), PlayError::NoPiece, says);
}

#[test]
fn refuses_a_piece_that_is_not_at_hand() {
    let mut state = state(Board::EMPTY, &[I, O, T]);
    let held_is = |held| PlayError::PieceNotAtHand {
        piece: T,
        current: I,
        held,
    };
    let says = "piece T is not at hand: I is in play and a hold would bring O";
    check_error(&state, flat(T), held_is(Some(O)), says);
    state.hold = Some(S);
    let says = "piece T is not at hand: I is in play and a hold would bring S";
    check_error(&state, flat(T), held_is(Some(S)), says);
    state.hold = None;
    state.queue.truncate(1);
    let says = "piece T is not at hand: I is in play and a hold would bring nothing known";
    check_error(&state, flat(T), held_is(None), says);
}

#[test]
fn refuses_cells_off_the_board() {
    let state = state(Board::EMPTY, &[I]);
    for (x, y, cell) in [
        (0, 0, (-1, 0)),
        (8, 0, (10, 0)),
        (4, -1, (3, -1)),
        (4, 40, (3, 40)),
        (i8::MIN, 0, (i8::MIN, 0)),
        (i8::MAX, 0, (i8::MAX - 1, 0)),
        (4, i8::MAX, (3, i8::MAX)),
        (4, i8::MIN, (3, i8::MIN)),
    ] {
        let (x_off, y_off) = cell;
        check_error(
            &state,
            at(I, North, x, y, Spin::None),
            PlayError::OffBoard { x: x_off, y: y_off },
            &format!("cell x={x_off} y={y_off} is not on the board"),
        );
    }
}

#[test]
fn refuses_filled_cells() {
    let state = state(parse_board(".....#...."), &[I]);
    let says = "cell x=5 y=0 is filled already";
    check_error(&state, flat(I), PlayError::Occupied { x: 5, y: 0 }, says);
}

#[test]
fn refuses_to_leave_a_piece_in_the_air() {
    let state = state(parse_board("#........."), &[I]);
    let floating = at(I, North, 4, 1, Spin::None);
    let says = "the piece floats: nothing is below it";
    check_error(&state, floating, PlayError::Floating, says);
    let resting = at(I, North, 1, 1, Spin::None);
    assert_eq!(check_lockable(&GUIDELINE, &state.board, &resting), Ok(()));
}

/// Frontends may have moves that the rules lack: a placement only has to fit.
#[test]
fn accepts_unreachable_placements_that_fit() {
    let sealed = parse_board(
        "
        ##########
        #....#####
        ",
    );
    let mut state = state(sealed, &[I]);
    let inside = at(I, North, 2, 0, Spin::None);
    assert!(!state.legal_placements(&GUIDELINE).contains(&inside));
    let clear = state.try_play(&GUIDELINE, &inside).unwrap();
    assert_eq!((clear.lines, clear.perfect), (2, true));
}

/// The other state with the same cells is accepted too.
#[test]
fn accepts_states_that_are_not_canonical() {
    let mut state = state(Board::EMPTY, &[S]);
    let south = at(S, South, 4, 1, Spin::None);
    assert_eq!(state.try_play(&GUIDELINE, &south), Ok(Clear::default()));
    assert_eq!(state.board, parse_board("....##....\n...##....."));
}
