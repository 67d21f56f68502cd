//! All clock models, over sockets.
//!
//! Nothing depends on speed: times run out only where a player never answers, or where the test
//! accepts both results.

use crate::common::{
    LoggedEvent, RawClient, RunningClient, RunningServer, assert_agreed, game, options, short,
};
use landfall_connect6::client::ClientOptions;
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
    assert_eq!(served.result.reason, EndReason::TimedOut { limit: 100 });
}

/// Returns the times that were announced to a side, in order.
fn announced(events: &[LoggedEvent], side: Colour) -> Vec<u32> {
    let times = events.iter().filter_map(|event| match event {
        LoggedEvent::Sent(to, Message::TurnRequest { time }) if *to == side => Some(*time),
        _ => None,
    });
    times.collect()
}

#[test]
fn announced_times_follow_the_clock_model() {
    const BASE: u32 = 3_000_000;
    for model in [ClockModel::Increment, ClockModel::Bank, ClockModel::PerTurn] {
        let behaviour = ServerBehaviour {
            times: [BASE; 2],
            clock_model: model,
            ..short()
        };
        let (served, events, played) = game(behaviour, WriteMode::Messages);
        assert_agreed(&served, &played, "times");
        let times = announced(&events, Colour::Black);
        let mut expected = BASE;
        for (number, time) in times.into_iter().enumerate() {
            assert_eq!(time, expected, "{model:?} {number}");
            let Some(used) = served.times.get(2 * number) else {
                break;
            };
            let left = expected - used.as_millis() as u32;
            expected = match model {
                ClockModel::Increment => BASE + left,
                ClockModel::Bank => left,
                ClockModel::PerTurn => BASE,
            };
        }
    }
}

/// The move overhead is more than any time that is announced, so a twentieth of it is left to think,
/// and more than a minute and a half to spare. Messages interrupt pondering.
#[test]
fn a_client_answers_in_time_with_every_clock_model() {
    const BASE: u32 = 100_000;
    let games = [ClockModel::Increment, ClockModel::Bank, ClockModel::PerTurn].map(|model| {
        let behaviour = ServerBehaviour {
            times: [BASE; 2],
            clock_model: model,
            abort_after: Some(4),
            ..ServerBehaviour::default()
        };
        let server = RunningServer::start(behaviour);
        let clients = [0, 1].map(|key| {
            RunningClient::start(ClientOptions {
                nodes: None,
                ponders: true,
                move_overhead: Duration::from_secs(1_000),
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
        assert_eq!(served.result.reason, EndReason::Aborted);
        let base = Duration::from_millis(BASE.into());
        assert!(served.times.iter().all(|&time| time < base));
    }
}

#[test]
fn a_game_with_the_longest_time_is_played() {
    let (served, events, played) = game(short(), WriteMode::Messages);
    assert_agreed(&served, &played, "the longest time");
    let times = announced(&events, Colour::White);
    assert!(times.iter().all(|&time| time == u32::MAX), "{times:?}");
}

/// With 100 ms, the winner depends on the machine; the regular end of the game does not.
#[test]
fn a_game_with_a_short_time_ends_regularly() {
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
    let reason = served.result.reason;
    let expected = matches!(
        reason,
        EndReason::TimedOut { .. } | EndReason::Aborted | EndReason::SixInARow
    );
    assert!(expected, "{reason}");
}
