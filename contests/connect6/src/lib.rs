//! Connect6, the competition of 2021: the rules of the game, and what plays it.
//!
//! Stands alone: nothing of the falling-block code is used here, and nothing there uses this.

pub mod arena;
mod chance;
pub mod client;
pub mod clock;
pub mod codec;
pub mod engine;
pub mod learn;
pub mod opening;
pub mod picture;
pub mod record;
pub mod referee;
pub mod rules;
pub mod server;
pub mod session;
pub mod suite;
mod wire;
