//! Training of the evaluator's network from games.
//!
//! `selfplay` plays games, `samples` turns games into training samples, `model` is the network with
//! floats and gradients, `training` the training loop. Not used when a game is played; the command
//! line handles files and threads.

mod model;
pub mod samples;
pub mod selfplay;
pub mod training;
