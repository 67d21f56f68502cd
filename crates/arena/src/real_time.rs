//! A game in real time, 60 frames per second: bots search while pieces move, as with a live frontend.

use super::game::Game;
use super::record::GameRecord;
use super::referee::{Event, GameResult};
use std::time::{Duration, Instant};

const FRAMES_PER_SECOND: f64 = 60.0;

/// How long one poll waits.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

impl Game<'_> {
    /// Plays the game in real time: a move begins at the frame of its answer. Returns `None` if the
    /// game was stopped.
    pub fn play_real_time(&mut self, stop: &dyn Fn() -> bool) -> Option<GameRecord> {
        for seat in 0..2 {
            self.send_position(seat);
        }
        let begun = Instant::now();
        let mut is_waiting = [false; 2];
        loop {
            if stop() {
                self.stop_players();
                return None;
            }
            let frame = (begun.elapsed().as_secs_f64() * FRAMES_PER_SECOND) as u64;
            self.poll_players(&mut is_waiting, frame);
            if let Some(result) = self.run_events(&mut is_waiting, frame) {
                self.stop_players();
                return Some(self.record(&result));
            }
            if is_waiting == [false; 2] {
                std::thread::sleep(POLL_INTERVAL);
            }
        }
    }

    /// Plays the answers that have come.
    fn poll_players(&mut self, is_waiting: &mut [bool; 2], frame: u64) {
        for (seat, is_waiting) in is_waiting.iter_mut().enumerate() {
            if !*is_waiting {
                continue;
            }
            let answer = self.players[seat].poll(POLL_INTERVAL).transpose();
            if let Some(answer) = answer {
                *is_waiting = false;
                self.apply_suggestion(seat, answer, frame);
            }
        }
    }

    /// Handles the events that are due by a frame. Returns the result once the game is over.
    fn run_events(&mut self, is_waiting: &mut [bool; 2], frame: u64) -> Option<GameResult> {
        while self.referee.has_event_by(frame) {
            match self.referee.next_event() {
                Event::RequestMove(seat) => {
                    self.refresh_versus(seat);
                    self.players[seat].request();
                    is_waiting[seat] = true;
                }
                Event::GarbageRaised(seat, rows) => self.garbage_raised(seat, &rows),
                Event::GameOver(result) => return Some(result),
                Event::Wait => {}
            }
        }
        None
    }
}
