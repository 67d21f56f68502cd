//! The time of clears that a frontend sends changes the move.

use landfall_bot::{BackgroundSearch, DriverOptions, Session, Settings};
use landfall_tbp::messages::{BotMessage, Move, SpinName};
use landfall_tbp::parse;

/// A board on which an I makes a tetris.
const TETRIS: &str = "[ROW,ROW,ROW,ROW,TOP]";

/// A board on which an I makes a perfect clear.
const PERFECT: &str = "[ROW,ROW,ROW,ROW]";

fn session() -> Session<BackgroundSearch> {
    Session::new(Settings::new(DriverOptions {
        nodes: Some(3_000),
        ..DriverOptions::default()
    }))
}

fn send(session: &mut Session<BackgroundSearch>, line: &str) -> Vec<BotMessage> {
    let message = parse(line.as_bytes()).expect(line).expect(line);
    session.handle(message).messages
}

/// Returns the best move on a board by rules with these attributes.
fn preferred(session: &mut Session<BackgroundSearch>, attributes: &str, board: &str) -> Move {
    let rules = format!(r#"{{"type":"rules"{attributes}}}"#);
    assert_eq!(send(session, &rules), [BotMessage::Ready]);
    let board = board
        .replace("ROW", r#"["G","G","G","G","G","G","G","G","G",null]"#)
        .replace(
            "TOP",
            r#"["G","G",null,null,null,null,null,null,null,null]"#,
        );
    send(
        session,
        &format!(r#"{{"type":"start","queue":["I"],"board":{board}}}"#),
    );
    match &send(session, r#"{"type":"suggest"}"#)[..] {
        [BotMessage::Suggestion { moves, .. }] => moves[0],
        other => panic!("{other:?}"),
    }
}

fn is_tetris(mv: &Move) -> bool {
    (mv.location.x, mv.location.y, mv.spin) == (9, 2, SpinName::None)
}

#[test]
fn a_slow_clear_is_avoided() {
    let mut session = session();
    let quick = r#","timings":{"clear":[0,0,0,0]}"#;
    let slow = r#","timings":{"clear":[600,600,600,600]}"#;
    assert!(is_tetris(&preferred(&mut session, quick, TETRIS)));
    assert!(!is_tetris(&preferred(&mut session, slow, TETRIS)));
    assert!(is_tetris(&preferred(&mut session, quick, TETRIS)));
}

/// Quick and slow clears lead to different moves, so the test finds kept timings of both kinds.
#[test]
fn rules_without_timings_reset_them() {
    let default = preferred(&mut session(), "", TETRIS);
    for frames in [0, 600] {
        let mut session = session();
        let timings = format!(r#","timings":{{"clear":[{frames},{frames},{frames},{frames}]}}"#);
        preferred(&mut session, &timings, TETRIS);
        assert_eq!(preferred(&mut session, "", TETRIS), default, "{frames}");
    }
}

#[test]
fn a_perfect_clear_has_a_time_of_its_own() {
    let mut session = session();
    let others = r#","timings":{"clear":[600,600,600,600],"perfect_clear":0}"#;
    let perfect = r#","timings":{"clear":[0,0,0,0],"perfect_clear":600}"#;
    let none_apart = r#","timings":{"clear":[600,600,600,600]}"#;
    assert!(is_tetris(&preferred(&mut session, others, PERFECT)));
    assert!(!is_tetris(&preferred(&mut session, perfect, PERFECT)));
    assert!(!is_tetris(&preferred(&mut session, none_apart, PERFECT)));
}

#[test]
fn the_usual_times_give_the_default_move() {
    let usual = r#","timings":{"clear":[36,41,41,46],"perfect_clear":1}"#;
    let usual_move = preferred(&mut session(), usual, TETRIS);
    assert_eq!(usual_move, preferred(&mut session(), "", TETRIS));
}
