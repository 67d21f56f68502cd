//! The closed loop of the client as a pure machine: states, answers and suggestions in,
//! wishes out. It decides what to send next and when to wait for proof.
//!
//! Owns what is decided; what a message means for it is in `hear`, where the piece in play
//! is and should be in `track`, what is counted in `tally`. Knows no sockets, no clock and
//! no bot. Whoever drives it tells it when waiting has taken
//! too long ([`Controller::on_timeout`]).
//!
//! Every move carries the number of the piece that it is meant for. A piece is dropped only
//! when a state has shown it where it was meant to be. What the board will be after a drop
//! is foreseen, so that the next piece can be planned whichever message comes first.

mod piece_tracker;
mod queue_share;
mod state_updates;
mod stats;
#[cfg(test)]
mod tests;

pub use stats::{GameScore, MatchStats};

use super::adapter::{self, Position, UpcomingPieces};
use super::geometry::{Grid, GridCell, Pose};
use super::messages::Move;
use super::pathfinding::{ReachablePoses, RowLimit};
use landfall_tbp::messages as tbp;
use landfall_tbp::messages::{PieceName, Start};
use piece_tracker::PieceTracker;
use queue_share::QueueShareModel;
use std::collections::VecDeque;

/// How often a piece may be found elsewhere than meant before it is just dropped.
const MAX_MISMATCHES: u32 = 4;

/// Waits in vain after which a drop is sent again.
const DROP_RETRY_TIMEOUTS: u32 = 10;

/// Waits in vain after which an unknown board is taken to be as it was last seen.
const BOARD_TIMEOUTS: u32 = 10;

/// The lowest row in which a refused move is blamed on the top of the board.
const ROW_LIMIT_BLAME_ROW: i32 = 1;

/// Drops in a row that no state could prove, after which nobody waits for proof.
const MAX_UNCONFIRMED_DROPS: u32 = 3;

/// A move for the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// The move.
    pub mv: Move,
    /// The piece that it is meant for.
    pub piece_number: i64,
}

/// What became of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveReply {
    /// The server took it, which does not mean that the piece has moved.
    Accepted,
    /// The server refused it.
    Refused,
    /// No answer came: nobody knows.
    Lost,
}

/// What the pilot would have done next.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Nothing before something is heard.
    Wait,
    /// Nothing before something is heard, but not for long.
    AwaitState,
    /// Suggestions for this position, to be handed to [`Controller::set_suggestion`].
    RequestSuggestion(Start),
    /// Send this, and say so ([`Controller::on_move_sent`]).
    SendMove(PieceMove),
    /// Leave: the match is over.
    Leave,
}

/// The machine for one team in one match.
#[derive(Debug)]
pub struct Controller {
    team: String,
    last_header: Option<(Option<u64>, Option<f64>)>,
    grid: Option<Grid>,
    predicted: Option<PredictedBoard>,
    active: Option<ActivePiece>,
    queue: Vec<PieceName>,
    /// Whether a piece has locked by itself and no board has shown where.
    board_unknown: bool,
    row_limit: RowLimit,
    /// Whether a state has ever shown a move before the piece locked.
    states_show_moves: bool,
    unconfirmed_drops: u32,
    in_flight: Option<PieceMove>,
    /// Waits in vain since something was heard.
    timeouts: u32,
    match_ended: bool,
    stats: MatchStats,
    queue_share: QueueShareModel,
    /// The opponent's board, once this game has shown it.
    opponent: Option<Grid>,
}

/// A board that will be shown after a drop.
#[derive(Clone, Copy, Debug)]
struct PredictedBoard {
    before: Grid,
    after: Grid,
}

/// The piece in play.
#[derive(Debug)]
struct ActivePiece {
    number: i64,
    tracker: PieceTracker,
    row_limit: RowLimit,
    request: Option<(Grid, Start)>,
    suggestion: Option<Vec<tbp::Move>>,
    target: Option<[GridCell; 4]>,
    pending_moves: VecDeque<Move>,
    mismatches: u32,
    dropped: bool,
    /// Lines that the drop should clear.
    lines: usize,
    /// Whether the board changed while it fell.
    board_changed: bool,
    /// Whether a state came since the last answer.
    shown_since_reply: bool,
}

impl Controller {
    /// A pilot for the team of this name, spaces included.
    pub fn new(team: &str) -> Controller {
        Controller {
            team: team.to_string(),
            last_header: None,
            grid: None,
            predicted: None,
            active: None,
            queue: Vec::new(),
            board_unknown: false,
            row_limit: RowLimit::Unknown,
            states_show_moves: false,
            unconfirmed_drops: 0,
            in_flight: None,
            timeouts: 0,
            match_ended: false,
            stats: MatchStats::default(),
            queue_share: QueueShareModel::default(),
            opponent: None,
        }
    }

    /// What happened so far.
    pub fn stats(&self) -> &MatchStats {
        &self.stats
    }

    /// What should happen next. Asking changes no more than what is remembered of plans.
    pub fn next_action(&mut self) -> Action {
        if self.match_ended {
            return Action::Leave;
        }
        let (Some(grid), false, None) = (self.grid, self.board_unknown, self.in_flight) else {
            return match self.active.is_some() && self.in_flight.is_none() {
                true => Action::AwaitState,
                false => Action::Wait,
            };
        };
        let question = self.search_position(grid);
        let Some(falling) = self.active.as_mut() else {
            return Action::Wait;
        };
        if falling.dropped {
            return Action::AwaitState;
        }
        let Some(advice) = &falling.suggestion else {
            return question.map_or(Action::Wait, Action::RequestSuggestion);
        };
        if falling.pending_moves.is_empty() {
            let (pose, ceiling) = (falling.tracker.predicted(), falling.row_limit);
            let paths = || ReachablePoses::search(&grid, pose, ceiling);
            let same = falling
                .target
                .and_then(|cells| adapter::route_to(&paths(), cells));
            let route = same.unwrap_or_else(|| adapter::choose_route(&grid, pose, ceiling, advice));
            falling.target = Some(route.cells);
            falling.pending_moves = match falling.mismatches > MAX_MISMATCHES {
                true => VecDeque::from([Move::Drop]),
                false => route.moves.into(),
            };
        }
        match falling.pending_moves.front() {
            Some(Move::Drop)
                if !falling.tracker.is_confirmed()
                    && self.unconfirmed_drops < MAX_UNCONFIRMED_DROPS =>
            {
                Action::AwaitState
            }
            Some(&mv) => Action::SendMove(PieceMove {
                mv,
                piece_number: falling.number,
            }),
            None => Action::Wait,
        }
    }

    /// Suggestions for a position that was asked about, the best first. They are of no use
    /// when the position is another by now.
    pub fn set_suggestion(&mut self, start: &Start, moves: Vec<tbp::Move>) {
        let falling = self.active.as_mut();
        let asked = |f: &&mut ActivePiece| f.request.as_ref().is_some_and(|(_, s)| s == start);
        if let Some(falling) = falling.filter(asked) {
            falling.suggestion = Some(moves);
            falling.pending_moves.clear();
        }
    }

    /// The position that is expected after the piece in play, as soon as it is decided
    /// where that one goes: something to think about in the meantime. Nothing if nobody can
    /// say which piece comes; no piece after that, so that what is found holds whatever
    /// will be said of those.
    pub fn predicted_position(&self) -> Option<Start> {
        let falling = self.active.as_ref()?;
        let grid = match self.predicted.filter(|_| falling.dropped) {
            Some(foreseen) => foreseen.after,
            None => self.grid?.lock_cells(&falling.target?).grid,
        };
        let &piece = self.queue_share.predict(&self.queue).known.first()?;
        Some(adapter::start_message(&Position {
            grid,
            piece,
            upcoming: UpcomingPieces::default(),
            opponent: self.opponent,
        }))
    }

    /// The wish for a move was granted.
    pub fn on_move_sent(&mut self, order: PieceMove) {
        self.in_flight = Some(order);
        self.timeouts = 0;
        let falling = self.active.as_mut();
        let Some(falling) = falling.filter(|f| f.number == order.piece_number) else {
            return;
        };
        falling.shown_since_reply = false;
        falling.pending_moves.pop_front();
        let Some(grid) = self.grid else {
            return;
        };
        if order.mv != Move::Drop {
            falling.tracker.push_move(&grid, order.mv);
            return;
        }
        let locked = grid.lock_cells(&grid.dropped(falling.tracker.predicted()).cells());
        falling.dropped = true;
        falling.lines = locked.lines;
        self.predicted = Some(PredictedBoard {
            before: grid,
            after: locked.grid,
        });
        self.grid = Some(locked.grid);
    }

    /// What became of the order that was sent last.
    pub fn on_reply(&mut self, answer: MoveReply) {
        let Some(order) = self.in_flight.take() else {
            return;
        };
        self.timeouts = 0;
        let falling = self.active.as_mut();
        let Some(falling) = falling.filter(|f| f.number == order.piece_number) else {
            return;
        };
        match (answer, order.mv) {
            (MoveReply::Accepted, _) => {}
            (MoveReply::Refused, Move::Drop) => self.undo_drop(),
            (MoveReply::Refused, _) => {
                falling.tracker.pop_move();
                falling.pending_moves.clear();
            }
            (MoveReply::Lost, Move::Drop) => self.timeouts = DROP_RETRY_TIMEOUTS,
            (MoveReply::Lost, _) => {}
        }
    }

    /// Nothing was heard for so long that waiting on is pointless.
    pub fn on_timeout(&mut self) {
        self.timeouts = self.timeouts.saturating_add(1);
        if self.grid.is_none() || self.board_unknown {
            if self.timeouts >= BOARD_TIMEOUTS {
                self.grid.get_or_insert_default();
                self.board_unknown = false;
            }
            return;
        }
        let Some(falling) = self.active.as_mut() else {
            return;
        };
        if falling.dropped {
            if self.timeouts >= DROP_RETRY_TIMEOUTS {
                self.undo_drop();
            }
            return;
        }
        if falling.tracker.is_confirmed() {
            return;
        }
        if falling.shown_since_reply || self.states_show_moves {
            let highest = falling.tracker.highest_unconfirmed_row();
            falling.tracker.discard_unconfirmed();
            self.record_mismatch(highest);
            return;
        } else {
            falling.tracker.assume_confirmed();
            self.unconfirmed_drops += 1;
        }
        falling.pending_moves.clear();
    }

    /// The connection is a new one: the server may have begun anew.
    pub fn on_reconnect(&mut self) {
        self.last_header = None;
        self.in_flight = None;
        self.timeouts = 0;
        if self.active.as_ref().is_some_and(|falling| falling.dropped) {
            self.undo_drop();
        }
    }

    /// The piece in play is not where it was meant to be, after moves that led to this row.
    /// Near the top the likely reason is that the server wants cells to stay below a row.
    fn record_mismatch(&mut self, highest: Option<i32>) {
        let Some(falling) = self.active.as_mut() else {
            return;
        };
        falling.mismatches += 1;
        falling.pending_moves.clear();
        match highest {
            Some(row) if row < 0 => {
                self.row_limit = RowLimit::HighestRow(0);
                falling.row_limit = self.row_limit;
            }
            Some(row) if row <= ROW_LIMIT_BLAME_ROW => {
                falling.row_limit = RowLimit::HighestRow(row + 1)
            }
            _ => {}
        }
    }

    /// What is to be asked about the piece in play. The question stays the same while the
    /// board does: that the opponent took a piece of the queue is no reason to think anew.
    fn search_position(&mut self, grid: Grid) -> Option<Start> {
        let falling = self.active.as_mut()?;
        if falling.request.as_ref().is_none_or(|(old, _)| *old != grid) && !falling.dropped {
            let start = adapter::start_message(&Position {
                grid,
                piece: falling.tracker.predicted().piece,
                upcoming: self.queue_share.predict(&self.queue),
                opponent: self.opponent,
            });
            falling.request = Some((grid, start));
            falling.suggestion = None;
            falling.target = None;
            falling.pending_moves.clear();
        }
        falling.request.as_ref().map(|(_, start)| start.clone())
    }

    /// The drop did not happen: the piece is to be planned once more.
    fn undo_drop(&mut self) {
        if let Some(foreseen) = self.predicted.take() {
            self.grid = Some(foreseen.before);
        }
        if let Some(falling) = self.active.as_mut() {
            falling.dropped = false;
            falling.pending_moves.clear();
        }
        self.timeouts = 0;
    }
}

impl ActivePiece {
    fn new(number: i64, pose: Pose, ceiling: RowLimit) -> ActivePiece {
        ActivePiece {
            number,
            tracker: PieceTracker::new(pose),
            row_limit: ceiling,
            request: None,
            suggestion: None,
            target: None,
            pending_moves: VecDeque::new(),
            mismatches: 0,
            dropped: false,
            lines: 0,
            board_changed: false,
            shown_since_reply: false,
        }
    }
}
