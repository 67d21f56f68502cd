//! Expectimax past the known pieces: the best value with every piece that may come, weighted by its
//! odds.
//!
//! The value is a mean over the pieces, not that of the best piece. A lookahead of one piece is
//! done at once; a deeper one ([`Lookahead`]) can be interrupted between two branches and
//! continued.

use crate::eval::evaluate_placements;
use crate::eval::evaluator::Evaluator;
use crate::game::{Child, Expectation, ShouldStop};
use crate::pending_garbage::PendingGarbage;
use crate::position::{LOST_VALUE, Position};
use crate::threads::{MoveWithHold, PooledVec};
use landfall_rules::{Piece, Placement, Randomizer};

/// The odds of each piece to come next.
pub type Odds = [u32; 7];

/// How moves with unknown pieces are evaluated, and how many of them.
#[derive(Clone, Copy)]
pub struct Expectimax<'a> {
    /// The evaluation of a move.
    pub evaluator: &'a Evaluator,
    /// Placements of each piece that are followed in a lookahead of more than one piece.
    pub branches: usize,
    /// About how many moves of each piece are evaluated; `None` for all.
    pub most_moves: Option<usize>,
}

/// Returns about how many nodes a lookahead of `depth` pieces takes: all placements, or `most`, of
/// up to seven pieces and of the held one, and for each piece the `branches` that are followed.
pub fn typical_nodes(depth: u32, branches: usize, most: Option<usize>) -> u64 {
    const ALL: usize = 32;
    let one_piece = 8 * most.unwrap_or(ALL).min(ALL) as u64;
    (1..depth).fold(one_piece, |nodes, _| {
        one_piece + 7 * branches as u64 * nodes
    })
}

/// Returns the mean over the next piece, by the odds given for it.
pub fn expectation_of_one_piece(
    expectimax: &Expectimax,
    position: &Position,
    odds: Odds,
) -> Expectation {
    let from_hold = evaluate_held_piece(expectimax, position);
    let mut nodes = from_hold.len() as u64;
    let mut mean = Mean::default();
    for (piece, share) in pieces_with_odds(odds) {
        let direct = evaluate_piece(expectimax, position, piece, position.hold);
        nodes += direct.len() as u64;
        let bonus = expectimax.evaluator.hold_value(Some(piece));
        let held = best_of(&from_hold).map(|value| value + bonus);
        mean.add(share, best_of(&direct).max(held));
    }
    Expectation {
        value: mean.value(),
        nodes,
    }
}

/// A lookahead of at least two pieces from one position.
pub struct Lookahead {
    position: Position,
    /// What is known about the pieces that come.
    randomizer: Randomizer,
    odds: Odds,
    depth: u32,
    /// The placements of the held piece.
    from_hold: PooledVec<Child<Placement>>,
    /// The piece that is explored, by its index in [`Piece::ALL`].
    piece: usize,
    /// The branches of that piece, once they are known.
    branches: Option<Branches>,
    /// The mean over the pieces before it.
    mean: Mean,
    /// Positions evaluated so far.
    nodes: u64,
}

/// The placements of one piece that are explored.
struct Branches {
    /// All placements, the most promising first.
    choices: PooledVec<MoveWithHold>,
    /// What is known about the pieces after this one.
    randomizer: Randomizer,
    /// The choice that is explored, by its index.
    next: usize,
    /// The lookahead from there, if it has begun.
    inner: Option<Box<Lookahead>>,
    /// The best value of the choices before it.
    best: Option<i32>,
}

impl Lookahead {
    /// Begins a lookahead of `depth` (at least 2) pieces, the first by the odds given for it.
    pub fn new(
        expectimax: &Expectimax,
        position: Position,
        randomizer: Randomizer,
        odds: Odds,
        depth: u32,
    ) -> Lookahead {
        let from_hold = evaluate_held_piece(expectimax, &position);
        Lookahead {
            nodes: from_hold.len() as u64,
            position,
            randomizer,
            odds,
            depth,
            from_hold,
            piece: 0,
            branches: None,
            mean: Mean::default(),
        }
    }

    /// Continues until all pieces have been explored; returns `None` if `stop` returns true first.
    pub fn advance(&mut self, expectimax: &Expectimax, stop: ShouldStop) -> Option<Expectation> {
        while let Some(&piece) = Piece::ALL.get(self.piece) {
            let share = self.odds[piece.index()];
            if share > 0 {
                let mut branches = match self.branches.take() {
                    Some(branches) => branches,
                    None => self.begin_branches(expectimax, piece),
                };
                if !self.explore(&mut branches, expectimax, stop) {
                    self.branches = Some(branches);
                    return None;
                }
                self.mean.add(share, branches.best);
            }
            self.piece += 1;
        }
        Some(Expectation {
            value: self.mean.value(),
            nodes: self.nodes,
        })
    }

    /// Returns the branches of a piece, none explored yet.
    fn begin_branches(&mut self, expectimax: &Expectimax, piece: Piece) -> Branches {
        let hold = self.position.hold;
        let direct = evaluate_piece(expectimax, &self.position, piece, hold);
        self.nodes += direct.len() as u64;
        let held = self.from_hold.iter().map(|&child| (child, Some(piece)));
        let mut choices = PooledVec::new();
        choices.extend(direct.iter().map(|&child| (child, hold)));
        choices.extend(held.filter(|_| hold != Some(piece)));
        let [kept, swapped] = [hold, Some(piece)].map(|held| expectimax.evaluator.hold_value(held));
        choices.sort_unstable_by_key(|(child, held)| {
            let bonus = if *held == hold { kept } else { swapped };
            (-(child.reward + child.eval + bonus), child.mv)
        });
        let mut randomizer = self.randomizer.clone();
        randomizer.observe(piece);
        Branches {
            choices,
            randomizer,
            next: 0,
            inner: None,
            best: None,
        }
    }

    /// Explores the most promising branches of a piece. Returns whether all have been explored.
    fn explore(
        &mut self,
        branches: &mut Branches,
        expectimax: &Expectimax,
        stop: ShouldStop,
    ) -> bool {
        let most = expectimax.branches;
        while let Some(&(child, hold)) = branches.choices.iter().take(most).nth(branches.next) {
            let found = match &mut branches.inner {
                Some(inner) => inner.advance(expectimax, stop),
                None if stop() => None,
                None => self.explore_branch(branches, expectimax, (child.mv, hold), stop),
            };
            let Some(found) = found else {
                return false;
            };
            self.nodes += found.nodes;
            branches.best = branches.best.max(Some(child.reward + found.value));
            branches.inner = None;
            branches.next += 1;
        }
        true
    }

    /// Explores one placement, after which `hold` is held.
    fn explore_branch(
        &self,
        branches: &mut Branches,
        expectimax: &Expectimax,
        (mv, hold): (Placement, Option<Piece>),
        stop: ShouldStop,
    ) -> Option<Expectation> {
        let transitions = &expectimax.evaluator.transitions;
        let position = Position {
            hold,
            ..transitions.after_move(&self.position, &mv, &PendingGarbage::default())
        };
        let (randomizer, odds) = (&branches.randomizer, branches.randomizer.odds());
        if self.depth <= 2 {
            return Some(expectation_of_one_piece(expectimax, &position, odds));
        }
        let depth = self.depth - 1;
        let inner = Lookahead::new(expectimax, position, randomizer.clone(), odds, depth);
        branches
            .inner
            .insert(Box::new(inner))
            .advance(expectimax, stop)
    }
}

/// A mean of values, each with a weight.
#[derive(Default)]
struct Mean {
    sum: i64,
    weight: i64,
}

impl Mean {
    /// Adds the best value with a piece; without a placement for it the game is lost.
    fn add(&mut self, share: u32, best: Option<i32>) {
        self.sum += i64::from(share) * i64::from(best.unwrap_or(LOST_VALUE));
        self.weight += i64::from(share);
    }

    fn value(&self) -> i32 {
        (self.sum / self.weight.max(1)) as i32
    }
}

/// Returns the pieces that may come, with their odds.
fn pieces_with_odds(odds: Odds) -> impl Iterator<Item = (Piece, u32)> {
    let pieces = Piece::ALL.into_iter();
    let with_odds = pieces.map(move |piece| (piece, odds[piece.index()]));
    with_odds.filter(|&(_, share)| share > 0)
}

/// Returns the placements of the held piece, evaluated, with nothing held after them; none where
/// there is no hold.
fn evaluate_held_piece(
    expectimax: &Expectimax,
    position: &Position,
) -> PooledVec<Child<Placement>> {
    match position
        .hold
        .filter(|_| expectimax.evaluator.transitions.rules.hold)
    {
        Some(held) => evaluate_piece(expectimax, position, held, None),
        None => PooledVec::new(),
    }
}

/// Returns the placements of a piece, evaluated, with `hold` held after them.
fn evaluate_piece(
    expectimax: &Expectimax,
    position: &Position,
    piece: Piece,
    hold: Option<Piece>,
) -> PooledVec<Child<Placement>> {
    let mut children = PooledVec::new();
    let most = expectimax.most_moves;
    evaluate_placements(
        expectimax.evaluator,
        position,
        (piece, hold),
        most,
        &mut children,
    );
    children
}

fn best_of(children: &[Child<Placement>]) -> Option<i32> {
    children.iter().map(|c| c.reward + c.eval).max()
}
