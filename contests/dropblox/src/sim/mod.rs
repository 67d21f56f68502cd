//! Whole games in this process, by the framework's rules and with its blocks.
//!
//! `count` has the polyominoes, `catalogue` makes blocks of them, `mersenne` and `dealer` deal them, `game` is a game; `series`
//! plays many, `table` shows them, `replay` is a game for the pages.

mod catalogue;
mod count;
mod dealer;
mod game;
mod mersenne;
mod replay;
mod series;
mod table;

pub use catalogue::Catalogue;
pub use dealer::{Dealer, sample};
pub use game::Match;
pub use series::{Keep, Plan, Played, play, series};
pub use table::{header, line, mean, summary};
