//! Whole games in this process, by the framework's rules and with its blocks.
//!
//! `count` has the polyominoes, `catalogue` makes blocks of them, `mersenne` and `dealer` deal them, `game` is a game; `series`
//! plays many, `table` shows them, `replay` is a game for the pages.

mod block_generator;
mod block_set;
mod enumerate;
mod game;
mod python_random;
mod replay;
mod series;
mod table;

pub use block_generator::{BlockGenerator, sample_blocks};
pub use block_set::BlockSet;
pub use game::SimGame;
pub use series::{GameResult, Recording, SeriesOptions, play_game, play_series};
pub use table::{summary, table_header, table_row};
