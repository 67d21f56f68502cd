//! The Stacker Bot Protocol, version 1 (SBP/1): its messages, parsing, and default game.
//!
//! Locations, boards and counters are those of TBP and are read by the same code. A
//! [`ClientMessage`](messages::ClientMessage) contains TBP's structures where they are equivalent.

pub mod messages;
mod parse;
mod piece_stream;

pub use parse::parse;
pub use piece_stream::PieceStream;

use landfall_rules::Ruleset;
use landfall_rules::rotation::SRS_HALF_TURNS;
use landfall_rules::ruleset::Spawn;
use landfall_rules::rulesets::GUIDELINE;

/// The game that SBP assumes if `rules` is empty: with half turns, and pieces that appear a row higher
/// than in TBP.
pub static DEFAULT_GAME: Ruleset = Ruleset {
    rotation: &SRS_HALF_TURNS,
    spawn: Spawn {
        y: 20,
        ..GUIDELINE.spawn
    },
    ..GUIDELINE
};
