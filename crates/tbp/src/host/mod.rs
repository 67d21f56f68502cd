//! The frontend's side of the protocol: a bot, in this process or another, that is sent positions
//! and asked for moves within limits of time.
//!
//! [`Bot`] is the conversation up to `ready` and the messages after it, [`EngineHost`] a bot of
//! which only the answer to the latest question counts, [`FaultTolerantHost`] one that may fail
//! while the game goes on. Whether a move is legal is checked by the caller, who knows the game.

mod bot;
mod command_line;
mod engine_host;
mod error;
mod fault_tolerant;
mod process;
mod time_limit;
mod transport;

pub use bot::Bot;
pub use command_line::{CommandError, split_command};
pub use engine_host::{EngineHost, PositionChange, Suggestion};
pub use error::{BotError, LaunchError};
pub use fault_tolerant::{FaultTolerantHost, legal_moves};
pub use process::{Process, SignalGroup};
pub use time_limit::{TimeLimitError, parse_time_limit};
