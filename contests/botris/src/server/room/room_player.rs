//! One player's place in a room.

use super::super::player_game::PlayerGame;
use super::ConnectionId;
use landfall_rules::PieceSequence;
use std::time::Duration;

/// A player in a room.
#[derive(Debug)]
pub(super) struct RoomPlayer {
    /// Its connection.
    pub id: ConnectionId,
    /// Who it is in this room.
    pub session_id: String,
    /// Which of the room's bots it is.
    pub bot: usize,
    /// Whether it plays the current game.
    pub playing: bool,
    /// Rounds of this game that it has won.
    pub wins: u32,
    /// Its game, while a round is played or shown.
    pub game: Option<PlayerGame>,
    /// The pieces of its round.
    pub pieces: Option<PieceSequence>,
    /// When it was asked to move, while it has not answered.
    pub request: Option<Duration>,
    /// When to ask it again.
    pub next_request: Option<Duration>,
    /// How much it says.
    pub flood: FloodGuard,
}

impl RoomPlayer {
    /// Sits down a player that does not play yet.
    pub fn new(id: ConnectionId, session_id: String, bot: usize) -> RoomPlayer {
        RoomPlayer {
            id,
            session_id,
            bot,
            playing: false,
            wins: 0,
            game: None,
            pieces: None,
            request: None,
            next_request: None,
            flood: FloodGuard::default(),
        }
    }

    /// Begins a round.
    pub fn start_round(&mut self, game: PlayerGame, pieces: PieceSequence) {
        self.game = Some(game);
        self.pieces = Some(pieces);
        self.request = None;
        self.next_request = None;
    }
}

/// Counts messages, and says when they are too many.
#[derive(Debug, Default)]
pub(super) struct FloodGuard {
    second: u64,
    messages: u32,
}

/// Most messages in a second; a game at the highest speed needs 30.
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
