//! What announced times may mean, over real sockets.
//!
//! Nothing depends on speed: a clock runs out only where somebody is silent for ever, or where
//! the test takes either end.

use crate::common::{
    LoggedEvent, RawClient, RunningClient, RunningServer, assert_agreed, game, options, short,
};
use landfall_connect6::client::{ClientOptions, Pondering};
use landfall_connect6::codec::Message;
use landfall_connect6::referee::{EndReason, ServerBehaviour};
use landfall_connect6::rules::Colour;
use landfall_connect6::server::WriteMode;
use landfall_connect6::session::GameEnd;
use landfall_connect6::time_manager::ClockModel;
use std::time::Duration;

#[test]
fn a_silent_opponent_loses_on_the_clock() {
    let behaviour = ServerBehaviour {
        times: [100, u32::MAX],
        ..short()
    };
    let server = RunningServer::seated(behaviour);
    let white = RunningClient::start(options(server.port, 1));
    let mut black = RawClient::login(server.port, 0);
    assert_eq!(black.await_request(), Some(100));
    let end = Message::GameOver {
        winner: Some(Colour::White),
    };
    assert_eq!(black.last(), Some(end));
    black.disconnect();
    assert_eq!(white.end().end, GameEnd::Announced(Some(Colour::White)));
    let (served, _) = server.end();
    assert_eq!(served.verdict.reason, EndReason::TimedOut { limit: 100 });
}

/// The times that were announced to a side, in order.
fn announced(events: &[LoggedEvent], side: Colour) -> Vec<u32> {
    let times = events.iter().filter_map(|event| match event {
        LoggedEvent::Sent(to, Message::TurnRequest { time }) if *to == side => Some(*time),
        _ => None,
    });
    times.collect()
}

#[test]
fn times_are_announced_as_the_clock_means_them() {
    const BASE: u32 = 3_000_000;
    for meaning in [ClockModel::Increment, ClockModel::Bank, ClockModel::PerTurn] {
        let behaviour = ServerBehaviour {
            times: [BASE; 2],
            clock_model: meaning,
            ..short()
        };
        let (served, events, played) = game(behaviour, WriteMode::Messages);
        assert_agreed(&served, &played, "times");
        let times = announced(&events, Colour::Black);
        let mut expected = BASE;
        for (number, time) in times.into_iter().enumerate() {
            assert_eq!(time, expected, "{meaning:?} {number}");
            let Some(used) = served.times.get(2 * number) else {
                break;
            };
            let left = expected - used.as_millis() as u32;
            expected = match meaning {
                ClockModel::Increment => BASE + left,
                ClockModel::Bank => left,
                ClockModel::PerTurn => BASE,
            };
        }
    }
}

/// The overhead leaves a twentieth of the time to think, and pondering is interrupted by
/// whatever comes. Half a minute is to spare.
#[test]
fn a_client_that_thinks_in_time_answers_in_time_under_every_meaning() {
    let games = [ClockModel::Increment, ClockModel::Bank, ClockModel::PerTurn].map(|meaning| {
        let behaviour = ServerBehaviour {
            times: [30_000; 2],
            clock_model: meaning,
            abort_after: Some(4),
            ..ServerBehaviour::default()
        };
        let server = RunningServer::start(behaviour);
        let clients = [0, 1].map(|key| {
            RunningClient::start(ClientOptions {
                nodes: None,
                pondering: Pondering::OpponentsTime,
                move_overhead: Duration::from_secs(30),
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
                .all(|&time| time < Duration::from_secs(30))
        );
    }
}

#[test]
fn the_longest_time_is_played_in() {
    let (served, events, played) = game(short(), WriteMode::Messages);
    assert_agreed(&served, &played, "the longest time");
    let times = announced(&events, Colour::White);
    assert!(times.iter().all(|&time| time == u32::MAX), "{times:?}");
}

/// The winner with 100 ms depends on the machine; the regular end of the game does not.
#[test]
fn the_shortest_time_ends_in_a_game_or_on_the_clock() {
    let behaviour = ServerBehaviour {
        times: [100; 2],
        clock_model: ClockModel::PerTurn,
        ..short()
    };
    let server = RunningServer::start(behaviour);
    let clients = [0, 1].map(|key| {
        RunningClient::start(ClientOptions {
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
