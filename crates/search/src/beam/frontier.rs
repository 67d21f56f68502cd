//! The candidates of a layer: a heap of the best, and an unsorted list of the rest.
//!
//! Hardly two of a hundred candidates are ever taken, so only those that may be taken soon are in
//! the heap; the rest is appended to a list and searched when the heap is empty. When there are too
//! many candidates the worse half is dropped, and nothing worse is accepted from then on.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Fewest candidates that fill an empty heap; it may grow to twice as many.
const MIN_HEAP: usize = 1024;

/// Of many candidates, one in 16 goes into the heap.
const HEAP_SHARE: usize = 16;

/// A move of a position in the layer above, not played yet.
///
/// Ordered by total, then by parent and move, so that no two are equal and the order in which a
/// frontier returns them never depends on the order in which it was filled.
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

/// Candidates, the best of which comes first.
///
/// The order in which it returns them depends only on what is in it.
#[derive(Debug)]
pub struct Frontier<M> {
    /// The best candidates. While it is not empty, each is better than all of `rest`.
    heap: BinaryHeap<Candidate<M>>,
    /// Candidates better than this one belong into the heap, unless the heap is empty.
    heap_min: Option<Candidate<M>>,
    rest: Vec<Candidate<M>>,
    /// The best candidate that was ever dropped.
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
    /// Returns the number of candidates.
    pub fn len(&self) -> usize {
        self.heap.len() + self.rest.len()
    }

    /// Returns the total below which no candidate is accepted.
    pub fn min_total(&self) -> i32 {
        self.best_dropped
            .as_ref()
            .map_or(i32::MIN, |best_dropped| best_dropped.total)
    }

    /// Returns all candidates, in any order.
    pub fn iter(&self) -> impl Iterator<Item = &Candidate<M>> {
        self.heap.iter().chain(&self.rest)
    }

    /// Adds candidates, except those worse than one that was dropped.
    pub fn extend(&mut self, candidates: &[Candidate<M>]) {
        let heap_min = self.heap_min.filter(|_| !self.heap.is_empty());
        for &candidate in candidates {
            if self
                .best_dropped
                .is_some_and(|best_dropped| candidate < best_dropped)
            {
                continue;
            }
            if heap_min.is_some_and(|heap_min| candidate > heap_min) {
                self.heap.push(candidate);
            } else {
                self.rest.push(candidate);
            }
        }
        if self.heap.len() > 2 * self.heap_target() {
            self.shrink_heap();
        }
    }

    /// Removes and returns the best candidate.
    pub fn pop(&mut self) -> Option<Candidate<M>> {
        if self.heap.is_empty() {
            self.refill_heap();
        }
        let best = self.heap.pop();
        if best.is_none() {
            // With nothing left, any candidate is accepted again.
            self.best_dropped = None;
        }
        best
    }

    /// Keeps the best `most / 2` candidates if there are more than `most`.
    pub fn trim(&mut self, most: usize) {
        if self.len() > most {
            self.empty_heap();
            let best = best_last(&mut self.rest, most / 2);
            self.best_dropped = self.rest.drain(..best).max();
        }
    }

    /// Moves the best of the rest into the heap, which is empty.
    fn refill_heap(&mut self) {
        let target = self.heap_target();
        let best = best_last(&mut self.rest, target);
        let best = self.rest.split_off(best);
        self.set_heap(best);
    }

    /// Moves the worse part of the heap to the rest.
    fn shrink_heap(&mut self) {
        let target = self.heap_target();
        let mut worse = std::mem::take(&mut self.heap).into_vec();
        let best = best_last(&mut worse, target);
        let best = worse.split_off(best);
        self.rest.append(&mut worse);
        self.set_heap(best);
    }

    fn set_heap(&mut self, best: Vec<Candidate<M>>) {
        self.heap_min = best.iter().min().copied();
        self.heap = best.into();
    }

    /// Returns how many candidates the heap should hold.
    fn heap_target(&self) -> usize {
        MIN_HEAP.max(self.len() / HEAP_SHARE)
    }

    /// Moves the heap to the rest.
    fn empty_heap(&mut self) {
        self.rest.extend(std::mem::take(&mut self.heap));
        self.heap_min = None;
    }
}

/// Moves the `most` best of `candidates` to the end, in any order, so that they can be taken off
/// without copying the many that stay; returns the index of the first of them.
fn best_last<M: Ord>(candidates: &mut [Candidate<M>], most: usize) -> usize {
    let first = candidates.len().saturating_sub(most);
    if (1..candidates.len()).contains(&first) {
        candidates.select_nth_unstable(first);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rng::SplitMix64;

    fn candidate(total: i32, parent: u32) -> Candidate<u8> {
        Candidate {
            total,
            reward: 0,
            parent,
            mv: 0,
        }
    }

    #[test]
    fn returns_the_order_of_a_heap() {
        let mut rng = SplitMix64::new(5);
        let (mut frontier, mut heap) = (Frontier::default(), BinaryHeap::new());
        for parent in 0..3_000 {
            let candidates: Vec<Candidate<u8>> = (0..rng.below(9))
                .map(|i| candidate(rng.below(5_000) as i32, parent * 9 + i))
                .collect();
            frontier.extend(&candidates);
            heap.extend(candidates);
            for _ in 0..rng.below(3) {
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
        let candidates: Vec<Candidate<u8>> = (0..100).map(|i| candidate(i * 37 % 100, 0)).collect();
        frontier.extend(&candidates);
        assert_eq!(frontier.pop().map(|e| e.total), Some(99));
        frontier.trim(99);
        assert_eq!(frontier.len(), 99);
        frontier.trim(98);
        assert_eq!(frontier.len(), 49);
        assert_eq!(frontier.iter().map(|e| e.total).min(), Some(50));
        frontier.extend(&[candidate(49, 1), candidate(50, 1)]);
        assert_eq!(
            frontier.len(),
            50,
            "candidates worse than a dropped one are refused"
        );
        let totals: Vec<i32> = std::iter::from_fn(|| frontier.pop().map(|e| e.total)).collect();
        assert_eq!((totals[0], totals[49]), (98, 50));
        frontier.extend(&[candidate(1, 1)]);
        assert_eq!(
            frontier.pop().map(|e| e.total),
            Some(1),
            "better than nothing"
        );
    }

    #[test]
    fn trims_to_nothing_if_half_the_limit_is_0() {
        let mut frontier = Frontier::default();
        frontier.extend(&[candidate(1, 0), candidate(3, 0), candidate(2, 0)]);
        frontier.trim(1);
        assert_eq!((frontier.len(), frontier.min_total()), (0, 3));
    }
}
