//! The candidates of a layer: a heap of the best, and a heap of the others that is one in
//! name only.
//!
//! Of a hundred candidates hardly two are ever taken. So only those that may be taken soon
//! are kept in order; the others are put aside as they come, and looked through when the
//! best have been used up. When too many have been put aside, the worse half is forgotten,
//! and whatever is no better than that is not let in any more.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Candidates that are put in order when none are, at least; twice as many may be.
const MIN_HEAP: usize = 1024;

/// Of many candidates, one in so many is put in order.
const HEAP_SHARE: usize = 16;

/// A move of a position in the layer above, not played yet.
///
/// Ordered by total, then by parent and move, so that no two are equal and what a
/// frontier gives next never depends on the order in which it was filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// Rewards, and the value of the position after the move.
    pub total: i32,
    /// Rewards from the root, the move's own included.
    pub reward: i32,
    /// Index of the position that it is a move of.
    pub parent: u32,
    /// The move.
    pub mv: M,
}

impl<M: Ord> Ord for Candidate<M> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.total
            .cmp(&other.total)
            .then_with(|| other.parent.cmp(&self.parent))
            .then_with(|| other.mv.cmp(&self.mv))
    }
}

impl<M: Ord> PartialOrd for Candidate<M> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Candidates, of which the best is always known.
///
/// What it gives, and in what order, depends only on what is in it.
#[derive(Debug)]
pub struct Frontier<M> {
    /// The best candidates. While it is not empty, all of them stand before all others.
    heap: BinaryHeap<Candidate<M>>,
    /// Whatever stands before this one belongs to the best, unless there are none.
    heap_min: Option<Candidate<M>>,
    rest: Vec<Candidate<M>>,
    /// The best candidate that was ever forgotten.
    best_dropped: Option<Candidate<M>>,
}

impl<M: Ord> Default for Frontier<M> {
    fn default() -> Self {
        Frontier {
            heap: BinaryHeap::new(),
            heap_min: None,
            rest: Vec::new(),
            best_dropped: None,
        }
    }
}

impl<M: Copy + Ord> Frontier<M> {
    /// Number of candidates.
    pub fn len(&self) -> usize {
        self.heap.len() + self.rest.len()
    }

    /// A candidate with a lower total than this would not be let in.
    pub fn min_total(&self) -> i32 {
        self.best_dropped
            .as_ref()
            .map_or(i32::MIN, |floor| floor.total)
    }

    /// All candidates, in any order.
    pub fn iter(&self) -> impl Iterator<Item = &Candidate<M>> {
        self.heap.iter().chain(&self.rest)
    }

    /// Adds candidates, but those that stand behind one that was forgotten.
    pub fn extend(&mut self, entries: &[Candidate<M>]) {
        let bar = self.heap_min.filter(|_| !self.heap.is_empty());
        for &entry in entries {
            if self.best_dropped.is_some_and(|floor| entry < floor) {
                continue;
            }
            if bar.is_some_and(|bar| entry > bar) {
                self.heap.push(entry);
            } else {
                self.rest.push(entry);
            }
        }
        if self.heap.len() > 2 * self.heap_target() {
            self.shrink_heap();
        }
    }

    /// Takes the best candidate out.
    pub fn pop(&mut self) -> Option<Candidate<M>> {
        if self.heap.is_empty() {
            self.refill_heap();
        }
        let best = self.heap.pop();
        if best.is_none() {
            // Whatever comes is welcome when there is nothing else.
            self.best_dropped = None;
        }
        best
    }

    /// Forgets all but the better half of `most` when there are more than `most`.
    pub fn trim(&mut self, most: usize) {
        if self.len() > most {
            self.empty_heap();
            let best = best_last(&mut self.rest, most / 2);
            self.best_dropped = self.rest.drain(..best).max();
        }
    }

    /// Puts the best of the others in order; there are no best.
    fn refill_heap(&mut self) {
        let ordered = self.heap_target();
        let best = best_last(&mut self.rest, ordered);
        let best = self.rest.split_off(best);
        self.set_heap(best);
    }

    /// Leaves the worse of the best to the others.
    fn shrink_heap(&mut self) {
        let ordered = self.heap_target();
        let mut worse = std::mem::take(&mut self.heap).into_vec();
        let best = best_last(&mut worse, ordered);
        let best = worse.split_off(best);
        self.rest.append(&mut worse);
        self.set_heap(best);
    }

    fn set_heap(&mut self, best: Vec<Candidate<M>>) {
        self.heap_min = best.iter().min().copied();
        self.heap = best.into();
    }

    /// Candidates to put in order.
    fn heap_target(&self) -> usize {
        MIN_HEAP.max(self.len() / HEAP_SHARE)
    }

    /// Puts all candidates together again.
    fn empty_heap(&mut self) {
        self.rest.extend(std::mem::take(&mut self.heap));
        self.heap_min = None;
    }
}

/// Brings the `most` best of `entries` to the end, in any order, so that they can be taken off
/// without copying the many that stay; gives the index of the first of them.
fn best_last<M: Ord>(entries: &mut [Candidate<M>], most: usize) -> usize {
    let first = entries.len().saturating_sub(most);
    if (1..entries.len()).contains(&first) {
        entries.select_nth_unstable(first);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::SplitMix64;

    fn entry(total: i32, parent: u32) -> Candidate<u8> {
        Candidate {
            total,
            reward: 0,
            parent,
            mv: 0,
        }
    }

    #[test]
    fn gives_what_a_heap_would() {
        let mut dice = SplitMix64::new(5);
        let (mut frontier, mut heap) = (Frontier::default(), BinaryHeap::new());
        for parent in 0..3_000 {
            let entries: Vec<Candidate<u8>> = (0..dice.below(9))
                .map(|i| entry(dice.below(5_000) as i32, parent * 9 + i))
                .collect();
            frontier.extend(&entries);
            heap.extend(entries);
            for _ in 0..dice.below(3) {
                assert_eq!(frontier.pop(), heap.pop());
            }
            assert_eq!(frontier.len(), heap.len());
        }
        assert!(heap.len() > 4 * MIN_HEAP, "{}", heap.len());
        while let Some(expected) = heap.pop() {
            assert_eq!(frontier.pop(), Some(expected));
        }
        assert_eq!(frontier.pop(), None);
    }

    #[test]
    fn trims_to_the_better_half_when_there_are_too_many() {
        let mut frontier = Frontier::default();
        let entries: Vec<Candidate<u8>> = (0..100).map(|i| entry(i * 37 % 100, 0)).collect();
        frontier.extend(&entries);
        assert_eq!(frontier.pop().map(|e| e.total), Some(99));
        frontier.trim(99);
        assert_eq!(frontier.len(), 99);
        frontier.trim(98);
        assert_eq!(frontier.len(), 49);
        assert_eq!(frontier.iter().map(|e| e.total).min(), Some(50));
        frontier.extend(&[entry(49, 1), entry(50, 1)]);
        assert_eq!(
            frontier.len(),
            50,
            "what is behind a forgotten one is not let in"
        );
        let totals: Vec<i32> = std::iter::from_fn(|| frontier.pop().map(|e| e.total)).collect();
        assert_eq!((totals[0], totals[49]), (98, 50));
        frontier.extend(&[entry(1, 1)]);
        assert_eq!(
            frontier.pop().map(|e| e.total),
            Some(1),
            "better than nothing"
        );
    }

    #[test]
    fn trims_to_nothing_where_half_of_what_may_stay_is_none() {
        let mut frontier = Frontier::default();
        frontier.extend(&[entry(1, 0), entry(3, 0), entry(2, 0)]);
        frontier.trim(1);
        assert_eq!((frontier.len(), frontier.min_total()), (0, 3));
    }
}
