//! A game by turns: the position that a page edits or watches, and its moves.
//!
//! The rules are those of `landfall-rules`' [`Side`]. There is no time: garbage rises at the next
//! lock that clears no rows.

mod edit;
mod error;
mod options;

pub use error::GameError;

use crate::json::{JsonError, ReadJson, from_json};
use crate::view::{Placed, View};
use landfall_fumen::{Page, Quiz, encode};
use landfall_rules::path::{MoveCosts, PieceInput};
use landfall_rules::rotation::SRS;
use landfall_rules::{Cell, Placement, Ruleset, Side};
use landfall_tbp::attributes::{count, mv, pieces, required, unexpected};
use landfall_tbp::convert::{to_move, to_placement, to_start};
use landfall_tbp::messages::{FrontendMessage, IncomingGarbage, Move, PieceName, Play, Start};
use options::GameOptions;
use serde_json::Value;

/// A game by turns.
#[derive(Clone, Debug)]
pub struct TurnGame {
    side: Side,
    /// Frames since the game began, of the `start` message; it does not change.
    frame: Option<u64>,
    /// Pieces that were placed before this position.
    pieces_before: u32,
}

/// The part of [`Placed`] that a bot gets.
#[derive(Debug)]
pub struct PlayedMove {
    mv: Move,
    garbage_raised: bool,
    dealt: Vec<PieceName>,
}

impl ReadJson for PlayedMove {
    fn read(what: &'static str, value: &Value) -> Result<PlayedMove, JsonError> {
        let Value::Object(placed) = value else {
            return Err(unexpected(what, "an object", value).into());
        };
        let get = |name| required(placed, name, name);
        Ok(PlayedMove {
            mv: mv("move", get("move")?)?,
            garbage_raised: count("garbage_raised", placed.get("garbage_raised"))? > 0,
            dealt: pieces("dealt", get("dealt")?)?,
        })
    }
}

impl TurnGame {
    /// Returns the game of [`GameOptions`] as JSON.
    ///
    /// # Errors
    /// The options or the position cannot be read.
    pub fn from_json(options: &str) -> Result<TurnGame, GameError> {
        let options: GameOptions = from_json("options of a game", options)?;
        options.begin()
    }

    /// Returns the game at a `start` of TBP, as an object or as text.
    ///
    /// # Errors
    /// The position cannot be read.
    pub fn from_start(rules: &Ruleset, start: &Value) -> Result<TurnGame, GameError> {
        GameOptions::default().begin_at(rules, &options::read_start(start)?)
    }

    /// Returns the side of the game.
    pub fn into_side(self) -> Side {
        self.side
    }

    /// Returns the game as a page draws it.
    pub fn view(&self) -> View {
        View::of(&self.side, self.frame())
    }

    fn frame(&self) -> u64 {
        self.frame.unwrap_or(0)
    }

    fn rules(&self) -> &Ruleset {
        self.side.rules()
    }

    /// Returns the position as a `start` message of TBP.
    pub fn start_message(&self) -> FrontendMessage {
        let rules = self.rules();
        let placed = self.pieces_before.saturating_add(self.placed_here());
        FrontendMessage::Start(Start {
            incoming_garbage: IncomingGarbage::Rows(self.side.garbage.pending()),
            pieces_placed: rules.garbage_queue.map(|_| placed),
            frame: self.frame,
            ..to_start(self.side.state(), self.side.field(), None)
        })
    }

    fn placed_here(&self) -> u32 {
        u32::try_from(self.side.totals().pieces).unwrap_or(u32::MAX)
    }

    /// Returns the messages of TBP for a move that was played.
    pub fn play_messages(&self, placed: &PlayedMove) -> Vec<FrontendMessage> {
        if placed.garbage_raised {
            return vec![self.start_message()];
        }
        let dealt = placed.dealt.iter();
        let dealt = dealt.map(|&piece| FrontendMessage::NewPiece { piece });
        let play = FrontendMessage::Play(Play::from(placed.mv));
        std::iter::once(play).chain(dealt).collect()
    }

    /// Returns every move that the rules allow.
    pub fn legal_moves(&self) -> Vec<Move> {
        let placements = self.side.state().legal_placements(self.rules());
        let moves = placements
            .iter()
            .map(|placement| to_move(self.rules(), placement));
        moves.collect()
    }

    /// Returns the cells of a move, on any board.
    ///
    /// # Errors
    /// The move cannot be read.
    pub fn cells(&self, mv: &Move) -> Result<[Cell; 4], GameError> {
        let placement = to_placement(self.rules(), mv)?;
        Ok(placement.cells(self.rules()))
    }

    /// Returns the legal move of a piece that fills these cells, the greatest spin first.
    pub fn find_move(&self, cells: &[Cell], piece: char) -> Option<Move> {
        let rules = self.rules();
        let fills = |placement: &Placement| {
            let own = placement.cells(rules);
            cells.len() == own.len() && own.iter().all(|cell| cells.contains(cell))
        };
        let placements = self.side.state().legal_placements(rules).into_iter();
        let found = placements
            .filter(|placement| char::from(placement.piece) == piece && fills(placement))
            .max_by_key(|placement| placement.spin)?;
        Some(to_move(rules, &found))
    }

    /// Plays a move, cancels and raises garbage, and deals pieces.
    ///
    /// # Errors
    /// The move cannot be read, or the rules forbid it; the game is then unchanged.
    pub fn play(&mut self, mv: &Move) -> Result<Placed, GameError> {
        if let Some(loss) = self.side.loss() {
            return Err(GameError::Over(loss));
        }
        let placement = self.side.validate(to_placement(self.rules(), mv)?)?;
        let now = self.frame();
        let lock = self.side.play(placement, now);
        let packets = self.side.packets(&lock.clear);
        let packets = self.side.cancel(&packets);
        let raised = match lock.clear.lines {
            0 => self.side.raise_garbage(now).len(),
            _ => 0,
        };
        Ok(Placed::of(&self.side, &lock, &packets, raised))
    }

    /// Returns the names of the keys that lead to a move, the hard drop last.
    ///
    /// # Errors
    /// The move cannot be read, or the rules forbid it.
    pub fn inputs(&self, mv: &Move) -> Result<Vec<&'static str>, GameError> {
        let rules = self.rules();
        let state = self.side.state();
        let placement = self.side.validate(to_placement(rules, mv)?)?;
        let mut keys = Vec::new();
        if state.needs_hold(&placement) {
            keys.push("hold");
        }
        if let Some(route) = state.route(rules, &placement, MoveCosts::default()) {
            keys.extend(route.inputs.into_iter().map(PieceInput::name));
        }
        keys.push("hard_drop");
        Ok(keys)
    }

    /// Returns the position as a fumen, hold and queue as its quiz comment, with the piece of
    /// a move if there is one. A fumen has 23 rows, and no counters.
    ///
    /// # Errors
    /// The move cannot be read.
    pub fn fumen(&self, mv: Option<&Move>) -> Result<String, GameError> {
        let state = self.side.state();
        let placement = mv.map(|mv| to_placement(self.rules(), mv)).transpose()?;
        let piece = placement.and_then(|own| self.rules().rotation.translate(own, &SRS));
        let quiz = Quiz::new(state.hold, state.queue.iter().copied());
        Ok(encode(&[Page {
            field: self.side.field().into(),
            piece,
            comment: (quiz != Quiz::default()).then(|| quiz.to_string()),
            ..Page::default()
        }]))
    }

    /// Adds garbage that waits, as one packet.
    pub fn receive_garbage(&mut self, lines: u32) {
        let now = self.frame();
        self.side.garbage.push(lines.min(MAX_GARBAGE), now);
    }
}

/// Most rows of one packet: more than a board has.
const MAX_GARBAGE: u32 = 1_000;

#[cfg(test)]
mod tests;
