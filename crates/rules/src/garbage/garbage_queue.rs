//! The garbage that waits for a player: packets, what cancels them, and when they come up.
//!
//! Owns the queue and TETR.IO's hole columns. Under other rules the caller's [`HoleGenerator`]
//! makes the rows; the referee says who sends what.

use super::GarbageRows;
use crate::board::{FULL_ROW, WIDTH};
use crate::randomizer::Minstd;
use alloc::collections::VecDeque;
use arrayvec::ArrayVec;

/// A ruleset's limits of garbage that waits in packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GarbageQueueRules {
    /// Most rows that come up at one lock; the others wait for the next.
    pub cap: u32,
    /// Pieces of the opener phase, from the first on. In it a packet cancels twice its rows while
    /// the player has sent no more rows than wait.
    pub opener_pieces: u32,
}

impl GarbageQueueRules {
    /// Returns whether a piece, counted from 1, belongs to the opener phase.
    pub fn is_opener(&self, piece: u64) -> bool {
        piece <= u64::from(self.opener_pieces)
    }
}

/// Makes garbage rows. It sees where packets begin and end, because holes change there.
pub trait HoleGenerator {
    /// Returns the next row that comes up: a mask of filled columns. `first` says whether it
    /// is the first row of its packet to come up.
    fn next_row(&mut self, first: bool) -> u16;

    /// The last row of a packet has come up or was cancelled.
    fn packet_used_up(&mut self) {}
}

/// The garbage that waits for one player, the oldest first.
///
/// ```
/// use landfall_rules::garbage::{GarbageQueue, TetrioHoles};
///
/// let (mut queue, mut holes) = (GarbageQueue::default(), TetrioHoles::new(1));
/// queue.push(4, 20);
/// queue.push(2, 50);
/// // A packet of 3 rows cancels 3 of the first 4.
/// assert!(queue.cancel(&[3], false, &mut holes).is_empty());
/// assert_eq!(queue.packets().collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(queue.due_frames().collect::<Vec<_>>(), [20, 50]);
/// // One whose arrival is not yet confirmed comes up after those that are.
/// let late = queue.push(5, GarbageQueue::UNCONFIRMED);
/// queue.confirm(late, 90);
/// // At frame 20 only the first packet is old enough.
/// assert_eq!(queue.take_due(20, Some(8), &mut holes).len(), 1);
/// assert_eq!(queue.waiting(), 2 + 5);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GarbageQueue {
    packets: VecDeque<Packet>,
    /// Packets pushed so far.
    pushed: u64,
    /// Rows sent so far, of each lock the first packet alone; for the opener phase.
    sent: u32,
}

/// Rows that were sent together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packet {
    /// How many were pushed before it.
    number: u64,
    rows: u32,
    /// Frame from which it may come up.
    due_frame: u64,
    /// Whether a row of it has come up.
    begun: bool,
    /// The column of its holes, if the packet came with one.
    hole: Option<u8>,
}

impl GarbageQueue {
    /// The due frame of a packet that has arrived but is not confirmed.
    pub const UNCONFIRMED: u64 = u64::MAX;

    /// Adds a packet of rows that may come up from frame `due` on, and returns its number. 0 rows
    /// add no packet.
    pub fn push(&mut self, rows: u32, due: u64) -> u64 {
        self.push_packet(rows, due, None)
    }

    /// Adds a packet whose holes are in `column`, whatever the generator draws, and returns its
    /// number. If the column is beyond the board, the rows are full.
    pub fn push_with_hole(&mut self, rows: u32, due: u64, column: u8) -> u64 {
        self.push_packet(rows, due, Some(column))
    }

    fn push_packet(&mut self, rows: u32, due: u64, hole: Option<u8>) -> u64 {
        let number = self.pushed;
        self.pushed += 1;
        if rows > 0 {
            self.packets.push_back(Packet {
                number,
                rows,
                due_frame: due,
                begun: false,
                hole,
            });
        }
        number
    }

    /// Sets from which frame on the packet of a number may come up, if it still waits.
    pub fn confirm(&mut self, number: u64, due: u64) {
        let mut packets = self.packets.iter_mut();
        if let Some(packet) = packets.find(|packet| packet.number == number) {
            packet.due_frame = due;
        }
    }

    /// Returns how many rows wait.
    pub fn waiting(&self) -> u32 {
        let rows = self.packets.iter().map(|packet| packet.rows);
        rows.fold(0, u32::saturating_add)
    }

    /// Returns the rows of each packet that waits, the oldest first.
    pub fn packets(&self) -> impl Iterator<Item = u32> + '_ {
        self.packets.iter().map(|packet| packet.rows)
    }

    /// Returns from which frame on each packet that waits may come up, the oldest first.
    pub fn due_frames(&self) -> impl Iterator<Item = u64> + '_ {
        self.packets.iter().map(|packet| packet.due_frame)
    }

    /// Cancels waiting rows, the oldest first, by the packets of one lock in their order. Returns
    /// what is left of the packets: those to send. In the `opener` phase each packet cancels twice
    /// its rows while the player has sent no more rows than wait.
    pub fn cancel(
        &mut self,
        packets: &[u32],
        opener: bool,
        holes: &mut impl HoleGenerator,
    ) -> ArrayVec<u32, 5> {
        let mut left = ArrayVec::new();
        for &rows in packets {
            let waiting = self.waiting();
            let extra = if opener && waiting >= self.sent {
                rows
            } else {
                0
            };
            self.remove(waiting.min(rows.saturating_add(extra)), holes);
            let rows = rows.saturating_sub(waiting);
            if rows > 0 {
                if left.is_empty() {
                    self.sent = self.sent.saturating_add(rows);
                }
                left.push(rows);
            }
        }
        left
    }

    /// Removes rows from the front, which must have them.
    fn remove(&mut self, mut rows: u32, holes: &mut impl HoleGenerator) {
        while rows > 0
            && let Some(packet) = self.packets.front_mut()
        {
            let removed = packet.rows.min(rows);
            packet.rows -= removed;
            rows -= removed;
            if packet.rows == 0 {
                self.packets.pop_front();
                holes.packet_used_up();
            }
        }
    }

    /// Removes the rows that come up at frame `now`, at most `cap`, and returns them in the order
    /// in which they come up: masks of filled columns. Packets come up in the order of their due
    /// frames.
    pub fn take_due(
        &mut self,
        now: u64,
        cap: Option<u32>,
        holes: &mut impl HoleGenerator,
    ) -> GarbageRows {
        let packets = self.packets.make_contiguous();
        packets.sort_by_key(|packet| packet.due_frame);
        let mut rows = GarbageRows::new();
        let cap = cap.map_or(usize::MAX, |cap| cap as usize);
        while rows.len() < cap
            && let Some(packet) = self.packets.front_mut().filter(|p| p.due_frame <= now)
        {
            let row = holes.next_row(!packet.begun);
            rows.push(match packet.hole {
                Some(column) => FULL_ROW & !1u16.checked_shl(column.into()).unwrap_or(0),
                None => row,
            });
            packet.begun = true;
            self.remove(1, holes);
        }
        rows
    }
}

/// The holes of TETR.IO's garbage, one column for all rows of a packet. The same column may
/// come twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TetrioHoles {
    rng: Minstd,
    column: Option<u32>,
}

impl TetrioHoles {
    /// Returns the holes of a seed.
    pub const fn new(seed: u64) -> TetrioHoles {
        TetrioHoles {
            rng: Minstd::new(seed),
            column: None,
        }
    }

    fn next_column(&mut self) -> u32 {
        self.rng.below(WIDTH as u32)
    }
}

impl HoleGenerator for TetrioHoles {
    /// Each row takes a number from the stream, which the game uses to decide whether the column
    /// changes within a packet. It never does, so only the first number of all matters.
    fn next_row(&mut self, _first: bool) -> u16 {
        let drawn = self.next_column();
        FULL_ROW & !(1 << *self.column.get_or_insert(drawn))
    }

    /// The first number decides whether the column changes between packets. It always does.
    fn packet_used_up(&mut self) {
        self.next_column();
        self.column = Some(self.next_column());
    }
}
