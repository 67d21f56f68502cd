//! The numbers of the net that judges, and the file that holds them.
//!
//! What they say of a board is in `judge`; how they are learnt, in `connect6/learn`.

use super::patterns::PATTERN_COUNT;
use std::fmt;

/// Numbers that a shape brings.
pub const CHANNELS: usize = 16;

/// The first of them are taken as they are, one for each head.
pub const HEAD_COUNT: usize = 3;

/// The head for what a position is worth.
pub const VALUE_HEAD: usize = 0;

/// The head for how a point looks for the first stone of a turn.
pub const FIRST_STONE_HEAD: usize = 1;

/// The head for how a point looks for the second one.
pub const SECOND_STONE_HEAD: usize = 2;

/// One in the units of the weights.
pub const SCALE: i32 = 256;

/// Numbers in the file: those of every shape for both sides, a row to start from, those of
/// the heads, and one alone.
pub const PARAMETER_COUNT: usize = (2 * PATTERN_COUNT + 1 + HEAD_COUNT) * CHANNELS + 1;

/// What the weights of a head may come to without signs, so that no sum is too large.
pub const MAX_HEAD_SUM: u32 = 60_000;

/// Bytes of the file.
const FILE_BYTES: usize = 2 * PARAMETER_COUNT;

/// The numbers of a shape.
pub type Embedding = [i16; CHANNELS];

/// The net that plays unless another one is named.
static BUILT_IN: Net = Net::decode(include_bytes!("judge.net"));

/// A net.
#[derive(Clone, PartialEq, Eq)]
pub struct Net {
    /// Of whose turn it is, and of the other one.
    pub(super) embeddings: [[Embedding; PATTERN_COUNT]; 2],
    /// What every point starts from.
    pub(super) bias: Embedding,
    /// What is above zero is weighed with these.
    pub(super) head_weights: [Embedding; HEAD_COUNT],
    /// What a board is worth without any shape.
    pub(super) value_bias: i16,
}

/// Why bytes are no net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetError {
    /// There are so many bytes in place of the right number.
    Length(usize),
    /// The weights of a head, from 0, are too large.
    HeavyHead(usize),
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::Length(length) => {
                write!(f, "a net has {FILE_BYTES} bytes, this has {length}")
            }
            NetError::HeavyHead(head) => write!(
                f,
                "no net: the weights of head {} come to more than {MAX_HEAD_SUM}",
                head + 1
            ),
        }
    }
}

impl std::error::Error for NetError {}

impl Net {
    /// The one that plays unless another one is named.
    pub fn built_in() -> &'static Net {
        &BUILT_IN
    }

    /// Reads a net: little-endian numbers of two bytes.
    ///
    /// # Errors
    /// The length is wrong, or sums would not fit.
    pub fn from_bytes(bytes: &[u8]) -> Result<Box<Net>, NetError> {
        let whole = bytes
            .try_into()
            .map_err(|_| NetError::Length(bytes.len()))?;
        let net = Box::new(Net::decode(whole));
        let sum = |row: &Embedding| row.iter().map(|n| u32::from(n.unsigned_abs())).sum::<u32>();
        match net
            .head_weights
            .iter()
            .position(|row| sum(row) > MAX_HEAD_SUM)
        {
            Some(head) => Err(NetError::HeavyHead(head)),
            None => Ok(net),
        }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.parameters().flat_map(i16::to_le_bytes).collect()
    }

    /// The numbers in the order of the file.
    pub fn parameters(&self) -> impl Iterator<Item = i16> + '_ {
        let rows = self.embeddings.iter().flatten();
        let rows = rows.chain([&self.bias]).chain(&self.head_weights);
        rows.flatten().copied().chain([self.value_bias])
    }

    const fn decode(bytes: &[u8; FILE_BYTES]) -> Net {
        let mut net = Net {
            embeddings: [[[0; CHANNELS]; PATTERN_COUNT]; 2],
            bias: [0; CHANNELS],
            head_weights: [[0; CHANNELS]; HEAD_COUNT],
            value_bias: 0,
        };
        let mut at = 0;
        while at < PARAMETER_COUNT {
            let number = i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
            let (row, place) = (at / CHANNELS, at % CHANNELS);
            if row < 2 * PATTERN_COUNT {
                net.embeddings[row / PATTERN_COUNT][row % PATTERN_COUNT][place] = number;
            } else if row == 2 * PATTERN_COUNT {
                net.bias[place] = number;
            } else if row <= 2 * PATTERN_COUNT + HEAD_COUNT {
                net.head_weights[row - 2 * PATTERN_COUNT - 1][place] = number;
            } else {
                net.value_bias = number;
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
        assert_eq!(net.to_bytes(), include_bytes!("judge.net"));
        assert!(*net == *Net::from_bytes(&net.to_bytes()).expect("a net"));
    }

    #[test]
    fn bytes_that_are_no_net_are_refused() {
        let mut bytes = Net::built_in().to_bytes();
        assert_eq!(
            Net::from_bytes(&bytes[1..]),
            Err(NetError::Length(FILE_BYTES - 1))
        );
        assert_eq!(Net::from_bytes(&[]), Err(NetError::Length(0)));
        let weights = 2 * (2 * PATTERN_COUNT + 1 + SECOND_STONE_HEAD) * CHANNELS;
        for at in 0..2 {
            bytes[weights + 2 * at..][..2].copy_from_slice(&i16::MIN.to_le_bytes());
        }
        assert_eq!(
            Net::from_bytes(&bytes),
            Err(NetError::HeavyHead(SECOND_STONE_HEAD))
        );
    }
}
