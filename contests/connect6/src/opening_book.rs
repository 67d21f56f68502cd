//! Balanced openings for matches: drawn at random, and kept if black and white win about as many
//! self-play games that begin with them; and the text format of an opening book.
//!
//! An opening that decides the game does not show who plays better, even if both sides play it. The
//! deeper the search, the fewer openings are balanced, so they are tested with thousands of nodes
//! per turn and written to a book for many matches.

use super::engine::{Engine, SearchLimits};
use super::random_opening::{engine_reply, random_point_near_centre, random_start};
use super::rules::{Colour, IllegalTurn, Outcome, ParseTurnError, Position, Turn};
use landfall_rng::SplitMix64;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Longest game, in turns.
const MAX_TURNS: usize = 60;

/// Separates the turns of an opening.
const TURN_SEPARATOR: &str = " / ";

/// How openings are drawn and tested.
#[derive(Clone, Copy, Debug)]
pub struct BalanceConfig {
    /// Seed of all random choices.
    pub seed: u64,
    /// Games that test an opening; with fewer than two, none is balanced.
    pub games: u32,
    /// Average nodes per turn.
    pub nodes: u64,
}

impl BalanceConfig {
    /// Returns how many games each colour has to win: three in eight, at most half.
    fn min_wins(&self) -> u32 {
        (3 * self.games).div_ceil(8).min(self.games / 2)
    }
}

/// An opening, and how many of its test games black and white won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalancedOpening {
    /// Black in the centre, two white stones, two black stones; white is to move.
    pub turns: Vec<Turn>,
    /// Games won by black and by white.
    pub wins: [u32; 2],
}

impl fmt::Display for BalancedOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns: Vec<String> = self.turns.iter().map(Turn::to_string).collect();
        write!(f, "{}", turns.join(TURN_SEPARATOR))
    }
}

/// Draws the opening of this number and tests it; `None` if it is not balanced, or if `stop` was
/// set. White's stones are random points near the centre. Black's turn is the engine's, or, since
/// that is mostly too strong, one of the engine's stones and a random one.
pub fn draw_balanced(
    config: BalanceConfig,
    number: u64,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Option<BalancedOpening> {
    let mut rng = SplitMix64::stream(config.seed, number);
    let mut position = random_start(&mut rng);
    let mut turn = engine_reply(engine, &position)?.turn;
    if let Turn::Two(first, _) = turn
        && rng.modulo(3) > 0
    {
        turn = Turn::Two(
            first,
            random_point_near_centre(&mut rng, &position, Some(first)),
        );
    }
    position.play(turn).ok()?;
    let wins = count_wins(config, &position, &mut rng, engine, stop)?;
    Some(BalancedOpening {
        turns: position.turns().to_vec(),
        wins,
    })
}

/// Returns how many games black and white win; `None` as soon as the opening cannot be balanced
/// any more.
fn count_wins(
    config: BalanceConfig,
    position: &Position,
    rng: &mut SplitMix64,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Option<[u32; 2]> {
    let mut wins = [0; 2];
    for left in (0..config.games).rev() {
        if let Some(winner) = play_game(config, position.clone(), rng, engine, stop)? {
            wins[winner as usize] += 1;
        }
        if wins.iter().any(|wins| wins + left < config.min_wins()) {
            return None;
        }
    }
    Some(wins)
}

/// Plays a game to its end, or until a win is proved; returns the winner, if there is one. `None`
/// if `stop` was set.
fn play_game(
    config: BalanceConfig,
    mut position: Position,
    rng: &mut SplitMix64,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Option<Option<Colour>> {
    engine.clear();
    while position.outcome().is_none() && position.turns().len() < MAX_TURNS {
        let limits = SearchLimits::about_nodes(config.nodes, rng);
        let answer = engine.search(&position, limits, stop)?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if answer.proven_winner.is_some() {
            return Some(answer.proven_winner);
        }
        position.play(answer.turn).ok()?;
    }
    match position.outcome() {
        Some(Outcome::Won(winner)) => Some(Some(winner)),
        _ => Some(None),
    }
}

/// Why a text is not an opening book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseOpeningsError {
    /// It has no openings.
    #[error("the file has no openings: an opening is a line such as \"j10{TURN_SEPARATOR}k9 l8\"")]
    Empty,
    /// A line, from 1, is not an opening.
    #[error("line {0}: {1}; an opening is a line such as \"j10{TURN_SEPARATOR}k9 l8\"")]
    Line(usize, ParseOpeningError),
}

/// Why a line is not an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseOpeningError {
    /// The text between two separators is not a turn.
    #[error(transparent)]
    NotATurn(#[from] ParseTurnError),
    /// A turn that the rules forbid.
    #[error("{0} is not allowed: {1}")]
    Illegal(Turn, IllegalTurn),
    /// The opening decides the game.
    #[error("the game is over")]
    GameOver,
}

/// Parses an opening book, one opening per line; `#` begins a comment.
///
/// # Errors
/// A line is not an opening, or there are no openings.
pub fn parse_openings(text: &str) -> Result<Vec<Vec<Turn>>, ParseOpeningsError> {
    let mut openings = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            let opening = parse_opening(line);
            openings.push(opening.map_err(|why| ParseOpeningsError::Line(number, why))?);
        }
    }
    if openings.is_empty() {
        Err(ParseOpeningsError::Empty)
    } else {
        Ok(openings)
    }
}

fn parse_opening(line: &str) -> Result<Vec<Turn>, ParseOpeningError> {
    let mut position = Position::new();
    for text in line.split(TURN_SEPARATOR.trim()) {
        let turn = text.parse()?;
        let legal = position.play(turn);
        legal.map_err(|why| ParseOpeningError::Illegal(turn, why))?;
    }
    match position.outcome() {
        Some(_) => Err(ParseOpeningError::GameOver),
        None => Ok(position.turns().to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineOptions;
    use crate::rules::tests::position;

    const CONFIG: BalanceConfig = BalanceConfig {
        seed: 2,
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
    fn drawn_openings_are_balanced_and_deterministic() {
        let (mut engine, stop) = (engine(), AtomicBool::new(false));
        let mut draw = |number| draw_balanced(CONFIG, number, &mut engine, &stop);
        let found: Vec<BalancedOpening> = (0..12).filter_map(&mut draw).collect();
        assert!(!found.is_empty());
        for opening in &found {
            assert!(opening.wins.iter().all(|&wins| wins >= 2), "{opening:?}");
            let parsed = parse_openings(&format!("{opening} # a comment\n\n# nothing\n"));
            assert_eq!(parsed, Ok(vec![opening.turns.clone()]));
        }
        let again: Vec<BalancedOpening> = (0..12).filter_map(draw).collect();
        assert_eq!(again, found);
    }

    #[test]
    fn both_colours_can_win_enough_with_any_number_of_games() {
        for games in 2..=40 {
            let min_wins = BalanceConfig { games, ..CONFIG }.min_wins();
            assert!(min_wins > 0 && 2 * min_wins <= games, "{games}");
        }
    }

    #[test]
    fn decided_openings_are_rejected_early() {
        let position = position("j10, a11 s1, j11 j13, a13 s3, j12 j14");
        let (mut engine, stop) = (engine(), AtomicBool::new(false));
        let mut rng = SplitMix64::new(1);
        let winner = play_game(CONFIG, position.clone(), &mut rng, &mut engine, &stop);
        assert_eq!(winner, Some(Some(Colour::Black)));
        let eight = BalanceConfig { games: 8, ..CONFIG };
        let wins = count_wins(eight, &position, &mut rng, &mut engine, &stop);
        assert_eq!(wins, None);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(draw_balanced(CONFIG, 0, &mut engine, &stop), None);
    }

    #[test]
    fn the_built_in_book_is_valid() {
        let text = include_str!("../openings/connect6-even.txt");
        let mut openings = parse_openings(text).expect("openings");
        assert!(openings.iter().all(|turns| turns.len() == 3));
        openings.dedup();
        assert_eq!(openings.len(), 24);
    }

    #[test]
    fn invalid_openings_are_named_with_their_line() {
        let wrong = |text: &str, expected: &str| {
            let why = parse_openings(text).expect_err(text).to_string();
            assert!(why.contains(expected), "{text}: {why}");
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
