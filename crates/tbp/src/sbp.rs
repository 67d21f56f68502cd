//! The Stacker Bot Protocol, version 1 (SBP/1): the messages, parsing, and what differs from TBP
//! in the vocabulary of the rules.
//!
//! It is made of the same things as TBP: locations, boards and counters are read by the same
//! code, and a [`ClientMessage`](messages::ClientMessage) holds TBP's own structures where they say as much.

pub mod messages;
mod parse;
mod piece_stream;

pub use parse::parse;
pub use piece_stream::PieceStream;

use landfall_rules::{GUIDELINE, Ruleset, SRS_HALF_TURNS, Spawn};

/// The game that SBP assumes where `rules` says nothing: half turns, and pieces that appear a row
/// higher than in TBP.
pub static DEFAULT_GAME: Ruleset = Ruleset {
    rotation: &SRS_HALF_TURNS,
    spawn: Spawn {
        y: 20,
        ..GUIDELINE.spawn
    },
    ..GUIDELINE
};
