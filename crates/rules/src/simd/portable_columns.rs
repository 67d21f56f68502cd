//! Sets of poses in words of 64 bits, for processors whose vector instructions have no implementor.

use super::columns::Columns;
use crate::board::WIDTH;
use core::array::from_fn;

/// Columns of 16 rows, four lanes to a word.
pub type Portable16 = PortableColumns<4, 3>;

/// Columns of 32 rows, two lanes to a word.
#[cfg(any(test, not(target_arch = "x86_64")))]
pub type Portable32 = PortableColumns<8, 5>;

/// The implementor for any processor: sixteen lanes in `N` words, those of the board in the first
/// `BOARD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortableColumns<const N: usize, const BOARD: usize>([u64; N]);

impl<const N: usize, const BOARD: usize> PortableColumns<N, BOARD> {
    const BITS: usize = 4 * N;

    /// All rows of one lane.
    const LANE: u64 = !0 >> (64 - Self::BITS);

    /// The uppermost row of all lanes of a word.
    const TOP: u64 = !0 / Self::LANE;

    /// The floor of all lanes of a word.
    const FLOOR: u64 = Self::TOP << (Self::BITS - 1);

    /// Returns the set with these lanes of the board.
    #[inline(always)]
    fn board(lane: impl Fn(usize) -> u64) -> Self {
        let mut words = [0; N];
        for x in 0..WIDTH {
            words[x * Self::BITS / 64] |= lane(x) << (x * Self::BITS % 64);
        }
        PortableColumns(words)
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        PortableColumns(from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl<const N: usize, const BOARD: usize> Columns for PortableColumns<N, BOARD> {
    const ROWS: u32 = Self::BITS as u32;

    type Words = [u64; BOARD];

    #[inline(always)]
    fn none() -> Self {
        PortableColumns([0; N])
    }

    #[inline(always)]
    fn open(columns: &[u64; WIDTH]) -> Self {
        Self::board(|x| (!columns[x]).reverse_bits() >> (64 - Self::BITS))
    }

    #[inline(always)]
    fn top() -> Self {
        Self::board(|_| 1)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn beside<const M: i8>(self) -> Self {
        let bits = M.unsigned_abs() as usize * Self::BITS;
        let (words, bits) = (bits / 64, bits % 64);
        let word = |i: usize| self.0[i % N];
        PortableColumns(from_fn(|i| match (M > 0, bits) {
            (true, 0) => word(i + words),
            (true, _) => word(i + words) >> bits | word(i + words + 1) << (64 - bits),
            (false, 0) => word(i + N - words),
            (false, _) => word(i + N - words) << bits | word(i + N - words - 1) >> (64 - bits),
        }))
    }

    #[inline(always)]
    fn above<const M: i8>(self) -> Self {
        let rows = M.unsigned_abs();
        if M > 0 {
            let kept = Self::TOP * (Self::LANE << rows & Self::LANE);
            PortableColumns(self.0.map(|word| word << rows & kept))
        } else {
            let kept = Self::TOP * (Self::LANE >> rows);
            PortableColumns(self.0.map(|word| word >> rows & kept))
        }
    }

    #[inline(always)]
    fn fallen(self, free: Self) -> Self {
        // The carry must not leave its lane: the floor is added without one.
        self.zip(free, |poses, free| {
            let floor = Self::FLOOR;
            let sum = ((free & !floor) + (poses & !floor)) ^ ((free ^ poses) & floor);
            poses | free & !sum
        })
    }

    #[inline(always)]
    fn visible(self) -> Self {
        self.and(PortableColumns([Self::TOP; N])).fallen(self)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn words(self) -> [u64; BOARD] {
        from_fn(|i| self.0[i])
    }
}
