//! The fixed positions of `landfall bench`, and the parser of their text.

use landfall_rules::{Board, ClearState, Piece, Randomizer, State};

/// Thirty positions from real games, with and without garbage.
///
/// Blocks are separated by blank lines. A block begins with a line of `name=value` pairs,
/// and the drawn board follows, top row first.
const TEXT: &str = include_str!("positions.txt");

/// Returns the positions.
///
/// # Errors
/// A block of the text is not what it should be.
pub fn bench_positions() -> Result<Vec<State>, PositionError> {
    TEXT.split("\n\n")
        .filter(|block| !block.trim().is_empty())
        .map(|block| {
            let (head, board) = block
                .trim()
                .split_once('\n')
                .ok_or_else(|| position_error("no board", block))?;
            let mut state = State::new(Randomizer::unknown());
            state.board = Board::parse(board).map_err(|e| position_error(&e.to_string(), block))?;
            for pair in head.split_whitespace() {
                set_field(&mut state, pair).ok_or_else(|| position_error(pair, block))?;
            }
            Ok(state)
        })
        .collect()
}

/// A block of the text makes no position.
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

/// Sets a field of a position; `None` if the pair means nothing.
fn set_field(state: &mut State, pair: &str) -> Option<()> {
    match pair.split_once('=')? {
        ("hold", "none") => state.hold = None,
        ("hold", letter) => state.hold = Some(Piece::from_letter(letter.chars().next()?)?),
        ("queue", letters) => {
            for letter in letters.chars() {
                state.push_piece(Piece::from_letter(letter)?);
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
                current[Piece::from_letter(letter)?.index()] += 1;
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
