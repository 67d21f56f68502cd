//! The referee with every option of its behaviour: messages, illegal answers, results.

use super::*;
use crate::rules::tests::turn;
use Colour::{Black, White};

fn referee(behaviour: ServerBehaviour) -> Referee {
    Referee::new(behaviour).expect("a legal opening")
}

fn answer(coordinates: Coordinates) -> Message {
    Message::Answer { coordinates }
}

fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// Plays a turn in no time.
fn play(referee: &mut Referee, by: Colour, coordinates: Coordinates) -> Outgoing {
    referee.handle(by, answer(coordinates), Duration::ZERO)
}

fn reason(referee: &Referee) -> EndReason {
    referee.result().expect("it is over").reason.clone()
}

#[test]
fn a_game_is_broadcast_until_somebody_has_six_in_a_row() {
    let mut referee = referee(ServerBehaviour::default());
    let request = |colour| (colour, Message::TurnRequest { time: 5_000 });
    assert_eq!(
        referee.start(),
        [
            (Black, Message::AssignColour { colour: Black }),
            (White, Message::AssignColour { colour: White }),
            request(Black),
        ]
    );
    let out = play(&mut referee, Black, [0, 0, 7, 7]);
    let announced = broadcast([0, 0, 0, 0], Black);
    assert_eq!(
        out,
        [(Black, announced), (White, announced), request(White)]
    );
    for x in [1, 3] {
        play(&mut referee, White, [2 * x, 9, 2 * x + 2, 11]);
        play(&mut referee, Black, [x, 0, x + 1, 0]);
    }
    play(&mut referee, White, [0, 18, 2, 18]);
    let out = play(&mut referee, Black, [5, 0, 18, 18]);
    let announced = broadcast([5, 0, 18, 18], Black);
    let end = Message::GameOver {
        winner: Some(Black),
    };
    assert_eq!(
        out,
        [
            (Black, announced),
            (White, announced),
            (Black, end),
            (White, end)
        ]
    );
    assert_eq!(reason(&referee), EndReason::SixInARow);
    assert!(play(&mut referee, White, [9, 9, 9, 10]).is_empty());
}

#[test]
fn times_follow_the_clock_model() {
    for (model, times) in [
        (ClockModel::Increment, [1000, 1700, 2600]),
        (ClockModel::Bank, [1000, 700, 600]),
        (ClockModel::PerTurn, [1000, 1000, 1000]),
    ] {
        let mut referee = referee(ServerBehaviour {
            times: [1000; 2],
            clock_model: model,
            ..ServerBehaviour::default()
        });
        for (turn, spent) in [300, 100, 0].into_iter().enumerate() {
            assert_eq!(referee.turn_due(), Some((Black, times[turn])), "{model:?}");
            let y = turn as u8;
            referee.handle(Black, answer([0, y, 9, y]), ms(spent));
            play(&mut referee, White, [2, y, 13, y]);
        }
    }
}

#[test]
fn the_longest_time_does_not_overflow() {
    let mut referee = referee(ServerBehaviour {
        times: [u32::MAX; 2],
        ..ServerBehaviour::default()
    });
    play(&mut referee, Black, [9, 9, 9, 9]);
    play(&mut referee, White, [0, 0, 1, 0]);
    assert_eq!(referee.turn_due(), Some((Black, u32::MAX)));
}

#[test]
fn an_answer_after_the_announced_time_loses() {
    let behaviour = ServerBehaviour {
        times: [100; 2],
        ..ServerBehaviour::default()
    };
    let mut game = referee(behaviour.clone());
    game.handle(Black, answer([9, 9, 9, 9]), ms(100));
    assert_eq!(game.result(), None);
    game.handle(White, answer([0, 0, 1, 0]), ms(101));
    assert_eq!(reason(&game), EndReason::TimedOut { limit: 100 });
    assert_eq!(game.result().and_then(|result| result.winner), Some(Black));
    let mut silent = referee(behaviour);
    let end = Message::GameOver {
        winner: Some(White),
    };
    assert_eq!(silent.handle_timeout(), [(Black, end), (White, end)]);
}

#[test]
fn illegal_messages_lose() {
    let occupied = |x, y| {
        let point = Point::new(x, y).expect("a point");
        IllegalAnswer::Turn(IllegalTurn::Occupied(point))
    };
    for (coordinates, why) in [
        ([9, 9, 0, 0], occupied(9, 9)),
        ([1, 1, 1, 1], occupied(1, 1)),
        ([19, 1, 1, 1], IllegalAnswer::OffBoard),
        ([1, 1, 1, 255], IllegalAnswer::OffBoard),
    ] {
        let mut referee = referee(ServerBehaviour::default());
        play(&mut referee, Black, [9, 9, 9, 9]);
        play(&mut referee, White, coordinates);
        assert_eq!(reason(&referee), EndReason::Illegal(coordinates, why));
    }
    let mut referee = referee(ServerBehaviour::default());
    let early = answer([0, 0, 1, 1]);
    referee.handle(White, early, Duration::ZERO);
    assert_eq!(reason(&referee), EndReason::Unexpected(early));
    assert_eq!(
        referee.result().expect("over").to_string(),
        "black wins, white is disqualified: a message that was not due: answer, \
         0,0 1,1 (a1 b2)"
    );
}

#[test]
fn blacks_first_answer_follows_the_option() {
    use FirstAnswer::{Differ, Ignored, Repeat};
    for (option, allowed) in [
        (Ignored, [true, true, true]),
        (Repeat, [true, false, false]),
        (Differ, [false, true, false]),
    ] {
        for (coordinates, allowed) in [[9, 9, 9, 9], [9, 9, 3, 4], [9, 9, 255, 255]]
            .iter()
            .zip(allowed)
        {
            let mut referee = referee(ServerBehaviour {
                first_answer: option,
                ..ServerBehaviour::default()
            });
            play(&mut referee, Black, *coordinates);
            assert_eq!(
                referee.result().is_none(),
                allowed,
                "{option:?} {coordinates:?}"
            );
        }
    }
}

#[test]
fn blacks_first_broadcast_follows_the_option() {
    for (option, second) in [
        (FirstBroadcast::Repeat, [9, 8]),
        (FirstBroadcast::Echo, [3, 4]),
        (FirstBroadcast::Zero, [0, 0]),
        (FirstBroadcast::Max, [255, 255]),
    ] {
        let mut referee = referee(ServerBehaviour {
            first_broadcast: option,
            ..ServerBehaviour::default()
        });
        let out = play(&mut referee, Black, [9, 8, 3, 4]);
        let announced = broadcast([9, 8, second[0], second[1]], Black);
        assert_eq!(out[1], (White, announced));
    }
}

#[test]
fn broadcasts_can_go_to_the_opponent_only() {
    let mut referee = referee(ServerBehaviour {
        broadcast_to: BroadcastTo::Opponent,
        ..ServerBehaviour::default()
    });
    let out = play(&mut referee, Black, [9, 9, 9, 9]);
    assert!(out.iter().all(|(to, _)| *to == White), "{out:?}");
}

#[test]
fn the_end_notice_follows_the_option() {
    for (end_notice, messages) in [(EndNotice::Message, 2), (EndNotice::Close, 0)] {
        let behaviour = ServerBehaviour {
            end_notice,
            ..ServerBehaviour::default()
        };
        let mut left = referee(behaviour.clone());
        assert_eq!(left.lose(Black, EndReason::Disconnected).len(), messages);
        assert_eq!(reason(&left), EndReason::Disconnected);
        let mut aborted = referee(ServerBehaviour {
            abort_after: Some(1),
            ..behaviour
        });
        let out = play(&mut aborted, Black, [9, 9, 9, 9]);
        assert_eq!(out.len(), 2 + messages, "{out:?}");
        assert_eq!(aborted.result().map(|result| result.winner), Some(None));
        assert_eq!(aborted.turn_due(), None);
    }
}

#[test]
fn openings_are_broadcast_and_the_next_turn_is_requested() {
    let mut game = referee(ServerBehaviour {
        opening: ["j10", "a1 b1"].map(turn).to_vec(),
        ..ServerBehaviour::default()
    });
    let out = game.start();
    assert_eq!(
        out[2..4],
        [Black, White].map(|to| (to, broadcast([9, 9, 9, 9], Black)))
    );
    assert_eq!(
        out[4..6],
        [Black, White].map(|to| (to, broadcast([0, 0, 1, 0], White)))
    );
    assert_eq!(out[6..], [(Black, Message::TurnRequest { time: 5_000 })]);
    let twice = ServerBehaviour {
        opening: ["j10", "a1 j10"].map(turn).to_vec(),
        ..ServerBehaviour::default()
    };
    assert!(Referee::new(twice).is_err());
}
