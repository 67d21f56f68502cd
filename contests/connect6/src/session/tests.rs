//! Games of either side, message by message: boards, requests and errors.

use super::*;
use crate::rules::tests::turn;
use Colour::{Black, White};

fn broadcast(colour: Colour, text: &str) -> Message {
    let coordinates = turn_coordinates(turn(text));
    Message::Broadcast {
        coordinates,
        colour,
    }
}

fn session(colour: Colour) -> Session {
    let mut session = Session::default();
    assert_eq!(
        session.handle(Message::AssignColour { colour }),
        Ok(Reaction::Changed)
    );
    session
}

fn request(session: &mut Session) -> Result<Reaction, ProtocolError> {
    session.handle(Message::TurnRequest { time: 1000 })
}

/// Asserts the reaction to the broadcast of a turn.
#[track_caller]
fn assert_broadcast(session: &mut Session, colour: Colour, text: &str, expected: Reaction) {
    let reaction = session.handle(broadcast(colour, text));
    assert_eq!(reaction, Ok(expected), "{colour} {text}");
}

/// Answers a request.
fn play(session: &mut Session, text: &str) {
    request(session).expect("our turn");
    session.answer(turn(text)).expect("legal");
}

fn turns(session: &Session) -> String {
    let position = session.position();
    let turns = position.turns().iter().map(Turn::to_string);
    turns.collect::<Vec<_>>().join(", ")
}

#[test]
fn a_game_as_black_whether_own_turns_are_broadcast_or_not() {
    for echo in [true, false] {
        let mut session = session(Black);
        assert_eq!(request(&mut session), Ok(Reaction::TurnDue(1000)));
        let answer = session.answer(turn("j10")).expect("legal");
        assert_eq!(
            answer,
            Message::Answer {
                coordinates: [9, 9, 9, 9]
            }
        );
        assert_eq!(turns(&session), "j10");
        if echo {
            assert_broadcast(&mut session, Black, "j10", Reaction::Nothing);
        }
        assert_broadcast(&mut session, White, "a1 b1", Reaction::Changed);
        assert_eq!(request(&mut session), Ok(Reaction::TurnDue(1000)));
        session.answer(turn("k10 l10")).expect("legal");
        assert_eq!(turns(&session), "j10, a1 b1, k10 l10");
    }
}

#[test]
fn the_second_pair_of_blacks_first_broadcast_is_ignored() {
    for second in [[9, 9], [3, 4], [0, 0], [255, 255]] {
        for colour in [Black, White] {
            let mut session = session(colour);
            if colour == Black {
                play(&mut session, "j10");
            }
            let coordinates = [9, 9, second[0], second[1]];
            let message = Message::Broadcast {
                coordinates,
                colour: Black,
            };
            for _ in 0..2 {
                session.handle(message).expect("understood");
                assert_eq!(turns(&session), "j10", "{second:?}");
            }
            assert_broadcast(&mut session, White, "a1 b1", Reaction::Changed);
            assert_eq!(turns(&session), "j10, a1 b1", "{second:?}");
        }
    }
}

#[test]
fn repeated_broadcasts_change_nothing() {
    let mut session = session(White);
    assert_broadcast(&mut session, Black, "j10", Reaction::Changed);
    play(&mut session, "a1 b1");
    for text in ["a1 b1", "b1 a1", "a1 b1"] {
        assert_broadcast(&mut session, White, text, Reaction::Nothing);
        assert_broadcast(&mut session, Black, "j10", Reaction::Nothing);
    }
    assert_broadcast(&mut session, Black, "k10 l10", Reaction::Changed);
    assert_broadcast(&mut session, White, "a1 b1", Reaction::Nothing);
    assert_broadcast(&mut session, Black, "l10 k10", Reaction::Nothing);
    assert_eq!(turns(&session), "j10, a1 b1, k10 l10");
}

#[test]
fn a_turn_that_the_server_changed_is_accepted() {
    let mut session = session(Black);
    play(&mut session, "j10");
    assert_broadcast(&mut session, Black, "a1", Reaction::Changed);
    assert_broadcast(&mut session, White, "j10 b1", Reaction::Changed);
    play(&mut session, "k10 l10");
    // One of its two stones is ours.
    assert_broadcast(&mut session, Black, "l10 m10", Reaction::Changed);
    assert_eq!(turns(&session), "a1, j10 b1, l10 m10");
}

/// Openings are set up like this.
#[test]
fn unrequested_turns_of_ours_are_accepted() {
    let mut session = session(White);
    assert_broadcast(&mut session, Black, "j10", Reaction::Changed);
    assert_broadcast(&mut session, White, "a1 b1", Reaction::Changed);
    assert_broadcast(&mut session, Black, "k10 l10", Reaction::Changed);
    assert_eq!(request(&mut session), Ok(Reaction::TurnDue(1000)));
    assert_eq!(turns(&session), "j10, a1 b1, k10 l10");
}

#[test]
fn a_repeated_request_means_that_the_answer_did_not_count() {
    let mut session = session(Black);
    play(&mut session, "j10");
    assert_eq!(request(&mut session), Ok(Reaction::TurnDue(1000)));
    assert_eq!(turns(&session), "");
}

#[test]
fn the_end_may_come_at_any_time() {
    let over = |winner| Ok(Reaction::GameOver(GameEnd::Announced(winner)));
    for winner in [None, Some(Black), Some(White)] {
        let end = Message::GameOver { winner };
        let mut early = Session::default();
        assert_eq!(early.handle(end), over(winner));
        let mut session = session(Black);
        assert_eq!(session.clone().handle(end), over(winner));
        request(&mut session).expect("our turn");
        assert_eq!(session.clone().handle(end), over(winner));
        session.answer(turn("j10")).expect("legal");
        assert_eq!(session.handle(end), over(winner));
    }
}

#[test]
fn a_connection_that_closes_ends_a_game_that_has_begun() {
    assert_eq!(
        Session::default().handle_close(),
        Err(ProtocolError::ClosedBeforeColour)
    );
    assert_eq!(session(White).handle_close(), Ok(GameEnd::Closed));
}

#[test]
fn errors_name_their_cause() {
    let pair = |coordinates| Message::Broadcast {
        coordinates,
        colour: Black,
    };
    let coordinates = [0; 4];
    let request = Message::TurnRequest { time: 1 };
    let colour_again = Message::AssignColour { colour: White };
    let cases: [(&str, Option<Colour>, &[Message]); 10] = [
        (
            "only clients send: login",
            Some(Black),
            &[Message::Login { key: 1 }],
        ),
        (
            "only clients send: answer",
            None,
            &[Message::Answer { coordinates }],
        ),
        (
            "before it assigned a colour: turn request",
            None,
            &[request],
        ),
        (
            "before it assigned a colour: broadcast",
            None,
            &[broadcast(Black, "j10")],
        ),
        ("changed our colour to white", Some(Black), &[colour_again]),
        ("not our turn", Some(White), &[request]),
        ("off the board", Some(White), &[pair([9, 19, 0, 0])]),
        (
            "turn of white out of turn",
            Some(Black),
            &[broadcast(White, "a1 b1")],
        ),
        (
            "j10 is occupied",
            Some(Black),
            &[broadcast(Black, "j10"), broadcast(White, "j10 a1")],
        ),
        (
            "b2 is occupied",
            Some(Black),
            &[broadcast(Black, "j10"), broadcast(White, "b2 b2")],
        ),
    ];
    for (words, colour, messages) in cases {
        let mut session = colour.map_or_else(Session::default, session);
        let mut last = Ok(Reaction::Nothing);
        for &message in messages {
            last = session.handle(message);
        }
        let error = last.expect_err(words).to_string();
        assert!(error.contains(words), "{words}: {error}");
    }
}

#[test]
fn illegal_answers_are_refused() {
    let mut session = session(White);
    assert_broadcast(&mut session, Black, "j10", Reaction::Changed);
    request(&mut session).expect("our turn");
    for text in ["a1", "a1 a1", "a1 j10"] {
        assert!(session.answer(turn(text)).is_err(), "{text}");
    }
    assert_eq!(turns(&session), "j10");
}

#[test]
fn results_are_described_from_our_side() {
    let position = Position::new();
    let described = |winner| describe_result(GameEnd::Announced(winner), Black, &position);
    assert_eq!(described(Some(Black)), "won as black after 0 turns");
    assert_eq!(described(Some(White)), "lost as black after 0 turns");
    assert_eq!(described(None), "a draw as black after 0 turns");
    assert!(describe_result(GameEnd::Closed, White, &position).contains("without a result"));
}
