//! Folders of pages of HTML for people: a page a game, and an index of them. The page of a game
//! is that of [`landfall_replay::page`].

mod folder;
mod index;
mod score_history;

pub use folder::{PageFolder, write_replay_pages};
pub use index::SeriesState;
