//! The record of a bot's games, and the events that are reported to people.

use crate::messages::GameStateError;
use landfall_net::printable;
use std::fmt;

/// How a round or a game ended for the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It won.
    Won,
    /// It lost.
    Lost,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Won => "won",
            Outcome::Lost => "lost",
        })
    }
}

/// Wins and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won.
    pub won: u32,
    /// Lost.
    pub lost: u32,
}

impl Tally {
    pub(super) fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Won => self.won += 1,
            Outcome::Lost => self.lost += 1,
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} won, {} lost", self.won, self.lost)
    }
}

/// The record of a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Finished games.
    pub games: Tally,
    /// Rounds.
    pub rounds: Tally,
    /// Answers to requests.
    pub moves: u64,
    /// Answers that only dropped the piece because nothing else was possible.
    pub blind_moves: u64,
    /// Requests for which the bot had no move in time.
    pub silent_bot: u64,
    /// Errors that the server reported.
    pub server_errors: u64,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "games: {}; rounds: {}; {} moves, {} without a suggestion, {} dropped as they were; {} errors of the server",
            self.games,
            self.rounds,
            self.moves,
            self.silent_bot,
            self.blind_moves,
            self.server_errors
        )
    }
}

/// An event, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The bot is in the room.
    Authenticated,
    /// A game begins.
    GameStarted,
    /// A round is over.
    RoundOver {
        /// The bot's result.
        outcome: Outcome,
        /// Rounds of this game so far: the bot's own and the opponent's.
        score: [u32; 2],
    },
    /// A game is over.
    GameOver(Outcome),
    /// The server reported an error.
    ServerError(String),
    /// The server sent a game that cannot be parsed; the piece is dropped as it is.
    UnusableState(GameStateError),
    /// The connection is lost; the client connects again after a pause.
    Reconnecting {
        /// The reason.
        reason: String,
        /// The pause, in seconds.
        seconds: u64,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Authenticated => f.write_str("in the room"),
            Event::GameStarted => f.write_str("a game begins"),
            Event::RoundOver {
                outcome,
                score: [own, other],
            } => write!(f, "round {outcome}, {own} : {other}"),
            Event::GameOver(outcome) => write!(f, "game {outcome}"),
            Event::ServerError(text) => write!(f, "the server reports: {}", beginning(text)),
            Event::UnusableState(error) => write!(f, "the game cannot be read: {error}"),
            Event::Reconnecting { reason, seconds } => {
                write!(f, "{}; connects again in {seconds} s", beginning(reason))
            }
        }
    }
}

/// Returns the beginning of a text of the server, on one line.
pub(super) fn beginning(text: &str) -> String {
    let start: String = text.chars().take(200).collect();
    printable(&start)
}
