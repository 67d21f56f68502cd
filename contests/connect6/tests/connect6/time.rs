//! What announced times may mean, over real sockets.
//!
//! Nothing depends on speed: a clock runs out only where somebody is silent for ever, or where
//! the test takes either end.

use crate::common::{Bare, Playing, Serving, Told, assert_agreed, game, options, short};
use landfall_connect6::client::{ClientOptions, Pondering};
use landfall_connect6::codec::Message;
use landfall_connect6::referee::{EndReason, Meaning, ServerBehaviour};
use landfall_connect6::rules::Colour;
use landfall_connect6::server::WriteMode;
use landfall_connect6::session::GameEnd;
use std::time::Duration;

#[test]
fn a_silent_opponent_loses_on_the_clock() {
    let switches = ServerBehaviour {
        times: [100, u32::MAX],
        ..short()
    };
    let server = Serving::with(switches, WriteMode::Messages, [Some(0), Some(1)]);
    let white = Playing::start(options(server.port, 1));
    let mut black = Bare::login(server.port, 0);
    assert_eq!(black.await_request(), Some(100));
    let end = Message::GameOver {
        winner: Some(Colour::White),
    };
    assert_eq!(black.last(), Some(end));
    black.hang_up();
    assert_eq!(white.end().end, GameEnd::Announced(Some(Colour::White)));
    let (served, _) = server.end();
    assert_eq!(served.verdict.reason, EndReason::TimedOut { limit: 100 });
}

/// The times that a side was told, in order.
fn announced(told: &[Told], side: Colour) -> Vec<u32> {
    let times = told.iter().filter_map(|told| match told {
        Told::Sent(to, Message::TurnRequest { time }) if *to == side => Some(*time),
        _ => None,
    });
    times.collect()
}

#[test]
fn times_are_announced_as_the_clock_means_them() {
    const BASE: u32 = 3_000_000;
    for meaning in [Meaning::Increment, Meaning::Bank, Meaning::PerTurn] {
        let switches = ServerBehaviour {
            times: [BASE; 2],
            clock_model: meaning,
            ..short()
        };
        let (served, told, played) = game(switches, WriteMode::Messages);
        assert_agreed(&served, &played, "times");
        let times = announced(&told, Colour::Black);
        let mut expected = BASE;
        for (number, time) in times.into_iter().enumerate() {
            assert_eq!(time, expected, "{meaning:?} {number}");
            let Some(used) = served.times.get(2 * number) else {
                break;
            };
            let left = expected - used.as_millis() as u32;
            expected = match meaning {
                Meaning::Increment => BASE + left,
                Meaning::Bank => left,
                Meaning::PerTurn => BASE,
            };
        }
    }
}

/// The slack leaves a twentieth of the time to think, and pondering is interrupted by
/// whatever comes. There are seconds to spare.
#[test]
fn a_client_that_thinks_in_time_answers_in_time_under_every_meaning() {
    let games = [Meaning::Increment, Meaning::Bank, Meaning::PerTurn].map(|meaning| {
        let switches = ServerBehaviour {
            times: [10_000; 2],
            clock_model: meaning,
            abort_after: Some(4),
            ..ServerBehaviour::default()
        };
        let server = Serving::start(switches);
        let clients = [0, 1].map(|key| {
            Playing::start(ClientOptions {
                nodes: None,
                pondering: Pondering::OpponentsTime,
                move_overhead: Duration::from_secs(10),
                ..options(server.port, key)
            })
        });
        (server, clients)
    });
    for (server, clients) in games {
        for client in clients {
            assert_eq!(client.end().end, GameEnd::Announced(None));
        }
        let (served, _) = server.end();
        assert_eq!(served.verdict.reason, EndReason::Aborted);
        assert!(
            served
                .times
                .iter()
                .all(|&time| time < Duration::from_secs(10))
        );
    }
}

#[test]
fn the_longest_time_is_played_in() {
    let (served, told, played) = game(short(), WriteMode::Messages);
    assert_agreed(&served, &played, "the longest time");
    let times = announced(&told, Colour::White);
    assert!(times.iter().all(|&time| time == u32::MAX), "{times:?}");
}

/// Who wins with 100 ms depends on the machine; that the game ends well does not.
#[test]
fn the_shortest_time_ends_in_a_game_or_on_the_clock() {
    let switches = ServerBehaviour {
        times: [100; 2],
        clock_model: Meaning::PerTurn,
        ..short()
    };
    let server = Serving::start(switches);
    let clients = [0, 1].map(|key| {
        Playing::start(ClientOptions {
            nodes: None,
            ..options(server.port, key)
        })
    });
    for client in clients {
        assert!(matches!(client.end().end, GameEnd::Announced(_)));
    }
    let (served, _) = server.end();
    let reason = served.verdict.reason;
    let expected = matches!(
        reason,
        EndReason::TimedOut { .. } | EndReason::Aborted | EndReason::SixInARow
    );
    assert!(expected, "{reason}");
}
