//! The frontend's side of the protocol: launches a bot, sends it positions, and asks it for moves
//! within time limits. The bot runs in this process or in one of its own.
//!
//! [`Bot`] sends and receives messages and does the handshake up to `ready`. [`EngineHost`] keeps
//! only the answer to the latest request. [`FaultTolerantHost`] goes on without moves if the bot
//! fails. The caller, who knows the game, checks moves ([`check_move`]). [`BotMistake`] says what the
//! bot's author most likely got wrong.

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
