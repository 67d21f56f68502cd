#![cfg_attr(not(test), no_std)]
#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! Pure: no I/O, no clocks, no threads. The rules are those of [`landfall_rules`]; this crate adds
//! time and keys to a [`landfall_rules::Side`].
//!
//! - [`Player`]: a side that is played with keys, and the order of events in a frame.
//! - [`Handling`]: the player's settings; `auto_shift` has the timers that follow them.
//! - `falling`: the falling piece, at heights with fractions (`height`).

#![deny(clippy::print_stdout)]
#![forbid(unsafe_code)]

extern crate alloc;

mod auto_shift;
mod falling;
mod garbage;
mod handling;
mod height;
mod key;
mod player;

pub use garbage::GarbageSettings;
pub use handling::{Handling, HandlingError, INSTANT_SOFT_DROP};
pub use key::Key;
pub use player::{Lock, Player};
