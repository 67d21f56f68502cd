//! A seat of the arena while its lines are read: its position, its waiting garbage, and its moves
//! so far.

use super::{format, lines};
use crate::game::{EndPosition, RecordedMove, RecordedSide, Trust, WaitingPacket};
use crate::placed_side::PlacedSide;
use arrayvec::ArrayVec;
use landfall_rules::garbage::GarbageRows;
use landfall_rules::garbage::{GarbageQueue, HoleGenerator};
use landfall_rules::side::LockResult;
use landfall_rules::state::IllegalPlacement;
use landfall_rules::{Clear, Piece, Placement, Ruleset};
use serde_json::{Map, Value};

/// Reads the moves of a seat of the arena.
#[derive(Clone, Debug)]
pub struct SeatReader {
    rules: Ruleset,
    number: usize,
    sends: bool,
    name: String,
    previews: usize,
    side: PlacedSide,
    waiting: GarbageQueue,
    moves: Vec<RecordedMove>,
    /// The frame at which the last piece locks and sends, and its packets.
    unsent: Option<(u64, ArrayVec<u32, 5>)>,
    trust: Trust,
    frame: u64,
}

impl SeatReader {
    /// Returns a seat with its first pieces, at least one. `sends` tells whether its clears send
    /// lines.
    pub fn new(
        rules: &Ruleset,
        number: usize,
        name: &str,
        queue: &[Piece],
        sends: bool,
    ) -> SeatReader {
        let mut side = PlacedSide::new(rules);
        side.deal(queue.iter().copied());
        SeatReader {
            rules: *rules,
            number,
            sends,
            name: name.to_string(),
            previews: queue.len() - 1,
            side,
            waiting: GarbageQueue::default(),
            moves: Vec::new(),
            unsent: None,
            trust: Trust::Unchecked,
            frame: 0,
        }
    }

    /// Plays the move of a line at a frame of the game; frame 0 is frame `start` of the file. A
    /// seat that is no longer trusted plays none.
    pub fn play(&mut self, line: &Map<String, Value>, frame: u64, start: u64) {
        if let Trust::Stopped { left_out, .. } = &mut self.trust {
            *left_out += 1;
            return;
        }
        let number = self.moves.len() + 1;
        let placement = match self.placement(line) {
            Ok(placement) => placement,
            Err(reason) => return self.stop(1, format!("move {number}: {reason}")),
        };
        let locked = lines::number(line, "locks").map_or(frame, |at| at.saturating_sub(start));
        let (state, field) = (self.side.state().clone(), self.side.field().clone());
        self.previews = self.previews.max(state.queue.len().saturating_sub(1));
        let waiting = self.told_waiting(line);
        let lock = self.side.play(placement, locked);
        if let Some(difference) = self.difference(line, &lock) {
            self.side.set(state, field);
            return self.stop(1, format!("move {number}: {difference}"));
        }
        self.side.deal(lines::pieces(line.get("dealt")));
        let packets = self.packets(&lock.clear);
        self.moves.push(RecordedMove {
            held: state.needs_hold(&placement),
            state,
            field,
            waiting,
            pieces_placed: self.moves.len() as u32,
            appeared: frame,
            locked: locked.max(frame),
            placement,
            clear: lock.clear,
            sent: packets.clone(),
            raised: GarbageRows::new(),
        });
        self.unsent = Some((locked.max(frame), packets));
        self.frame = locked.max(frame);
    }

    /// Returns the move of a line, canonical.
    fn placement(&self, line: &Map<String, Value>) -> Result<Placement, String> {
        let placement = lines::placement(line)
            .ok_or_else(|| "it is none of the seven pieces on ten columns".to_string())?;
        let valid = self.side.state().validate(&self.rules, placement);
        valid.map_err(|illegal: IllegalPlacement| illegal.to_string())
    }

    /// Returns the waiting garbage from the line, and uses it from then on.
    fn told_waiting(&mut self, line: &Map<String, Value>) -> Vec<WaitingPacket> {
        let rows = |value: &Value| value.as_u64().and_then(|rows| u32::try_from(rows).ok());
        let told: Vec<u32> = match line.get("packets_waiting").and_then(Value::as_array) {
            Some(packets) => packets.iter().filter_map(rows).collect(),
            None => line.get("waiting").and_then(rows).into_iter().collect(),
        };
        let total = |packets: &[u32]| packets.iter().copied().fold(0, u32::saturating_add);
        if total(&told) != self.waiting.waiting() {
            self.waiting = GarbageQueue::default();
            for &rows in &told {
                self.waiting.push(rows, 0);
            }
        }
        let packets = self.waiting.packets();
        let packet = |lines| WaitingPacket {
            lines,
            frames: None,
        };
        packets.map(packet).collect()
    }

    fn packets(&self, clear: &Clear) -> ArrayVec<u32, 5> {
        match self.sends {
            true => self.side.packets(clear),
            false => ArrayVec::new(),
        }
    }

    /// Returns the difference between the rules and a line.
    fn difference(&self, line: &Map<String, Value>, lock: &LockResult) -> Option<String> {
        let clear = &lock.clear;
        let own = [
            ("lines", u64::from(clear.lines)),
            ("sent", u64::from(clear.attack)),
            ("combo", u64::from(clear.combo)),
            ("b2b", clear.back_to_back.into()),
            ("perfect", clear.perfect.into()),
        ];
        let recorded = |name: &str| match line.get(name) {
            Some(Value::Bool(value)) => Some(u64::from(*value)),
            Some(value) => value.as_u64(),
            // A line without a clear may omit its attributes: they count as 0.
            None => (!line.contains_key("lines") || clear.lines == 0).then_some(0),
        };
        own.into_iter().find_map(|(name, by_rules)| {
            let in_file = recorded(name)?;
            let differs = in_file != by_rules && (clear.lines > 0 || name == "lines");
            differs.then(|| format!("the file has {in_file} as its `{name}`, the rules {by_rules}"))
        })
    }

    /// Ends the trust with a reason; a seat that is no longer trusted keeps its first reason.
    pub fn stop(&mut self, more_left_out: usize, reason: String) {
        if let Trust::Stopped { left_out, .. } = &mut self.trust {
            *left_out += more_left_out;
            return;
        }
        self.unsent = None;
        self.trust = Trust::Stopped {
            left_out: more_left_out,
            reason,
        };
    }

    /// Raises rows of garbage, which then no longer wait.
    pub fn raise(&mut self, rows: &[u16]) {
        if matches!(self.trust, Trust::Stopped { .. }) {
            return;
        }
        self.waiting
            .take_due(u64::MAX, Some(rows.len() as u32), &mut NoHoles);
        self.side.raise(rows);
        if let Some(last) = self.moves.last_mut() {
            last.raised.extend_from_slice(rows);
        }
    }

    /// Returns the frame at which the last piece locks, if its packets are not sent yet.
    pub fn next_lock(&self) -> Option<u64> {
        self.unsent.as_ref().map(|(at, _)| *at)
    }

    /// Sends the packets of a piece that has locked by this frame. Returns what is left after
    /// cancelling.
    pub fn send(&mut self, frame: u64, cancels: bool) -> ArrayVec<u32, 5> {
        let Some((_, packets)) = self.unsent.take_if(|(at, _)| *at <= frame) else {
            return ArrayVec::new();
        };
        let pieces = self.moves.len() as u64;
        let queue = self.rules.garbage_queue;
        let opener = queue.is_some_and(|queue| queue.is_opener(pieces));
        let sent = match cancels {
            true => self.waiting.cancel(&packets, opener, &mut NoHoles),
            false => packets,
        };
        if let Some(last) = self.moves.last_mut() {
            last.sent = sent.clone();
        }
        sent
    }

    /// Adds packets from the other seat.
    pub fn receive(&mut self, packets: &[u32]) {
        for &rows in packets {
            self.waiting.push(rows, 0);
        }
    }

    /// Compares the final board, top row first.
    pub fn end(&mut self, board: Option<&Value>, frame: u64) {
        self.frame = self.frame.max(frame);
        if matches!(self.trust, Trust::Stopped { .. }) {
            return;
        }
        let Some(rows) = board.and_then(Value::as_array) else {
            return;
        };
        let own = format::board(self.side.field());
        let filled = |row: &str| row.chars().map(|cell| cell != '.').collect::<Vec<bool>>();
        let in_file = rows.iter().map(|row| row.as_str().map(filled));
        self.trust = if in_file.eq(own.iter().map(|row| Some(filled(row)))) {
            Trust::Verified {
                compared: vec!["clear of every move", "board at the end"],
            }
        } else {
            Trust::Stopped {
                left_out: 0,
                reason: "the board at the end is not the one that the moves give".into(),
            }
        };
    }

    /// Returns the recorded side.
    pub fn finish(self) -> RecordedSide {
        RecordedSide {
            player: self.number,
            id: None,
            name: Some(self.name),
            rules: self.rules,
            previews: self.previews,
            end: EndPosition {
                state: self.side.state().clone(),
                field: self.side.field().clone(),
                frame: self.frame,
                loss: self.side.loss(),
            },
            moves: self.moves,
            keys: Vec::new(),
            trust: self.trust,
        }
    }
}

/// Placeholder holes: the file contains the rows that rise, so only the number of waiting rows
/// counts.
struct NoHoles;

impl HoleGenerator for NoHoles {
    fn next_row(&mut self, _first: bool) -> u16 {
        0
    }
}
