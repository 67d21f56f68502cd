//! The file with a generation's jobs: everything that a worker needs to play them without the
//! journal of the run.

use super::config::{ConfigError, TuneConfig, check_bounds};
use super::error::{TuneError, UnknownTarget};
use super::generation::Generation;
use super::problem::{BoxError, Problem};
use super::run::write_file;
use super::scores::ScoresHeader;
use super::target::{RulesName, Target};
use crate::build_info::BuildInfo;
use landfall_experiment::journal::Header;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::{fs, io};

/// The content of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobsFile<W> {
    /// The header of the journals of scores; its build is the one that wrote this file.
    pub header: ScoresHeader,
    /// The options of the run.
    pub options: TuneConfig<W>,
    /// The candidates.
    pub generation: Generation<W>,
}

/// Why a file of jobs cannot be used. The messages do not contain the path.
#[derive(Debug, thiserror::Error)]
pub enum JobsFileError {
    /// It cannot be read.
    #[error("{0}")]
    Read(#[source] io::Error),
    /// It is not the expected JSON.
    #[error("this is not a whole file of `landfall tune --ask`: {0}")]
    Syntax(#[source] serde_json::Error),
    /// Its rules are not known here.
    #[error(transparent)]
    Target(#[from] UnknownTarget),
    /// Its header is invalid.
    #[error("{0}")]
    Header(#[source] BoxError),
    /// Its options or weights are invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The number of candidates is not that of the options.
    #[error("it has {found} candidates, and the run has {expected} per generation")]
    Candidates {
        /// The number of candidates in the file.
        found: usize,
        /// The number of candidates per generation.
        expected: usize,
    },
    /// Its header does not follow from the rest.
    #[error("it was changed after it was written: {0}")]
    Changed(String),
    /// It was written by another build.
    #[error(
        "it was written by another build, {there}, and this is {here}: play with that build, or give --any-build"
    )]
    OtherBuild {
        /// The build that wrote it.
        there: BuildInfo,
        /// This one.
        here: BuildInfo,
    },
}

/// Reads a file of jobs. Returns its text and its rules.
///
/// # Errors
/// It cannot be read, or its rules are not known.
pub fn read_text(path: &Path) -> Result<(String, Target), JobsFileError> {
    #[derive(Deserialize)]
    struct Rules {
        options: RulesName,
    }
    let text = fs::read_to_string(path).map_err(JobsFileError::Read)?;
    let Rules { options } = serde_json::from_str(&text).map_err(JobsFileError::Syntax)?;
    let target = Target::by_name(&options.rules)?;
    Ok((text, target))
}

impl<W: Serialize + DeserializeOwned> JobsFile<W> {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// It is not what [`JobsFile::write`] writes.
    pub fn parse<P: Problem<Weights = W>>(
        problem: &P,
        text: &str,
    ) -> Result<JobsFile<W>, JobsFileError> {
        let file: JobsFile<W> = serde_json::from_str(text).map_err(JobsFileError::Syntax)?;
        let JobsFile {
            header,
            options,
            generation,
        } = &file;
        header.check().map_err(JobsFileError::Header)?;
        options.check_for(problem)?;
        let (found, expected) = (generation.candidates.len(), options.population);
        if found != expected {
            return Err(JobsFileError::Candidates { found, expected });
        }
        for weights in generation.candidates.iter().chain([&generation.mean]) {
            check_bounds::<P>(weights)?;
        }
        let expected = ScoresHeader::new::<P>(options, generation, header.build.clone())
            .map_err(|error| JobsFileError::Header(error.into()))?;
        match expected.difference(header) {
            Some(difference) => Err(JobsFileError::Changed(difference)),
            None => Ok(file),
        }
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), TuneError> {
        let text = serde_json::to_string(self).map_err(|error| TuneError::Json(error.into()))?;
        write_file(path, &(text + "\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::{JOURNAL_VERSION, Opponent, Scoring};
    use super::super::state::TuningState;
    use super::super::tetris::TetrisProblem;
    use super::super::tetris::tests::problem;
    use super::*;
    use landfall_arena::Preset;
    use landfall_rules::rng::SplitMix64;
    use landfall_rules::rulesets::GUIDELINE;
    use landfall_search::Weights;

    fn jobs_file() -> JobsFile<Weights> {
        let problem = problem(&GUIDELINE);
        let options = TuneConfig {
            version: JOURNAL_VERSION,
            rules: "guideline".into(),
            start: "zero".into(),
            start_weights: Weights::ZERO,
            reference: "shipped".into(),
            reference_weights: Weights::default(),
            opponent: Opponent::Mirror,
            score: Scoring::Match,
            warm_up: 0,
            nodes: 30,
            population: 4,
            seeds: 2,
            pieces: 20,
            previews: 5,
            from_score: 0,
            sigma: 0.3,
            mean_rate: 0.5,
            seed: u64::MAX,
            preset: Preset::by_name("ppt").ok(),
        };
        let state = TuningState::new(&problem, &options).unwrap();
        let generation = state.next_generation();
        JobsFile {
            header: header(&options, &generation),
            options,
            generation,
        }
    }

    fn header(options: &TuneConfig<Weights>, generation: &Generation<Weights>) -> ScoresHeader {
        let build = BuildInfo {
            version: "1".into(),
            bench: "2".into(),
        };
        ScoresHeader::new::<TetrisProblem>(options, generation, Some(build)).unwrap()
    }

    fn parse(text: &str) -> Result<JobsFile<Weights>, JobsFileError> {
        JobsFile::parse(&problem(&GUIDELINE), text)
    }

    fn text(file: &JobsFile<Weights>) -> String {
        serde_json::to_string(file).unwrap()
    }

    #[test]
    fn a_written_file_can_be_read() {
        let file = jobs_file();
        assert_eq!(parse(&text(&file)).unwrap(), file);
    }

    #[test]
    fn a_part_of_a_file_is_refused() {
        let whole = text(&jobs_file());
        for length in (0..whole.len()).step_by(7) {
            let error = parse(&whole[..length]).unwrap_err();
            assert!(
                matches!(error, JobsFileError::Syntax(_)),
                "{length}: {error}"
            );
        }
    }

    /// The hashes do not cover the build, which is compared elsewhere.
    #[test]
    fn a_file_with_a_changed_byte_is_refused() {
        let file = jobs_file();
        let whole = text(&file);
        let mut random = SplitMix64::new(1);
        for _ in 0..3_000 {
            let mut bytes = whole.clone().into_bytes();
            let index = random.below(bytes.len() as u32) as usize;
            bytes[index] = b" -0123456789.eE\"{}[],:azn"[random.below(25) as usize];
            let Ok(changed) = String::from_utf8(bytes) else {
                continue;
            };
            if let Ok(mut found) = parse(&changed) {
                found.header.build.clone_from(&file.header.build);
                assert_eq!(found, file, "{changed}");
            }
        }
    }

    #[test]
    fn weights_and_options_are_checked_even_if_the_hashes_match() {
        let error_after = |change: &dyn Fn(&mut JobsFile<Weights>)| {
            let mut file = jobs_file();
            change(&mut file);
            file.header = header(&file.options, &file.generation);
            parse(&text(&file)).unwrap_err().to_string()
        };
        for (change, named) in [
            (
                &(|file: &mut JobsFile<Weights>| file.generation.candidates[2].holes = i32::MAX)
                    as &dyn Fn(&mut JobsFile<Weights>),
                "`holes` is 2147483647",
            ),
            (
                &|file| file.generation.mean.holes = -10_001,
                "`holes` is -10001",
            ),
            (
                &|file| file.options.reference_weights.holes = 99_999,
                "`holes` is 99999",
            ),
            (
                &|file| drop(file.generation.candidates.pop()),
                "3 candidates",
            ),
            (&|file| file.options.nodes = u64::MAX, "--nodes must be"),
            (&|file| file.options.seeds = 10_001, "--seeds must be"),
            (&|file| file.options.preset = None, "no preset"),
            (&|file| file.options.version = 7, "version 7"),
        ] {
            let error = error_after(change);
            assert!(error.contains(named), "{error}");
        }
    }
}
