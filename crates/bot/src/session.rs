//! One session of the protocol: a message in, messages out.
//!
//! Owns the true position, as the frontend tells it, and the worker that thinks about it.
//! Pure: does no input or output and knows no clock; what people should read is handed
//! back as a warning.

use crate::background::{BackgroundSearch, Suggestion};
use landfall_rules::{
    ClearDelays, GUIDELINE, Piece, Placement, PlayError, Randomizer, Ruleset, State,
    UnknownRuleset, WIDTH, check_lockable,
};
use landfall_search::{OpponentDanger, SearchOptions, VersusInfo};
use landfall_tbp::convert::{self, ConvertError, Versus};
use landfall_tbp::messages::{
    BotMessage, FrontendMessage, Info, MoveInfo, RandomizerState, Rules, Start, VERSUS_FEATURE,
};
use std::fmt;

/// How a session presents itself and how it thinks.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Name in `info`.
    pub name: String,
    /// Version in `info`.
    pub version: String,
    /// Most moves in a suggestion; 0 counts as 1.
    pub max_moves: usize,
    /// How the worker thinks.
    pub search: SearchOptions,
}

impl Settings {
    /// The name and version of this program, and five moves a suggestion.
    pub fn new(worker: SearchOptions) -> Settings {
        Settings {
            name: "landfall".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            max_moves: 5,
            search: worker,
        }
    }
}

/// What a session does about one message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// What to send, in this order.
    pub messages: Vec<BotMessage>,
    /// What people should know, one line.
    pub warning: Option<String>,
    /// Whether the session is over.
    pub ended: bool,
}

/// A conversation with one frontend.
#[derive(Debug)]
pub struct Session {
    settings: Settings,
    rules: &'static Ruleset,
    /// How long clears take, if `rules` said so.
    delays: Option<ClearDelays>,
    search: BackgroundSearch,
    /// The position, from `start` until `stop`.
    state: Option<State>,
    /// Whether `rules` said that pieces are drawn without memory, or the ruleset does so
    /// and `rules` said nothing else.
    uniform_announced: bool,
    /// Suggestions that were asked for when there was nothing to suggest.
    pending_suggests: usize,
    /// Whether the worker thinks about a stand-in: see [`Session::held_piece_position`].
    searching_held_piece: bool,
    /// A hold move that was played before the piece that it put into hold was told.
    unrevealed_hold: Option<Placement>,
}

impl Session {
    /// A session before its first message.
    pub fn new(settings: Settings) -> Session {
        let rules = &GUIDELINE;
        Session {
            search: BackgroundSearch::new(rules, settings.search.clone()),
            settings,
            rules,
            delays: None,
            state: None,
            uniform_announced: false,
            pending_suggests: 0,
            searching_held_piece: false,
            unrevealed_hold: None,
        }
    }

    /// The `info` message, to be sent at once.
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

    /// Takes one message. Messages may come in any order; one that makes no sense leaves
    /// the position as it was and is answered by a warning alone.
    pub fn handle(&mut self, message: FrontendMessage) -> Reply {
        let mut reply = Reply::default();
        let done = match message {
            FrontendMessage::Rules(rules) => self.handle_rules(&rules, &mut reply),
            FrontendMessage::Start(start) => self.handle_start(&start, &mut reply),
            FrontendMessage::Stop => self.handle_stop(),
            FrontendMessage::Suggest => self.handle_suggest(),
            FrontendMessage::Play { mv } => convert::to_placement(self.rules, &mv)
                .map_err(|error| SessionError::Convert("play", error))
                .and_then(|placement| self.handle_play(placement)),
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

    /// Other rules, or clears that take another time, need another worker, and a position of
    /// the old ones means nothing.
    fn set_rules(&mut self, rules: &'static Ruleset, delays: Option<ClearDelays>) {
        if std::ptr::eq(self.rules, rules) && self.delays == delays {
            return;
        }
        self.clear_position();
        (self.rules, self.delays) = (rules, delays);
        let options = self.settings.search.clone();
        self.search = BackgroundSearch::new(
            rules,
            match delays {
                Some(delays) => options.for_clear_delays(rules, &delays),
                None => options,
            },
        );
    }

    /// A `start` without a `stop` is how frontends tell of garbage; the worker itself
    /// keeps what still holds.
    fn handle_start(&mut self, start: &Start, reply: &mut Reply) -> Result<(), SessionError> {
        let state = convert::to_state(self.rules, start, self.randomizer(start))
            .map_err(|error| SessionError::Convert("start", error))?;
        let Versus {
            boards,
            incoming_garbage,
            warnings: oddities,
        } = convert::to_versus(self.rules, start);
        let duel = VersusInfo {
            opponent: OpponentDanger::from_boards(self.rules, &boards),
            pending_garbage: incoming_garbage,
        };
        reply.warning = oddities.into_iter().next();
        if let Some(RandomizerState::Invalid { reason }) = &start.randomizer {
            reply.warning = Some(format!("taken as an unknown randomizer: {reason}"));
        }
        self.unrevealed_hold = None;
        self.search.set_versus(duel);
        self.set_position(state);
        Ok(())
    }

    /// What a `start` lets us know about the pieces after its queue. Where it says nothing
    /// new, and its queue goes on from the one that we have, what was seen before counts.
    fn randomizer(&self, start: &Start) -> Randomizer {
        if let Some(told) = start.randomizer.as_ref().and_then(convert::to_randomizer) {
            return told;
        }
        if start.randomizer.is_none() && self.uniform_announced {
            return Randomizer::Uniform;
        }
        let queue: Vec<Piece> = start.queue.iter().copied().map(convert::to_piece).collect();
        let old = self.state.as_ref().filter(|old| {
            let may_go_on =
                start.randomizer.is_none() || matches!(old.randomizer, Randomizer::Unknown { .. });
            may_go_on && !old.queue.is_empty() && queue.iter().take(old.queue.len()).eq(&old.queue)
        });
        let (mut randomizer, known) = match old {
            Some(old) => (old.randomizer.clone(), old.queue.len()),
            None => (Randomizer::unknown(), 0),
        };
        for &piece in &queue[known..] {
            randomizer.observe(piece);
        }
        randomizer
    }

    /// Who says stop no longer waits for a suggestion.
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

    /// Asks are counted and paid at once where that is possible, else when there is
    /// something to suggest. The count is bounded because one answer to a flood is enough.
    fn handle_suggest(&mut self) -> Result<(), SessionError> {
        const MOST_OWED: usize = 16;
        self.pending_suggests = (self.pending_suggests + 1).min(MOST_OWED);
        match self.state {
            Some(_) => Ok(()),
            None => Err(SessionError::SuggestWithoutStart),
        }
    }

    fn handle_play(&mut self, placement: Placement) -> Result<(), SessionError> {
        let state = self
            .state
            .as_mut()
            .ok_or(SessionError::NotStarted("play"))?;
        let held = state.hold.filter(|_| self.rules.hold);
        if state.queue.is_empty() && held == Some(placement.piece) && self.unrevealed_hold.is_none()
        {
            check_lockable(self.rules, &state.board, &placement)
                .map_err(SessionError::Impossible)?;
            self.unrevealed_hold = Some(placement);
            return Ok(());
        }
        state
            .try_play(self.rules, &placement)
            .map_err(SessionError::Impossible)?;
        self.search.advance(placement);
        Ok(())
    }

    fn handle_new_piece(&mut self, piece: Piece) -> Result<(), SessionError> {
        let state = self
            .state
            .as_mut()
            .ok_or(SessionError::NotStarted("new_piece"))?;
        state.push_piece(piece);
        if self.unrevealed_hold.is_none() && !self.searching_held_piece {
            self.search.new_piece(piece);
            return Ok(());
        }
        let mut state = state.clone();
        let played = match self.unrevealed_hold.take() {
            Some(placement) => state.try_play(self.rules, &placement).map(|_| ()),
            None => Ok(()),
        };
        self.set_position(state);
        played.map_err(SessionError::Impossible)
    }

    fn set_position(&mut self, state: State) {
        self.search.set_position(state.clone());
        self.state = Some(state);
        self.searching_held_piece = false;
    }

    /// Answers what is owed, if there is something to suggest.
    fn flush(&mut self, reply: &mut Reply) {
        if self.pending_suggests == 0 {
            return;
        }
        match self.suggestion() {
            Some(suggestion) => {
                let owed = std::mem::take(&mut self.pending_suggests);
                reply.messages.extend(vec![suggestion; owed]);
            }
            None => log::debug!(
                "{} suggestions owed, waiting for a piece",
                self.pending_suggests
            ),
        }
    }

    /// The best moves so far; `None` while there is no piece to place.
    fn suggestion(&mut self) -> Option<BotMessage> {
        let state = self.state.as_ref()?;
        let legal = if state.queue.is_empty() {
            let stand_in = self.held_piece_position(state)?;
            let legal = stand_in.placements(self.rules);
            if !self.searching_held_piece {
                self.search.set_position(stand_in);
                self.searching_held_piece = true;
            }
            legal
        } else {
            state.placements(self.rules)
        };
        let found = self.search.suggest();
        let moves = choose_moves(&found.moves, &legal, self.settings.max_moves.max(1));
        Some(BotMessage::Suggestion {
            moves: moves
                .iter()
                .map(|mv| convert::to_move(self.rules, mv))
                .collect(),
            move_info: Some(move_info(found)),
        })
    }

    /// When no piece of the queue is known but one is held, a hold brings that one into
    /// play whatever the unknown piece is. The stand-in is the position in which the held
    /// piece is the only one, so that the worker can think about it.
    fn held_piece_position(&self, state: &State) -> Option<State> {
        let held = state.hold.filter(|_| self.rules.hold)?;
        if self.unrevealed_hold.is_some() {
            return None;
        }
        let mut stand_in = state.clone();
        stand_in.hold = None;
        stand_in.queue.push_back(held);
        Some(stand_in)
    }
}

/// The most preferred moves that are legal, each once. The worker gives nothing else; but
/// an illegal move forfeits the game, so this is checked here, and any legal move is better
/// than none.
fn choose_moves(preferred: &[Placement], legal: &[Placement], most: usize) -> Vec<Placement> {
    let mut moves = Vec::new();
    for placement in preferred {
        if moves.len() < most && legal.contains(placement) && !moves.contains(placement) {
            moves.push(*placement);
        }
    }
    if moves.is_empty() {
        moves.extend(legal.iter().take(most));
    }
    moves
}

fn move_info(found: Suggestion) -> MoveInfo {
    MoveInfo {
        nodes: Some(found.nodes as f64),
        nps: Some(found.nps as f64),
        depth: Some(f64::from(found.depth)),
        extra: Some(found.extra).filter(|extra| !extra.is_empty()),
    }
}

/// Why a message had no effect, or not the whole effect.
#[derive(Clone, Debug, PartialEq)]
enum SessionError {
    /// The rules name another width of board.
    UnsupportedWidth(f64),
    /// The rules name a ruleset that does not exist.
    UnknownRuleset(UnknownRuleset),
    /// Attributes of the rules could not be understood.
    RulesWarnings(String),
    /// The message of this type describes something that does not exist.
    Convert(&'static str, ConvertError),
    /// A suggestion was asked for without a position.
    SuggestWithoutStart,
    /// The message of this type needs a position.
    NotStarted(&'static str),
    /// The move cannot be made.
    Impossible(PlayError),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::UnsupportedWidth(width) => write!(
                f,
                "answered unsupported_rules: `rules.board_width` is {width}, only 10 can be played"
            ),
            SessionError::UnknownRuleset(unknown) => {
                write!(f, "answered unsupported_rules: `rules.ruleset`: {unknown}")
            }
            SessionError::RulesWarnings(oddities) => f.write_str(oddities),
            SessionError::Convert(message, error) => write!(f, "ignored `{message}`: {error}"),
            SessionError::SuggestWithoutStart => f.write_str(
                "`suggest` came before `start`: it will be answered as soon as there is a position",
            ),
            SessionError::NotStarted(message) => write!(
                f,
                "ignored `{message}`: there is no position, send `start` first"
            ),
            SessionError::Impossible(error) => write!(
                f,
                "ignored `play`: {error}; the position stays as it was, send `start` to set another"
            ),
        }
    }
}

#[cfg(test)]
mod tests;
