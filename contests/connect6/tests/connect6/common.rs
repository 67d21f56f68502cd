//! A Connect6 server in a thread, clients in others, and raw connections that are controlled by a
//! test.
//!
//! Every wait is for an event that must happen; [`GUARD`] only keeps a broken program from hanging
//! the tests.

use landfall_connect6::client::{self, ClientOptions, FinishedGame};
use landfall_connect6::codec::{Decoder, Message, turn_coordinates};
use landfall_connect6::engine;
use landfall_connect6::referee::ServerBehaviour;
use landfall_connect6::rules::{Colour, Point, Turn};
use landfall_connect6::server::{Event, ServedGame, Server, ServerError, ServerOptions, WriteMode};
use landfall_connect6::session::GameEnd;
use landfall_connect6::time_manager::DEFAULT_MOVE_OVERHEAD;
use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Upper limit of every wait.
pub const GUARD: Duration = Duration::from_secs(120);

/// An event of a server, without borrowed data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoggedEvent {
    Joined(Colour, u8),
    Refused(String),
    Sent(Colour, Message),
    Received(Colour, Message),
    Other,
}

/// A server on a free port.
pub struct RunningServer {
    pub port: u16,
    pub events: Receiver<LoggedEvent>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Result<ServedGame, ServerError>>>,
}

impl RunningServer {
    /// Starts a server for any two keys.
    pub fn start(behaviour: ServerBehaviour) -> RunningServer {
        RunningServer::with(behaviour, WriteMode::Messages, [None; 2])
    }

    /// Starts a server on which the key 0 plays black, and the key 1 white.
    pub fn seated(behaviour: ServerBehaviour) -> RunningServer {
        RunningServer::with(behaviour, WriteMode::Messages, [Some(0), Some(1)])
    }

    pub fn with(
        behaviour: ServerBehaviour,
        write_mode: WriteMode,
        keys: [Option<u8>; 2],
    ) -> RunningServer {
        RunningServer::open(behaviour, write_mode, keys, GUARD)
    }

    /// Starts a server that closes connections without a login after `login_timeout`.
    pub fn open(
        behaviour: ServerBehaviour,
        write_mode: WriteMode,
        keys: [Option<u8>; 2],
        login_timeout: Duration,
    ) -> RunningServer {
        let server_options = ServerOptions {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            keys,
            write_mode,
            join_timeout: Some(GUARD),
            login_timeout,
        };
        let server = Server::bind(server_options, behaviour).expect("a free port");
        let port = server.port().expect("a port");
        let (to, events) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            server.run(&flag, &mut |event| {
                // A test may have dropped the receiver.
                let _ = to.send(log_event(&event));
            })
        });
        RunningServer {
            port,
            events,
            stop,
            thread: Some(thread),
        }
    }

    /// Waits for an event.
    pub fn await_event(&self, wanted: impl Fn(&LoggedEvent) -> bool) -> LoggedEvent {
        loop {
            let event = self.events.recv_timeout(GUARD).expect("an event");
            if wanted(&event) {
                return event;
            }
        }
    }

    /// Aborts the game.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns the game, and every event that was not waited for.
    pub fn end(mut self) -> (ServedGame, Vec<LoggedEvent>) {
        let thread = self.thread.take().expect("called once");
        let served = thread.join().expect("the server's thread");
        (served.expect("a game"), self.events.try_iter().collect())
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn log_event(event: &Event) -> LoggedEvent {
    match event {
        Event::Joined { colour, key } => LoggedEvent::Joined(*colour, *key),
        Event::Refused { why } => LoggedEvent::Refused(why.clone()),
        Event::Sent(colour, message) => LoggedEvent::Sent(*colour, *message),
        Event::Received(colour, message) => LoggedEvent::Received(*colour, *message),
        _ => LoggedEvent::Other,
    }
}

/// Returns options of a client that plays fast, and the same game every time.
pub fn options(port: u16, key: u8) -> ClientOptions {
    ClientOptions {
        host: "127.0.0.1".to_string(),
        port,
        key,
        move_overhead: DEFAULT_MOVE_OVERHEAD,
        nodes: Some(20),
        ponders: false,
        engine: engine::EngineOptions {
            memory: 1 << 20,
            net: None,
        },
    }
}

/// Our client in a thread.
pub struct RunningClient(JoinHandle<Result<FinishedGame, client::ClientError>>);

impl RunningClient {
    pub fn start(options: ClientOptions) -> RunningClient {
        RunningClient(thread::spawn(move || client::play(&options, &mut |_| {})))
    }

    /// Returns the game, which must not fail.
    pub fn end(self) -> FinishedGame {
        self.outcome().expect("a game")
    }

    pub fn outcome(self) -> Result<FinishedGame, client::ClientError> {
        self.0.join().expect("the client's thread")
    }
}

/// Plays a game of two of our clients, black with the key 0 and white with 1. Returns the game and
/// the events of the server, and the games of the clients.
pub fn game(
    behaviour: ServerBehaviour,
    write_mode: WriteMode,
) -> (ServedGame, Vec<LoggedEvent>, [FinishedGame; 2]) {
    let server = RunningServer::with(behaviour, write_mode, [Some(0), Some(1)]);
    let clients = [0, 1].map(|key| RunningClient::start(options(server.port, key)));
    let played = clients.map(RunningClient::end);
    let (served, events) = server.end();
    (served, events, played)
}

/// One end of a connection, controlled by a test.
pub struct RawClient {
    stream: TcpStream,
    decoder: Decoder,
}

impl RawClient {
    pub fn of(stream: TcpStream) -> RawClient {
        stream.set_nodelay(true).expect("an option");
        stream.set_read_timeout(Some(GUARD)).expect("an option");
        RawClient {
            stream,
            decoder: Decoder::default(),
        }
    }

    /// Connects and logs in.
    pub fn login(port: u16, key: u8) -> RawClient {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("a server");
        let mut raw = RawClient::of(stream);
        raw.send(Message::Login { key });
        raw
    }

    pub fn send(&mut self, message: Message) {
        self.send_bytes(&message.encode());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).expect("sent");
    }

    pub fn answer(&mut self, turn: Turn) {
        let coordinates = turn_coordinates(turn);
        self.send(Message::Answer { coordinates });
    }

    /// Returns the next message; `None` once the connection is closed.
    pub fn receive(&mut self) -> Option<Message> {
        loop {
            if let Some(message) = self.decoder.next_message().expect("well formed") {
                return Some(message);
            }
            let mut bytes = [0; 64];
            match self.stream.read(&mut bytes) {
                Ok(0) => return None,
                Ok(read) => self.decoder.feed(&bytes[..read]),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("no message came: {error}"),
            }
        }
    }

    /// Reads until a turn is requested, and returns its time; `None` if the game ends before.
    pub fn await_request(&mut self) -> Option<u32> {
        loop {
            match self.receive()? {
                Message::TurnRequest { time } => return Some(time),
                Message::GameOver { .. } => return None,
                _ => {}
            }
        }
    }

    /// Reads to the end, and returns the last message.
    pub fn last(&mut self) -> Option<Message> {
        let mut last = None;
        while !matches!(last, Some(Message::GameOver { .. })) {
            match self.receive() {
                Some(message) => last = Some(message),
                None => break,
            }
        }
        last
    }

    pub fn disconnect(&self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Parses a turn such as `j10` or `j10 k11`.
pub fn turn(text: &str) -> Turn {
    text.parse().expect("a turn")
}

/// Plays one turn at each request, until they are used up or the game is over. Returns the last
/// message.
fn follow(mut raw: RawClient, turns: Vec<Turn>) -> Option<Message> {
    for turn in turns {
        if raw.await_request().is_none() {
            break;
        }
        raw.answer(turn);
    }
    raw.last()
}

/// Plays the turns of a game as both sides; returns the last message to each.
pub fn follow_both(server: &RunningServer, turns: &[Turn]) -> [Option<Message>; 2] {
    let sides = [0, 1].map(|key: u8| {
        let port = server.port;
        let own = turns.iter().copied().skip(key.into()).step_by(2).collect();
        thread::spawn(move || follow(RawClient::login(port, key), own))
    });
    sides.map(|side| side.join().expect("a side"))
}

/// Returns the turns of a game that fills the board without six in a row: 181 stones are black, 180
/// white.
pub fn filling() -> Vec<Turn> {
    let black = |point: &Point| (point.x() / 2 + point.y()).is_multiple_of(2);
    let (mut blacks, mut whites): (Vec<_>, Vec<_>) = Point::all().partition(black);
    while blacks.len() > 181 {
        whites.push(blacks.pop().expect("a point"));
    }
    while whites.len() > 180 {
        blacks.push(whites.pop().expect("a point"));
    }
    let two = |pair: &[Point]| Turn::Two(pair[0], pair[1]);
    let pairs = whites.chunks(2).zip(blacks[1..].chunks(2));
    let later = pairs.flat_map(|(white, black)| [two(white), two(black)]);
    std::iter::once(Turn::One(blacks[0])).chain(later).collect()
}

/// Asserts that both clients know the winner, and that their boards are the server's.
pub fn assert_agreed(served: &ServedGame, played: &[FinishedGame; 2], what: &str) {
    for (played, colour) in played.iter().zip(Colour::BOTH) {
        assert_eq!(played.colour, Some(colour), "{what}");
        assert_eq!(
            played.end,
            GameEnd::Announced(served.result.winner),
            "{what}"
        );
        assert_eq!(played.position, served.position, "{what}");
    }
}

/// Returns the behaviour of a server that aborts the game after nine turns.
pub fn short() -> ServerBehaviour {
    ServerBehaviour {
        times: [u32::MAX; 2],
        abort_after: Some(9),
        ..ServerBehaviour::default()
    }
}
