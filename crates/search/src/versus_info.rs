//! What is known of a duel beside the player's own position.

use super::opponent_danger::OpponentDanger;

/// How a duel stands. By default nothing is known: no garbage, and an opponent who is far from
/// his end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VersusInfo {
    /// How the opponent stands.
    pub opponent: OpponentDanger,
    /// Rows of garbage that wait for the player.
    pub pending_garbage: u32,
}
