//! A replay of the arena as a recorded game.
//!
//! Plays every move under the rules, and compares the result with the line. Counts waiting garbage
//! as the arena does between two seats, so that the lines sent by each lock are known.

use super::lines;
use super::replay::{ReplayError, ReplayReader};
use super::seat::SeatReader;
use crate::MAX_MOVES;
use crate::game::{Goal, RecordedGame, RecordedSide, Recording, Round};
use arrayvec::ArrayVec;
use landfall_rules::Piece;
use landfall_rules::board::WIDTH;
use landfall_rules::rulesets::{GUIDELINE, UnknownRuleset};
use serde_json::{Map, Value};
use thiserror::Error;

/// Why a replay of the arena cannot be reviewed.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The head is invalid.
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
}

/// Reads a replay of the arena.
///
/// # Errors
/// Its head is invalid, or an attribute is missing that is needed to play it under the rules. An
/// illegal move or an invalid line is not an error: the side is trusted up to there.
pub fn read(text: &str) -> Result<RecordedGame, ArenaError> {
    let mut reader = ReplayReader::new(text)?;
    let mut game = ArenaGame::new(&reader)?;
    let mut notes = game.notes();
    for (number, line) in reader.by_ref().enumerate() {
        if number == MAX_MOVES {
            notes.push(format!("only the first {MAX_MOVES} lines are read"));
            break;
        }
        match line {
            Ok(line) => game.line(&line),
            Err(error) => game.bad_line(&error),
        }
    }
    if let Some(number) = reader.incomplete_line() {
        notes.push(format!(
            "the file ends within line {number}, which is left out"
        ));
    }
    let winner = game.winner();
    let ids = game.ids();
    let seats = game.seats.into_iter().zip(ids);
    let sides = seats.filter_map(|(seat, id)| {
        Some(RecordedSide {
            id,
            ..seat?.finish()
        })
    });
    Ok(RecordedGame {
        recording: Recording::Arena,
        goal: Goal::Versus,
        rounds: vec![Round {
            number: 1,
            sides: sides.collect(),
            winner,
        }],
        notes,
    })
}

/// A game while its lines are read.
struct ArenaGame {
    /// Its seats; `None` for seats whose pieces are unknown.
    seats: Vec<Option<SeatReader>>,
    names: Vec<String>,
    /// Whether lines sent go to the other seat.
    sends: bool,
    /// Whether they first cancel waiting lines.
    cancels: bool,
    /// The frame of the first line. Times count from it.
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
            Some(name) => name.parse()?,
            None => GUIDELINE,
        };
        let queue = |seat: usize| -> Option<Vec<Piece>> {
            let queue = lines::pieces(head.get("queues").and_then(|queues| queues.get(seat)));
            (!queue.is_empty()).then_some(queue)
        };
        let says = |what: &str| head.get("garbage").is_some_and(|says| says[what] == true);
        let sends = says("sent");
        let names = reader.seats.iter().enumerate();
        let seats: Vec<Option<SeatReader>> = names
            .map(|(seat, name)| Some(SeatReader::new(&rules, seat, name, &queue(seat)?, sends)))
            .collect();
        if seats.iter().all(Option::is_none) {
            return Err(ArenaError::NoQueues);
        }
        Ok(ArenaGame {
            seats,
            names: reader.seats.clone(),
            sends: sends && reader.seats.len() == 2,
            cancels: says("cancels"),
            start: None,
            winner: None,
        })
    }

    /// Returns notes about what is left out of the file from the start.
    fn notes(&self) -> Vec<String> {
        let seats = self.seats.iter().enumerate();
        seats
            .filter(|(_, seat)| seat.is_none())
            .map(|(number, _)| {
                let number = number + 1;
                format!("player {number}: `queues` has no pieces; this side is left out")
            })
            .collect()
    }

    /// Returns the ids of the seats: their names, if no two are equal.
    fn ids(&self) -> Vec<Option<String>> {
        let is_only = |name: &String| self.names.iter().filter(|other| *other == name).count() == 1;
        let all_differ = self.names.iter().all(is_only);
        let id = |name: &String| all_differ.then(|| format!("name {name}"));
        self.names.iter().map(id).collect()
    }

    /// Returns the winner as an index of the sides that can be read.
    fn winner(&self) -> Option<usize> {
        let winner = self.winner?;
        self.seats.get(winner)?.as_ref()?;
        Some(self.seats[..winner].iter().flatten().count())
    }

    /// Ends the trust of the seat with an invalid line, or of all seats if the line does not name
    /// one.
    fn bad_line(&mut self, error: &ReplayError) {
        let named = error.seat.filter(|&seat| seat < self.seats.len());
        for (number, seat) in self.seats.iter_mut().enumerate() {
            if let Some(seat) = seat
                && named.is_none_or(|named| named == number)
            {
                seat.stop(
                    usize::from(named.is_some() && error.is_move),
                    error.to_string(),
                );
            }
        }
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
            .and_then(|s| self.seats.get_mut(s as usize)?.as_mut())
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
            if let Some(seat) = seat {
                seat.end(boards.get(number), frame);
            }
        }
    }

    /// Sends the attacks of locks up to a frame. Attacks of the same frame first cancel waiting
    /// garbage on both sides, and then cross over.
    fn exchange_until(&mut self, frame: u64) {
        loop {
            let seats = self.seats.iter().flatten();
            let locks = seats.filter_map(SeatReader::next_lock);
            let Some(next) = locks.min().filter(|&next| next <= frame) else {
                return;
            };
            let cancels = self.cancels;
            let sends = |seat: &mut Option<SeatReader>| {
                let seat = seat.as_mut();
                seat.map_or_else(ArrayVec::new, |seat| seat.send(next, cancels))
            };
            let sent: Vec<ArrayVec<u32, 5>> = self.seats.iter_mut().map(sends).collect();
            if self.sends {
                for (seat, sent) in self.seats.iter_mut().zip(sent.iter().rev()) {
                    if let Some(seat) = seat {
                        seat.receive(sent);
                    }
                }
            }
        }
    }
}
