//! The protocol: bytes of a request to bytes of an answer, for all matches.
//!
//! Pure: no sockets, no clock. Whatever comes, an answer goes out and nothing panics.

use super::contest::{Match, Now, PRACTICE_NAME, Refusal};
use super::settings::{Booking, Settings, check_team_name};
use super::tokens::uuid;
use crate::messages::{Request, Response, StateMessage};
use landfall_rules::{SplitMix64, mix64};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

/// Longer requests are refused unread, in bytes. A real one has about 150.
pub const LONGEST_REQUEST: usize = 16 * 1024;

/// Matches that the scheduler keeps open at once.
const MOST_SCHEDULED: usize = 64;

/// How long a match of the scheduler waits for its team.
const PATIENCE: Duration = Duration::from_secs(600);

/// How long a match that has ended is known by its tokens, so that whoever comes late is told
/// that it has ended.
const MEMORY: Duration = Duration::from_secs(600);

/// Ended matches that are known at once; the one that ended first is forgotten first.
const MOST_REMEMBERED: usize = 256;

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
    tokens: SplitMix64,
    /// By their numbers, in the order in which they were opened.
    matches: BTreeMap<u64, Match>,
    /// Matches that were ever opened.
    opened: u64,
    /// Match and seat by client token.
    clients: HashMap<String, (u64, usize)>,
    /// Teams that matches were booked for, each with a password.
    registered: HashSet<(String, String)>,
    stopped: bool,
}

impl Hub {
    /// A server without matches. `seed` deals the pieces; `token_seed` makes the tokens, and
    /// should be one that players do not know.
    pub fn new(settings: Settings, seed: u64, token_seed: u64) -> Hub {
        Hub {
            settings,
            seed,
            tokens: SplitMix64::new(token_seed),
            matches: BTreeMap::new(),
            opened: 0,
            clients: HashMap::new(),
            registered: HashSet::new(),
            stopped: false,
        }
    }

    /// Opens a match; gives its token.
    pub fn open(&mut self, booking: Booking) -> String {
        self.registered.extend(booking.teams.clone());
        self.add(booking, None).token().to_string()
    }

    /// Opens a match of a team against the practice opponent; gives its token, or a
    /// sentence that says why not.
    pub fn schedule(&mut self, team: &str, password: &str, now: Now) -> Result<String, String> {
        check_team_name(team)?;
        if self.stopped {
            return Err("the server is stopping".into());
        }
        if team == PRACTICE_NAME {
            return Err("the practice opponent has that name".into());
        }
        self.check_registration(team, password)?;
        let open = self.matches.values().filter(|one| one.ended().is_none());
        if open.count() >= MOST_SCHEDULED {
            return Err("too many matches are open, try again later".into());
        }
        let booking = Booking {
            match_token: None,
            teams: [(team.to_string(), password.to_string())].into(),
        };
        let opened = self.add(booking, Some(now.elapsed + PATIENCE));
        opened.seat_practice();
        Ok(opened.token().to_string())
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
                let known = self.clients.get(&client_token);
                let found = known.and_then(|&(number, seat)| {
                    let one = self.matches.get_mut(&number)?;
                    Some((one, seat))
                });
                let Some((one, seat)) = found else {
                    return error("UnknownClient", "the client token is not one of ours");
                };
                match one.on_move(seat, mv, piece_number, now) {
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
        // First, so that what a match says at its end has been taken before it goes.
        self.forget(now);
        for one in self.matches.values_mut() {
            if one.due().is_some_and(|due| due <= now.elapsed) {
                one.tick(now);
            }
        }
    }

    /// When [`Hub::tick`] has something to do, since the server began.
    pub fn due(&self) -> Option<Duration> {
        self.matches.values().filter_map(Match::due).min()
    }

    /// Ends every match at once, as its time limit does, and opens no more for the scheduler.
    pub fn stop(&mut self, now: Now) {
        self.stopped = true;
        self.matches.values_mut().for_each(|one| one.stop(now));
    }

    /// Whether every match is over.
    pub fn is_over(&self) -> bool {
        self.matches.values().all(|one| one.ended().is_some())
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
        self.matches.values_mut().flat_map(of_match).collect()
    }

    /// Takes the lines for people that have piled up.
    pub fn take_news(&mut self) -> Vec<String> {
        let matches = self.matches.values_mut();
        matches.flat_map(Match::take_news).collect()
    }

    fn add(&mut self, booking: Booking, abandon: Option<Duration>) -> &mut Match {
        let random = uuid(&mut self.tokens);
        let token = booking.match_token.clone().unwrap_or(random);
        self.opened += 1;
        let number = self.opened;
        let added = Match::new(
            token,
            format!("Match {number}"),
            self.settings.clone(),
            booking,
            mix64(self.seed).wrapping_add(number),
            abandon,
        );
        self.matches.entry(number).or_insert(added)
    }

    /// Forgets matches that ended long ago, and those beyond the most that are remembered.
    fn forget(&mut self, now: Now) {
        let ended = self
            .matches
            .iter()
            .filter_map(|(number, one)| Some((one.ended()?, *number)));
        let mut ended: Vec<(Duration, u64)> = ended.collect();
        ended.sort_unstable();
        let surplus = ended.len().saturating_sub(MOST_REMEMBERED);
        let old = |at: Duration| at + MEMORY <= now.elapsed;
        for (place, (at, number)) in ended.into_iter().enumerate() {
            if place < surplus || old(at) {
                self.matches.remove(&number);
                self.clients.retain(|_, (of, _)| *of != number);
            }
        }
    }

    /// If the server knows teams, the scheduler serves no others.
    fn check_registration(&self, team: &str, password: &str) -> Result<(), String> {
        let entry = (team.to_string(), password.to_string());
        match self.registered.is_empty() || self.registered.contains(&entry) {
            true => Ok(()),
            false => Err("the team name or the password is wrong".into()),
        }
    }

    fn connect(&mut self, match_token: &str, team: &str, password: &str, now: Now) -> Response {
        let mut matches = self.matches.iter_mut();
        let Some((&number, one)) = matches.find(|(_, one)| one.token() == match_token) else {
            return error("UnknownMatch", "the match token is not one of ours");
        };
        let fresh = uuid(&mut self.tokens);
        match one.join(team, password, &fresh, now) {
            Ok((seat, client_token)) => {
                self.clients.insert(client_token.clone(), (number, seat));
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
