//! The transposition table: search results by position, of fixed size. Four entries share a bucket,
//! and the least valuable one is replaced. Scores are plain numbers here.

use super::candidates::Pair;

/// Entries of a bucket, which fills one cache line.
const BUCKET_SLOTS: usize = 4;

/// How the stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// It is the true score.
    Exact,
    /// The true score is not lower.
    Lower,
    /// The true score is not higher.
    Upper,
}

/// The search result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best turn; both cells are equal if none is known.
    pub pair: Pair,
    /// The score, or whatever number its user stores.
    pub score: i16,
    /// Search depth; entries with less are replaced sooner.
    pub depth: u8,
    /// How `score` relates to the true score.
    pub bound: Bound,
}

/// An entry in a word: from the lowest bit generation, depth, score, bound, and the two cells.
/// Generation 0 is an empty slot.
#[derive(Clone, Copy)]
struct PackedEntry(u64);

impl PackedEntry {
    #[inline]
    fn new(entry: Entry, generation: u8) -> PackedEntry {
        let (first, second) = entry.pair;
        let points = u64::from(first) << 10 | u64::from(second);
        let content = (points << 2 | entry.bound as u64) << 16 | u64::from(entry.score as u16);
        PackedEntry((content << 8 | u64::from(entry.depth)) << 8 | u64::from(generation))
    }

    #[inline]
    fn generation(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    fn depth(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline]
    fn entry(self) -> Entry {
        let point = |shift: u32| (self.0 >> shift) as u16 & 0x3FF;
        Entry {
            pair: (point(44), point(34)),
            score: (self.0 >> 16) as i16,
            depth: self.depth(),
            bound: match self.0 >> 32 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
        }
    }
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    packed: PackedEntry,
}

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET_SLOTS]);

const EMPTY: Bucket = Bucket(
    [Slot {
        key: 0,
        packed: PackedEntry(0),
    }; BUCKET_SLOTS],
);

/// The table.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: u8,
}

impl TranspositionTable {
    /// Returns a table of at most `memory` bytes, and at least one bucket.
    pub fn new(memory: usize) -> TranspositionTable {
        let count = (memory / size_of::<Bucket>()).max(1);
        TranspositionTable {
            buckets: vec![EMPTY; count],
            generation: 1,
        }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.buckets.fill(EMPTY);
        self.generation = 1;
    }

    /// Begins a new search: older entries are replaced first.
    pub fn new_generation(&mut self) {
        self.generation = self.generation % u8::MAX + 1;
    }

    /// Returns the entry of a key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let mut slots = self.buckets[self.bucket(key)].0.iter();
        let slot = slots.find(|slot| slot.key == key && slot.packed.generation() != 0);
        slot.map(|slot| slot.packed.entry())
    }

    /// Loads the bucket of a key into the cache while something else is done.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        std::hint::black_box(self.buckets[self.bucket(key)].0[0].key);
    }

    /// Stores the entry of a key.
    #[inline]
    pub fn store(&mut self, key: u64, entry: Entry) {
        let at = self.bucket(key);
        let generation = self.generation;
        let slots = &mut self.buckets[at].0;
        let same = slots.iter().position(|slot| slot.key == key);
        let cheapest = || {
            let cost = |packed: PackedEntry| {
                let occupied = packed.generation() != 0;
                (occupied, packed.generation() == generation, packed.depth())
            };
            (0..BUCKET_SLOTS).min_by_key(|&slot| cost(slots[slot].packed))
        };
        let slot = same.or_else(cheapest).expect("a bucket has slots");
        let packed = PackedEntry::new(entry, generation);
        slots[slot] = Slot { key, packed };
    }

    /// Returns the index of a key's bucket: the key's high half, scaled. Keys that differ only in
    /// their lowest bits share a bucket.
    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rng::SplitMix64;

    fn entry(score: i16, depth: u8) -> Entry {
        Entry {
            pair: (1, 2),
            score,
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let mut table = TranspositionTable::new(0);
        for pair in [(0, 0), (360, 0), (1, 360)] {
            for score in [i16::MIN, -1, 0, i16::MAX] {
                for depth in [0, u8::MAX] {
                    for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                        let entry = Entry {
                            pair,
                            score,
                            depth,
                            bound,
                        };
                        table.store(7, entry);
                        assert_eq!(table.probe(7), Some(entry));
                    }
                }
            }
        }
    }

    #[test]
    fn entries_are_found_until_the_table_is_cleared() {
        let mut table = TranspositionTable::new(1 << 16);
        let mut rng = SplitMix64::new(1);
        let keys: Vec<u64> = (0..200).map(|_| rng.next_u64()).collect();
        for (score, &key) in keys.iter().enumerate() {
            table.store(key, entry(score as i16, 3));
        }
        for (score, &key) in keys.iter().enumerate() {
            assert_eq!(table.probe(key), Some(entry(score as i16, 3)));
        }
        assert_eq!(table.probe(rng.next_u64()), None);
        table.clear();
        assert_eq!(table.probe(keys[0]), None);
    }

    #[test]
    fn a_full_bucket_keeps_deep_and_new_entries() {
        let mut table = TranspositionTable::new(0);
        table.store(1, entry(1, 9));
        table.new_generation();
        for key in 2..=6 {
            table.store(key, entry(key as i16, key as u8));
        }
        assert_eq!(table.probe(1), None, "old entries go first");
        assert_eq!(table.probe(2), None, "then shallow ones");
        for key in 3..=6 {
            assert_eq!(table.probe(key), Some(entry(key as i16, key as u8)));
        }
    }

    #[test]
    fn a_bucket_fills_one_cache_line() {
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
