//! Games over faulty connections: lost, repeated and reordered messages, cut and half-open
//! connections, clients that flood or are silent.
//!
//! In every case both sides terminate, and the server's game is legal.

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

/// Returns a behaviour with which a side that receives nothing soon loses on time.
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

/// What a relay does to a message.
#[derive(Clone, Copy)]
enum Fault {
    Pass,
    Drop,
    Repeat,
    /// The next message overtakes it.
    Hold,
}

/// Pseudo-random faults; most messages pass unchanged.
struct Faults(u64);

impl Faults {
    fn next(&mut self) -> Fault {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        match self.0 % 16 {
            0 => Fault::Drop,
            1 | 2 => Fault::Repeat,
            3 => Fault::Hold,
            _ => Fault::Pass,
        }
    }
}

/// Relays the messages of one direction. The first one, the login, is passed unchanged.
fn carry(mut from: TcpStream, mut to: TcpStream, mut faults: Faults) {
    let (mut decoder, mut bytes) = (Decoder::default(), [0; 64]);
    let (mut held, mut first) = (None::<Message>, true);
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        decoder.feed(&bytes[..read]);
        while let Ok(Some(message)) = decoder.next_message() {
            let fault = if first { Fault::Pass } else { faults.next() };
            first = false;
            let times = match fault {
                Fault::Pass => 1,
                Fault::Drop => 0,
                Fault::Repeat => 2,
                Fault::Hold => {
                    held = Some(message);
                    continue;
                }
            };
            for message in std::iter::repeat_n(message, times).chain(held.take()) {
                // The other side may have disconnected; the end is relayed below.
                let _ = to.write_all(&message.encode());
            }
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}

/// Starts a relay for one client; returns its port.
fn relay(server: u16, seed: u64) -> u16 {
    let listener = TcpListener::bind(loopback(0)).expect("a port");
    let port = listener.local_addr().expect("a port").port();
    thread::spawn(move || {
        let (client, _) = listener.accept().expect("the client comes");
        let server = TcpStream::connect(loopback(server)).expect("the server listens");
        let (client_too, server_too) = (client.try_clone(), server.try_clone());
        thread::spawn(move || carry(client, server, Faults(seed)));
        carry(
            server_too.expect("a socket"),
            client_too.expect("a socket"),
            Faults(seed << 20),
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
        // The client plays on, or reports a violation of the protocol.
        match black.outcome() {
            Ok(_) | Err(ClientError::Protocol(_)) => {}
            Err(error) => panic!("{error}"),
        }
        let end = white.end().end;
        assert!(matches!(end, GameEnd::Announced(_)), "{end:?}");
        let (served, _) = server.end();
        assert_eq!(end, GameEnd::Announced(served.result.winner));
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
        // Half-open: neither answers nor the end of the connection arrive.
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
        assert_eq!(server.end().0.result.reason, reason, "{fault:?}");
        // Its own connection ended, or it received the end of the game.
        assert!(black.outcome().is_ok(), "{fault:?}");
    }
}

#[test]
fn late_and_trickling_bytes_do_not_change_the_game() {
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
        assert_eq!(served.result.reason, EndReason::Aborted);
        assert_eq!(black.position, served.position);
        assert_eq!(white.position, served.position);
    }
}

/// Waits until a server refuses a client for a reason with these words.
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
    let login_timeout = Duration::from_millis(1);
    let server = RunningServer::open(
        short(),
        WriteMode::Messages,
        [Some(0), Some(1)],
        login_timeout,
    );
    // More connections than the limit: closed ones do not count.
    for _ in 0..2 {
        let connect = || TcpStream::connect(loopback(server.port)).expect("the server listens");
        let silent: Vec<TcpStream> = (0..=MAX_CONNECTIONS).map(|_| connect()).collect();
        await_refusal(&server, "no login came in time");
        silent.into_iter().for_each(assert_closed);
    }
}

/// The login timeout is long, so that the speed of the machine does not matter.
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
    // More connections than the system has sockets, unless closed ones are freed.
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
    // To the server: an answer without a request disqualifies at once.
    let server = RunningServer::seated(short());
    let white = RunningClient::start(options(server.port, 1));
    let mut black = RawClient::login(server.port, 0);
    black.await_request().expect("black's turn");
    let nine = [3, 9, 9, 9, 9].repeat(MAX_MESSAGES * 2);
    black.send_bytes(&nine);
    assert_eq!(white.end().end, GameEnd::Announced(Some(Colour::White)));
    black.disconnect();
    server.end();
    // To the client: an endless series of messages that change nothing.
    let listener = TcpListener::bind(loopback(0)).expect("a port");
    let port = listener.local_addr().expect("a port").port();
    let client = RunningClient::start(options(port, 0));
    let (mut stream, _) = listener.accept().expect("the client comes");
    // Not joined: the system may take minutes to report the closed connection.
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
