//! A bot of the Tetris Bot Protocol and of the Stacker Bot Protocol.
//!
//! - [`Session`]: the session with one frontend, which takes messages and returns the answers. It
//!   owns the position and drives a search through [`SearchDriver`]. [`SbpSession`] is the same for
//!   the Stacker Bot Protocol.
//! - [`SlicedSearch`]: a search that runs when the caller calls it, between messages. It needs no
//!   thread and no clock, so that it also runs in a browser's worker.
//! - With the feature `native` (on by default): [`BackgroundSearch`], a search on a thread of its
//!   own; [`stdio`], a session over lines of bytes; [`built_in()`], the bot for a frontend in the
//!   same process; [`BotKind`], the built-in bot or another program.
//!
//! The messages are in `landfall-tbp`, the search itself in `landfall-search`.

#![deny(clippy::print_stdout)]

#[cfg(feature = "native")]
mod background;
#[cfg(feature = "native")]
mod bot_kind;
#[cfg(feature = "native")]
mod built_in;
mod driver;
mod driver_options;
mod game_session;
mod line_session;
mod position_search;
mod prior_result;
mod sbp;
mod session;
mod sliced;
#[cfg(feature = "native")]
pub mod stdio;

#[cfg(feature = "native")]
pub use background::BackgroundSearch;
#[cfg(feature = "native")]
pub use bot_kind::BotKind;
#[cfg(feature = "native")]
pub use built_in::built_in;
pub use driver::{Analysis, AnalysisRequest, RootChange, SearchDriver, Suggestion};
pub use driver_options::DriverOptions;
pub use line_session::LineSession;
pub use sbp::SbpSession;
pub use session::{Reply, Session, Settings};
pub use sliced::SlicedSearch;

/// The examples of the README, as doctests.
#[cfg(all(doctest, feature = "native"))]
#[doc = include_str!("../README.md")]
struct Readme;
