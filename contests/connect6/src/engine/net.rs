//! The numbers of the net that judges, and the file that holds them.
//!
//! What they say of a board is in `judge`; how they are learnt, in `connect6/learn`.

use super::shapes::SHAPES;
use std::fmt;

/// Numbers that a shape brings.
pub const WIDE: usize = 16;

/// The first of them are taken as they are, one for each head.
pub const HEADS: usize = 3;

/// The head for what a position is worth.
pub const WORTH: usize = 0;

/// The head for how a point looks for the first stone of a turn.
pub const FIRST: usize = 1;

/// The head for how a point looks for the second one.
pub const SECOND: usize = 2;

/// One in the units of the weights.
pub const ONE: i32 = 256;

/// Numbers in the file: those of every shape for both sides, a row to start from, those of
/// the heads, and one alone.
pub const NUMBERS: usize = (2 * SHAPES + 1 + HEADS) * WIDE + 1;

/// What the weights of a head may come to without signs, so that no sum is too large.
pub const HEAVIEST: u32 = 60_000;

/// Bytes of the file.
const BYTES: usize = 2 * NUMBERS;

/// The numbers of a shape.
pub type Row = [i16; WIDE];

/// The net that plays unless another one is named.
static BUILT_IN: Net = Net::of(include_bytes!("judge.net"));

/// A net.
#[derive(Clone, PartialEq, Eq)]
pub struct Net {
    /// Of whose turn it is, and of the other one.
    pub(super) shapes: [[Row; SHAPES]; 2],
    /// What every point starts from.
    pub(super) start: Row,
    /// What is above zero is weighed with these.
    pub(super) heads: [Row; HEADS],
    /// What a board is worth without any shape.
    pub(super) worth: i16,
}

/// Why bytes are no net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNet {
    /// There are so many bytes in place of the right number.
    Length(usize),
    /// The weights of a head, from 0, are too large.
    Heavy(usize),
}

impl fmt::Display for NoNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoNet::Length(length) => write!(f, "a net has {BYTES} bytes, this has {length}"),
            NoNet::Heavy(head) => write!(
                f,
                "no net: the weights of head {} come to more than {HEAVIEST}",
                head + 1
            ),
        }
    }
}

impl std::error::Error for NoNet {}

impl Net {
    /// The one that plays unless another one is named.
    pub fn built_in() -> &'static Net {
        &BUILT_IN
    }

    /// Reads a net: little-endian numbers of two bytes.
    ///
    /// # Errors
    /// The length is wrong, or sums would not fit.
    pub fn read(bytes: &[u8]) -> Result<Box<Net>, NoNet> {
        let whole = bytes.try_into().map_err(|_| NoNet::Length(bytes.len()))?;
        let net = Box::new(Net::of(whole));
        let sum = |row: &Row| row.iter().map(|n| u32::from(n.unsigned_abs())).sum::<u32>();
        match net.heads.iter().position(|row| sum(row) > HEAVIEST) {
            Some(head) => Err(NoNet::Heavy(head)),
            None => Ok(net),
        }
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        self.numbers().flat_map(i16::to_le_bytes).collect()
    }

    /// The numbers in the order of the file.
    pub fn numbers(&self) -> impl Iterator<Item = i16> + '_ {
        let rows = self.shapes.iter().flatten();
        let rows = rows.chain([&self.start]).chain(&self.heads);
        rows.flatten().copied().chain([self.worth])
    }

    const fn of(bytes: &[u8; BYTES]) -> Net {
        let mut net = Net {
            shapes: [[[0; WIDE]; SHAPES]; 2],
            start: [0; WIDE],
            heads: [[0; WIDE]; HEADS],
            worth: 0,
        };
        let mut at = 0;
        while at < NUMBERS {
            let number = i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
            let (row, place) = (at / WIDE, at % WIDE);
            if row < 2 * SHAPES {
                net.shapes[row / SHAPES][row % SHAPES][place] = number;
            } else if row == 2 * SHAPES {
                net.start[place] = number;
            } else if row <= 2 * SHAPES + HEADS {
                net.heads[row - 2 * SHAPES - 1][place] = number;
            } else {
                net.worth = number;
            }
            at += 1;
        }
        net
    }
}

/// Says that there is one; nobody wants to read sixty thousand numbers.
impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let net = Net::built_in();
        assert_eq!(net.bytes(), include_bytes!("judge.net"));
        assert!(*net == *Net::read(&net.bytes()).expect("a net"));
    }

    #[test]
    fn bytes_that_are_no_net_are_refused() {
        let mut bytes = Net::built_in().bytes();
        assert_eq!(Net::read(&bytes[1..]), Err(NoNet::Length(BYTES - 1)));
        assert_eq!(Net::read(&[]), Err(NoNet::Length(0)));
        let weights = 2 * (2 * SHAPES + 1 + SECOND) * WIDE;
        for at in 0..2 {
            bytes[weights + 2 * at..][..2].copy_from_slice(&i16::MIN.to_le_bytes());
        }
        assert_eq!(Net::read(&bytes), Err(NoNet::Heavy(SECOND)));
    }
}
