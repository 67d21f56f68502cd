//! Replays as observations: how a side stood against the other when it was asked for a move,
//! and whether it won.

use super::logistic::Table;
use crate::arena::{Reading, lines};
use crate::brain::{Position, Terms};
use crate::game::{Ruleset, State};
use serde_json::{Map, Value};

/// Features beside the terms of the evaluation, after them: cells on the board, lines that
/// wait for who is asked more than for the other, frames until the other is asked.
pub const CELLS: usize = 0;
/// See [`CELLS`].
pub const WAITING: usize = 1;
/// See [`CELLS`].
pub const BUSY: usize = 2;
/// How many there are.
pub const BESIDE: usize = 3;

/// Adds the observations of a game between two to a table of `terms.len() + BESIDE`
/// features. A draw, or a game without an end, has none.
///
/// # Errors
/// What the replay lacks, or which of its moves cannot be played.
pub fn observe(
    reading: &Reading,
    rules: &'static Ruleset,
    terms: &Terms,
    table: &mut Table,
) -> Result<(), String> {
    if reading.seats.len() != 2 {
        let seats = reading.seats.len();
        return Err(format!(
            "it has {seats} seats: games between two are wanted"
        ));
    }
    let winner = reading.end().and_then(|end| end["winner"].as_u64());
    let Some(winner) = winner else {
        return Ok(());
    };
    let mut sides = [0, 1].map(|seat| Side::new(reading, seat, rules));
    let cancels = reading.head["garbage"]["cancels"] == true;
    for line in &reading.lines {
        let Some(seat) = number(line, "s") else {
            continue;
        };
        let (seat, now) = (seat as usize & 1, number(line, "f").unwrap_or(0));
        send(&mut sides, now, cancels);
        if let Some(rows) = lines::garbage(line) {
            sides[seat].raise(&rows);
            continue;
        }
        if let Some(busy) = sides[1 - seat].busy(now) {
            let [own, other] = [seat, 1 - seat].map(|seat| sides[seat].features(terms));
            let standing = own.iter().zip(&other).map(|(own, other)| own - other);
            let waiting = waiting(&sides[seat], &sides[1 - seat], cancels);
            let beside = [waiting as f32, busy as f32];
            table.push(standing.chain(beside), winner == seat as u64);
        }
        sides[seat].play(rules, line)?;
    }
    Ok(())
}

fn number(line: &Map<String, Value>, name: &str) -> Option<u64> {
    line.get(name).and_then(Value::as_u64)
}

/// What has locked by now is sent.
fn send(sides: &mut [Side; 2], now: u64, cancels: bool) {
    for seat in 0..2 {
        let Some((_, mut sent)) = sides[seat].flying.take_if(|(locks, _)| *locks <= now) else {
            continue;
        };
        if cancels {
            let cancelled = sides[seat].pit.min(sent);
            sides[seat].pit -= cancelled;
            sent -= cancelled;
        }
        sides[1 - seat].pit += sent;
    }
}

/// Lines that wait for a side, less those that wait for the other, with what the other has
/// played but not sent yet.
fn waiting(own: &Side, other: &Side, cancels: bool) -> i64 {
    let flying = other.flying.map_or(0, |(_, sent)| sent);
    let cancelled = if cancels { other.pit.min(flying) } else { 0 };
    let [own, other] = [own.pit + flying - cancelled, other.pit - cancelled].map(|n| n as i64);
    own - other
}

/// A seat as the moves go on.
struct Side {
    state: State,
    /// Frames at which it is asked.
    asked: Vec<u64>,
    /// Moves played.
    played: usize,
    /// Lines that wait for it.
    pit: u64,
    /// The frame at which its last piece locks, and lines that are sent then.
    flying: Option<(u64, u64)>,
}

impl Side {
    fn new(reading: &Reading, seat: usize, rules: &'static Ruleset) -> Side {
        let queues = reading.head.get("queues");
        let mut state = State::new(rules.randomizer.clone());
        for piece in lines::pieces(queues.and_then(|queues| queues.get(seat))) {
            state.push_piece(piece);
        }
        let moves = reading
            .of(seat)
            .filter(|line| !line.contains_key("garbage"));
        Side {
            state,
            asked: moves.filter_map(|line| number(line, "f")).collect(),
            played: 0,
            pit: 0,
            flying: None,
        }
    }

    /// Frames until it is asked again; none if it never is.
    fn busy(&self, now: u64) -> Option<u64> {
        let next = self.asked.get(self.played)?;
        Some(next.saturating_sub(now))
    }

    /// The terms, and then the cells.
    fn features(&self, terms: &Terms) -> Vec<f32> {
        let terms = terms.of(&Position::of(&self.state)).into_iter();
        let columns = self.state.board.columns.iter();
        let cells: u32 = columns.map(|column| column.count_ones()).sum();
        terms
            .map(|term| term as f32)
            .chain([cells as f32])
            .collect()
    }

    fn raise(&mut self, rows: &[u16]) {
        rows.iter().for_each(|&row| self.state.board.raise(&[row]));
        self.pit = self.pit.saturating_sub(rows.len() as u64);
    }

    fn play(&mut self, rules: &Ruleset, line: &Map<String, Value>) -> Result<(), String> {
        let frame = &line["f"];
        let placement = lines::placement(line)
            .ok_or_else(|| format!("the move of frame {frame} is none of the seven pieces"))?;
        self.state
            .try_play(rules, &placement)
            .map_err(|error| format!("the move of frame {frame}: {error}"))?;
        for piece in lines::pieces(line.get("dealt")) {
            self.state.push_piece(piece);
        }
        self.played += 1;
        self.flying = number(line, "locks").zip(number(line, "sent"));
        Ok(())
    }
}
