//! The protocol: bytes of a request to bytes of an answer, for all matches.
//!
//! Pure: no sockets, no clock. Whatever comes, an answer goes out and nothing panics.

use super::contest::{Match, Now, PRACTICE_NAME, Refusal};
use super::settings::{Booking, Settings, check_team_name};
use super::tokens::uuid;
use crate::contest::pason::messages::{Request, Response, StateMessage};
use crate::game::{Seed, mix};
use std::collections::HashMap;
use std::time::Duration;

/// Longer requests are refused unread, in bytes. A real one has about 150.
pub const LONGEST_REQUEST: usize = 16 * 1024;

/// Matches that the scheduler keeps open at once.
const MOST_SCHEDULED: usize = 64;

/// How long a match of the scheduler waits for its team.
const PATIENCE: Duration = Duration::from_secs(600);

/// A message for the state channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    /// The first frame.
    pub match_token: String,
    /// The second frame.
    pub json: String,
}

/// All matches of a server.
#[derive(Debug)]
pub struct Hub {
    settings: Settings,
    seed: u64,
    tokens: Seed,
    matches: Vec<Match>,
    /// Match and seat by client token.
    clients: HashMap<String, (usize, usize)>,
}

impl Hub {
    /// A server without matches. `seed` deals the pieces; `token_seed` makes the tokens, and
    /// should be one that players do not know.
    pub fn new(settings: Settings, seed: u64, token_seed: u64) -> Hub {
        Hub {
            settings,
            seed,
            tokens: Seed::new(token_seed),
            matches: Vec::new(),
            clients: HashMap::new(),
        }
    }

    /// Opens a match; gives its token.
    pub fn open(&mut self, booking: Booking) -> String {
        self.open_until(booking, None)
    }

    /// Opens a match of a team against the practice opponent; gives its token, or a
    /// sentence that says why not.
    pub fn schedule(&mut self, team: &str, password: &str, now: Now) -> Result<String, String> {
        check_team_name(team)?;
        if team == PRACTICE_NAME {
            return Err("the practice opponent has that name".into());
        }
        self.check_registration(team, password)?;
        let open = self.matches.iter().filter(|one| !one.is_over()).count();
        if open >= MOST_SCHEDULED {
            return Err("too many matches are open, try again later".into());
        }
        let booking = Booking {
            match_token: None,
            teams: [(team.to_string(), password.to_string())].into(),
        };
        let token = self.open_until(booking, Some(now.elapsed + PATIENCE));
        if let Some(opened) = self.matches.last_mut() {
            opened.seat_practice();
        }
        Ok(token)
    }

    /// Answers a request.
    pub fn answer(&mut self, bytes: &[u8], now: Now) -> Response {
        if bytes.len() > LONGEST_REQUEST {
            let limit = format!("the message is longer than {LONGEST_REQUEST} bytes");
            return error("MessageTooLong", limit);
        }
        match Request::read(bytes) {
            Ok(Request::MatchConnect {
                match_token,
                team_name,
                password,
            }) => self.connect(&match_token, &team_name, &password, now),
            Ok(Request::GameMove {
                client_token,
                mv,
                piece_number,
            }) => {
                let Some(&(index, seat)) = self.clients.get(&client_token) else {
                    return error("UnknownClient", "the client token is not one of ours");
                };
                match self.matches[index].on_move(seat, mv, piece_number, now) {
                    Ok(()) => Response::GameMoveResp { resp: "OK".into() },
                    Err(refusal) => refused(refusal),
                }
            }
            Ok(Request::Unknown { .. }) => error(
                "UnknownCommand",
                "`comm_type` should be MatchConnect or GameMove",
            ),
            Err(reason) => error("BadMessage", reason.to_string()),
        }
    }

    /// Does what is due.
    pub fn tick(&mut self, now: Now) {
        for one in &mut self.matches {
            if one.due().is_some_and(|due| due <= now.elapsed) {
                one.tick(now);
            }
        }
    }

    /// When [`Hub::tick`] has something to do, since the server began.
    pub fn due(&self) -> Option<Duration> {
        self.matches.iter().filter_map(Match::due).min()
    }

    /// Whether every match is over.
    pub fn is_over(&self) -> bool {
        self.matches.iter().all(Match::is_over)
    }

    /// Takes the messages that have piled up; those of a match are in order.
    pub fn take_messages(&mut self) -> Vec<Publication> {
        let of_match = |one: &mut Match| {
            let token = one.token().to_string();
            let publication = move |message: StateMessage| Publication {
                match_token: token.clone(),
                json: message.to_json(),
            };
            one.take_messages().into_iter().map(publication)
        };
        self.matches.iter_mut().flat_map(of_match).collect()
    }

    /// Takes the lines for people that have piled up.
    pub fn take_news(&mut self) -> Vec<String> {
        let matches = self.matches.iter_mut();
        matches.flat_map(Match::take_news).collect()
    }

    fn open_until(&mut self, booking: Booking, abandon: Option<Duration>) -> String {
        let random = uuid(&mut self.tokens);
        let token = booking.match_token.clone().unwrap_or(random);
        let number = self.matches.len() as u64 + 1;
        self.matches.push(Match::new(
            token.clone(),
            format!("Match {number}"),
            self.settings.clone(),
            booking,
            mix(self.seed).wrapping_add(number),
            abandon,
        ));
        token
    }

    /// If the server knows teams, the scheduler serves no others.
    fn check_registration(&self, team: &str, password: &str) -> Result<(), String> {
        let known = self.matches.iter().filter(|one| one.is_by_invitation());
        let mut passwords = known.map(|one| one.password_of(team)).peekable();
        let right = passwords.peek().is_none() || passwords.any(|known| known == Some(password));
        match right {
            true => Ok(()),
            false => Err("the team name or the password is wrong".into()),
        }
    }

    fn connect(&mut self, match_token: &str, team: &str, password: &str, now: Now) -> Response {
        let at = self
            .matches
            .iter()
            .position(|one| one.token() == match_token);
        let Some(index) = at else {
            return error("UnknownMatch", "the match token is not one of ours");
        };
        let fresh = uuid(&mut self.tokens);
        match self.matches[index].join(team, password, &fresh, now) {
            Ok((seat, client_token)) => {
                self.clients.insert(client_token.clone(), (index, seat));
                Response::MatchConnectResp {
                    resp: "ok".into(),
                    client_token,
                }
            }
            Err(refusal) => refused(refusal),
        }
    }
}

fn refused(refusal: Refusal) -> Response {
    match refusal {
        Refusal::Name(reason) => error("BadTeamName", reason),
        Refusal::Password => error("NotAuthorized", "the team name or the password is wrong"),
        Refusal::Full => error("MatchFull", "two other teams play this match"),
        Refusal::Over => error("MatchEnded", "the match has ended"),
        Refusal::TooMany => error("TooManyRequests", "too many moves in a second"),
    }
}

fn error(kind: &str, message: impl Into<String>) -> Response {
    Response::ErrorResp {
        error: kind.into(),
        message: message.into(),
    }
}
