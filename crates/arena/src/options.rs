//! What a series is made of, and where it is written.

use super::journal::Build;
use super::match_runner::StopCondition;
use super::preset::Preset;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

/// What is played, how, and what is left of it.
#[derive(Clone, Debug)]
pub struct Options {
    /// The commands of A and B, for people and for the journal.
    pub commands: [String; 2],
    /// What is played.
    pub preset: Preset,
    /// How long bots think.
    pub clock: Clock,
    /// Which games are played at most. Games `2n` and `2n + 1` are a pair.
    pub games: Range<u64>,
    /// When the series ends before its last game.
    pub stop_condition: StopCondition,
    /// Games at a time.
    pub jobs: usize,
    /// Seed of the series.
    pub seed: u64,
    /// A file for a line a finished game, new or to go on with.
    pub journal: Option<PathBuf>,
    /// A journal that must be there, to go on with.
    pub resume: Option<PathBuf>,
    /// What plays, for the journal.
    pub build: Option<Build>,
    /// Which journals may be gone on with.
    pub build_check: BuildCheck,
    /// A folder for a replay of every game.
    pub replays: Option<PathBuf>,
    /// A folder for a page of every game.
    pub html: Option<PathBuf>,
    /// Whether the summary is a JSON object.
    pub json: bool,
}

/// Whether games of other builds belong to a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuildCheck {
    /// No: version, behaviour and weights are the same.
    #[default]
    Same,
    /// Yes, because somebody knows better.
    Any,
}

/// How long bots think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Until their nodes are spent, or for as long as a program likes.
    Nodes(u64),
    /// So many milliseconds of processor time a move, A's and B's, and at no other time.
    Cpu([u64; 2]),
    /// While pieces move, by the clock on the wall.
    Real,
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clock::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Clock::Cpu([a, b]) if a == b => write!(f, "cpu {a}"),
            Clock::Cpu([a, b]) => write!(f, "cpu {a},{b}"),
            Clock::Real => f.write_str("real"),
        }
    }
}
