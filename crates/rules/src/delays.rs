//! How long clears and moves take: not a rule, but known to frontends that play by the clock.
//!
//! Owns the figures alone; the search decides what they are worth.

/// Frames, [`Delays::SECOND`] of them a second, that what a player does takes. Fractions are allowed:
/// not every game counts in frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Delays {
    /// A clear of one to four rows, which keeps its player from playing on.
    pub rows: [f64; 4],
    /// A clear that leaves the board empty, in place of that.
    pub perfect: f64,
    /// Moving a piece, if it is known.
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
    /// Frames of a second.
    pub const SECOND: f64 = 60.0;
}
