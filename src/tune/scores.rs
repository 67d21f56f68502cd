//! The journal of scores: a line for each job of one generation that a worker has played. It is read
//! and written by [`landfall_experiment::journal`].

use super::config::{Scoring, TuneConfig};
use super::error::TuneError;
use super::generation::{Generation, GenerationJobs, JobScore};
use super::problem::Problem;
use crate::build_info::BuildInfo;
use landfall_experiment::hash::fnv1a_hex;
use landfall_experiment::journal::{Header, Journal};
use serde::{Deserialize, Serialize};
use std::error::Error;

/// A journal of scores.
pub type ScoresJournal = Journal<ScoresHeader>;

/// The version of the format.
const VERSION: u32 = 1;

/// The largest accepted score of a solo game: far above any game, and small enough for exact sums.
const MAX_SOLO_SCORE: f64 = 1e9;

/// The identity of a generation. Jobs of equal headers have equal scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoresHeader {
    /// The version of the format.
    #[serde(rename = "tuner_scores")]
    pub version: u32,
    /// The hash of the run's options.
    pub run: String,
    /// The number of the generation, from 0.
    pub generation: u64,
    /// The hash of its candidates and their mean.
    pub candidates: String,
    /// What the candidates are ranked by.
    pub scoring: Scoring,
    /// The number of jobs of the generation.
    pub jobs: u64,
    /// The build that plays; `None` if builds are not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<BuildInfo>,
}

impl ScoresHeader {
    /// Returns the header of a generation of a run.
    ///
    /// # Errors
    /// The weights cannot be written as JSON.
    pub fn new<P: Problem>(
        config: &TuneConfig<P::Weights>,
        generation: &Generation<P::Weights>,
        build: Option<BuildInfo>,
    ) -> Result<ScoresHeader, TuneError> {
        Ok(ScoresHeader {
            version: VERSION,
            run: hash(config)?,
            generation: generation.number,
            candidates: hash(&(&generation.candidates, &generation.mean))?,
            scoring: config.scoring(generation.number),
            jobs: GenerationJobs::<P>::new(config, generation).count(),
            build,
        })
    }

    /// Returns whether this header is of an earlier generation of the same run.
    pub fn is_before(&self, other: &ScoresHeader) -> bool {
        self.run == other.run && self.generation < other.generation
    }
}

/// Returns the hash of the JSON of a value.
fn hash(value: &impl Serialize) -> Result<String, TuneError> {
    let json = serde_json::to_vec(value).map_err(|error| TuneError::Json(error.into()))?;
    Ok(fnv1a_hex(&json))
}

/// Why scores cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ScoreError {
    /// The journal is of another version.
    #[error("version {0} of the scores is not known here, only version {VERSION}")]
    Version(u32),
    /// There is no such job.
    #[error("there is no job {job}, only 0..{jobs}")]
    Job {
        /// The number of the job.
        job: u64,
        /// The number of jobs.
        jobs: u64,
    },
    /// No game has such a score.
    #[error("{score} cannot be the score of job {job}: it must be from 0 to {max}")]
    Score {
        /// The number of the job.
        job: u64,
        /// Its score.
        score: f64,
        /// The largest possible score.
        max: f64,
    },
}

impl Header for ScoresHeader {
    type Record = JobScore;

    fn check(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        match self.version {
            VERSION => Ok(()),
            version => Err(ScoreError::Version(version).into()),
        }
    }

    fn check_record(
        &self,
        _before: usize,
        record: &JobScore,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let &JobScore { job, score } = record;
        if job >= self.jobs {
            let jobs = self.jobs;
            return Err(ScoreError::Job { job, jobs }.into());
        }
        let max = match self.scoring {
            Scoring::Match => 1.0,
            Scoring::Solo => MAX_SOLO_SCORE,
        };
        if !(0.0..=max).contains(&score) {
            return Err(ScoreError::Score { job, score, max }.into());
        }
        Ok(())
    }

    fn difference(&self, other: &ScoresHeader) -> Option<String> {
        let build = |header: &ScoresHeader| match &header.build {
            Some(build) => build.to_string(),
            None => "unknown".to_string(),
        };
        let values = |header: &ScoresHeader| {
            [
                ("the run", header.run.clone()),
                ("the generation", header.generation.to_string()),
                ("the build", build(header)),
                ("the hash of the candidates", header.candidates.clone()),
                ("the score", header.scoring.to_string()),
                ("the number of jobs", header.jobs.to_string()),
            ]
        };
        let both = values(self).into_iter().zip(values(other));
        both.map(|((name, here), (_, there))| (name, here, there))
            .find(|(_, here, there)| here != there)
            .map(|(name, here, there)| format!("{name} is {there} there and {here} here"))
    }

    fn identify(record: &JobScore) -> (u64, String) {
        (record.job, format!("job {}", record.job))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(scoring: Scoring) -> ScoresHeader {
        ScoresHeader {
            version: VERSION,
            run: "1".into(),
            generation: 4,
            candidates: "2".into(),
            scoring,
            jobs: 10,
            build: None,
        }
    }

    #[test]
    fn a_difference_names_both_values() {
        let here = header(Scoring::Match);
        assert_eq!(here.difference(&here), None);
        let later = ScoresHeader {
            generation: 5,
            ..here.clone()
        };
        let expected = "the generation is 5 there and 4 here";
        assert_eq!(here.difference(&later).as_deref(), Some(expected));
        let built = ScoresHeader {
            build: Some(BuildInfo {
                version: "1".into(),
                bench: "2".into(),
            }),
            candidates: "3".into(),
            ..here.clone()
        };
        let expected = "the build is 1, bench 2 there and unknown here";
        assert_eq!(here.difference(&built).as_deref(), Some(expected));
        assert!(here.is_before(&later) && !later.is_before(&here));
        let other_run = ScoresHeader {
            run: "2".into(),
            ..here
        };
        assert!(!other_run.is_before(&later));
    }

    #[test]
    fn impossible_scores_are_refused() {
        let check_error = |scoring, job, score| {
            let checked = header(scoring).check_record(0, &JobScore { job, score });
            checked.err().map(|error| error.to_string())
        };
        for score in [0.0, 0.25, 1.0] {
            assert_eq!(check_error(Scoring::Match, 9, score), None);
        }
        assert_eq!(check_error(Scoring::Solo, 0, 4_321.0), None);
        for score in [-0.5, f64::NAN, f64::INFINITY, 1e300] {
            for scoring in [Scoring::Match, Scoring::Solo] {
                let error = check_error(scoring, 3, score).expect("no such score");
                assert!(error.contains("score of job 3"), "{error}");
            }
        }
        assert!(check_error(Scoring::Match, 0, 1.25).is_some());
        let error = check_error(Scoring::Match, 10, 0.5).expect("no such job");
        assert_eq!(error, "there is no job 10, only 0..10");
    }
}
