//! The game of a session of any protocol: the position that the frontend reports, the opponent, and
//! the search.
//!
//! Knows no messages: the adapters `session` (TBP) and `sbp` translate them. Does no input or
//! output and has no clock; the search is behind [`SearchDriver`].

use crate::DriverOptions;
use crate::driver::{Analysis, AnalysisRequest, RootChange, SearchDriver, Suggestion};
use crate::session::Settings;
use landfall_rules::state::{IllegalPlacement, PlayError, check_lockable};
use landfall_rules::timing::Delays;
use landfall_rules::{Board, Piece, Placement, Randomizer, Ruleset, State};
use landfall_search::tetris::VersusInfo;

/// Most requests for suggestions that wait for a position or a piece. Further requests are not
/// answered.
const MAX_PENDING_SUGGESTS: usize = 16;

/// A game with one frontend, with a search of type `D`.
#[derive(Debug)]
pub(crate) struct GameSession<D> {
    settings: Settings,
    rules: Ruleset,
    /// How long clears take, if the frontend sent it.
    delays: Option<Delays>,
    search: D,
    /// The position, from its start until it is cleared.
    state: Option<State>,
    /// The opponent and the course of the game.
    versus: VersusInfo,
    /// Whether `rules` announced that pieces are drawn independently; a start can override it.
    uniform_announced: bool,
    /// Requests for suggestions that are not answered.
    pending_suggests: usize,
    /// Whether the search has the position of [`GameSession::held_piece_position`].
    searching_held_piece: bool,
    /// A move of the held piece that was played before the piece that replaced it was known.
    unrevealed_hold: Option<PlayedMove>,
}

/// The randomizer in the start of a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ReportedRandomizer {
    /// The start has none.
    Unreported,
    /// The start reports an unknown randomizer.
    Unknown,
    /// The randomizer at the end of the queue.
    Known(Randomizer),
}

/// A move that the frontend has made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayedMove {
    pub placement: Placement,
    /// The counters after it that the frontend reports.
    pub reported: ReportedCounters,
}

/// Counters that a frontend reports with a move. For `None` the session counts itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReportedCounters {
    pub combo: Option<u16>,
    pub back_to_back: Option<u16>,
    pub pieces_placed: Option<u32>,
    pub frame: Option<u64>,
}

/// The answer to a request for a suggestion.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// Legal moves, the best first; empty if nothing can be placed.
    pub moves: Vec<Placement>,
    pub found: Suggestion,
}

/// Why a message did not change the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum GameError {
    /// There is no position.
    NotStarted,
    /// The move cannot be made.
    Impossible(PlayError),
    /// The board cannot be replaced while the held piece is unknown; the position was cleared.
    BoardAfterUnrevealedHold,
}

/// Why an analysis is incomplete.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AnalysisError {
    /// There is no position.
    NotStarted,
    /// The move is not legal.
    Forbidden(IllegalPlacement),
}

impl<D: SearchDriver> GameSession<D> {
    /// Returns a session without a position, under the rules of the settings.
    pub fn new(settings: Settings) -> GameSession<D> {
        let rules = settings.rules;
        GameSession {
            search: D::new(&rules, settings.driver.clone()),
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

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    pub fn search_mut(&mut self) -> &mut D {
        &mut self.search
    }

    /// Returns the position, if there is one.
    pub fn state(&self) -> Option<&State> {
        self.state.as_ref()
    }

    /// Returns whether `rules` announced that pieces are drawn independently.
    pub fn announced_uniform(&self) -> bool {
        self.uniform_announced
    }

    #[cfg(all(test, feature = "native"))]
    pub fn versus(&self) -> VersusInfo {
        self.versus
    }

    /// Sets the rules and the delays. If they have changed, clears the position and restarts the
    /// search.
    pub fn set_rules(&mut self, rules: &Ruleset, delays: Option<Delays>, uniform: bool) {
        self.uniform_announced = uniform;
        if self.rules == *rules && self.delays == delays {
            return;
        }
        self.clear_position();
        (self.rules, self.delays) = (*rules, delays);
        let options = self.settings.driver.clone();
        let options = match delays {
            Some(delays) => DriverOptions {
                search: options.search.for_delays(rules, &delays),
                ..options
            },
            None => options,
        };
        self.search = D::new(rules, options);
    }

    /// Sets the position, with the randomizer of `reported`. The search keeps its results about the
    /// position.
    pub fn start(&mut self, mut state: State, reported: ReportedRandomizer, versus: VersusInfo) {
        state.randomizer = self.randomizer(&state, reported);
        self.versus = versus;
        self.unrevealed_hold = None;
        self.set_position(state);
    }

    /// Returns the randomizer at the end of the queue of a start. If the start reports none and its
    /// queue continues the one before, the randomizer continues, too.
    fn randomizer(&self, state: &State, reported: ReportedRandomizer) -> Randomizer {
        let unreported = match reported {
            ReportedRandomizer::Known(randomizer) => return randomizer,
            ReportedRandomizer::Unreported if self.uniform_announced => return Randomizer::Uniform,
            ReportedRandomizer::Unreported => true,
            ReportedRandomizer::Unknown => false,
        };
        let queue = &state.queue;
        let old = self.state.as_ref().filter(|old| {
            let may_continue = unreported || matches!(old.randomizer, Randomizer::Unknown { .. });
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

    /// Clears the position and the pending requests: after `stop` a frontend does not wait for
    /// suggestions.
    pub fn stop(&mut self) {
        self.clear_position();
        self.pending_suggests = 0;
    }

    fn clear_position(&mut self) {
        self.search.stop();
        self.state = None;
        self.unrevealed_hold = None;
        self.searching_held_piece = false;
    }

    /// Requests a suggestion, which [`GameSession::take_answers`] returns once there is a piece to
    /// place.
    ///
    /// # Errors
    /// There is no position yet. The request is kept.
    pub fn request(&mut self) -> Result<(), GameError> {
        self.pending_suggests = (self.pending_suggests + 1).min(MAX_PENDING_SUGGESTS);
        match self.state {
            Some(_) => Ok(()),
            None => Err(GameError::NotStarted),
        }
    }

    /// Sets the rows of garbage that wait for the player.
    pub fn set_pending_garbage(&mut self, rows: u32) {
        if self.versus.pending_garbage == rows {
            return;
        }
        self.versus.pending_garbage = rows;
        if let Some(state) = self.state.take() {
            self.set_position(state);
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// It cannot be played. The position does not change.
    pub fn play(&mut self, played: PlayedMove) -> Result<(), GameError> {
        let state = self.state.as_mut().ok_or(GameError::NotStarted)?;
        let placement = &played.placement;
        let held = state.hold.filter(|_| self.rules.hold);
        if state.queue.is_empty() && held == Some(placement.piece) && self.unrevealed_hold.is_none()
        {
            check_lockable(&self.rules, &state.board, placement).map_err(GameError::Impossible)?;
            self.unrevealed_hold = Some(played);
            return Ok(());
        }
        played
            .apply(&self.rules, state, &mut self.versus)
            .map_err(GameError::Impossible)?;
        self.search
            .set_root(state, self.versus, RootChange::Replaced);
        Ok(())
    }

    /// Appends a piece to the queue.
    ///
    /// # Errors
    /// There is no position, or the move that waited for this piece cannot be played.
    pub fn new_piece(&mut self, piece: Piece) -> Result<(), GameError> {
        let state = self.state.as_mut().ok_or(GameError::NotStarted)?;
        state.push_piece(piece);
        if self.unrevealed_hold.is_none() && !self.searching_held_piece {
            self.search
                .set_root(state, self.versus, RootChange::Extended);
            return Ok(());
        }
        let mut state = state.clone();
        let played = match self.unrevealed_hold.take() {
            Some(played) => played.apply(&self.rules, &mut state, &mut self.versus),
            None => Ok(()),
        };
        self.set_position(state);
        played.map_err(GameError::Impossible)
    }

    /// Replaces the board, of which the lowest `garbage_rows` are garbage, and nothing else.
    ///
    /// # Errors
    /// There is no position, or the held piece is unknown.
    pub fn replace_board(&mut self, board: Board, garbage_rows: u8) -> Result<(), GameError> {
        let mut state = self.state.take().ok_or(GameError::NotStarted)?;
        if self.unrevealed_hold.is_some() {
            self.clear_position();
            return Err(GameError::BoardAfterUnrevealedHold);
        }
        state.board = board;
        state.clear_state.garbage_rows = garbage_rows;
        self.set_position(state);
        Ok(())
    }

    fn set_position(&mut self, state: State) {
        self.search
            .set_root(&state, self.versus, RootChange::Replaced);
        self.state = Some(state);
        self.searching_held_piece = false;
    }

    /// Returns the number of pending requests and the answer to all of them, if there are any and a
    /// piece can be placed.
    pub fn take_answers(&mut self) -> Option<(usize, Answer)> {
        if self.pending_suggests == 0 {
            return None;
        }
        let Some(answer) = self.answer() else {
            log::debug!(
                "{} suggestions requested, waiting for a piece",
                self.pending_suggests
            );
            return None;
        };
        Some((std::mem::take(&mut self.pending_suggests), answer))
    }

    /// Returns the best moves so far, `None` without a piece to place.
    fn answer(&mut self) -> Option<Answer> {
        let state = self.searched_position()?;
        let found = self.search.suggest(&state);
        let legal = state.legal_placements(&self.rules);
        let moves = choose_moves(&found.moves, &legal, self.settings.max_moves.max(1));
        Some(Answer { moves, found })
    }

    /// Returns an analysis of the position: the best `lines` moves, and `mv`, about which the frontend
    /// asked.
    ///
    /// # Errors
    /// There is no position, or the move is not legal. The analysis is returned in any case.
    pub fn analyse(
        &mut self,
        lines: usize,
        mv: Option<Placement>,
    ) -> (Analysis, Result<(), AnalysisError>) {
        let Some(state) = self.searched_position() else {
            let missing = match self.state {
                Some(_) => Ok(()),
                None => Err(AnalysisError::NotStarted),
            };
            return (Analysis::default(), missing);
        };
        let (mv, legal) = match mv.map(|mv| state.validate(&self.rules, mv)).transpose() {
            Ok(mv) => (mv, Ok(())),
            Err(forbidden) => (None, Err(AnalysisError::Forbidden(forbidden))),
        };
        let request = AnalysisRequest { lines, mv };
        (self.search.analyse(&state, request), legal)
    }

    /// Returns the position to search: the frontend's or, if its queue is empty, that of the held
    /// piece. `None` without a piece to place.
    fn searched_position(&mut self) -> Option<State> {
        let state = self.state.as_ref()?;
        if !state.queue.is_empty() {
            return Some(state.clone());
        }
        let position = self.held_piece_position(state)?;
        if !self.searching_held_piece {
            self.search
                .set_root(&position, self.versus, RootChange::Replaced);
            self.searching_held_piece = true;
        }
        Some(position)
    }

    /// Returns the position to search if the queue is empty and a piece is held. Whatever the next
    /// piece is, the held one can be played, so it becomes the queue.
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
    /// Plays the move. Reported counters replace those of the session.
    fn apply(
        &self,
        rules: &Ruleset,
        state: &mut State,
        versus: &mut VersusInfo,
    ) -> Result<(), PlayError> {
        let clear = state.try_play(rules, &self.placement)?;
        let ReportedCounters {
            combo,
            back_to_back,
            pieces_placed,
            frame,
        } = self.reported;
        let counters = &mut state.clear_state;
        counters.combo = combo.unwrap_or(counters.combo);
        counters.back_to_back = back_to_back.unwrap_or(counters.back_to_back);
        versus.pending_garbage = versus.pending_garbage.saturating_sub(clear.attack);
        let counted = versus.pieces_placed.map(|pieces| pieces.saturating_add(1));
        versus.pieces_placed = pieces_placed.or(counted);
        versus.frame = frame.or(versus.frame);
        Ok(())
    }
}

/// Returns the first `max_moves` legal moves of `preferred`, each once, or any legal moves if there
/// are none. The search returns legal moves only, but an illegal one would lose the game, so they are
/// checked.
pub(crate) fn choose_moves(
    preferred: &[Placement],
    legal: &[Placement],
    max_moves: usize,
) -> Vec<Placement> {
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
