//! A search of fixed positions, and a checksum of what it finds.
//!
//! `landfall bench` and the browser run it. No clock: callers measure the time.

use crate::{SearchLimits, SearchOptions, SearchResult, ThreadPool, search_position};
use landfall_rules::board::ParseBoardError;
use landfall_rules::lock::ClearState;
use landfall_rules::rng::mix64;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Randomizer, State};

/// Thirty positions from real games, with and without garbage.
///
/// Blocks are separated by blank lines. A block begins with a line of `name=value` pairs,
/// and the drawn board follows, top row first.
const TEXT: &str = include_str!("bench_positions.txt");

/// Returns the positions.
///
/// # Errors
/// A block of the text is not a position.
pub fn positions() -> Result<Vec<State>, PositionError> {
    TEXT.split("\n\n")
        .filter(|block| !block.trim().is_empty())
        .map(|block| {
            let (head, board) = block
                .trim()
                .split_once('\n')
                .ok_or_else(|| position_error("no board", block))?;
            let mut state = State::new(Randomizer::unknown());
            state.board = board
                .parse()
                .map_err(|e: ParseBoardError| position_error(&e.to_string(), block))?;
            for pair in head.split_whitespace() {
                set_field(&mut state, pair).ok_or_else(|| position_error(pair, block))?;
            }
            Ok(state)
        })
        .collect()
}

/// A block of the text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} in {block}")]
pub struct PositionError {
    /// What is wrong.
    what: String,
    /// The block.
    block: String,
}

fn position_error(what: &str, block: &str) -> PositionError {
    PositionError {
        what: what.to_string(),
        block: block.to_string(),
    }
}

/// Sets a field of a position; `None` if the pair is not valid.
fn set_field(state: &mut State, pair: &str) -> Option<()> {
    match pair.split_once('=')? {
        ("hold", "none") => state.hold = None,
        ("hold", letter) => state.hold = Some(Piece::try_from(letter.chars().next()?).ok()?),
        ("queue", letters) => {
            for letter in letters.chars() {
                state.push_piece(Piece::try_from(letter).ok()?);
            }
        }
        ("combo", n) => state.clear_state.combo = n.parse().ok()?,
        ("b2b", value) => {
            state.clear_state = ClearState {
                back_to_back: u16::from(value == "yes"),
                ..state.clear_state
            }
        }
        ("bag", letters) => {
            let mut current = [0; 7];
            for letter in letters.chars() {
                current[Piece::try_from(letter).ok()?.index()] += 1;
            }
            state.randomizer = Randomizer::Bag {
                current,
                filled: [1; 7],
            };
        }
        _ => return None,
    }
    Some(())
}

/// The result of the search of all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// The positions searched.
    pub positions: usize,
    /// The nodes of all of them.
    pub nodes: u64,
    /// A checksum of the moves, depths and values. Depends on the nodes, not on the threads.
    pub checksum: u64,
}

/// Searches each position under the guideline for `nodes` nodes.
///
/// # Errors
/// As [`positions`].
///
/// # Examples
///
/// ```
/// use landfall_search::{ThreadPool, bench};
///
/// let result = bench::run(&ThreadPool::new(1), 100)?;
/// assert_eq!(result.positions, 30);
/// assert_eq!(result, bench::run(&ThreadPool::new(2), 100)?);
/// # Ok::<(), bench::PositionError>(())
/// ```
pub fn run(pool: &ThreadPool, nodes: u64) -> Result<BenchResult, PositionError> {
    run_with(pool, &SearchOptions::default(), nodes)
}

/// Does the same with other weights or parameters.
///
/// # Errors
/// As [`positions`].
pub fn run_with(
    pool: &ThreadPool,
    options: &SearchOptions,
    nodes: u64,
) -> Result<BenchResult, PositionError> {
    let positions = positions()?;
    let limits = SearchLimits::nodes(nodes);
    let mut total = BenchResult {
        positions: positions.len(),
        nodes: 0,
        checksum: 0,
    };
    for state in &positions {
        let result = search_position(pool, &GUIDELINE, options, state, &limits);
        total.nodes += result.nodes;
        total.checksum = mix_result(total.checksum, &result);
    }
    Ok(total)
}

/// Mixes a search result into a checksum.
fn mix_result(checksum: u64, result: &SearchResult) -> u64 {
    result
        .root_moves
        .iter()
        .fold(mix64(checksum ^ result.nodes), |sum, root_move| {
            let mv = root_move.mv;
            let packed = mv.piece.index() as u64
                | (mv.rotation.index() as u64) << 4
                | (mv.x as u64 & 0xff) << 8
                | (mv.y as u64 & 0xff) << 16
                | (mv.spin.index() as u64) << 24;
            mix64(
                sum ^ packed
                    ^ (u64::from(root_move.depth) << 32)
                    ^ ((root_move.value as u64) << 36),
            )
        })
}
