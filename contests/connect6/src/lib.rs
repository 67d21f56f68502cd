//! Connect6, the competition of 2021: the rules of the game, and what plays it.
//!
//! Stands alone: nothing of the falling-block code is used here, and nothing there uses this.

pub mod arena;
pub mod client;
pub mod codec;
mod connection;
pub mod display;
pub mod engine;
pub mod learn;
pub mod opening_book;
pub mod random_opening;
pub mod record;
pub mod referee;
mod rng;
pub mod rules;
pub mod server;
pub mod session;
pub mod time_manager;
