//! Nets out of games: games of the engine against itself, and what any games teach.
//!
//! `selfplay` plays the games, `lessons` takes them apart, `model` is the net with fractions
//! and slopes, `training` the rounds. Nothing of this is there when a game is played; files
//! and threads are the command line's.

mod model;
pub mod samples;
pub mod selfplay;
pub mod training;
