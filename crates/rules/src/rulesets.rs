//! The rulesets that ship with the crate: one file for each game, data only.
//!
//! [`Ruleset`](crate::Ruleset) says what a ruleset is; a new one is listed in
//! [`Ruleset::ALL`](crate::Ruleset::ALL).

mod blockbattle;
mod guideline;
mod named;
mod pason;
mod tetrio;
mod tetrio_s2;

pub use blockbattle::{BLOCKBATTLE, BLOCKBATTLE_HONEST};
pub use guideline::{GUIDELINE, GUIDELINE_NO_HOLD, T_SPIN};
pub use named::{KICKSETS, Kickset, SPIN_DETECTIONS, SpinDetection};
pub use pason::{PASON, PASON_ROTATION};
pub use tetrio::TETRIO;
pub use tetrio_s2::{IMMOBILE_MINI, TETRIO_S2};
