//! Garbage on its way to one side: what waits, what cancels it, when it comes, and where its
//! holes are.

use super::preset::GarbageSettings;
use landfall_rules::{FULL_ROW, GarbageRule, Ruleset, SplitMix64, WIDTH};
use std::collections::VecDeque;

/// The garbage that waits for one side.
#[derive(Clone, Debug)]
pub struct GarbageQueue {
    attacks: VecDeque<Attack>,
    hole: u32,
    hole_rng: SplitMix64,
}

/// Lines that were sent together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Attack {
    lines: u32,
    /// Frame from which it may come up.
    due_frame: u64,
    /// Whether none of its rows has come up yet.
    untouched: bool,
}

impl GarbageQueue {
    /// Returns an empty queue. The holes are a function of the generator's seed, row by row.
    pub fn new(mut holes: SplitMix64) -> GarbageQueue {
        GarbageQueue {
            attacks: VecDeque::new(),
            hole: holes.below(WIDTH as u32),
            hole_rng: holes,
        }
    }

    /// Returns how many lines wait.
    pub fn pending(&self) -> u32 {
        self.attacks.iter().map(|attack| attack.lines).sum()
    }

    /// Cancels waiting lines by lines sent, the oldest first. Returns the lines sent that are
    /// left.
    pub fn cancel(&mut self, mut lines: u32) -> u32 {
        while let Some(attack) = self.attacks.front_mut() {
            let cancelled = attack.lines.min(lines);
            attack.lines -= cancelled;
            lines -= cancelled;
            if attack.lines > 0 {
                break;
            }
            self.attacks.pop_front();
        }
        lines
    }

    /// Adds lines that come from the other side. 0 lines are no attack.
    pub fn push(&mut self, lines: u32, due: u64) {
        if lines > 0 {
            self.attacks.push_back(Attack {
                lines,
                due_frame: due,
                untouched: true,
            });
        }
    }

    /// Removes the rows that come up now and returns them in order: masks of filled columns.
    pub fn take_due(&mut self, now: u64, terms: &GarbageSettings, rules: &Ruleset) -> Vec<u16> {
        let mut rows = Vec::new();
        let cap = terms.cap.map_or(usize::MAX, |cap| cap as usize);
        while let Some(attack) = self.attacks.front_mut().filter(|a| a.due_frame <= now) {
            if rows.len() == cap {
                break;
            }
            let forced = attack.untouched && terms.new_hole_each_attack;
            attack.untouched = false;
            attack.lines -= 1;
            if attack.lines == 0 {
                self.attacks.pop_front();
            }
            rows.push(self.next_row(forced, terms.messiness, rules));
        }
        rows
    }

    /// Draws the next row. As many numbers are drawn whether the hole moves or not, so that the
    /// holes of a seed do not depend on how its rows are cut into attacks.
    fn next_row(&mut self, forced: bool, messiness: u32, rules: &Ruleset) -> u16 {
        if rules.garbage == GarbageRule::CoinFlips {
            return rules.garbage_row(&mut self.hole_rng);
        }
        let moves = self.hole_rng.below(100) < messiness || forced;
        let step = 1 + self.hole_rng.below(WIDTH as u32 - 1);
        if moves {
            self.hole = (self.hole + step) % WIDTH as u32;
        }
        FULL_ROW & !(1 << self.hole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::Preset;
    use landfall_rules::GUIDELINE;

    fn terms(messiness: u32) -> GarbageSettings {
        GarbageSettings {
            messiness,
            ..Preset::by_name("ppt").unwrap().garbage
        }
    }

    fn take_due(queue: &mut GarbageQueue, now: u64, messiness: u32) -> Vec<u16> {
        queue.take_due(now, &terms(messiness), &GUIDELINE)
    }

    #[test]
    fn lines_wait_until_they_are_due() {
        let mut queue = GarbageQueue::new(SplitMix64::new(1));
        queue.push(2, 30);
        queue.push(1, 40);
        assert_eq!(take_due(&mut queue, 29, 0).len(), 0);
        assert_eq!(take_due(&mut queue, 30, 0).len(), 2);
        assert_eq!(queue.pending(), 1);
        assert_eq!(take_due(&mut queue, 99, 0).len(), 1);
    }

    #[test]
    fn no_more_rows_come_at_once_than_the_cap() {
        let mut queue = GarbageQueue::new(SplitMix64::new(3));
        queue.push(5, 0);
        queue.push(4, 0);
        let capped = GarbageSettings {
            cap: Some(8),
            ..terms(0)
        };
        let first = queue.take_due(0, &capped, &GUIDELINE);
        assert_eq!((first.len(), queue.pending()), (8, 1));
        // The row that is left belongs to the attack that has begun, and has its hole.
        assert_eq!(queue.take_due(0, &capped, &GUIDELINE), [first[7]]);
    }

    #[test]
    fn lines_sent_cancel_the_oldest_first() {
        let mut queue = GarbageQueue::new(SplitMix64::new(1));
        queue.push(3, 10);
        queue.push(2, 20);
        assert_eq!(queue.cancel(4), 0);
        assert_eq!(take_due(&mut queue, 10, 0).len(), 0);
        assert_eq!(queue.pending(), 1);
        assert_eq!(queue.cancel(5), 4);
        assert_eq!(queue.pending(), 0);
    }

    #[test]
    fn an_attack_is_clean_without_messiness_and_the_next_has_another_hole() {
        let mut queue = GarbageQueue::new(SplitMix64::new(5));
        for due in 0..50 {
            queue.push(4, due);
        }
        let rows = take_due(&mut queue, 99, 0);
        for attack in rows.chunks(4) {
            assert!(attack.iter().all(|row| *row == attack[0]));
            assert_eq!(attack[0].count_ones(), 9);
        }
        assert!(rows.chunks(4).zip(rows[4..].chunks(4)).all(|(a, b)| a != b));
    }

    #[test]
    fn messiness_moves_that_share_of_the_holes() {
        let moved = |messiness| {
            let mut queue = GarbageQueue::new(SplitMix64::new(9));
            queue.push(10_001, 0);
            let rows = take_due(&mut queue, 0, messiness);
            rows.windows(2).filter(|pair| pair[0] != pair[1]).count()
        };
        assert_eq!([moved(0), moved(100)], [0, 10_000]);
        assert!((2_800..3_200).contains(&moved(30)), "{}", moved(30));
    }

    /// With a new hole every row the columns are those of the seed, however they are sent.
    #[test]
    fn holes_do_not_depend_on_how_rows_are_sent() {
        let (mut one, mut many) = (
            GarbageQueue::new(SplitMix64::new(7)),
            GarbageQueue::new(SplitMix64::new(7)),
        );
        one.push(6, 0);
        for _ in 0..6 {
            many.push(1, 0);
        }
        assert_eq!(take_due(&mut one, 0, 100), take_due(&mut many, 0, 100));
    }
}
