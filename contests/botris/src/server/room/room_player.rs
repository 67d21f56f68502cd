//! One player's state in a room.

use super::super::player_game::PlayerGame;
use super::ConnectionId;
use landfall_rules::randomizer::PieceSequence;
use std::time::Duration;

/// A player in a room.
#[derive(Debug, Default)]
pub(super) struct RoomPlayer {
    /// Its connection.
    pub id: ConnectionId,
    /// The player's session in this room.
    pub session_id: String,
    /// The index of the player's bot.
    pub bot: usize,
    /// Whether the player takes part in the current game.
    pub playing: bool,
    /// Rounds of this game that it has won.
    pub wins: u32,
    /// The player's game, while a round is played or displayed.
    pub game: Option<PlayerGame>,
    /// The pieces of its round.
    pub pieces: Option<PieceSequence>,
    /// When a move was requested that has not been answered.
    pub request: Option<Duration>,
    /// When the next move is due to be requested.
    pub next_request: Option<Duration>,
    /// Counts the player's messages.
    pub flood: FloodGuard,
}

impl RoomPlayer {
    /// Begins a round.
    pub fn start_round(&mut self, game: PlayerGame, pieces: PieceSequence) {
        self.game = Some(game);
        self.pieces = Some(pieces);
        self.request = None;
        self.next_request = None;
    }
}

/// Counts messages, and detects too many.
#[derive(Debug, Default)]
pub(super) struct FloodGuard {
    second: u64,
    messages: u32,
}

/// Most messages per second; a game at the highest speed needs 30.
const MAX_MESSAGES_A_SECOND: u32 = 200;

impl FloodGuard {
    /// Counts a message. Returns whether there were too many in this second.
    pub fn is_too_much(&mut self, now: Duration) -> bool {
        if self.second != now.as_secs() {
            (self.second, self.messages) = (now.as_secs(), 0);
        }
        self.messages += 1;
        self.messages > MAX_MESSAGES_A_SECOND
    }
}
