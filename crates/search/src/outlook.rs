//! What a position is worth past the known pieces: for every piece that may come the best
//! that can be done with it, weighted by its odds.
//!
//! An expectation, not a hope: no line may choose its pieces.

use super::evaluate;
use super::game::{Child, Stop};
use super::judge::judge;
use super::scratch::{Choice, Lent};
use super::stacker::{LOST, Position, Stacker};
use landfall_rules::{Piece, Placement, Randomizer};

/// Placements of each piece that are followed when more than one piece is looked ahead.
const FOLLOWED: usize = 3;

/// Looks ahead from positions of one game, and counts the nodes that it takes.
pub struct Outlook<'a> {
    game: &'a Stacker,
    stop: Stop<'a>,
    /// Positions evaluated so far.
    pub nodes: u64,
}

impl<'a> Outlook<'a> {
    /// An outlook that has not looked yet.
    pub fn new(game: &'a Stacker, stop: Stop<'a>) -> Outlook<'a> {
        Outlook {
            game,
            stop,
            nodes: 0,
        }
    }

    /// Nodes that a look `depth` pieces ahead takes, roughly: all placements of up to seven
    /// pieces and of the held one, and for each piece those that are followed.
    pub fn usual_nodes(depth: u32) -> u64 {
        const ONE_PIECE: u64 = 8 * 32;
        (1..depth).fold(ONE_PIECE, |nodes, _| {
            ONE_PIECE + 7 * FOLLOWED as u64 * nodes
        })
    }

    /// The mean over the next piece, by the odds given for it, looking `depth` (at least 1)
    /// unknown pieces ahead. `None` when stopped; a look of one piece is too short to be.
    pub fn mean(
        &mut self,
        position: &Position,
        randomizer: &Randomizer,
        odds: [u32; 7],
        depth: u32,
    ) -> Option<i32> {
        let from_hold = match position.hold.filter(|_| self.game.rules.hold) {
            Some(held) => self.placements(position, held, None),
            None => Lent::empty(),
        };
        let (mut sum, mut weight) = (0, 0);
        for piece in Piece::ALL {
            let share = i64::from(odds[piece.index()]);
            if share == 0 {
                continue;
            }
            let direct = self.placements(position, piece, position.hold);
            let best = if depth <= 1 {
                let bonus = evaluate::hold(&self.game.weights, Some(piece));
                let held = best_of(&from_hold).map(|value| value + bonus);
                best_of(&direct).max(held)
            } else {
                let held = from_hold.iter().map(|&child| (child, Some(piece)));
                let mut choices = Lent::empty();
                choices.extend(direct.iter().map(|&child| (child, position.hold)));
                choices.extend(held.filter(|_| position.hold != Some(piece)));
                let mut after = randomizer.clone();
                after.observe(piece);
                self.follow(position, &mut choices, &after, depth - 1)?
            };
            sum += share * i64::from(best.unwrap_or(LOST));
            weight += share;
        }
        Some((sum / weight.max(1)) as i32)
    }

    /// The best of the most promising choices, each looked at `depth` pieces further; the
    /// inner `None` when there is no choice.
    fn follow(
        &mut self,
        position: &Position,
        choices: &mut [Choice],
        randomizer: &Randomizer,
        depth: u32,
    ) -> Option<Option<i32>> {
        let weights = &self.game.weights;
        choices.sort_unstable_by_key(|(child, hold)| {
            let bonus = evaluate::hold(weights, *hold);
            (-(child.reward + child.eval + bonus), child.mv)
        });
        let mut best = None;
        for (child, hold) in choices.iter().take(FOLLOWED) {
            if (self.stop)() {
                return None;
            }
            let next = Position {
                hold: *hold,
                ..self.game.after(position, &child.mv)
            };
            let value = self.mean(&next, randomizer, randomizer.odds(), depth)?;
            best = best.max(Some(child.reward + value));
        }
        Some(best)
    }

    fn placements(
        &mut self,
        position: &Position,
        piece: Piece,
        hold: Option<Piece>,
    ) -> Lent<Child<Placement>> {
        let mut children = Lent::empty();
        judge(self.game, position, piece, hold, &mut children);
        self.nodes += children.len() as u64;
        children
    }
}

fn best_of(children: &[Child<Placement>]) -> Option<i32> {
    children.iter().map(|c| c.reward + c.eval).max()
}
