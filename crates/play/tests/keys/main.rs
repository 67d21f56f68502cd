//! Games by keys, frame by frame.

mod any_keys;
mod common;
mod engine_games;
mod falls;
mod garbage;
mod recorded_games;
mod shifts;
mod spawns;
mod turns;
