//! A board that is filled without six in a row: for the rules, the referee and the server.

use crate::common::{RunningServer, filling, follow_both, short};
use landfall_connect6::codec::{Message, turn_coordinates};
use landfall_connect6::display::draw_board;
use landfall_connect6::referee::{EndReason, Referee, ServerBehaviour};
use landfall_connect6::rules::{Colour, Outcome, Position};
use std::time::Duration;

#[test]
fn a_full_board_is_a_draw() {
    let mut position = Position::new();
    for turn in filling() {
        assert_eq!(position.outcome(), None, "{}", draw_board(&position));
        position.play(turn).expect("legal");
    }
    assert_eq!(
        position.outcome(),
        Some(Outcome::Draw),
        "{}",
        draw_board(&position)
    );
}

#[test]
fn the_referee_announces_a_draw_to_both() {
    let mut referee = Referee::new(ServerBehaviour::default()).expect("no opening");
    let mut last = Vec::new();
    for (turn, colour) in filling().into_iter().zip(Colour::BOTH.into_iter().cycle()) {
        let coordinates = turn_coordinates(turn);
        last = referee.handle(colour, Message::Answer { coordinates }, Duration::ZERO);
    }
    let end = Message::GameOver { winner: None };
    assert_eq!(last[2..], Colour::BOTH.map(|colour| (colour, end)));
    let result = referee.result().expect("it is over");
    assert_eq!(result.reason, EndReason::BoardFull);
}

#[test]
fn the_server_ends_a_game_with_a_full_board() {
    let behaviour = ServerBehaviour {
        abort_after: None,
        ..short()
    };
    let server = RunningServer::seated(behaviour);
    let end = Some(Message::GameOver { winner: None });
    assert_eq!(follow_both(&server, &filling()), [end; 2]);
    let (served, _) = server.end();
    assert_eq!(served.result.reason, EndReason::BoardFull);
    assert_eq!(served.position.turns().len(), 181);
}
