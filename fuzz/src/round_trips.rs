//! Round trips through other representations, and operations that are undone.

use crate::choices::Choices;
use crate::move_generator::{cells, chosen_board};
use landfall_fumen::{COLUMNS, Field, ROWS};
use landfall_rules::lock::ClearState;
use landfall_rules::rng::SplitMix64;
use landfall_rules::{
    Board, Piece, Placement, Playfield, Randomizer, Rotation, Ruleset, Spin, State,
};
use landfall_tbp::convert::{board_rows, to_field, to_move, to_placement, to_start, to_state};
use landfall_tbp::messages::FrontendMessage;
use landfall_tbp::parse;

/// The largest number of moves of a game.
const MAX_MOVES: usize = 3;

/// Plays any game by any rules. Before each move, converts the position to a drawn board, to rows,
/// to a `start` and to a field of a fumen and back, and every move to a move of TBP and back.
///
/// Fails on a value that changes in a round trip, two hashes of one board, or garbage whose removal
/// does not restore the board.
pub fn round_trips(data: &[u8]) {
    let mut choices = Choices::new(data);
    let rules = *choices.of::<&'static Ruleset>(&Ruleset::ALL);
    let mut state = State {
        board: chosen_board(&mut choices),
        ..State::new(randomizer(&mut choices))
    };
    limit_rows(&mut state.board, rules);
    state.hold = choices
        .once_in(2)
        .then(|| *choices.of(&Piece::ALL))
        .filter(|_| rules.hold);
    for _ in 0..1 + choices.below(7) {
        state.push_piece(*choices.of(&Piece::ALL));
    }
    for _ in 0..MAX_MOVES {
        check(rules, &state);
        raise_and_lower(&mut choices, &state.board);
        let moves = state.legal_placements(rules);
        if moves.is_empty() || choices.is_empty() {
            break;
        }
        for mv in moves.iter().filter(|mv| **mv != Placement::skip(mv.piece)) {
            let read = check_move(rules, mv).expect("a move of the board");
            assert_eq!(read.spin, mv.spin, "{mv:?} by {}", rules.name);
        }
        let mv = *choices.of(&moves);
        state.play(rules, &mv);
        limit_rows(&mut state.board, rules);
        state.push_piece(*choices.of(&Piece::ALL));
    }
    check_move(rules, &any_placement(&mut choices));
}

/// Takes a randomizer.
fn randomizer(choices: &mut Choices) -> Randomizer {
    match choices.below(3) {
        0 => Randomizer::SEVEN_BAG,
        1 => Randomizer::Uniform,
        _ => Randomizer::unknown(),
    }
}

/// Removes the blocks above the board of the rules.
fn limit_rows(board: &mut Board, rules: &Ruleset) {
    let rows = (1u64 << rules.height) - 1;
    board.columns = board.columns.map(|column| column & rows);
}

/// Takes any placement, usually off the board.
fn any_placement(choices: &mut Choices) -> Placement {
    Placement {
        piece: *choices.of(&Piece::ALL),
        rotation: *choices.of(&Rotation::ALL),
        x: choices.below(60) as i8 - 10,
        y: choices.below(60) as i8 - 10,
        spin: *choices.of(&[Spin::None, Spin::Mini, Spin::Full]),
    }
}

fn check(rules: &Ruleset, state: &State) {
    let board = &state.board;
    assert_eq!(board.to_string().parse::<Board>().as_ref(), Ok(board));
    let rows = board_rows(board);
    let field = to_field(&rows);
    assert_eq!(&field.board(), board);
    assert_eq!(field.board().seeded_hash(1), board.seeded_hash(1));
    let written = Playfield::from(&Field::from(&field));
    for (x, y) in (0..ROWS as i8).flat_map(|y| (0..COLUMNS as i8).map(move |x| (x, y))) {
        assert_eq!(written.get((x, y)), field.get((x, y)), "{board}");
    }

    let start = to_start(state, &field, None);
    let read = to_state(rules, &start, state.randomizer.clone()).expect("a position");
    let known = |state: &State| {
        let ClearState {
            combo,
            back_to_back,
            skips,
            solid_row_in,
            ..
        } = state.clear_state;
        (combo, back_to_back, skips, solid_row_in)
    };
    assert_eq!(
        (&read.board, read.hold, &read.queue),
        (board, state.hold, &state.queue)
    );
    assert_eq!(known(&read), known(state), "{} {start:?}", rules.name);
    let line = serde_json::to_string(&FrontendMessage::Start(start.clone())).expect("a line");
    assert_eq!(
        parse(line.as_bytes()),
        Ok(Some(FrontendMessage::Start(start))),
        "{line}"
    );
}

/// Checks that raising garbage and removing its rows restores the board.
fn raise_and_lower(choices: &mut Choices, board: &Board) {
    let rows = choices.below(4);
    let mut rng = SplitMix64::new(choices.byte().into());
    let garbage: Vec<u16> = (0..rows).map(|_| !(1 << rng.below(10)) & 0x3ff).collect();
    if board.max_height() as usize + rows > 40 {
        return;
    }
    let mut raised = *board;
    raised.raise(&garbage);
    raised.remove_rows((1 << rows) - 1);
    assert_eq!(&raised, board);
}

/// Checks that a move covers the same cells after a round trip. Returns the result of the round
/// trip, if it is a legal location.
fn check_move(rules: &Ruleset, mv: &Placement) -> Option<Placement> {
    let written = to_move(rules, mv);
    let read = to_placement(rules, &written).ok()?;
    assert_eq!(
        cells(rules, &read),
        cells(rules, mv),
        "{written:?} by {}",
        rules.name
    );
    Some(read)
}
