//! Our client against a server by hand: broadcasts that are late, twice, or not what was
//! answered, connections that close, and servers that break the protocol.

use crate::common::{Bare, Playing, options, turn};
use landfall_connect6::codec::{Message, pairs};
use landfall_connect6::rules::{Colour, Point, Position, Turn};
use landfall_connect6::session::Ending;
use std::net::{Ipv4Addr, TcpListener};

/// A server by hand: it has taken the login of our client.
struct ByHand {
    client: Playing,
    bare: Bare,
}

impl ByHand {
    fn start() -> ByHand {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("a port").port();
        let client = Playing::start(options(port, 11));
        let (stream, _) = listener.accept().expect("the client comes");
        let mut bare = Bare::of(stream);
        assert_eq!(bare.hear(), Some(Message::Login { key: 11 }));
        ByHand { client, bare }
    }

    /// Begins a game with the client as black; gives the point that it plays.
    fn begin(&mut self) -> Point {
        let colour = Colour::Black;
        self.bare.send(Message::Info { colour });
        self.bare.send(Message::Request { time: u32::MAX });
        let Some(Message::Answer {
            pairs: [x, y, a, b],
        }) = self.bare.hear()
        else {
            panic!("no answer");
        };
        assert_eq!([x, y], [a, b], "one stone, twice the same");
        Point::new(x, y).expect("on the board")
    }

    fn broadcast(&mut self, colour: Colour, text: &str) {
        let pairs = pairs(turn(text));
        self.bare.send(Message::Broadcast { pairs, colour });
    }
}

/// What is broadcast was played, also if it is not what we answered.
#[test]
fn a_turn_that_the_server_changed_is_accepted() {
    let mut server = ByHand::start();
    let answered = server.begin();
    let other = if answered.to_string() == "a1" {
        "s19"
    } else {
        "a1"
    };
    server.broadcast(Colour::Black, other);
    let white = format!("{answered} b7");
    server.broadcast(Colour::White, &white);
    server.bare.send(Message::Request { time: u32::MAX });
    let Some(Message::Answer { pairs }) = server.bare.hear() else {
        panic!("no answer");
    };
    let mut position = Position::new();
    for text in [other, &white] {
        position.play(turn(text)).expect("legal");
    }
    let [x1, y1, x2, y2] = pairs;
    let points = [(x1, y1), (x2, y2)].map(|(x, y)| Point::new(x, y).expect("on the board"));
    position
        .play(Turn::Two(points[0], points[1]))
        .expect("legal");
    server.bare.send(Message::End { winner: None });
    let played = server.client.end();
    assert_eq!(played.position, position);
    assert_eq!(played.ending, Ending::Told(None));
}

#[test]
fn broadcasts_that_come_twice_and_requests_in_one_segment_change_nothing() {
    let mut server = ByHand::start();
    let answered = server.begin().to_string();
    let mut bytes = Vec::new();
    let white = pairs(turn("a7 b7"));
    for (colour, pairs) in [
        (Colour::Black, pairs(turn(&answered))),
        (Colour::Black, pairs(turn(&answered))),
        (Colour::White, white),
        (Colour::Black, pairs(turn(&answered))),
        (Colour::White, white),
    ] {
        bytes.extend(Message::Broadcast { pairs, colour }.encode());
    }
    bytes.extend(Message::Request { time: u32::MAX }.encode());
    server.bare.send_bytes(&bytes);
    assert!(matches!(server.bare.hear(), Some(Message::Answer { .. })));
    server.bare.hang_up();
    let played = server.client.end();
    assert_eq!(played.ending, Ending::Closed);
    assert_eq!(played.position.turns().len(), 3);
}

/// The client disconnects by itself: the server need not.
#[test]
fn after_the_end_the_client_disconnects() {
    let mut server = ByHand::start();
    server.begin();
    server.bare.send(Message::End {
        winner: Some(Colour::White),
    });
    assert_eq!(server.bare.hear(), None);
    assert_eq!(
        server.client.end().ending,
        Ending::Told(Some(Colour::White))
    );
}

/// Half a message does not count.
#[test]
fn a_connection_that_closes_within_a_message_is_closed() {
    let mut server = ByHand::start();
    server.begin();
    server.bare.send_bytes(&[4, 9, 9]);
    server.bare.hang_up();
    assert_eq!(server.client.end().ending, Ending::Closed);
}

#[test]
fn servers_that_break_the_protocol_are_a_clear_error() {
    let cases: [(&[u8], &str); 5] = [
        (&[6], "no message has the id 6"),
        (&[1, 7], "the colour in a message of id 1 is 7"),
        (&[2, 0, 0, 0, 1], "before it told a colour: turn request"),
        (&[1, 1, 4, 19, 0, 0, 0, 0], "off the board"),
        (
            &[1, 1, 4, 9, 9, 9, 9, 0, 4, 9, 9, 8, 8, 1],
            "j10 is occupied",
        ),
    ];
    for (bytes, words) in cases {
        let mut server = ByHand::start();
        server.bare.send_bytes(bytes);
        let fault = server.client.outcome().expect_err(words).to_string();
        assert!(fault.contains(words), "{fault}");
    }
    let server = ByHand::start();
    server.bare.hang_up();
    let fault = server.client.outcome().expect_err("no game").to_string();
    assert!(fault.contains("is the key right?"), "{fault}");
}

#[test]
fn a_refused_connection_is_a_clear_error() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("a port").port();
    drop(listener);
    let fault = Playing::start(options(port, 1))
        .outcome()
        .expect_err("nobody is there");
    let words = format!("no connection to 127.0.0.1:{port}");
    assert!(fault.to_string().contains(&words), "{fault}");
}
