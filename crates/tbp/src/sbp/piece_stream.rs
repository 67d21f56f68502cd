//! Derives the randomizer from the history of dealt pieces.

use crate::convert::to_piece;
use crate::messages::PieceName;
use landfall_rules::{Piece, Randomizer};

/// Pieces of a bag.
const BAG: u64 = 7;

/// The pieces dealt so far, up to the last of the queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceStream {
    /// The number of the first piece, from 0 at the beginning of the game; `None` if the client does
    /// not know it.
    pub offset: Option<u64>,
    /// The pieces, in the order in which they were dealt.
    pub pieces: Vec<PieceName>,
}

impl PieceStream {
    /// Returns whether the stream ends with these pieces, as it should with the active one and
    /// the queue.
    pub fn ends_with(&self, queue: &[PieceName]) -> bool {
        self.pieces.ends_with(queue)
    }

    /// Returns how many pieces were dealt, if the offset is known.
    pub fn dealt(&self) -> Option<u64> {
        self.offset?.checked_add(self.pieces.len() as u64)
    }

    /// Returns the randomizer of the pieces after the stream. `bags` says that pieces come in bags of
    /// seven, which begin at every seventh piece of the game.
    ///
    /// # Examples
    /// ```
    /// use landfall_rules::{Piece, Randomizer};
    /// use landfall_tbp::messages::PieceName::*;
    /// use landfall_tbp::sbp::PieceStream;
    /// let stream = PieceStream { offset: Some(5), pieces: vec![J, S, T, Z, I, O] };
    /// let odds = stream.randomizer(true).odds();
    /// let left: Vec<Piece> = Piece::ALL.into_iter().filter(|p| odds[p.index()] > 0).collect();
    /// assert_eq!(left, [Piece::L, Piece::J, Piece::S]);
    /// ```
    pub fn randomizer(&self, bags: bool) -> Randomizer {
        let known = if bags { self.bag() } else { None };
        known.unwrap_or_else(|| {
            let mut randomizer = Randomizer::unknown();
            for &piece in &self.pieces {
                randomizer.observe(to_piece(piece));
            }
            randomizer
        })
    }

    /// Returns the bag at the end of the stream, `None` if the stream does not have all pieces that
    /// were dealt from it, or if a piece came twice.
    fn bag(&self) -> Option<Randomizer> {
        let dealt_from_bag = (self.dealt()? % BAG) as usize;
        let bag_start = self.pieces.len().checked_sub(dealt_from_bag)?;
        let mut current = [1u8; Piece::ALL.len()];
        for &piece in &self.pieces[bag_start..] {
            let left = &mut current[to_piece(piece).index()];
            *left = left.checked_sub(1)?;
        }
        Some(Randomizer::Bag {
            current,
            filled: [1; Piece::ALL.len()],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PieceName::*;

    fn left(offset: Option<u64>, pieces: &[PieceName]) -> Option<usize> {
        let stream = PieceStream {
            offset,
            pieces: pieces.to_vec(),
        };
        match stream.randomizer(true) {
            Randomizer::Bag { current, .. } => Some(current.iter().map(|&n| n as usize).sum()),
            _ => None,
        }
    }

    #[test]
    fn a_stream_with_an_offset_gives_the_bag() {
        let bag = [J, S, T, Z, I, O, L];
        assert_eq!(left(Some(0), &bag), Some(7), "a full bag comes next");
        assert_eq!(left(Some(14), &bag[..3]), Some(4));
        assert_eq!(left(Some(3), &bag[..4]), Some(7));
        assert_eq!(left(Some(0), &[]), Some(7));
    }

    #[test]
    fn without_the_whole_bag_pieces_are_observed() {
        assert_eq!(left(None, &[J, S, T]), None, "no alignment");
        assert_eq!(left(Some(10), &[J]), None, "three of the bag came before");
        assert_eq!(left(Some(0), &[J, J]), None, "no bag has two");
        assert_eq!(left(Some(u64::MAX), &[J]), None);
        let stream = PieceStream {
            offset: None,
            pieces: vec![J, S],
        };
        let Randomizer::Unknown { seen } = stream.randomizer(true) else {
            panic!("nothing is known");
        };
        assert_eq!(seen.as_slice(), [Piece::J, Piece::S]);
    }
}
