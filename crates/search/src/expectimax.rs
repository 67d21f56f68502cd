//! Expectimax past the known pieces: for every piece that may come the best that can be done with
//! it, weighted by its odds.
//!
//! An expectation, not a hope: no line may choose its pieces.

use crate::eval;
use crate::eval::evaluate_placements;
use crate::game::{Child, ShouldStop};
use crate::tetris_game::{LOST_VALUE, Position, TetrisGame};
use crate::threads::{MoveWithHold, PooledVec};
use landfall_rules::{Piece, Placement, Randomizer};

/// Looks ahead from positions of one game, and counts the nodes that it takes.
pub struct Expectimax<'a> {
    game: &'a TetrisGame,
    stop: ShouldStop<'a>,
    /// Positions evaluated so far.
    pub nodes: u64,
}

impl<'a> Expectimax<'a> {
    /// Returns an expectimax that has not evaluated anything yet.
    pub fn new(game: &'a TetrisGame, stop: ShouldStop<'a>) -> Expectimax<'a> {
        Expectimax {
            game,
            stop,
            nodes: 0,
        }
    }

    /// Returns about how many nodes a look `depth` pieces ahead takes: all placements, or `most`, of
    /// up to seven pieces and of the held one, and for each piece the `branches` that are followed.
    pub fn typical_nodes(depth: u32, branches: usize, most: Option<usize>) -> u64 {
        const ALL: usize = 32;
        let one_piece = 8 * most.unwrap_or(ALL).min(ALL) as u64;
        (1..depth).fold(one_piece, |nodes, _| {
            one_piece + 7 * branches as u64 * nodes
        })
    }

    /// Returns the mean over the next piece, by the odds given for it, looking `depth` (at least 1)
    /// unknown pieces ahead. `None` if stopped; a look of one piece is too short to be.
    pub fn expected_value(
        &mut self,
        position: &Position,
        randomizer: &Randomizer,
        odds: [u32; 7],
        depth: u32,
    ) -> Option<i32> {
        let from_hold = match position.hold.filter(|_| self.game.rules.hold) {
            Some(held) => self.evaluate_piece(position, held, None),
            None => PooledVec::new(),
        };
        let (mut sum, mut weight) = (0, 0);
        for piece in Piece::ALL {
            let share = i64::from(odds[piece.index()]);
            if share == 0 {
                continue;
            }
            let direct = self.evaluate_piece(position, piece, position.hold);
            let best = if depth <= 1 {
                let bonus = eval::evaluate_hold(&self.game.weights, Some(piece));
                let held = best_of(&from_hold).map(|value| value + bonus);
                best_of(&direct).max(held)
            } else {
                let held = from_hold.iter().map(|&child| (child, Some(piece)));
                let mut choices = PooledVec::new();
                choices.extend(direct.iter().map(|&child| (child, position.hold)));
                choices.extend(held.filter(|_| position.hold != Some(piece)));
                let mut after = randomizer.clone();
                after.observe(piece);
                self.recurse(position, &mut choices, &after, depth - 1)?
            };
            sum += share * i64::from(best.unwrap_or(LOST_VALUE));
            weight += share;
        }
        Some((sum / weight.max(1)) as i32)
    }

    /// Returns the best of the most promising choices, each looked at `depth` pieces further; the
    /// inner `None` if there is no choice.
    fn recurse(
        &mut self,
        position: &Position,
        choices: &mut [MoveWithHold],
        randomizer: &Randomizer,
        depth: u32,
    ) -> Option<Option<i32>> {
        let weights = &self.game.weights;
        choices.sort_unstable_by_key(|(child, hold)| {
            let bonus = eval::evaluate_hold(weights, *hold);
            (-(child.reward + child.eval + bonus), child.mv)
        });
        let mut best = None;
        for (child, hold) in choices
            .iter()
            .take(self.game.parameters.expectimax_branches)
        {
            if (self.stop)() {
                return None;
            }
            let next = Position {
                hold: *hold,
                ..self.game.after_move(position, &child.mv)
            };
            let value = self.expected_value(&next, randomizer, randomizer.odds(), depth)?;
            best = best.max(Some(child.reward + value));
        }
        Some(best)
    }

    /// Returns the placements of a piece, evaluated, with `hold` held after them.
    fn evaluate_piece(
        &mut self,
        position: &Position,
        piece: Piece,
        hold: Option<Piece>,
    ) -> PooledVec<Child<Placement>> {
        let mut children = PooledVec::new();
        let most = self.game.most_moves();
        evaluate_placements(self.game, position, (piece, hold), most, &mut children);
        self.nodes += children.len() as u64;
        children
    }
}

fn best_of(children: &[Child<Placement>]) -> Option<i32> {
    children.iter().map(|c| c.reward + c.eval).max()
}
