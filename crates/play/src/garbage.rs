//! The garbage settings of a player. The caller decides who sends garbage.

use landfall_rules::garbage::HoleSettings;

/// The garbage settings of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GarbageSettings {
    /// Frames between its arrival and the time when it may rise.
    pub travel: u64,
    /// Whether lines sent first cancel waiting lines.
    pub cancel: bool,
    /// Whether it waits while its receiver clears lines.
    pub held_by_clears: bool,
    /// The positions of its holes.
    pub holes: HoleSettings,
}

impl Default for GarbageSettings {
    /// Returns the settings of most current games: garbage rises after a third of a second, at a
    /// lock that clears nothing.
    fn default() -> GarbageSettings {
        GarbageSettings {
            travel: 20,
            cancel: true,
            held_by_clears: true,
            holes: HoleSettings::default(),
        }
    }
}
