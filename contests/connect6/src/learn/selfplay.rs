//! Games of the engine against itself: with random openings and some random turns, ended as soon as
//! a win is proved. Each game depends only on its seed and its number.

use crate::engine::{Engine, SearchLimits};
use crate::record::GameRecord;
use crate::rules::{Outcome, Point, Position, Turn};
use landfall_rng::SplitMix64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The reason in the result of a game with a proved win.
pub const PROVED_RESULT: &str = "threats that cannot be met";

/// Longest game, in turns.
const MAX_TURNS: usize = 50;

/// Turns from this one on are never random.
const RANDOM_TURNS_END: usize = 14;

/// Percentages of random turns before [`RANDOM_TURNS_END`]; each game draws one.
const RANDOM_PERCENTAGES: [u64; 4] = [0, 0, 0, 10];

/// Random stones lie at most this many columns and rows from another stone.
const RANDOM_REACH: u64 = 2;

/// How the games of a series are played.
#[derive(Clone, Copy, Debug)]
pub struct SelfplayConfig {
    /// Seed of all random choices.
    pub seed: u64,
    /// Average nodes per turn: each turn takes at least half as many, and at most half as many
    /// more.
    pub nodes: u64,
}

/// Plays a game; `None` if `stop` was set. Searched turns have the time 0, so that records are
/// reproducible; random ones have none.
pub fn play_game(
    config: SelfplayConfig,
    number: u64,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Option<GameRecord> {
    let mut rng = SplitMix64::stream(config.seed, number);
    let mut game = Game {
        position: Position::new(),
        times: Vec::new(),
        spread: 2 + rng.modulo(3),
        opening_turns: 2 + rng.modulo(2) as usize,
        random_percentage: RANDOM_PERCENTAGES[rng.modulo(RANDOM_PERCENTAGES.len() as u64) as usize],
        rng,
    };
    engine.clear();
    while game.position.outcome().is_none() && game.times.len() < MAX_TURNS {
        if let Some(turn) = game.random_turn() {
            game.play(turn, None);
            continue;
        }
        let limits = SearchLimits::about_nodes(config.nodes, &mut game.rng);
        let answer = engine.search(&game.position, limits, stop)?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mover = game.position.to_move();
        game.play(answer.turn, Some(Duration::ZERO));
        if answer.proven_winner == Some(mover) {
            return Some(game.into_record(format!("{mover} wins: {PROVED_RESULT}")));
        }
    }
    let result = match game.position.outcome() {
        Some(Outcome::Won(winner)) => format!("{winner} wins: six in a row"),
        Some(Outcome::Draw) => "nobody wins: the board is full".to_string(),
        None => "nobody wins: not played to the end".to_string(),
    };
    Some(game.into_record(result))
}

/// A game in progress.
struct Game {
    position: Position,
    times: Vec<Option<Duration>>,
    rng: SplitMix64,
    /// The opening's stones lie at most this many columns and rows from the centre.
    spread: u64,
    /// Turns of the opening.
    opening_turns: usize,
    /// Percentage of random turns after the opening.
    random_percentage: u64,
}

impl Game {
    /// Returns a random turn, if this one is to be random.
    fn random_turn(&mut self) -> Option<Turn> {
        let played = self.times.len();
        if played == 0 {
            return Some(Turn::One(Point::CENTRE));
        }
        let in_opening = played < self.opening_turns;
        if !in_opening
            && (played >= RANDOM_TURNS_END || self.rng.modulo(100) >= self.random_percentage)
        {
            return None;
        }
        let first = self.random_point(in_opening, None);
        Some(Turn::Two(first, self.random_point(in_opening, Some(first))))
    }

    /// Draws a free point near the centre, or otherwise near a stone.
    fn random_point(&mut self, near_centre: bool, taken: Option<Point>) -> Point {
        let stones = Point::all().filter(|&point| self.position.stone_at(point).is_some());
        let stones: Vec<Point> = stones.collect();
        loop {
            let (from, reach) = if near_centre {
                (Point::CENTRE, self.spread)
            } else {
                let stone = self.rng.modulo(stones.len() as u64) as usize;
                (stones[stone], RANDOM_REACH)
            };
            let [x, y] = [from.x(), from.y()].map(|coordinate| {
                let beyond = u64::from(coordinate) + self.rng.modulo(2 * reach + 1);
                u8::try_from(beyond.checked_sub(reach)?).ok()
            });
            let point = x.zip(y).and_then(|(x, y)| Point::new(x, y));
            if let Some(point) = point
                .filter(|&point| self.position.stone_at(point).is_none() && Some(point) != taken)
            {
                return point;
            }
        }
    }

    fn play(&mut self, turn: Turn, time: Option<Duration>) {
        self.times.push(time);
        // Random free points are legal, and so are the engine's turns.
        let legal = self.position.play(turn);
        debug_assert!(legal.is_ok(), "{turn}: {legal:?}");
    }

    fn into_record(self, result: String) -> GameRecord {
        GameRecord {
            players: ["A", "A"].map(str::to_string),
            result,
            turns: self.position.turns().to_vec(),
            times: self.times,
        }
    }
}
