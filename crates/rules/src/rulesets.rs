//! The rulesets that ship with the crate: one file for each game, data only.
//!
//! [`Ruleset`] says what a ruleset is. A new one is a file, and its lines here.

mod blockbattle;
mod botris;
mod guideline;
mod named;
mod pason;
mod tetrio;
mod tetrio_s2;

pub use blockbattle::{BLOCKBATTLE, BLOCKBATTLE_HONEST};
pub use botris::BOTRIS;
pub use guideline::{GUIDELINE, GUIDELINE_NO_HOLD, T_SPIN};
pub use named::{KICKSETS, Kickset, SPIN_DETECTIONS, SpinDetection};
pub use pason::{PASON, PASON_ROTATION};
pub use tetrio::TETRIO;
pub use tetrio_s2::{IMMOBILE_MINI, TETRIO_S2};

use crate::ruleset::Ruleset;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

impl Ruleset {
    /// Every ruleset that has a name.
    pub const ALL: [&'static Ruleset; 8] = [
        &GUIDELINE,
        &GUIDELINE_NO_HOLD,
        &PASON,
        &TETRIO,
        &TETRIO_S2,
        &BOTRIS,
        &BLOCKBATTLE,
        &BLOCKBATTLE_HONEST,
    ];
}

impl FromStr for Ruleset {
    type Err = UnknownRuleset;

    /// Returns the ruleset of a name.
    fn from_str(name: &str) -> Result<Ruleset, UnknownRuleset> {
        let mut all = Ruleset::ALL.into_iter();
        all.find(|rules| rules.name == name)
            .copied()
            .ok_or_else(|| UnknownRuleset(name.to_string()))
    }
}

impl fmt::Display for Ruleset {
    /// Writes the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// No ruleset has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRuleset(pub String);

impl fmt::Display for UnknownRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Ruleset::ALL.map(|rules| rules.name).join(", ");
        let name: String = self.0.chars().take(40).collect();
        write!(f, "there is no ruleset {name:?}, there are: {names}")
    }
}

impl core::error::Error for UnknownRuleset {}
