//! One move of one process: parses the two arguments, and returns the commands.
//!
//! Decides how threads, nodes and time are used. `program` writes to stdout, `player` chooses the
//! move.

use super::convert::{ConvertError, DropbloxBoard, game_state};
use super::lookahead::LookaheadLimits;
use super::messages::{MessageError, parse_state};
use super::path::path_to;
use super::player::{Player, SAMPLE_BLOCKS, choose_move};
use super::sim::{BlockSet, sample_blocks};
use super::time_manager::move_time;
use super::value_net::{ValueNet, ValueNetError};
use super::weights::TUNED;
use landfall_rules::rng::mix64;
use landfall_search::{SearchLimits, ThreadPool};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// Most threads of a search: more threads have too little work in so short a time.
const MAX_THREADS: usize = 4;

/// Shorter moves leave no time to look beyond the known blocks.
const MIN_LOOKAHEAD_TIME: Duration = Duration::from_millis(50);

/// Most nodes of the beam: ten times as many gain no points (docs/lab/dropblox.md).
const MAX_NODES: u64 = 400_000;

/// The beam's share of a move's time if a lookahead follows.
const BEAM_TIME_SHARE: f64 = 0.4;

/// Returns the output: the commands, one per line, or nothing when there is no time left.
///
/// `state_json` is the state as the framework writes it, `seconds` the rest of the game's time.
/// `began` is when the process began; the search ends early when `stop` is set.
///
/// # Errors
/// One line about an invalid argument.
///
/// # Examples
/// ```
/// use landfall_dropblox::answer;
/// use serde_json::json;
/// use std::sync::atomic::AtomicBool;
/// use std::time::Instant;
///
/// let bar = json!({
///     "center": {"i": 8, "j": 6},
///     "offsets": [{"i": 0, "j": 0}, {"i": -1, "j": 0}, {"i": 1, "j": 0}],
/// });
/// let state = json!({
///     "state": "playing",
///     "score": 0,
///     "bitmap": vec![vec![0; 12]; 33],
///     "block": bar,
///     "preview": vec![bar; 5],
/// });
/// let stop = AtomicBool::new(false);
/// let commands = answer(&state.to_string(), "0.5", Instant::now(), &stop)?;
/// let known = ["left", "right", "up", "down", "rotate"];
/// assert!(commands.lines().all(|command| known.contains(&command)));
/// # Ok::<(), landfall_dropblox::AnswerError>(())
/// ```
pub fn answer(
    state_json: &str,
    seconds: &str,
    began: Instant,
    stop: &AtomicBool,
) -> Result<String, AnswerError> {
    let seconds_left: f64 = match seconds.trim().parse() {
        Ok(left) if f64::is_finite(left) => left,
        _ => return Err(AnswerError::Seconds(seconds.chars().take(40).collect())),
    };
    if seconds_left < 0.0 {
        return Ok(String::new());
    }
    let state = game_state(&parse_state(state_json)?)?;
    let Some(time) = move_time(seconds_left, state.score) else {
        return Ok(String::new());
    };
    let is_over = |time| stop.load(Ordering::Relaxed) || began.elapsed() >= time;
    let has_lookahead = time >= MIN_LOOKAHEAD_TIME;
    let lookahead = LookaheadLimits {
        sample_blocks: &|| {
            let hash = board_hash(&state.board);
            sample_blocks(&BlockSet::enumerated(), state.score, SAMPLE_BLOCKS, hash)
        },
        elapsed: &|share| is_over(time.mul_f64(BEAM_TIME_SHARE + (1.0 - BEAM_TIME_SHARE) * share)),
    };
    let beam_time = if has_lookahead {
        time.mul_f64(BEAM_TIME_SHARE)
    } else {
        time
    };
    let limits = SearchLimits::nodes(MAX_NODES).until(|| is_over(beam_time));
    let threads = available_parallelism().map_or(1, |n| n.get().min(MAX_THREADS));
    let pool = ThreadPool::new(threads);
    let net = ValueNet::built_in()?;
    let player = Player {
        weights: &TUNED,
        net: Some(&net),
    };
    let lookahead = has_lookahead.then_some(&lookahead);
    let pose = choose_move(&state, player, &pool, &limits, lookahead);
    let path = pose.and_then(|pose| path_to(&state.board, &state.blocks[0], pose));
    let commands = path.unwrap_or_default();
    Ok(commands
        .iter()
        .map(|c| format!("{}\n", c.as_str()))
        .collect())
}

/// Returns a number that differs from board to board: the seed of the sample.
fn board_hash(board: &DropbloxBoard) -> u64 {
    board
        .columns
        .iter()
        .fold(0, |hash, &column| mix64(hash ^ column))
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// The second argument is not a number of seconds.
    #[error("the seconds left must be a number, not {0:?}")]
    Seconds(String),
    /// The first argument is not the state of a game in progress.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// The state's blocks are not possible.
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// The compiled-in net is invalid; a test excludes this.
    #[error("the program's own values: {0}")]
    ValueNet(#[from] ValueNetError),
}
