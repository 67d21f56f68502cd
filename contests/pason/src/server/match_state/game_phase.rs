//! A game in progress: its start, its moves, its gravity steps and its clock.

use super::{Match, Phase, Playing, ServerTime};
use crate::messages::Move;
use crate::server::game::Game;
use crate::server::settings::{MatchSettings, StateReports};
use std::time::Duration;

/// Time between two moves of the practice opponent.
const PRACTICE_PACE: Duration = Duration::from_millis(500);

/// How often states are repeated without gravity, for clients that missed them.
const REFRESH: Duration = Duration::from_secs(1);

impl Match {
    pub(super) fn begin_game(&mut self, now: ServerTime) {
        self.began.get_or_insert(now.elapsed);
        self.game_number = self.games_played + 1;
        let seed = self.rng.next_u64();
        let game = Game::new(self.settings.game_rules, seed, self.next_numbers);
        for seat in &mut self.participants {
            let practice = seat.next_practice_move.as_mut();
            practice.into_iter().for_each(|next| *next = now.elapsed);
        }
        self.phase = Phase::Playing(Box::new(Playing {
            next_step: now.elapsed + interval(&self.settings, &game),
            began: now.elapsed,
            game,
        }));
        self.report_boards(&[], now);
        self.report_pieces(now);
    }

    pub(super) fn tick_game(&mut self, now: ServerTime) {
        self.practice(now);
        let Phase::Playing(playing) = &mut self.phase else {
            return;
        };
        if playing.next_step <= now.elapsed {
            // A late step does not make the next one early.
            let next = playing.next_step + interval(&self.settings, &playing.game);
            playing.next_step = next.max(now.elapsed);
            self.make_step(now);
        }
        self.check_time(now);
        self.check_end(now);
    }

    /// Moves the pieces down by a row; without gravity, repeats the states.
    fn make_step(&mut self, now: ServerTime) {
        let every_move = self.settings.state_reports == StateReports::EveryMove;
        let Phase::Playing(playing) = &mut self.phase else {
            return;
        };
        if self.settings.gravity.is_none() {
            if every_move {
                self.report_boards(&[], now);
                self.report_pieces(now);
            }
            return;
        }
        let numbers = |game: &Game| game.players().each_ref().map(|side| side.next_number);
        let before = numbers(&playing.game);
        let locks = playing.game.gravity_step();
        let appeared = numbers(&playing.game) != before;
        if !locks.is_empty() {
            self.report_boards(&locks, now);
        }
        if every_move || appeared || !locks.is_empty() {
            self.report_pieces(now);
        }
    }

    fn practice(&mut self, now: ServerTime) {
        for index in 0..self.participants.len() {
            let Some(due) = self.participants[index].next_practice_move else {
                continue;
            };
            if due <= now.elapsed {
                self.participants[index].next_practice_move = Some(now.elapsed + PRACTICE_PACE);
                let mv = Move::ALL[self.rng.below(6) as usize];
                self.make_move(index, mv, None, now);
            }
        }
    }

    pub(super) fn make_move(
        &mut self,
        seat: usize,
        mv: Move,
        number: Option<i64>,
        now: ServerTime,
    ) {
        let Phase::Playing(playing) = &mut self.phase else {
            return;
        };
        let lock = playing.game.apply(seat, mv, number);
        if lock.is_some() || self.settings.state_reports == StateReports::EveryMove {
            if let Some(lock) = lock {
                self.report_boards(&[lock], now);
            }
            self.report_pieces(now);
        }
        self.check_end(now);
    }

    fn check_time(&mut self, now: ServerTime) {
        let match_ends = self.match_ends();
        let Phase::Playing(playing) = &mut self.phase else {
            return;
        };
        let game_ends = self.settings.game_limit.map(|limit| playing.began + limit);
        let mut ends = game_ends.into_iter().chain(match_ends);
        if ends.any(|end| end <= now.elapsed) {
            playing.game.decide_by_points();
        }
    }

    pub(super) fn match_ends(&self) -> Option<Duration> {
        let limit = self.settings.match_limit?;
        self.began.map(|began| began + limit)
    }
}

/// Returns the time between two steps of a game.
fn interval(settings: &MatchSettings, game: &Game) -> Duration {
    match settings.gravity {
        Some(gravity) => game.level().gravity_interval(gravity),
        None => REFRESH,
    }
}
