//! Replays of TETR.IO: games that another engine played, damaged files, and malicious files.

mod broken;
mod engine_games;
mod files;
mod for_browsers;
mod harm;
mod options;
mod trust;
