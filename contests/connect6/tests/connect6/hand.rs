//! Our client against a server controlled by the test: late, repeated and changed broadcasts,
//! connections that close, and servers that violate the protocol.

use crate::common::{RawClient, RunningClient, options, turn};
use landfall_connect6::codec::{Message, turn_coordinates};
use landfall_connect6::rules::{Colour, Point, Position, Turn};
use landfall_connect6::session::GameEnd;
use std::net::{Ipv4Addr, TcpListener};

/// A server controlled by the test, after the login of our client.
struct RawServer {
    client: RunningClient,
    raw: RawClient,
}

impl RawServer {
    fn start() -> RawServer {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("a port").port();
        let client = RunningClient::start(options(port, 11));
        let (stream, _) = listener.accept().expect("the client comes");
        let mut raw = RawClient::of(stream);
        assert_eq!(raw.receive(), Some(Message::Login { key: 11 }));
        RawServer { client, raw }
    }

    /// Begins a game with the client as black; returns the point that it plays.
    fn begin(&mut self) -> Point {
        let colour = Colour::Black;
        self.raw.send(Message::AssignColour { colour });
        self.raw.send(Message::TurnRequest { time: u32::MAX });
        let Some(Message::Answer {
            coordinates: [x, y, a, b],
        }) = self.raw.receive()
        else {
            panic!("no answer");
        };
        assert_eq!([x, y], [a, b], "one stone, twice the same");
        Point::new(x, y).expect("on the board")
    }

    fn broadcast(&mut self, colour: Colour, text: &str) {
        let coordinates = turn_coordinates(turn(text));
        self.raw.send(Message::Broadcast {
            coordinates,
            colour,
        });
    }
}

/// The broadcast turn counts, not our answer.
#[test]
fn a_turn_that_the_server_changed_is_accepted() {
    let mut server = RawServer::start();
    let answered = server.begin();
    let other = if answered.to_string() == "a1" {
        "s19"
    } else {
        "a1"
    };
    server.broadcast(Colour::Black, other);
    let white = format!("{answered} b7");
    server.broadcast(Colour::White, &white);
    server.raw.send(Message::TurnRequest { time: u32::MAX });
    let Some(Message::Answer { coordinates }) = server.raw.receive() else {
        panic!("no answer");
    };
    let mut position = Position::after([other, &white].map(turn)).expect("legal");
    let [x1, y1, x2, y2] = coordinates;
    let points = [(x1, y1), (x2, y2)].map(|(x, y)| Point::new(x, y).expect("on the board"));
    position
        .play(Turn::Two(points[0], points[1]))
        .expect("legal");
    server.raw.send(Message::GameOver { winner: None });
    let played = server.client.end();
    assert_eq!(played.position, position);
    assert_eq!(played.end, GameEnd::Announced(None));
}

#[test]
fn repeated_broadcasts_and_a_request_in_one_segment_change_nothing() {
    let mut server = RawServer::start();
    let answered = server.begin().to_string();
    let mut bytes = Vec::new();
    let white = turn_coordinates(turn("a7 b7"));
    for (colour, coordinates) in [
        (Colour::Black, turn_coordinates(turn(&answered))),
        (Colour::Black, turn_coordinates(turn(&answered))),
        (Colour::White, white),
        (Colour::Black, turn_coordinates(turn(&answered))),
        (Colour::White, white),
    ] {
        bytes.extend(
            Message::Broadcast {
                coordinates,
                colour,
            }
            .encode(),
        );
    }
    bytes.extend(Message::TurnRequest { time: u32::MAX }.encode());
    server.raw.send_bytes(&bytes);
    assert!(matches!(server.raw.receive(), Some(Message::Answer { .. })));
    server.raw.disconnect();
    let played = server.client.end();
    assert_eq!(played.end, GameEnd::Closed);
    assert_eq!(played.position.turns().len(), 3);
}

/// The client disconnects first.
#[test]
fn after_the_end_the_client_disconnects() {
    let mut server = RawServer::start();
    server.begin();
    server.raw.send(Message::GameOver {
        winner: Some(Colour::White),
    });
    assert_eq!(server.raw.receive(), None);
    assert_eq!(
        server.client.end().end,
        GameEnd::Announced(Some(Colour::White))
    );
}

/// Half a message does not count.
#[test]
fn a_connection_that_closes_within_a_message_is_closed() {
    let mut server = RawServer::start();
    server.begin();
    server.raw.send_bytes(&[4, 9, 9]);
    server.raw.disconnect();
    assert_eq!(server.client.end().end, GameEnd::Closed);
}

#[test]
fn protocol_violations_are_a_clear_error() {
    let cases: [(&[u8], &str); 5] = [
        (&[6], "no message has the id 6"),
        (&[1, 7], "the colour in a message of id 1 is 7"),
        (
            &[2, 0, 0, 0, 1],
            "before it assigned a colour: turn request",
        ),
        (&[1, 1, 4, 19, 0, 0, 0, 0], "off the board"),
        (
            &[1, 1, 4, 9, 9, 9, 9, 0, 4, 9, 9, 8, 8, 1],
            "j10 is occupied",
        ),
    ];
    for (bytes, words) in cases {
        let mut server = RawServer::start();
        server.raw.send_bytes(bytes);
        let error = server.client.outcome().expect_err(words).to_string();
        assert!(error.contains(words), "{error}");
    }
    let server = RawServer::start();
    server.raw.disconnect();
    let error = server.client.outcome().expect_err("no game").to_string();
    assert!(error.contains("is the key right?"), "{error}");
}

#[test]
fn a_refused_connection_is_a_clear_error() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("a port").port();
    drop(listener);
    let error = RunningClient::start(options(port, 1))
        .outcome()
        .expect_err("nobody is there");
    let words = format!("no connection to 127.0.0.1:{port}");
    assert!(error.to_string().contains(&words), "{error}");
}
