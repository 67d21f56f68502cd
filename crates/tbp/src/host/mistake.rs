//! The mistakes that authors of bots make, each with a sentence that says what to do.
//!
//! Mistakes are recognised in `start_problem` (a program that does not start), `bot_line` (lines that
//! are no message), `silence` (no answer), `transport` (a bot that ends) and `illegal_move`.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What the author of a bot most likely got wrong. Its text says what to do; its name is in snake
/// case in journals, replays and summaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BotMistake {
    /// There is no such program.
    ProgramNotFound,
    /// The program is in the current folder, where the system does not look for it.
    ProgramWithoutPath,
    /// The file may not be executed.
    NotExecutable,
    /// The system does not know what runs the file.
    NoInterpreterLine,
    /// The first line of the script names a program that is not there.
    InterpreterNotFound,
    /// The path is that of a folder.
    IsFolder,

    /// Stdout has text for people.
    TextOnStdout,
    /// A dictionary as Python prints it.
    PythonLiteral,
    /// A message on several lines.
    MessageOverLines,
    /// Two messages on one line.
    MessagesOnOneLine,
    /// JSON inside a string of JSON.
    EncodedTwice,
    /// JSON, but no object.
    NotAnObject,
    /// `NaN` or `Infinity`.
    NotANumber,
    /// Other JSON that is broken.
    BrokenJson,
    /// A byte order mark.
    ByteOrderMark,
    /// UTF-16.
    Utf16,
    /// A line that is too long.
    LineTooLong,
    /// An object without `type`.
    NoType,
    /// An attribute that is missing or of a wrong type.
    WrongAttribute,
    /// An orientation that the protocol does not have.
    OrientationName,
    /// A piece that the protocol does not have.
    PieceName,
    /// A spin that the protocol does not have.
    SpinName,

    /// No `info`.
    NoInfo,
    /// `info` only after a message of the frontend.
    InfoWaits,
    /// No `ready`.
    NoReady,
    /// No `suggestion`.
    NoSuggestion,
    /// `info` only when the input ended.
    NotFlushed,
    /// A later answer only when the input ended.
    AnswersAtEnd,
    /// A line without its end.
    NoLineEnd,
    /// Messages of a type that is not in the protocol.
    UnknownType,
    /// The frontend's own messages.
    EchoesInput,
    /// Two answers to one `suggest`.
    AnswersTwice,

    /// The process ended before `info`.
    EndsAtStart,
    /// The process ended by itself in a session.
    EndsEarly,
    /// The process ended with an error.
    Crashes,
    /// The output was closed, but the process runs.
    ClosesOutput,
    /// The rules were refused.
    RefusesRules,

    /// No moves, though there are some.
    NoMoves,
    /// A piece that is not at hand.
    QueueNotFollowed,
    /// A spin that the place does not have.
    SpinLabel,
    /// Columns counted from 1.
    ColumnsFromOne,
    /// Rows counted from the top.
    RowsFromTop,
    /// A centre that is off by a cell or two.
    WrongCentre,
    /// A piece high above the place where it would lock.
    NotDropped,
    /// A move for an empty board.
    BoardNotFollowed,
    /// A move for an empty board, or a wrong centre.
    BoardOrCentre,
    /// A place to which no path leads.
    Unreachable,
    /// Another illegal place.
    IllegalPlace,
}

impl BotMistake {
    /// Returns what to do, in a sentence or two.
    pub fn advice(self) -> &'static str {
        self.start_advice()
            .or_else(|| self.line_advice())
            .or_else(|| self.session_advice())
            .unwrap_or_else(|| self.move_advice())
    }

    fn start_advice(self) -> Option<&'static str> {
        Some(match self {
            BotMistake::ProgramNotFound => {
                "Give the path of the bot, or the program that runs it and then its file, such as `python3 bot.py`."
            }
            BotMistake::ProgramWithoutPath => {
                "A program in the current folder is named with its path: put ./ before it."
            }
            BotMistake::NotExecutable => {
                "Make the file executable (chmod +x), or put the program that runs it first, such as `python3 bot.py`."
            }
            BotMistake::NoInterpreterLine => {
                "The system does not know how to run this file: begin a script with a line such as `#!/usr/bin/env python3`, or put the program that runs it first, such as `python3 bot.py`."
            }
            BotMistake::InterpreterNotFound => {
                "The file is there, but not the program that its first line (`#!`) names: correct that line, which must end with LF alone, not with CR LF."
            }
            BotMistake::IsFolder => "This is a folder: name the program in it.",
            _ => return None,
        })
    }

    fn line_advice(self) -> Option<&'static str> {
        Some(match self {
            BotMistake::TextOnStdout => {
                "Write only messages to stdout, one JSON object per line, and everything else to stderr (Python: print(..., file=sys.stderr))."
            }
            BotMistake::PythonLiteral => {
                "This is a dictionary as Python prints it, not JSON: print json.dumps(message)."
            }
            BotMistake::MessageOverLines => {
                "A message is one line: write its JSON without line breaks (no indent)."
            }
            BotMistake::MessagesOnOneLine => "Write a line break after each message.",
            BotMistake::EncodedTwice => {
                "The message was encoded twice: write the JSON object itself, not a JSON string that holds it."
            }
            BotMistake::NotAnObject => {
                "A message is a JSON object with `type`, such as {\"type\":\"ready\"}."
            }
            BotMistake::NotANumber => "JSON has neither NaN nor Infinity: leave the attribute out.",
            BotMistake::BrokenJson => {
                "Write each message with a JSON library, whole, and nothing else on its line."
            }
            BotMistake::ByteOrderMark => {
                "The output begins with a byte order mark: write UTF-8 without one."
            }
            BotMistake::Utf16 => "The output is UTF-16: write UTF-8.",
            BotMistake::LineTooLong => "Suggest a handful of moves, and keep `extra` short.",
            BotMistake::NoType => {
                "Every message has `type`: info, ready, error or suggestion; a refusal of the rules is {\"type\":\"error\",\"reason\":\"unsupported_rules\"}."
            }
            BotMistake::WrongAttribute => {
                "Give the message all attributes of the protocol, each of its type: x and y are numbers without quotes, `moves` and `features` lists, `name`, `version` and `author` strings."
            }
            BotMistake::OrientationName => {
                "Orientations are north (as the piece appears), east (turned clockwise), south and west, in lower case."
            }
            BotMistake::PieceName => "Pieces are the capital letters I, O, T, L, J, S and Z.",
            BotMistake::SpinName => {
                "Every move has `spin`: \"none\", \"mini\" or \"full\", beside `location`."
            }
            _ => return None,
        })
    }

    fn session_advice(self) -> Option<&'static str> {
        Some(match self {
            BotMistake::NoInfo => {
                "Write `info` at the start, before anything is read, and flush it."
            }
            BotMistake::InfoWaits => {
                "It came only after `rules`: write `info` at the start, before anything is read."
            }
            BotMistake::NoReady => "Answer `rules` with {\"type\":\"ready\"}.",
            BotMistake::NoSuggestion => {
                "Answer every `suggest`, within the limit; a bot that thinks longer needs a longer limit."
            }
            BotMistake::NotFlushed => {
                "It came only when the input of the bot ended: flush stdout after each line (Python: print(..., flush=True); C: fflush(stdout)), and answer each line as it comes, not all at the end."
            }
            BotMistake::AnswersAtEnd => {
                "It came only when the input of the bot ended: read and answer line by line, not all of the input first, and flush stdout after each line (Python: print(..., flush=True); C: fflush(stdout))."
            }
            BotMistake::NoLineEnd => {
                "It came without the end of its line: write a line break (\\n) after each message, and flush it."
            }
            BotMistake::UnknownType => {
                "A bot sends info, ready, error and suggestion, in lower case."
            }
            BotMistake::EchoesInput => {
                "It sent back what it received: write only its own messages to stdout."
            }
            BotMistake::AnswersTwice => {
                "The answer is the same as to the `suggest` before: answer each `suggest` once, with one line."
            }
            BotMistake::EndsAtStart => {
                "Run the command in a terminal: it must print `info` and then wait for lines."
            }
            BotMistake::EndsEarly => {
                "A bot reads one line after the other, and ends only at `quit` or at the end of its input."
            }
            BotMistake::Crashes => {
                "Fix the error; send the bot the same messages in a terminal to see it again."
            }
            BotMistake::ClosesOutput => {
                "Its process still runs: the program that is started must itself be the bot, and keep stdout open."
            }
            BotMistake::RefusesRules => {
                "Choose rules that the bot knows; a bot that plays the guideline answers {\"type\":\"ready\"}."
            }
            _ => return None,
        })
    }

    fn move_advice(self) -> &'static str {
        match self {
            BotMistake::NoMoves => {
                "An empty list resigns the game: suggest at least one move as long as the current or the held piece can be placed."
            }
            BotMistake::QueueNotFollowed => {
                "Follow the game after `start`: at `play` take the piece out of the queue (after the first hold two pieces, of which the one not placed is held) and lock it on the board; at `new_piece` put the piece at the end of the queue."
            }
            BotMistake::SpinLabel => {
                "Spins are judged by the last turn and the corners: \"none\" unless a T turned into its place."
            }
            BotMistake::ColumnsFromOne => "Columns count from 0 at the left to 9.",
            BotMistake::RowsFromTop => {
                "The bot has the board upside down: y counts from 0 at the floor upwards, and the first row of `board` is the floor."
            }
            BotMistake::WrongCentre => {
                "The centre is off, or the orientation is another one: x and y are the cell about which the piece turns; of O that is the lower left cell in north, upper left in east, upper right in south, lower right in west; of I the second cell from the left in north, from the top in east, from the right in south, from the bottom in west. x and y count from 0."
            }
            BotMistake::NotDropped => {
                "Give the place where the piece locks, not one from which it would fall."
            }
            BotMistake::BoardNotFollowed => {
                "On an empty board the move would be legal: read the first row of `board` as the floor, and lock the piece of each `play` on the bot's own board."
            }
            BotMistake::BoardOrCentre => {
                "On an empty board the move would be legal: read the first row of `board` as the floor, lock the piece of each `play` on the bot's own board, and check the centre of the piece."
            }
            BotMistake::Unreachable => {
                "Suggest only places to which shifts, soft drops and turns with the kicks of the rules lead."
            }
            _ => {
                "x counts columns from 0 at the left to 9, y rows from 0 at the floor, both for the centre of the piece."
            }
        }
    }
}

impl fmt::Display for BotMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.advice())
    }
}
