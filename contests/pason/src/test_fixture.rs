//! One team's side of a game for tests, as a server knows it: the board, the falling piece,
//! and the messages that tell of them.
//!
//! Knows no pilot and no socket; whoever uses it says what becomes of a move.

use super::adapter;
use super::geometry::{Grid, Pose};
use super::messages::{Board, BoardReport, FallingPiece, Header, Move, PieceKind, StateMessage};
use super::pathfinding::apply_move;
use landfall_tbp::messages::PieceName;
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
    pub grid: Grid,
    /// Where the piece in play is.
    pub pose: Pose,
    /// Number of the piece in play.
    pub number: i64,
    /// Of the last message; a server that begins anew counts from 0 again.
    pub sequence: u64,
    /// Time of the last message, in seconds; it goes on whatever happens.
    clock: f64,
}

impl GameFixture {
    /// A game that begins with piece 1 on a board.
    pub fn new(grid: Grid, pose: Pose) -> GameFixture {
        GameFixture {
            grid,
            pose,
            number: 1,
            sequence: 0,
            clock: 1e9,
        }
    }

    /// Does a move; gives whether the piece locked, after which `next` is in play.
    pub fn perform(&mut self, mv: Move, next: Pose) -> bool {
        self.pose = apply_move(&self.grid, self.pose, mv);
        let locks = mv == Move::Drop;
        if locks {
            self.grid = self.grid.lock_cells(&self.pose.cells()).grid;
            self.number += 1;
            self.pose = next;
        }
        locks
    }

    /// Counts a message.
    pub fn header(&mut self) -> Header {
        self.sequence += 1;
        self.clock += 1.0;
        Header {
            game_name: "a game".into(),
            sequence: Some(self.sequence),
            timestamp: Some(self.clock),
        }
    }

    /// The message of the board.
    pub fn board_message(&mut self) -> StateMessage {
        let report = BoardReport {
            board: Board {
                rows: self.grid.rows,
            },
            piece_number: Some(self.number),
            cleared_rows: Vec::new(),
        };
        StateMessage::GameBoardState {
            header: self.header(),
            states: BTreeMap::from([(TEAM.to_string(), report)]),
        }
    }

    /// The message of the falling piece.
    pub fn piece_message(&mut self) -> StateMessage {
        let falling = FallingPiece {
            piece: kind(self.pose.piece),
            orient: self.pose.orient as u8,
            number: self.number,
            row: self.pose.row,
            col: self.pose.col,
        };
        self.pieces_message([(TEAM, Some(falling)), (OTHER, None)].into())
    }

    /// A message of falling pieces that says just this.
    pub fn pieces_message(&mut self, states: BTreeMap<&str, Option<FallingPiece>>) -> StateMessage {
        let states = states.into_iter();
        StateMessage::GamePieceState {
            header: self.header(),
            states: states
                .map(|(team, piece)| (team.to_string(), piece))
                .collect(),
            queue: vec![PieceKind::O, PieceKind::T],
        }
    }

    /// The message that a game ends with this winner.
    pub fn game_end_message(&mut self, winner: &str) -> StateMessage {
        StateMessage::GameEnd {
            header: self.header(),
            scores: BTreeMap::from([(TEAM.to_string(), 72), (OTHER.to_string(), 34)]),
            winner: Some(winner.to_string()),
            match_token: TOKEN.into(),
        }
    }
}

/// The message that the match ends.
pub fn match_end_message() -> StateMessage {
    StateMessage::MatchEnd {
        match_name: "a match".into(),
        match_token: TOKEN.into(),
        status: "ENDED".into(),
    }
}

/// Where a piece appears, in this orientation.
pub fn spawn_pose(piece: PieceName, orient: usize) -> Pose {
    Pose {
        piece,
        row: 0,
        col: 5,
        orient,
    }
}

fn kind(piece: PieceName) -> PieceKind {
    let found = PieceKind::ALL
        .into_iter()
        .find(|kind| adapter::piece_names(&[*kind]) == [piece]);
    found.expect("every piece has a name")
}
