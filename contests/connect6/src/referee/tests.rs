//! The referee under every switch: what it sends, what it forbids, how it decides.

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
    referee.verdict().expect("it is over").reason.clone()
}

#[test]
fn a_game_is_announced_to_both_until_somebody_has_a_row() {
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
fn times_mean_what_the_switch_says() {
    for (meaning, times) in [
        (ClockModel::Increment, [1000, 1700, 2600]),
        (ClockModel::Bank, [1000, 700, 600]),
        (ClockModel::PerTurn, [1000, 1000, 1000]),
    ] {
        let mut referee = referee(ServerBehaviour {
            times: [1000; 2],
            clock_model: meaning,
            ..ServerBehaviour::default()
        });
        for (turn, spent) in [300, 100, 0].into_iter().enumerate() {
            assert_eq!(
                referee.turn_due(),
                Some((Black, times[turn])),
                "{meaning:?}"
            );
            let y = turn as u8;
            referee.handle(Black, answer([0, y, 9, y]), ms(spent));
            play(&mut referee, White, [2, y, 13, y]);
        }
    }
}

#[test]
fn the_longest_time_stays_the_longest() {
    let mut referee = referee(ServerBehaviour {
        times: [u32::MAX; 2],
        ..ServerBehaviour::default()
    });
    play(&mut referee, Black, [9, 9, 9, 9]);
    play(&mut referee, White, [0, 0, 1, 0]);
    assert_eq!(referee.turn_due(), Some((Black, u32::MAX)));
}

#[test]
fn late_is_what_took_longer_than_announced() {
    let behaviour = ServerBehaviour {
        times: [100; 2],
        ..ServerBehaviour::default()
    };
    let mut game = referee(behaviour.clone());
    game.handle(Black, answer([9, 9, 9, 9]), ms(100));
    assert_eq!(game.verdict(), None);
    game.handle(White, answer([0, 0, 1, 0]), ms(101));
    assert_eq!(reason(&game), EndReason::TimedOut { limit: 100 });
    assert_eq!(
        game.verdict().and_then(|verdict| verdict.winner),
        Some(Black)
    );
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
    for (coordinates, foul) in [
        ([9, 9, 0, 0], occupied(9, 9)),
        ([1, 1, 1, 1], occupied(1, 1)),
        ([19, 1, 1, 1], IllegalAnswer::OffBoard),
        ([1, 1, 1, 255], IllegalAnswer::OffBoard),
    ] {
        let mut referee = referee(ServerBehaviour::default());
        play(&mut referee, Black, [9, 9, 9, 9]);
        play(&mut referee, White, coordinates);
        assert_eq!(reason(&referee), EndReason::Illegal(coordinates, foul));
    }
    let mut referee = referee(ServerBehaviour::default());
    let early = answer([0, 0, 1, 1]);
    referee.handle(White, early, Duration::ZERO);
    assert_eq!(reason(&referee), EndReason::Unexpected(early));
    assert_eq!(
        referee.verdict().expect("over").to_string(),
        "black wins, white is disqualified: a message that was not due: answer, \
         0,0 1,1 (a1 b2)"
    );
}

#[test]
fn blacks_first_answer_is_judged_by_the_switch() {
    use FirstAnswer::{Differ, Ignored, Repeat};
    for (switch, allowed) in [
        (Ignored, [true, true, true]),
        (Repeat, [true, false, false]),
        (Differ, [false, true, false]),
    ] {
        for (coordinates, allowed) in [[9, 9, 9, 9], [9, 9, 3, 4], [9, 9, 255, 255]]
            .iter()
            .zip(allowed)
        {
            let mut referee = referee(ServerBehaviour {
                first_answer: switch,
                ..ServerBehaviour::default()
            });
            play(&mut referee, Black, *coordinates);
            assert_eq!(
                referee.verdict().is_none(),
                allowed,
                "{switch:?} {coordinates:?}"
            );
        }
    }
}

#[test]
fn blacks_first_broadcast_is_as_the_switch_says() {
    for (switch, second) in [
        (FirstBroadcast::Repeat, [9, 8]),
        (FirstBroadcast::Echo, [3, 4]),
        (FirstBroadcast::Zero, [0, 0]),
        (FirstBroadcast::Max, [255, 255]),
    ] {
        let mut referee = referee(ServerBehaviour {
            first_broadcast: switch,
            ..ServerBehaviour::default()
        });
        let out = play(&mut referee, Black, [9, 8, 3, 4]);
        let announced = broadcast([9, 8, second[0], second[1]], Black);
        assert_eq!(out[1], (White, announced));
    }
}

#[test]
fn only_the_opponent_gets_broadcasts_if_the_switch_says_so() {
    let mut referee = referee(ServerBehaviour {
        broadcast_to: BroadcastTo::Opponent,
        ..ServerBehaviour::default()
    });
    let out = play(&mut referee, Black, [9, 9, 9, 9]);
    assert!(out.iter().all(|(to, _)| *to == White), "{out:?}");
}

#[test]
fn a_game_that_somebody_leaves_or_that_is_aborted_ends_as_the_switch_says() {
    for (farewell, messages) in [(EndNotice::Message, 2), (EndNotice::Close, 0)] {
        let behaviour = ServerBehaviour {
            end_notice: farewell,
            ..ServerBehaviour::default()
        };
        let mut left = referee(behaviour.clone());
        assert_eq!(left.handle_disconnect(Black).len(), messages);
        assert_eq!(reason(&left), EndReason::Disconnected);
        let mut aborted = referee(ServerBehaviour {
            abort_after: Some(1),
            ..behaviour
        });
        let out = play(&mut aborted, Black, [9, 9, 9, 9]);
        assert_eq!(out.len(), 2 + messages, "{out:?}");
        assert_eq!(aborted.verdict().map(|verdict| verdict.winner), Some(None));
        assert_eq!(aborted.turn_due(), None);
    }
}

#[test]
fn openings_are_broadcast_and_the_next_side_is_asked() {
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
