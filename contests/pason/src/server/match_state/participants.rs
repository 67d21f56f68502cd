//! The participants of a match: who may join, and how many moves each may make.

use super::{Match, Phase, ServerTime};
use crate::messages::Move;
use crate::server::rate_limiter::RateLimiter;
use crate::server::team_name::{TeamNameError, check_team_name};
use landfall_net::Secret;
use std::time::Duration;

/// Name of the practice opponent, which is also the name that the organisers used.
pub const PRACTICE_NAME: &str = "Test Client";

/// One side of a match.
#[derive(Debug)]
pub(super) struct Participant {
    pub(super) team: String,
    pub(super) password: Secret,
    pub(super) client_token: String,
    pub(super) rate_limiter: RateLimiter,
    /// When the practice opponent moves next; `None` if a client plays.
    pub(super) next_practice_move: Option<Duration>,
}

/// Why a team cannot join, or a move is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The name cannot be used.
    InvalidName(TeamNameError),
    /// The team or its password is wrong.
    WrongPassword,
    /// Two other teams play.
    MatchFull,
    /// The match has ended.
    MatchEnded,
    /// More moves than the limit of a client.
    RateLimited,
}

impl Match {
    /// Seats the practice opponent, which needs no password.
    pub fn add_practice_opponent(&mut self) {
        self.participants.push(Participant {
            team: PRACTICE_NAME.into(),
            password: Secret::default(),
            client_token: String::new(),
            rate_limiter: RateLimiter::new(Duration::ZERO),
            next_practice_move: Some(Duration::ZERO),
        });
    }

    /// Seats a team, or finds its seat again: a client that lost the answer or the connection joins
    /// again and gets the same token. `fresh` is the token of a new seat. Returns the number of the
    /// seat and its token.
    ///
    /// # Errors
    /// The team may not play this match, or the match has ended.
    pub fn join(
        &mut self,
        team: &str,
        password: &str,
        fresh: &str,
        now: ServerTime,
    ) -> Result<(usize, String), Refusal> {
        check_team_name(team).map_err(Refusal::InvalidName)?;
        if self.ended_at().is_some() {
            return Err(Refusal::MatchEnded);
        }
        let at = self.participants.iter().position(|seat| seat.team == team);
        if let Some(index) = at {
            let seat = &mut self.participants[index];
            if seat.next_practice_move.is_some() || !seat.password.matches(password) {
                return Err(Refusal::WrongPassword);
            }
            let token = seat.client_token.clone();
            // A client that joins again may have missed states.
            if seat.rate_limiter.try_acquire(now.elapsed) {
                self.report_boards(&[], now);
                self.report_pieces(now);
            }
            return Ok((index, token));
        }
        let expected = self.spec.teams.get(team);
        if !self.spec.teams.is_empty() && !expected.is_some_and(|right| right.matches(password)) {
            return Err(Refusal::WrongPassword);
        }
        if self.participants.len() == 2 {
            return Err(Refusal::MatchFull);
        }
        self.participants.push(Participant {
            team: team.into(),
            password: Secret::exact(password),
            client_token: fresh.into(),
            rate_limiter: RateLimiter::new(now.elapsed),
            next_practice_move: None,
        });
        self.events.push(format!("\"{team}\" joins"));
        if self.participants.len() == 2 {
            self.phase = Phase::Pause(now.elapsed + self.settings.pause);
        }
        Ok((self.participants.len() - 1, fresh.into()))
    }

    /// Accepts a move of a seat. The game decides whether it is performed.
    ///
    /// # Errors
    /// The match has ended, or the client makes too many moves.
    pub fn handle_move(
        &mut self,
        seat: usize,
        mv: Move,
        number: Option<i64>,
        now: ServerTime,
    ) -> Result<(), Refusal> {
        if self.ended_at().is_some() {
            return Err(Refusal::MatchEnded);
        }
        let limiter = &mut self.participants[seat].rate_limiter;
        if !limiter.try_acquire(now.elapsed) {
            return Err(Refusal::RateLimited);
        }
        self.make_move(seat, mv, number, now);
        Ok(())
    }
}
