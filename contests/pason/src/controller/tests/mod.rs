//! The pilot on scripted states, without sockets: what it sends, and when it does not.
//!
//! Here is what the tests share: a pilot at a table with the true state of the game.

mod confirmation;
mod games;
mod interruptions;

use super::*;
use crate::linear::LinearBot;
use crate::pathfinding::apply_move;
use crate::test_fixture::{GameFixture, OTHER, TEAM, match_end_message, spawn_pose};
use landfall_tbp::messages::{BotMessage, FrontendMessage, PieceName};
use std::collections::BTreeMap;

/// A pilot and the game that it plays.
struct ControlledGame {
    controller: Controller,
    fixture: GameFixture,
}

impl ControlledGame {
    /// A game that begins with a piece on a board.
    fn new(grid: Grid, pose: Pose) -> ControlledGame {
        let mut table = ControlledGame {
            controller: Controller::new(TEAM),
            fixture: GameFixture::new(grid, pose),
        };
        table.show_board();
        table.show_piece();
        table
    }

    fn show_board(&mut self) {
        let message = self.fixture.board_message();
        self.controller.update(&message);
    }

    fn show_piece(&mut self) {
        let message = self.fixture.piece_message();
        self.controller.update(&message);
    }

    /// What the pilot sends next, with advice from the linear player where it is wanted.
    fn next_move(&mut self) -> Option<PieceMove> {
        loop {
            match self.controller.next_action() {
                Action::SendMove(order) => return Some(order),
                Action::RequestSuggestion(start) => {
                    let mut linear = LinearBot::default();
                    linear.handle(FrontendMessage::Start(start.clone()));
                    let answers = linear.handle(FrontendMessage::Suggest);
                    let Some(BotMessage::Suggestion { moves, .. }) = answers.first() else {
                        panic!("no suggestion");
                    };
                    self.controller.set_suggestion(&start, moves.clone());
                }
                _ => return None,
            }
        }
    }

    /// Lets the pilot send one move, which the server takes and does.
    fn step(&mut self) -> Option<Move> {
        let order = self.next_move()?;
        self.controller.on_move_sent(order);
        assert_eq!(order.piece_number, self.fixture.number);
        self.fixture.perform(order.mv, spawn_pose(PieceName::O, 0));
        self.controller.on_reply(MoveReply::Accepted);
        Some(order.mv)
    }

    /// Plays the piece to its drop, with every state shown at once.
    fn play_piece(&mut self) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(mv) = self.step() {
            moves.push(mv);
            if mv == Move::Drop {
                break;
            }
            self.show_piece();
        }
        moves
    }
}

/// All but a well of one column at the left is filled, four rows high.
fn well() -> Grid {
    let mut grid = Grid::default();
    grid.rows[16..].fill(0b11_1111_1110);
    grid
}
