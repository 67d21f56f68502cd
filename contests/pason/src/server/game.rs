//! One game of two players: boards, pieces, the shared queue, points and the end.
//!
//! A function of its seed and of what is done to it. Knows no clock: whoever has one
//! calls [`Game::gravity_step`]; and no names: players are 0 and 1.

#[cfg(test)]
mod tests;

use super::levels::{BASE_POINTS, GARBAGE_ROWS, Level, level_for_points};
use super::shapes::cells;
use crate::messages::{Board, COLUMNS, FallingPiece, Move, PieceKind, ROWS};
use landfall_rules::SplitMix64;
use std::collections::VecDeque;

/// Pieces of the queue that the players see.
pub const QUEUE_LENGTH: usize = 5;

/// Where the origin of a new piece is.
const SPAWN: (i32, i32) = (0, 5);

/// A row without gaps.
const FULL: u16 = (1 << COLUMNS) - 1;

/// What the specification leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct GameRules {
    /// Above the board.
    pub above_board: AboveBoard,
    /// How pieces come.
    pub spawn_orientation: SpawnOrientation,
}

/// Whether a move may lift cells of the falling piece above the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum AboveBoard {
    /// It may.
    #[default]
    Allowed,
    /// It is not performed. New pieces and pieces that garbage lifts may still stand there.
    Refused,
}

/// The orientation of a new piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SpawnOrientation {
    /// Always 0.
    #[default]
    Zero,
    /// Any of the piece's.
    Random,
}

/// One player's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The locked cells.
    pub board: Board,
    /// The falling piece.
    pub piece: Option<FallingPiece>,
    /// Points so far.
    pub points: i64,
    /// Rows completed so far.
    pub lines: u32,
    /// Pieces locked so far.
    pub pieces: u32,
    /// The number that the next piece gets.
    pub next_number: i64,
}

/// A piece came to rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// Whose.
    pub player: usize,
    /// The rows that it completed, from the top, as they were before they went.
    pub cleared_rows: Vec<usize>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Who won.
    pub winner: usize,
    /// Why.
    pub reason: EndReason,
}

/// Why somebody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The other one's stack went over the top.
    TopOut,
    /// Time ran out, and the winner has more points.
    Points,
    /// Time ran out at equal points.
    CoinFlip,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    rules: GameRules,
    seed: SplitMix64,
    players: [Player; 2],
    queue: VecDeque<PieceKind>,
    result: Option<GameResult>,
}

impl Game {
    /// A game whose players have their first pieces; they are dealt in random order, and
    /// numbered from `first_numbers`.
    pub fn new(rules: GameRules, seed: u64, first_numbers: [i64; 2]) -> Game {
        let mut game = Game {
            rules,
            seed: SplitMix64::new(seed),
            players: first_numbers.map(|next_number| Player {
                board: Board::EMPTY,
                piece: None,
                points: 0,
                lines: 0,
                pieces: 0,
                next_number,
            }),
            queue: VecDeque::new(),
            result: None,
        };
        for player in game.random_order() {
            game.spawn_next(player);
        }
        game
    }

    /// Both players.
    pub fn players(&self) -> &[Player; 2] {
        &self.players
    }

    /// The next pieces, [`QUEUE_LENGTH`] of them.
    pub fn queue(&self) -> Vec<PieceKind> {
        self.queue.iter().copied().collect()
    }

    /// How the game ended, once it has.
    pub fn ending(&self) -> Option<GameResult> {
        self.result
    }

    /// The level of both players.
    pub fn level(&self) -> Level {
        level_for_points(self.players[0].points.max(self.players[1].points))
    }

    /// Makes a move, unless it collides, is meant for another piece than the falling one,
    /// or comes when there is none. A drop locks, and the next piece comes at once.
    pub fn apply(&mut self, player: usize, mv: Move, number: Option<i64>) -> Option<Lock> {
        let mut piece = self.players[player].piece?;
        if self.result.is_some() || number.is_some_and(|number| number != piece.number) {
            return None;
        }
        if mv == Move::Drop {
            while let Some(lower) = self.try_move(player, piece, Move::Down) {
                piece = lower;
            }
            let lock = self.lock(player, piece);
            self.spawn_next(player);
            return Some(lock);
        }
        if let Some(moved) = self.try_move(player, piece, mv) {
            self.players[player].piece = Some(moved);
        }
        None
    }

    /// One step of time: pieces fall by a row; what cannot fall locks, and the player has
    /// no piece until the next step. The order of the players is random.
    pub fn gravity_step(&mut self) -> Vec<Lock> {
        let mut locks = Vec::new();
        for player in self.random_order() {
            if self.result.is_some() {
                break;
            }
            let Some(piece) = self.players[player].piece else {
                self.spawn_next(player);
                continue;
            };
            match self.try_move(player, piece, Move::Down) {
                Some(lower) => self.players[player].piece = Some(lower),
                None => locks.push(self.lock(player, piece)),
            }
        }
        locks
    }

    /// Ends the game by points, and by a coin flip if they are equal.
    pub fn decide_by_points(&mut self) {
        let [first, second] = [self.players[0].points, self.players[1].points];
        let (winner, reason) = match first == second {
            true => (self.seed.below(2) as usize, EndReason::CoinFlip),
            false => (usize::from(second > first), EndReason::Points),
        };
        self.result.get_or_insert(GameResult { winner, reason });
    }

    /// The players in random order.
    fn random_order(&mut self) -> [usize; 2] {
        let first = self.seed.below(2) as usize;
        [first, 1 - first]
    }

    /// The piece after a move; `None` if that collides.
    fn try_move(&self, player: usize, piece: FallingPiece, mv: Move) -> Option<FallingPiece> {
        let states = piece.piece.orientations();
        let mut moved = piece;
        match mv {
            Move::Left => moved.col -= 1,
            Move::Right => moved.col += 1,
            Move::Down | Move::Drop => moved.row += 1,
            Move::LRotate => moved.orient = (piece.orient + 1) % states,
            Move::RRotate => moved.orient = (piece.orient + states - 1) % states,
        }
        let lifted = top(&moved) < 0 && top(&moved) < top(&piece);
        let refused = lifted && self.rules.above_board == AboveBoard::Refused;
        (!refused && fits(&self.players[player].board, &moved)).then_some(moved)
    }

    /// Gives the next piece of the queue to a player, who loses if it does not fit.
    fn spawn_next(&mut self, player: usize) {
        if self.result.is_some() {
            return;
        }
        while self.queue.len() <= QUEUE_LENGTH {
            let piece = PieceKind::ALL[self.seed.below(7) as usize];
            self.queue.push_back(piece);
        }
        let Some(piece) = self.queue.pop_front() else {
            return;
        };
        let orient = match self.rules.spawn_orientation {
            SpawnOrientation::Zero => 0,
            SpawnOrientation::Random => self.seed.below(u32::from(piece.orientations())) as u8,
        };
        let side = &mut self.players[player];
        let piece = FallingPiece {
            piece,
            orient,
            number: side.next_number,
            row: SPAWN.0,
            col: SPAWN.1,
        };
        side.next_number += 1;
        match fits(&side.board, &piece) {
            true => side.piece = Some(piece),
            false => self.set_loser(player),
        }
    }

    /// Puts a piece down where it is, and does everything that follows from it.
    fn lock(&mut self, player: usize, piece: FallingPiece) -> Lock {
        let factor = self.level().number;
        let side = &mut self.players[player];
        side.piece = None;
        side.pieces += 1;
        for (row, col) in cells(&piece) {
            if row >= 0 {
                side.board.rows[row as usize] |= 1 << col;
            }
        }
        let mut lock = Lock {
            player,
            cleared_rows: Vec::new(),
        };
        if top(&piece) < 0 {
            self.set_loser(player);
            return lock;
        }
        lock.cleared_rows = clear(&mut side.board);
        let count = lock.cleared_rows.len();
        side.lines += count as u32;
        side.points += BASE_POINTS[count] * factor;
        for _ in 0..GARBAGE_ROWS[count] {
            self.add_garbage_row(1 - player);
        }
        lock
    }

    /// Pushes a row of coin flips into a board from below. A falling piece stays where it
    /// is if it can, and is lifted as little as possible otherwise.
    fn add_garbage_row(&mut self, player: usize) {
        if self.result.is_some() {
            return;
        }
        let mut row = FULL;
        while row == FULL {
            row = self.seed.next_u64() as u16 & FULL;
        }
        let side = &mut self.players[player];
        if side.board.rows[0] != 0 {
            self.set_loser(player);
            return;
        }
        side.board.rows.rotate_left(1);
        side.board.rows[ROWS - 1] = row;
        if let Some(piece) = &mut side.piece {
            while !fits(&side.board, piece) {
                piece.row -= 1;
            }
        }
    }

    fn set_loser(&mut self, player: usize) {
        self.result.get_or_insert(GameResult {
            winner: 1 - player,
            reason: EndReason::TopOut,
        });
    }
}

/// Whether a piece is between the walls, above the floor and on no locked cell.
fn fits(board: &Board, piece: &FallingPiece) -> bool {
    cells(piece).iter().all(|&(row, col)| {
        (0..COLUMNS as i32).contains(&col) && row < ROWS as i32 && !board.filled(row, col)
    })
}

/// The row of a piece's highest cell.
fn top(piece: &FallingPiece) -> i32 {
    let rows = cells(piece).map(|(row, _)| row);
    rows.into_iter().min().unwrap_or(piece.row)
}

/// Takes the full rows out; gives them as they were, from the top.
fn clear(board: &mut Board) -> Vec<usize> {
    let full: Vec<usize> = (0..ROWS).filter(|&row| board.rows[row] == FULL).collect();
    for &row in &full {
        board.rows[..=row].rotate_right(1);
        board.rows[0] = 0;
    }
    full
}
