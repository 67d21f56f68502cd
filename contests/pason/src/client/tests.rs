//! The client over real sockets, against a small stub of the contest's server. Time limits only
//! bound how long a hung test lasts.

use super::*;
use crate::coordinates::spawn;
use crate::messages::{MAX_MESSAGE_BYTES, Move, Request, Response, StateMessage};
use crate::test_fixture::{GameFixture, TEAM, TOKEN, match_end_message};
use landfall_rules::{Board, Piece, Placement};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

const PASSWORD: &str = "5up3r53cr3t";

/// No test takes this long.
const HANG_LIMIT: Duration = Duration::from_secs(60);

/// What a stub does wrong.
#[derive(Clone, Copy, Default)]
struct Faults {
    /// One reply in this many moves is not sent.
    drop_replies: Option<u64>,
    /// After this many locked pieces it restarts and forgets everything.
    restart_after: Option<u64>,
    /// Whether it answers "OK" instead of "ok".
    upper_case: bool,
    /// Whether every state is sent twice, and once more after the next one.
    echoes: bool,
    /// How often every state is repeated.
    flood: usize,
    /// Whether meaningless messages precede every state.
    is_hostile: bool,
}

/// Second frames of state messages that mean nothing.
fn hostile_bodies() -> Vec<Vec<u8>> {
    let piece = |number: &str, orient: &str| {
        format!(
            r#"{{"comm_type":"GamePieceState","timestamp":1e999,"sequence":1,"states":{{"{TEAM}":{{"orient":{orient},"piece":"O","number":{number},"row":-1e308,"col":9999999999}}}},"queue":[]}}"#
        )
    };
    let texts = [
        String::new(),
        "[".repeat(50_000),
        format!("{}1", r#"{"comm_type":"#.repeat(4000)),
        r#"{"comm_type":"\u001b[2JDance"}"#.into(),
        r#"{"comm_type":"GameBoardState","states":[]}"#.into(),
        r#"{"comm_type":"GameBoardState","states":{"Team 148":{"board_state":"zz"}}}"#.into(),
        r#"{"comm_type":"GameEnd","scores":{"Team 148":"1e400"}}"#.into(),
        piece("18446744073709551616", "0"),
        piece("-1", "\"\\u0007\""),
        " ".repeat(MAX_MESSAGE_BYTES),
    ];
    let mut bodies: Vec<Vec<u8>> = texts.map(String::into_bytes).into();
    bodies.push(b"\xff\xfe{}".to_vec());
    bodies
}

/// A server of one match without an opponent.
struct Stub {
    context: zmq::Context,
    ports: [u16; 2],
    rep: Option<zmq::Socket>,
    publisher: Option<zmq::Socket>,
    faults: Faults,
    client_token: String,
    fixture: GameFixture,
    /// What was published last.
    last: Option<StateMessage>,
    moves: u64,
    locked: u64,
}

fn port(socket: &zmq::Socket) -> u16 {
    let endpoint = socket.get_last_endpoint().expect("bound").expect("text");
    let port = endpoint.rsplit(':').next().expect("a port");
    port.parse().expect("a number")
}

impl Stub {
    fn new(faults: Faults) -> Stub {
        let mut stub = Stub {
            context: zmq::Context::new(),
            ports: [0, 0],
            rep: None,
            publisher: None,
            faults,
            client_token: String::new(),
            fixture: GameFixture::new(Board::EMPTY, arrival(0)),
            last: None,
            moves: 0,
            locked: 0,
        };
        stub.open();
        stub
    }

    fn open(&mut self) {
        let open = |kind, port: u16| {
            let socket = self.context.socket(kind).expect("a socket");
            socket.set_linger(0).expect("an option");
            let begun = Instant::now();
            let address = match port {
                0 => "tcp://127.0.0.1:*".to_string(),
                port => format!("tcp://127.0.0.1:{port}"),
            };
            // The port of a closed socket becomes free after a moment.
            while let Err(error) = socket.bind(&address) {
                assert!(begun.elapsed() < HANG_LIMIT, "{address}: {error}");
                thread::sleep(Duration::from_millis(10));
            }
            socket
        };
        let (rep, publisher) = (open(zmq::REP, self.ports[0]), open(zmq::PUB, self.ports[1]));
        rep.set_rcvtimeo(20).expect("an option");
        self.ports = [port(&rep), port(&publisher)];
        self.rep = Some(rep);
        self.publisher = Some(publisher);
    }

    fn restart(&mut self) {
        self.rep = None;
        self.publisher = None;
        self.client_token.clear();
        self.fixture.sequence = 0;
        self.fixture.number = 100;
        self.fixture.board = Board::EMPTY;
        self.fixture.piece = arrival(0);
        self.open();
    }

    /// Serves until this many pieces have locked. Ends a game after every few pieces, then the
    /// match, and waits until the client has ended. Returns how many pieces locked, and the
    /// client's result.
    fn run(mut self, pieces: u64, pieces_a_game: u64, end: &ClientEnd) -> (u64, MatchStats) {
        let begun = Instant::now();
        while self.locked < pieces {
            assert!(
                begun.elapsed() < HANG_LIMIT,
                "the client has stopped playing"
            );
            let request = self.rep.as_ref().and_then(|rep| rep.recv_bytes(0).ok());
            let Some(request) = request else {
                // A subscriber may connect late: publish again, as a server with gravity would.
                self.publish_all();
                continue;
            };
            let before = self.locked;
            let response = self.answer(&Request::parse(&request).expect("a request"));
            self.moves += 1;
            let lose = self
                .faults
                .drop_replies
                .is_some_and(|n| self.moves.is_multiple_of(n));
            if lose {
                // The reply is treated as lost: the socket is closed and opened again.
                self.rep = None;
                self.publisher = None;
                self.open();
            } else if let Some(rep) = &self.rep {
                rep.send(response.to_json().as_bytes(), 0).expect("sent");
            }
            if self.locked > before {
                if self.faults.restart_after == Some(self.locked) {
                    self.restart();
                } else if self.locked.is_multiple_of(pieces_a_game) {
                    self.end_game();
                }
            }
        }
        let begun = Instant::now();
        loop {
            self.publish(&match_end_message());
            match end.recv_timeout(Duration::from_millis(20)) {
                Ok(played) => return (self.locked, played.expect("a result")),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => panic!("the client panicked"),
            }
            assert!(begun.elapsed() < HANG_LIMIT, "the client hangs");
        }
    }

    fn answer(&mut self, request: &Request) -> Response {
        let resp = if self.faults.upper_case { "OK" } else { "ok" };
        let refuse = |message: &str| Response::ErrorResp {
            error: "refused".into(),
            message: message.into(),
        };
        match request {
            Request::MatchConnect {
                match_token,
                team_name,
                password,
            } => {
                assert_eq!((match_token.as_str(), team_name.as_str()), (TOKEN, TEAM));
                if password != PASSWORD {
                    return refuse("wrong password");
                }
                self.client_token = format!("client {}", self.moves);
                Response::MatchConnectResp {
                    resp: resp.into(),
                    client_token: self.client_token.clone(),
                }
            }
            Request::GameMove {
                client_token,
                mv,
                piece_number,
            } => {
                if *client_token != self.client_token {
                    return refuse("unknown client");
                }
                assert!(piece_number.is_some());
                if *piece_number == Some(self.fixture.number) {
                    self.perform(*mv);
                }
                Response::GameMoveResp { resp: resp.into() }
            }
            Request::Unknown { name } => panic!("{name}"),
        }
    }

    fn perform(&mut self, mv: Move) {
        if self.fixture.perform(mv, arrival(self.locked + 1)) {
            self.locked += 1;
            let board = self.fixture.board_message();
            self.publish(&board);
        }
        let piece = self.fixture.piece_message();
        self.publish(&piece);
    }

    fn end_game(&mut self) {
        self.fixture.board = Board::EMPTY;
        let end = self.fixture.game_end_message(TEAM);
        self.publish(&end);
        self.publish_all();
    }

    fn publish_all(&mut self) {
        let (board, piece) = (self.fixture.board_message(), self.fixture.piece_message());
        self.publish(&board);
        self.publish(&piece);
    }

    fn publish(&mut self, message: &StateMessage) {
        if self.faults.is_hostile {
            for body in hostile_bodies() {
                self.publish_body(TOKEN, &body);
            }
        }
        for _ in 0..=self.faults.flood {
            self.publish_once(message);
        }
        if self.faults.echoes {
            self.publish_once(message);
            if let Some(last) = self.last.replace(message.clone()) {
                self.publish_once(&last);
            }
        }
    }

    /// Publishes a message between messages of other matches, one of which has a token that begins
    /// with this match's token.
    fn publish_once(&self, message: &StateMessage) {
        for token in ["other", "d0d39280-longer", TOKEN] {
            let body = match token {
                TOKEN => message.to_json(),
                _ => r#"{"comm_type":"MatchEnd","status":"ENDED"}"#.to_string(),
            };
            self.publish_body(token, body.as_bytes());
        }
    }

    fn publish_body(&self, token: &str, body: &[u8]) {
        if let Some(publisher) = &self.publisher {
            let frames = [token.as_bytes(), body];
            publisher.send_multipart(frames, 0).expect("sent");
        }
    }
}

/// Returns the piece after this many pieces.
fn arrival(count: u64) -> Placement {
    spawn([Piece::O, Piece::I, Piece::T][count as usize % 3], 0)
}

pub(super) fn options(ports: [u16; 2], password: &str) -> ClientOptions {
    ClientOptions {
        command_endpoint: format!("tcp://127.0.0.1:{}", ports[0]),
        state_endpoint: format!("tcp://127.0.0.1:{}", ports[1]),
        match_token: TOKEN.into(),
        team: TEAM.into(),
        password: Secret::exact(password),
        think_time: Duration::ZERO,
        reply_timeout: Duration::from_millis(300),
    }
}

/// Receives the client's result when its match is over.
type ClientEnd = Receiver<Result<MatchStats, ClientError>>;

/// Plays on a thread, so that a client that hangs fails the test.
fn start(options: ClientOptions) -> ClientEnd {
    let (ended, end) = channel();
    thread::spawn(move || ended.send(play(&options, EngineKind::Linear, &mut |_| {})));
    end
}

fn finish(end: &ClientEnd) -> Result<MatchStats, ClientError> {
    match end.recv_timeout(HANG_LIMIT) {
        Ok(played) => played,
        Err(RecvTimeoutError::Timeout) => panic!("the client hangs"),
        Err(RecvTimeoutError::Disconnected) => panic!("the client panicked"),
    }
}

fn play_against(faults: Faults, pieces: u64, pieces_a_game: u64) -> MatchStats {
    let stub = Stub::new(faults);
    let end = start(options(stub.ports, PASSWORD));
    let (locked, stats) = stub.run(pieces, pieces_a_game, &end);
    assert_eq!(locked, pieces);
    stats
}

#[test]
fn several_games_are_played_to_the_end_of_the_match() {
    for (upper_case, echoes) in [(false, false), (true, false), (false, true)] {
        let faults = Faults {
            upper_case,
            echoes,
            ..Faults::default()
        };
        let stats = play_against(faults, 30, 10);
        assert_eq!((stats.won(), stats.lost()), (3, 0));
        assert_eq!(stats.opponent.as_deref(), Some("x"));
    }
}

#[test]
fn lost_replies_only_cost_time() {
    let faults = Faults {
        drop_replies: Some(17),
        ..Faults::default()
    };
    play_against(faults, 20, 1000);
}

#[test]
fn a_flood_of_states_does_not_delay_moves() {
    let faults = Faults {
        flood: 300,
        ..Faults::default()
    };
    play_against(faults, 10, 1000);
}

#[test]
fn meaningless_states_change_nothing() {
    let faults = Faults {
        is_hostile: true,
        ..Faults::default()
    };
    let stats = play_against(faults, 12, 6);
    assert_eq!((stats.won(), stats.lost()), (2, 0));
    assert_eq!(stats.opponent.as_deref(), Some("x"));
}

/// A server that takes requests and never answers: the client asks again, and ends when the match
/// ends.
#[test]
fn a_server_that_never_answers_is_asked_again() {
    let mut stub = Stub::new(Faults::default());
    let end = start(options(stub.ports, PASSWORD));
    for _ in 0..3 {
        let asked = Instant::now();
        while stub
            .rep
            .as_ref()
            .is_none_or(|rep| rep.recv_bytes(0).is_err())
        {
            assert!(asked.elapsed() < HANG_LIMIT, "the client has given up");
        }
        // A new socket on the same port takes the next request; the last request stays unanswered.
        stub.rep = None;
        stub.publisher = None;
        stub.open();
    }
    let begun = Instant::now();
    while end.try_recv().is_err() {
        assert!(begun.elapsed() < HANG_LIMIT, "the client hangs");
        stub.publish(&match_end_message());
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_server_that_restarts_is_joined_again() {
    let faults = Faults {
        restart_after: Some(5),
        ..Faults::default()
    };
    play_against(faults, 12, 1000);
}

#[test]
fn a_wrong_password_is_an_error_that_does_not_show_it() {
    let mut stub = Stub::new(Faults::default());
    let options = options(stub.ports, "hunter2");
    assert!(!format!("{options:?}").contains("hunter2"));
    let end = start(options);
    let begun = Instant::now();
    let request = loop {
        assert!(begun.elapsed() < HANG_LIMIT);
        if let Some(Ok(request)) = stub.rep.as_ref().map(|rep| rep.recv_bytes(0)) {
            break request;
        }
    };
    let response = stub.answer(&Request::parse(&request).expect("a request"));
    let rep = stub.rep.as_ref().expect("open");
    rep.send(response.to_json().as_bytes(), 0).expect("sent");
    let error = finish(&end).expect_err("refused");
    assert!(matches!(error, ClientError::JoinRefused(_)), "{error}");
    assert!(error.to_string().contains("wrong password"));
    assert!(!format!("{error} {error:?}").contains("hunter2"));
}
