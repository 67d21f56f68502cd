//! Who plays a match: seats, who may take one, and how many moves each may make.

use super::{Match, Now, Phase};
use crate::messages::Move;
use crate::server::settings::check_team_name;
use crate::server::tokens::Allowance;
use std::time::Duration;

/// Name of the practice opponent, that of the organisers' one.
pub const PRACTICE_NAME: &str = "Test Client";

/// A player of a match.
#[derive(Debug)]
pub(super) struct Seat {
    pub(super) team: String,
    pub(super) password: String,
    pub(super) client_token: String,
    pub(super) allowance: Allowance,
    /// When the practice opponent moves next; `None` if somebody real plays.
    pub(super) practice: Option<Duration>,
}

/// Why somebody cannot join, or a move is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The name cannot be used.
    Name(&'static str),
    /// The team or its password is not the right one.
    Password,
    /// Two other teams play.
    Full,
    /// The match has ended.
    Over,
    /// More moves than anybody needs.
    TooMany,
}

impl Match {
    /// Seats the practice opponent, which needs no invitation.
    pub fn seat_practice(&mut self) {
        self.seats.push(Seat {
            team: PRACTICE_NAME.into(),
            password: String::new(),
            client_token: String::new(),
            allowance: Allowance::new(Duration::ZERO),
            practice: Some(Duration::ZERO),
        });
    }

    /// Seats a team, or finds its seat again: who lost the answer, or the connection, asks
    /// again and gets the same token. `fresh` is the token of a new seat.
    pub fn join(
        &mut self,
        team: &str,
        password: &str,
        fresh: &str,
        now: Now,
    ) -> Result<(usize, String), Refusal> {
        check_team_name(team).map_err(Refusal::Name)?;
        if self.ended().is_some() {
            return Err(Refusal::Over);
        }
        let at = self.seats.iter().position(|seat| seat.team == team);
        if let Some((index, seat)) = at.map(|index| (index, &self.seats[index])) {
            if seat.practice.is_some() || seat.password != password {
                return Err(Refusal::Password);
            }
            let token = seat.client_token.clone();
            // Whoever joins again may have missed how things are.
            if self.seats[index].allowance.take(now.elapsed) {
                self.report_boards(&[], now);
                self.report_pieces(now);
            }
            return Ok((index, token));
        }
        let expected = self.booking.teams.get(team);
        if !self.booking.teams.is_empty() && expected.is_none_or(|right| right != password) {
            return Err(Refusal::Password);
        }
        if self.seats.len() == 2 {
            return Err(Refusal::Full);
        }
        self.seats.push(Seat {
            team: team.into(),
            password: password.into(),
            client_token: fresh.into(),
            allowance: Allowance::new(now.elapsed),
            practice: None,
        });
        self.news.push(format!("\"{team}\" joins"));
        if self.seats.len() == 2 {
            self.phase = Phase::Pause(now.elapsed + self.settings.pause);
        }
        Ok((self.seats.len() - 1, fresh.into()))
    }

    /// Takes a move of a seat. Whether it is performed is the game's to say.
    pub fn on_move(
        &mut self,
        seat: usize,
        mv: Move,
        number: Option<i64>,
        now: Now,
    ) -> Result<(), Refusal> {
        if self.ended().is_some() {
            return Err(Refusal::Over);
        }
        if !self.seats[seat].allowance.take(now.elapsed) {
            return Err(Refusal::TooMany);
        }
        self.make_move(seat, mv, number, now);
        Ok(())
    }
}
