//! A replay of the arena as a recorded game.
//!
//! Every move is played by the rules, and what the line says of it is compared. The garbage that
//! waits is counted as the arena does, between two seats, so that what each lock sent is known.

use super::lines;
use super::replay::{ReplayError, ReplayReader};
use super::seat::SeatReader;
use crate::game::{RecordedGame, Recording, Round};
use crate::{MAX_MOVES, TooManyMoves};
use arrayvec::ArrayVec;
use landfall_rules::{GUIDELINE, Piece, Ruleset, UnknownRuleset, WIDTH};
use serde_json::{Map, Value};
use thiserror::Error;

/// Why a replay of the arena is no game that can be reviewed.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// A line is not what it should be.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The board has another width.
    #[error("the replay has a board of {0} columns: only {WIDTH} can be read")]
    Columns(u64),
    /// The rules are not known.
    #[error("the rules of the replay: {0}")]
    Rules(#[from] UnknownRuleset),
    /// The pieces are not known.
    #[error(
        "the replay does not say which pieces its seats saw (`queues`, `dealt`): play the game \
         again with today's `landfall arena --replays`"
    )]
    NoQueues,
    /// There are too many moves.
    #[error(transparent)]
    TooManyMoves(#[from] TooManyMoves),
}

/// Reads a replay of the arena.
///
/// # Errors
/// It is none, or what is needed to play it by the rules is missing. A move that the rules forbid
/// is no error: the side is trusted up to there.
pub fn read(text: &str) -> Result<RecordedGame, ArenaError> {
    let mut reader = ReplayReader::new(text)?;
    let mut game = ArenaGame::new(&reader)?;
    let mut moves = 0;
    for line in reader.by_ref() {
        moves += 1;
        if moves > MAX_MOVES {
            return Err(TooManyMoves.into());
        }
        game.line(&line?);
    }
    let winner = game.winner;
    let sides = game.seats.into_iter().map(SeatReader::finish).collect();
    Ok(RecordedGame {
        recording: Recording::Arena,
        rounds: vec![Round { sides, winner }],
    })
}

/// A game while its lines are read.
struct ArenaGame {
    seats: Vec<SeatReader>,
    /// Whether lines sent go to the other seat.
    sends: bool,
    /// Whether they first cancel what waits.
    cancels: bool,
    /// The frame of the first line: times count from there.
    start: Option<u64>,
    winner: Option<usize>,
}

impl ArenaGame {
    fn new(reader: &ReplayReader) -> Result<ArenaGame, ArenaError> {
        let head = &reader.head;
        let columns = head["board"]["columns"].as_u64().unwrap_or(0);
        if columns != WIDTH as u64 {
            return Err(ArenaError::Columns(columns));
        }
        let rules = match head.get("rules").and_then(Value::as_str) {
            Some(name) => Ruleset::by_name(name)?,
            None => &GUIDELINE,
        };
        let queue = |seat: usize| -> Result<Vec<Piece>, ArenaError> {
            let queue = lines::pieces(head.get("queues").and_then(|queues| queues.get(seat)));
            match queue.is_empty() {
                true => Err(ArenaError::NoQueues),
                false => Ok(queue),
            }
        };
        let says = |what: &str| head.get("garbage").is_some_and(|says| says[what] == true);
        let sends = says("sent");
        let names = reader.seats.iter().enumerate();
        let seats =
            names.map(|(seat, name)| Ok(SeatReader::new(rules, seat, name, &queue(seat)?, sends)));
        Ok(ArenaGame {
            seats: seats.collect::<Result<_, ArenaError>>()?,
            sends: sends && reader.seats.len() == 2,
            cancels: says("cancels"),
            start: None,
            winner: None,
        })
    }

    fn line(&mut self, line: &Map<String, Value>) {
        let frame = line["f"].as_u64().unwrap_or(0);
        let start = *self.start.get_or_insert(frame);
        let frame = frame.saturating_sub(start);
        self.exchange_until(frame);
        if let Some(boards) = line.get("boards") {
            self.end(line, boards, frame);
            return;
        }
        let Some(seat) = line["s"]
            .as_u64()
            .and_then(|s| self.seats.get_mut(s as usize))
        else {
            return;
        };
        match lines::garbage(line) {
            Some(rows) => seat.raise(&rows),
            None => seat.play(line, frame, start),
        }
    }

    fn end(&mut self, line: &Map<String, Value>, boards: &Value, frame: u64) {
        let winner = line.get("winner").and_then(Value::as_u64);
        let winner = winner.map(|winner| winner as usize);
        self.winner = winner.filter(|&winner| winner < self.seats.len());
        for (number, seat) in self.seats.iter_mut().enumerate() {
            seat.end(boards.get(number), frame);
        }
    }

    /// Sends what was locked by a frame. What locks on one frame first cancels what waits on both
    /// sides, and only then crosses over.
    fn exchange_until(&mut self, frame: u64) {
        loop {
            let locks = self.seats.iter().filter_map(SeatReader::next_lock);
            let Some(next) = locks.min().filter(|&next| next <= frame) else {
                return;
            };
            let cancels = self.cancels;
            let sends = |seat: &mut SeatReader| seat.send(next, cancels);
            let sent: Vec<ArrayVec<u32, 5>> = self.seats.iter_mut().map(sends).collect();
            if self.sends {
                for (seat, sent) in self.seats.iter_mut().zip(sent.iter().rev()) {
                    seat.receive(sent);
                }
            }
        }
    }
}
