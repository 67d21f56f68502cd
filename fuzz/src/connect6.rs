//! Bytes of Connect6: a stream of messages for a client and for a server.

use crate::choices::Choices;
use landfall_connect6::codec::{Decoder, Message};
use landfall_connect6::opening_book::parse_openings;
use landfall_connect6::record::GameRecord;
use landfall_connect6::referee::{Referee, ServerBehaviour};
use landfall_connect6::rules::{Colour, Point, Turn};
use landfall_connect6::session::{Reaction, Session};
use std::time::Duration;

/// The largest number of messages of an input.
const MAX_MESSAGES: usize = 400;

/// Decodes a stream in portions, and passes its messages to a client's session and to a referee; or
/// parses it as a list of openings and as a record of a game.
///
/// Fails on a panic, bytes that change in a round trip, more buffered bytes than a message has, or
/// a due turn of a session that cannot be played.
pub fn connect6_bytes(data: &[u8]) {
    let mut choices = Choices::new(data);
    if choices.once_in(4) {
        let text = String::from_utf8_lossy(choices.rest());
        let _ = parse_openings(&text);
        if let Ok(record) = GameRecord::parse(&text) {
            let written = record.to_string();
            assert_eq!(
                GameRecord::parse(&written).as_ref(),
                Ok(&record),
                "{written}"
            );
        }
        return;
    }
    let portion = 1 + choices.below(9);
    let bytes = choices.rest();
    let mut decoder = Decoder::default();
    let mut messages = Vec::new();
    let mut written = Vec::new();
    'stream: for bytes in bytes.chunks(portion) {
        decoder.feed(bytes);
        loop {
            match decoder.next_message() {
                Ok(Some(message)) => {
                    written.extend(message.encode());
                    assert!(!message.to_string().is_empty());
                    messages.push(message);
                }
                Ok(None) => break,
                Err(_) => break 'stream,
            }
        }
        assert!(decoder.buffered() < landfall_connect6::codec::MAX_MESSAGE_BYTES);
    }
    assert_eq!(written, bytes[..written.len()]);
    messages.truncate(MAX_MESSAGES);
    client(&messages);
    server(&messages);
}

/// Passes messages to a session, and answers every request with the first free points.
fn client(messages: &[Message]) {
    let mut session = Session::default();
    for &message in messages {
        let Ok(reaction) = session.handle(message) else {
            return;
        };
        match reaction {
            Reaction::TurnDue(_) => {
                let position = session.position();
                let mut free = Point::all().filter(|&point| position.stone_at(point).is_none());
                let first = free.next().expect("a free point where a turn is due");
                let turn = match (position.stones_due(), free.next()) {
                    (2, Some(second)) => Turn::Two(first, second),
                    _ => Turn::One(first),
                };
                session.answer(turn).expect("a legal turn");
            }
            Reaction::GameOver(_) => return,
            Reaction::Nothing | Reaction::Changed => {}
        }
    }
}

/// Passes messages to a referee, as messages of the player to move, and every eighth as one of
/// either player.
fn server(messages: &[Message]) {
    let mut referee = Referee::new(ServerBehaviour::default()).expect("a game without an opening");
    referee.start();
    for (number, &message) in messages.iter().enumerate() {
        let due = referee.turn_due().map(|(colour, _)| colour);
        let from = match number % 8 {
            7 => Colour::BOTH[number / 8 % 2],
            _ => due.unwrap_or(Colour::Black),
        };
        referee.handle(from, message, Duration::from_millis(number as u64));
        if referee.result().is_some() {
            assert!(referee.turn_due().is_none());
            return;
        }
    }
}
