//! Random short openings, a function of a seed, balanced as far as a shallow search can tell. Both
//! sides of a match play every opening, so an unbalanced one does little harm.
//!
//! Openings that were tested by games are in `opening_book`.

use super::engine::{Engine, EngineOptions, SearchLimits, SearchResult};
use super::rules::{Point, Position, Turn};
use landfall_rng::SplitMix64;
use std::sync::atomic::AtomicBool;

/// Openings that are drawn; the most balanced one is returned.
const ATTEMPTS: usize = 10;

/// Nodes of the search for black's second turn, and of the search that scores the result.
const SEARCH_NODES: u64 = 5_000;

/// White's stones lie at most this many columns and rows from the centre.
const MAX_DISTANCE: u8 = 3;

/// Memory of the transposition table, in bytes.
const TABLE_BYTES: usize = 1 << 20;

/// Draws a free point near the centre other than `taken`.
pub(super) fn random_point_near_centre(
    rng: &mut SplitMix64,
    position: &Position,
    taken: Option<Point>,
) -> Point {
    let side = u64::from(2 * MAX_DISTANCE + 1);
    let free = |&point: &Point| position.stone_at(point).is_none() && Some(point) != taken;
    loop {
        let from = Point::CENTRE.x() - MAX_DISTANCE;
        let [x, y] = [0; 2].map(|_: u8| from + rng.modulo(side) as u8);
        if let Some(point) = Point::new(x, y).filter(free) {
            return point;
        }
    }
}

/// Returns a position with black in the centre and white's two stones drawn near it.
pub(super) fn random_start(rng: &mut SplitMix64) -> Position {
    let mut position = Position::new();
    // Free points are legal.
    let _ = position.play(Turn::One(Point::CENTRE));
    let first = random_point_near_centre(rng, &position, None);
    let second = random_point_near_centre(rng, &position, Some(first));
    let _ = position.play(Turn::Two(first, second));
    position
}

/// Returns the engine's turn in a position in which two stones are due, searched with an empty
/// transposition table.
pub(super) fn engine_reply(engine: &mut Engine, position: &Position) -> Option<SearchResult> {
    let limits = SearchLimits {
        nodes: Some(SEARCH_NODES),
        deadline: None,
    };
    engine.clear();
    engine.search(position, limits, &AtomicBool::new(false))
}

/// Returns an opening of five stones with white to move: black in the centre, a random turn of
/// white, and the engine's turn for black, since white mostly wins after a random one.
pub fn random_opening(seed: u64, number: u64) -> Vec<Turn> {
    let mut rng = SplitMix64::stream(seed, number);
    let mut engine = Engine::new(EngineOptions {
        memory: TABLE_BYTES,
        net: None,
    });
    let tried = (0..ATTEMPTS).map(|_| attempt(&mut rng, &mut engine));
    let best = tried.min_by_key(|(unevenness, _)| *unevenness);
    best.map_or_else(Vec::new, |(_, turns)| turns)
}

/// Draws an opening; returns the absolute value of its score, and its turns.
fn attempt(rng: &mut SplitMix64, engine: &mut Engine) -> (u32, Vec<Turn>) {
    let mut position = random_start(rng);
    if let Some(answer) = engine_reply(engine, &position) {
        // Turns of the engine are legal.
        let _ = position.play(answer.turn);
    }
    let unevenness = match engine_reply(engine, &position) {
        Some(answer) if answer.proven_winner.is_none() => answer.score.unsigned_abs(),
        _ => u32::MAX,
    };
    (unevenness, position.turns().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_depend_on_seed_and_number() {
        assert_eq!(random_opening(7, 3), random_opening(7, 3));
        let mut different = Vec::new();
        for one in [
            random_opening(1, 0),
            random_opening(1, 1),
            random_opening(2, 0),
        ] {
            let position = Position::after(one.iter().copied()).expect("legal");
            assert_eq!((one.len(), position.outcome()), (3, None));
            if !different.contains(&one) {
                different.push(one);
            }
        }
        assert!(different.len() > 1, "{different:?}");
    }
}
