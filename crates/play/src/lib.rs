#![cfg_attr(not(test), no_std)]
#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! Pure: no I/O, no clocks, no threads. Rules are [`landfall_rules`]'; here is what time and keys
//! add to a [`landfall_rules::Side`].
//!
//! - [`Player`]: a side that is played with keys, and the order of things in a frame.
//! - [`Handling`]: the player's settings; `auto_shift` has the timers that follow them.
//! - `falling`: one piece on its way, at heights with fractions (`height`).

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
