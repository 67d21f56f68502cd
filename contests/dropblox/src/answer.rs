//! One process, one move: the two arguments in, the commands out.
//!
//! Has no stdout of its own; the clock that it looks at is the process's.

use super::branches::Beyond;
use super::clock::allotment;
use super::geometry::{Field, GeometryError, situation};
use super::messages::{MessageError, read};
use super::pilot::{Player, SAMPLE, choose};
use super::plan::commands;
use super::sim::{Catalogue, sample};
use super::values::Values;
use super::weights::TUNED;
use landfall_rules::mix64;
use landfall_search::{SearchLimits, ThreadPool};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// Most threads of a search: for more there is too little to share in so short a time.
const MOST_THREADS: usize = 4;

/// Thoughts that are shorter have no time for a look beyond the known blocks.
const WORTH_A_LOOK: Duration = Duration::from_millis(50);

/// Nodes of the beam, at most: with ten times as many games come to no more (docs/dropblox.md).
const NODES: u64 = 400_000;

/// The part of a thought that the beam gets when first moves are compared after it.
const BEAM_SHARE: f64 = 0.4;

/// What to print: the commands, a line each, or nothing when there is no time left.
/// `begun` is when the process began; the thinking ends early when `stop` is set.
///
/// # Errors
/// What is wrong with the arguments, a line.
pub fn answer(
    state: &str,
    seconds: &str,
    begun: Instant,
    stop: &AtomicBool,
) -> Result<String, AnswerError> {
    let left: f64 = match seconds.trim().parse() {
        Ok(left) if f64::is_finite(left) => left,
        _ => return Err(AnswerError::Seconds(seconds.chars().take(40).collect())),
    };
    if left < 0.0 {
        return Ok(String::new());
    }
    let message = read(state).map_err(AnswerError::Message)?;
    let situation = situation(&message).map_err(AnswerError::Geometry)?;
    let Some(think) = allotment(left, situation.score) else {
        return Ok(String::new());
    };
    let threads = available_parallelism().map_or(1, |n| n.get().min(MOST_THREADS));
    let over = |time| stop.load(Ordering::Relaxed) || begun.elapsed() >= time;
    let looks = think >= WORTH_A_LOOK;
    let beyond = Beyond {
        blocks: &|| {
            let catalogue = Catalogue::counted();
            sample(&catalogue, situation.score, SAMPLE, salt(&situation.field))
        },
        gone: &|part| over(think.mul_f64(BEAM_SHARE + (1.0 - BEAM_SHARE) * part)),
    };
    let beam = if looks {
        think.mul_f64(BEAM_SHARE)
    } else {
        think
    };
    let budget = SearchLimits {
        nodes: NODES,
        stop: &|| over(beam),
    };
    let crew = ThreadPool::new(threads);
    let values = Values::learnt().map_err(AnswerError::Values)?;
    let player = Player {
        weights: &TUNED,
        values: Some(&values),
    };
    let pose = choose(&situation, player, &crew, &budget, looks.then_some(&beyond));
    let way = pose.and_then(|pose| commands(&situation.field, &situation.blocks[0], pose));
    let words = way.unwrap_or_default();
    Ok(words.iter().map(|c| format!("{}\n", c.word())).collect())
}

/// A number that differs from board to board.
fn salt(field: &Field) -> u64 {
    field
        .columns
        .iter()
        .fold(0, |salt, &column| mix64(salt ^ column))
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerError {
    /// The second argument is no number of seconds.
    Seconds(String),
    /// The state is no state.
    Message(MessageError),
    /// The values that come with the program are none, which a test excludes.
    Values(String),
    /// The state's blocks are not possible.
    Geometry(GeometryError),
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Seconds(found) => {
                write!(f, "the seconds left must be a number, not {found:?}")
            }
            AnswerError::Values(why) => write!(f, "the program's own values: {why}"),
            AnswerError::Message(error) => write!(f, "{error}"),
            AnswerError::Geometry(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for AnswerError {}
