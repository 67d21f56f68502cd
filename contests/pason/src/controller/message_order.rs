//! Decides which state messages are new. They may arrive twice, late, or in another order than the
//! server published them.
//!
//! Boards and pieces are ordered separately: a board that arrives after a newer report of the
//! pieces is still the newest board. A message of another game than the newest message belongs to
//! the next game, or is old.

use crate::messages::{Header, StateMessage};

/// The newest message of each kind so far.
#[derive(Clone, Debug, Default)]
pub struct MessageOrder {
    /// Name of the game; empty if it is not known.
    game: String,
    boards: Stamp,
    pieces: Stamp,
    game_end: Stamp,
}

/// How new a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageAge {
    /// It is the newest of its kind.
    New,
    /// It is the first of another game.
    NextGame,
    /// The end of a game that arrived after states of the next game.
    LateEnd,
    /// It arrived before, or a newer message did.
    Old,
}

/// Sequence number and time of a message.
#[derive(Clone, Copy, Debug, Default)]
struct Stamp(Option<u64>, Option<f64>);

impl MessageOrder {
    /// Compares a message with the previous ones, and remembers it. Messages without a header are
    /// always new.
    pub fn observe(&mut self, message: &StateMessage) -> MessageAge {
        let Some(header) = message.header() else {
            return MessageAge::New;
        };
        let new = Stamp::of(header);
        let is_newest = !new.is_old(self.boards) && !new.is_old(self.pieces);
        let kind = match message {
            StateMessage::GameBoardState { .. } => &mut self.boards,
            StateMessage::GamePieceState { .. } => &mut self.pieces,
            _ => {
                if new.replace(&mut self.game_end) == MessageAge::Old {
                    return MessageAge::Old;
                }
                if !is_newest {
                    return MessageAge::LateEnd;
                }
                (self.boards, self.pieces) = (new, new);
                self.game.clear();
                return MessageAge::New;
            }
        };
        let same_game = self.game.is_empty() || self.game == header.game_name;
        if same_game || header.game_name.is_empty() {
            self.game.clone_from(&header.game_name);
            return new.replace(kind);
        }
        if !is_newest {
            return MessageAge::Old;
        }
        *kind = new;
        self.game.clone_from(&header.game_name);
        MessageAge::NextGame
    }
}

impl Stamp {
    fn of(header: &Header) -> Stamp {
        Stamp(header.sequence, header.timestamp)
    }

    /// Takes the place of an older stamp.
    fn replace(self, old: &mut Stamp) -> MessageAge {
        if self.is_old(*old) {
            return MessageAge::Old;
        }
        *old = self;
        MessageAge::New
    }

    /// Whether a message is not newer than another. A server that restarted counts from the
    /// beginning again, but its clock continues.
    fn is_old(self, other: Stamp) -> bool {
        let earlier = self.1.zip(other.1).map(|(new, old)| new <= old);
        match (self.0, other.0) {
            (Some(new), Some(old)) => new <= old && earlier.unwrap_or(true),
            // Without numbers, time decides; all messages with the same time are accepted.
            _ => self.1.zip(other.1).is_some_and(|(new, old)| new < old),
        }
    }
}
