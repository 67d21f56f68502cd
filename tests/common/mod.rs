//! What the tests share: the plain placement search, drawn boards, random boards, the
//! real program as a process, a frontend that plays against it, the arena, and files.

#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod arena;
pub mod boards;
pub mod connect6;
pub mod files;
pub mod frontend;
pub mod plain;
pub mod plain_pason;
pub mod program;
pub mod source;

use landfall::game::{Board, Piece};

/// The board of a drawing, top row first.
pub fn draw(text: &str) -> Board {
    Board::parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// The pieces of a word such as `IOLJ`.
pub fn pieces(word: &str) -> Vec<Piece> {
    word.chars()
        .map(|c| Piece::from_letter(c).unwrap_or_else(|| panic!("no piece {c} in {word}")))
        .collect()
}
