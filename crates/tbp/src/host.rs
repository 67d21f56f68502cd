//! The frontend's side of the protocol: a bot, in this process or another, that is sent positions
//! and asked for moves within limits of time.
//!
//! [`Bot`] is the conversation up to `ready` and the messages after it, [`EngineHost`] a bot of
//! which only the answer to the latest question counts, [`FaultTolerantHost`] one that may fail
//! while the game goes on. Whether a move is legal is asked by the caller, who knows the game
//! ([`check_move`]). What its author most likely got wrong is a [`BotMistake`].

mod bot;
mod bot_line;
mod command_line;
mod engine_host;
mod error;
mod fault_tolerant;
mod illegal_move;
mod mistake;
mod process;
mod silence;
mod start_problem;
mod time_limit;
mod transport;

pub use bot::Bot;
pub use command_line::{CommandError, join_command, split_command};
pub use engine_host::{EngineHost, PositionChange, Suggestion};
pub use error::{BotError, LaunchError};
pub use fault_tolerant::{FaultTolerantHost, legal_moves};
pub use illegal_move::{IllegalMove, check_move, explain_moves};
pub use mistake::BotMistake;
pub use process::{Process, SignalGroup};
pub use time_limit::{TimeLimitError, parse_time_limit};
