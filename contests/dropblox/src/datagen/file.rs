//! A file of samples: written game by game, and continued after an interrupted run.

use super::games::{DatagenConfig, generate_samples};
use super::sample::{Sample, SampleError, parse_samples};
use crate::sim::BlockSet;
use landfall_experiment::files::write_atomic;
use landfall_experiment::jobs::{Jobs, run_jobs};
use std::collections::HashSet;
use std::convert::Infallible;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Which games are played for a file.
#[derive(Clone, Copy, Debug)]
pub struct DatagenRun {
    /// Seed of the first game; each further game has the next.
    pub seed: u64,
    /// How many games, including those in the file.
    pub games: u64,
    /// Games that are played at the same time; 0 counts as 1.
    pub threads: usize,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagenProgress {
    /// Games that this run has played.
    pub done: usize,
    /// Games that this run will play in total.
    pub games: usize,
    /// Samples that this run has written.
    pub samples: usize,
}

/// Plays the games that a file of samples lacks and appends their samples, game by game in the
/// order of the seeds. `on_game` receives the progress after each game. When `stop` is set, running
/// games are still written.
///
/// An incomplete line at the end of the file, left by a killed run, is removed together with its
/// game, which is then played again.
///
/// # Errors
/// The file cannot be read or written, or has other contents.
pub fn generate_file(
    file: &Path,
    run: DatagenRun,
    config: &DatagenConfig,
    stop: &AtomicBool,
    mut on_game: impl FnMut(DatagenProgress),
) -> Result<(), DatagenError> {
    let failed = |source| DatagenError::File {
        file: file.to_path_buf(),
        source,
    };
    let present = if file.exists() {
        repaired(file)?
    } else {
        HashSet::new()
    };
    let mut out = OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)
        .map_err(failed)?;
    let block_set = Arc::new(BlockSet::enumerated());
    let seeds = (0..run.games).map(|game| run.seed.wrapping_add(game));
    let seeds: Vec<u64> = seeds.filter(|seed| !present.contains(seed)).collect();
    let mut progress = DatagenProgress {
        done: 0,
        games: seeds.len(),
        samples: 0,
    };
    let mut written = Ok(());
    let jobs = Jobs::new(0..seeds.len() as u64, run.threads, stop);
    let Ok(()) = run_jobs(
        jobs,
        || Ok::<(), Infallible>(()),
        |(), index, _| {
            let seed = seeds[index as usize];
            Ok(Some(generate_samples(config, seed, &block_set)))
        },
        |_| {},
        |_, samples| {
            written = append_whole(&mut out, &lines(&samples));
            if written.is_err() {
                return ControlFlow::Break(());
            }
            progress.done += 1;
            progress.samples += samples.len();
            on_game(progress);
            ControlFlow::Continue(())
        },
    );
    written.map_err(failed)
}

/// Appends a text to a file. If this fails, as on a full disk, the file is restored: half a game
/// that ends with a line would look complete.
fn append_whole(file: &mut File, text: &str) -> io::Result<()> {
    let length = file.metadata()?.len();
    if let Err(error) = file.write_all(text.as_bytes()) {
        return file.set_len(length).and(Err(error));
    }
    Ok(())
}

/// Returns the seeds of the games in a file, after removing an incomplete last line.
fn repaired(file: &Path) -> Result<HashSet<u64>, DatagenError> {
    let failed = |source| DatagenError::File {
        file: file.to_path_buf(),
        source,
    };
    let text = fs::read_to_string(file).map_err(failed)?;
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut samples = parse_samples(whole).map_err(|source| DatagenError::Sample {
        file: file.to_path_buf(),
        source,
    })?;
    if whole.len() < text.len() {
        let last = samples.last().map(|sample| sample.game);
        samples.retain(|sample| Some(sample.game) != last);
        write_atomic(file, lines(&samples)).map_err(failed)?;
    }
    Ok(samples.iter().map(|sample| sample.game).collect())
}

fn lines(samples: &[Sample]) -> String {
    samples.iter().map(|sample| format!("{sample}\n")).collect()
}

/// Why a file of samples cannot be continued.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// It cannot be read or written.
    #[error("{}: {source}", .file.display())]
    File {
        /// Its path.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It has other contents.
    #[error("{}: {source}", .file.display())]
    Sample {
        /// Its path.
        file: PathBuf,
        /// The line.
        source: SampleError,
    },
}
