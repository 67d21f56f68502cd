//! One game: a referee, two players, and a clock between them.

use super::player::{Failure, FailureKind, Player, Suggestion, VersusStatus};
use super::record::GameRecord;
use super::recorder::{MoveTimes, Recorder};
use super::referee::{EndReason, Event, GameResult, Referee};
use landfall_experiment::jobs::StopSignal;
use landfall_rules::describe;

/// A game at a table: players by seat.
pub struct Game<'a> {
    /// Number of the game in its series.
    pub number: u64,
    /// The rules of it.
    pub referee: Referee,
    /// Who sits where.
    pub players: [&'a mut dyn Player; 2],
    /// What each seat's player did wrong.
    pub failures: [Option<Failure>; 2],
    /// Writes it down, if that is wanted.
    pub recorder: Option<Recorder>,
}

impl Game<'_> {
    /// Plays it with virtual time: each player is waited for, and its thinking takes the
    /// frames that the preset gives to an answer. `None` when it was stopped.
    pub fn play(&mut self, stop: StopSignal) -> Option<GameRecord> {
        for seat in 0..2 {
            self.send_position(seat);
        }
        let verdict = loop {
            if stop.is_set() {
                self.stop_players();
                return None;
            }
            match self.referee.next_event() {
                Event::RequestMove(seat) => {
                    self.refresh_versus(seat);
                    let answer = self.players[seat].suggest();
                    self.apply_suggestion(seat, answer, self.referee.now());
                }
                Event::GarbageRaised(seat, rows) => self.garbage_raised(seat, &rows),
                Event::GameOver(verdict) => break verdict,
                // Every request is answered, so this cannot last.
                Event::Wait => {}
            }
        };
        self.stop_players();
        Some(self.record(&verdict))
    }

    /// Plays what a seat answered at frame `at`, or ends its game.
    pub fn apply_suggestion(&mut self, seat: usize, answer: Result<Suggestion, Failure>, at: u64) {
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => return self.fail(seat, failure),
        };
        let mut reason = answer.invalid_move.clone();
        for &placement in &answer.moves {
            match self.referee.play(seat, placement, at) {
                Ok((lock, way)) => {
                    let waiting = self.referee.side(seat).garbage.pending();
                    self.referee.record_effort(seat, &answer.effort);
                    self.players[seat].play(&lock.placement, &lock.dealt);
                    if let Some(recorder) = &mut self.recorder {
                        let asked = self.referee.now();
                        let times = MoveTimes {
                            requested: asked,
                            path: way,
                            locks: self.referee.lock_frame(seat).unwrap_or(asked),
                        };
                        recorder.lock(times, seat, &lock, waiting, &answer);
                    }
                    return;
                }
                Err(illegal) => {
                    reason.get_or_insert_with(|| format!("{}: {illegal}", describe(&placement)));
                }
            }
        }
        match reason {
            None => self.referee.end_side(seat, EndReason::Forfeit),
            Some(reason) => {
                let piece = self.referee.side(seat).stats().pieces + 1;
                self.fail(
                    seat,
                    Failure {
                        kind: FailureKind::IllegalMove,
                        text: format!("no legal move for piece {piece}: {reason}"),
                    },
                );
            }
        }
    }

    /// A seat's player has failed: it loses.
    fn fail(&mut self, seat: usize, failure: Failure) {
        self.failures[seat] = Some(failure);
        self.referee.end_side(seat, EndReason::Fault);
    }

    /// Sends garbage as frontends do, by a new start.
    pub fn garbage_raised(&mut self, seat: usize, rows: &[u16]) {
        if let Some(recorder) = &mut self.recorder {
            recorder.garbage(self.referee.now(), seat, rows);
        }
        self.send_position(seat);
    }

    /// Tells a seat how the duel stands before it is asked, if it minds.
    pub fn refresh_versus(&mut self, seat: usize) {
        if self.players[seat].supports_versus() {
            self.send_position(seat);
        }
    }

    /// Tells a seat its position.
    pub fn send_position(&mut self, seat: usize) {
        let side = self.referee.side(seat);
        let duel = VersusStatus {
            incoming_garbage: side.garbage.pending(),
            opponent: self.referee.side(1 - seat).field(),
        };
        self.players[seat].start(side.state(), side.field(), Some(&duel));
    }

    /// Tells both that it is over.
    pub fn stop_players(&mut self) {
        for player in &mut self.players {
            player.stop();
        }
    }

    /// The game in numbers.
    pub fn record(&mut self, verdict: &GameResult) -> GameRecord {
        if let Some(recorder) = &mut self.recorder {
            let fields = [0, 1].map(|seat| self.referee.side(seat).field());
            recorder.end(verdict, fields);
        }
        let stats = [0, 1].map(|seat| self.referee.side(seat).stats());
        GameRecord::new(
            self.number,
            verdict,
            stats,
            std::mem::take(&mut self.failures),
        )
    }
}
