//! Auto shift: the timing with which a held left or right key shifts a piece.
//!
//! Contains the two timers of each direction. The piece decides whether a shift succeeds.

use crate::handling::Handling;
use crate::height::floor;
use landfall_rules::board::WIDTH;
use landfall_rules::path::PieceInput;

/// A direction of shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Left,
    Right,
}

impl Direction {
    fn other(self) -> Direction {
        match self {
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    /// Returns the input that shifts a piece.
    pub fn input(self) -> PieceInput {
        match self {
            Direction::Left => PieceInput::Left,
            Direction::Right => PieceInput::Right,
        }
    }
}

/// The timers of one direction, in frames.
#[derive(Clone, Copy, Debug, Default)]
struct Timers {
    held: bool,
    /// The elapsed part of the DAS.
    das: f64,
    /// Time that counts towards the next repeat.
    arr: f64,
}

/// The keys for left and right. The direction pressed last counts.
#[derive(Clone, Copy, Debug)]
pub struct AutoShift {
    last: Direction,
    timers: [Timers; 2],
}

impl AutoShift {
    /// Returns the state with no key held.
    pub fn new() -> AutoShift {
        AutoShift {
            last: Direction::Left,
            timers: [Timers::default(); 2],
        }
    }

    fn timers(&mut self, direction: Direction) -> &mut Timers {
        &mut self.timers[direction as usize]
    }

    /// Begins to hold a direction; `hoisted` means that its key was down before it counted.
    pub fn press(&mut self, direction: Direction, hoisted: bool, handling: &Handling) {
        self.last = direction;
        *self.timers(direction) = Timers {
            held: true,
            das: if hoisted {
                handling.das - handling.dcd
            } else {
                0.0
            },
            arr: handling.arr,
        };
    }

    /// Ends holding a direction.
    pub fn release(&mut self, direction: Direction, handling: &Handling) {
        let released = self.timers(direction);
        released.held = false;
        released.das = 0.0;
        let other = self.timers(direction.other());
        if handling.cancel {
            other.das = 0.0;
            other.arr = handling.arr;
        }
        if other.held {
            self.last = direction.other();
        }
    }

    /// Shortens a full DAS by the DCD, in both directions.
    pub fn cut(&mut self, handling: &Handling) {
        for timers in &mut self.timers {
            timers.das = timers.das.min(handling.das - handling.dcd);
            timers.arr = handling.arr;
        }
    }

    /// Advances the time. Returns the direction to shift into, and the number of shifts, at most the
    /// width of the board.
    pub fn pass(&mut self, time: f64, handling: &Handling) -> (Direction, usize) {
        let direction = self.last;
        let timers = self.timers(direction);
        if !timers.held {
            return (direction, 0);
        }
        let beyond = (time - (handling.das - timers.das).max(0.0)).max(0.0);
        timers.das = (timers.das + time).min(handling.das);
        if timers.das < handling.das {
            return (direction, 0);
        }
        timers.arr += beyond;
        if timers.arr < handling.arr {
            return (direction, 0);
        }
        if handling.arr == 0.0 {
            return (direction, WIDTH);
        }
        let shifts = floor(timers.arr / handling.arr);
        timers.arr -= shifts * handling.arr;
        (direction, (shifts as usize).min(WIDTH))
    }
}
