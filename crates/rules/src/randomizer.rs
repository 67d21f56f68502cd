//! How pieces are dealt: randomizers as data, what is known about the pieces that come after the
//! queue, and the pieces that a seed deals.

mod minstd;
mod piece_sequence;
mod seed_format;

pub use minstd::Minstd;
pub use piece_sequence::PieceSequence;
pub use seed_format::SeedFormat;

use crate::piece::Piece;
use arrayvec::ArrayVec;
use landfall_rng::SplitMix64;
use smallvec::SmallVec;

/// Pieces that were dealt: after most locks one, after some two.
pub type DealtPieces = SmallVec<[Piece; 8]>;

/// How the pieces beyond the known queue are drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Randomizer {
    /// All pieces are always equally likely.
    Uniform,
    /// Drawn from a bag that is filled anew when it is empty.
    Bag {
        /// Pieces left in the bag, by [`Piece::index`]. Never all zero.
        current: [u8; 7],
        /// What the bag is filled with. Never all zero.
        filled: [u8; 7],
    },
    /// Not known. The pieces seen are compared with every way of cutting them into bags of seven;
    /// if they fit none, all pieces are equally likely.
    Unknown {
        /// The last pieces seen, oldest first.
        seen: ArrayVec<Piece, 28>,
    },
}

impl Randomizer {
    /// A full bag of the seven pieces.
    pub const SEVEN_BAG: Randomizer = Randomizer::Bag {
        current: [1; 7],
        filled: [1; 7],
    };

    /// Returns a randomizer of which nothing has been seen.
    pub fn unknown() -> Randomizer {
        Randomizer::Unknown {
            seen: ArrayVec::new(),
        }
    }

    /// Returns the relative odds of each piece to come next, by [`Piece::index`]. At least one is
    /// above 0.
    pub fn odds(&self) -> [u32; 7] {
        match self {
            Randomizer::Uniform => [1; 7],
            Randomizer::Bag { current, .. } => current.map(u32::from),
            Randomizer::Unknown { seen } => unknown_odds(seen),
        }
    }

    /// Observes that `piece` came. If the piece is not left in the bag, the bag is taken to be full
    /// before it.
    pub fn observe(&mut self, piece: Piece) {
        match self {
            Randomizer::Uniform => {}
            Randomizer::Bag { current, filled } => {
                if current[piece.index()] == 0 {
                    *current = *filled;
                }
                current[piece.index()] = current[piece.index()].saturating_sub(1);
                if current.iter().all(|&n| n == 0) {
                    *current = *filled;
                }
            }
            Randomizer::Unknown { seen } => {
                if seen.is_full() {
                    seen.drain(..7);
                }
                seen.push(piece);
            }
        }
    }

    /// Samples the next piece, and observes it.
    ///
    /// ```
    /// use landfall_rules::rng::SplitMix64;
    /// use landfall_rules::Randomizer;
    ///
    /// let (mut bag, mut rng) = (Randomizer::SEVEN_BAG, SplitMix64::new(1));
    /// let mut pieces: Vec<_> = (0..7).map(|_| bag.sample(&mut rng)).collect();
    /// pieces.sort();
    /// pieces.dedup();
    /// assert_eq!(pieces.len(), 7);
    /// assert_eq!(bag, Randomizer::SEVEN_BAG);
    /// ```
    pub fn sample(&mut self, rng: &mut SplitMix64) -> Piece {
        let odds = self.odds();
        let mut pick = rng.below(odds.iter().sum());
        let piece = Piece::ALL
            .into_iter()
            .find(|p| {
                let hit = pick < odds[p.index()];
                pick = pick.wrapping_sub(odds[p.index()]);
                hit
            })
            .unwrap_or(Piece::I);
        self.observe(piece);
        piece
    }
}

/// Returns the odds averaged over every place where bags of seven could begin without a piece
/// coming twice in one bag. Each place counts 420, which 1 to 7 divide.
fn unknown_odds(seen: &[Piece]) -> [u32; 7] {
    let mut odds = [0; 7];
    for cut in 0..7 {
        let Some(left) = left_in_bag(seen, cut) else {
            continue;
        };
        for piece in Piece::ALL {
            if left & 1 << piece.index() != 0 {
                odds[piece.index()] += 420 / left.count_ones();
            }
        }
    }
    if odds == [0; 7] { [1; 7] } else { odds }
}

/// Returns the pieces left in the bag, as a mask, if a bag begins at index `cut` and every
/// seventh piece after; `None` if then some piece comes twice in one bag. Of a bag that began
/// before anything was seen, all that were not seen may be left.
fn left_in_bag(seen: &[Piece], cut: usize) -> Option<u8> {
    const FULL: u8 = 0x7f;
    let mut left = FULL;
    for (i, piece) in seen.iter().enumerate() {
        if i % 7 == cut {
            left = FULL;
        }
        let bit = 1 << piece.index();
        if left & bit == 0 {
            return None;
        }
        left &= !bit;
    }
    Some(if seen.len() % 7 == cut { FULL } else { left })
}
