#![cfg_attr(not(test), no_std)]
#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! Pure: no I/O, no clocks, no threads, no hidden randomness. `unsafe` is in one
//! file of [`simd`]. Rules are data: no code compares the name of a ruleset.

#![deny(clippy::print_stdout)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod attack;
pub mod board;
pub mod garbage;
pub mod lock;
pub mod movegen;
pub mod path;
pub mod perft;
pub mod piece;
pub mod randomizer;
pub mod rotation;
pub mod ruleset;
pub mod rulesets;
pub mod side;
pub mod simd;
pub mod spin;
pub mod state;
#[cfg(feature = "serde")]
mod text_serde;
pub mod timing;

#[doc(inline)]
pub use board::{Board, Cell, Playfield};
/// Seeded random numbers.
pub use landfall_rng as rng;
#[doc(inline)]
pub use lock::Clear;
#[doc(inline)]
pub use piece::{Piece, Placement, Queue, Rotation, Spin};
#[doc(inline)]
pub use randomizer::Randomizer;
#[doc(inline)]
pub use ruleset::Ruleset;
#[doc(inline)]
pub use side::Side;
#[doc(inline)]
pub use state::State;
