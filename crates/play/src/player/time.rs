//! The effects of elapsed time: shifts by held keys, falls, and locks of resting pieces.

use super::{Player, VISIBLE_ROWS};
use crate::handling::INSTANT_SOFT_DROP;

/// Rows per frame of an instant soft drop.
const INSTANT_ROWS: f64 = 400.0;

/// The least rows per frame of a soft drop, for each unit of its factor.
const LEAST_SOFT_DROP: f64 = 0.05;

/// How long hard drops are ignored after a piece has locked by itself, if the settings say so.
const SAFE_LOCK: u32 = 7;

impl Player {
    /// Ends the frame: the rest of it passes, and gravity grows if it is due.
    pub fn end_frame(&mut self) {
        let rest = 1.0 - self.subframe;
        self.frame += 1;
        self.pass(rest);
        self.subframe = 0.0;
        self.ended_frames += 1;
        let gravity = &self.side.rules().timing.gravity;
        if self.ended_frames > gravity.grows_after {
            self.gravity += gravity.each_frame;
        }
    }

    /// Advances the frame to a subframe, from 0.0 to below 1.0. A subframe that has passed changes
    /// nothing.
    pub fn advance_to(&mut self, subframe: f64) {
        if subframe > self.subframe && subframe < 1.0 {
            let time = subframe - self.subframe;
            self.pass(time);
            self.subframe = subframe;
        }
    }

    /// Advances a part of a frame: first the piece shifts, then it falls.
    fn pass(&mut self, time: f64) {
        let (direction, shifts) = self.shift.pass(time, &self.handling);
        for _ in 0..shifts {
            self.shift(direction);
        }
        self.fall(time);
    }

    fn fall(&mut self, time: f64) {
        self.safe_lock = self.safe_lock.saturating_sub(1);
        let rows = self.fallen_rows(time);
        let timing = &self.side.rules().timing;
        let Some(falling) = &mut self.falling else {
            return;
        };
        let forced = falling.is_out_of_resets() && falling.rests();
        let mut left = if forced { VISIBLE_ROWS } else { rows };
        left += falling.turning_gravity() * time;
        while left > 0.0 {
            let step = left.min(1.0);
            if falling.fall(step) {
                left -= step;
                continue;
            }
            falling.rested += time;
            let is_late = falling.rested > f64::from(timing.lock_delay);
            if is_late || falling.is_out_of_resets() {
                if self.handling.safe_lock {
                    self.safe_lock = SAFE_LOCK;
                }
                // Garbage that is due on this frame does not rise at this lock.
                self.lock(self.frame.saturating_sub(1));
            }
            return;
        }
    }

    /// Returns how many rows a piece falls in this time.
    fn fallen_rows(&self, time: f64) -> f64 {
        let sdf = self.handling.sdf;
        let rows = self.gravity * time;
        let sonic = self.side.rules().sonic_drop_only;
        match self.soft_drop {
            true if sonic || sdf == INSTANT_SOFT_DROP => INSTANT_ROWS * time,
            true => (rows * sdf).max(LEAST_SOFT_DROP * sdf),
            // These rules have no fall by a single row.
            false if sonic => 0.0,
            false => rows,
        }
    }
}
