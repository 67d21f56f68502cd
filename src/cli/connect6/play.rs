//! `landfall connect6 play`: a person against the engine, with typed points.

use super::super::CliError;
use super::EngineArgs;
use super::watch::{describe, limits, over};
use clap::{Args, ValueEnum};
use landfall_connect6::display;
use landfall_connect6::engine::Engine;
use landfall_connect6::rules::{
    Colour, IllegalTurn, ParsePointError, ParseTurnError, Point, Position, Turn,
};
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Options of `landfall connect6 play`.
///
/// Type the points of a turn, such as "j10" for black's first and "k9 k11" for every other;
/// a letter for the column and a number for the row. "back" takes the last turns of both
/// sides back, "hint" asks the engine, "quit" ends the game.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Your colour; black begins.
    #[arg(long, value_enum, default_value_t = ColourName::Black)]
    colour: ColourName,
    /// Time of the engine for a turn, in milliseconds.
    #[arg(
        long,
        value_name = "MS",
        default_value_t = 1000,
        conflicts_with = "nodes"
    )]
    time: u64,
    #[command(flatten)]
    engine: EngineArgs,
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
    Illegal {
        error: IllegalTurn,
        /// The number of points that are due, in words.
        due: &'static str,
        example: String,
    },
}

/// What can be typed.
const HELP: &str = "type \"back\", \"hint\", \"quit\" or a turn";

/// Plays a game on stdin and stdout.
pub fn run(args: &PlayArgs) -> Result<ExitCode, CliError> {
    let person = match args.colour {
        ColourName::Black => Colour::Black,
        ColourName::White => Colour::White,
    };
    let mut engine = Engine::new(args.engine.options()?);
    let mut position = Position::new();
    let mut lines = io::stdin().lock().lines();
    print!("{}", display::draw_board(&position));
    while position.outcome().is_none() {
        if position.to_move() != person {
            reply(&mut engine, &mut position, args)?;
            continue;
        }
        print!("{person}> ");
        let _ = io::stdout().flush();
        let Some(line) = lines.next() else { break };
        let line = line.map_err(|why| CliError::Message(format!("stdin cannot be read: {why}")))?;
        match parse_input(&line, &position) {
            Ok(Input::Turn(turn)) => {
                // It was tried before.
                let _ = position.play(turn);
                print!("{}", display::draw_board(&position));
            }
            Ok(Input::Back) => {
                position = earlier(&position);
                print!("{}", display::draw_board(&position));
            }
            Ok(Input::Hint) => hint(&mut engine, &position, args),
            Ok(Input::Quit) => break,
            Err(why) => println!("{why}"),
        }
    }
    println!("{}", over(&position));
    Ok(ExitCode::SUCCESS)
}

/// The engine's turn.
fn reply(engine: &mut Engine, position: &mut Position, args: &PlayArgs) -> Result<(), CliError> {
    let begun = Instant::now();
    let limits = limits(args.engine.nodes, args.time);
    let answer = engine.search(position, limits, &AtomicBool::new(false));
    let answer = answer.ok_or_else(|| CliError::Message("the engine has no turn".to_string()))?;
    let legal = position.play(answer.turn);
    legal.map_err(|why| CliError::Message(format!("the engine gave an illegal turn: {why}")))?;
    let info = describe(&answer, begun.elapsed());
    println!(
        "{}{}; {info}",
        display::draw_board(position),
        display::describe_last_turn(position)
    );
    Ok(())
}

fn hint(engine: &mut Engine, position: &Position, args: &PlayArgs) {
    let begun = Instant::now();
    let limits = limits(args.engine.nodes, args.time);
    if let Some(answer) = engine.search(position, limits, &AtomicBool::new(false)) {
        println!("{}; {}", answer.turn, describe(&answer, begun.elapsed()));
    }
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
        Err(error) => Err(InputError::Illegal {
            error,
            due: due(position),
            example: example(position),
        }),
    }
}

fn due(position: &Position) -> &'static str {
    match position.stones_due() {
        1 => "one point is",
        _ => "two points are",
    }
}

/// A turn that could be played, the nearest to the middle.
fn example(position: &Position) -> String {
    let away = |point: &Point| {
        let along = |at: u8, centre: u8| at.abs_diff(centre);
        along(point.x(), Point::CENTRE.x()).max(along(point.y(), Point::CENTRE.y()))
    };
    let mut free: Vec<Point> = Point::all()
        .filter(|&point| position.stone_at(point).is_none())
        .collect();
    free.sort_by_key(away);
    let names: Vec<String> = free
        .iter()
        .take(position.stones_due())
        .map(Point::to_string)
        .collect();
    names.join(" ")
}

/// The board before the last turns of both sides.
fn earlier(position: &Position) -> Position {
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
    fn what_cannot_be_played_is_explained() {
        let (empty, begun) = (position(&[]), position(&["j10"]));
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
            ("k10", &begun, "two points are due: such as i9 j9"),
            ("j10 k10", &begun, "j10 is occupied"),
            ("a1 a1", &begun, "a1 is occupied"),
            ("a1 b1 c1", &begun, "at most two points"),
        ] {
            let why = parse_input(line, position).expect_err(line).to_string();
            assert!(why.contains(words), "{line}: {why}");
        }
    }

    #[test]
    fn back_takes_both_sides_turns_back() {
        let played = position(&["j10", "k9 k11", "a1 b1", "c1 d1"]);
        assert_eq!(earlier(&played), position(&["j10", "k9 k11"]));
        let begun = position(&["j10"]);
        assert_eq!(earlier(&begun), begun);
        assert_eq!(earlier(&position(&[])), position(&[]));
    }
}
