//! One session of the protocol: a message in, messages out.
//!
//! Owns the position, as the frontend reports it, and what is known of the opponent. Does no
//! input or output and knows no clock; the search is behind [`SearchDriver`], and what people
//! should read is returned as a warning.

mod error;
mod settings;

pub use settings::Settings;

#[cfg(feature = "native")]
use crate::background::BackgroundSearch;
use crate::driver::{RootChange, SearchDriver, Suggestion};
use crate::sliced::SlicedSearch;
use error::SessionError;
use landfall_rules::{
    ClearDelays, GUIDELINE, Piece, Placement, PlayError, Randomizer, Ruleset, State, WIDTH,
    check_lockable,
};
use landfall_search::{OpponentDanger, ShouldStop, VersusInfo};
use landfall_tbp::convert::{self, Versus};
use landfall_tbp::messages::{
    BotMessage, FrontendMessage, Info, MoveInfo, Play, RandomizerState, Rules, Start,
    VERSUS_FEATURE,
};

/// Requests for suggestions that are answered when there is something to suggest. A frontend that
/// sends more gets as many answers.
const MAX_PENDING_SUGGESTS: usize = 16;

/// What a session answers to one message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// The messages to send, in this order.
    pub messages: Vec<BotMessage>,
    /// One line for a person.
    pub warning: Option<String>,
    /// Whether the session is over.
    pub ended: bool,
}

/// A conversation with one frontend, with a search of type `D`.
///
/// # Examples
/// ```
/// use landfall_bot::{Session, Settings, SlicedSearch};
/// use landfall_search::SearchOptions;
/// use landfall_tbp::{messages::BotMessage, parse};
///
/// let options = SearchOptions {
///     nodes: Some(1_000),
///     ..SearchOptions::default()
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
    settings: Settings,
    rules: &'static Ruleset,
    /// How long clears take, if `rules` said so.
    delays: Option<ClearDelays>,
    search: D,
    /// The position, from `start` until `stop`.
    state: Option<State>,
    /// What is known of the opponent since the last `start`.
    versus: VersusInfo,
    /// Whether `rules` said that pieces are drawn independently, or the ruleset does so and
    /// `rules` said nothing else.
    uniform_announced: bool,
    /// Suggestions that were requested when there was nothing to suggest.
    pending_suggests: usize,
    /// Whether the search has another root, see [`Session::held_piece_position`].
    searching_held_piece: bool,
    /// A hold move that was played before the piece that it put into hold was known.
    unrevealed_hold: Option<PlayedMove>,
}

/// A move that the frontend has made.
#[derive(Clone, Copy, Debug)]
struct PlayedMove {
    placement: Placement,
    /// The counters after it, as far as the frontend tells them.
    told: ToldCounters,
}

/// Counters that a frontend tells with a move. `None` is what follows from the move.
#[derive(Clone, Copy, Debug, Default)]
struct ToldCounters {
    combo: Option<u16>,
    back_to_back: Option<u16>,
    pieces_placed: Option<u32>,
    frame: Option<u64>,
}

#[cfg(feature = "native")]
impl Session<BackgroundSearch> {
    /// Returns a session before its first message that searches on a thread of its own.
    pub fn new(settings: Settings) -> Session<BackgroundSearch> {
        Session::with_driver(settings)
    }
}

impl Session<SlicedSearch> {
    /// Searches the position until `nodes` more are spent or `should_stop` says so, to be called
    /// between messages. Returns whether there is more to search. With a fixed number of nodes
    /// for each suggestion it does nothing.
    ///
    /// # Examples
    /// A worker that searches until the next message, in slices of 2 ms:
    ///
    /// ```
    /// use landfall_bot::{Session, Settings, SlicedSearch};
    /// use landfall_search::SearchOptions;
    /// use std::time::{Duration, Instant};
    ///
    /// let settings = Settings::new(SearchOptions::default());
    /// let mut session = Session::<SlicedSearch>::with_driver(settings);
    /// let begun = Instant::now();
    /// let slice_over = || begun.elapsed() >= Duration::from_millis(2);
    /// let more = session.search_slice(u64::MAX, &slice_over);
    /// assert!(!more, "there is no position yet");
    /// ```
    pub fn search_slice(&mut self, nodes: u64, should_stop: ShouldStop) -> bool {
        self.search.search_slice(nodes, should_stop)
    }
}

impl<D: SearchDriver> Session<D> {
    /// Returns a session before its first message.
    pub fn with_driver(settings: Settings) -> Session<D> {
        let rules = &GUIDELINE;
        Session {
            search: D::new(rules, settings.search.clone()),
            settings,
            rules,
            delays: None,
            state: None,
            versus: VersusInfo::default(),
            uniform_announced: false,
            pending_suggests: 0,
            searching_held_piece: false,
            unrevealed_hold: None,
        }
    }

    /// Returns the `info` message, which is sent first.
    pub fn greeting(&self) -> BotMessage {
        BotMessage::Info(Info {
            name: self.settings.name.clone(),
            version: self.settings.version.clone(),
            author: "The landfall authors".to_string(),
            features: [
                "randomizer",
                "move_info",
                "landfall_ruleset",
                VERSUS_FEATURE,
            ]
            .map(str::to_string)
            .to_vec(),
        })
    }

    /// Handles one message. Messages may come in any order; one that makes no sense leaves the
    /// position as it was, and its reply is a warning.
    pub fn handle(&mut self, message: FrontendMessage) -> Reply {
        let mut reply = Reply::default();
        let done = match message {
            FrontendMessage::Rules(rules) => self.handle_rules(&rules, &mut reply),
            FrontendMessage::Start(start) => self.handle_start(&start, &mut reply),
            FrontendMessage::Stop => self.handle_stop(),
            FrontendMessage::Suggest => self.handle_suggest(),
            FrontendMessage::Play(play) => convert::to_placement(self.rules, &play.mv)
                .map_err(|error| SessionError::Convert("play", error))
                .and_then(|placement| {
                    let told = told_counters(self.rules, &play);
                    self.handle_play(PlayedMove { placement, told })
                }),
            FrontendMessage::NewPiece { piece } => self.handle_new_piece(convert::to_piece(piece)),
            FrontendMessage::Quit => {
                reply.ended = true;
                return reply;
            }
        };
        if let Err(error) = done {
            reply.warning = Some(error.to_string());
        }
        self.flush(&mut reply);
        reply
    }

    fn handle_rules(&mut self, rules: &Rules, reply: &mut Reply) -> Result<(), SessionError> {
        let width = WIDTH as f64;
        if let Some(found) = rules.board_width.filter(|&found| found != width) {
            reply.messages.push(BotMessage::Error {
                reason: "unsupported_rules".to_string(),
            });
            return Err(SessionError::UnsupportedWidth(found));
        }
        let ruleset = convert::to_ruleset(rules.ruleset.as_deref()).map_err(|unknown| {
            reply.messages.push(BotMessage::Error {
                reason: "unsupported_rules".to_string(),
            });
            SessionError::UnknownRuleset(unknown)
        })?;
        self.set_rules(ruleset, rules.timings.as_ref().map(convert::to_delays));
        self.uniform_announced = match rules.randomizer.as_deref() {
            Some(name) => name == "uniform",
            None => *ruleset.randomizer == Randomizer::Uniform,
        };
        reply.messages.push(BotMessage::Ready);
        if rules.warnings.is_empty() {
            Ok(())
        } else {
            Err(SessionError::RulesWarnings(rules.warnings.join("; ")))
        }
    }

    /// Sets the rules and restarts the search if they, or the time of clears, have changed: a
    /// position of the old rules means nothing.
    fn set_rules(&mut self, rules: &'static Ruleset, delays: Option<ClearDelays>) {
        if std::ptr::eq(self.rules, rules) && self.delays == delays {
            return;
        }
        self.clear_position();
        (self.rules, self.delays) = (rules, delays);
        let options = self.settings.search.clone();
        let options = match delays {
            Some(delays) => options.for_clear_delays(rules, &delays),
            None => options,
        };
        self.search = D::new(rules, options);
    }

    /// Frontends report garbage by a `start` without a `stop`; the search keeps what still
    /// holds.
    fn handle_start(&mut self, start: &Start, reply: &mut Reply) -> Result<(), SessionError> {
        let state = convert::to_state(self.rules, start, self.randomizer(start))
            .map_err(|error| SessionError::Convert("start", error))?;
        let Versus {
            boards,
            incoming_garbage,
            warnings,
        } = convert::to_versus(self.rules, start);
        self.versus = VersusInfo {
            opponent: OpponentDanger::from_boards(self.rules, &boards),
            pending_garbage: incoming_garbage,
            pieces_placed: start.pieces_placed,
            frame: start.frame,
        };
        reply.warning = warnings.into_iter().next();
        if let Some(RandomizerState::Invalid { reason }) = &start.randomizer {
            reply.warning = Some(format!("taken as an unknown randomizer: {reason}"));
        }
        self.unrevealed_hold = None;
        self.set_position(state);
        Ok(())
    }

    /// Returns what is known about the pieces after the queue of a `start`. Where it says nothing
    /// new, and its queue goes on from the one before, the pieces observed so far count.
    fn randomizer(&self, start: &Start) -> Randomizer {
        let given = start.randomizer.as_ref().and_then(convert::to_randomizer);
        if let Some(randomizer) = given {
            return randomizer;
        }
        if start.randomizer.is_none() && self.uniform_announced {
            return Randomizer::Uniform;
        }
        let queue: Vec<Piece> = start.queue.iter().copied().map(convert::to_piece).collect();
        let old = self.state.as_ref().filter(|old| {
            let may_continue =
                start.randomizer.is_none() || matches!(old.randomizer, Randomizer::Unknown { .. });
            may_continue
                && !old.queue.is_empty()
                && queue.iter().take(old.queue.len()).eq(&old.queue)
        });
        let (mut randomizer, known) = match old {
            Some(old) => (old.randomizer.clone(), old.queue.len()),
            None => (Randomizer::unknown(), 0),
        };
        for &piece in queue.iter().skip(known) {
            randomizer.observe(piece);
        }
        randomizer
    }

    /// Drops the pending requests: a frontend that sends `stop` no longer waits for a suggestion.
    fn handle_stop(&mut self) -> Result<(), SessionError> {
        self.clear_position();
        self.pending_suggests = 0;
        Ok(())
    }

    fn clear_position(&mut self) {
        self.search.stop();
        self.state = None;
        self.unrevealed_hold = None;
        self.searching_held_piece = false;
    }

    /// Requests are counted, and [`Session::flush`] answers them as soon as there is something to
    /// suggest.
    fn handle_suggest(&mut self) -> Result<(), SessionError> {
        self.pending_suggests = (self.pending_suggests + 1).min(MAX_PENDING_SUGGESTS);
        match self.state {
            Some(_) => Ok(()),
            None => Err(SessionError::SuggestWithoutStart),
        }
    }

    fn handle_play(&mut self, played: PlayedMove) -> Result<(), SessionError> {
        let state = self
            .state
            .as_mut()
            .ok_or(SessionError::NotStarted("play"))?;
        let placement = &played.placement;
        let held = state.hold.filter(|_| self.rules.hold);
        if state.queue.is_empty() && held == Some(placement.piece) && self.unrevealed_hold.is_none()
        {
            check_lockable(self.rules, &state.board, placement)
                .map_err(SessionError::Impossible)?;
            self.unrevealed_hold = Some(played);
            return Ok(());
        }
        played
            .apply(self.rules, state, &mut self.versus)
            .map_err(SessionError::Impossible)?;
        self.search
            .set_root(state, self.versus, RootChange::Replaced);
        Ok(())
    }

    fn handle_new_piece(&mut self, piece: Piece) -> Result<(), SessionError> {
        let state = self
            .state
            .as_mut()
            .ok_or(SessionError::NotStarted("new_piece"))?;
        state.push_piece(piece);
        if self.unrevealed_hold.is_none() && !self.searching_held_piece {
            self.search
                .set_root(state, self.versus, RootChange::Extended);
            return Ok(());
        }
        let mut state = state.clone();
        let played = match self.unrevealed_hold.take() {
            Some(played) => played.apply(self.rules, &mut state, &mut self.versus),
            None => Ok(()),
        };
        self.set_position(state);
        played.map_err(SessionError::Impossible)
    }

    fn set_position(&mut self, state: State) {
        self.search
            .set_root(&state, self.versus, RootChange::Replaced);
        self.state = Some(state);
        self.searching_held_piece = false;
    }

    /// Answers the pending requests, if there is something to suggest.
    fn flush(&mut self, reply: &mut Reply) {
        if self.pending_suggests == 0 {
            return;
        }
        match self.suggestion() {
            Some(suggestion) => {
                let count = std::mem::take(&mut self.pending_suggests);
                reply.messages.extend(vec![suggestion; count]);
            }
            None => log::debug!(
                "{} suggestions requested, waiting for a piece",
                self.pending_suggests
            ),
        }
    }

    /// Returns the best moves so far, `None` while there is no piece to place.
    fn suggestion(&mut self) -> Option<BotMessage> {
        let state = self.state.as_ref()?;
        let held_piece_position;
        let state = if state.queue.is_empty() {
            held_piece_position = self.held_piece_position(state)?;
            if !self.searching_held_piece {
                self.search
                    .set_root(&held_piece_position, self.versus, RootChange::Replaced);
                self.searching_held_piece = true;
            }
            &held_piece_position
        } else {
            state
        };
        let found = self.search.suggest(state);
        let legal = state.placements(self.rules);
        let moves = choose_moves(&found.moves, &legal, self.settings.max_moves.max(1));
        Some(BotMessage::Suggestion {
            moves: moves
                .iter()
                .map(|mv| convert::to_move(self.rules, mv))
                .collect(),
            move_info: Some(move_info(found)),
        })
    }

    /// Returns the position to search while no piece of the queue is known but one is held: the
    /// hold brings that one into play whatever the unknown piece is, so it is the queue.
    fn held_piece_position(&self, state: &State) -> Option<State> {
        let held = state.hold.filter(|_| self.rules.hold)?;
        if self.unrevealed_hold.is_some() {
            return None;
        }
        let mut position = state.clone();
        position.hold = None;
        position.queue.push_back(held);
        Some(position)
    }
}

impl PlayedMove {
    /// Plays the move. What the frontend tells of the counters is believed.
    fn apply(
        &self,
        rules: &Ruleset,
        state: &mut State,
        versus: &mut VersusInfo,
    ) -> Result<(), PlayError> {
        let clear = state.try_play(rules, &self.placement)?;
        let ToldCounters {
            combo,
            back_to_back,
            pieces_placed,
            frame,
        } = self.told;
        let counters = &mut state.clear_state;
        counters.combo = combo.unwrap_or(counters.combo);
        counters.back_to_back = back_to_back.unwrap_or(counters.back_to_back);
        versus.pending_garbage = versus.pending_garbage.saturating_sub(clear.attack);
        let one_more = versus.pieces_placed.map(|pieces| pieces.saturating_add(1));
        versus.pieces_placed = pieces_placed.or(one_more);
        versus.frame = frame.or(versus.frame);
        Ok(())
    }
}

/// Returns the counters of a `play`, as the rules keep them.
fn told_counters(rules: &Ruleset, play: &Play) -> ToldCounters {
    ToldCounters {
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

/// Returns the first legal moves of a search, each once. A search returns no other moves; but an
/// illegal move forfeits the game, so this is checked, and any legal move is better than none.
fn choose_moves(preferred: &[Placement], legal: &[Placement], max_moves: usize) -> Vec<Placement> {
    let mut moves = Vec::new();
    for placement in preferred {
        if moves.len() < max_moves && legal.contains(placement) && !moves.contains(placement) {
            moves.push(*placement);
        }
    }
    if moves.is_empty() {
        moves.extend(legal.iter().take(max_moves));
    }
    moves
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
