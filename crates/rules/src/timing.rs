//! Times as data: how fast pieces fall and when they lock, and how long clears and moves take.
//!
//! The crate `landfall-play` plays by them; placements do not depend on them.

mod delays;

pub use delays::{Delays, MoveDelays};

/// How pieces fall and lock, in frames of 1/60 s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// How fast they fall.
    pub gravity: Gravity,
    /// Frames that a piece may rest before it locks.
    pub lock_delay: u32,
    /// Number of shifts and turns of a piece that each restart the delay. The count begins again at
    /// each new lowest row.
    pub lock_resets: u32,
}

/// How fast pieces fall by themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gravity {
    /// Rows per frame at the start of the game.
    pub rows: f64,
    /// Frames of the game after which the speed grows.
    pub grows_after: u64,
    /// Rows per frame that each later frame adds.
    pub each_frame: f64,
}

impl Timing {
    /// The guideline's usual values: 1 row/s, half a second to lock, and fifteen moves that restart
    /// it.
    pub const GUIDELINE: Timing = Timing {
        gravity: Gravity {
            rows: 1.0 / 60.0,
            grows_after: 0,
            each_frame: 0.0,
        },
        lock_delay: 30,
        lock_resets: 15,
    };

    /// The values of TETR.IO's league: faster from the start, and growing after two minutes.
    pub const TETRIO: Timing = Timing {
        gravity: Gravity {
            rows: 0.02,
            grows_after: 7_200,
            each_frame: 0.0035 / 60.0,
        },
        ..Timing::GUIDELINE
    };

    /// No time: pieces neither fall nor lock by themselves.
    pub const NONE: Timing = Timing {
        gravity: Gravity {
            rows: 0.0,
            grows_after: u64::MAX,
            each_frame: 0.0,
        },
        lock_delay: u32::MAX,
        lock_resets: u32::MAX,
    };
}
