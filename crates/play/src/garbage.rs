//! What garbage does to a player, as settings. Who sends it is for the caller to say.

use landfall_rules::HoleSettings;

/// What garbage does to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GarbageSettings {
    /// Frames between its arrival and when it may come up.
    pub travel: u64,
    /// Whether lines sent first cancel lines that wait.
    pub cancel: bool,
    /// Whether it waits while its receiver clears lines.
    pub held_by_clears: bool,
    /// Where its holes are.
    pub holes: HoleSettings,
}

impl Default for GarbageSettings {
    /// Returns what most games do today: garbage comes up after a third of a second, at a lock
    /// that clears nothing.
    fn default() -> GarbageSettings {
        GarbageSettings {
            travel: 20,
            cancel: true,
            held_by_clears: true,
            holes: HoleSettings::default(),
        }
    }
}
