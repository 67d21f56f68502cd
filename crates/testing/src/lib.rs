//! What the tests of several crates share: parsed boards, random boards, the plain placement
//! searches that the fast ones are compared with, the events of key games, a state of Dropblox, and
//! a proxy that breaks connections.

pub mod boards;
pub mod dropblox;
pub mod files;
pub mod key_events;
pub mod named;
pub mod plain;
pub mod plain_pason;
pub mod proxy;

use landfall_rules::{Board, Piece};

/// Parses the board of a drawing, top row first.
pub fn parse_board(text: &str) -> Board {
    text.parse::<Board>()
        .unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// Parses the pieces of a word such as `IOLJ`.
pub fn pieces(word: &str) -> Vec<Piece> {
    let pieces: Result<Vec<Piece>, _> = word.chars().map(Piece::try_from).collect();
    pieces.unwrap_or_else(|error| panic!("{error} in {word}"))
}

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
