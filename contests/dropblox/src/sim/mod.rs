//! Whole games in this process, by the framework's rules and with its blocks.
//!
//! `enumerate` has the polyominoes, `block_set` makes blocks of them, `python_random` and
//! `block_generator` deal them, `game` is a game; `series` plays many, `table` shows their results,
//! `replay` writes a game for the pages of the arena.

mod block_generator;
mod block_set;
mod enumerate;
mod game;
mod python_random;
mod replay;
mod series;
mod table;

pub use block_generator::{BlockGenerator, sample_blocks};
pub use block_set::{BlockRowError, BlockSet, BlockSetError};
pub use game::SimGame;
pub use series::{GameResult, SeriesOptions, play_game, play_series};
pub(crate) use table::mean;
pub use table::{summary, table_header, table_row};
