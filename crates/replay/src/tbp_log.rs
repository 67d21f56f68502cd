//! A log of TBP messages as a recorded game.
//!
//! One message per line: `>` and a space before those of the frontend, `<` and a space before those
//! of the bot, as in `tbp-fixtures/`; lines that begin with `#`, `!` or `=` are not messages.
//! Without marks, the type of a message identifies its sender.
//!
//! A `start` whose board is the previous one with garbage below continues the game. If the board
//! follows from one move that the log does not have as a `play`, that move was played; suggested
//! moves are tried first. Any other `start` begins a new round. Without frames, each piece is
//! assumed to take half a second.

mod round;

use crate::MAX_MOVES;
use crate::game::{Goal, RecordedGame, Recording, Round};
use landfall_rules::{Placement, Playfield, Randomizer, Ruleset, State};
use landfall_tbp::convert::{
    ConvertError, to_announced_ruleset, to_field, to_piece, to_placement, to_randomizer, to_state,
    to_versus,
};
use landfall_tbp::messages::{BotMessage, FrontendMessage, Move, Play, Rules, Start};
use landfall_tbp::{ParseError, parse};
use round::LogRound;
use serde::Deserialize;
use thiserror::Error;

/// Most positions with which a log may begin new rounds.
const MAX_ROUNDS: usize = 10_000;

/// Why a log of TBP messages is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TbpLogError {
    /// A line is not a message.
    #[error("line {line} of the log: {source}")]
    Message {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: ParseError,
    },
    /// A `rules` message describes a game that cannot be played.
    #[error("line {line} of the log: `rules`: {reason}")]
    Rules {
        /// The line, from 1.
        line: usize,
        /// What cannot be played.
        reason: String,
    },
    /// A position is invalid.
    #[error("line {line} of the log: {source}")]
    Position {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: ConvertError,
    },
    /// No move was played.
    #[error("the log has no move: `start`, and `play` or another `start` after it, are needed")]
    NoMoves,
}

/// Reads a log, under `rules` until it names others.
///
/// # Errors
/// There is no move: the first error, if there is one. A line that is not a message, or is invalid,
/// ends its game, and reading continues at the next `start`. An illegal move is not an error
/// either: its round is trusted up to there.
pub fn read(text: &str, rules: &Ruleset) -> Result<RecordedGame, TbpLogError> {
    let mut log = Log {
        default: *rules,
        rules: *rules,
        is_uniform: false,
        round: None,
        suggested: Vec::new(),
        rounds: Vec::new(),
        begun: 0,
        moves: 0,
        is_playable: true,
        notes: Vec::new(),
        first_error: None,
    };
    let mut lines = text.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        let is_cut_off = lines.peek().is_none() && !text.ends_with('\n') && number > 0;
        match log.line(number + 1, line) {
            Err(TbpLogError::Message { .. }) if is_cut_off => {}
            Err(error) => log.bad_line(error),
            Ok(()) => {}
        }
        if log.is_full() {
            log.notes.push(format!(
                "the log is read to line {}: at most {MAX_MOVES} moves and {MAX_ROUNDS} games are",
                number + 1
            ));
            break;
        }
    }
    log.end_round();
    if log.rounds.is_empty() {
        return Err(log.first_error.unwrap_or(TbpLogError::NoMoves));
    }
    Ok(RecordedGame {
        recording: Recording::TbpLog,
        goal: Goal::Versus,
        rounds: log.rounds,
        notes: log.notes,
    })
}

/// A log while its lines are read.
struct Log {
    /// The rules if the log names none.
    default: Ruleset,
    rules: Ruleset,
    /// Whether pieces are drawn independently, if no `start` defines it.
    is_uniform: bool,
    round: Option<LogRound>,
    /// The last suggested moves.
    suggested: Vec<Move>,
    rounds: Vec<Round>,
    begun: usize,
    moves: usize,
    /// Whether the last `rules` describes a game that can be played.
    is_playable: bool,
    /// What was left out.
    notes: Vec<String>,
    /// The first invalid line, and its error.
    first_error: Option<TbpLogError>,
}

/// The part of a message that identifies its sender.
#[derive(Deserialize)]
struct MessageType {
    #[serde(rename = "type")]
    name: String,
}

impl Log {
    /// Returns whether the limit of a log has been reached.
    fn is_full(&self) -> bool {
        self.moves >= MAX_MOVES || self.begun >= MAX_ROUNDS
    }

    /// Ends the trust of the game with an invalid line. After rules that cannot be played,
    /// everything up to the next rules is skipped.
    fn bad_line(&mut self, error: TbpLogError) {
        if matches!(error, TbpLogError::Rules { .. }) {
            self.end_round();
            self.is_playable = false;
            self.notes
                .push(format!("{error}; the games by these rules are left out"));
        } else if let Some(round) = &mut self.round {
            round.stop(0, error.to_string());
        } else {
            self.notes.push(format!("{error}; this line is left out"));
        }
        self.first_error.get_or_insert(error);
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), TbpLogError> {
        let line = line.trim();
        if line.starts_with(['#', '!', '=']) {
            return Ok(());
        }
        if let Some(message) = line.strip_prefix('<') {
            self.bot_message(message);
            return Ok(());
        }
        let message = line.strip_prefix('>').unwrap_or(line).trim_start();
        if !line.starts_with('>') && is_of_bot(message) {
            self.bot_message(message);
            return Ok(());
        }
        match parse(message.as_bytes()) {
            Ok(Some(message)) => self.frontend_message(number, &message),
            Ok(None) => Ok(()),
            Err(source) => Err(TbpLogError::Message {
                line: number,
                source,
            }),
        }
    }

    /// Keeps the bot's suggestions. Other messages of bots do not concern the game.
    fn bot_message(&mut self, message: &str) {
        if let Ok(BotMessage::Suggestion { moves, .. }) = serde_json::from_str(message) {
            self.suggested = moves;
        }
    }

    fn frontend_message(
        &mut self,
        line: usize,
        message: &FrontendMessage,
    ) -> Result<(), TbpLogError> {
        match message {
            FrontendMessage::Rules(rules) => self.set_rules(line, rules),
            FrontendMessage::Start(start) => self.start(line, start),
            FrontendMessage::Play(play) => {
                self.play(play);
                Ok(())
            }
            FrontendMessage::NewPiece { piece } => {
                if let Some(round) = &mut self.round {
                    round.deal(to_piece(*piece));
                }
                Ok(())
            }
            FrontendMessage::Quit => {
                self.end_round();
                Ok(())
            }
            FrontendMessage::Stop | FrontendMessage::Suggest | FrontendMessage::Analyse(_) => {
                Ok(())
            }
        }
    }

    fn set_rules(&mut self, line: usize, rules: &Rules) -> Result<(), TbpLogError> {
        let refused = |reason: String| Err(TbpLogError::Rules { line, reason });
        if let Some(reason) = rules.game.unsupported.first() {
            return refused(reason.clone());
        }
        let announced = match to_announced_ruleset(&self.default, rules) {
            Ok(announced) => announced,
            Err(error) => return refused(error.to_string()),
        };
        if announced != self.rules {
            self.end_round();
        }
        self.is_playable = true;
        self.rules = announced;
        self.is_uniform = rules.randomizer.as_deref() == Some("uniform");
        Ok(())
    }

    fn start(&mut self, line: usize, start: &Start) -> Result<(), TbpLogError> {
        if !self.is_playable {
            return Ok(());
        }
        let said = start.randomizer.as_ref().and_then(to_randomizer);
        let unsaid = match self.is_uniform {
            true => Randomizer::Uniform,
            false => Randomizer::unknown(),
        };
        let is_said = said.is_some();
        let mut state = to_state(&self.rules, start, said.unwrap_or(unsaid))
            .map_err(|source| TbpLogError::Position { line, source })?;
        if !is_said {
            let queue = state.queue.iter();
            queue.for_each(|&piece| state.randomizer.observe(piece));
        }
        let field = to_field(&start.board);
        if !self.goes_on_with(&state, &field) {
            self.end_round();
            self.begun += 1;
            self.round = Some(LogRound::new(&self.rules, state, field));
        }
        if let Some(round) = &mut self.round {
            let versus = to_versus(&self.rules, start);
            round.told(versus.incoming_garbage, start.pieces_placed, start.frame);
        }
        self.suggested.clear();
        Ok(())
    }

    /// Returns whether a position follows from the previous one, by garbage alone or by a move, and
    /// continues with it.
    fn goes_on_with(&mut self, state: &State, field: &Playfield) -> bool {
        let suggested = self.suggested();
        let Some(round) = &mut self.round else {
            return false;
        };
        let Some(played) = round.way_to(state, &suggested) else {
            return false;
        };
        if let Some(placement) = played {
            round.play(placement);
            self.moves += 1;
        }
        round.set(state.clone(), field.clone());
        true
    }

    /// Returns the suggested moves.
    fn suggested(&self) -> Vec<Placement> {
        let placement = |mv: &Move| to_placement(&self.rules, mv).ok();
        self.suggested
            .iter()
            .take(MAX_SUGGESTED)
            .filter_map(placement)
            .collect()
    }

    fn play(&mut self, play: &Play) {
        let Some(round) = &mut self.round else {
            return;
        };
        self.moves += 1;
        match to_placement(&self.rules, &play.mv) {
            Ok(placement) if round.play(placement) => round.told_after(&self.rules, play),
            Ok(_) => {}
            Err(error) => round.stop(1, round.at_move(error)),
        }
        self.suggested.clear();
    }

    /// Ends the round. A round without moves is discarded.
    fn end_round(&mut self) {
        let Some(round) = self.round.take() else {
            return;
        };
        match round.finish() {
            Ok(side) => self.rounds.push(Round {
                number: self.rounds.len() + 1,
                sides: vec![*side],
                winner: None,
            }),
            Err(Some(reason)) => self.notes.push(format!("a game is left out: {reason}")),
            Err(None) => {}
        }
    }
}

/// Most suggested moves that are tried.
const MAX_SUGGESTED: usize = 100;

/// Returns whether a message is one that bots send.
fn is_of_bot(message: &str) -> bool {
    let kind: Option<MessageType> = serde_json::from_str(message).ok();
    let of_bots = ["info", "ready", "error", "suggestion", "analysis"];
    kind.is_some_and(|kind| of_bots.contains(&kind.name.as_str()))
}
