//! The pilot on scripted states, without sockets: what it sends, and when it does not.
//!
//! Here is what the tests share: a pilot at a table with the true state of the game.

mod changes;
mod games;
mod proof;

use super::*;
use crate::linear::Linear;
use crate::plan::apply;
use crate::stage::{OTHER, Stage, TEAM, match_end, spawn};
use landfall_tbp::messages::{BotMessage, FrontendMessage, PieceName};
use std::collections::BTreeMap;

/// A pilot and the game that it plays.
struct Table {
    pilot: Pilot,
    stage: Stage,
}

impl Table {
    /// A game that begins with a piece on a board.
    fn begin(grid: Grid, pose: Pose) -> Table {
        let mut table = Table {
            pilot: Pilot::new(TEAM),
            stage: Stage::begin(grid, pose),
        };
        table.show_board();
        table.show_piece();
        table
    }

    fn show_board(&mut self) {
        let message = self.stage.board();
        self.pilot.hear(&message);
    }

    fn show_piece(&mut self) {
        let message = self.stage.piece();
        self.pilot.hear(&message);
    }

    /// What the pilot sends next, with advice from the linear player where it is wanted.
    fn order(&mut self) -> Option<Order> {
        loop {
            match self.pilot.wish() {
                Wish::Send(order) => return Some(order),
                Wish::Advice(start) => {
                    let mut linear = Linear::default();
                    linear.on(FrontendMessage::Start(start.clone()));
                    let answers = linear.on(FrontendMessage::Suggest);
                    let Some(BotMessage::Suggestion { moves, .. }) = answers.first() else {
                        panic!("no suggestion");
                    };
                    self.pilot.advise(&start, moves.clone());
                }
                _ => return None,
            }
        }
    }

    /// Lets the pilot send one move, which the server takes and does.
    fn step(&mut self) -> Option<Move> {
        let order = self.order()?;
        self.pilot.sent(order);
        assert_eq!(order.piece_number, self.stage.number);
        self.stage.perform(order.mv, spawn(PieceName::O, 0));
        self.pilot.answered(Answer::Accepted);
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
