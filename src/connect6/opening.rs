//! Short openings by chance, the same for the same seed, as even as a shallow search can see.
//!
//! Both sides play every opening, so that an uneven one harms little.

use super::engine::{Budget, Engine, Options};
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

/// Numbers by chance, from a seed: SplitMix64.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A free point near the middle.
    fn point(&mut self, taken: &[Point]) -> Point {
        let side = u64::from(2 * REACH + 1);
        loop {
            let from = Point::CENTRE.x() - REACH;
            let [x, y] = [0; 2].map(|_: u8| from + (self.next() % side) as u8);
            if let Some(point) = Point::new(x, y).filter(|point| !taken.contains(point)) {
                return point;
            }
        }
    }
}

/// Black in the middle, white's answer by chance, and what the engine makes of that for black:
/// five stones, and white is to move. Chance alone for black would give the game to white.
pub fn opening(seed: u64, number: u64) -> Vec<Turn> {
    let mut chance = Chance(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95));
    let mut engine = Engine::new(Options { memory: MEMORY });
    let tried = (0..TRIES).map(|_| attempt(&mut chance, &mut engine));
    let best = tried.min_by_key(|(unevenness, _)| *unevenness);
    best.map_or_else(Vec::new, |(_, turns)| turns)
}

/// An opening, and how far from even it seems to be.
fn attempt(chance: &mut Chance, engine: &mut Engine) -> (u32, Vec<Turn>) {
    let first = chance.point(&[Point::CENTRE]);
    let second = chance.point(&[Point::CENTRE, first]);
    let mut position = Position::new();
    for turn in [Turn::One(Point::CENTRE), Turn::Two(first, second)] {
        // Three different points are legal.
        let _ = position.play(turn);
    }
    let mut think = |position: &Position| {
        let budget = Budget {
            nodes: Some(NODES),
            deadline: None,
        };
        engine.clear();
        engine.think(position, budget, &AtomicBool::new(false))
    };
    if let Some(answer) = think(&position) {
        // The players will see for themselves if it is not legal.
        let _ = position.play(answer.turn);
    }
    let unevenness = match think(&position) {
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
