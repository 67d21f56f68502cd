//! Even openings: drawn by chance, and kept when games of the engine against itself that begin
//! with them are won by black about as often as by white; and the text that lists openings.
//!
//! An opening that decides the game says nothing of who plays better, even when both sides
//! play it. The more is thought about a turn the fewer openings are even, so they are judged
//! by games of some thousand nodes a turn, and listed once for many matches.

use super::chance::Chance;
use super::engine::{Budget, Engine};
use super::opening::{answer, begun, near_middle};
use super::rules::{Colour, Outcome, Point, Position, Turn};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Turns of a game, at most.
const LONGEST: usize = 60;

/// What comes between the turns of an opening in the text.
const BETWEEN: &str = " / ";

/// How openings are drawn and judged.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// For all that is by chance.
    pub seed: u64,
    /// Games that judge an opening; two at least, or none is even.
    pub games: u32,
    /// Nodes a turn in the mean.
    pub nodes: u64,
}

impl Plan {
    /// Games that each colour has to win at least: three in eight, or half of very few.
    fn least(&self) -> u32 {
        (3 * self.games).div_ceil(8).min(self.games / 2)
    }
}

/// An opening, and how many of the games that judged it black and white won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Even {
    /// Black in the middle, two stones of white, two of black; white is to move.
    pub turns: Vec<Turn>,
    /// Games that black and that white won.
    pub won: [u32; 2],
}

impl fmt::Display for Even {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns: Vec<String> = self.turns.iter().map(Turn::to_string).collect();
        write!(f, "{}", turns.join(BETWEEN))
    }
}

/// Draws the opening of this number, and judges it; nothing if it is not even, or if `stop`
/// was set. White's stones are near the middle by chance. Black's are the engine's answer, or,
/// as that mostly is too good, one of its stones and another one by chance.
pub fn draw(plan: Plan, number: u64, engine: &mut Engine, stop: &AtomicBool) -> Option<Even> {
    let mut chance = Chance::of_game(plan.seed, number);
    let mut position = begun(&mut chance);
    let mut turn = answer(engine, &position)?;
    if let Turn::Two(first, _) = turn
        && chance.below(3) > 0
    {
        turn = Turn::Two(first, near_middle(&mut chance, &position, Some(first)));
    }
    position.play(turn).ok()?;
    let won = judge(plan, &position, &mut chance, engine, stop)?;
    Some(Even {
        turns: position.turns().to_vec(),
        won,
    })
}

/// How many games black and white win; nothing as soon as it cannot be even any more.
fn judge(
    plan: Plan,
    position: &Position,
    chance: &mut Chance,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Option<[u32; 2]> {
    let mut won = [0; 2];
    for left in (0..plan.games).rev() {
        if let Some(winner) = game(plan, position.clone(), chance, engine, stop)? {
            won[winner as usize] += 1;
        }
        if won.iter().any(|won| won + left < plan.least()) {
            return None;
        }
    }
    Some(won)
}

/// Plays a game to its end, or until a win is proved; says who wins, if anybody. Nothing if
/// `stop` was set.
fn game(
    plan: Plan,
    mut position: Position,
    chance: &mut Chance,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Option<Option<Colour>> {
    engine.clear();
    while position.outcome().is_none() && position.turns().len() < LONGEST {
        let budget = Budget {
            nodes: Some(chance.about(plan.nodes)),
            deadline: None,
        };
        let answer = engine.think(&position, budget, stop)?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if answer.proof.is_some() {
            return Some(answer.proof);
        }
        position.play(answer.turn).ok()?;
    }
    Some(match position.outcome() {
        Some(Outcome::Won(winner)) => Some(winner),
        _ => None,
    })
}

/// Why a text lists no openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unlisted {
    /// There are none in it.
    Empty,
    /// A line, from 1, that is no opening, and what is wrong with it.
    Line(usize, String),
}

impl fmt::Display for Unlisted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unlisted::Empty => write!(f, "there are no openings in it"),
            Unlisted::Line(line, why) => write!(
                f,
                "line {line}: {why}; an opening is a line such as \"j10{BETWEEN}k9 l8\""
            ),
        }
    }
}

impl std::error::Error for Unlisted {}

/// Reads openings, one a line; what follows a `#` is for people.
///
/// # Errors
/// A line is no opening: a point that there is not, a turn that is not legal, a game that is
/// over; or there are none.
pub fn read(text: &str) -> Result<Vec<Vec<Turn>>, Unlisted> {
    let lines = text.lines().zip(1..).map(|(line, number)| {
        let line = line.split('#').next().unwrap_or_default().trim();
        (line, number)
    });
    let openings = lines
        .filter(|(line, _)| !line.is_empty())
        .map(|(line, number)| opening(line).map_err(|why| Unlisted::Line(number, why)));
    let openings = openings.collect::<Result<Vec<_>, _>>()?;
    match openings.is_empty() {
        true => Err(Unlisted::Empty),
        false => Ok(openings),
    }
}

fn opening(line: &str) -> Result<Vec<Turn>, String> {
    let mut position = Position::new();
    for text in line.split(BETWEEN.trim()) {
        let points = text.split_whitespace().map(|name| name.parse::<Point>());
        let points = points.collect::<Result<Vec<_>, _>>();
        let turn = match points.map_err(|why| why.to_string())?[..] {
            [one] => Turn::One(one),
            [first, second] => Turn::Two(first, second),
            _ => return Err(format!("\"{}\" is no turn", text.trim())),
        };
        let legal = position.play(turn);
        legal.map_err(|why| format!("{turn} is not allowed: {why}"))?;
    }
    match position.outcome() {
        Some(_) => Err("the game is over".to_string()),
        None => Ok(position.turns().to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;

    const PLAN: Plan = Plan {
        seed: 1,
        games: 4,
        nodes: 60,
    };

    fn engine() -> Engine {
        Engine::new(Options {
            memory: 1 << 16,
            net: None,
        })
    }

    #[test]
    fn what_is_drawn_is_even_and_the_same_every_time() {
        let (mut engine, stop) = (engine(), AtomicBool::new(false));
        let mut draw = |number| draw(PLAN, number, &mut engine, &stop);
        let found: Vec<Even> = (0..12).filter_map(&mut draw).collect();
        assert!(!found.is_empty());
        for even in &found {
            assert!(even.won.iter().all(|&won| won >= 2), "{even:?}");
            let listed = read(&format!("{even} # for people\n\n# nothing\n"));
            assert_eq!(listed, Ok(vec![even.turns.clone()]));
        }
        let again: Vec<Even> = (0..12).filter_map(draw).collect();
        assert_eq!(again, found);
    }

    #[test]
    fn whatever_the_number_of_games_both_colours_can_win_enough() {
        for games in 2..=40 {
            let least = Plan { games, ..PLAN }.least();
            assert!(least > 0 && 2 * least <= games, "{games}");
        }
    }

    #[test]
    fn what_is_decided_is_not_even_and_takes_no_more_games_than_needed() {
        let mut position = Position::new();
        let point = |x, y| Point::new(x, y).expect("on the board");
        position.play(Turn::One(Point::CENTRE)).expect("legal");
        for row in [10, 11] {
            let white = Turn::Two(point(0, 2 * row - 10), point(18, 2 * row - 20));
            let black = Turn::Two(point(9, row), point(9, row + 2));
            position.play(white).expect("legal");
            position.play(black).expect("legal");
        }
        let (mut engine, stop) = (engine(), AtomicBool::new(false));
        let mut chance = Chance::new(1);
        let winner = game(PLAN, position.clone(), &mut chance, &mut engine, &stop);
        assert_eq!(winner, Some(Some(Colour::Black)));
        let eight = Plan { games: 8, ..PLAN };
        let won = judge(eight, &position, &mut chance, &mut engine, &stop);
        assert_eq!(won, None);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(draw(PLAN, 0, &mut engine, &stop), None);
    }

    #[test]
    fn those_that_come_with_the_program_are_openings() {
        let text = include_str!("../openings/connect6-even.txt");
        let mut openings = read(text).expect("openings");
        assert!(openings.iter().all(|turns| turns.len() == 3));
        openings.dedup();
        assert_eq!(openings.len(), 24);
    }

    #[test]
    fn what_is_no_opening_is_told_with_its_line() {
        let wrong = |text: &str, said: &str| {
            let why = read(text).expect_err(text).to_string();
            assert!(why.contains(said), "{text}: {why}");
        };
        wrong("", "no openings");
        wrong("# j10\n \n", "no openings");
        wrong("j10\nj10 / k20 a1", "line 2");
        wrong("j10 / k9", "line 1: k9 is not allowed");
        wrong("j10 k9", "line 1");
        wrong("j10 / / k9 l9", "line 1: \"\" is no turn");
        wrong("j10 / j10 a1", "line 1");
        assert_eq!(read("J10").map(|all| all.len()), Ok(1));
    }
}
