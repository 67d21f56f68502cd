//! Whether a suggested move is legal, and what is most likely wrong with a bot whose move is not.
//!
//! A mistake is recognised by where the move would be legal: with other coordinates, or on an empty
//! board.

use super::error::advice;
use super::mistake::BotMistake;
use crate::convert::{ConvertError, to_placement};
use crate::messages::{Location, Move, Orientation};
use landfall_rules::{Board, IllegalPlacement, Placement, PlayError, Ruleset, Spin, State, WIDTH};
use thiserror::Error;

/// Rows of boards that bots have.
const BOARD_ROWS: [i32; 2] = [20, 40];

/// How far a centre can be off, in columns and rows.
const CENTRE_REACH: i32 = 2;

/// Coordinates beyond this are as far off as any.
const FAR: i32 = 1_000;

/// Rows above the place where it locks from which on a piece has not been dropped, and not just
/// another centre.
const DROP_ROWS: i32 = CENTRE_REACH + 1;

/// A move that the rules forbid. The text is the reason, what to do, and the move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}{}{} The move: {mv}", describe_legal_place(*.legal_place), advice(*.mistake))]
pub struct IllegalMove {
    /// The move, as it stood on the wire.
    pub mv: String,
    /// Why it is forbidden.
    pub reason: String,
    /// The nearest column and row at which the same piece in the same orientation would be legal,
    /// at most two away.
    pub legal_place: Option<(i32, i32)>,
    /// What the bot's author most likely got wrong.
    pub mistake: Option<BotMistake>,
}

impl IllegalMove {
    /// Returns a move that is forbidden for this reason.
    pub fn new(mv: &Move, reason: String) -> IllegalMove {
        IllegalMove {
            // As it was on the wire, so that it can be found in the bot's log.
            mv: serde_json::to_string(mv).unwrap_or_default(),
            reason,
            legal_place: None,
            mistake: None,
        }
    }

    /// Returns that a bot suggested no move though there are some.
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
/// use landfall_rules::{GUIDELINE, Piece, Randomizer, State};
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
        Err(error) => Problem::NoPlace(error),
    };
    let suspect = Suspect::new(rules, state, mv);
    let is_at_hand = !matches!(
        problem,
        Problem::Placement(IllegalPlacement::Impossible(
            PlayError::PieceNotAtHand { .. }
        ))
    );
    let reason = match &problem {
        Problem::NoPlace(error) => error.to_string(),
        Problem::Placement(illegal) => illegal.to_string(),
    };
    Err(IllegalMove {
        legal_place: suspect.nearest().filter(|_| is_at_hand),
        mistake: suspect.mistake(&problem),
        ..IllegalMove::new(mv, reason)
    })
}

/// Returns what is wrong with the first illegal move whose piece is at hand, or else with the first
/// illegal one; `None` if all are legal.
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
    NoPlace(ConvertError),
    Placement(IllegalPlacement),
}

/// A move that is not legal, and the legal places of its piece.
struct Suspect<'a> {
    rules: &'a Ruleset,
    state: &'a State,
    mv: Move,
    /// Legal placements, without their spins.
    places: Vec<Placement>,
}

impl<'a> Suspect<'a> {
    fn new(rules: &'a Ruleset, state: &'a State, mv: &Move) -> Suspect<'a> {
        let location = Location {
            x: mv.location.x.clamp(-FAR, FAR),
            y: mv.location.y.clamp(-FAR, FAR),
            ..mv.location
        };
        Suspect {
            rules,
            state,
            mv: Move { location, ..*mv },
            places: without_spins(state.placements(rules)),
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
            | Problem::NoPlace(_) => false,
        };
        let Location { x, y, .. } = self.mv.location;
        if x == WIDTH as i32 && self.is_legal(x - 1, y) {
            return Some(BotMistake::ColumnsFromOne);
        }
        if is_floating && self.has_just_appeared() {
            return Some(BotMistake::NotDropped);
        }
        if self.is_upside_down() {
            return Some(BotMistake::RowsFromTop);
        }
        if is_floating {
            let drop = (1..=y).find(|rows| self.is_legal(x, y - rows));
            return Some(match drop {
                Some(rows) if rows >= DROP_ROWS => BotMistake::NotDropped,
                Some(_) => BotMistake::WrongCentre,
                None => self.near_or_nowhere(),
            });
        }
        if !self.is_legal_on_empty_board() {
            return Some(self.near_or_nowhere());
        }
        let rise = (1..DROP_ROWS).any(|rows| self.is_legal(x, y + rows));
        Some(match rise {
            true => BotMistake::BoardOrCentre,
            false => BotMistake::BoardNotFollowed,
        })
    }

    fn near_or_nowhere(&self) -> BotMistake {
        match self.nearest() {
            Some(_) => BotMistake::WrongCentre,
            None => BotMistake::IllegalPlace,
        }
    }

    /// Returns whether the piece lies where pieces appear, about x=4 y=19.
    fn has_just_appeared(&self) -> bool {
        let Location {
            orientation, x, y, ..
        } = self.mv.location;
        orientation == Orientation::North && (3..=5).contains(&x) && (19..=21).contains(&y)
    }

    /// Returns whether the move is legal with its row counted from the top.
    fn is_upside_down(&self) -> bool {
        let Location { x, y, .. } = self.mv.location;
        let turned = |rows: i32| {
            let row = rows - 1 - y;
            // Where up is down, so is the centre in its piece.
            let mut near = (row - 1..=row + 1).filter(|row| y - row >= DROP_ROWS);
            near.any(|row| self.is_legal(x, row))
        };
        BOARD_ROWS.into_iter().any(turned)
    }

    fn is_legal_on_empty_board(&self) -> bool {
        let state = State {
            board: Board::EMPTY,
            ..self.state.clone()
        };
        let places = without_spins(state.placements(self.rules));
        let place = self.place(self.mv.location.x, self.mv.location.y);
        place.is_some_and(|place| places.contains(&place))
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
        let place = self.place(x, y);
        place.is_some_and(|place| self.places.contains(&place))
    }

    /// Returns the placement with another centre and no spin.
    fn place(&self, x: i32, y: i32) -> Option<Placement> {
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
