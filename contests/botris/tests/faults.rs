//! Client and server over broken connections, and with messages that are lost, repeated or
//! reordered.

use landfall_bot::{BotKind, DriverOptions, Settings};
use landfall_botris::Secret;
use landfall_botris::client::{Address, ClientError, ClientOptions, Record, RoomChoice, run};
use landfall_botris::server::{Admission, Bot, RoomSettings, Server, Summary};
use landfall_search::SearchOptions;
use landfall_testing::proxy::{self, Defect, Defects};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tungstenite::handshake::server::{Request, Response};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket, accept, accept_hdr, connect};

/// A guard against hangs, long enough for a busy machine.
const GUARD: Duration = Duration::from_secs(120);

fn secret(text: &str) -> Secret {
    Secret::word(text).expect("a word")
}

/// A server of one game of one round on a thread.
struct Served {
    address: SocketAddr,
    thread: JoinHandle<Summary>,
}

fn serve() -> Served {
    let bot = |name: &str| Bot {
        name: name.to_string(),
        token: secret(&format!("token-{name}")),
    };
    let settings = RoomSettings {
        ft: 1,
        pps: 30.0,
        pause: Duration::from_millis(10),
        ..RoomSettings::default()
    };
    let admission = Admission {
        key: secret("room-key"),
        bots: [bot("a"), bot("b")],
    };
    let mut server = Server::bind(0, settings, admission).expect("a free port");
    let url = server.url();
    let host = url.trim_start_matches("ws://").trim_end_matches("/ws");
    let address = host.parse().expect("an address");
    let stop = AtomicBool::new(false);
    let thread = thread::spawn(move || server.run(&stop, |_| {}).clone());
    Served { address, thread }
}

/// Our client as bot "a", on a thread.
struct Playing {
    stop: Arc<AtomicBool>,
    told: Receiver<String>,
    thread: JoinHandle<Result<Record, ClientError>>,
}

fn play(address: SocketAddr) -> Playing {
    let options = ClientOptions {
        address: Address::parse(&format!("ws://{address}/ws")).expect("an address"),
        token: secret("token-a"),
        room: RoomChoice::Key(secret("room-key")),
        think: Some(Duration::ZERO),
        games: Some(1),
    };
    let search = DriverOptions {
        search: SearchOptions {
            memory: 1 << 24,
            ..SearchOptions::default()
        },
        nodes: Some(100),
        ..DriverOptions::default()
    };
    let bot = BotKind::BuiltIn(Box::new(Settings::new(search)));
    let stop = Arc::new(AtomicBool::new(false));
    let (to, told) = channel();
    let is_stopped = Arc::clone(&stop);
    let thread = thread::spawn(move || {
        run(&options, bot, &is_stopped, |event| {
            // The test may have stopped listening.
            let _ = to.send(event.to_string());
        })
    });
    Playing { stop, told, thread }
}

impl Playing {
    fn await_line(&self, words: &str) -> String {
        loop {
            let line = self.told.recv_timeout(GUARD).expect(words);
            if line.contains(words) {
                return line;
            }
        }
    }

    fn stop(self) -> Result<Record, ClientError> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().expect("the client does not panic")
    }
}

/// Plays as bot "b" by dropping every piece, until the server closes.
fn drop_pieces(address: SocketAddr) {
    let url = format!("ws://{address}/ws?token=token-b&roomKey=room-key");
    let (mut socket, _) = connect(url).expect("it may connect");
    while let Ok(message) = socket.read() {
        let text = message.to_text().unwrap_or_default();
        if text.contains(r#""type":"request_move""#) {
            let action = r#"{"type":"action","payload":{"commands":[]}}"#;
            // The game may be over meanwhile.
            let _ = socket.send(Message::text(action));
        }
    }
}

/// Silence in the handshake, an end during it, an end within a message; then a slow connection.
/// Each causes one line for people, and the game is played.
#[test]
fn the_client_comes_back_after_each_fault_and_plays() {
    let served = serve();
    let faults = vec![
        Defects::down(Defect::StallAfter(0)),
        Defects::down(Defect::CutAfter(60)),
        Defects::down(Defect::CutAfter(300)),
        Defects {
            up: Defect::Delay(Duration::from_millis(2)),
            down: Defect::Delay(Duration::from_millis(2)),
        },
    ];
    let playing = play(proxy::start(served.address, faults));
    let late = playing.await_line("connects again in 1 s");
    assert!(late.starts_with("the handshake took too long"), "{late}");
    playing.await_line("connects again in 2 s");
    playing.await_line("connects again");
    playing.await_line("in the room");
    drop_pieces(served.address);
    let summary = served.thread.join().expect("the server does not panic");
    assert_eq!(summary.bots.iter().map(|bot| bot.games).sum::<u32>(), 1);
    let record = playing.thread.join().expect("no panic").expect("played");
    assert_eq!(record.games.won + record.games.lost, 1);
}

/// Frames of a relay: one in this many is lost, repeated, or swapped with the next one.
fn relay(server: SocketAddr, every: u64) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let mut query = String::new();
            #[expect(clippy::result_large_err, reason = "the type is the library's")]
            let copy = |request: &Request, response: Response| {
                query = request.uri().to_string();
                Ok(response)
            };
            let Ok(front) = accept_hdr(stream, copy) else {
                continue;
            };
            let Ok((back, _)) = connect(format!("ws://{server}{query}")) else {
                continue;
            };
            carry(front, back, every);
        }
    });
    address
}

fn carry(
    mut front: WebSocket<TcpStream>,
    mut back: WebSocket<MaybeTlsStream<TcpStream>>,
    every: u64,
) {
    front.get_ref().set_nonblocking(true).expect("an option");
    if let MaybeTlsStream::Plain(tcp) = back.get_ref() {
        tcp.set_nonblocking(true).expect("an option");
    }
    let (mut number, mut held) = (0_u64, None);
    let is_waiting = |error: &Error| matches!(error, Error::Io(error) if error.kind() == std::io::ErrorKind::WouldBlock);
    loop {
        match back.read() {
            Ok(message) => {
                number += 1;
                let times = match (
                    number > 4 && number.is_multiple_of(every),
                    number / every % 3,
                ) {
                    (false, _) => 1,
                    (true, 0) => 2,
                    (true, 1) => 0,
                    (true, _) => {
                        held = Some(message);
                        continue;
                    }
                };
                for message in std::iter::repeat_n(message, times).chain(held.take()) {
                    let _ = front.send(message);
                }
            }
            Err(error) if is_waiting(&error) => thread::sleep(Duration::from_millis(1)),
            Err(_) => return,
        }
        match front.read() {
            Ok(message) => drop(back.send(message)),
            Err(error) if is_waiting(&error) => {}
            Err(_) => return,
        }
        let _ = (front.flush(), back.flush());
    }
}

#[test]
fn lost_repeated_and_reordered_messages_end_in_a_result() {
    let games: Vec<_> = [5, 7, 11]
        .map(|every| {
            let served = serve();
            let playing = play(relay(served.address, every));
            playing.await_line("in the room");
            let address = served.address;
            let opponent = thread::spawn(move || drop_pieces(address));
            (served, playing, opponent)
        })
        .into();
    for (served, playing, opponent) in games {
        opponent.join().expect("the opponent is served to the end");
        let summary = served.thread.join().expect("the server does not panic");
        assert_eq!(summary.bots.iter().map(|bot| bot.games).sum::<u32>(), 1);
        // The messages that it received are not checked; in any case it must leave when it is
        // stopped.
        playing.stop().expect("no error");
    }
}

/// A server that sends a message one byte at a time does not prevent a stop.
#[test]
fn a_frame_that_trickles_in_does_not_hold_the_client() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let playing = play(listener.local_addr().expect("an address"));
    let (stream, _) = listener.accept().expect("the client comes");
    let mut socket = accept(stream).expect("a handshake");
    let (started, has_started) = channel();
    let trickling = thread::spawn(move || {
        let tcp = socket.get_mut();
        // A text frame of 60,000 bytes.
        let mut bytes = [&[0x81, 126][..], &60_000_u16.to_be_bytes()].concat();
        bytes.resize(60_004, b' ');
        for (sent, byte) in bytes.iter().enumerate() {
            if tcp.write_all(&[*byte]).is_err() {
                break;
            }
            if sent == 100 {
                started.send(()).expect("the test listens");
            }
            thread::sleep(Duration::from_millis(2));
        }
        // The client has left, and sends its close frame in the middle of the message.
        let _ = tcp.read(&mut [0; 64]);
    });
    has_started.recv_timeout(GUARD).expect("a beginning");
    playing.stop().expect("no error");
    trickling.join().expect("no panic");
}

/// The server does not wait for endless empty frames: it serves the others.
#[test]
fn frames_without_end_do_not_hold_the_server() {
    let served = serve();
    let (mut flood, _) = connect(format!(
        "ws://{}/ws?token=token-a&roomKey=room-key",
        served.address
    ))
    .expect("let in");
    let MaybeTlsStream::Plain(tcp) = flood.get_mut() else {
        panic!("not encrypted");
    };
    let mut tcp = tcp.try_clone().expect("a socket");
    let flooding = thread::spawn(move || {
        // The beginning of a text, and empty continuation frames.
        let mut bytes = vec![0x01, 0x80, 0, 0, 0, 0];
        bytes.extend([0x00, 0x80, 0, 0, 0, 0].repeat(10_000));
        while tcp.write_all(&bytes).is_ok() {
            bytes = [0x00, 0x80, 0, 0, 0, 0].repeat(10_000);
        }
    });
    // Both are present, so the game is played, and the other one is asked for its moves.
    drop_pieces(served.address);
    let summary = served.thread.join().expect("the server does not panic");
    let games: u32 = summary.bots.iter().map(|bot| bot.games).sum();
    assert_eq!(games, 1, "{}", summary.text());
    drop(flood);
    flooding.join().expect("no panic");
}
