//! Short openings by chance, the same for the same seed, as even as a shallow search can see.
//!
//! Both sides play every opening, so that an uneven one harms little.

use super::chance::Chance;
use super::engine::{Answer, Budget, Engine, Options};
use super::rules::{Point, Position, Turn};
use std::sync::atomic::AtomicBool;

/// Openings that are tried before the most even one is taken.
const TRIES: usize = 10;

/// What the search may look at for black's second turn, and again to see how even that is.
const NODES: u64 = 5_000;

/// White's stones lie in a square about the middle, up to so many points away from it.
const REACH: u8 = 3;

/// The memory of the search, in bytes.
const MEMORY: usize = 1 << 20;

/// A free point near the middle by chance, and not the one that is taken besides.
pub(super) fn near_middle(chance: &mut Chance, position: &Position, taken: Option<Point>) -> Point {
    let side = u64::from(2 * REACH + 1);
    let free = |&point: &Point| position.stone(point).is_none() && Some(point) != taken;
    loop {
        let from = Point::CENTRE.x() - REACH;
        let [x, y] = [0; 2].map(|_: u8| from + chance.below(side) as u8);
        if let Some(point) = Point::new(x, y).filter(free) {
            return point;
        }
    }
}

/// Black in the middle, and white's two stones near it by chance.
pub(super) fn begun(chance: &mut Chance) -> Position {
    let mut position = Position::new();
    // Free points are legal.
    let _ = position.play(Turn::One(Point::CENTRE));
    let first = near_middle(chance, &position, None);
    let second = near_middle(chance, &position, Some(first));
    let _ = position.play(Turn::Two(first, second));
    position
}

/// What the engine makes of a position in which two stones are due; it knows nothing before.
pub(super) fn answer(engine: &mut Engine, position: &Position) -> Option<Turn> {
    think(engine, position).map(|answer| answer.turn)
}

fn think(engine: &mut Engine, position: &Position) -> Option<Answer> {
    let budget = Budget {
        nodes: Some(NODES),
        deadline: None,
    };
    engine.clear();
    engine.think(position, budget, &AtomicBool::new(false))
}

/// Black in the middle, white's answer by chance, and what the engine makes of that for black:
/// five stones, and white is to move. Chance alone for black would give the game to white.
pub fn opening(seed: u64, number: u64) -> Vec<Turn> {
    let mut chance = Chance::of_game(seed, number);
    let mut engine = Engine::new(Options {
        memory: MEMORY,
        net: None,
    });
    let tried = (0..TRIES).map(|_| attempt(&mut chance, &mut engine));
    let best = tried.min_by_key(|(unevenness, _)| *unevenness);
    best.map_or_else(Vec::new, |(_, turns)| turns)
}

/// An opening, and how far from even it seems to be.
fn attempt(chance: &mut Chance, engine: &mut Engine) -> (u32, Vec<Turn>) {
    let mut position = begun(chance);
    if let Some(turn) = answer(engine, &position) {
        // The players will see for themselves if it is not legal.
        let _ = position.play(turn);
    }
    let unevenness = match think(engine, &position) {
        Some(answer) if answer.proof.is_none() => answer.score.unsigned_abs(),
        _ => u32::MAX,
    };
    (unevenness, position.turns().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_openings_and_another_one_others() {
        assert_eq!(opening(7, 3), opening(7, 3));
        let mut different = Vec::new();
        for one in [opening(1, 0), opening(1, 1), opening(2, 0)] {
            let mut position = Position::new();
            for &turn in &one {
                position.play(turn).expect("legal");
            }
            assert_eq!((one.len(), position.outcome()), (3, None));
            if !different.contains(&one) {
                different.push(one);
            }
        }
        assert!(different.len() > 1, "{different:?}");
    }
}
