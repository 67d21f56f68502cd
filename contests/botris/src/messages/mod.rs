//! What client and server say to each other: one JSON object `{"type", "payload"}` a text frame.

mod command;
mod game_state;
mod server_message;

pub use command::{ClientMessage, Command, HARD_DROP, MAX_COMMANDS};
pub use game_state::{GameState, GameStateError};
pub use server_message::{PlayerUpdate, RoomView, ServerMessage, Winner};

/// Most bytes of a frame and of a message.
pub const MAX_MESSAGE_BYTES: usize = 1 << 20;
