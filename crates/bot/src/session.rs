//! One session of TBP: takes messages and returns the answers.
//!
//! Translates messages; the game is in `game_session`. Does no input or output: warnings are
//! returned.

mod analysis;
mod error;
mod settings;

pub(crate) use error::SessionError;
pub use settings::Settings;

#[cfg(feature = "native")]
use crate::background::BackgroundSearch;
use crate::driver::{SearchDriver, Suggestion};
use crate::game_session::{Answer, GameSession, PlayedMove, ReportedCounters, ReportedRandomizer};
use crate::sliced::SlicedSearch;
use landfall_rules::{Board, Randomizer, Ruleset};
use landfall_search::game::ShouldStop;
use landfall_search::tetris::VersusInfo;
use landfall_tbp::convert::{self, Versus};
use landfall_tbp::messages::{
    ANALYSIS_FEATURE, BotMessage, FrontendMessage, Info, MoveInfo, Play, RULESET_FEATURE,
    RandomizerState, Rules, Start, VERSUS_FEATURE,
};

/// The reply of a session to one message.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply<M = BotMessage> {
    /// The messages to send, in this order.
    pub messages: Vec<M>,
    /// One line for people.
    pub warning: Option<String>,
    /// Whether the session is over.
    pub ended: bool,
}

impl<M> Default for Reply<M> {
    /// Returns a reply without messages that does not end the session.
    fn default() -> Reply<M> {
        Reply {
            messages: Vec::new(),
            warning: None,
            ended: false,
        }
    }
}

/// A session with one frontend, with a search of type `D`.
///
/// # Examples
/// ```
/// use landfall_bot::{DriverOptions, Session, Settings, SlicedSearch};
/// use landfall_tbp::{messages::BotMessage, parse};
///
/// let options = DriverOptions {
///     nodes: Some(1_000),
///     ..DriverOptions::default()
/// };
/// let mut session = Session::<SlicedSearch>::with_driver(Settings::new(options));
/// let lines = [
///     r#"{"type":"rules","randomizer":"seven_bag"}"#,
///     r#"{"type":"start","queue":["T","I","O"],"board":[]}"#,
///     r#"{"type":"suggest"}"#,
/// ];
/// let mut answers = vec![session.greeting()];
/// for line in lines {
///     if let Some(message) = parse(line.as_bytes())? {
///         answers.extend(session.handle(message).messages);
///     }
/// }
/// let [BotMessage::Info(_), BotMessage::Ready, BotMessage::Suggestion { moves, .. }] =
///     &answers[..]
/// else {
///     panic!("{answers:?}");
/// };
/// assert_eq!(moves.len(), 5);
/// # Ok::<(), landfall_tbp::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Session<D> {
    game: GameSession<D>,
}

#[cfg(feature = "native")]
impl Session<BackgroundSearch> {
    /// Returns a new session that searches on a thread of its own.
    pub fn new(settings: Settings) -> Session<BackgroundSearch> {
        Session::with_driver(settings)
    }
}

impl Session<SlicedSearch> {
    /// Searches the position until about `nodes` more are spent or `should_stop` returns true. Call it
    /// between messages. Returns whether there is more to search. With a fixed number of nodes for
    /// each suggestion it does nothing.
    ///
    /// Every slice does some work, even if `should_stop` returns true at once, and the next one
    /// continues. So slices of any length end with the same moves after as many nodes.
    ///
    /// # Examples
    /// A worker that searches until the next message, in slices of 2 ms:
    ///
    /// ```
    /// use landfall_bot::{DriverOptions, Session, Settings, SlicedSearch};
    /// use std::time::{Duration, Instant};
    ///
    /// let settings = Settings::new(DriverOptions::default());
    /// let mut session = Session::<SlicedSearch>::with_driver(settings);
    /// let begun = Instant::now();
    /// let slice_over = || begun.elapsed() >= Duration::from_millis(2);
    /// let more = session.search_slice(u64::MAX, &slice_over);
    /// assert!(!more, "there is no position yet");
    /// ```
    pub fn search_slice(&mut self, nodes: u64, should_stop: ShouldStop) -> bool {
        self.game.search_mut().search_slice(nodes, should_stop)
    }
}

impl<D: SearchDriver> Session<D> {
    /// Returns a new session.
    pub fn with_driver(settings: Settings) -> Session<D> {
        Session {
            game: GameSession::new(settings),
        }
    }

    /// Returns the `info` message, which is sent first.
    pub fn greeting(&self) -> BotMessage {
        BotMessage::Info(Info {
            name: self.game.settings().name.clone(),
            version: self.game.settings().version.clone(),
            author: "The landfall authors".to_string(),
            features: [
                "randomizer",
                "move_info",
                RULESET_FEATURE,
                VERSUS_FEATURE,
                ANALYSIS_FEATURE,
            ]
            .map(str::to_string)
            .to_vec(),
        })
    }

    /// Handles a message. Messages may come in any order; one that cannot be used does not change the
    /// position, and its reply has a warning.
    pub fn handle(&mut self, message: FrontendMessage) -> Reply {
        let mut reply = Reply::default();
        let done = match message {
            FrontendMessage::Rules(rules) => self.handle_rules(&rules, &mut reply),
            FrontendMessage::Start(start) => self.handle_start(&start, &mut reply),
            FrontendMessage::Stop => {
                self.game.stop();
                Ok(())
            }
            FrontendMessage::Suggest => self
                .game
                .request()
                .map_err(|_| SessionError::SuggestWithoutStart),
            FrontendMessage::Analyse(analyse) => self.handle_analyse(&analyse, &mut reply),
            FrontendMessage::Play(play) => self.handle_play(&play),
            FrontendMessage::NewPiece { piece } => self
                .game
                .new_piece(convert::to_piece(piece))
                .map_err(|error| SessionError::of_game("new_piece", error)),
            FrontendMessage::Quit => {
                reply.ended = true;
                return reply;
            }
        };
        if let Err(error) = done {
            reply.warning = Some(error.to_string());
        }
        if let Some((count, answer)) = self.game.take_answers() {
            let suggestion = suggestion(self.game.rules(), answer);
            reply.messages.extend(vec![suggestion; count]);
        }
        reply
    }

    /// Rules that are refused change nothing.
    fn handle_rules(&mut self, rules: &Rules, reply: &mut Reply) -> Result<(), SessionError> {
        let ruleset = match ruleset(&self.game.settings().rules, rules) {
            Ok(ruleset) => ruleset,
            Err(error) => {
                reply.messages.push(BotMessage::Error {
                    reason: "unsupported_rules".to_string(),
                });
                return Err(error);
            }
        };
        let delays = rules.timings.as_ref().map(convert::to_delays);
        let uniform = match rules.randomizer.as_deref() {
            Some(name) => name == "uniform",
            None => *ruleset.randomizer == Randomizer::Uniform,
        };
        self.game.set_rules(&ruleset, delays, uniform);
        reply.messages.push(BotMessage::Ready);
        SessionError::of_warnings(&[&rules.warnings, &rules.game.unknown])
    }

    /// A `start` may come without a `stop`: frontends report garbage in this way.
    fn handle_start(&mut self, start: &Start, reply: &mut Reply) -> Result<(), SessionError> {
        let rules = self.game.rules();
        let state = convert::to_state(rules, start, Randomizer::unknown())
            .map_err(|error| SessionError::Convert("start", error))?;
        let Versus {
            boards,
            incoming_garbage,
            warnings,
        } = convert::to_versus(rules, start);
        let versus = VersusInfo {
            opponent: boards.into_iter().max_by_key(Board::max_height),
            pending_garbage: incoming_garbage,
            pieces_placed: start.pieces_placed,
            frame: start.frame,
        };
        reply.warning = warnings.into_iter().next();
        if let Some(RandomizerState::Invalid { reason }) = &start.randomizer {
            reply.warning = Some(format!("taken as an unknown randomizer: {reason}"));
        }
        let reported = match &start.randomizer {
            None => ReportedRandomizer::Unreported,
            Some(reported) => match convert::to_randomizer(reported) {
                Some(randomizer) => ReportedRandomizer::Known(randomizer),
                None => ReportedRandomizer::Unknown,
            },
        };
        self.game.start(state, reported, versus);
        Ok(())
    }

    fn handle_play(&mut self, play: &Play) -> Result<(), SessionError> {
        let rules = self.game.rules();
        let placement = convert::to_placement(rules, &play.mv)
            .map_err(|error| SessionError::Convert("play", error))?;
        let reported = reported_counters(rules, play);
        self.game
            .play(PlayedMove {
                placement,
                reported,
            })
            .map_err(|error| SessionError::of_game("play", error))
    }
}

/// Returns the ruleset of a `rules`; absent attributes are those of `default`.
fn ruleset(default: &Ruleset, rules: &Rules) -> Result<Ruleset, SessionError> {
    if !rules.game.unsupported.is_empty() {
        return Err(SessionError::unsupported(&rules.game.unsupported));
    }
    convert::to_announced_ruleset(default, rules).map_err(SessionError::UnknownRuleset)
}

fn suggestion(rules: &Ruleset, answer: Answer) -> BotMessage {
    BotMessage::Suggestion {
        moves: answer
            .moves
            .iter()
            .map(|mv| convert::to_move(rules, mv))
            .collect(),
        move_info: Some(move_info(answer.found)),
    }
}

/// Returns the counters of a `play` in the ranges of these rules.
fn reported_counters(rules: &Ruleset, play: &Play) -> ReportedCounters {
    ReportedCounters {
        combo: play
            .combo
            .map(|combo| u16::try_from(combo).unwrap_or(u16::MAX)),
        back_to_back: play
            .back_to_back
            .map(|count| convert::to_back_to_back(rules, count)),
        pieces_placed: play.pieces_placed,
        frame: play.frame,
    }
}

fn move_info(found: Suggestion) -> MoveInfo {
    MoveInfo {
        nodes: Some(found.nodes as f64),
        nps: found.nps.map(|nps| nps as f64),
        depth: Some(f64::from(found.depth)),
        extra: Some(found.extra).filter(|extra| !extra.is_empty()),
    }
}

#[cfg(test)]
mod tests;
