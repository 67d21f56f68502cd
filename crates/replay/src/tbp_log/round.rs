//! A game of a log while its messages are read: takes positions, and returns moves.

use crate::fumen::FRAMES_PER_MOVE;
use crate::game::{EndPosition, RecordedMove, RecordedSide, Trust, WaitingPacket};
use crate::placed_side::PlacedSide;
use arrayvec::ArrayVec;
use landfall_rules::board::{FULL_ROW, MAX_HEIGHT, WIDTH};
use landfall_rules::garbage::GarbageRows;
use landfall_rules::{Clear, Piece, Placement, Playfield, Ruleset, State};
use landfall_tbp::convert::to_back_to_back;
use landfall_tbp::messages::Play;
use std::fmt::Display;

/// A game of a log.
pub struct LogRound {
    rules: Ruleset,
    side: PlacedSide,
    /// Waiting rows of garbage.
    waiting: u32,
    pieces_placed: u32,
    frame: u64,
    moves: Vec<RecordedMove>,
    trust: Trust,
}

impl LogRound {
    /// Returns a game that begins with a position.
    pub fn new(rules: &Ruleset, state: State, field: Playfield) -> LogRound {
        let mut side = PlacedSide::new(rules);
        side.set(state, field);
        LogRound {
            rules: *rules,
            side,
            waiting: 0,
            pieces_placed: 0,
            frame: 0,
            moves: Vec::new(),
            trust: Trust::Unchecked,
        }
    }

    /// Adds a piece to the queue.
    pub fn deal(&mut self, piece: Piece) {
        self.side.deal([piece]);
    }

    /// Applies a `start` to the game.
    pub fn told(&mut self, waiting: u32, pieces_placed: Option<u32>, frame: Option<u64>) {
        self.waiting = waiting;
        self.pieces_placed = pieces_placed.unwrap_or(self.pieces_placed);
        self.frame = self.frame.max(frame.unwrap_or(0));
    }

    /// Applies a `play` to the game.
    pub fn told_after(&mut self, rules: &Ruleset, play: &Play) {
        let (mut state, field) = (self.side.state().clone(), self.side.field().clone());
        let counters = &mut state.clear_state;
        if let Some(combo) = play.combo {
            counters.combo = u16::try_from(combo).unwrap_or(u16::MAX);
        }
        if let Some(count) = play.back_to_back {
            counters.back_to_back = to_back_to_back(rules, count);
        }
        self.side.set(state, field);
        self.told(self.waiting, play.pieces_placed, play.frame);
    }

    /// Returns how a position follows from this one, garbage aside: without a move, or by a move
    /// that is not in the log. `None` if it does not follow.
    pub fn way_to(&self, after: &State, suggested: &[Placement]) -> Option<Option<Placement>> {
        if self.is_stopped() {
            return None;
        }
        let state = self.side.state();
        if risen_rows(state, after).is_some() {
            return Some(None);
        }
        let leads_there = |placement: &Placement| {
            let mut played = state.clone();
            played.play(&self.rules, placement);
            risen_rows(&played, after).is_some()
        };
        let legal = state.legal_placements(&self.rules);
        let suggested = suggested.iter().filter(|mv| legal.contains(mv));
        let mut tried = suggested.chain(&legal);
        tried
            .find(|placement| leads_there(placement))
            .copied()
            .map(Some)
    }

    /// Continues with a position that follows from this one; new rows below are garbage.
    pub fn set(&mut self, state: State, field: Playfield) {
        let rows = risen_rows(self.side.state(), &state).unwrap_or_default();
        if let Some(last) = self.moves.last_mut() {
            last.raised.extend(rows);
        }
        self.side.set(state, field);
    }

    /// Plays a move. Returns false if it, or an earlier move, is illegal: it is left out.
    pub fn play(&mut self, placement: Placement) -> bool {
        let (state, field) = (self.side.state().clone(), self.side.field().clone());
        let valid = match self.is_stopped() {
            true => Err(String::new()),
            false => { state.validate(&self.rules, placement) }.map_err(|e| self.at_move(e)),
        };
        let placement = match valid {
            Ok(placement) => placement,
            Err(reason) => {
                self.stop(1, reason);
                return false;
            }
        };
        let appeared = self.frame;
        self.frame = appeared.saturating_add(FRAMES_PER_MOVE);
        let lock = self.side.play(placement, self.frame);
        let waiting = (self.waiting > 0).then_some(WaitingPacket {
            lines: self.waiting,
            frames: Some(0),
        });
        let sent = self.cancel(&lock.clear);
        self.moves.push(RecordedMove {
            held: state.needs_hold(&placement),
            state,
            field,
            waiting: waiting.into_iter().collect(),
            pieces_placed: self.pieces_placed,
            appeared,
            locked: self.frame,
            placement,
            clear: lock.clear,
            sent,
            raised: GarbageRows::new(),
        });
        self.pieces_placed = self.pieces_placed.saturating_add(1);
        true
    }

    /// Cancels waiting garbage by a clear. Returns the lines that are left to send.
    fn cancel(&mut self, clear: &Clear) -> ArrayVec<u32, 5> {
        let packets = self.side.packets(clear).into_iter();
        let left = packets.map(|rows| {
            let cancelled = rows.min(self.waiting);
            self.waiting -= cancelled;
            rows - cancelled
        });
        left.filter(|&rows| rows > 0).collect()
    }

    /// Ends the trust with a reason; this many moves are left out. A round that has ended keeps its
    /// first reason.
    pub fn stop(&mut self, more_left_out: usize, reason: String) {
        if let Trust::Stopped { left_out, .. } = &mut self.trust {
            *left_out += more_left_out;
            return;
        }
        self.trust = Trust::Stopped {
            left_out: more_left_out,
            reason,
        };
    }

    /// Returns the error of the next move, with its number.
    pub fn at_move(&self, wrong: impl Display) -> String {
        format!("move {}: {wrong}", self.moves.len() + 1)
    }

    fn is_stopped(&self) -> bool {
        matches!(self.trust, Trust::Stopped { .. })
    }

    /// Returns the recorded round.
    ///
    /// # Errors
    /// No move was played: the error of the first move, if there is one.
    pub fn finish(self) -> Result<Box<RecordedSide>, Option<String>> {
        if self.moves.is_empty() {
            return Err(self.trust.reason().map(str::to_string));
        }
        let queues = self.moves.iter().map(|mv| mv.state.queue.len());
        let longest = queues.max().unwrap_or(0);
        Ok(Box::new(RecordedSide {
            player: 0,
            id: None,
            name: None,
            rules: self.rules,
            previews: longest.saturating_sub(1),
            end: EndPosition {
                state: self.side.state().clone(),
                field: self.side.field().clone(),
                frame: self.frame,
                loss: None,
            },
            moves: self.moves,
            keys: Vec::new(),
            trust: self.trust,
        }))
    }
}

/// Returns the rows of garbage, in the order in which they rose, that turn one position into
/// another; none if only more of the queue is known. `None` if the positions differ otherwise.
fn risen_rows(before: &State, after: &State) -> Option<Vec<u16>> {
    let known = before.queue.iter().zip(&after.queue);
    let mut both_known = known.map(|(own, other)| own == other);
    if before.hold != after.hold || !both_known.all(|same| same) {
        return None;
    }
    let row = |state: &State, y: usize| -> u16 {
        let columns = state.board.columns.iter().enumerate().take(WIDTH);
        columns.fold(0, |mask, (x, column)| {
            mask | ((column >> y & 1) as u16) << x
        })
    };
    let is_garbage = |y: usize| !matches!(row(after, y), 0 | FULL_ROW);
    let most = (0..MAX_HEIGHT).take_while(|&y| is_garbage(y)).count();
    let risen = (0..=most).find(|&risen| {
        let moved = |column: &u64| column << risen;
        let above = before.board.columns.iter().map(moved);
        let kept = after
            .board
            .columns
            .iter()
            .map(|column| column >> risen << risen);
        above.eq(kept)
    })?;
    Some((0..risen).rev().map(|y| row(after, y)).collect())
}
