//! Kick sets and spin rules as data, by the names that frontends use.
//!
//! Contains the names, which are those of the Stacker Bot Protocol, and their values. A game that a
//! frontend assembles from them is a [`Ruleset`](crate::Ruleset) with these values.

use super::{IMMOBILE_MINI, T_SPIN};
use crate::piece::Piece;
use crate::rotation::{RotationSystem, SRS, SRS_HALF_TURNS, SRS_PLUS, SRS_PLUS_QUARTER_TURNS};
use crate::spin::{MiniRule, PieceSet, SpinRule, SpinRules};

/// A kick set: with half turns and without.
#[derive(Clone, Copy, Debug)]
pub struct Kickset {
    /// Its name.
    pub name: &'static str,
    /// The rotation system with turns by 90 degrees only.
    pub quarter_turns: &'static RotationSystem,
    /// The rotation system with turns by 90 and by 180 degrees.
    pub half_turns: &'static RotationSystem,
}

/// Every kick set that has a name.
pub static KICKSETS: [Kickset; 2] = [
    Kickset {
        name: "srs",
        quarter_turns: &SRS,
        half_turns: &SRS_HALF_TURNS,
    },
    Kickset {
        name: "srs_plus",
        quarter_turns: &SRS_PLUS_QUARTER_TURNS,
        half_turns: &SRS_PLUS,
    },
];

/// A named spin detection.
#[derive(Clone, Copy, Debug)]
pub struct SpinDetection {
    /// Its name.
    pub name: &'static str,
    /// The rules.
    pub spins: SpinRules,
}

/// Every spin detection that has a name. A piece is immobile if it rests and can move neither left,
/// right nor up.
///
/// | name | T by corners | other immobile T | other immobile pieces |
/// |---|---|---|---|
/// | `none` | | | |
/// | `t-spins` | mini or full | | |
/// | `t-spins+` | mini or full | mini | |
/// | `all` | mini or full | | full |
/// | `all+` | mini or full | mini | full |
/// | `all-mini` | mini or full | | mini |
/// | `all-mini+` | mini or full | mini | mini |
/// | `mini-only` | mini | mini | mini |
pub static SPIN_DETECTIONS: [SpinDetection; 8] = [
    detection("none", SpinRules::NEVER),
    detection("t-spins", SpinRules::new(&[T_SPIN])),
    detection("t-spins+", SpinRules::new(&[T_SPIN, IMMOBILE_T_MINI])),
    detection("all", SpinRules::new(&[T_SPIN, IMMOBILE_OTHERS_FULL])),
    detection(
        "all+",
        SpinRules::new(&[T_SPIN, IMMOBILE_T_MINI, IMMOBILE_OTHERS_FULL]),
    ),
    detection("all-mini", SpinRules::new(&[T_SPIN, IMMOBILE_OTHERS_MINI])),
    detection("all-mini+", SpinRules::new(&[T_SPIN, IMMOBILE_MINI])),
    detection("mini-only", SpinRules::new(&[T_SPIN_MINI, IMMOBILE_MINI])),
];

const fn detection(name: &'static str, spins: SpinRules) -> SpinDetection {
    SpinDetection { name, spins }
}

/// Every T-spin by corners is mini.
const T_SPIN_MINI: SpinRule = SpinRule {
    mini: MiniRule::Always,
    ..T_SPIN
};

const IMMOBILE_T_MINI: SpinRule = SpinRule {
    pieces: PieceSet::of(&[Piece::T]),
    ..IMMOBILE_MINI
};

const IMMOBILE_OTHERS_MINI: SpinRule = SpinRule {
    pieces: PieceSet::ALL_BUT_T,
    ..IMMOBILE_MINI
};

const IMMOBILE_OTHERS_FULL: SpinRule = SpinRule {
    mini: MiniRule::Never,
    ..IMMOBILE_OTHERS_MINI
};
