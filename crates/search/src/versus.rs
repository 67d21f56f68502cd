//! What is known of a versus game beside the player's own position.

use landfall_rules::Board;

/// What is known of a versus game beside the player's own position. By default nothing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VersusInfo {
    /// The opponent's board; of several opponents, that of the highest stack. No weight counts it.
    pub opponent: Option<Board>,
    /// Rows of garbage that wait for the player.
    pub pending_garbage: u32,
    /// Pieces that the player has placed since the game began, if it is known.
    pub pieces_placed: Option<u32>,
    /// Frames of 1/60 s since the game began, if it is known.
    pub frame: Option<u64>,
}
