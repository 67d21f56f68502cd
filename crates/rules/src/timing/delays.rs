//! How long clears and moves take, for players by the clock.
//!
//! The search decides what a frame is worth.

/// Frames that a player's clears and moves take, at [`Delays::SECOND`] frames/s. Fractions are
/// allowed: not every game counts in frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Delays {
    /// After a clear of one to four rows, until the next piece.
    pub rows: [f64; 4],
    /// After a clear that leaves the board empty, in place of `rows`.
    pub perfect: f64,
    /// Moving a piece; `None` if that is not known.
    pub moves: Option<MoveDelays>,
}

/// Frames that moving a piece takes. A hard drop takes none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveDelays {
    /// A shift by one column, or a turn.
    pub step: f64,
    /// A soft drop by one row.
    pub soft_drop: f64,
}

impl Delays {
    /// Frames per second.
    pub const SECOND: f64 = 60.0;
}
