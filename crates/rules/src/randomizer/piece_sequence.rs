//! The pieces that a seed deals.
//!
//! [`Randomizer`] says what a player may know of the pieces to come.

use crate::piece::Piece;
use crate::randomizer::{Minstd, Randomizer, SeedFormat};
use crate::ruleset::Ruleset;
use arrayvec::ArrayVec;
use landfall_rng::SplitMix64;

/// The pieces that a seed deals. [`State::deal`](crate::State::deal) fills a queue with them.
///
/// ```
/// use landfall_rules::randomizer::PieceSequence;
/// use landfall_rules::rulesets::TETRIO_S2;
/// use landfall_rules::Queue;
///
/// let mut pieces = PieceSequence::new(&TETRIO_S2, 42);
/// let dealt: Queue = (0..7).map(|_| pieces.next_piece(TETRIO_S2.randomizer)).collect();
/// assert_eq!(dealt.to_string(), "OTILJSZ");
/// ```
#[derive(Clone, Debug)]
pub struct PieceSequence(Generator);

#[derive(Clone, Debug)]
enum Generator {
    Sampled(SplitMix64),
    TetrioBags {
        rng: Minstd,
        /// What is left of the bag, the next piece last.
        bag: ArrayVec<Piece, 7>,
    },
}

impl PieceSequence {
    /// Returns the pieces that a seed deals under a ruleset.
    pub fn new(rules: &Ruleset, seed: u64) -> PieceSequence {
        PieceSequence(match rules.seeds {
            SeedFormat::SplitMix => Generator::Sampled(SplitMix64::new(seed)),
            SeedFormat::Tetrio => Generator::TetrioBags {
                rng: Minstd::new(seed),
                bag: ArrayVec::new(),
            },
        })
    }

    /// Returns pieces sampled from the randomizer that [`PieceSequence::next_piece`] is given.
    pub const fn sampled(rng: SplitMix64) -> PieceSequence {
        PieceSequence(Generator::Sampled(rng))
    }

    /// Moves S, Z and O at the front of the first bag to its end, one after the other, as TETR.IO
    /// does in games of one player. Changes only [`SeedFormat::Tetrio`], before the first piece.
    ///
    /// ```
    /// use landfall_rules::randomizer::PieceSequence;
    /// use landfall_rules::rulesets::TETRIO_S2;
    /// use landfall_rules::Queue;
    /// let mut pieces = PieceSequence::new(&TETRIO_S2, 1).without_szo_first();
    /// let dealt: Queue = (0..7).map(|_| pieces.next_piece(TETRIO_S2.randomizer)).collect();
    /// assert_eq!(dealt.to_string(), "JILSTZO"); // The seed deals OJILSTZ.
    /// ```
    pub fn without_szo_first(mut self) -> PieceSequence {
        if let Generator::TetrioBags { rng, bag } = &mut self.0
            && bag.is_empty()
        {
            *bag = tetrio_bag(rng);
            while let Some(Piece::S | Piece::Z | Piece::O) = bag.last() {
                bag.rotate_right(1);
            }
        }
        self
    }

    /// Returns the next piece. The randomizer says which pieces can come: what is left of its bag is
    /// known to the [`State`](crate::State) alone, whose `randomizer` it is and which
    /// [observes](Randomizer::observe) the piece afterwards. [`SeedFormat::SplitMix`] samples from
    /// it; [`SeedFormat::Tetrio`] deals its own bags of seven and ignores it.
    pub fn next_piece(&mut self, randomizer: &Randomizer) -> Piece {
        match &mut self.0 {
            Generator::Sampled(rng) => randomizer.clone().sample(rng),
            Generator::TetrioBags { rng, bag } => loop {
                match bag.pop() {
                    Some(piece) => return piece,
                    None => *bag = tetrio_bag(rng),
                }
            },
        }
    }
}

/// Returns TETR.IO's next bag, shuffled by Fisher and Yates, the first piece last.
fn tetrio_bag(rng: &mut Minstd) -> ArrayVec<Piece, 7> {
    use Piece::{I, J, L, O, S, T, Z};
    let mut bag = [Z, L, O, S, I, J, T];
    for i in (1..7).rev() {
        bag.swap(i, rng.below(i as u32 + 1) as usize);
    }
    bag.reverse();
    bag.into()
}
