//! Reads the replays of a series: the rules, and the training positions.

use super::error::{BoxError, LearnError, ReplayProblem};
use super::positions::{TrainingPosition, training_positions};
use landfall_replay::arena::Replay;
use landfall_rules::Ruleset;
use landfall_rules::timing::Delays;
use landfall_search::Weights;
use landfall_search::parameters::Parameter;
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// The properties that all replays of a series have in common.
#[derive(Clone, Copy, Debug)]
pub struct SeriesInfo {
    /// The rules.
    pub rules: Ruleset,
    /// The delays of clears.
    pub delays: Delays,
}

impl SeriesInfo {
    /// Reads the properties of a series from one of its replays.
    ///
    /// # Errors
    /// The file is no replay, or its rules are unknown.
    pub fn read(file: &Path) -> Result<SeriesInfo, LearnError> {
        let series = read_replay(file).and_then(|replay| SeriesInfo::of(&replay));
        series.map_err(|source| replay_error(file, source))
    }

    fn of(replay: &Replay) -> Result<SeriesInfo, ReplayProblem> {
        let rules = replay.head.get("rules").and_then(|name| name.as_str());
        let rules = rules.ok_or(ReplayProblem::NoRules)?;
        Ok(SeriesInfo {
            rules: rules.parse().map_err(invalid)?,
            delays: replay.delays().map_err(invalid)?,
        })
    }

    /// Returns the frames of clears as a weights file has them: of one to four rows, of a perfect
    /// clear.
    pub fn clear_frames(&self) -> [i32; 5] {
        let [one, two, three, four] = self.delays.rows;
        [one, two, three, four, self.delays.perfect].map(Weights::nearest)
    }

    /// Returns the step by which a weight is tuned; `None` if it is not tuned under the rules.
    pub fn step(&self, name: &str) -> Option<f64> {
        Parameter::weight_step(&self.rules, name)
    }

    fn matches(&self, other: &SeriesInfo) -> bool {
        self.rules.name == other.rules.name && self.delays == other.delays
    }
}

/// Reads all replays of a series, and returns the results of `extract` for their positions, by
/// game. Some games have no positions; see [`training_positions`].
///
/// # Errors
/// A replay cannot be used, or none of the games has positions.
pub fn map_positions<T: Send>(
    files: &[PathBuf],
    series: &SeriesInfo,
    extract: impl Fn(&TrainingPosition) -> T + Sync,
) -> Result<Vec<Vec<T>>, LearnError> {
    let read = |file: &PathBuf| {
        let replay = read_replay(file)?;
        let own = SeriesInfo::of(&replay)?;
        if !series.matches(&own) {
            return Err(ReplayProblem::OtherSeries {
                rules: own.rules.name,
                first_rules: series.rules.name,
            });
        }
        let positions = training_positions(&replay, &series.rules)?;
        Ok(positions.iter().map(&extract).collect())
    };
    let games: Vec<Result<Vec<T>, ReplayProblem>> = files.par_iter().map(read).collect();
    let games: Vec<Vec<T>> = games
        .into_iter()
        .zip(files)
        .map(|(game, file)| game.map_err(|source| replay_error(file, source)))
        .collect::<Result<_, _>>()?;
    if games.iter().all(Vec::is_empty) {
        return Err(LearnError::NoPositions);
    }
    Ok(games)
}

fn read_replay(file: &Path) -> Result<Replay, ReplayProblem> {
    let text = fs::read_to_string(file).map_err(ReplayProblem::Read)?;
    Replay::parse(&text).map_err(invalid)
}

fn invalid(error: impl Into<BoxError>) -> ReplayProblem {
    ReplayProblem::Invalid(error.into())
}

fn replay_error(file: &Path, source: ReplayProblem) -> LearnError {
    LearnError::Replay {
        path: file.to_path_buf(),
        source,
    }
}
