//! Sets of poses in words of 64 bits, for processors whose vector instructions have no implementor.

use super::columns::Columns;
use crate::board::WIDTH;

/// The implementor for any processor: 16 rows, four lanes to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortableColumns([u64; 4]);

/// Returns the same 16 bits in all lanes of a word.
const fn lanes(bits: u16) -> u64 {
    bits as u64 * 0x0001_0001_0001_0001
}

/// The floor, in all lanes.
const FLOOR: u64 = lanes(0x8000);

impl PortableColumns {
    #[inline(always)]
    fn zip(self, other: PortableColumns, mut f: impl FnMut(u64, u64) -> u64) -> PortableColumns {
        let (a, b) = (self.0, other.0);
        PortableColumns([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }
}

impl Columns for PortableColumns {
    const ROWS: u32 = 16;

    type Words = [u64; 3];

    #[inline(always)]
    fn none() -> PortableColumns {
        PortableColumns([0; 4])
    }

    #[inline(always)]
    fn open(columns: &[u64; WIDTH]) -> PortableColumns {
        let lane = |x: usize| u64::from(!(columns[x] as u16).reverse_bits()) << (x % 4 * 16);
        PortableColumns([
            lane(0) | lane(1) | lane(2) | lane(3),
            lane(4) | lane(5) | lane(6) | lane(7),
            lane(8) | lane(9),
            0,
        ])
    }

    #[inline(always)]
    fn top() -> PortableColumns {
        PortableColumns([lanes(1), lanes(1), lanes(1) & 0xffff_ffff, 0])
    }

    #[inline(always)]
    fn and(self, other: PortableColumns) -> PortableColumns {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: PortableColumns) -> PortableColumns {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: PortableColumns) -> PortableColumns {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn beside<const N: i8>(self) -> PortableColumns {
        let [a, b, c, d] = self.0;
        if N > 0 {
            let bits = N as u32 * 16;
            let join = |low: u64, high: u64| low >> bits | high << (64 - bits);
            PortableColumns([join(a, b), join(b, c), join(c, d), join(d, a)])
        } else {
            let bits = N.unsigned_abs() as u32 * 16;
            let join = |low: u64, high: u64| high << bits | low >> (64 - bits);
            PortableColumns([join(d, a), join(a, b), join(b, c), join(c, d)])
        }
    }

    #[inline(always)]
    fn above<const N: i8>(self) -> PortableColumns {
        let rows = N.unsigned_abs();
        if N > 0 {
            let kept = lanes(!0 << rows);
            PortableColumns(self.0.map(|word| word << rows & kept))
        } else {
            let kept = lanes(!0 >> rows);
            PortableColumns(self.0.map(|word| word >> rows & kept))
        }
    }

    #[inline(always)]
    fn fallen(self, free: PortableColumns) -> PortableColumns {
        // The carry must not leave its lane: the floor is added without one.
        self.zip(free, |poses, free| {
            let sum = ((free & !FLOOR) + (poses & !FLOOR)) ^ ((free ^ poses) & FLOOR);
            poses | free & !sum
        })
    }

    #[inline(always)]
    fn visible(self) -> PortableColumns {
        self.and(PortableColumns([lanes(1); 4])).fallen(self)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    #[inline(always)]
    fn words(self) -> [u64; 3] {
        [self.0[0], self.0[1], self.0[2]]
    }
}
