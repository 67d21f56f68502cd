//! The lines that a Rust programmer tries first.

use landfall_rules::board::ParseBoardError;
use landfall_rules::piece::{
    ParsePieceError, ParsePlacementError, ParseRotationError, ParseSpinError,
};
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Board, Cell, Piece, Placement, Queue, Randomizer, Rotation, Spin, State};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};

type TestResult = Result<(), Box<dyn Error>>;

#[test]
fn text_of_pieces_and_placements() -> TestResult {
    assert_eq!(Piece::T.to_string(), "T");
    assert_eq!("T".parse::<Piece>()?, Piece::T);
    assert_eq!(char::from(Piece::T), 'T');
    assert_eq!(Piece::try_from('T')?, Piece::T);
    assert_eq!(Rotation::North.to_string(), "north");
    assert_eq!("west".parse::<Rotation>()?, Rotation::West);
    assert_eq!(Spin::Mini.to_string(), "mini");
    assert_eq!("full".parse::<Spin>()?, Spin::Full);
    let spun: Placement = "T south x=2 y=1 spin full".parse()?;
    assert_eq!(spun.to_string(), "T south x=2 y=1 spin full");
    assert_eq!(format!("{spun:?}"), "T south x=2 y=1 spin full");
    assert_eq!((spun.x, spun.y, spun.spin), (2, 1, Spin::Full));
    assert_eq!("S skip".parse::<Placement>()?, Placement::skip(Piece::S));
    Ok(())
}

#[test]
fn queues() -> TestResult {
    let mut queue: Queue = "TIO".parse()?;
    assert_eq!(queue, [Piece::T, Piece::I, Piece::O]);
    assert_eq!((queue.len(), queue[1]), (3, Piece::I));
    queue.push_back(Piece::Z);
    queue.extend([Piece::L]);
    for piece in &queue {
        assert!(Piece::ALL.contains(piece));
    }
    assert_eq!(queue.to_string(), "TIOZL");
    assert_eq!(format!("{queue:?}"), "Queue(TIOZL)");
    assert_eq!(queue.into_iter().collect::<Vec<_>>().len(), 5);
    assert_eq!("".parse::<Queue>()?, Queue::new());
    Ok(())
}

#[test]
fn boards() -> TestResult {
    let mut board: Board = "#.........\n##........".parse()?;
    assert_eq!(board.to_string(), "#.........\n##........");
    assert_eq!(format!("{board:?}"), "\n#.........\n##........\n");
    let cells: Vec<Cell> = board.cells().collect();
    assert_eq!(cells, [(0, 0), (0, 1), (1, 0)]);
    board.fill(9, 0);
    assert!(board.filled(9, 0));
    board.clear(9, 0);
    board.clear(10, 0);
    board.clear(0, -1);
    board.clear(0, 64);
    assert!(!board.filled(9, 0));
    assert_eq!(board.cells().collect::<Board>(), board);
    Ok(())
}

#[test]
fn hashes() {
    let board = Board::EMPTY;
    let mut hasher = DefaultHasher::new();
    board.hash(&mut hasher);
    assert_ne!(hasher.finish(), 0);
    assert_ne!(board.seeded_hash(1), board.seeded_hash(2));

    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.queue = "TI".parse().unwrap();
    let mut values = HashMap::from([(state.clone(), 0.0)]);
    *values.entry(state).or_default() += 1.0;
    assert_eq!(values.len(), 1);
    let visited = HashSet::from([(board, Piece::T, Spin::None)]);
    assert!(visited.contains(&(board, Piece::T, Spin::None)));
    let sorted = BTreeMap::from([
        (Placement::skip(Piece::T), 1),
        (Placement::skip(Piece::I), 2),
    ]);
    assert_eq!(sorted.values().copied().collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn playing() -> TestResult {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = "##########\n#.........".parse()?;
    state.queue = "TIO".parse()?;
    let before = state.clone();
    for mv in state.legal_placements(&GUIDELINE) {
        let undo = state.undo_info();
        let clear = state.play(&GUIDELINE, &mv);
        for (x, y) in mv.cells(&GUIDELINE) {
            assert!(clear.lines > 0 || state.board.filled(x, y), "{mv}");
        }
        state.undo(&undo);
        assert_eq!(state, before);
    }
    Ok(())
}

#[test]
fn errors_say_what_to_write() {
    let message = |error: &dyn Error| error.to_string();
    let piece: ParsePieceError = "t".parse::<Piece>().unwrap_err();
    assert!(message(&piece).contains(r#""t""#));
    let queue: ParsePieceError = "TIX".parse::<Queue>().unwrap_err();
    assert!(message(&queue).contains(r#""X""#));
    let rotation: ParseRotationError = "up".parse::<Rotation>().unwrap_err();
    assert!(message(&rotation).contains("north, east, south or west"));
    let spin: ParseSpinError = "double".parse::<Spin>().unwrap_err();
    assert!(message(&spin).contains("none, mini or full"));
    let board: ParseBoardError = "#".parse::<Board>().unwrap_err();
    assert!(message(&board).contains("line 1 has 1 cells"));
    for (text, expected) in [
        ("", "is not a placement"),
        ("G north x=1 y=1", r#""G" is not a piece"#),
        ("T up x=1 y=1", r#""up" is not a rotation state"#),
        ("T north 1 1", "is not a placement"),
        ("T north x=1 y=200", "is not a placement"),
        ("T north x=1 y=1 full", "is not a placement"),
        ("T north x=1 y=1 spin", "is not a placement"),
        ("T north x=1 y=1 spin half", r#""half" is not a spin"#),
        ("T north x=1 y=1 spin full x", "is not a placement"),
        ("T skip now", "is not a placement"),
    ] {
        let error: ParsePlacementError = text.parse::<Placement>().unwrap_err();
        assert!(message(&error).contains(expected), "{text}: {error}");
    }
}
