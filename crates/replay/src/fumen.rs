//! A fumen as a recorded game: each page with a piece is a move.
//!
//! A page whose field is the result of the previous move continues the game. So does a page with
//! additional grey rows below that field, each with one hole: garbage that rose. Any other field
//! begins a new position and a new round. A piece was only shown, and did not lock, if its page
//! says so or the next page has the same field. Several fumens are rounds of one game.
//!
//! Hold and queue are those of the quiz, cut to the visible previews; without a quiz that has the
//! piece, only the piece is known. A fumen has no spins: a piece that clears rows gets the best
//! spin that its cells allow. It has no times either: each piece is assumed to take half a second.

use crate::game::{
    EndPosition, Goal, RecordedGame, RecordedMove, RecordedSide, Recording, Round, Trust,
};
use crate::placed_side::PlacedSide;
use landfall_fumen::{Comments, FumenError, Page, Quiz, ROWS, decode_all};
use landfall_rules::board::{CellKind, WIDTH};
use landfall_rules::garbage::GarbageRows;
use landfall_rules::rotation::SRS;
use landfall_rules::{Piece, Placement, Playfield, Randomizer, Ruleset, State};
use thiserror::Error;

/// Frames per move of a file without times.
pub(crate) const FRAMES_PER_MOVE: u64 = 30;

/// Why a fumen is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FumenGameError {
    /// It cannot be decoded.
    #[error(transparent)]
    Fumen(#[from] FumenError),
    /// No piece locks on any page.
    #[error("no page has a piece that locks: there is no move to review")]
    NoMoves,
    /// The first pieces cannot be played.
    #[error("nothing can be played under the rules {rules}: {reason}")]
    Unplayable {
        /// The name of the rules.
        rules: &'static str,
        /// The error of the first move.
        reason: String,
    },
}

/// Reads the fumens of a text as a game under these rules, with this many previews.
///
/// # Errors
/// There is no fumen, one cannot be decoded, or no move can be played.
pub fn read(text: &str, rules: &Ruleset, previews: usize) -> Result<RecordedGame, FumenGameError> {
    let fumens = decode_all(text)?;
    let mut game = FumenGame::new(rules, previews);
    for (index, pages) in fumens.iter().enumerate() {
        game.fumen(pages, (fumens.len() > 1).then_some(index + 1));
    }
    match (game.rounds.is_empty(), game.first_problem) {
        (false, _) => Ok(RecordedGame {
            recording: Recording::Fumen,
            goal: Goal::Versus,
            rounds: game.rounds,
            notes: Vec::new(),
        }),
        (true, None) => Err(FumenGameError::NoMoves),
        (true, Some(reason)) => Err(FumenGameError::Unplayable {
            rules: rules.name,
            reason,
        }),
    }
}

/// A game while its pages are read.
struct FumenGame {
    rules: Ruleset,
    previews: usize,
    rounds: Vec<Round>,
    side: PlacedSide,
    /// Whether the next page can continue the side.
    goes_on: bool,
    comments: Comments,
    /// The quiz after the last move, if that move was one of the quiz.
    quiz_after: Option<Quiz>,
    moves: Vec<RecordedMove>,
    trust: Trust,
    first_problem: Option<String>,
}

impl FumenGame {
    fn new(rules: &Ruleset, previews: usize) -> FumenGame {
        FumenGame {
            rules: *rules,
            previews,
            rounds: Vec::new(),
            side: PlacedSide::new(rules),
            goes_on: false,
            comments: Comments::default(),
            quiz_after: None,
            moves: Vec::new(),
            trust: Trust::Unchecked,
            first_problem: None,
        }
    }

    /// Reads a fumen; it has a number if there are several.
    fn fumen(&mut self, pages: &[Page], number: Option<usize>) {
        self.comments = Comments::default();
        let fumen = number.map_or(String::new(), |number| format!("fumen {number}, "));
        for (index, page) in pages.iter().enumerate() {
            let name = format!("{fumen}page {}", index + 1);
            self.page(&name, page, pages.get(index + 1));
        }
        self.end_round();
    }

    fn page(&mut self, name: &str, page: &Page, next: Option<&Page>) {
        self.go_on_with(Playfield::from(&page.field));
        let comment = self.comments.next(page);
        let Some(piece) = page.piece else {
            return;
        };
        if !page.flags.lock || next.is_some_and(|next| next.field == page.field) {
            return;
        }
        let known = comment
            .quiz()
            .filter(|&quiz| Quiz::clone(quiz).play(piece.piece));
        if let Err(reason) = self.play(piece, known) {
            let reason = format!("{name}: {reason}");
            self.first_problem.get_or_insert(reason.clone());
            self.trust = Trust::Stopped {
                left_out: 1,
                reason,
            };
            self.end_round();
        } else {
            let after = known.and_then(|_| self.comments.after().quiz());
            self.quiz_after = after.cloned();
        }
    }

    /// Continues with the field of a page, or begins a new round with it.
    fn go_on_with(&mut self, field: Playfield) {
        let risen = self
            .goes_on
            .then(|| risen_rows(self.side.field(), &field))
            .flatten();
        match risen {
            Some(rows) => {
                self.side.raise(&rows);
                if let Some(last) = self.moves.last_mut() {
                    last.raised.extend_from_slice(&rows);
                }
                let state = self.side.state().clone();
                if self.side.field().height() <= ROWS {
                    self.side.set(state, field);
                }
            }
            None => {
                self.end_round();
                let mut state = State::new(Randomizer::unknown());
                state.board = field.board();
                state.clear_state.garbage_rows = field.garbage_rows(&self.rules);
                self.side = PlacedSide::new(&self.rules);
                self.side.set(state, field);
                self.goes_on = true;
            }
        }
    }

    fn play(&mut self, piece: Placement, quiz: Option<&Quiz>) -> Result<(), String> {
        let own = SRS.translate(piece, self.rules.rotation);
        let own = own.ok_or("the piece has no such orientation under the rules")?;
        let state = self.position(own.piece, quiz);
        let placement = placement(&state, &self.rules, own)?;
        let field = self.side.field().clone();
        self.side.set(state.clone(), field.clone());
        let appeared = self.moves.len() as u64 * FRAMES_PER_MOVE;
        let locked = appeared + FRAMES_PER_MOVE;
        let lock = self.side.play(placement, locked);
        self.moves.push(RecordedMove {
            held: state.needs_hold(&placement),
            state,
            field,
            waiting: Vec::new(),
            pieces_placed: self.moves.len() as u32,
            appeared,
            locked,
            placement,
            clear: lock.clear,
            sent: self.side.packets(&lock.clear),
            raised: GarbageRows::new(),
        });
        Ok(())
    }

    /// Returns the position with hold and queue of the quiz, or with only the piece.
    fn position(&mut self, piece: Piece, quiz: Option<&Quiz>) -> State {
        let mut state = State::new(match self.rules.randomizer {
            Randomizer::Uniform => Randomizer::Uniform,
            Randomizer::Bag { .. } | Randomizer::Unknown { .. } => Randomizer::unknown(),
        });
        state.board = self.side.state().board;
        state.clear_state = self.side.state().clear_state;
        if let Some(quiz) = quiz {
            state.hold = quiz.hold;
            let seen = quiz.queue().into_iter().take(self.previews + 1);
            seen.for_each(|piece| state.push_piece(piece));
        }
        let held = state.held_piece(&self.rules);
        if state.queue.front() != Some(&piece) && held != Some(piece) {
            state.hold = None;
            state.queue = [piece].into();
        }
        state
    }

    /// Ends the round, if it has moves.
    fn end_round(&mut self) {
        let trust = std::mem::replace(&mut self.trust, Trust::Unchecked);
        self.goes_on = false;
        let moves = std::mem::take(&mut self.moves);
        let queues = moves.iter().map(|mv| mv.state.queue.len());
        let Some(longest) = queues.max() else {
            return;
        };
        let mut state = self.side.state().clone();
        if let Some(quiz) = self.quiz_after.take() {
            state.hold = quiz.hold;
            state.queue = quiz.queue().into_iter().take(longest).collect();
        }
        let side = RecordedSide {
            player: 0,
            id: None,
            name: None,
            rules: self.rules,
            previews: longest.saturating_sub(1),
            end: EndPosition {
                state,
                field: self.side.field().clone(),
                frame: moves.last().map_or(0, |mv| mv.locked),
                loss: None,
            },
            moves,
            keys: Vec::new(),
            trust,
        };
        self.rounds.push(Round {
            number: self.rounds.len() + 1,
            sides: vec![side],
            winner: None,
        });
    }
}

/// Returns the legal placement on these cells: with the best possible spin if it clears rows,
/// otherwise with the least, because the spin then has no effect.
fn placement(state: &State, rules: &Ruleset, placement: Placement) -> Result<Placement, String> {
    let canonical = rules.rotation.canonical(placement);
    let same_cells = |other: &Placement| {
        Placement {
            spin: canonical.spin,
            ..*other
        } == canonical
    };
    let mut legal = state.legal_placements(rules);
    legal.retain(same_cells);
    legal.sort_by_key(|legal| legal.spin);
    let clears = |legal: &&Placement| state.clone().play(rules, legal).lines > 0;
    match legal.last().filter(clears).or(legal.first()) {
        Some(&found) => Ok(found),
        None => match state.validate(rules, canonical) {
            Ok(found) => Ok(found),
            Err(illegal) => Err(illegal.to_string()),
        },
    }
}

/// Returns the rows of garbage, in the order in which they rose, that turn one field into another
/// as far as a fumen shows it; no rows if the fields are equal. `None` if the fields differ
/// otherwise.
fn risen_rows(before: &Playfield, after: &Playfield) -> Option<Vec<u16>> {
    let filled = |field: &Playfield, y: usize| -> u16 {
        let row = field.rows()[y].iter().enumerate();
        row.fold(0, |mask, (x, cell)| mask | u16::from(cell.is_some()) << x)
    };
    let is_garbage = |y: usize| {
        let row = &after.rows()[y];
        let grey = |cell: &Option<CellKind>| matches!(cell, None | Some(CellKind::Garbage));
        let count = row.iter().flatten().count();
        row.iter().all(grey) && (1..WIDTH).contains(&count)
    };
    let most = (0..ROWS).take_while(|&y| is_garbage(y)).count();
    let risen = (0..=most)
        .find(|&risen| (risen..ROWS).all(|y| filled(after, y) == filled(before, y - risen)))?;
    Some((0..risen).rev().map(|y| filled(after, y)).collect())
}
