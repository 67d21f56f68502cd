//! Short openings by chance, the same for the same seed, as even as a shallow search can see.
//!
//! Both sides play every opening, so that an uneven one harms little.

use super::engine::{Engine, EngineOptions, SearchLimits, SearchResult};
use super::rng::SplitMix64;
use super::rules::{Point, Position, Turn};
use std::sync::atomic::AtomicBool;

/// Openings that are tried before the most even one is taken.
const ATTEMPTS: usize = 10;

/// What the search may look at for black's second turn, and again to see how even that is.
const SEARCH_NODES: u64 = 5_000;

/// White's stones lie in a square about the middle, up to so many points away from it.
const MAX_DISTANCE: u8 = 3;

/// The memory of the search, in bytes.
const TABLE_BYTES: usize = 1 << 20;

/// A free point near the middle by chance, and not the one that is taken besides.
pub(super) fn random_point_near_centre(
    chance: &mut SplitMix64,
    position: &Position,
    taken: Option<Point>,
) -> Point {
    let side = u64::from(2 * MAX_DISTANCE + 1);
    let free = |&point: &Point| position.stone_at(point).is_none() && Some(point) != taken;
    loop {
        let from = Point::CENTRE.x() - MAX_DISTANCE;
        let [x, y] = [0; 2].map(|_: u8| from + chance.below(side) as u8);
        if let Some(point) = Point::new(x, y).filter(free) {
            return point;
        }
    }
}

/// Black in the middle, and white's two stones near it by chance.
pub(super) fn random_start(chance: &mut SplitMix64) -> Position {
    let mut position = Position::new();
    // Free points are legal.
    let _ = position.play(Turn::One(Point::CENTRE));
    let first = random_point_near_centre(chance, &position, None);
    let second = random_point_near_centre(chance, &position, Some(first));
    let _ = position.play(Turn::Two(first, second));
    position
}

/// What the engine makes of a position in which two stones are due; it knows nothing before.
pub(super) fn engine_reply(engine: &mut Engine, position: &Position) -> Option<Turn> {
    search(engine, position).map(|answer| answer.turn)
}

fn search(engine: &mut Engine, position: &Position) -> Option<SearchResult> {
    let budget = SearchLimits {
        nodes: Some(SEARCH_NODES),
        deadline: None,
    };
    engine.clear();
    engine.search(position, budget, &AtomicBool::new(false))
}

/// Black in the middle, white's answer by chance, and what the engine makes of that for black:
/// five stones, and white is to move. Chance alone for black would give the game to white.
pub fn random_opening(seed: u64, number: u64) -> Vec<Turn> {
    let mut chance = SplitMix64::for_game(seed, number);
    let mut engine = Engine::new(EngineOptions {
        memory: TABLE_BYTES,
        net: None,
    });
    let tried = (0..ATTEMPTS).map(|_| attempt(&mut chance, &mut engine));
    let best = tried.min_by_key(|(unevenness, _)| *unevenness);
    best.map_or_else(Vec::new, |(_, turns)| turns)
}

/// An opening, and how far from even it seems to be.
fn attempt(chance: &mut SplitMix64, engine: &mut Engine) -> (u32, Vec<Turn>) {
    let mut position = random_start(chance);
    if let Some(turn) = engine_reply(engine, &position) {
        // The players will see for themselves if it is not legal.
        let _ = position.play(turn);
    }
    let unevenness = match search(engine, &position) {
        Some(answer) if answer.proven_winner.is_none() => answer.score.unsigned_abs(),
        _ => u32::MAX,
    };
    (unevenness, position.turns().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_openings_and_another_one_others() {
        assert_eq!(random_opening(7, 3), random_opening(7, 3));
        let mut different = Vec::new();
        for one in [
            random_opening(1, 0),
            random_opening(1, 1),
            random_opening(2, 0),
        ] {
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
