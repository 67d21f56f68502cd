//! Games of the engine against itself: begun by chance, with a turn by chance now and then,
//! and ended as soon as a win is proved. Each is determined by its seed and its number.

use crate::chance::Chance;
use crate::engine::{Budget, Engine};
use crate::record::Record;
use crate::rules::{Outcome, Point, Position, Turn};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What ends a game that a search has decided.
pub const PROVED: &str = "threats that cannot be met";

/// Turns of a game, at most.
const LONGEST: usize = 50;

/// Turns before which some of them may be by chance.
const EARLY: usize = 14;

/// Of a hundred early turns so many are by chance; each game takes one of these.
const SLIPS: [u64; 4] = [0, 0, 0, 10];

/// How far from another stone those are.
const NEAR: u64 = 2;

/// How the games of a series are played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// For all that is by chance.
    pub seed: u64,
    /// Nodes a turn in the mean: each takes half as many, or up to that many more.
    pub nodes: u64,
}

/// Plays a game. Turns that were searched for have a time, which is always 0 so that the
/// record is the same every time; those by chance have none. Nothing if `stop` was set.
pub fn game(plan: Plan, number: u64, engine: &mut Engine, stop: &AtomicBool) -> Option<Record> {
    let mut chance = Chance::of_game(plan.seed, number);
    let mut game = Game {
        position: Position::new(),
        times: Vec::new(),
        spread: 2 + chance.below(3),
        given: 2 + chance.below(2) as usize,
        slips: SLIPS[chance.below(SLIPS.len() as u64) as usize],
        chance,
    };
    engine.clear();
    while game.position.outcome().is_none() && game.times.len() < LONGEST {
        if let Some(turn) = game.by_chance() {
            game.put(turn, None);
            continue;
        }
        let budget = Budget {
            nodes: Some(game.chance.about(plan.nodes)),
            deadline: None,
        };
        let answer = engine.think(&game.position, budget, stop)?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mover = game.position.to_move();
        game.put(answer.turn, Some(Duration::ZERO));
        if answer.proof == Some(mover) {
            return Some(game.record(format!("{mover} wins: {PROVED}")));
        }
    }
    let result = match game.position.outcome() {
        Some(Outcome::Won(winner)) => format!("{winner} wins: six in a row"),
        Some(Outcome::Draw) => "nobody wins: the board is full".to_string(),
        None => "nobody wins: not played to the end".to_string(),
    };
    Some(game.record(result))
}

/// A game as it goes on.
struct Game {
    position: Position,
    times: Vec<Option<Duration>>,
    chance: Chance,
    /// How far from the middle the stones of the opening may be.
    spread: u64,
    /// Turns of the opening.
    given: usize,
    /// Of a hundred turns so many are by chance.
    slips: u64,
}

impl Game {
    /// A turn by chance, if it is time for one.
    fn by_chance(&mut self) -> Option<Turn> {
        let made = self.times.len();
        if made == 0 {
            return Some(Turn::One(Point::CENTRE));
        }
        let given = made < self.given;
        if !given && (made >= EARLY || self.chance.below(100) >= self.slips) {
            return None;
        }
        let first = self.point(given, None);
        Some(Turn::Two(first, self.point(given, Some(first))))
    }

    /// A free point near the middle, or else near a stone.
    fn point(&mut self, middle: bool, taken: Option<Point>) -> Point {
        let stones = Point::all().filter(|&point| self.position.stone(point).is_some());
        let stones: Vec<Point> = stones.collect();
        loop {
            let (from, reach) = match middle {
                true => (Point::CENTRE, self.spread),
                false => {
                    let stone = self.chance.below(stones.len() as u64) as usize;
                    (stones[stone], NEAR)
                }
            };
            let [x, y] = [from.x(), from.y()].map(|middle| {
                let beyond = u64::from(middle) + self.chance.below(2 * reach + 1);
                u8::try_from(beyond.checked_sub(reach)?).ok()
            });
            let point = x.zip(y).and_then(|(x, y)| Point::new(x, y));
            if let Some(point) =
                point.filter(|&point| self.position.stone(point).is_none() && Some(point) != taken)
            {
                return point;
            }
        }
    }

    fn put(&mut self, turn: Turn, time: Option<Duration>) {
        self.times.push(time);
        // Free points by chance are legal, and so is what the engine answers.
        let legal = self.position.play(turn);
        debug_assert!(legal.is_ok(), "{turn}: {legal:?}");
    }

    fn record(self, result: String) -> Record {
        Record {
            players: ["A", "A"].map(str::to_string),
            result,
            turns: self.position.turns().to_vec(),
            times: self.times,
        }
    }
}
