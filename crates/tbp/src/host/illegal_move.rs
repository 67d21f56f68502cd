//! Checks whether a suggested move is legal, and finds the most likely mistake of the bot if not.
//!
//! A mistake is recognised by the place where the move would be legal: at other coordinates, or on an
//! empty board.

use super::error::advice;
use super::mistake::BotMistake;
use crate::convert::{ConvertError, to_placement};
use crate::messages::{Location, Move, Orientation};
use landfall_rules::board::WIDTH;
use landfall_rules::state::{IllegalPlacement, PlayError};
use landfall_rules::{Board, Placement, Ruleset, Spin, State};
use thiserror::Error;

/// The usual numbers of rows of a board.
const BOARD_ROWS: [i32; 2] = [20, 40];

/// Most columns and rows by which a centre is off.
const CENTRE_REACH: i32 = 2;

/// Coordinates are clamped to this, so that sums with them do not overflow.
const MAX_COORDINATE: i32 = 1_000;

/// Least rows between a piece and the place where it locks for the mistake that it is not dropped.
/// With fewer rows its centre is off.
const DROP_ROWS: i32 = CENTRE_REACH + 1;

/// A move that the rules forbid. The text has the reason, what to do, and the move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}{}{} The move: {mv}", describe_legal_place(*.legal_place), advice(*.mistake))]
pub struct IllegalMove {
    /// The move as JSON.
    pub mv: String,
    /// Why it is forbidden.
    pub reason: String,
    /// The nearest centre, as column and row, at which the same piece in the same orientation would be
    /// legal; at most two columns and rows away.
    pub legal_place: Option<(i32, i32)>,
    /// What the bot's author most likely got wrong.
    pub mistake: Option<BotMistake>,
}

impl IllegalMove {
    /// Returns a move that is forbidden for this reason.
    pub fn new(mv: &Move, reason: String) -> IllegalMove {
        IllegalMove {
            // As in the message, so that it can be found in the bot's log.
            mv: serde_json::to_string(mv).unwrap_or_default(),
            reason,
            legal_place: None,
            mistake: None,
        }
    }

    /// Returns the error of a bot that suggests no move though there are legal ones.
    pub fn none() -> IllegalMove {
        IllegalMove {
            mv: "none".into(),
            reason: "it suggests no move, though there are legal ones".into(),
            legal_place: None,
            mistake: Some(BotMistake::NoMoves),
        }
    }
}

fn describe_legal_place(place: Option<(i32, i32)>) -> String {
    place.map_or(String::new(), |(x, y)| {
        format!("; at x={x} y={y} it would be legal")
    })
}

/// Returns the placement of a suggested move, in its canonical form.
///
/// # Errors
/// The rules forbid it in this position.
///
/// # Examples
/// ```
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::{Piece, Randomizer, State};
/// use landfall_tbp::host::{BotMistake, check_move};
/// use landfall_tbp::messages::{Location, Move, Orientation, PieceName, SpinName};
///
/// let mut state = State::new(Randomizer::SEVEN_BAG);
/// state.push_piece(Piece::O);
/// let location = Location { piece: PieceName::O, orientation: Orientation::North, x: 4, y: 1 };
/// let illegal = check_move(&GUIDELINE, &state, &Move { location, spin: SpinName::None }).unwrap_err();
/// assert_eq!(illegal.legal_place, Some((4, 0)));
/// assert_eq!(illegal.mistake, Some(BotMistake::WrongCentre));
/// ```
pub fn check_move(rules: &Ruleset, state: &State, mv: &Move) -> Result<Placement, IllegalMove> {
    let problem = match to_placement(rules, mv) {
        Ok(placement) => match state.validate(rules, placement) {
            Ok(placement) => return Ok(placement),
            Err(illegal) => Problem::Placement(illegal),
        },
        Err(error) => Problem::Convert(error),
    };
    let suspect = Suspect::new(rules, state, mv);
    let is_at_hand = !matches!(
        problem,
        Problem::Placement(IllegalPlacement::Impossible(
            PlayError::PieceNotAtHand { .. }
        ))
    );
    let reason = match &problem {
        Problem::Convert(error) => error.to_string(),
        Problem::Placement(illegal) => illegal.to_string(),
    };
    Err(IllegalMove {
        legal_place: suspect.nearest().filter(|_| is_at_hand),
        mistake: suspect.mistake(&problem),
        ..IllegalMove::new(mv, reason)
    })
}

/// Returns what is wrong with the first illegal move whose piece is at hand or, if there is none,
/// with the first illegal move; `None` if all are legal.
pub fn explain_moves(rules: &Ruleset, state: &State, moves: &[Move]) -> Option<IllegalMove> {
    let mut first = None;
    for illegal in moves
        .iter()
        .filter_map(|mv| check_move(rules, state, mv).err())
    {
        if illegal.mistake != Some(BotMistake::QueueNotFollowed) {
            return Some(illegal);
        }
        first.get_or_insert(illegal);
    }
    first
}

/// Why a move is no legal placement.
enum Problem {
    Convert(ConvertError),
    Placement(IllegalPlacement),
}

/// An illegal move, and the legal placements of the position.
struct Suspect<'a> {
    rules: &'a Ruleset,
    state: &'a State,
    mv: Move,
    /// Legal placements, without their spins.
    legal: Vec<Placement>,
}

impl<'a> Suspect<'a> {
    fn new(rules: &'a Ruleset, state: &'a State, mv: &Move) -> Suspect<'a> {
        let location = Location {
            x: mv.location.x.clamp(-MAX_COORDINATE, MAX_COORDINATE),
            y: mv.location.y.clamp(-MAX_COORDINATE, MAX_COORDINATE),
            ..mv.location
        };
        Suspect {
            rules,
            state,
            mv: Move { location, ..*mv },
            legal: without_spins(state.legal_placements(rules)),
        }
    }

    fn mistake(&self, problem: &Problem) -> Option<BotMistake> {
        use IllegalPlacement::{Impossible, Spin, Unreachable};
        let is_floating = match problem {
            Problem::Placement(Spin { .. }) => return Some(BotMistake::SpinLabel),
            Problem::Placement(Impossible(PlayError::PieceNotAtHand { .. })) => {
                return Some(BotMistake::QueueNotFollowed);
            }
            Problem::Placement(Impossible(PlayError::NoPiece | PlayError::NoSkip)) => return None,
            Problem::Placement(Unreachable) => return Some(BotMistake::Unreachable),
            Problem::Placement(Impossible(PlayError::Floating)) => true,
            Problem::Placement(Impossible(
                PlayError::OffBoard { .. } | PlayError::Occupied { .. },
            ))
            | Problem::Convert(_) => false,
        };
        let Location { x, y, .. } = self.mv.location;
        if x == WIDTH as i32 && self.is_legal(x - 1, y) {
            return Some(BotMistake::ColumnsFromOne);
        }
        if is_floating && self.is_at_spawn() {
            return Some(BotMistake::NotDropped);
        }
        if self.is_legal_from_top() {
            return Some(BotMistake::RowsFromTop);
        }
        if is_floating {
            let drop = (1..=y).find(|rows| self.is_legal(x, y - rows));
            return Some(match drop {
                Some(rows) if rows >= DROP_ROWS => BotMistake::NotDropped,
                Some(_) => BotMistake::WrongCentre,
                None => self.centre_or_place(),
            });
        }
        if !self.is_legal_on_empty_board() {
            return Some(self.centre_or_place());
        }
        let is_legal_above = (1..DROP_ROWS).any(|rows| self.is_legal(x, y + rows));
        Some(match is_legal_above {
            true => BotMistake::BoardOrCentre,
            false => BotMistake::BoardNotFollowed,
        })
    }

    /// Returns that the centre is off if a legal place is near, else that the place is illegal.
    fn centre_or_place(&self) -> BotMistake {
        match self.nearest() {
            Some(_) => BotMistake::WrongCentre,
            None => BotMistake::IllegalPlace,
        }
    }

    /// Returns whether the piece is where pieces spawn, about x=4 y=19.
    fn is_at_spawn(&self) -> bool {
        let Location {
            orientation, x, y, ..
        } = self.mv.location;
        orientation == Orientation::North && (3..=5).contains(&x) && (19..=21).contains(&y)
    }

    /// Returns whether the move is legal with its row counted from the top.
    fn is_legal_from_top(&self) -> bool {
        let Location { x, y, .. } = self.mv.location;
        let is_legal_with = |rows: i32| {
            let row = rows - 1 - y;
            // The centre can be off by one row, because it is upside down in its piece, too.
            let mut near = (row - 1..=row + 1).filter(|row| y - row >= DROP_ROWS);
            near.any(|row| self.is_legal(x, row))
        };
        BOARD_ROWS.into_iter().any(is_legal_with)
    }

    fn is_legal_on_empty_board(&self) -> bool {
        let state = State {
            board: Board::EMPTY,
            ..self.state.clone()
        };
        let legal = without_spins(state.legal_placements(self.rules));
        let placement = self.placement_at(self.mv.location.x, self.mv.location.y);
        placement.is_some_and(|placement| legal.contains(&placement))
    }

    /// Returns the nearest centre with which the move is legal.
    fn nearest(&self) -> Option<(i32, i32)> {
        let Location { x, y, .. } = self.mv.location;
        let reach = -CENTRE_REACH..=CENTRE_REACH;
        let steps = reach
            .clone()
            .flat_map(|dx| reach.clone().map(move |dy| (dx, dy)));
        let legal = steps.filter(|(dx, dy)| self.is_legal(x + dx, y + dy));
        let (dx, dy) = legal.min_by_key(|(dx, dy)| (dx.abs() + dy.abs(), dx.abs(), *dx, *dy))?;
        Some((x + dx, y + dy))
    }

    fn is_legal(&self, x: i32, y: i32) -> bool {
        let placement = self.placement_at(x, y);
        placement.is_some_and(|placement| self.legal.contains(&placement))
    }

    /// Returns the placement of the move with another centre and no spin.
    fn placement_at(&self, x: i32, y: i32) -> Option<Placement> {
        let location = Location {
            x,
            y,
            ..self.mv.location
        };
        let mv = Move {
            location,
            ..self.mv
        };
        let placement = to_placement(self.rules, &mv).ok()?;
        let canonical = self.rules.rotation.canonical(placement);
        Some(without_spin(canonical))
    }
}

fn without_spins(placements: Vec<Placement>) -> Vec<Placement> {
    placements.into_iter().map(without_spin).collect()
}

fn without_spin(placement: Placement) -> Placement {
    Placement {
        spin: Spin::None,
        ..placement
    }
}

#[cfg(test)]
mod tests;
