//! What a seed of a game means. `piece_sequence` and `side_garbage` follow it.

/// What a seed of a game means: how its pieces and its garbage holes follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedFormat {
    /// This project's own: [`SplitMix64`](crate::rng::SplitMix64).
    SplitMix,
    /// TETR.IO's: [`Minstd`](crate::randomizer::Minstd), one stream for the pieces and another one of the same
    /// seed for the holes.
    Tetrio,
}
