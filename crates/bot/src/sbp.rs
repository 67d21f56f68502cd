//! One session of the Stacker Bot Protocol: takes messages and returns the answers.
//!
//! Translates messages; the game is in `game_session`. A warning is returned for people, and also
//! sent to the client as `info`.

#[cfg(feature = "native")]
use crate::background::BackgroundSearch;
use crate::driver::{SearchDriver, Suggestion};
use crate::game_session::{Answer, GameSession, PlayedMove, ReportedCounters, ReportedRandomizer};
use crate::session::{Reply, SessionError, Settings};
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Randomizer, Ruleset};
use landfall_search::tetris::VersusInfo;
use landfall_tbp::convert::{self, Versus};
use landfall_tbp::messages::{IncomingGarbage, Move, Rules};
use landfall_tbp::sbp::messages::{
    BotMessage, Capabilities, ClientMessage, Register, SnapshotStart,
};
use landfall_tbp::sbp::{DEFAULT_GAME, PieceStream};
use serde_json::{Value, json};

/// A session with one client of the Stacker Bot Protocol, with a search of type `D`.
///
/// # Examples
/// ```
/// use landfall_bot::{DriverOptions, SbpSession, Settings, SlicedSearch};
/// use landfall_tbp::sbp::{messages::BotMessage, parse};
///
/// let options = DriverOptions {
///     nodes: Some(1_000),
///     ..DriverOptions::default()
/// };
/// let mut session = SbpSession::<SlicedSearch>::with_driver(Settings::new(options));
/// let rules = br#"{"type":"rules","kickset":"srs","sonic_drop":"only"}"#;
/// let reply = session.handle(parse(rules)?.unwrap());
/// assert_eq!(reply.messages, [BotMessage::Ready]);
/// # Ok::<(), landfall_tbp::ParseError>(())
/// ```
#[derive(Debug)]
pub struct SbpSession<D> {
    game: GameSession<D>,
    /// Whether `rules` announced that pieces come in bags of seven.
    bags: bool,
}

#[cfg(feature = "native")]
impl SbpSession<BackgroundSearch> {
    /// Returns a new session that searches on a thread of its own.
    pub fn new(settings: Settings) -> SbpSession<BackgroundSearch> {
        SbpSession::with_driver(settings)
    }
}

impl<D: SearchDriver> SbpSession<D> {
    /// Returns a new session.
    pub fn with_driver(settings: Settings) -> SbpSession<D> {
        let mut session = SbpSession {
            game: GameSession::new(settings),
            bags: false,
        };
        // Without `rules` the protocol's default game is played.
        session.game.set_rules(&DEFAULT_GAME, None, false);
        session
    }

    /// Returns the `register` message, which is sent first.
    pub fn greeting(&self) -> BotMessage {
        let settings = self.game.settings();
        BotMessage::Register(Register {
            name: settings.name.clone(),
            version: settings.version.clone(),
            author: "The landfall authors".to_string(),
            capabilities: Capabilities::of_landfall(),
        })
    }

    /// Handles a message. Messages may come in any order; one that cannot be used does not change the
    /// position, except an invalid `start`, and its reply has a warning.
    pub fn handle(&mut self, message: ClientMessage) -> Reply<BotMessage> {
        let mut reply = Reply::default();
        let done = match message {
            ClientMessage::Rules(rules) => self.handle_rules(&rules, &mut reply),
            ClientMessage::Start(start) => self.handle_start(&start),
            ClientMessage::InvalidStart { reason } => {
                self.game.stop();
                Err(SessionError::Ignored(format!("ignored `start`: {reason}")))
            }
            ClientMessage::Board { board } => self.handle_board(&board),
            ClientMessage::Suggest { incoming_garbage } => {
                self.handle_suggest(incoming_garbage, &mut reply)
            }
            ClientMessage::Advance { mv } => self.handle_advance(&mv),
            ClientMessage::NewPiece { piece } => self
                .game
                .new_piece(convert::to_piece(piece))
                .map_err(|error| SessionError::of_game("new_piece", error)),
            ClientMessage::Stop => {
                self.game.stop();
                Ok(())
            }
            ClientMessage::Quit => {
                reply.ended = true;
                return reply;
            }
        };
        if let Err(error) = done {
            warn(&mut reply, error.to_string());
        }
        if let Some((count, answer)) = self.game.take_answers() {
            self.answer(count, answer, &mut reply);
        }
        reply
    }

    /// Rules that are refused change nothing.
    fn handle_rules(
        &mut self,
        rules: &Rules,
        reply: &mut Reply<BotMessage>,
    ) -> Result<(), SessionError> {
        let ruleset = match ruleset(rules) {
            Ok(ruleset) => ruleset,
            Err(error) => {
                reply.messages.push(BotMessage::Error {
                    reason: "unsupported_rules".to_string(),
                });
                return Err(error);
            }
        };
        let randomizer = rules.randomizer.as_deref();
        self.bags = randomizer == Some("seven_bag");
        let uniform = randomizer == Some("pure_random");
        self.game.set_rules(&ruleset, None, uniform);
        reply.messages.push(BotMessage::Ready);
        SessionError::of_warnings(&[&rules.game.unknown])
    }

    /// A `start` replaces the whole position.
    fn handle_start(&mut self, message: &SnapshotStart) -> Result<(), SessionError> {
        let SnapshotStart {
            start,
            piece_stream,
            warnings,
        } = message;
        let rules = self.game.rules();
        let mut warnings = warnings.clone();
        let state = match convert::to_state(rules, start, Randomizer::unknown()) {
            Ok(state) => state,
            Err(error) => {
                // The client has another position: the old one would give wrong moves.
                self.game.stop();
                return Err(SessionError::Convert("start", error));
            }
        };
        let stream = piece_stream.as_ref().filter(|stream| {
            let fits = stream.ends_with(&start.queue);
            if !fits {
                warnings.push(
                    "`start.piece_stream` does not end with the active piece and the queue: ignored"
                        .to_string(),
                );
            }
            fits
        });
        let reported = stream.map_or(ReportedRandomizer::Unreported, |stream| {
            self.reported(stream)
        });
        let Versus {
            incoming_garbage,
            warnings: more,
            ..
        } = convert::to_versus(rules, start);
        warnings.extend(more);
        let versus = VersusInfo {
            pending_garbage: incoming_garbage,
            pieces_placed: start
                .pieces_placed
                .or_else(|| placed(stream?, start.queue.len(), start.hold.is_some())),
            frame: start.frame,
            ..VersusInfo::default()
        };
        self.game.start(state, reported, versus);
        SessionError::of_warnings(&[&warnings])
    }

    /// Returns the randomizer of a stream of pieces.
    fn reported(&self, stream: &PieceStream) -> ReportedRandomizer {
        if self.game.announced_uniform() {
            return ReportedRandomizer::Unreported;
        }
        ReportedRandomizer::Known(stream.randomizer(self.bags))
    }

    fn handle_board(&mut self, rows: &[Vec<Option<String>>]) -> Result<(), SessionError> {
        let (board, garbage_rows) = convert::to_board_with_garbage(self.game.rules(), rows)
            .map_err(|error| SessionError::Convert("board", error))?;
        self.game
            .replace_board(board, garbage_rows)
            .map_err(|error| SessionError::of_game("board", error))
    }

    /// Without a position the answer has no moves, because the client would wait for an answer.
    fn handle_suggest(
        &mut self,
        garbage: Option<IncomingGarbage>,
        reply: &mut Reply<BotMessage>,
    ) -> Result<(), SessionError> {
        if self.game.state().is_none() {
            let moves = Vec::new();
            reply.messages.push(BotMessage::Suggestion { moves });
            return Err(SessionError::NotStarted("suggest"));
        }
        let reported = match garbage {
            None => Ok(()),
            Some(IncomingGarbage::Rows(rows)) => {
                self.game.set_pending_garbage(rows);
                Ok(())
            }
            Some(IncomingGarbage::Invalid { reason }) => {
                let warning = format!("the garbage stays as it was: {reason}");
                Err(SessionError::Ignored(warning))
            }
        };
        self.game
            .request()
            .map_err(|error| SessionError::of_game("suggest", error))?;
        reported
    }

    fn handle_advance(&mut self, mv: &Move) -> Result<(), SessionError> {
        let placement = convert::to_placement(self.game.rules(), mv)
            .map_err(|error| SessionError::Convert("advance", error))?;
        let reported = ReportedCounters::default();
        self.game
            .play(PlayedMove {
                placement,
                reported,
            })
            .map_err(|error| SessionError::of_game("advance", error))
    }

    fn answer(&self, count: usize, answer: Answer, reply: &mut Reply<BotMessage>) {
        let rules = self.game.rules();
        let moves: Vec<_> = answer
            .moves
            .iter()
            .map(|mv| convert::to_move(rules, mv).into())
            .collect();
        reply.messages.push(BotMessage::Info {
            topic: "search",
            data: search_numbers(&answer.found),
        });
        let suggestion = BotMessage::Suggestion { moves };
        reply.messages.extend(vec![suggestion; count]);
    }
}

/// Puts a warning into a reply, for people and, before the other messages, for the client.
pub(crate) fn warn(reply: &mut Reply<BotMessage>, warning: String) {
    let info = BotMessage::Info {
        topic: "warning",
        data: Value::from(warning.as_str()),
    };
    reply.messages.insert(0, info);
    reply.warning = Some(warning);
}

/// Returns the data of an `info` about a search.
fn search_numbers(found: &Suggestion) -> Value {
    let mut numbers = json!({"nodes": found.nodes, "depth": found.depth});
    if let Some(nps) = found.nps {
        numbers["nps"] = nps.into();
    }
    numbers
}

/// Returns the number of pieces placed: those dealt without the queue and the held piece.
fn placed(stream: &PieceStream, queue: usize, held: bool) -> Option<u32> {
    let left = queue as u64 + u64::from(held);
    let placed = stream.dealt()?.checked_sub(left)?;
    Some(u32::try_from(placed).unwrap_or(u32::MAX))
}

/// Returns the ruleset of a `rules`. Absent attributes are those of the protocol's default game; the
/// attack is that of the named ruleset or, without one, of a game with the kick set.
fn ruleset(rules: &Rules) -> Result<Ruleset, SessionError> {
    if !rules.game.unsupported.is_empty() {
        return Err(SessionError::unsupported(&rules.game.unsupported));
    }
    let base = match rules.ruleset.as_deref() {
        None => *convert::ruleset_of_kickset(rules.game.kickset),
        named => convert::to_ruleset(named).map_err(SessionError::UnknownRuleset)?,
    };
    let (height, hold) = (GUIDELINE.height, GUIDELINE.hold);
    if (base.height, base.hold) != (height, hold) {
        return Err(SessionError::UnsupportedRules(format!(
            "`rules.extensions.landfall_ruleset` is {:?}, which has another board or no hold",
            base.name
        )));
    }
    Ok(convert::to_game(&base, &DEFAULT_GAME, &rules.game))
}

#[cfg(all(test, feature = "native"))]
mod tests;
