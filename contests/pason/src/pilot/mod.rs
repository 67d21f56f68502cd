//! The closed loop of the client as a pure machine: states, answers and suggestions in,
//! wishes out. It decides what to send next and when to wait for proof.
//!
//! Owns what is decided; what a message means for it is in `hear`, where the piece in play
//! is and should be in `track`, what is counted in `tally`. Knows no sockets, no clock and
//! no bot. Whoever drives it tells it when waiting has taken
//! too long ([`Pilot::lose_patience`]).
//!
//! Every move carries the number of the piece that it is meant for. A piece is dropped only
//! when a state has shown it where it was meant to be. What the board will be after a drop
//! is foreseen, so that the next piece can be planned whichever message comes first.

mod hear;
mod rhythm;
mod tally;
#[cfg(test)]
mod tests;
mod track;

pub use tally::{Game, Tally};

use super::adapter::{self, Coming, Position};
use super::geometry::{Grid, Pose, Spot};
use super::messages::Move;
use super::plan::{Ceiling, Paths};
use landfall_tbp::messages;
use landfall_tbp::messages::{PieceName, Start};
use rhythm::Rhythm;
use std::collections::VecDeque;
use track::Track;

/// How often a piece may be found elsewhere than meant before it is just dropped.
const MOST_SURPRISES: u32 = 4;

/// Waits in vain after which a drop is sent again.
const DROP_AGAIN: u32 = 10;

/// Waits in vain after which an unknown board is taken to be as it was last seen.
const BLIND: u32 = 10;

/// The lowest row in which a refused move is blamed on the top of the board.
const LOW_CEILING: i32 = 1;

/// Drops in a row that no state could prove, after which nobody waits for proof.
const UNPROVEN: u32 = 3;

/// A move for the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The move.
    pub mv: Move,
    /// The piece that it is meant for.
    pub piece_number: i64,
}

/// What became of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The server took it, which does not mean that the piece has moved.
    Accepted,
    /// The server refused it.
    Refused,
    /// No answer came: nobody knows.
    Lost,
}

/// What the pilot would have done next.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// Nothing before something is heard.
    Rest,
    /// Nothing before something is heard, but not for long.
    Proof,
    /// Suggestions for this position, to be handed to [`Pilot::advise`].
    Advice(Start),
    /// Send this, and say so ([`Pilot::sent`]).
    Send(Order),
    /// Leave: the match is over.
    Leave,
}

/// The machine for one team in one match.
#[derive(Debug)]
pub struct Pilot {
    team: String,
    clock: Option<(Option<u64>, Option<f64>)>,
    grid: Option<Grid>,
    foreseen: Option<Foreseen>,
    falling: Option<Falling>,
    queue: Vec<PieceName>,
    /// Whether a piece has locked by itself and no board has shown where.
    locked_unseen: bool,
    ceiling: Ceiling,
    /// Whether a state has ever shown a move before the piece locked.
    shows_moves: bool,
    unproven: u32,
    in_flight: Option<Order>,
    /// Waits in vain since something was heard.
    waits: u32,
    over: bool,
    tally: Tally,
    rhythm: Rhythm,
    /// The opponent's board, once this game has shown it.
    opponent: Option<Grid>,
}

/// A board that will be shown after a drop.
#[derive(Clone, Copy, Debug)]
struct Foreseen {
    before: Grid,
    after: Grid,
}

/// The piece in play.
#[derive(Debug)]
struct Falling {
    number: i64,
    track: Track,
    ceiling: Ceiling,
    question: Option<(Grid, Start)>,
    advice: Option<Vec<messages::Move>>,
    target: Option<[Spot; 4]>,
    todo: VecDeque<Move>,
    surprises: u32,
    dropped: bool,
    /// Lines that the drop should clear.
    lines: usize,
    /// Whether the board changed while it fell.
    board_changed: bool,
    /// Whether a state came since the last answer.
    seen_since: bool,
}

impl Pilot {
    /// A pilot for the team of this name, spaces included.
    pub fn new(team: &str) -> Pilot {
        Pilot {
            team: team.to_string(),
            clock: None,
            grid: None,
            foreseen: None,
            falling: None,
            queue: Vec::new(),
            locked_unseen: false,
            ceiling: Ceiling::Unknown,
            shows_moves: false,
            unproven: 0,
            in_flight: None,
            waits: 0,
            over: false,
            tally: Tally::default(),
            rhythm: Rhythm::default(),
            opponent: None,
        }
    }

    /// What happened so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// What should happen next. Asking changes no more than what is remembered of plans.
    pub fn wish(&mut self) -> Wish {
        if self.over {
            return Wish::Leave;
        }
        let (Some(grid), false, None) = (self.grid, self.locked_unseen, self.in_flight) else {
            return match self.falling.is_some() && self.in_flight.is_none() {
                true => Wish::Proof,
                false => Wish::Rest,
            };
        };
        let question = self.question(grid);
        let Some(falling) = self.falling.as_mut() else {
            return Wish::Rest;
        };
        if falling.dropped {
            return Wish::Proof;
        }
        let Some(advice) = &falling.advice else {
            return question.map_or(Wish::Rest, Wish::Advice);
        };
        if falling.todo.is_empty() {
            let (pose, ceiling) = (falling.track.now(), falling.ceiling);
            let paths = || Paths::from(&grid, pose, ceiling);
            let same = falling
                .target
                .and_then(|cells| adapter::route(&paths(), cells));
            let route = same.unwrap_or_else(|| adapter::choose(&grid, pose, ceiling, advice));
            falling.target = Some(route.cells);
            falling.todo = match falling.surprises > MOST_SURPRISES {
                true => VecDeque::from([Move::Drop]),
                false => route.moves.into(),
            };
        }
        match falling.todo.front() {
            Some(Move::Drop) if !falling.track.proven() && self.unproven < UNPROVEN => Wish::Proof,
            Some(&mv) => Wish::Send(Order {
                mv,
                piece_number: falling.number,
            }),
            None => Wish::Rest,
        }
    }

    /// Suggestions for a position that was asked about, the best first. They are of no use
    /// when the position is another by now.
    pub fn advise(&mut self, start: &Start, moves: Vec<messages::Move>) {
        let falling = self.falling.as_mut();
        let asked = |f: &&mut Falling| f.question.as_ref().is_some_and(|(_, s)| s == start);
        if let Some(falling) = falling.filter(asked) {
            falling.advice = Some(moves);
            falling.todo.clear();
        }
    }

    /// The position that is expected after the piece in play, as soon as it is decided
    /// where that one goes: something to think about in the meantime. Nothing if nobody can
    /// say which piece comes; no piece after that, so that what is found holds whatever
    /// will be said of those.
    pub fn outlook(&self) -> Option<Start> {
        let falling = self.falling.as_ref()?;
        let grid = match self.foreseen.filter(|_| falling.dropped) {
            Some(foreseen) => foreseen.after,
            None => self.grid?.lock(&falling.target?).grid,
        };
        let &piece = self.rhythm.coming(&self.queue).sure.first()?;
        Some(adapter::start(&Position {
            grid,
            piece,
            coming: Coming::default(),
            opponent: self.opponent,
        }))
    }

    /// The wish for a move was granted.
    pub fn sent(&mut self, order: Order) {
        self.in_flight = Some(order);
        self.waits = 0;
        let falling = self.falling.as_mut();
        let Some(falling) = falling.filter(|f| f.number == order.piece_number) else {
            return;
        };
        falling.seen_since = false;
        falling.todo.pop_front();
        let Some(grid) = self.grid else {
            return;
        };
        if order.mv != Move::Drop {
            falling.track.send(&grid, order.mv);
            return;
        }
        let locked = grid.lock(&grid.rest(falling.track.now()).cells());
        falling.dropped = true;
        falling.lines = locked.lines;
        self.foreseen = Some(Foreseen {
            before: grid,
            after: locked.grid,
        });
        self.grid = Some(locked.grid);
    }

    /// What became of the order that was sent last.
    pub fn answered(&mut self, answer: Answer) {
        let Some(order) = self.in_flight.take() else {
            return;
        };
        self.waits = 0;
        let falling = self.falling.as_mut();
        let Some(falling) = falling.filter(|f| f.number == order.piece_number) else {
            return;
        };
        match (answer, order.mv) {
            (Answer::Accepted, _) => {}
            (Answer::Refused, Move::Drop) => self.take_back_drop(),
            (Answer::Refused, _) => {
                falling.track.unsend();
                falling.todo.clear();
            }
            (Answer::Lost, Move::Drop) => self.waits = DROP_AGAIN,
            (Answer::Lost, _) => {}
        }
    }

    /// Nothing was heard for so long that waiting on is pointless.
    pub fn lose_patience(&mut self) {
        self.waits = self.waits.saturating_add(1);
        if self.grid.is_none() || self.locked_unseen {
            if self.waits >= BLIND {
                self.grid.get_or_insert_default();
                self.locked_unseen = false;
            }
            return;
        }
        let Some(falling) = self.falling.as_mut() else {
            return;
        };
        if falling.dropped {
            if self.waits >= DROP_AGAIN {
                self.take_back_drop();
            }
            return;
        }
        if falling.track.proven() {
            return;
        }
        if falling.seen_since || self.shows_moves {
            let highest = falling.track.highest();
            falling.track.believe_states();
            self.surprise(highest);
            return;
        } else {
            falling.track.believe_moves();
            self.unproven += 1;
        }
        falling.todo.clear();
    }

    /// The connection is a new one: the server may have begun anew.
    pub fn reconnected(&mut self) {
        self.clock = None;
        self.in_flight = None;
        self.waits = 0;
        if self.falling.as_ref().is_some_and(|falling| falling.dropped) {
            self.take_back_drop();
        }
    }

    /// The piece in play is not where it was meant to be, after moves that led to this row.
    /// Near the top the likely reason is that the server wants cells to stay below a row.
    fn surprise(&mut self, highest: Option<i32>) {
        let Some(falling) = self.falling.as_mut() else {
            return;
        };
        falling.surprises += 1;
        falling.todo.clear();
        match highest {
            Some(row) if row < 0 => {
                self.ceiling = Ceiling::Row(0);
                falling.ceiling = self.ceiling;
            }
            Some(row) if row <= LOW_CEILING => falling.ceiling = Ceiling::Row(row + 1),
            _ => {}
        }
    }

    /// What is to be asked about the piece in play. The question stays the same while the
    /// board does: that the opponent took a piece of the queue is no reason to think anew.
    fn question(&mut self, grid: Grid) -> Option<Start> {
        let falling = self.falling.as_mut()?;
        if falling
            .question
            .as_ref()
            .is_none_or(|(old, _)| *old != grid)
            && !falling.dropped
        {
            let start = adapter::start(&Position {
                grid,
                piece: falling.track.now().piece,
                coming: self.rhythm.coming(&self.queue),
                opponent: self.opponent,
            });
            falling.question = Some((grid, start));
            falling.advice = None;
            falling.target = None;
            falling.todo.clear();
        }
        falling.question.as_ref().map(|(_, start)| start.clone())
    }

    /// The drop did not happen: the piece is to be planned once more.
    fn take_back_drop(&mut self) {
        if let Some(foreseen) = self.foreseen.take() {
            self.grid = Some(foreseen.before);
        }
        if let Some(falling) = self.falling.as_mut() {
            falling.dropped = false;
            falling.todo.clear();
        }
        self.waits = 0;
    }
}

impl Falling {
    fn new(number: i64, pose: Pose, ceiling: Ceiling) -> Falling {
        Falling {
            number,
            track: Track::new(pose),
            ceiling,
            question: None,
            advice: None,
            target: None,
            todo: VecDeque::new(),
            surprises: 0,
            dropped: false,
            lines: 0,
            board_changed: false,
            seen_since: false,
        }
    }
}
