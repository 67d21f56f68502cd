//! What is known of a duel beside the player's own position.

use super::rival::Rival;

/// How a duel stands. By default nothing is known: no garbage, and an opponent who is far from
/// his end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Duel {
    /// How the opponent stands.
    pub rival: Rival,
    /// Rows of garbage that wait for the player.
    pub incoming: u32,
}
