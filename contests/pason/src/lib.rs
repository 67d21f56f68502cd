//! Pason Battle Tetris (2012): the contest's messages and everything that speaks them.
//!
//! Does not own how to play well; that is the brain's, reached through TBP.

pub mod adapter;
pub mod client;
pub mod controller;
pub mod coordinates;
pub mod demo;
pub mod engine;
pub mod linear;
pub mod messages;
pub mod pathfinding;
pub mod piece_moves;
pub mod scheduler_client;
pub mod server;
#[cfg(test)]
mod test_fixture;
pub mod translate;
