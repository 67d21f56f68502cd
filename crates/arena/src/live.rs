//! A game by the clock on the wall, 60 frames a second: bots think while pieces move, as with
//! a live frontend.

use super::game::Game;
use super::record::Record;
use super::referee::{Step, Verdict};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Frames a second.
const RATE: f64 = 60.0;

/// How long to wait for anything at a time.
const NAP: Duration = Duration::from_millis(1);

impl Game<'_> {
    /// Plays it in real time: a move counts from when it was answered. `None` when it was
    /// stopped.
    pub fn play_live(&mut self, stops: &[&AtomicBool]) -> Option<Record> {
        for seat in 0..2 {
            self.tell_position(seat);
        }
        let begun = Instant::now();
        let mut asked = [false; 2];
        loop {
            if stops.iter().any(|stop| stop.load(Ordering::Relaxed)) {
                self.dismiss();
                return None;
            }
            let frame = (begun.elapsed().as_secs_f64() * RATE) as u64;
            self.listen(&mut asked, frame);
            if let Some(verdict) = self.catch_up(&mut asked, frame) {
                self.dismiss();
                return Some(self.record(&verdict));
            }
            if asked == [false; 2] {
                std::thread::sleep(NAP);
            }
        }
    }

    /// Takes the answers that have come.
    fn listen(&mut self, asked: &mut [bool; 2], frame: u64) {
        for (seat, asked) in asked.iter_mut().enumerate() {
            if !*asked {
                continue;
            }
            let answer = self.players[seat].poll(NAP).transpose();
            if let Some(answer) = answer {
                *asked = false;
                self.take(seat, answer, frame);
            }
        }
    }

    /// Lets everything happen that is due by a frame.
    fn catch_up(&mut self, asked: &mut [bool; 2], frame: u64) -> Option<Verdict> {
        while self.referee.ready(frame) {
            match self.referee.step() {
                Step::Ask(seat) => {
                    self.tell_duel(seat);
                    self.players[seat].ask();
                    asked[seat] = true;
                }
                Step::Raised(seat, rows) => self.raised(seat, &rows),
                Step::Over(verdict) => return Some(verdict),
                Step::Wait => {}
            }
        }
        None
    }
}
