//! The referee under every switch: what it sends, what it forbids, how it decides.

use super::*;
use crate::rules::tests::filling;
use Colour::{Black, White};

fn referee(switches: Switches) -> Referee {
    Referee::new(switches).expect("a legal opening")
}

fn answer(pairs: Pairs) -> Message {
    Message::Answer { pairs }
}

fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// Plays a turn in no time.
fn play(referee: &mut Referee, by: Colour, pairs: Pairs) -> Out {
    referee.hear(by, answer(pairs), Duration::ZERO)
}

fn reason(referee: &Referee) -> Reason {
    referee.verdict().expect("it is over").reason.clone()
}

#[test]
fn a_game_is_told_to_both_until_somebody_has_a_row() {
    let mut referee = referee(Switches::default());
    let request = |colour| (colour, Message::Request { time: 5_000 });
    assert_eq!(
        referee.begin(),
        [
            (Black, Message::Info { colour: Black }),
            (White, Message::Info { colour: White }),
            request(Black),
        ]
    );
    let out = play(&mut referee, Black, [0, 0, 7, 7]);
    let told = broadcast([0, 0, 0, 0], Black);
    assert_eq!(out, [(Black, told), (White, told), request(White)]);
    for x in [1, 3] {
        play(&mut referee, White, [2 * x, 9, 2 * x + 2, 11]);
        play(&mut referee, Black, [x, 0, x + 1, 0]);
    }
    play(&mut referee, White, [0, 18, 2, 18]);
    let out = play(&mut referee, Black, [5, 0, 18, 18]);
    let told = broadcast([5, 0, 18, 18], Black);
    let end = Message::End {
        winner: Some(Black),
    };
    assert_eq!(
        out,
        [(Black, told), (White, told), (Black, end), (White, end)]
    );
    assert_eq!(reason(&referee), Reason::Row);
    assert!(play(&mut referee, White, [9, 9, 9, 10]).is_empty());
}

#[test]
fn times_mean_what_the_switch_says() {
    for (meaning, times) in [
        (Meaning::Carry, [1000, 1700, 2600]),
        (Meaning::Bank, [1000, 700, 600]),
        (Meaning::Fixed, [1000, 1000, 1000]),
    ] {
        let mut referee = referee(Switches {
            times: [1000; 2],
            meaning,
            ..Switches::default()
        });
        for (turn, spent) in [300, 100, 0].into_iter().enumerate() {
            assert_eq!(referee.due(), Some((Black, times[turn])), "{meaning:?}");
            let y = turn as u8;
            referee.hear(Black, answer([0, y, 9, y]), ms(spent));
            play(&mut referee, White, [2, y, 13, y]);
        }
    }
}

#[test]
fn the_longest_time_stays_the_longest() {
    let mut referee = referee(Switches {
        times: [u32::MAX; 2],
        ..Switches::default()
    });
    play(&mut referee, Black, [9, 9, 9, 9]);
    play(&mut referee, White, [0, 0, 1, 0]);
    assert_eq!(referee.due(), Some((Black, u32::MAX)));
}

#[test]
fn late_is_what_took_longer_than_announced() {
    let switches = Switches {
        times: [100; 2],
        ..Switches::default()
    };
    let mut game = referee(switches.clone());
    game.hear(Black, answer([9, 9, 9, 9]), ms(100));
    assert_eq!(game.verdict(), None);
    game.hear(White, answer([0, 0, 1, 0]), ms(101));
    assert_eq!(reason(&game), Reason::Late { limit: 100 });
    assert_eq!(
        game.verdict().and_then(|verdict| verdict.winner),
        Some(Black)
    );
    let mut silent = referee(switches);
    let end = Message::End {
        winner: Some(White),
    };
    assert_eq!(silent.late(), [(Black, end), (White, end)]);
}

#[test]
fn what_is_not_allowed_loses() {
    let occupied = |x, y| {
        let point = Point::new(x, y).expect("a point");
        Foul::Rules(Illegal::Occupied(point))
    };
    for (pairs, foul) in [
        ([9, 9, 0, 0], occupied(9, 9)),
        ([1, 1, 1, 1], occupied(1, 1)),
        ([19, 1, 1, 1], Foul::OffBoard),
        ([1, 1, 1, 255], Foul::OffBoard),
    ] {
        let mut referee = referee(Switches::default());
        play(&mut referee, Black, [9, 9, 9, 9]);
        play(&mut referee, White, pairs);
        assert_eq!(reason(&referee), Reason::Illegal(pairs, foul));
    }
    let mut referee = referee(Switches::default());
    let early = answer([0, 0, 1, 1]);
    referee.hear(White, early, Duration::ZERO);
    assert_eq!(reason(&referee), Reason::Unexpected(early));
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
        for (pairs, allowed) in [[9, 9, 9, 9], [9, 9, 3, 4], [9, 9, 255, 255]]
            .iter()
            .zip(allowed)
        {
            let mut referee = referee(Switches {
                first_answer: switch,
                ..Switches::default()
            });
            play(&mut referee, Black, *pairs);
            assert_eq!(referee.verdict().is_none(), allowed, "{switch:?} {pairs:?}");
        }
    }
}

#[test]
fn blacks_first_broadcast_is_as_the_switch_says() {
    for (switch, second) in [
        (FirstBroadcast::Repeat, [9, 8]),
        (FirstBroadcast::Echo, [3, 4]),
        (FirstBroadcast::Zero, [0, 0]),
        (FirstBroadcast::High, [255, 255]),
    ] {
        let mut referee = referee(Switches {
            first_broadcast: switch,
            ..Switches::default()
        });
        let out = play(&mut referee, Black, [9, 8, 3, 4]);
        let told = broadcast([9, 8, second[0], second[1]], Black);
        assert_eq!(out[1], (White, told));
    }
}

#[test]
fn the_other_alone_is_told_if_the_switch_says_so() {
    let mut referee = referee(Switches {
        echo: Echo::Other,
        ..Switches::default()
    });
    let out = play(&mut referee, Black, [9, 9, 9, 9]);
    assert!(out.iter().all(|(to, _)| *to == White), "{out:?}");
}

#[test]
fn a_game_that_somebody_leaves_or_that_is_aborted_ends_as_the_switch_says() {
    for (farewell, messages) in [(Farewell::End, 2), (Farewell::Close, 0)] {
        let switches = Switches {
            farewell,
            ..Switches::default()
        };
        let mut left = referee(switches.clone());
        assert_eq!(left.gone(Black).len(), messages);
        assert_eq!(reason(&left), Reason::Gone);
        let mut aborted = referee(Switches {
            abort: Some(1),
            ..switches
        });
        let out = play(&mut aborted, Black, [9, 9, 9, 9]);
        assert_eq!(out.len(), 2 + messages, "{out:?}");
        assert_eq!(aborted.verdict().map(|verdict| verdict.winner), Some(None));
        assert_eq!(aborted.due(), None);
    }
}

#[test]
fn openings_are_broadcast_and_the_next_side_is_asked() {
    let turns = |names: &[&str]| -> Vec<Turn> {
        let read = |name: &&str| {
            let points: Vec<Point> = name
                .split(' ')
                .map(|p| p.parse().expect("a point"))
                .collect();
            points
                .get(1)
                .map_or(Turn::One(points[0]), |&second| Turn::Two(points[0], second))
        };
        names.iter().map(read).collect()
    };
    let mut game = referee(Switches {
        opening: turns(&["j10", "a1 b1"]),
        ..Switches::default()
    });
    let out = game.begin();
    assert_eq!(
        out[2..4],
        [Black, White].map(|to| (to, broadcast([9, 9, 9, 9], Black)))
    );
    assert_eq!(
        out[4..6],
        [Black, White].map(|to| (to, broadcast([0, 0, 1, 0], White)))
    );
    assert_eq!(out[6..], [(Black, Message::Request { time: 5_000 })]);
    let twice = Switches {
        opening: turns(&["j10", "a1 j10"]),
        ..Switches::default()
    };
    assert!(Referee::new(twice).is_err());
}

#[test]
fn a_full_board_is_a_draw_told_to_both() {
    let mut referee = referee(Switches::default());
    let mut last = Out::new();
    for (turn, colour) in filling()
        .into_iter()
        .zip([Black, White].into_iter().cycle())
    {
        last = play(&mut referee, colour, pairs(turn));
    }
    let end = Message::End { winner: None };
    assert_eq!(last[2..], [(Black, end), (White, end)]);
    assert_eq!(reason(&referee), Reason::Full);
}
