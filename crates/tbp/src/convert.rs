//! Translates between the messages and the types of the rules: pieces, rulesets, timings; moves in
//! `convert/moves`, positions in `convert/position`.
//!
//! No other module uses both. It checks shapes and ranges of received values; `landfall-rules`
//! decides whether a move is legal.

mod game;
mod moves;
mod position;

pub use game::{ruleset_of_kickset, to_announced_ruleset, to_game};
pub use moves::{to_move, to_placement};
pub use position::{
    Versus, VersusStatus, board_rows, to_back_to_back, to_board_with_garbage, to_field,
    to_opponent, to_randomizer, to_randomizer_state, to_start, to_state, to_versus,
};

use super::messages::{PieceName, Rules, Timings};
use landfall_rules::rulesets::{GUIDELINE, UnknownRuleset};
use landfall_rules::timing::{Delays, MoveDelays};
use landfall_rules::{Piece, Randomizer, Ruleset};
use thiserror::Error;

/// Returns the piece of a name.
pub fn to_piece(name: PieceName) -> Piece {
    match name {
        PieceName::I => Piece::I,
        PieceName::O => Piece::O,
        PieceName::T => Piece::T,
        PieceName::L => Piece::L,
        PieceName::J => Piece::J,
        PieceName::S => Piece::S,
        PieceName::Z => Piece::Z,
    }
}

/// Returns the name of a piece.
pub fn piece_name(piece: Piece) -> PieceName {
    match piece {
        Piece::I => PieceName::I,
        Piece::O => PieceName::O,
        Piece::T => PieceName::T,
        Piece::L => PieceName::L,
        Piece::J => PieceName::J,
        Piece::S => PieceName::S,
        Piece::Z => PieceName::Z,
    }
}

/// Returns the ruleset that `rules` names, the guideline if it names none.
///
/// # Errors
/// There is no ruleset of that name.
pub fn to_ruleset(name: Option<&str>) -> Result<Ruleset, UnknownRuleset> {
    name.map_or(Ok(GUIDELINE), str::parse)
}

/// Returns the name of a ruleset in `rules`: `None` for the guideline, which the protocol assumes.
pub fn ruleset_name(rules: &Ruleset) -> Option<String> {
    (rules.name != GUIDELINE.name).then(|| rules.name.to_string())
}

/// Returns the `rules` that announce a ruleset with its own randomizer.
///
/// # Examples
/// ```
/// use landfall_rules::rulesets::{GUIDELINE, PASON};
/// use landfall_tbp::convert::to_rules;
/// assert_eq!(to_rules(&GUIDELINE).randomizer.as_deref(), Some("seven_bag"));
/// assert_eq!(to_rules(&PASON).ruleset.as_deref(), Some("pason"));
/// ```
pub fn to_rules(rules: &Ruleset) -> Rules {
    to_rules_with_randomizer(rules, rules.randomizer)
}

/// Returns the `rules` that announce a ruleset with another randomizer.
pub fn to_rules_with_randomizer(rules: &Ruleset, randomizer: &Randomizer) -> Rules {
    let randomizer = match randomizer {
        Randomizer::Uniform => "uniform",
        Randomizer::Bag { .. } => "seven_bag",
        Randomizer::Unknown { .. } => "unknown",
    };
    Rules {
        randomizer: Some(randomizer.into()),
        ruleset: ruleset_name(rules),
        ..Rules::default()
    }
}

/// Returns how long clears and moves take. The times of moves are used only if the message has both.
pub fn to_delays(timings: &Timings) -> Delays {
    Delays {
        rows: timings.clear,
        perfect: timings.perfect_clear,
        moves: timings
            .step
            .zip(timings.soft_drop)
            .map(|(step, soft_drop)| MoveDelays { step, soft_drop }),
    }
}

/// Returns the attribute `timings` of `rules`, how long clears and moves take.
pub fn to_timings(delays: &Delays) -> Timings {
    Timings {
        clear: delays.rows,
        perfect_clear: delays.perfect,
        step: delays.moves.map(|moves| moves.step),
        soft_drop: delays.moves.map(|moves| moves.soft_drop),
    }
}

/// Why a part of a message has no counterpart in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ConvertError {
    /// A row of the board has the wrong number of cells.
    #[error("row {row} of the board has {cells} cells: a row has {width}, and row 0 is the floor")]
    RowWidth {
        /// The row, from 0 at the floor.
        row: usize,
        /// The number of its cells.
        cells: usize,
        /// The number of cells that a row has.
        width: usize,
    },
    /// A row above the top of the board is not empty.
    #[error(
        "row {row} of the board is not empty: a board has {height} rows, further ones must be empty"
    )]
    TooTall {
        /// The row, from 0 at the floor.
        row: usize,
        /// The number of rows that the board has.
        height: u32,
    },
    /// The centre of a piece is not on the board.
    #[error(
        "the centre x={x} y={y} is not on the board: columns count from 0 at the left, rows from 0 at the floor"
    )]
    CentreOffBoard {
        /// Its column.
        x: i32,
        /// Its row.
        y: i32,
    },
    /// The piece has no such orientation under these rules.
    #[error("the piece has no such orientation under these rules")]
    UnknownOrientation,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::FrontendMessage;
    use landfall_rules::rulesets::PASON;

    #[test]
    fn the_guideline_is_announced_without_its_name() {
        let line = |rules| serde_json::to_string(&FrontendMessage::Rules(to_rules(rules))).unwrap();
        let guideline = r#"{"type":"rules","randomizer":"seven_bag"}"#;
        assert_eq!(line(&GUIDELINE), guideline);
        let pason = r#"{"type":"rules","randomizer":"uniform","ruleset":"pason"}"#;
        assert_eq!(line(&PASON), pason);
    }
}
