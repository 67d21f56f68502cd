//! `landfall connect6 play`: a human, who types points, against the engine.

use super::watch::{ThinkArgs, describe_outcome};
use crate::display;
use crate::rules::{Colour, IllegalTurn, ParsePointError, ParseTurnError, Point, Position, Turn};
use clap::{Args, ValueEnum};
use landfall_command::{CliError, print};
use std::io::{self, BufRead};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// Options of `landfall connect6 play`.
///
/// Type the points of a turn, such as "j10" for black's first and "k9 k11" for every other; a
/// letter for the column and a number for the row. "back" takes back the last turns of both sides,
/// "hint" asks the engine, "quit" ends the game.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Your colour; black begins.
    #[arg(long, value_enum, default_value_t = ColourName::Black)]
    colour: ColourName,
    #[command(flatten)]
    think: ThinkArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColourName {
    /// You move first, with one stone.
    Black,
    /// The engine moves first.
    White,
}

/// A line of the user.
#[derive(Debug, PartialEq, Eq)]
enum Input {
    Turn(Turn),
    Back,
    Hint,
    Quit,
}

/// Why a line cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum InputError {
    #[error("{HELP}")]
    Empty,
    #[error("{0}; {HELP}")]
    Point(ParsePointError),
    #[error("a turn has at most two points; {HELP}")]
    TooManyPoints,
    #[error("{error}; {due} due: such as {example}")]
    IllegalTurn {
        error: IllegalTurn,
        /// The number of points that are due, in words.
        due: &'static str,
        example: String,
    },
}

/// The input that is accepted.
const HELP: &str = "type \"back\", \"hint\", \"quit\" or a turn";

/// Plays a game on stdin and stdout.
pub fn run(args: &PlayArgs) -> Result<ExitCode, CliError> {
    let human = match args.colour {
        ColourName::Black => Colour::Black,
        ColourName::White => Colour::White,
    };
    let (mut engine, never) = (args.think.engine()?, AtomicBool::new(false));
    let mut position = Position::new();
    let mut lines = io::stdin().lock().lines();
    print(&display::draw_board(&position))?;
    while position.outcome().is_none() {
        if position.to_move() != human {
            let played = args.think.play(&mut engine, &mut position, &never)?;
            let text = played.ok_or(CliError::Message("the engine has no turn".to_string()))?;
            print(&text)?;
            continue;
        }
        print(&format!("{human}> "))?;
        let Some(line) = lines.next() else { break };
        let line = line.map_err(|why| CliError::Message(format!("stdin cannot be read: {why}")))?;
        match parse_input(&line, &position) {
            Ok(Input::Turn(turn)) => {
                // The parser has checked that it is legal.
                let _ = position.play(turn);
                print(&display::draw_board(&position))?;
            }
            Ok(Input::Back) => {
                position = take_back(&position);
                print(&display::draw_board(&position))?;
            }
            Ok(Input::Hint) => {
                if let Some((turn, found)) = args.think.search(&mut engine, &position, &never) {
                    print(&format!("{turn}; {found}\n"))?;
                }
            }
            Ok(Input::Quit) => break,
            Err(why) => {
                print(&format!("{why}\n"))?;
            }
        }
    }
    print(&format!("{}\n", describe_outcome(&position)))?;
    Ok(ExitCode::SUCCESS)
}

/// Parses a line of the user; a turn must be legal.
fn parse_input(line: &str, position: &Position) -> Result<Input, InputError> {
    let line = line.replace(',', " ");
    let turn = match line.trim() {
        "" => return Err(InputError::Empty),
        "quit" | "q" | "exit" => return Ok(Input::Quit),
        "back" | "undo" => return Ok(Input::Back),
        "hint" => return Ok(Input::Hint),
        points => points.parse(),
    };
    let turn = turn.map_err(|why| match why {
        ParseTurnError::Point(why) => InputError::Point(why),
        ParseTurnError::PointCount(_) => InputError::TooManyPoints,
    })?;
    match position.clone().play(turn) {
        Ok(()) => Ok(Input::Turn(turn)),
        Err(error) => Err(InputError::IllegalTurn {
            error,
            due: due_text(position),
            example: example_turn(position),
        }),
    }
}

fn due_text(position: &Position) -> &'static str {
    match position.stones_due() {
        1 => "one point is",
        _ => "two points are",
    }
}

/// Returns a legal turn, as near to the centre as possible.
fn example_turn(position: &Position) -> String {
    let distance = |point: &Point| {
        let x = point.x().abs_diff(Point::CENTRE.x());
        x.max(point.y().abs_diff(Point::CENTRE.y()))
    };
    let mut free: Vec<Point> = Point::all()
        .filter(|&point| position.stone_at(point).is_none())
        .collect();
    free.sort_by_key(distance);
    let names: Vec<String> = free
        .iter()
        .take(position.stones_due())
        .map(Point::to_string)
        .collect();
    names.join(" ")
}

/// Returns the position before the last turns of both sides.
fn take_back(position: &Position) -> Position {
    let turns = position.turns();
    let earlier = Position::after(turns[..turns.len().saturating_sub(2)].iter().copied());
    let same_side = earlier
        .ok()
        .filter(|before| before.to_move() == position.to_move());
    same_side.unwrap_or_else(|| position.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(turns: &[&str]) -> Position {
        let mut position = Position::new();
        for text in turns {
            match parse_input(text, &position) {
                Ok(Input::Turn(turn)) => position.play(turn).expect("legal"),
                other => panic!("{text}: {other:?}"),
            }
        }
        position
    }

    #[test]
    fn turns_are_typed_as_points() {
        let played = position(&["J10", "k9 k11", " a1,  s19 "]);
        let turns: Vec<String> = played.turns().iter().map(Turn::to_string).collect();
        assert_eq!(turns, ["j10", "k9 k11", "a1 s19"]);
        assert_eq!(parse_input("quit", &played), Ok(Input::Quit));
        assert_eq!(parse_input("hint", &played), Ok(Input::Hint));
    }

    #[test]
    fn input_errors_are_explained() {
        let (empty, started) = (position(&[]), position(&["j10"]));
        for (line, position, words) in [
            ("", &empty, "\"quit\""),
            (
                "j20",
                &empty,
                "\"j20\" is no point of the board; one is a1 to s19",
            ),
            ("help", &empty, "\"help\" is no point"),
            (
                "j10 k10",
                &empty,
                "the first turn is of one stone; one point is due: such as j10",
            ),
            ("k10", &started, "two points are due: such as i9 j9"),
            ("j10 k10", &started, "j10 is occupied"),
            ("a1 a1", &started, "a1 is occupied"),
            ("a1 b1 c1", &started, "at most two points"),
        ] {
            let why = parse_input(line, position).expect_err(line).to_string();
            assert!(why.contains(words), "{line}: {why}");
        }
    }

    #[test]
    fn back_takes_both_sides_turns_back() {
        let played = position(&["j10", "k9 k11", "a1 b1", "c1 d1"]);
        assert_eq!(take_back(&played), position(&["j10", "k9 k11"]));
        let started = position(&["j10"]);
        assert_eq!(take_back(&started), started);
        assert_eq!(take_back(&position(&[])), position(&[]));
    }
}
