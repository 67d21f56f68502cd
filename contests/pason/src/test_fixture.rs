//! One team's side of a game for tests, as a server sees it: the board, the falling piece, and the
//! messages that report them.
//!
//! Has no controller and no socket; the test decides the outcome of a move.

use super::coordinates::falling_piece;
use super::messages::{BoardReport, BoardState, FallingPiece, Header, Move, StateMessage};
use super::piece_moves::{apply_move, locked};
use landfall_rules::{Board, Piece, Placement};
use std::collections::BTreeMap;

/// The team whose side it is.
pub const TEAM: &str = "Team 148";

/// The other team, which has no piece and no board.
pub const OTHER: &str = "x";

/// The match.
pub const TOKEN: &str = "d0d39280";

/// The side of a team.
#[derive(Debug)]
pub struct GameFixture {
    /// The locked cells.
    pub board: Board,
    /// Where the piece in play is.
    pub piece: Placement,
    /// Number of the piece in play.
    pub number: i64,
    /// Sequence number of the last message; a server that restarts counts from 0 again.
    pub sequence: u64,
    /// Time of the last message, in seconds; always grows.
    clock: f64,
}

impl GameFixture {
    /// A game that begins with piece 1 on a board.
    pub fn new(board: Board, piece: Placement) -> GameFixture {
        GameFixture {
            board,
            piece,
            number: 1,
            sequence: 0,
            clock: 1e9,
        }
    }

    /// Performs a move; returns whether the piece locked. After a lock `next` is in play.
    pub fn perform(&mut self, mv: Move, next: Placement) -> bool {
        self.piece = apply_move(&self.board, self.piece, mv);
        let locks = mv == Move::Drop;
        if locks {
            self.lock_piece();
            self.number += 1;
            self.piece = next;
        }
        locks
    }

    /// Locks the piece where it is.
    pub fn lock_piece(&mut self) {
        self.board = locked(&self.board, &self.piece).0;
    }

    /// Returns the header of the next message.
    pub fn header(&mut self) -> Header {
        self.sequence += 1;
        self.clock += 1.0;
        Header {
            game_name: "a game".into(),
            sequence: Some(self.sequence),
            timestamp: Some(self.clock),
        }
    }

    /// Returns the report of the board.
    pub fn board_message(&mut self) -> StateMessage {
        let report = BoardReport {
            board: BoardState::from(&self.board),
            piece_number: Some(self.number),
            cleared_rows: Vec::new(),
        };
        StateMessage::GameBoardState {
            header: self.header(),
            states: BTreeMap::from([(TEAM.to_string(), report)]),
        }
    }

    /// Returns the report of the falling piece.
    pub fn piece_message(&mut self) -> StateMessage {
        let falling = falling_piece(&self.piece, self.number);
        self.pieces_message([(TEAM, Some(falling)), (OTHER, None)].into())
    }

    /// Returns a report of these falling pieces.
    pub fn pieces_message(&mut self, states: BTreeMap<&str, Option<FallingPiece>>) -> StateMessage {
        let states = states.into_iter();
        StateMessage::GamePieceState {
            header: self.header(),
            states: states
                .map(|(team, piece)| (team.to_string(), piece))
                .collect(),
            queue: vec![Piece::O, Piece::T],
        }
    }

    /// Returns the message that a game ended with this winner.
    pub fn game_end_message(&mut self, winner: &str) -> StateMessage {
        StateMessage::GameEnd {
            header: self.header(),
            scores: BTreeMap::from([(TEAM.to_string(), 72), (OTHER.to_string(), 34)]),
            winner: Some(winner.to_string()),
            match_token: TOKEN.into(),
        }
    }
}

/// Returns the message that the match ended.
pub fn match_end_message() -> StateMessage {
    StateMessage::MatchEnd {
        match_name: "a match".into(),
        match_token: TOKEN.into(),
        status: "ENDED".into(),
    }
}
