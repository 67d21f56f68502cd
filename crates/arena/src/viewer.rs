//! Folders of HTML pages: one page per game, and an index. [`landfall_replay::page`] makes the page of
//! a game.

mod folder;
mod index;
mod score_history;

pub use folder::{PageFolder, write_replay_pages};
pub use index::SeriesState;
