//! How pieces move by themselves, as data: how fast they fall, and when they lock.
//!
//! Owns the figures alone. The machine that plays by them is in the crate `landfall-play`;
//! placements do not depend on them.

/// How pieces fall and lock, in frames of 1/60 s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// How fast they fall.
    pub gravity: Gravity,
    /// Frames that a piece may rest before it locks.
    pub lock_delay: u32,
    /// Shifts and turns of a piece that each give it the whole delay again. They are counted
    /// anew from every row that is the lowest so far.
    pub lock_resets: u32,
}

/// How fast pieces fall by themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gravity {
    /// Rows a frame in the beginning.
    pub rows: f64,
    /// Frames of the game after which it grows.
    pub grows_after: u64,
    /// Rows a frame that each frame adds from then on.
    pub each_frame: f64,
}

impl Timing {
    /// The guideline's usual values: one row a second, half a second to lock, and fifteen moves
    /// that put it off.
    pub const GUIDELINE: Timing = Timing {
        gravity: Gravity {
            rows: 1.0 / 60.0,
            grows_after: 0,
            each_frame: 0.0,
        },
        lock_delay: 30,
        lock_resets: 15,
    };

    /// Those of TETR.IO's league: faster from the start, and growing after two minutes.
    pub const TETRIO: Timing = Timing {
        gravity: Gravity {
            rows: 0.02,
            grows_after: 7_200,
            each_frame: 0.0035 / 60.0,
        },
        ..Timing::GUIDELINE
    };
}
