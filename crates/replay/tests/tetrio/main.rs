//! Replays of TETR.IO: games that another engine has played, what becomes of files that are
//! wrong, and files made to do harm.

mod broken;
mod engine_games;
mod files;
mod harm;
mod options;
mod trust;
