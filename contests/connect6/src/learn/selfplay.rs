//! Games of the engine against itself: begun by chance, with a turn by chance now and then,
//! and ended as soon as a win is proved. Each is determined by its seed and its number.

use crate::engine::{Engine, SearchLimits};
use crate::record::GameRecord;
use crate::rng::SplitMix64;
use crate::rules::{Outcome, Point, Position, Turn};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What ends a game that a search has decided.
pub const PROVED_RESULT: &str = "threats that cannot be met";

/// Turns of a game, at most.
const MAX_TURNS: usize = 50;

/// Turns before which some of them may be by chance.
const RANDOM_TURNS_END: usize = 14;

/// Of a hundred early turns so many are by chance; each game takes one of these.
const RANDOM_PERCENTAGES: [u64; 4] = [0, 0, 0, 10];

/// How far from another stone those are.
const RANDOM_REACH: u64 = 2;

/// How the games of a series are played.
#[derive(Clone, Copy, Debug)]
pub struct SelfplayConfig {
    /// For all that is by chance.
    pub seed: u64,
    /// Nodes a turn in the mean: each takes half as many, or up to that many more.
    pub nodes: u64,
}

/// Plays a game. Turns that were searched for have a time, which is always 0 so that the
/// record is the same every time; those by chance have none. Nothing if `stop` was set.
pub fn play_game(
    plan: SelfplayConfig,
    number: u64,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Option<GameRecord> {
    let mut chance = SplitMix64::for_game(plan.seed, number);
    let mut game = Game {
        position: Position::new(),
        times: Vec::new(),
        spread: 2 + chance.below(3),
        opening_turns: 2 + chance.below(2) as usize,
        random_percentage: RANDOM_PERCENTAGES
            [chance.below(RANDOM_PERCENTAGES.len() as u64) as usize],
        chance,
    };
    engine.clear();
    while game.position.outcome().is_none() && game.times.len() < MAX_TURNS {
        if let Some(turn) = game.random_turn() {
            game.play(turn, None);
            continue;
        }
        let budget = SearchLimits {
            nodes: Some(game.chance.vary(plan.nodes)),
            deadline: None,
        };
        let answer = engine.search(&game.position, budget, stop)?;
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

/// A game as it goes on.
struct Game {
    position: Position,
    times: Vec<Option<Duration>>,
    chance: SplitMix64,
    /// How far from the middle the stones of the opening may be.
    spread: u64,
    /// Turns of the opening.
    opening_turns: usize,
    /// Of a hundred turns so many are by chance.
    random_percentage: u64,
}

impl Game {
    /// A turn by chance, if it is time for one.
    fn random_turn(&mut self) -> Option<Turn> {
        let made = self.times.len();
        if made == 0 {
            return Some(Turn::One(Point::CENTRE));
        }
        let given = made < self.opening_turns;
        if !given && (made >= RANDOM_TURNS_END || self.chance.below(100) >= self.random_percentage)
        {
            return None;
        }
        let first = self.random_point(given, None);
        Some(Turn::Two(first, self.random_point(given, Some(first))))
    }

    /// A free point near the middle, or else near a stone.
    fn random_point(&mut self, middle: bool, taken: Option<Point>) -> Point {
        let stones = Point::all().filter(|&point| self.position.stone_at(point).is_some());
        let stones: Vec<Point> = stones.collect();
        loop {
            let (from, reach) = match middle {
                true => (Point::CENTRE, self.spread),
                false => {
                    let stone = self.chance.below(stones.len() as u64) as usize;
                    (stones[stone], RANDOM_REACH)
                }
            };
            let [x, y] = [from.x(), from.y()].map(|middle| {
                let beyond = u64::from(middle) + self.chance.below(2 * reach + 1);
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
        // Free points by chance are legal, and so is what the engine answers.
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
