//! One process, one move: the two arguments in, the commands out.
//!
//! Has no stdout of its own; the clock that it looks at is the process's.

use super::convert::{ConvertError, DropbloxBoard, game_state};
use super::lookahead::LookaheadLimits;
use super::messages::{MessageError, parse_state};
use super::path::path_to;
use super::player::{Player, SAMPLE_BLOCKS, choose_move};
use super::sim::{BlockSet, sample_blocks};
use super::time_manager::move_time;
use super::value_net::ValueNet;
use super::weights::TUNED;
use landfall_rules::mix64;
use landfall_search::{SearchLimits, ThreadPool};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// Most threads of a search: for more there is too little to share in so short a time.
const MAX_THREADS: usize = 4;

/// Thoughts that are shorter have no time for a look beyond the known blocks.
const MIN_LOOKAHEAD_TIME: Duration = Duration::from_millis(50);

/// Nodes of the beam, at most: with ten times as many games come to no more (docs/dropblox.md).
const MAX_NODES: u64 = 400_000;

/// The part of a thought that the beam gets when first moves are compared after it.
const BEAM_TIME_SHARE: f64 = 0.4;

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
    let message = parse_state(state).map_err(AnswerError::Message)?;
    let situation = game_state(&message).map_err(AnswerError::Convert)?;
    let Some(think) = move_time(left, situation.score) else {
        return Ok(String::new());
    };
    let threads = available_parallelism().map_or(1, |n| n.get().min(MAX_THREADS));
    let over = |time| stop.load(Ordering::Relaxed) || begun.elapsed() >= time;
    let looks = think >= MIN_LOOKAHEAD_TIME;
    let beyond = LookaheadLimits {
        sample_blocks: &|| {
            let catalogue = BlockSet::enumerated();
            sample_blocks(
                &catalogue,
                situation.score,
                SAMPLE_BLOCKS,
                board_hash(&situation.board),
            )
        },
        elapsed: &|part| over(think.mul_f64(BEAM_TIME_SHARE + (1.0 - BEAM_TIME_SHARE) * part)),
    };
    let beam = if looks {
        think.mul_f64(BEAM_TIME_SHARE)
    } else {
        think
    };
    let budget = SearchLimits {
        nodes: MAX_NODES,
        stop: &|| over(beam),
    };
    let crew = ThreadPool::new(threads);
    let values = ValueNet::built_in().map_err(AnswerError::ValueNet)?;
    let player = Player {
        weights: &TUNED,
        net: Some(&values),
    };
    let pose = choose_move(&situation, player, &crew, &budget, looks.then_some(&beyond));
    let way = pose.and_then(|pose| path_to(&situation.board, &situation.blocks[0], pose));
    let words = way.unwrap_or_default();
    Ok(words.iter().map(|c| format!("{}\n", c.as_str())).collect())
}

/// A number that differs from board to board.
fn board_hash(field: &DropbloxBoard) -> u64 {
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
    ValueNet(String),
    /// The state's blocks are not possible.
    Convert(ConvertError),
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Seconds(found) => {
                write!(f, "the seconds left must be a number, not {found:?}")
            }
            AnswerError::ValueNet(why) => write!(f, "the program's own values: {why}"),
            AnswerError::Message(error) => write!(f, "{error}"),
            AnswerError::Convert(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for AnswerError {}
