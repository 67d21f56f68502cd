//! The competition's messages as bytes: one byte for the kind, then a body of fixed length,
//! big-endian.
//!
//! Checks that messages are well formed, not that turns are legal. Coordinates are raw bytes, since
//! a server may fill unused ones with anything.

use super::rules::{Colour, Point, Turn};
use std::fmt;

/// The coordinates of an answer or a broadcast: `[x1, y1, x2, y2]`.
pub type Coordinates = [u8; 4];

/// A message of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// Id 0, from the client.
    Login {
        /// The login key.
        key: u8,
    },
    /// Id 1, from the server: the client's colour.
    AssignColour {
        /// Black begins.
        colour: Colour,
    },
    /// Id 2, from the server: a turn is due.
    TurnRequest {
        /// Time for it, in milliseconds.
        time: u32,
    },
    /// Id 3, from the client: its turn.
    Answer {
        /// The points of the stones; of black's first turn, the first pair counts.
        coordinates: Coordinates,
    },
    /// Id 4, from the server: a turn that was played.
    Broadcast {
        /// The points of the stones; of black's first turn, the first pair counts.
        coordinates: Coordinates,
        /// The side that played it.
        colour: Colour,
    },
    /// Id 5, from the server: the game is over.
    GameOver {
        /// The winner; `None` in a draw.
        winner: Option<Colour>,
    },
}

/// Length of the longest message in bytes.
pub const MAX_MESSAGE_BYTES: usize = 6;

/// Most messages from one side of a connection. A game has at most 181 turns, each with a request
/// and two broadcasts.
pub const MAX_MESSAGES: usize = 4096;

/// Length of each message in bytes, by its id.
const MESSAGE_BYTES: [usize; 6] = [2, 2, 5, 5, 6, 2];

/// Returns the byte of a colour.
const fn colour_byte(colour: Colour) -> u8 {
    match colour {
        Colour::Black => 0,
        Colour::White => 1,
    }
}

/// The byte of a draw.
const DRAW_BYTE: u8 = 2;

impl Message {
    /// Returns the message's bytes.
    pub fn encode(self) -> Vec<u8> {
        match self {
            Message::Login { key } => vec![0, key],
            Message::AssignColour { colour } => vec![1, colour_byte(colour)],
            Message::TurnRequest { time } => [&[2][..], &time.to_be_bytes()].concat(),
            Message::Answer { coordinates } => [&[3][..], &coordinates].concat(),
            Message::Broadcast {
                coordinates,
                colour,
            } => [&[4][..], &coordinates, &[colour_byte(colour)]].concat(),
            Message::GameOver { winner } => vec![5, winner.map_or(DRAW_BYTE, colour_byte)],
        }
    }
}

/// As text, for logs.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Login { key } => write!(f, "login, key {key}"),
            Message::AssignColour { colour } => write!(f, "info, you are {colour}"),
            Message::TurnRequest { time } => write!(f, "turn request, {time} ms"),
            Message::Answer { coordinates } => {
                write!(f, "answer, {}", NamedCoordinates(*coordinates))
            }
            Message::Broadcast {
                coordinates,
                colour,
            } => {
                write!(f, "broadcast, {colour} {}", NamedCoordinates(*coordinates))
            }
            Message::GameOver { winner: None } => f.write_str("end, a draw"),
            Message::GameOver {
                winner: Some(colour),
            } => write!(f, "end, {colour} wins"),
        }
    }
}

/// Displays coordinates as numbers, and as points where they are on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedCoordinates(pub Coordinates);

impl fmt::Display for NamedCoordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NamedCoordinates([x1, y1, x2, y2]) = *self;
        write!(f, "{x1},{y1} {x2},{y2}")?;
        match (Point::new(x1, y1), Point::new(x2, y2)) {
            (Some(first), Some(second)) => write!(f, " ({first} {second})"),
            (Some(first), None) => write!(f, " ({first} and none)"),
            (None, Some(second)) => write!(f, " (none and {second})"),
            (None, None) => Ok(()),
        }
    }
}

/// Returns the coordinates of a turn. One stone is repeated in both pairs: servers that read one
/// pair and servers that read two understand it.
pub fn turn_coordinates(turn: Turn) -> Coordinates {
    let (first, second) = match turn {
        Turn::One(point) => (point, point),
        Turn::Two(first, second) => (first, second),
    };
    [first.x(), first.y(), second.x(), second.y()]
}

/// Bytes that are not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MalformedMessage {
    /// No message has this id.
    #[error("no message has the id {0}; ids are 0 to 5")]
    Id(u8),
    /// A byte names no colour.
    #[error("{}", colour_message(*.id, *.byte))]
    Colour {
        /// The message's id.
        id: u8,
        /// The byte.
        byte: u8,
    },
    /// More messages than a game can have.
    #[error("more than {MAX_MESSAGES} messages came, which no game has")]
    TooMany,
}

fn colour_message(id: u8, byte: u8) -> String {
    if id == 5 {
        format!("the winner in a message of id 5 is {byte}; it should be 0, 1 or 2")
    } else {
        format!("the colour in a message of id {id} is {byte}; it should be 0 or 1")
    }
}

/// Splits a byte stream into messages; accepts bytes in portions of any size.
#[derive(Debug, Default)]
pub struct Decoder {
    bytes: Vec<u8>,
}

impl Decoder {
    /// Appends received bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns the number of buffered bytes, which are not a whole message yet.
    pub fn buffered(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the next message, if all of it has arrived.
    ///
    /// # Errors
    /// The bytes are not a message. The same error is returned from then on, since the beginning of
    /// the next message is unknown.
    pub fn next_message(&mut self) -> Result<Option<Message>, MalformedMessage> {
        let Some(&id) = self.bytes.first() else {
            return Ok(None);
        };
        let length = *MESSAGE_BYTES
            .get(usize::from(id))
            .ok_or(MalformedMessage::Id(id))?;
        if self.bytes.len() < length {
            return Ok(None);
        }
        let message = decode(id, &self.bytes[1..length])?;
        self.bytes.drain(..length);
        Ok(Some(message))
    }
}

/// Decodes a message from its id and its body, which has the right length.
fn decode(id: u8, body: &[u8]) -> Result<Message, MalformedMessage> {
    let colour = |byte| match byte {
        0 => Ok(Colour::Black),
        1 => Ok(Colour::White),
        _ => Err(MalformedMessage::Colour { id, byte }),
    };
    Ok(match *body {
        [key] if id == 0 => Message::Login { key },
        [byte] if id == 1 => Message::AssignColour {
            colour: colour(byte)?,
        },
        [a, b, c, d] if id == 2 => Message::TurnRequest {
            time: u32::from_be_bytes([a, b, c, d]),
        },
        [a, b, c, d] => Message::Answer {
            coordinates: [a, b, c, d],
        },
        [a, b, c, d, byte] => Message::Broadcast {
            coordinates: [a, b, c, d],
            colour: colour(byte)?,
        },
        [DRAW_BYTE] => Message::GameOver { winner: None },
        [byte] => Message::GameOver {
            winner: Some(colour(byte)?),
        },
        _ => return Err(MalformedMessage::Id(id)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The examples of the competition's text, and at least one message of every id.
    const EXAMPLES: [(Message, &[u8]); 7] = [
        (Message::Login { key: 11 }, &[0, 0x0b]),
        (
            Message::AssignColour {
                colour: Colour::Black,
            },
            &[1, 0],
        ),
        (
            Message::TurnRequest { time: 525_262 },
            &[2, 0x00, 0x08, 0x03, 0xce],
        ),
        (
            Message::Answer {
                coordinates: [9, 9, 9, 9],
            },
            &[3, 9, 9, 9, 9],
        ),
        (
            Message::Broadcast {
                coordinates: [16, 8, 17, 9],
                colour: Colour::White,
            },
            &[4, 0x10, 0x08, 0x11, 0x09, 0x01],
        ),
        (
            Message::GameOver {
                winner: Some(Colour::Black),
            },
            &[5, 0],
        ),
        (Message::GameOver { winner: None }, &[5, 2]),
    ];

    #[test]
    fn messages_are_as_in_the_competitions_text() {
        for (message, bytes) in EXAMPLES {
            assert_eq!(message.encode(), bytes);
            let mut decoder = Decoder::default();
            decoder.feed(bytes);
            assert_eq!(decoder.next_message(), Ok(Some(message)));
            assert_eq!(decoder.next_message(), Ok(None));
        }
    }

    #[test]
    fn invalid_bytes_are_a_lasting_error() {
        for (bytes, error) in [
            (&[6][..], MalformedMessage::Id(6)),
            (&[255, 0, 0], MalformedMessage::Id(255)),
            (&[1, 2], MalformedMessage::Colour { id: 1, byte: 2 }),
            (&[5, 3], MalformedMessage::Colour { id: 5, byte: 3 }),
            (
                &[4, 1, 2, 3, 4, 9],
                MalformedMessage::Colour { id: 4, byte: 9 },
            ),
        ] {
            let mut decoder = Decoder::default();
            decoder.feed(bytes);
            assert_eq!(decoder.next_message(), Err(error));
            decoder.feed(&[0, 1]);
            assert_eq!(decoder.next_message(), Err(error));
        }
    }

    #[test]
    fn one_stone_is_in_both_pairs() {
        assert_eq!(turn_coordinates(Turn::One(Point::CENTRE)), [9, 9, 9, 9]);
    }

    fn colours() -> impl Strategy<Value = Colour> {
        prop_oneof![Just(Colour::Black), Just(Colour::White)]
    }

    fn messages() -> impl Strategy<Value = Message> {
        prop_oneof![
            any::<u8>().prop_map(|key| Message::Login { key }),
            colours().prop_map(|colour| Message::AssignColour { colour }),
            any::<u32>().prop_map(|time| Message::TurnRequest { time }),
            any::<Coordinates>().prop_map(|coordinates| Message::Answer { coordinates }),
            (any::<Coordinates>(), colours()).prop_map(|(coordinates, colour)| {
                Message::Broadcast {
                    coordinates,
                    colour,
                }
            }),
            proptest::option::of(colours()).prop_map(|winner| Message::GameOver { winner }),
        ]
    }

    proptest! {
        /// Encoded messages are decoded from portions of any size.
        #[test]
        fn any_fragmentation_gives_the_same_messages(
            sent in proptest::collection::vec(messages(), 0..20),
            cuts in proptest::collection::vec(1usize..9, 0..40),
        ) {
            let bytes: Vec<u8> = sent.iter().flat_map(|message| message.encode()).collect();
            let mut rest = &bytes[..];
            let mut decoder = Decoder::default();
            let mut received = Vec::new();
            let mut cuts = cuts.into_iter().cycle();
            while !rest.is_empty() {
                let (portion, later) = rest.split_at(cuts.next().unwrap_or(1).min(rest.len()));
                rest = later;
                decoder.feed(portion);
                while let Some(message) = decoder.next_message().expect("well formed") {
                    received.push(message);
                }
                prop_assert!(decoder.buffered() < MAX_MESSAGE_BYTES);
            }
            prop_assert_eq!(received, sent);
            prop_assert_eq!(decoder.buffered(), 0);
        }

        /// Any bytes are messages or an error, and encoding the messages gives the same bytes.
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut decoder = Decoder::default();
            decoder.feed(&bytes);
            let mut written = Vec::new();
            while let Ok(Some(message)) = decoder.next_message() {
                prop_assert!(!message.to_string().is_empty());
                written.extend(message.encode());
            }
            prop_assert_eq!(&written[..], &bytes[..written.len()]);
            prop_assert_eq!(written.len() + decoder.buffered(), bytes.len());
        }
    }
}
