//! A game by the clock on the wall, 60 frames a second: bots think while pieces move, as with
//! a live frontend.

use super::game::Game;
use super::record::GameRecord;
use super::referee::{Event, GameResult};
use landfall_experiment::jobs::StopSignal;
use std::time::{Duration, Instant};

/// Frames a second.
const FRAMES_PER_SECOND: f64 = 60.0;

/// How long to wait for anything at a time.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

impl Game<'_> {
    /// Plays it in real time: a move counts from when it was answered. `None` when it was
    /// stopped.
    pub fn play_real_time(&mut self, stop: StopSignal) -> Option<GameRecord> {
        for seat in 0..2 {
            self.send_position(seat);
        }
        let begun = Instant::now();
        let mut asked = [false; 2];
        loop {
            if stop.is_set() {
                self.stop_players();
                return None;
            }
            let frame = (begun.elapsed().as_secs_f64() * FRAMES_PER_SECOND) as u64;
            self.poll_players(&mut asked, frame);
            if let Some(verdict) = self.run_events(&mut asked, frame) {
                self.stop_players();
                return Some(self.record(&verdict));
            }
            if asked == [false; 2] {
                std::thread::sleep(POLL_INTERVAL);
            }
        }
    }

    /// Takes the answers that have come.
    fn poll_players(&mut self, asked: &mut [bool; 2], frame: u64) {
        for (seat, asked) in asked.iter_mut().enumerate() {
            if !*asked {
                continue;
            }
            let answer = self.players[seat].poll(POLL_INTERVAL).transpose();
            if let Some(answer) = answer {
                *asked = false;
                self.apply_suggestion(seat, answer, frame);
            }
        }
    }

    /// Lets everything happen that is due by a frame.
    fn run_events(&mut self, asked: &mut [bool; 2], frame: u64) -> Option<GameResult> {
        while self.referee.has_event_by(frame) {
            match self.referee.next_event() {
                Event::RequestMove(seat) => {
                    self.refresh_versus(seat);
                    self.players[seat].request();
                    asked[seat] = true;
                }
                Event::GarbageRaised(seat, rows) => self.garbage_raised(seat, &rows),
                Event::GameOver(verdict) => return Some(verdict),
                Event::Wait => {}
            }
        }
        None
    }
}
