//! Even openings: drawn by chance, and kept when games of the engine against itself that begin
//! with them are won by black about as often as by white; and the text that lists openings.
//!
//! An opening that decides the game says nothing of who plays better, even when both sides
//! play it. The more is thought about a turn the fewer openings are even, so they are judged
//! by games of some thousand nodes a turn, and listed once for many matches.

use super::engine::{Engine, SearchLimits};
use super::random_opening::{engine_reply, random_point_near_centre, random_start};
use super::rng::SplitMix64;
use super::rules::{Colour, Outcome, Point, Position, Turn};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Turns of a game, at most.
const MAX_TURNS: usize = 60;

/// What comes between the turns of an opening in the text.
const TURN_SEPARATOR: &str = " / ";

/// How openings are drawn and judged.
#[derive(Clone, Copy, Debug)]
pub struct BalanceConfig {
    /// For all that is by chance.
    pub seed: u64,
    /// Games that judge an opening; two at least, or none is even.
    pub games: u32,
    /// Nodes a turn in the mean.
    pub nodes: u64,
}

impl BalanceConfig {
    /// Games that each colour has to win at least: three in eight, or half of very few.
    fn min_wins(&self) -> u32 {
        (3 * self.games).div_ceil(8).min(self.games / 2)
    }
}

/// An opening, and how many of the games that judged it black and white won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalancedOpening {
    /// Black in the middle, two stones of white, two of black; white is to move.
    pub turns: Vec<Turn>,
    /// Games that black and that white won.
    pub wins: [u32; 2],
}

impl fmt::Display for BalancedOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns: Vec<String> = self.turns.iter().map(Turn::to_string).collect();
        write!(f, "{}", turns.join(TURN_SEPARATOR))
    }
}

/// Draws the opening of this number, and judges it; nothing if it is not even, or if `stop`
/// was set. White's stones are near the middle by chance. Black's are the engine's answer, or,
/// as that mostly is too good, one of its stones and another one by chance.
pub fn draw_balanced(
    plan: BalanceConfig,
    number: u64,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Option<BalancedOpening> {
    let mut chance = SplitMix64::for_game(plan.seed, number);
    let mut position = random_start(&mut chance);
    let mut turn = engine_reply(engine, &position)?;
    if let Turn::Two(first, _) = turn
        && chance.below(3) > 0
    {
        turn = Turn::Two(
            first,
            random_point_near_centre(&mut chance, &position, Some(first)),
        );
    }
    position.play(turn).ok()?;
    let won = count_wins(plan, &position, &mut chance, engine, stop)?;
    Some(BalancedOpening {
        turns: position.turns().to_vec(),
        wins: won,
    })
}

/// How many games black and white win; nothing as soon as it cannot be even any more.
fn count_wins(
    plan: BalanceConfig,
    position: &Position,
    chance: &mut SplitMix64,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Option<[u32; 2]> {
    let mut won = [0; 2];
    for left in (0..plan.games).rev() {
        if let Some(winner) = play_game(plan, position.clone(), chance, engine, stop)? {
            won[winner as usize] += 1;
        }
        if won.iter().any(|won| won + left < plan.min_wins()) {
            return None;
        }
    }
    Some(won)
}

/// Plays a game to its end, or until a win is proved; says who wins, if anybody. Nothing if
/// `stop` was set.
fn play_game(
    plan: BalanceConfig,
    mut position: Position,
    chance: &mut SplitMix64,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Option<Option<Colour>> {
    engine.clear();
    while position.outcome().is_none() && position.turns().len() < MAX_TURNS {
        let budget = SearchLimits {
            nodes: Some(chance.vary(plan.nodes)),
            deadline: None,
        };
        let answer = engine.search(&position, budget, stop)?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if answer.proven_winner.is_some() {
            return Some(answer.proven_winner);
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
pub enum ParseOpeningsError {
    /// There are none in it.
    Empty,
    /// A line, from 1, that is no opening, and what is wrong with it.
    Line(usize, String),
}

impl fmt::Display for ParseOpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseOpeningsError::Empty => write!(f, "there are no openings in it"),
            ParseOpeningsError::Line(line, why) => write!(
                f,
                "line {line}: {why}; an opening is a line such as \"j10{TURN_SEPARATOR}k9 l8\""
            ),
        }
    }
}

impl std::error::Error for ParseOpeningsError {}

/// Reads openings, one a line; what follows a `#` is for people.
///
/// # Errors
/// A line is no opening: a point that there is not, a turn that is not legal, a game that is
/// over; or there are none.
pub fn parse_openings(text: &str) -> Result<Vec<Vec<Turn>>, ParseOpeningsError> {
    let lines = text.lines().zip(1..).map(|(line, number)| {
        let line = line.split('#').next().unwrap_or_default().trim();
        (line, number)
    });
    let openings = lines
        .filter(|(line, _)| !line.is_empty())
        .map(|(line, number)| {
            parse_opening(line).map_err(|why| ParseOpeningsError::Line(number, why))
        });
    let openings = openings.collect::<Result<Vec<_>, _>>()?;
    match openings.is_empty() {
        true => Err(ParseOpeningsError::Empty),
        false => Ok(openings),
    }
}

fn parse_opening(line: &str) -> Result<Vec<Turn>, String> {
    let mut position = Position::new();
    for text in line.split(TURN_SEPARATOR.trim()) {
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
    use crate::engine::EngineOptions;

    const PLAN: BalanceConfig = BalanceConfig {
        seed: 1,
        games: 4,
        nodes: 60,
    };

    fn engine() -> Engine {
        Engine::new(EngineOptions {
            memory: 1 << 16,
            net: None,
        })
    }

    #[test]
    fn what_is_drawn_is_even_and_the_same_every_time() {
        let (mut engine, stop) = (engine(), AtomicBool::new(false));
        let mut draw = |number| draw_balanced(PLAN, number, &mut engine, &stop);
        let found: Vec<BalancedOpening> = (0..12).filter_map(&mut draw).collect();
        assert!(!found.is_empty());
        for even in &found {
            assert!(even.wins.iter().all(|&won| won >= 2), "{even:?}");
            let listed = parse_openings(&format!("{even} # for people\n\n# nothing\n"));
            assert_eq!(listed, Ok(vec![even.turns.clone()]));
        }
        let again: Vec<BalancedOpening> = (0..12).filter_map(draw).collect();
        assert_eq!(again, found);
    }

    #[test]
    fn whatever_the_number_of_games_both_colours_can_win_enough() {
        for games in 2..=40 {
            let least = BalanceConfig { games, ..PLAN }.min_wins();
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
        let mut chance = SplitMix64::new(1);
        let winner = play_game(PLAN, position.clone(), &mut chance, &mut engine, &stop);
        assert_eq!(winner, Some(Some(Colour::Black)));
        let eight = BalanceConfig { games: 8, ..PLAN };
        let won = count_wins(eight, &position, &mut chance, &mut engine, &stop);
        assert_eq!(won, None);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(draw_balanced(PLAN, 0, &mut engine, &stop), None);
    }

    #[test]
    fn those_that_come_with_the_program_are_openings() {
        let text = include_str!("../openings/connect6-even.txt");
        let mut openings = parse_openings(text).expect("openings");
        assert!(openings.iter().all(|turns| turns.len() == 3));
        openings.dedup();
        assert_eq!(openings.len(), 24);
    }

    #[test]
    fn what_is_no_opening_is_told_with_its_line() {
        let wrong = |text: &str, said: &str| {
            let why = parse_openings(text).expect_err(text).to_string();
            assert!(why.contains(said), "{text}: {why}");
        };
        wrong("", "no openings");
        wrong("# j10\n \n", "no openings");
        wrong("j10\nj10 / k20 a1", "line 2");
        wrong("j10 / k9", "line 1: k9 is not allowed");
        wrong("j10 k9", "line 1");
        wrong("j10 / / k9 l9", "line 1: \"\" is no turn");
        wrong("j10 / j10 a1", "line 1");
        assert_eq!(parse_openings("J10").map(|all| all.len()), Ok(1));
    }
}
