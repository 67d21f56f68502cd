//! Garbage on its way to one side, and where its holes are.
//!
//! The queue itself is [`GarbageQueue`].

use super::GarbageRows;
use crate::board::{FULL_ROW, WIDTH};
use crate::garbage::{GarbageQueue, GarbageRule, HoleGenerator, TetrioHoles};
use crate::randomizer::SeedFormat;
use crate::ruleset::Ruleset;
use arrayvec::ArrayVec;
use landfall_rng::SplitMix64;

/// How much garbage comes up at once, and where its holes are, for rulesets that leave this to
/// the settings of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoleSettings {
    /// Whether every attack has a hole of its own.
    pub new_hole_each_attack: bool,
    /// The chance of any other row to have a new hole, in percent.
    pub messiness: u32,
    /// How many rows come up at once at most; the rest waits for the next lock.
    pub cap: Option<u32>,
}

impl Default for HoleSettings {
    /// Returns one hole for each attack, and no cap.
    fn default() -> HoleSettings {
        HoleSettings {
            new_hole_each_attack: true,
            messiness: 0,
            cap: None,
        }
    }
}

/// The garbage that waits for one side.
#[derive(Clone, Debug)]
pub struct SideGarbage {
    queue: GarbageQueue,
    holes: Holes,
    cap: Option<u32>,
}

/// Where the holes of a side's garbage come from.
#[derive(Clone, Debug)]
enum Holes {
    Configured(ConfiguredHoles),
    Tetrio(TetrioHoles),
}

impl SideGarbage {
    /// Returns an empty queue. The holes are a function of the seed, row by row.
    pub fn new(rules: &Ruleset, settings: &HoleSettings, seed: u64) -> SideGarbage {
        let capped_by_rules = rules.garbage_queue.map(|queue| queue.cap);
        SideGarbage {
            queue: GarbageQueue::default(),
            holes: match rules.seeds {
                SeedFormat::SplitMix => {
                    Holes::Configured(ConfiguredHoles::new(rules, settings, seed))
                }
                SeedFormat::Tetrio => Holes::Tetrio(TetrioHoles::new(seed)),
            },
            cap: settings.cap.or(capped_by_rules),
        }
    }

    /// Returns how many lines wait.
    pub fn pending(&self) -> u32 {
        self.queue.waiting()
    }

    /// Returns the lines of each packet that waits, the oldest first.
    pub fn packets(&self) -> impl Iterator<Item = u32> + '_ {
        self.queue.packets()
    }

    /// Returns from which frame on each packet that waits may come up, the oldest first.
    pub fn due_frames(&self) -> impl Iterator<Item = u64> + '_ {
        self.queue.due_frames()
    }

    /// Cancels waiting lines by the packets of one lock, the oldest first. Returns the packets
    /// that are left to send.
    pub fn cancel(&mut self, packets: &[u32], opener: bool) -> ArrayVec<u32, 5> {
        self.queue.cancel(packets, opener, &mut self.holes)
    }

    /// Adds lines that come from the other side, which may come up from frame `due` on, and returns
    /// the number of the packet. 0 lines add no packet.
    pub fn push(&mut self, lines: u32, due: u64) -> u64 {
        self.queue.push(lines, due)
    }

    /// Adds lines whose holes are in a column. Returns the number of the packet.
    pub fn push_with_hole(&mut self, lines: u32, due: u64, column: u8) -> u64 {
        self.queue.push_with_hole(lines, due, column)
    }

    /// Sets from which frame on the packet of a number may come up, if it still waits.
    pub fn confirm(&mut self, number: u64, due: u64) {
        self.queue.confirm(number, due);
    }

    /// Removes the rows that come up now and returns them in order: masks of filled columns.
    pub fn take_due(&mut self, now: u64) -> GarbageRows {
        self.queue.take_due(now, self.cap, &mut self.holes)
    }
}

impl HoleGenerator for Holes {
    fn next_row(&mut self, first: bool) -> u16 {
        match self {
            Holes::Configured(holes) => holes.next_row(first),
            Holes::Tetrio(holes) => holes.next_row(first),
        }
    }

    fn packet_used_up(&mut self) {
        match self {
            Holes::Configured(holes) => holes.packet_used_up(),
            Holes::Tetrio(holes) => holes.packet_used_up(),
        }
    }
}

/// Holes by settings: from row to row the hole moves with a given chance.
#[derive(Clone, Debug)]
struct ConfiguredHoles {
    garbage: GarbageRule,
    messiness: u32,
    new_hole_each_attack: bool,
    hole: u32,
    rng: SplitMix64,
}

impl ConfiguredHoles {
    fn new(rules: &Ruleset, settings: &HoleSettings, seed: u64) -> ConfiguredHoles {
        let mut rng = SplitMix64::new(seed);
        ConfiguredHoles {
            garbage: rules.garbage,
            messiness: settings.messiness,
            new_hole_each_attack: settings.new_hole_each_attack,
            hole: rng.below(WIDTH as u32),
            rng,
        }
    }
}

impl HoleGenerator for ConfiguredHoles {
    /// Draws as many numbers whether the hole moves or not, so that the holes of a seed do not
    /// depend on how its rows are cut into attacks.
    fn next_row(&mut self, first: bool) -> u16 {
        if self.garbage == GarbageRule::CoinFlips {
            return self.garbage.row(&mut self.rng);
        }
        let forced = first && self.new_hole_each_attack;
        let moves = self.rng.below(100) < self.messiness || forced;
        let step = 1 + self.rng.below(WIDTH as u32 - 1);
        if moves {
            self.hole = (self.hole + step) % WIDTH as u32;
        }
        FULL_ROW & !(1 << self.hole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::GUIDELINE;

    fn settings(messiness: u32) -> HoleSettings {
        HoleSettings {
            messiness,
            ..HoleSettings::default()
        }
    }

    fn queue(messiness: u32, seed: u64) -> SideGarbage {
        SideGarbage::new(&GUIDELINE, &settings(messiness), seed)
    }

    #[test]
    fn lines_wait_until_they_are_due() {
        let mut queue = queue(0, 1);
        queue.push(2, 30);
        queue.push(1, 40);
        assert_eq!(queue.take_due(29).len(), 0);
        assert_eq!(queue.take_due(30).len(), 2);
        assert_eq!(queue.pending(), 1);
        assert_eq!(queue.take_due(99).len(), 1);
    }

    #[test]
    fn no_more_rows_come_at_once_than_the_cap() {
        let capped = HoleSettings {
            cap: Some(8),
            ..settings(0)
        };
        let mut queue = SideGarbage::new(&GUIDELINE, &capped, 3);
        queue.push(5, 0);
        queue.push(4, 0);
        let first = queue.take_due(0);
        assert_eq!((first.len(), queue.pending()), (8, 1));
        // The row that is left belongs to the attack that has begun, and has its hole.
        assert_eq!(queue.take_due(0)[..], [first[7]]);
    }

    #[test]
    fn lines_sent_cancel_the_oldest_first() {
        let mut queue = queue(0, 1);
        queue.push(3, 10);
        queue.push(2, 20);
        assert!(queue.cancel(&[4], false).is_empty());
        assert_eq!(queue.take_due(10).len(), 0);
        assert_eq!(queue.pending(), 1);
        assert_eq!(queue.cancel(&[5], false).as_slice(), [4]);
        assert_eq!(queue.pending(), 0);
    }

    #[test]
    fn an_attack_is_clean_without_messiness_and_the_next_has_another_hole() {
        let mut queue = queue(0, 5);
        for due in 0..50 {
            queue.push(4, due);
        }
        let rows = queue.take_due(99);
        for attack in rows.chunks(4) {
            assert!(attack.iter().all(|row| *row == attack[0]));
            assert_eq!(attack[0].count_ones(), 9);
        }
        assert!(rows.chunks(4).zip(rows[4..].chunks(4)).all(|(a, b)| a != b));
    }

    #[test]
    fn messiness_moves_that_share_of_the_holes() {
        let moved = |messiness| {
            let mut queue = queue(messiness, 9);
            queue.push(10_001, 0);
            let rows = queue.take_due(0);
            rows.windows(2).filter(|pair| pair[0] != pair[1]).count()
        };
        assert_eq!([moved(0), moved(100)], [0, 10_000]);
        assert!((2_800..3_200).contains(&moved(30)), "{}", moved(30));
    }

    /// With a new hole in every row, the holes depend on the seed alone.
    #[test]
    fn holes_do_not_depend_on_how_rows_are_sent() {
        let (mut one, mut many) = (queue(100, 7), queue(100, 7));
        one.push(6, 0);
        for _ in 0..6 {
            many.push(1, 0);
        }
        assert_eq!(one.take_due(0), many.take_due(0));
    }
}
