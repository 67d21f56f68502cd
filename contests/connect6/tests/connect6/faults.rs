//! Games over connections that break: messages that are lost, twice or in another order, cut and
//! half-open connections, clients that flood or say nothing.
//!
//! In every case both sides terminate, and the server's game is legal, because the server is the
//! referee.

use crate::common::{GUARD, LoggedEvent, RawClient, RunningClient, RunningServer, options, short};
use landfall_connect6::client::ClientError;
use landfall_connect6::codec::{Decoder, MAX_MESSAGES, MalformedMessage, Message};
use landfall_connect6::referee::{EndReason, ServerBehaviour};
use landfall_connect6::rules::Colour;
use landfall_connect6::server::{MAX_CONNECTIONS, WriteMode};
use landfall_connect6::session::{GameEnd, ProtocolError};
use landfall_connect6::time_manager::ClockModel;
use landfall_testing::proxy::{self, Defect, Defects};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// A game in which a side that hears nothing loses soon.
fn impatient() -> ServerBehaviour {
    ServerBehaviour {
        times: [400; 2],
        clock_model: ClockModel::PerTurn,
        ..short()
    }
}

fn loopback(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// What a relay does with a message.
#[derive(Clone, Copy)]
enum Deed {
    Pass,
    Drop,
    Repeat,
    /// The next message overtakes it.
    Hold,
}

/// Pseudo-random faults; most messages pass unchanged.
struct Deeds(u64);

impl Deeds {
    fn next(&mut self) -> Deed {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        match self.0 % 16 {
            0 => Deed::Drop,
            1 | 2 => Deed::Repeat,
            3 => Deed::Hold,
            _ => Deed::Pass,
        }
    }
}

/// Carries the messages of one direction, the first one as it is: who is not let in plays no game.
fn carry(mut from: TcpStream, mut to: TcpStream, mut deeds: Deeds) {
    let (mut decoder, mut bytes) = (Decoder::new(), [0; 64]);
    let (mut held, mut first) = (None::<Message>, true);
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        decoder.feed(&bytes[..read]);
        while let Ok(Some(message)) = decoder.next_message() {
            let deed = if first { Deed::Pass } else { deeds.next() };
            first = false;
            let times = match deed {
                Deed::Pass => 1,
                Deed::Drop => 0,
                Deed::Repeat => 2,
                Deed::Hold => {
                    held = Some(message);
                    continue;
                }
            };
            for message in std::iter::repeat_n(message, times).chain(held.take()) {
                // The other side may be gone; the end is carried below.
                let _ = to.write_all(&message.encode());
            }
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}

/// A relay for one client.
fn relay(server: u16, seed: u64) -> u16 {
    let listener = TcpListener::bind(loopback(0)).expect("a port");
    let port = listener.local_addr().expect("a port").port();
    thread::spawn(move || {
        let (client, _) = listener.accept().expect("the client comes");
        let server = TcpStream::connect(loopback(server)).expect("the server listens");
        let (client_too, server_too) = (client.try_clone(), server.try_clone());
        thread::spawn(move || carry(client, server, Deeds(seed)));
        carry(
            server_too.expect("a socket"),
            client_too.expect("a socket"),
            Deeds(seed << 20),
        );
    });
    port
}

#[test]
fn lost_repeated_and_reordered_messages_end_in_a_result() {
    let games: Vec<_> = (1..=8)
        .map(|seed| {
            let server = RunningServer::seated(impatient());
            let black = RunningClient::start(options(relay(server.port, seed), 0));
            let white = RunningClient::start(options(server.port, 1));
            (server, black, white)
        })
        .collect();
    for (server, black, white) in games {
        // Whatever the client is told, it plays on or says what is wrong.
        match black.outcome() {
            Ok(_) | Err(ClientError::Protocol(_)) => {}
            Err(error) => panic!("{error}"),
        }
        let end = white.end().end;
        assert!(matches!(end, GameEnd::Announced(_)), "{end:?}");
        let (served, _) = server.end();
        assert_eq!(end, GameEnd::Announced(served.verdict.winner));
    }
}

#[test]
fn a_lost_connection_loses_and_the_other_side_wins() {
    for (fault, behaviour, reason) in [
        (
            Defects::up(Defect::CutAfter(4)),
            short(),
            EndReason::Disconnected,
        ),
        (
            Defects::down(Defect::CutAfter(9)),
            short(),
            EndReason::Disconnected,
        ),
        // Half-open: the answers do not come, and no end of the connection either.
        (
            Defects::up(Defect::StallAfter(4)),
            impatient(),
            EndReason::TimedOut { limit: 400 },
        ),
    ] {
        let server = RunningServer::seated(behaviour);
        let port = proxy::start(loopback(server.port), vec![fault]).port();
        let black = RunningClient::start(options(port, 0));
        let white = RunningClient::start(options(server.port, 1));
        let won = GameEnd::Announced(Some(Colour::White));
        assert_eq!(white.end().end, won, "{fault:?}");
        assert_eq!(server.end().0.verdict.reason, reason, "{fault:?}");
        // Its own connection ended, or it was told that it is late.
        assert!(black.outcome().is_ok(), "{fault:?}");
    }
}

#[test]
fn late_and_trickling_bytes_are_a_game_like_any_other() {
    for fault in [Defect::Trickle, Defect::Delay(Duration::from_millis(3))] {
        let server = RunningServer::seated(short());
        let faults = Defects {
            up: fault,
            down: fault,
        };
        let port = proxy::start(loopback(server.port), vec![faults]).port();
        let black = RunningClient::start(options(port, 0));
        let white = RunningClient::start(options(server.port, 1));
        let (black, white) = (black.end(), white.end());
        let (served, _) = server.end();
        assert_eq!(served.verdict.reason, EndReason::Aborted);
        assert_eq!(black.position, served.position);
        assert_eq!(white.position, served.position);
    }
}

/// Waits until a server refuses somebody with these words.
fn await_refusal(server: &RunningServer, words: &str) {
    server.await_event(|event| matches!(event, LoggedEvent::Refused(why) if why.contains(words)));
}

/// Asserts that the server closes a connection.
fn assert_closed(mut client: TcpStream) {
    client.set_read_timeout(Some(GUARD)).expect("an option");
    assert!(matches!(client.read(&mut [0]), Ok(0)), "it is closed");
}

#[test]
fn silent_clients_are_closed() {
    let patience = Duration::from_millis(1);
    let server = RunningServer::open(short(), WriteMode::Messages, [Some(0), Some(1)], patience);
    // More than have room at once: each gives its room back.
    for _ in 0..2 {
        let connect = || TcpStream::connect(loopback(server.port)).expect("the server listens");
        let silent: Vec<TcpStream> = (0..=MAX_CONNECTIONS).map(|_| connect()).collect();
        await_refusal(&server, "no login came in time");
        silent.into_iter().for_each(assert_closed);
    }
}

/// No connection is closed for its silence here, so that how fast the machine is cannot matter.
#[test]
fn many_clients_do_not_block_others() {
    let server = RunningServer::seated(short());
    let connect = || TcpStream::connect(loopback(server.port)).expect("the server listens");
    let silent: Vec<TcpStream> = (0..MAX_CONNECTIONS).map(|_| connect()).collect();
    let one_more = connect();
    await_refusal(&server, "16 connections are open");
    assert_closed(one_more);
    drop(silent);
    for _ in 0..MAX_CONNECTIONS {
        await_refusal(&server, "the connection was closed");
    }
    // There were more connections than a system has sockets for, if none were given back.
    for _ in 0..2000 {
        connect().write_all(&[0, 99]).expect("sent");
        await_refusal(&server, "nobody may play with this key");
    }
    let clients = [0, 1].map(|key| RunningClient::start(options(server.port, key)));
    for client in clients {
        assert_eq!(client.end().end, GameEnd::Announced(None));
    }
    server.end();
}

#[test]
fn a_flood_loses_or_is_an_error() {
    // To the server: what is not asked for disqualifies at once, however much follows.
    let server = RunningServer::seated(short());
    let white = RunningClient::start(options(server.port, 1));
    let mut black = RawClient::login(server.port, 0);
    black.await_request().expect("black's turn");
    let nine = [3, 9, 9, 9, 9].repeat(MAX_MESSAGES * 2);
    black.send_bytes(&nine);
    assert_eq!(white.end().end, GameEnd::Announced(Some(Colour::White)));
    black.disconnect();
    server.end();
    // To the client: what changes nothing, without end.
    let listener = TcpListener::bind(loopback(0)).expect("a port");
    let port = listener.local_addr().expect("a port").port();
    let client = RunningClient::start(options(port, 0));
    let (mut stream, _) = listener.accept().expect("the client comes");
    // Not joined: it may take the system minutes to see that nobody reads any more.
    thread::spawn(move || {
        let same = [1, 0].repeat(1000);
        while stream.write_all(&same).is_ok() {}
    });
    let error = client.outcome().expect_err("no game");
    let too_many = ProtocolError::Malformed(MalformedMessage::TooMany);
    assert!(
        matches!(error, ClientError::Protocol(error) if error == too_many),
        "{error}"
    );
}
