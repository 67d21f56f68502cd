//! Messages between client and server: one JSON object `{"type", "payload"}` per text frame.

mod command;
mod game_state;
mod server_message;

pub use command::{ClientMessage, Command, HARD_DROP, MAX_COMMANDS};
pub use game_state::{GameState, GameStateError};
pub use server_message::{PlayerUpdate, RoomView, ServerMessage, Winner};

/// The most bytes of a frame, and of a message.
pub const MAX_MESSAGE_BYTES: usize = 1 << 20;
