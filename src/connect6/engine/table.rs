//! What has been searched, in a table of fixed size: a few entries share a bucket, and the
//! least valuable one makes room.
//!
//! Does not know what the values mean.

use super::candidates::Pair;

/// Entries that share a bucket: one line of the processor's cache.
const BUCKET: usize = 4;

/// What a value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is not lower.
    Lower,
    /// The true one is not higher.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best turn, if one is known; otherwise both points are the same.
    pub pair: Pair,
    /// Worth, a number of turns, whatever the user says.
    pub value: i16,
    /// How deep it was searched; entries with less make room sooner.
    pub depth: u8,
    /// How `value` is meant.
    pub bound: Bound,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    entry: Entry,
    age: u8,
}

const EMPTY: Slot = Slot {
    key: 0,
    entry: Entry {
        pair: (0, 0),
        value: 0,
        depth: 0,
        bound: Bound::Exact,
    },
    age: 0,
};

/// The table.
pub struct Table {
    buckets: Vec<[Slot; BUCKET]>,
    age: u8,
}

impl Table {
    /// A table of so many bytes at most, and one bucket at least.
    pub fn new(memory: usize) -> Table {
        let count = (memory / size_of::<[Slot; BUCKET]>()).max(1);
        Table {
            buckets: vec![[EMPTY; BUCKET]; count],
            age: 1,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill([EMPTY; BUCKET]);
        self.age = 1;
    }

    /// Says that a new search begins, for which older entries are worth less.
    pub fn grow_old(&mut self) {
        self.age = self.age % u8::MAX + 1;
    }

    /// What is known of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket(key)];
        let slot = bucket.iter().find(|slot| slot.key == key && slot.age != 0);
        slot.map(|slot| slot.entry)
    }

    /// Writes down what is known of a key.
    #[inline]
    pub fn put(&mut self, key: u64, entry: Entry) {
        let at = self.bucket(key);
        let age = self.age;
        let bucket = &mut self.buckets[at];
        let same = bucket.iter().position(|slot| slot.key == key);
        let cheapest = || {
            let cost = |slot: &Slot| (slot.age != 0, slot.age == age, slot.entry.depth);
            (0..BUCKET).min_by_key(|&slot| cost(&bucket[slot]))
        };
        let slot = same.or_else(cheapest).expect("a bucket has slots");
        bucket[slot] = Slot { key, entry, age };
    }

    /// The bucket of a key: its high half, scaled.
    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect6::engine::board::mix;

    fn entry(value: i16, depth: u8) -> Entry {
        Entry {
            pair: (1, 2),
            value,
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn what_was_put_is_found_until_it_is_cleared() {
        let mut table = Table::new(1 << 16);
        let mut seed = 1;
        let keys: Vec<u64> = (0..200).map(|_| mix(&mut seed)).collect();
        for (value, &key) in keys.iter().enumerate() {
            table.put(key, entry(value as i16, 3));
        }
        for (value, &key) in keys.iter().enumerate() {
            assert_eq!(table.get(key), Some(entry(value as i16, 3)));
        }
        assert_eq!(table.get(mix(&mut seed)), None);
        table.clear();
        assert_eq!(table.get(keys[0]), None);
    }

    #[test]
    fn a_full_bucket_keeps_what_is_deep_and_new() {
        let mut table = Table::new(0);
        table.put(1, entry(1, 9));
        table.grow_old();
        for key in 2..=6 {
            table.put(key, entry(key as i16, key as u8));
        }
        assert_eq!(table.get(1), None, "old entries go first");
        assert_eq!(table.get(2), None, "then shallow ones");
        for key in 3..=6 {
            assert_eq!(table.get(key), Some(entry(key as i16, key as u8)));
        }
    }

    #[test]
    fn a_slot_is_small() {
        assert_eq!(size_of::<[Slot; BUCKET]>(), 96);
    }
}
