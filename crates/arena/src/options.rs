//! The options of a series.

use super::journal::Build;
use super::match_runner::StopCondition;
use super::preset::Preset;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

/// The options of a series: its games and its outputs.
#[derive(Clone, Debug)]
pub struct Options {
    /// The commands of A and B, for people and for the journal.
    pub commands: [String; 2],
    /// The kind of game.
    pub preset: Preset,
    /// How long bots search.
    pub clock: Clock,
    /// Numbers of the games. Games `2n` and `2n + 1` are a pair.
    pub games: Range<u64>,
    /// When the series ends before its last game.
    pub stop_condition: StopCondition,
    /// Most games at a time.
    pub jobs: usize,
    /// Seed of the series.
    pub seed: u64,
    /// The journal, which is created or continued.
    pub journal: Option<PathBuf>,
    /// A journal that exists and is continued.
    pub resume: Option<PathBuf>,
    /// The build of the program, for the journal.
    pub build: Option<Build>,
    /// Whether a journal of another build may be continued.
    pub build_check: BuildCheck,
    /// A folder for a replay of every game.
    pub replays: Option<PathBuf>,
    /// A folder for a page of every game.
    pub html: Option<PathBuf>,
    /// Whether the summary is a JSON object.
    pub json: bool,
}

/// Whether games of different builds belong to one series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuildCheck {
    /// Only games of the same version, behaviour and weights.
    #[default]
    Same,
    /// Games of any build.
    Any,
}

/// How long bots search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The built-in bot searches this many nodes; other programs have only the time limit.
    Nodes(u64),
    /// Milliseconds of processor time per move, for A and B. Bots are suspended between requests.
    Cpu([u64; 2]),
    /// In real time: bots search while pieces move.
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
