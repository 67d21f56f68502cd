//! The parameters of the evaluator's network, and its file format: little-endian `i16`. They are
//! used in `evaluator` and trained in `learn`.

use super::patterns::PATTERN_COUNT;
use std::fmt;

/// Numbers of an embedding.
pub const CHANNELS: usize = 16;

/// Heads. The output of each also contains one of the first channels, without a rectifier.
pub const HEAD_COUNT: usize = 3;

/// The head for the score of a position.
pub const VALUE_HEAD: usize = 0;

/// The head for the move score of a turn's first stone.
pub const FIRST_STONE_HEAD: usize = 1;

/// The head for the move score of the second stone.
pub const SECOND_STONE_HEAD: usize = 2;

/// Parameters are fractions with this denominator.
pub const SCALE: i32 = 256;

/// Parameters in the file: the embeddings of every pattern for both sides, a bias, the heads'
/// weights, and the value's bias.
pub const PARAMETER_COUNT: usize = (2 * PATTERN_COUNT + 1 + HEAD_COUNT) * CHANNELS + 1;

/// Upper limit of the sum of a head's absolute weights, so that no output overflows.
pub const MAX_HEAD_SUM: u32 = 60_000;

/// Length of the file in bytes.
const FILE_BYTES: usize = 2 * PARAMETER_COUNT;

/// The numbers that a pattern adds to a cell's hidden layer.
pub type Embedding = [i16; CHANNELS];

/// The network that plays unless another one is given.
static BUILT_IN: Net = Net::decode(include_bytes!("evaluator.net"));

/// A network.
#[derive(Clone, PartialEq, Eq)]
pub struct Net {
    /// Embeddings of the patterns of the side to move, and of the other side.
    pub(super) embeddings: [[Embedding; PATTERN_COUNT]; 2],
    /// Added to every cell's hidden layer.
    pub(super) bias: Embedding,
    /// By head, the weights of the rectified channels.
    pub(super) head_weights: [Embedding; HEAD_COUNT],
    /// The value of a board without any pattern.
    pub(super) value_bias: i16,
}

/// Why bytes are not a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The length in bytes is wrong.
    #[error(
        "the file of a net has {FILE_BYTES} bytes, and this one has {0}: it is another file, or cut off"
    )]
    Length(usize),
    /// The weights of a head, from 0, are too large.
    #[error("the file is no net that can be computed with: the weights of head {} come to more than {MAX_HEAD_SUM}", .0 + 1)]
    HeavyHead(usize),
}

impl Net {
    /// Returns the built-in network.
    pub fn built_in() -> &'static Net {
        &BUILT_IN
    }

    /// Parses a network file.
    ///
    /// # Errors
    /// The length is wrong, or outputs could overflow.
    pub fn from_bytes(bytes: &[u8]) -> Result<Box<Net>, NetError> {
        let file = bytes
            .try_into()
            .map_err(|_| NetError::Length(bytes.len()))?;
        let net = Box::new(Net::decode(file));
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

    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.parameters().flat_map(i16::to_le_bytes).collect()
    }

    /// Returns the parameters in the order of the file.
    pub fn parameters(&self) -> impl Iterator<Item = i16> + '_ {
        let rows = self.embeddings.iter().flatten();
        let rows = rows.chain([&self.bias]).chain(&self.head_weights);
        rows.flatten().copied().chain([self.value_bias])
    }

    /// Decodes a file of the right length.
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
            let (row, channel) = (at / CHANNELS, at % CHANNELS);
            if row < 2 * PATTERN_COUNT {
                net.embeddings[row / PATTERN_COUNT][row % PATTERN_COUNT][channel] = number;
            } else if row == 2 * PATTERN_COUNT {
                net.bias[channel] = number;
            } else if row <= 2 * PATTERN_COUNT + HEAD_COUNT {
                net.head_weights[row - 2 * PATTERN_COUNT - 1][channel] = number;
            } else {
                net.value_bias = number;
            }
            at += 1;
        }
        net
    }
}

/// Prints the type only: there are sixty thousand parameters.
impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_survives_a_round_trip() {
        let net = Net::built_in();
        assert_eq!(net.to_bytes(), include_bytes!("evaluator.net"));
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
