//! What experiments with games are made of, whatever the game: files that are whole or not
//! there, statistics, and optimisers.

pub mod cma;
pub mod files;
pub mod jobs;
pub mod journal;
pub mod logistic;
pub mod statistics;
