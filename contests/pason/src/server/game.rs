//! One game of two players: boards, pieces, the shared queue, points and the end.
//!
//! A game depends only on its seed and on the calls. Has no clock: the caller calls
//! [`Game::gravity_step`]. Has no names: players are 0 and 1. `piece_moves` has the moves of a
//! piece, `levels` the factor of the points.

#[cfg(test)]
mod tests;

use super::levels::{Level, level_for_points};
use crate::coordinates::{falling_piece, placement, spawn, top_row};
use crate::messages::{FallingPiece, Move, ROWS, orientations};
use crate::piece_moves::{clear_full_rows, dropped, fill, fits, moved};
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::PASON;
use landfall_rules::{Board, Piece};
use std::collections::VecDeque;

/// The visible pieces of the queue.
pub const QUEUE_LENGTH: usize = 5;

/// The pieces in the order of the contest's picture; random numbers are indices into it.
const DEAL_ORDER: [Piece; 7] = {
    use Piece::{I, J, L, O, S, T, Z};
    [O, I, S, Z, L, J, T]
};

/// A row without gaps.
const FULL: u16 = 0x3ff;

/// Rules that the specification leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct GameRules {
    /// Whether moves that lift cells of the falling piece above the board are not performed. New
    /// pieces, and pieces that garbage lifts, may still be there.
    pub closed_top: bool,
    /// Whether new pieces have any orientation, and not always 0.
    pub random_orientation: bool,
}

/// One player's side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

/// A lock of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// The player who locked the piece.
    pub player: usize,
    /// The rows that it completed, as the contest counts them, from the top, before they
    /// were cleared.
    pub cleared_rows: Vec<usize>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The player who won.
    pub winner: usize,
    /// Why.
    pub reason: EndReason,
}

/// Why a player won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The other player topped out.
    TopOut,
    /// Time ran out, and the winner has more points.
    Points,
    /// Time ran out at equal points.
    CoinFlip,
}

/// A game.
///
/// ```
/// use landfall_pason::messages::Move;
/// use landfall_pason::server::game::{Game, GameRules};
///
/// let mut game = Game::new(GameRules::default(), 7, [1, 1]);
/// let lock = game.apply(0, Move::Drop, None).expect("a drop locks");
/// assert!(lock.cleared_rows.is_empty());
/// assert_eq!(game.players()[0].pieces, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: GameRules,
    rng: SplitMix64,
    players: [Player; 2],
    queue: VecDeque<Piece>,
    result: Option<GameResult>,
}

impl Game {
    /// Returns a game in which both players have their first pieces; they are dealt in random
    /// order, and numbered from `first_numbers`.
    pub fn new(rules: GameRules, seed: u64, first_numbers: [i64; 2]) -> Game {
        let mut game = Game {
            rules,
            rng: SplitMix64::new(seed),
            players: first_numbers.map(|next_number| Player {
                next_number,
                ..Player::default()
            }),
            queue: VecDeque::new(),
            result: None,
        };
        for player in game.random_order() {
            game.spawn_next(player);
        }
        game
    }

    /// Returns both players.
    pub fn players(&self) -> &[Player; 2] {
        &self.players
    }

    /// Returns the next pieces, [`QUEUE_LENGTH`] of them.
    pub fn queue(&self) -> Vec<Piece> {
        self.queue.iter().copied().collect()
    }

    /// Returns how the game ended, once it has.
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// Returns the level of both players.
    pub fn level(&self) -> Level {
        level_for_points(self.players[0].points.max(self.players[1].points))
    }

    /// Performs a move, unless it collides, is meant for another piece, or there is no piece. A
    /// drop locks, and the next piece appears at once.
    pub fn apply(&mut self, player: usize, mv: Move, number: Option<i64>) -> Option<Lock> {
        let piece = self.players[player].piece?;
        if self.result.is_some() || number.is_some_and(|number| number != piece.number) {
            return None;
        }
        if mv == Move::Drop {
            let rest = dropped(&self.players[player].board, placement(&piece)?);
            let lock = self.lock(player, falling_piece(&rest, piece.number));
            self.spawn_next(player);
            return Some(lock);
        }
        if let Some(moved) = self.try_move(player, piece, mv) {
            self.players[player].piece = Some(moved);
        }
        None
    }

    /// Performs one step of gravity: pieces fall by a row; a piece that cannot fall locks, and the
    /// player has no piece until the next step. The order of the players is random.
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

    /// Ends the game by points, or by a coin flip if they are equal.
    pub fn decide_by_points(&mut self) {
        let [first, second] = [self.players[0].points, self.players[1].points];
        let (winner, reason) = if first == second {
            (self.rng.below(2) as usize, EndReason::CoinFlip)
        } else {
            (usize::from(second > first), EndReason::Points)
        };
        self.result.get_or_insert(GameResult { winner, reason });
    }

    fn random_order(&mut self) -> [usize; 2] {
        let first = self.rng.below(2) as usize;
        [first, 1 - first]
    }

    /// Returns the piece after a move by one cell or one turn; `None` if it collides or is refused.
    fn try_move(&self, player: usize, piece: FallingPiece, mv: Move) -> Option<FallingPiece> {
        let before = placement(&piece)?;
        let after = moved(before, mv);
        let lifted = top_row(&after) < 0 && top_row(&after) < top_row(&before);
        let refused = lifted && self.rules.closed_top;
        let performed = !refused && fits(&self.players[player].board, &after);
        performed.then(|| falling_piece(&after, piece.number))
    }

    /// Gives the next piece of the queue to a player; the player loses if it does not fit.
    fn spawn_next(&mut self, player: usize) {
        if self.result.is_some() {
            return;
        }
        while self.queue.len() <= QUEUE_LENGTH {
            let piece = DEAL_ORDER[self.rng.below(7) as usize];
            self.queue.push_back(piece);
        }
        let Some(piece) = self.queue.pop_front() else {
            return;
        };
        let orient = match self.rules.random_orientation {
            false => 0,
            true => self.rng.below(u32::from(orientations(piece))) as u8,
        };
        let side = &mut self.players[player];
        let piece = falling_piece(&spawn(piece, orient), side.next_number);
        side.next_number += 1;
        if side.has_room_for(&piece) {
            side.piece = Some(piece);
        } else {
            self.set_loser(player);
        }
    }

    /// Locks a piece at its position, clears rows, scores and sends garbage.
    fn lock(&mut self, player: usize, piece: FallingPiece) -> Lock {
        let factor = self.level().number;
        let side = &mut self.players[player];
        side.piece = None;
        side.pieces += 1;
        let mut lock = Lock {
            player,
            cleared_rows: Vec::new(),
        };
        let Some(placement) = placement(&piece) else {
            return lock;
        };
        fill(&mut side.board, &placement);
        if top_row(&placement) < 0 {
            self.set_loser(player);
            return lock;
        }
        let cleared = clear_full_rows(&mut side.board);
        lock.cleared_rows = (0..ROWS)
            .filter(|row| cleared >> (ROWS - 1 - row) & 1 == 1)
            .collect();
        let count = lock.cleared_rows.len();
        side.lines += count as u32;
        side.points += i64::from(PASON.points.plain[count]) * factor;
        for _ in 0..PASON.attack.plain[count] {
            self.add_garbage_row(1 - player);
        }
        lock
    }

    /// Adds a random row at the bottom of a board. A falling piece stays in place if it can, and is
    /// otherwise lifted as little as possible.
    fn add_garbage_row(&mut self, player: usize) {
        if self.result.is_some() {
            return;
        }
        // This is not the draw of `Ruleset::garbage_row`, which uses other bits: documented seeds
        // depend on these rows.
        let mut row = FULL;
        while row == FULL {
            row = self.rng.next_u64() as u16 & FULL;
        }
        let side = &mut self.players[player];
        if side.board.max_height() >= ROWS as u32 {
            self.set_loser(player);
            return;
        }
        side.board.raise(&[row]);
        if let Some(mut piece) = side.piece {
            while !side.has_room_for(&piece) {
                piece.row -= 1;
            }
            side.piece = Some(piece);
        }
    }

    fn set_loser(&mut self, player: usize) {
        self.result.get_or_insert(GameResult {
            winner: 1 - player,
            reason: EndReason::TopOut,
        });
    }
}

impl Player {
    /// Whether a piece collides with nothing at its position.
    fn has_room_for(&self, piece: &FallingPiece) -> bool {
        placement(piece).is_none_or(|placement| fits(&self.board, &placement))
    }
}
