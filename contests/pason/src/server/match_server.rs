//! All matches of a server, and the protocol: the answer to the bytes of a request.
//!
//! Pure: no sockets, no clock. Every request gets an answer, and no request causes a panic.

use super::match_specs::MatchSpec;
use super::match_state::{Match, PRACTICE_NAME, Refusal, ServerTime};
use super::settings::MatchSettings;
use super::team_name::{TeamNameError, check_team_name};
use super::tokens::random_uuid;
use crate::messages::{Request, Response, StateMessage};
use landfall_net::Secret;
use landfall_rules::rng::{SplitMix64, mix64};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use thiserror::Error;

/// Longest request in bytes; a longer one is refused unparsed. A real one has about 150.
pub const MAX_REQUEST_BYTES: usize = 16 * 1024;

/// Most matches of the scheduler that are open at once.
const MAX_TEST_MATCHES: usize = 64;

/// How long a match of the scheduler waits for its team.
const JOIN_TIMEOUT: Duration = Duration::from_secs(600);

/// How long the tokens of an ended match remain known, so that a late request gets the answer that
/// the match has ended.
const ENDED_RETENTION: Duration = Duration::from_secs(600);

/// Most ended matches that are kept; the one that ended first is removed first.
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
///
/// ```
/// use landfall_pason::messages::{Request, Response};
/// use landfall_pason::server::match_server::MatchServer;
/// use landfall_pason::server::match_state::ServerTime;
/// use landfall_pason::server::{MatchSettings, MatchSpec};
/// use std::time::Duration;
///
/// let mut server = MatchServer::new(MatchSettings::default(), 1, 2);
/// let request = Request::MatchConnect {
///     match_token: server.open_match(MatchSpec::default()),
///     team_name: "Team 148".into(),
///     password: "secret".into(),
/// };
/// let now = ServerTime { elapsed: Duration::ZERO, epoch: 0.0 };
/// let response = server.handle_request(request.to_json().as_bytes(), now);
/// assert!(matches!(response, Response::MatchConnectResp { .. }));
/// ```
#[derive(Debug)]
pub struct MatchServer {
    settings: MatchSettings,
    seed: u64,
    token_rng: SplitMix64,
    /// By number, in the order in which they were opened.
    matches: BTreeMap<u64, Match>,
    /// Matches that were ever opened.
    opened: u64,
    /// Match and seat by client token.
    clients: HashMap<String, (u64, usize)>,
    /// The teams in the specs of matches, each with its password.
    registered: Vec<(String, Secret)>,
    stopped: bool,
}

impl MatchServer {
    /// Returns a server without matches. `seed` deals the pieces; `token_seed` makes the
    /// tokens, and should be one that players do not know.
    pub fn new(settings: MatchSettings, seed: u64, token_seed: u64) -> MatchServer {
        MatchServer {
            settings,
            seed,
            token_rng: SplitMix64::new(token_seed),
            matches: BTreeMap::new(),
            opened: 0,
            clients: HashMap::new(),
            registered: Vec::new(),
            stopped: false,
        }
    }

    /// Opens a match; returns its token.
    pub fn open_match(&mut self, spec: MatchSpec) -> String {
        self.registered.extend(spec.teams.clone());
        self.add(spec, None).token().to_string()
    }

    /// Opens a match of a team against the practice opponent; returns its token.
    ///
    /// # Errors
    /// The team may not play, too many matches are open, or the server is stopping.
    pub fn open_test_match(
        &mut self,
        team: &str,
        password: &str,
        now: ServerTime,
    ) -> Result<String, TestMatchError> {
        check_team_name(team)?;
        if self.stopped {
            return Err(TestMatchError::Stopping);
        }
        if team == PRACTICE_NAME {
            return Err(TestMatchError::PracticeName);
        }
        self.check_registration(team, password)?;
        let open = self.matches.values().filter(|one| one.ended_at().is_none());
        if open.count() >= MAX_TEST_MATCHES {
            return Err(TestMatchError::TooManyMatches);
        }
        let spec = MatchSpec {
            match_token: None,
            teams: [(team.to_string(), Secret::exact(password))].into(),
        };
        let opened = self.add(spec, Some(now.elapsed + JOIN_TIMEOUT));
        opened.add_practice_opponent();
        Ok(opened.token().to_string())
    }

    /// Returns the answer to a request.
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
                    Ok(()) => Response::GameMoveResp {
                        resp: self.settings.spelling.move_accepted().into(),
                    },
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

    /// Performs what is due: starts games and steps, ends matches, removes old ones.
    pub fn tick(&mut self, now: ServerTime) {
        // This comes first: the last messages of a match must be taken before it is removed.
        self.remove_old_matches(now);
        for one in self.matches.values_mut() {
            if one.next_deadline().is_some_and(|due| due <= now.elapsed) {
                one.tick(now);
            }
        }
    }

    /// Returns when [`MatchServer::tick`] next has something to do, as time since the start of the
    /// server.
    pub fn next_deadline(&self) -> Option<Duration> {
        self.matches.values().filter_map(Match::next_deadline).min()
    }

    /// Ends every match now, as its time limit does, and opens no more for the scheduler.
    pub fn stop(&mut self, now: ServerTime) {
        self.stopped = true;
        self.matches.values_mut().for_each(|one| one.stop(now));
    }

    /// Whether every match is over.
    pub fn all_ended(&self) -> bool {
        self.matches.values().all(|one| one.ended_at().is_some())
    }

    /// Takes the messages since the last call; those of a match are in order.
    pub fn drain_messages(&mut self) -> Vec<Publication> {
        let spelling = self.settings.spelling;
        let of_match = |one: &mut Match| {
            let token = one.token().to_string();
            let publication = move |message: StateMessage| Publication {
                match_token: token.clone(),
                json: spelling.state_json(&message),
            };
            one.drain_messages().into_iter().map(publication)
        };
        self.matches.values_mut().flat_map(of_match).collect()
    }

    /// Takes the lines for people since the last call.
    pub fn drain_events(&mut self) -> Vec<String> {
        let matches = self.matches.values_mut();
        matches.flat_map(Match::drain_events).collect()
    }

    fn add(&mut self, spec: MatchSpec, join_deadline: Option<Duration>) -> &mut Match {
        let random = random_uuid(&mut self.token_rng);
        let token = spec.match_token.clone().unwrap_or(random);
        self.opened += 1;
        let number = self.opened;
        let added = Match::new(
            token,
            format!("Match {number}"),
            self.settings.clone(),
            spec,
            mix64(self.seed).wrapping_add(number),
            join_deadline,
        );
        self.matches.entry(number).or_insert(added)
    }

    /// Removes matches that ended long ago, and those above the limit.
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

    /// If the specs of matches name teams, the scheduler accepts only these.
    fn check_registration(&self, team: &str, password: &str) -> Result<(), TestMatchError> {
        let is_known = |(name, right): &(String, Secret)| name == team && right.matches(password);
        if self.registered.is_empty() || self.registered.iter().any(is_known) {
            Ok(())
        } else {
            Err(TestMatchError::NotRegistered)
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
        let fresh = random_uuid(&mut self.token_rng);
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

/// Why the scheduler gets no match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TestMatchError {
    /// The team has a name that cannot be used.
    #[error("{0}")]
    TeamName(#[from] TeamNameError),
    /// The team has the name of the practice opponent.
    #[error("the practice opponent has that name")]
    PracticeName,
    /// The server has a list of teams, and this one is not in it.
    #[error("the team name or the password is wrong")]
    NotRegistered,
    /// As many matches are open as the scheduler may open.
    #[error("too many matches are open, try again later")]
    TooManyMatches,
    /// The server is stopping.
    #[error("the server is stopping")]
    Stopping,
}

fn refused(refusal: Refusal) -> Response {
    match refusal {
        Refusal::InvalidName(reason) => error("BadTeamName", reason.to_string()),
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
