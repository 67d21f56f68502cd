//! Plays a side's keys again, frame by frame.

use super::error::{Place, TetrioError};
use super::events::{Command, Event, EventKind, Events, MAX_FRAMES, PacketId, ReceivedPacket};
use super::results::Snapshot;
use super::rules::SideRules;
use crate::game::{EndPosition, RecordedMove, WaitingPacket};
use landfall_play::{Key, Lock, Player};
use landfall_rules::board::CellKind;
use landfall_rules::garbage::{GarbageQueue, SideGarbage};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::side::LockResult;
use landfall_rules::{Playfield, Side, Spin, State};
use std::collections::HashMap;

/// Most frames of all sides of all rounds: twelve hours.
const MAX_ALL_FRAMES: u64 = 12 * 60 * 60 * 60;

/// Most moves of all sides of all rounds.
const MAX_MOVES: u64 = 60_000;

/// Most packets that wait for a side at one time.
const MAX_WAITING: usize = 100;

/// The remaining limits of the simulation of a file.
#[derive(Debug)]
pub struct Limits {
    frames: u64,
    moves: u64,
}

impl Limits {
    /// Returns the limits of a whole file.
    pub fn new() -> Limits {
        Limits {
            frames: MAX_ALL_FRAMES,
            moves: MAX_MOVES,
        }
    }
}

/// Counts of a side, as the game keeps them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub lines: u64,
    pub attack: u64,
    pub sent: u64,
    /// Garbage rows cleared.
    pub cleared: u64,
    pub quads: u64,
    /// Clears of one to three rows by a full spin.
    pub full_spins: [u64; 3],
    /// Clears of one to three rows by a mini spin.
    pub mini_spins: [u64; 3],
}

/// A packet that a side sent.
#[derive(Clone, Copy, Debug)]
pub struct SentPacket {
    /// Its rows before packets cancelled each other on their way.
    pub lines: u32,
    /// The frame in which the piece locked.
    pub frame: u64,
    /// The same as version 15 counts it: if a piece locks by itself at the end of a frame, the next
    /// frame is counted.
    pub old_frame: u64,
    /// Moves up to and including the one that sent it.
    pub moves: usize,
}

/// A moment for which the file has a position, and whether the simulation agrees.
#[derive(Clone, Copy, Debug)]
pub struct SnapshotCheck {
    /// The frame.
    pub frame: u64,
    /// Moves before it.
    pub moves: usize,
    /// Whether the positions are equal.
    pub agrees: bool,
}

/// A side as simulated from its keys.
#[derive(Debug)]
pub struct Simulation {
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// How many keys were pressed for each move.
    pub keys: Vec<u32>,
    /// The totals.
    pub counts: Counts,
    /// The packets that were sent, in order.
    pub sent: Vec<SentPacket>,
    /// The moments for which the file has a position.
    pub snapshots: Vec<SnapshotCheck>,
    /// Hard drops after the side had lost.
    pub drops_after_loss: usize,
    /// The command other than a move that ended the simulation.
    pub command: Option<Command>,
    player: Player,
    place: Place,
    /// Keys pressed since the last lock.
    pressed: u32,
    /// What the player saw when the piece in play appeared.
    seen: Seen,
    /// The numbers of the packets that have arrived.
    numbers: HashMap<PacketId, u64>,
    /// Sent packets that can still cancel those on their way: their number from 1 and their
    /// remaining rows.
    on_their_way: Vec<(u64, u32)>,
}

/// What a player saw when a piece appeared.
#[derive(Debug)]
struct Seen {
    /// The position, before any hold.
    state: State,
    field: Playfield,
    waiting: Vec<WaitingPacket>,
    frame: u64,
}

impl Simulation {
    /// Returns a side at the beginning of its round.
    pub fn new(side: &SideRules, place: Place) -> Simulation {
        let pieces = PieceSequence::new(&side.rules, side.seed);
        let pieces = match side.no_szo {
            true => pieces.without_szo_first(),
            false => pieces,
        };
        let garbage = SideGarbage::new(&side.rules, &side.garbage.holes, side.seed);
        let state = Side::new(&side.rules, side.previews + 1, pieces, garbage);
        let player = Player::with_side(state, side.handling, side.garbage);
        Simulation {
            moves: Vec::new(),
            keys: Vec::new(),
            pressed: 0,
            counts: Counts::default(),
            sent: Vec::new(),
            snapshots: Vec::new(),
            drops_after_loss: 0,
            command: None,
            seen: Seen::by(&player),
            player,
            place,
            numbers: HashMap::new(),
            on_their_way: Vec::new(),
        }
    }

    /// Plays all events, and continues to the end of the round after `frames` frames.
    ///
    /// # Errors
    /// The file has more to play than any game.
    pub fn run(
        &mut self,
        events: &Events<'_>,
        frames: u32,
        limits: &mut Limits,
    ) -> Result<(), TetrioError> {
        let frames = u64::from(frames);
        if frames > u64::from(MAX_FRAMES) + 1 {
            return Err(self.too_much("frames", u64::from(MAX_FRAMES)));
        }
        match limits.frames.checked_sub(frames) {
            Some(left) => limits.frames = left,
            None => return Err(self.too_much("frames", MAX_ALL_FRAMES)),
        }
        for event in &events.list {
            let until = u64::from(event.frame).min(frames);
            self.end_frames(until, limits)?;
            if u64::from(event.frame) > frames || self.command.is_some() {
                break;
            }
            self.act(event, limits)?;
        }
        if self.command.is_none() {
            self.end_frames(frames, limits)?;
        }
        Ok(())
    }

    /// Returns the moves, the keys of each, and the position after the last.
    pub fn into_moves(self) -> (Vec<RecordedMove>, Vec<u32>, EndPosition) {
        let end = EndPosition {
            state: self.seen.state,
            field: self.seen.field,
            frame: self.seen.frame,
            loss: self.player.over(),
        };
        (self.moves, self.keys, end)
    }

    /// Returns the frame up to which the side was played.
    pub fn frame(&self) -> u64 {
        self.player.frame()
    }

    /// Returns the board.
    pub fn field(&self) -> &Playfield {
        self.player.side().field()
    }

    fn too_much(&self, what: &'static str, most: u64) -> TetrioError {
        TetrioError::TooMuch {
            place: self.place,
            what,
            most,
        }
    }

    fn end_frames(&mut self, frame: u64, limits: &mut Limits) -> Result<(), TetrioError> {
        while self.player.frame() < frame {
            let ending = self.player.frame();
            self.player.end_frame();
            self.take_locks(ending, limits)?;
        }
        Ok(())
    }

    fn act(&mut self, event: &Event, limits: &mut Limits) -> Result<(), TetrioError> {
        match &event.kind {
            EventKind::Key {
                key,
                down,
                subframe,
                hoisted,
            } => {
                // Locks that happen before the key are taken first.
                let frame = self.player.frame();
                self.player.advance_to(*subframe);
                self.take_locks(frame, limits)?;
                if !down {
                    self.player.release(*key, *subframe);
                    return Ok(());
                }
                let lost = self.player.over().is_some();
                self.pressed += 1;
                self.drops_after_loss += usize::from(lost && *key == Key::HardDrop);
                self.player.press(*key, *subframe, *hoisted);
                self.take_locks(frame, limits)?;
            }
            EventKind::Command(command) => self.command = Some(*command),
            EventKind::Garbage(packet) => self.receive(packet)?,
            EventKind::Confirmed(id) => {
                if let Some(&number) = self.numbers.get(id) {
                    self.player.confirm_garbage(number);
                }
            }
            EventKind::Snapshot(snapshot) => self.compare(snapshot),
        }
        Ok(())
    }

    /// Adds garbage that arrives, after cancelling it against packets on their way to its sender.
    fn receive(&mut self, packet: &ReceivedPacket) -> Result<(), TetrioError> {
        let mut lines = packet.lines;
        if let Some(acknowledged) = packet.acknowledged {
            self.on_their_way.retain_mut(|(number, left)| {
                if *number <= acknowledged {
                    return false;
                }
                let cancelled = lines.min(*left);
                *left -= cancelled;
                lines -= cancelled;
                *left > 0
            });
        }
        let number = match packet.hole {
            Some(column) => self.player.announce_garbage_with_hole(lines, column),
            None => self.player.announce_garbage(lines),
        };
        self.numbers.insert(packet.id, number);
        if self.player.side().garbage.packets().count() > MAX_WAITING {
            return Err(self.too_much("packets of garbage that wait", MAX_WAITING as u64));
        }
        Ok(())
    }

    fn compare(&mut self, snapshot: &Snapshot) {
        let moves = self.moves.len();
        let same_pieces = |pieces: u64| pieces == moves as u64;
        self.snapshots.push(SnapshotCheck {
            frame: self.player.frame(),
            moves,
            agrees: snapshot.pieces_placed.is_none_or(same_pieces)
                && snapshot.board.is(self.player.side().field()),
        });
    }

    /// Records the pieces that have locked in a frame.
    fn take_locks(&mut self, frame: u64, limits: &mut Limits) -> Result<(), TetrioError> {
        for lock in self.player.take_locks() {
            match limits.moves.checked_sub(1) {
                Some(left) => limits.moves = left,
                None => return Err(self.too_much("moves", MAX_MOVES)),
            }
            self.record(lock, frame);
        }
        Ok(())
    }

    fn record(&mut self, lock: Lock, frame: u64) {
        let seen = std::mem::replace(&mut self.seen, Seen::by(&self.player));
        let moves = self.moves.len() + 1;
        self.keys.push(std::mem::take(&mut self.pressed));
        self.counts.add(&lock.result, &lock.sent, &seen.field);
        for &lines in &lock.sent {
            self.sent.push(SentPacket {
                lines,
                frame,
                old_frame: lock.frame,
                moves,
            });
            self.on_their_way.push((self.sent.len() as u64, lines));
        }
        self.moves.push(RecordedMove {
            state: seen.state,
            field: seen.field,
            waiting: seen.waiting,
            pieces_placed: moves as u32 - 1,
            appeared: seen.frame,
            locked: frame,
            held: lock.held,
            placement: lock.result.placement,
            clear: lock.result.clear,
            sent: lock.sent,
            raised: lock.raised,
        });
    }
}

impl Seen {
    fn by(player: &Player) -> Seen {
        let side = player.side();
        let frame = player.frame();
        let packets = side.garbage.packets();
        let waiting = packets.zip(side.garbage.due_frames()).map(|(lines, due)| {
            let travelling = due != GarbageQueue::UNCONFIRMED;
            WaitingPacket {
                lines,
                frames: travelling.then(|| due.saturating_sub(frame)),
            }
        });
        Seen {
            state: match player.over() {
                // No piece has appeared.
                Some(_) => side.state().clone(),
                None => player.turn_start().clone(),
            },
            field: side.field().clone(),
            waiting: waiting.collect(),
            frame,
        }
    }
}

impl Counts {
    /// Adds a lock on a field.
    fn add(&mut self, lock: &LockResult, sent: &[u32], before: &Playfield) {
        let clear = &lock.clear;
        let is_garbage =
            |row: &&u8| before.rows()[usize::from(**row)].contains(&Some(CellKind::Garbage));
        self.lines += u64::from(clear.lines);
        self.attack += u64::from(clear.attack);
        self.sent += sent.iter().copied().map(u64::from).sum::<u64>();
        self.cleared += lock.cleared_rows.iter().filter(is_garbage).count() as u64;
        let kind = clear.lines.wrapping_sub(1) as usize;
        match clear.spin {
            _ if clear.lines == 4 => self.quads += 1,
            Spin::Full if kind < 3 => self.full_spins[kind] += 1,
            Spin::Mini if kind < 3 => self.mini_spins[kind] += 1,
            _ => {}
        }
    }
}
