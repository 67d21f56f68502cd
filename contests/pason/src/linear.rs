//! The opponent to measure oneself against: every placement of the one falling piece judged
//! by a weighted sum, as the best documented clients of the contest did it.
//!
//! Speaks the protocol, so that it plugs in where any bot does. Also the judgement of last
//! resort when a bot suggests nothing that can be played.

use super::geometry::{COLUMNS, Grid, GridCell, Pose, ROWS, shapes};
use super::pathfinding::{ReachablePoses, RowLimit};
use landfall_tbp::messages::{
    BotMessage, FrontendMessage, Info, Location, Move, PieceName, SpinName, Start,
};

/// Most moves in a suggestion.
const MAX_SUGGESTED: usize = 10;

/// The weights: a published set that a genetic search found for this kind of player (Yiyuan
/// Lee, 2013).
const HEIGHT: f64 = -0.510_066;
const LINES: f64 = 0.760_666;
const HOLES: f64 = -0.356_63;
const BUMPINESS: f64 = -0.184_483;

/// A locked piece above the board loses the game.
const TOP_OUT: f64 = -1e6;

/// A player that remembers nothing but the last position.
#[derive(Clone, Debug, Default)]
pub struct LinearBot {
    position: Option<Start>,
}

impl LinearBot {
    /// How it introduces itself.
    pub fn info() -> BotMessage {
        BotMessage::Info(Info {
            name: "linear".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            author: "The landfall authors".to_string(),
            features: Vec::new(),
        })
    }

    /// Takes a message and answers it.
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
            FrontendMessage::Play { mv } => self.play(&mv),
            FrontendMessage::NewPiece { piece } => {
                let queue = self.position.as_mut().map(|start| &mut start.queue);
                queue.into_iter().for_each(|queue| queue.push(piece));
            }
            FrontendMessage::Quit => {}
        }
        Vec::new()
    }

    fn play(&mut self, mv: &Move) {
        let Some(start) = self.position.as_mut().filter(|s| !s.queue.is_empty()) else {
            return;
        };
        if let Some(grid) = Grid::from_tbp_rows(&start.board) {
            let cells = super::geometry::location_cells(&mv.location);
            start.board = grid.lock_cells(&cells).grid.to_tbp_rows();
            start.queue.remove(0);
        }
    }
}

/// The cells that leave the best board.
pub fn best_placement(grid: &Grid, rests: Vec<[GridCell; 4]>) -> Option<[GridCell; 4]> {
    let judged = rests
        .into_iter()
        .map(|cells| (evaluate(grid, &cells), cells));
    judged
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, cells)| cells)
}

/// The placements of the falling piece, the best first.
fn suggest(start: &Start) -> Option<Vec<Move>> {
    let grid = Grid::from_tbp_rows(&start.board)?;
    let spawn = spawn(*start.queue.first()?);
    let mut judged: Vec<(f64, Location)> = ReachablePoses::search(&grid, spawn, RowLimit::Unknown)
        .resting_cells()
        .into_iter()
        .filter_map(|cells| {
            let location = Pose::from_cells(spawn.piece, &cells)?.to_location()?;
            Some((evaluate(&grid, &cells), location))
        })
        .collect();
    judged.sort_by(|a, b| b.0.total_cmp(&a.0));
    let spin = SpinName::None;
    let moves = judged.into_iter().take(MAX_SUGGESTED);
    Some(moves.map(|(_, location)| Move { location, spin }).collect())
}

/// Where pieces enter, in the orientation that sticks out least.
fn spawn(piece: PieceName) -> Pose {
    let poses = (0..shapes(piece).len()).map(|orient| Pose {
        piece,
        row: 0,
        col: COLUMNS / 2,
        orient,
    });
    let least = poses.max_by_key(|pose| (pose.top_row(), std::cmp::Reverse(pose.orient)));
    least.unwrap_or(Pose {
        piece,
        row: 0,
        col: COLUMNS / 2,
        orient: 0,
    })
}

/// What a board is worth after a piece locked on these cells.
fn evaluate(grid: &Grid, cells: &[GridCell; 4]) -> f64 {
    let locked = grid.lock_cells(cells);
    let heights = (0..COLUMNS).map(|col| column_height(&locked.grid, col));
    let heights: Vec<i32> = heights.collect();
    let height: i32 = heights.iter().sum();
    let bumpiness: i32 = heights.windows(2).map(|w| (w[0] - w[1]).abs()).sum();
    let filled: u32 = locked.grid.rows.iter().map(|row| row.count_ones()).sum();
    let holes = f64::from(height) - f64::from(filled);
    let lost = match cells[0].0 < 0 {
        true => TOP_OUT,
        false => 0.0,
    };
    HEIGHT * f64::from(height)
        + LINES * locked.lines as f64
        + HOLES * holes
        + BUMPINESS * f64::from(bumpiness)
        + lost
}

fn column_height(grid: &Grid, col: i32) -> i32 {
    let top = (0..ROWS).find(|&row| !grid.is_free((row, col)));
    ROWS - top.unwrap_or(ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::{Position, UpcomingPieces, start_message};

    #[test]
    fn it_completes_a_row_when_it_can() {
        let mut grid = Grid::default();
        grid.rows[19] = 0b11_1100_0011;
        let mut linear = LinearBot::default();
        let position = Position {
            grid,
            piece: PieceName::I,
            upcoming: UpcomingPieces::default(),
            opponent: None,
        };
        linear.handle(FrontendMessage::Start(start_message(&position)));
        let answers = linear.handle(FrontendMessage::Suggest);
        let [BotMessage::Suggestion { moves, .. }] = answers.as_slice() else {
            panic!("{answers:?}");
        };
        assert_eq!((moves[0].location.x, moves[0].location.y), (3, 0));
        linear.handle(FrontendMessage::Play { mv: moves[0] });
        let after = linear.position.expect("a position");
        assert_eq!((after.board.len(), after.queue.len()), (0, 0));
    }
}
