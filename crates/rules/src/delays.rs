//! How long clears take: not a rule, but known to frontends that play by the clock.
//!
//! Owns the figures alone; the search decides what they are worth.

/// Frames, [`ClearDelays::SECOND`] of them a second, in which a clear keeps its player from
/// playing on. Fractions are allowed: not every game counts in frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClearDelays {
    /// A clear of one to four rows.
    pub rows: [f64; 4],
    /// A clear that leaves the board empty, in place of that.
    pub perfect: f64,
}

impl ClearDelays {
    /// Frames of a second.
    pub const SECOND: f64 = 60.0;
}
