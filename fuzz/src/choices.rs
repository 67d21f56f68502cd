//! Interpretation of bytes as choices, from which a target builds structured input.

/// The rest of an input, from which choices are taken. After its end, every choice is the first
/// alternative.
#[derive(Clone, Copy, Debug)]
pub struct Choices<'a> {
    bytes: &'a [u8],
}

impl<'a> Choices<'a> {
    /// Returns the choices of an input.
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices { bytes }
    }

    /// Returns whether no choice is left.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Takes a byte, 0 at the end.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        first
    }

    /// Takes a number below `limit`, which is 1 to 256.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    /// Takes a choice that is true with a probability of about 1 in `count`.
    pub fn once_in(&mut self, count: usize) -> bool {
        // The end of an input chooses the common case.
        self.below(count) == count - 1
    }

    /// Takes eight bytes as a number, the low one first.
    pub fn word(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// Takes an element of a list, which must not be empty.
    pub fn of<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }

    /// Takes this many bytes, fewer at the end.
    pub fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.bytes.split_at(count.min(self.bytes.len()));
        self.bytes = rest;
        taken
    }

    /// Passes lines to `handle`, at most `most`: those of the remaining bytes if `raw`, or lines
    /// that the bytes choose until none is left.
    pub fn for_each_line(
        mut self,
        raw: bool,
        most: usize,
        choose: fn(&mut Choices) -> String,
        mut handle: impl FnMut(&[u8]),
    ) {
        if raw {
            let lines = self.bytes.split(|&byte| byte == b'\n');
            return lines.take(most).for_each(handle);
        }
        for _ in 0..most {
            if self.is_empty() {
                break;
            }
            handle(choose(&mut self).as_bytes());
        }
    }

    /// Returns the remaining bytes.
    pub fn rest(self) -> &'a [u8] {
        self.bytes
    }
}
