//! The controller on scripted states, without sockets: which moves it sends, and when it waits.
//!
//! Contains what the tests share: a controller and the true state of its game.

mod confirmation;
mod games;
mod interruptions;
mod late_states;

use super::*;
use crate::coordinates::{spawn, top_row};
use crate::linear::LinearBot;
use crate::piece_moves::apply_move;
use crate::test_fixture::{GameFixture, OTHER, TEAM, match_end_message};
use landfall_rules::Placement;
use landfall_rules::rulesets::PASON;
use landfall_tbp::messages::{BotMessage, FrontendMessage};
use std::collections::BTreeMap;

/// A controller and the game that it plays.
struct ControlledGame {
    controller: Controller,
    fixture: GameFixture,
}

impl ControlledGame {
    /// A game that begins with a piece on a board.
    fn new(board: Board, piece: Placement) -> ControlledGame {
        let mut game = ControlledGame {
            controller: Controller::new(TEAM),
            fixture: GameFixture::new(board, piece),
        };
        game.show_board();
        game.show_piece();
        game
    }

    fn show_board(&mut self) {
        let message = self.fixture.board_message();
        self.controller.update(&message);
    }

    fn show_piece(&mut self) {
        let message = self.fixture.piece_message();
        self.controller.update(&message);
    }

    /// Returns the next move that the controller sends.
    fn next_move(&mut self) -> Option<PieceMove> {
        next_move(&mut self.controller)
    }

    /// Lets the controller send one move, which the server accepts and performs.
    fn step(&mut self) -> Option<Move> {
        let order = self.next_move()?;
        self.controller.on_move_sent(order);
        assert_eq!(order.piece_number, self.fixture.number);
        self.fixture.perform(order.mv, spawn(Piece::O, 0));
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

/// Returns the next move that a controller sends, with suggestions of the linear bot when it
/// requests them.
fn next_move(controller: &mut Controller) -> Option<PieceMove> {
    loop {
        match controller.next_action() {
            Action::SendMove(order) => return Some(order),
            Action::RequestSuggestion(start) => {
                let mut linear = LinearBot::default();
                linear.handle(FrontendMessage::Start(start.clone()));
                let answers = linear.handle(FrontendMessage::Suggest);
                let Some(BotMessage::Suggestion { moves, .. }) = answers.first() else {
                    panic!("no suggestion");
                };
                controller.set_suggestion(&start, moves.clone());
            }
            _ => return None,
        }
    }
}

/// ```text
/// .#########
/// .#########
/// .#########
/// .#########
/// ```
fn well() -> Board {
    let mut board = Board::EMPTY;
    board.raise(&[0b11_1111_1110; 4]);
    board
}
