//! The protocol: bytes of a request to bytes of an answer, for all matches.
//!
//! Pure: no sockets, no clock. Whatever comes, an answer goes out and nothing panics.

use super::match_state::{Match, PRACTICE_NAME, Refusal, ServerTime};
use super::settings::{MatchSettings, MatchSpec, check_team_name};
use super::tokens::random_uuid;
use crate::messages::{Request, Response, StateMessage};
use landfall_rules::{SplitMix64, mix64};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

/// Longer requests are refused unread, in bytes. A real one has about 150.
pub const MAX_REQUEST_BYTES: usize = 16 * 1024;

/// Matches that the scheduler keeps open at once.
const MAX_TEST_MATCHES: usize = 64;

/// How long a match of the scheduler waits for its team.
const JOIN_TIMEOUT: Duration = Duration::from_secs(600);

/// How long a match that has ended is known by its tokens, so that whoever comes late is told
/// that it has ended.
const ENDED_RETENTION: Duration = Duration::from_secs(600);

/// Ended matches that are known at once; the one that ended first is forgotten first.
const MAX_ENDED_KEPT: usize = 256;

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
pub struct MatchServer {
    settings: MatchSettings,
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

impl MatchServer {
    /// A server without matches. `seed` deals the pieces; `token_seed` makes the tokens, and
    /// should be one that players do not know.
    pub fn new(settings: MatchSettings, seed: u64, token_seed: u64) -> MatchServer {
        MatchServer {
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
    pub fn open_match(&mut self, booking: MatchSpec) -> String {
        self.registered.extend(booking.teams.clone());
        self.add(booking, None).token().to_string()
    }

    /// Opens a match of a team against the practice opponent; gives its token, or a
    /// sentence that says why not.
    pub fn open_test_match(
        &mut self,
        team: &str,
        password: &str,
        now: ServerTime,
    ) -> Result<String, String> {
        check_team_name(team)?;
        if self.stopped {
            return Err("the server is stopping".into());
        }
        if team == PRACTICE_NAME {
            return Err("the practice opponent has that name".into());
        }
        self.check_registration(team, password)?;
        let open = self.matches.values().filter(|one| one.ended_at().is_none());
        if open.count() >= MAX_TEST_MATCHES {
            return Err("too many matches are open, try again later".into());
        }
        let booking = MatchSpec {
            match_token: None,
            teams: [(team.to_string(), password.to_string())].into(),
        };
        let opened = self.add(booking, Some(now.elapsed + JOIN_TIMEOUT));
        opened.add_practice_opponent();
        Ok(opened.token().to_string())
    }

    /// Answers a request.
    pub fn handle_request(&mut self, bytes: &[u8], now: ServerTime) -> Response {
        if bytes.len() > MAX_REQUEST_BYTES {
            let limit = format!("the message is longer than {MAX_REQUEST_BYTES} bytes");
            return error("MessageTooLong", limit);
        }
        match Request::parse(bytes) {
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
                match one.handle_move(seat, mv, piece_number, now) {
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
    pub fn tick(&mut self, now: ServerTime) {
        // First, so that what a match says at its end has been taken before it goes.
        self.remove_old_matches(now);
        for one in self.matches.values_mut() {
            if one.next_deadline().is_some_and(|due| due <= now.elapsed) {
                one.tick(now);
            }
        }
    }

    /// When [`MatchServer::tick`] has something to do, since the server began.
    pub fn next_deadline(&self) -> Option<Duration> {
        self.matches.values().filter_map(Match::next_deadline).min()
    }

    /// Ends every match at once, as its time limit does, and opens no more for the scheduler.
    pub fn stop(&mut self, now: ServerTime) {
        self.stopped = true;
        self.matches.values_mut().for_each(|one| one.stop(now));
    }

    /// Whether every match is over.
    pub fn all_ended(&self) -> bool {
        self.matches.values().all(|one| one.ended_at().is_some())
    }

    /// Takes the messages that have piled up; those of a match are in order.
    pub fn drain_messages(&mut self) -> Vec<Publication> {
        let of_match = |one: &mut Match| {
            let token = one.token().to_string();
            let publication = move |message: StateMessage| Publication {
                match_token: token.clone(),
                json: message.to_json(),
            };
            one.drain_messages().into_iter().map(publication)
        };
        self.matches.values_mut().flat_map(of_match).collect()
    }

    /// Takes the lines for people that have piled up.
    pub fn drain_events(&mut self) -> Vec<String> {
        let matches = self.matches.values_mut();
        matches.flat_map(Match::drain_events).collect()
    }

    fn add(&mut self, booking: MatchSpec, abandon: Option<Duration>) -> &mut Match {
        let random = random_uuid(&mut self.tokens);
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
    fn remove_old_matches(&mut self, now: ServerTime) {
        let ended = self
            .matches
            .iter()
            .filter_map(|(number, one)| Some((one.ended_at()?, *number)));
        let mut ended: Vec<(Duration, u64)> = ended.collect();
        ended.sort_unstable();
        let surplus = ended.len().saturating_sub(MAX_ENDED_KEPT);
        let old = |at: Duration| at + ENDED_RETENTION <= now.elapsed;
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

    fn connect(
        &mut self,
        match_token: &str,
        team: &str,
        password: &str,
        now: ServerTime,
    ) -> Response {
        let mut matches = self.matches.iter_mut();
        let Some((&number, one)) = matches.find(|(_, one)| one.token() == match_token) else {
            return error("UnknownMatch", "the match token is not one of ours");
        };
        let fresh = random_uuid(&mut self.tokens);
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
        Refusal::InvalidName(reason) => error("BadTeamName", reason),
        Refusal::WrongPassword => error("NotAuthorized", "the team name or the password is wrong"),
        Refusal::MatchFull => error("MatchFull", "two other teams play this match"),
        Refusal::MatchEnded => error("MatchEnded", "the match has ended"),
        Refusal::RateLimited => error("TooManyRequests", "too many moves in a second"),
    }
}

fn error(kind: &str, message: impl Into<String>) -> Response {
    Response::ErrorResp {
        error: kind.into(),
        message: message.into(),
    }
}
