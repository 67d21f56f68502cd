//! Games over sockets with every option of the server's behaviour: between our clients, or with one
//! player controlled by the test. Times are in `time.rs`, servers controlled by a test in
//! `hand.rs`.
//!
//! Nothing depends on speed: players search by nodes, and games end by six in a row, after a number
//! of turns, or by a closed connection.

use crate::common::{
    LoggedEvent, RawClient, RunningClient, RunningServer, assert_agreed, follow_both, game,
    options, short, turn,
};
use landfall_connect6::client::ClientError;
use landfall_connect6::codec::Message;
use landfall_connect6::referee::{
    BroadcastTo, EndNotice, EndReason, FirstAnswer, FirstBroadcast, IllegalAnswer, LastBroadcast,
    ServerBehaviour,
};
use landfall_connect6::rules::{Colour, IllegalTurn, Point};
use landfall_connect6::server::WriteMode;
use landfall_connect6::session::{GameEnd, ProtocolError};

#[test]
fn a_game_is_played_to_its_end() {
    let behaviour = ServerBehaviour {
        abort_after: None,
        ..short()
    };
    let (served, _, played) = game(behaviour.clone(), WriteMode::Messages);
    assert!(!served.result.reason.disqualifies(), "{}", served.result);
    assert_ne!(served.result.reason, EndReason::Aborted);
    assert_agreed(&served, &played, "to the end");
    let (again, ..) = game(behaviour, WriteMode::Messages);
    assert_eq!(
        again.position, served.position,
        "the same nodes, the same game"
    );
}

#[test]
fn the_first_answer_fits_servers_that_read_one_pair_or_two() {
    for first_answer in [FirstAnswer::Ignored, FirstAnswer::Repeat] {
        let behaviour = ServerBehaviour {
            first_answer,
            ..short()
        };
        let (served, _, played) = game(behaviour, WriteMode::Messages);
        assert_eq!(served.result.reason, EndReason::Aborted, "{first_answer:?}");
        assert_agreed(&served, &played, "first answer");
    }
}

/// The client sends one point twice, which such a server does not accept.
#[test]
fn a_server_that_requires_two_points_at_first_ends_the_game() {
    let behaviour = ServerBehaviour {
        first_answer: FirstAnswer::Differ,
        ..short()
    };
    let (served, _, played) = game(behaviour, WriteMode::Messages);
    let reason = &served.result.reason;
    assert!(
        matches!(reason, EndReason::Illegal(_, IllegalAnswer::SecondPair)),
        "{reason}"
    );
    for played in played {
        assert_eq!(played.end, GameEnd::Announced(Some(Colour::White)));
    }
}

#[test]
fn the_second_pair_of_the_first_broadcast_may_be_anything() {
    use FirstBroadcast::{Echo, Max, Repeat, Zero};
    for first_broadcast in [Repeat, Echo, Zero, Max] {
        let behaviour = ServerBehaviour {
            first_broadcast,
            ..short()
        };
        let (served, _, played) = game(behaviour, WriteMode::Messages);
        assert_eq!(served.position.turns().len(), 9, "{first_broadcast:?}");
        assert_agreed(&served, &played, "first broadcast");
    }
}

#[test]
fn broadcasts_may_go_to_both_or_to_the_opponent_only() {
    for broadcast_to in [BroadcastTo::Both, BroadcastTo::Opponent] {
        let (served, events, played) = game(
            ServerBehaviour {
                broadcast_to,
                ..short()
            },
            WriteMode::Messages,
        );
        assert_agreed(&served, &played, "broadcast_to");
        let own = events.iter().filter(|event| match event {
            LoggedEvent::Sent(to, Message::Broadcast { colour, .. }) => to == colour,
            _ => false,
        });
        assert_eq!(
            own.count(),
            if broadcast_to == BroadcastTo::Both {
                9
            } else {
                0
            }
        );
    }
}

/// Black has four in a row and is to move.
const BLACK_WINS_NEXT: [&str; 6] = ["j10", "a1 a19", "k10 l10", "s1 s19", "m10 a9", "c1 c19"];

#[test]
fn the_last_turn_may_be_broadcast_or_not() {
    for broadcast_to in [BroadcastTo::Both, BroadcastTo::Opponent] {
        for last_turn in [LastBroadcast::Sent, LastBroadcast::Omitted] {
            let behaviour = ServerBehaviour {
                broadcast_to,
                last_broadcast: last_turn,
                opening: BLACK_WINS_NEXT.map(turn).to_vec(),
                ..short()
            };
            let (served, _, [black, white]) = game(behaviour, WriteMode::Messages);
            assert_eq!(served.result.reason, EndReason::SixInARow);
            assert_eq!(black.position, served.position);
            for played in [&black, &white] {
                assert_eq!(played.end, GameEnd::Announced(Some(Colour::Black)));
            }
            let unseen = usize::from(last_turn == LastBroadcast::Omitted);
            let seen = white.position.turns().len();
            assert_eq!(seen + unseen, 7, "{broadcast_to:?} {last_turn:?}");
        }
    }
}

#[test]
fn messages_may_be_cut_and_merged() {
    for write_mode in [WriteMode::Bytes, WriteMode::Merged] {
        for broadcast_to in [BroadcastTo::Both, BroadcastTo::Opponent] {
            let (served, _, played) = game(
                ServerBehaviour {
                    broadcast_to,
                    ..short()
                },
                write_mode,
            );
            assert_eq!(served.position.turns().len(), 9, "{write_mode:?}");
            assert_agreed(&served, &played, "write_mode");
        }
    }
}

#[test]
fn answers_that_are_not_allowed_disqualify() {
    let occupied = IllegalAnswer::Turn(IllegalTurn::Occupied(Point::CENTRE));
    for (pairs, why) in [
        ([9, 9, 1, 1], occupied),
        ([1, 1, 19, 0], IllegalAnswer::OffBoard),
    ] {
        let server = RunningServer::with(short(), WriteMode::Messages, [Some(7), Some(8)]);
        let white = RunningClient::start(options(server.port, 8));
        let mut black = RawClient::login(server.port, 7);
        black.await_request().expect("black's turn");
        black.answer(turn("j10"));
        black.await_request().expect("black's turn");
        black.send(Message::Answer { coordinates: pairs });
        let winner = Some(Colour::White);
        assert_eq!(black.last(), Some(Message::GameOver { winner }));
        black.disconnect();
        assert_eq!(white.end().end, GameEnd::Announced(winner));
        let (served, _) = server.end();
        assert_eq!(served.result.reason, EndReason::Illegal(pairs, why));
    }
}

#[test]
fn malformed_and_unexpected_messages_disqualify() {
    for bytes in [&[9, 1, 2][..], &[2, 0, 0, 0, 1], &[0, 8]] {
        let server = RunningServer::with(short(), WriteMode::Messages, [Some(7), Some(8)]);
        let black = RunningClient::start(options(server.port, 7));
        let mut white = RawClient::login(server.port, 8);
        white.await_request().expect("white's turn");
        white.send_bytes(bytes);
        assert!(matches!(
            white.last(),
            Some(Message::GameOver {
                winner: Some(Colour::Black)
            })
        ));
        white.disconnect();
        assert_eq!(black.end().end, GameEnd::Announced(Some(Colour::Black)));
        let (served, _) = server.end();
        let reason = served.result.reason;
        let expected = matches!(reason, EndReason::Malformed(_) | EndReason::Unexpected(_));
        assert!(expected, "{reason}");
    }
}

#[test]
fn an_opponent_may_disconnect_at_any_time() {
    for end_notice in [EndNotice::Message, EndNotice::Close] {
        for turns in [&[][..], &["j10"], &["j10", "a1 a2"]] {
            let behaviour = ServerBehaviour {
                end_notice,
                ..short()
            };
            let server = RunningServer::seated(behaviour);
            let white = RunningClient::start(options(server.port, 1));
            let mut black = RawClient::login(server.port, 0);
            for text in turns {
                black.await_request().expect("black's turn");
                black.answer(turn(text));
            }
            black.await_request().expect("black's turn");
            black.disconnect();
            let end = match end_notice {
                EndNotice::Message => GameEnd::Announced(Some(Colour::White)),
                EndNotice::Close => GameEnd::Closed,
            };
            assert_eq!(white.end().end, end, "{end_notice:?} {turns:?}");
            let (served, _) = server.end();
            assert_eq!(served.result.reason, EndReason::Disconnected);
        }
    }
}

#[test]
fn aborted_games_end_with_a_message_or_without() {
    for (end_notice, end) in [
        (EndNotice::Message, GameEnd::Announced(None)),
        (EndNotice::Close, GameEnd::Closed),
    ] {
        for abort in [0, 1, 2] {
            let behaviour = ServerBehaviour {
                end_notice,
                abort_after: Some(abort),
                ..short()
            };
            let (served, _, played) = game(behaviour, WriteMode::Messages);
            assert_eq!(served.position.turns().len(), abort);
            for played in played {
                assert_eq!(played.end, end, "{end_notice:?} {abort}");
            }
        }
    }
}

#[test]
fn a_stopped_server_aborts_the_game() {
    let server = RunningServer::seated(short());
    let white = RunningClient::start(options(server.port, 1));
    let mut black = RawClient::login(server.port, 0);
    black.await_request().expect("black's turn");
    server.stop();
    assert_eq!(black.last(), Some(Message::GameOver { winner: None }));
    black.disconnect();
    assert_eq!(white.end().end, GameEnd::Announced(None));
    assert_eq!(server.end().0.result.reason, EndReason::Aborted);
}

#[test]
fn a_client_waits_for_its_opponent() {
    let server = RunningServer::start(short());
    let first = RunningClient::start(options(server.port, 5));
    let event = server.await_event(|event| matches!(event, LoggedEvent::Joined(..)));
    assert_eq!(event, LoggedEvent::Joined(Colour::Black, 5));
    let second = RunningClient::start(options(server.port, 6));
    assert_eq!(first.end().colour, Some(Colour::Black));
    assert_eq!(second.end().colour, Some(Colour::White));
    assert_eq!(server.end().0.keys, [5, 6]);
}

#[test]
fn keys_decide_who_plays_and_which_colour() {
    let server = RunningServer::with(short(), WriteMode::Messages, [Some(11), Some(12)]);
    let refused = |words: &str| {
        let event = server.await_event(|event| matches!(event, LoggedEvent::Refused(_)));
        assert!(
            matches!(&event, LoggedEvent::Refused(why) if why.contains(words)),
            "{event:?}"
        );
    };
    let stranger = RunningClient::start(options(server.port, 13));
    let fault = stranger.outcome().expect_err("no game");
    assert!(
        matches!(
            fault,
            ClientError::Protocol(ProtocolError::ClosedBeforeColour)
        ),
        "{fault}"
    );
    refused("nobody may play with this key");
    let mut intruder = RawClient::login(server.port, 11);
    server.await_event(|event| *event == LoggedEvent::Joined(Colour::Black, 11));
    intruder.answer(turn("j10"));
    assert_eq!(intruder.receive(), None);
    refused("a login was due");
    let white = RunningClient::start(options(server.port, 12));
    server.await_event(|event| *event == LoggedEvent::Joined(Colour::White, 12));
    let mut twin = RawClient::login(server.port, 12);
    assert_eq!(twin.receive(), None);
    refused("somebody has logged in with this key");
    let black = RunningClient::start(options(server.port, 11));
    assert_eq!(black.end().colour, Some(Colour::Black));
    assert_eq!(white.end().colour, Some(Colour::White));
}

/// Black makes one to four, then six and seven in one turn.
#[test]
fn seven_in_a_row_win_as_six_do() {
    let turns = [
        "a1", "a19 c19", "b1 c1", "e19 g19", "d1 g1", "i19 k19", "e1 f1",
    ]
    .map(turn);
    let behaviour = ServerBehaviour {
        abort_after: None,
        ..short()
    };
    let server = RunningServer::seated(behaviour);
    let end = Message::GameOver {
        winner: Some(Colour::Black),
    };
    assert_eq!(follow_both(&server, &turns), [Some(end); 2]);
    assert_eq!(server.end().0.result.reason, EndReason::SixInARow);
}
