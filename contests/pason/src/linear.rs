//! A weak player for comparison: it evaluates every placement of the falling piece by a weighted
//! sum, as the best documented clients of the contest did.
//!
//! Answers TBP messages, so it can be used like any other bot. Its evaluation also chooses a move
//! when a bot suggests nothing that can be played.

use super::coordinates::{spawn, top_row};
use super::messages::orientations;
use super::pathfinding::{ReachablePlacements, RowLimit};
use super::piece_moves::locked;
use landfall_rules::rulesets::PASON;
use landfall_rules::{Board, Piece, Placement, Randomizer};
use landfall_tbp::convert;
use landfall_tbp::messages::{BotMessage, FrontendMessage, Info, Move, Start};
use std::cmp::Reverse;

/// Most moves in a suggestion.
const MAX_SUGGESTED: usize = 10;

/// The weights: a published set that a genetic search found for this kind of player (Yiyuan
/// Lee, 2013).
const HEIGHT: f64 = -0.510_066;
const LINES: f64 = 0.760_666;
const HOLES: f64 = -0.356_63;
const BUMPINESS: f64 = -0.184_483;

/// The value of a lock above the board, which loses the game.
const TOP_OUT: f64 = -1e6;

/// A TBP bot of one ply. It remembers only the last position.
#[derive(Clone, Debug, Default)]
pub struct LinearBot {
    position: Option<Start>,
}

impl LinearBot {
    /// Returns the message `info` of the bot.
    pub fn info() -> BotMessage {
        BotMessage::Info(Info {
            name: "linear".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            author: "The landfall authors".to_string(),
            features: Vec::new(),
        })
    }

    /// Handles a message and returns the answers to it.
    pub fn handle(&mut self, message: FrontendMessage) -> Vec<BotMessage> {
        match message {
            FrontendMessage::Rules(_) => return vec![BotMessage::Ready],
            FrontendMessage::Start(start) => self.position = Some(start),
            FrontendMessage::Stop => self.position = None,
            FrontendMessage::Suggest => {
                let moves = self.position.as_ref().and_then(suggest).unwrap_or_default();
                return vec![BotMessage::Suggestion {
                    moves,
                    move_info: None,
                }];
            }
            FrontendMessage::Play(play) => self.play(&play.mv),
            FrontendMessage::NewPiece { piece } => {
                if let Some(start) = &mut self.position {
                    start.queue.push(piece);
                }
            }
            FrontendMessage::Analyse(_) | FrontendMessage::Quit => {}
        }
        Vec::new()
    }

    fn play(&mut self, mv: &Move) {
        let Some(start) = self.position.as_mut().filter(|s| !s.queue.is_empty()) else {
            return;
        };
        if let (Some(board), Ok(placement)) = (board(start), convert::to_placement(&PASON, mv)) {
            start.board = convert::board_rows(&locked(&board, &placement).0);
            start.queue.remove(0);
        }
    }
}

/// Returns the placement that leaves the best board; the last of equals.
pub fn best_placement(board: &Board, placements: Vec<Placement>) -> Option<Placement> {
    let values = placements
        .into_iter()
        .map(|placement| (evaluate(board, &placement), placement));
    values
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, placement)| placement)
}

/// The placements of the falling piece, best first; `None` without a board or a piece.
fn suggest(start: &Start) -> Option<Vec<Move>> {
    let board = board(start)?;
    let piece = convert::to_piece(*start.queue.first()?);
    let paths = ReachablePlacements::search(&board, flattest_spawn(piece), RowLimit::Unknown);
    let mut values: Vec<(f64, Placement)> = paths
        .resting_placements()
        .into_iter()
        .map(|placement| (evaluate(&board, &placement), placement))
        .collect();
    values.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = values.iter().take(MAX_SUGGESTED);
    Some(
        best.map(|(_, placement)| convert::to_move(&PASON, placement))
            .collect(),
    )
}

fn board(start: &Start) -> Option<Board> {
    let state = convert::to_state(&PASON, start, Randomizer::Uniform);
    state.ok().map(|state| state.board)
}

/// Where a piece enters, in the orientation that rises least above the board.
fn flattest_spawn(piece: Piece) -> Placement {
    let spawns = (0..orientations(piece)).map(|orient| spawn(piece, orient));
    let flattest = spawns.max_by_key(|at| (top_row(at), Reverse(at.rotation)));
    flattest.unwrap_or(spawn(piece, 0))
}

/// Returns the value of the board after a piece locked here.
fn evaluate(board: &Board, placement: &Placement) -> f64 {
    let (after, lines) = locked(board, placement);
    let heights: [i32; 10] = std::array::from_fn(|x| after.height(x) as i32);
    let height: i32 = heights.iter().sum();
    let bumpiness: i32 = heights.windows(2).map(|w| (w[0] - w[1]).abs()).sum();
    let filled: u32 = after.columns.iter().map(|column| column.count_ones()).sum();
    let holes = f64::from(height) - f64::from(filled);
    let top_out = if top_row(placement) < 0 { TOP_OUT } else { 0.0 };
    HEIGHT * f64::from(height)
        + LINES * f64::from(lines)
        + HOLES * holes
        + BUMPINESS * f64::from(bumpiness)
        + top_out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::{Position, UpcomingPieces, start_message};

    #[test]
    fn it_completes_a_row_when_it_can() {
        let mut linear = LinearBot::default();
        let position = Position {
            board: "##....####".parse().expect("a board"),
            piece: Piece::I,
            upcoming: UpcomingPieces::default(),
            opponent: None,
        };
        linear.handle(FrontendMessage::Start(start_message(&position)));
        let answers = linear.handle(FrontendMessage::Suggest);
        let [BotMessage::Suggestion { moves, .. }] = answers.as_slice() else {
            panic!("{answers:?}");
        };
        // The centre of a horizontal I is its second cell.
        assert_eq!((moves[0].location.x, moves[0].location.y), (3, 0));
        linear.handle(FrontendMessage::Play(moves[0].into()));
        let after = linear.position.expect("a position");
        assert_eq!((after.board.len(), after.queue.len()), (0, 0));
    }
}
