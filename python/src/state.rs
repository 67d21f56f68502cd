//! Positions.

use crate::board::PyBoard;
use crate::clear::PyClear;
use crate::errors::{IllegalPlacementError, parse, value_error};
use crate::placement::PyPlacement;
use crate::ruleset::{PyRuleset, Rules};
use landfall_rules::board::CellKind;
use landfall_rules::path::MoveCosts;
use landfall_rules::{Piece, Playfield, Queue, Randomizer, Ruleset, State};
use landfall_tbp::convert::to_start;
use landfall_tbp::messages::FrontendMessage;
use pyo3::prelude::*;

/// Most pieces of a queue.
const MAX_QUEUE: usize = 10_000;

/// A position under a ruleset: board, hold, queue and counters. `State("tetrio-s2", queue="TIO")`.
///
/// The piece in play is the first of the queue.
#[pyclass(name = "State", module = "landfall", eq)]
#[derive(Clone, PartialEq)]
pub struct PyState {
    pub rules: Ruleset,
    pub state: State,
}

impl PyState {
    /// Returns the canonical form of a placement.
    pub fn legal(
        rules: &Ruleset,
        state: &State,
        mv: PyPlacement,
    ) -> PyResult<landfall_rules::Placement> {
        let legal = state.validate(rules, mv.0);
        legal.map_err(|why| IllegalPlacementError::new_err(format!("{}: {why}", mv.0)))
    }
}

/// Returns the field of a position without colours: its garbage rows as garbage, all other blocks as those
/// of a piece, because bots take rows of garbage for those that pay when they are cleared.
pub fn field(state: &State) -> Playfield {
    let mut field = Playfield::from(&state.board);
    for (x, y) in state.board.cells() {
        if y >= state.clear_state.garbage_rows as i8 {
            field.set(x, y, Some(CellKind::Piece(Piece::O)));
        }
    }
    field
}

/// Returns a multiplier of attacks, if it is one.
pub fn multiplier(multiplier: f64) -> PyResult<f64> {
    match (0.0..=1_000.0).contains(&multiplier) {
        true => Ok(multiplier),
        false => Err(value_error("`multiplier` must be from 0 to 1000")),
    }
}

fn queue(text: &str) -> PyResult<Queue> {
    if text.len() > MAX_QUEUE {
        return Err(value_error(format_args!(
            "a queue has at most {MAX_QUEUE} pieces"
        )));
    }
    parse(text)
}

fn hold(text: Option<&str>) -> PyResult<Option<Piece>> {
    text.map(parse).transpose()
}

#[pymethods]
impl PyState {
    #[new]
    #[pyo3(signature = (rules = Rules::default(), *, board = None, hold = None, queue = "", combo = 0, back_to_back = 0))]
    fn new(
        rules: Rules,
        board: Option<PyBoard>,
        hold: Option<&str>,
        queue: &str,
        combo: u16,
        back_to_back: u16,
    ) -> PyResult<PyState> {
        let rules = rules.0;
        let mut state = State::new(rules.randomizer.clone());
        state.board = board.unwrap_or(PyBoard(state.board)).0;
        state.hold = self::hold(hold)?;
        for piece in self::queue(queue)?.iter() {
            state.push_piece(*piece);
        }
        state.clear_state.combo = combo;
        state.clear_state.back_to_back = back_to_back;
        Ok(PyState { rules, state })
    }

    /// The ruleset.
    #[getter]
    fn rules(&self) -> PyRuleset {
        PyRuleset(self.rules)
    }

    /// The board.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.state.board)
    }

    #[setter]
    fn set_board(&mut self, board: PyBoard) {
        self.state.board = board.0;
    }

    /// The letter of the piece in the hold, or None.
    #[getter]
    fn hold(&self) -> Option<String> {
        self.state.hold.map(|piece| piece.to_string())
    }

    #[setter]
    fn set_hold(&mut self, piece: Option<&str>) -> PyResult<()> {
        self.state.hold = hold(piece)?;
        Ok(())
    }

    /// The known pieces as letters, the piece in play first.
    #[getter]
    fn queue(&self) -> String {
        self.state.queue.to_string()
    }

    #[setter]
    fn set_queue(&mut self, pieces: &str) -> PyResult<()> {
        self.state.queue = queue(pieces)?;
        Ok(())
    }

    /// Placements in a row that cleared lines, or what the rules count in their place.
    #[getter]
    fn combo(&self) -> u16 {
        self.state.clear_state.combo
    }

    #[setter]
    fn set_combo(&mut self, combo: u16) {
        self.state.clear_state.combo = combo;
    }

    /// Clears in a row that kept back-to-back; at most 1 where the rules do not count them.
    #[getter]
    fn back_to_back(&self) -> u16 {
        self.state.clear_state.back_to_back
    }

    #[setter]
    fn set_back_to_back(&mut self, chain: u16) {
        self.state.clear_state.back_to_back = chain;
    }

    /// Garbage rows at the floor, where clearing one is paid; otherwise 0.
    #[getter]
    fn garbage_rows(&self) -> u8 {
        self.state.clear_state.garbage_rows
    }

    #[setter]
    fn set_garbage_rows(&mut self, rows: u8) {
        self.state.clear_state.garbage_rows = rows.min(64);
    }

    /// Pieces that may be skipped, where the rules have skips.
    #[getter]
    fn skips(&self) -> u8 {
        self.state.clear_state.skips
    }

    /// The piece that a hold would bring into play, or None.
    #[getter]
    fn held_piece(&self) -> Option<String> {
        self.state
            .held_piece(&self.rules)
            .map(|piece| piece.to_string())
    }

    /// Appends a piece to the queue.
    fn push_piece(&mut self, piece: &str) -> PyResult<()> {
        if self.state.queue.len() >= MAX_QUEUE {
            return Err(value_error(format_args!(
                "a queue has at most {MAX_QUEUE} pieces"
            )));
        }
        self.state.push_piece(parse(piece)?);
        Ok(())
    }

    /// Swaps the piece in play with the one in the hold, or with the next one.
    fn hold_piece(&mut self) {
        self.state.hold_piece();
    }

    /// Every placement of the piece in play and of the one that a hold would bring.
    fn legal_placements(&self) -> Vec<PyPlacement> {
        let all = self.state.legal_placements(&self.rules);
        all.into_iter().map(PyPlacement).collect()
    }

    /// The canonical form of a placement; `IllegalPlacementError` if the rules forbid it.
    fn validate(&self, placement: PyPlacement) -> PyResult<PyPlacement> {
        PyState::legal(&self.rules, &self.state, placement).map(PyPlacement)
    }

    /// Whether the placement needs a hold first.
    fn needs_hold(&self, placement: PyPlacement) -> bool {
        self.state.needs_hold(&placement.0)
    }

    /// The cheapest inputs to a legal placement, from where its piece appears: without the hold before
    /// them, which it may need, and the hard drop after them.
    #[pyo3(signature = (placement, *, step = 1, soft_drop = 1))]
    fn route(
        &self,
        placement: PyPlacement,
        step: u32,
        soft_drop: u32,
    ) -> PyResult<Vec<&'static str>> {
        if step > 1_000 || soft_drop > 1_000 {
            return Err(value_error("costs are at most 1000"));
        }
        let mv = PyState::legal(&self.rules, &self.state, placement)?;
        let route = self
            .state
            .route(&self.rules, &mv, MoveCosts { step, soft_drop });
        let inputs = route.map(|route| route.inputs).unwrap_or_default();
        Ok(inputs.into_iter().map(|input| input.name()).collect())
    }

    /// Plays a legal placement, with the hold that it needs. `multiplier` is that of attacks late in a
    /// game.
    #[pyo3(signature = (placement, *, multiplier = 1.0))]
    fn play(&mut self, placement: PyPlacement, multiplier: f64) -> PyResult<PyClear> {
        let multiplier = self::multiplier(multiplier)?;
        let mv = PyState::legal(&self.rules, &self.state, placement)?;
        let clear = self.state.play_times(&self.rules, &mv, multiplier);
        Ok(PyClear::new(mv.piece, &clear))
    }

    /// Raises rows of garbage, masks of filled columns, the floor first. Returns whether that pushed a
    /// block out of the top.
    fn raise_garbage(&mut self, rows: Vec<u16>) -> bool {
        self.state.raise_garbage(&self.rules, &rows)
    }

    /// The `start` message of the Tetris Bot Protocol for this position, as JSON.
    fn to_tbp(&self) -> PyResult<String> {
        let start = to_start(&self.state, &field(&self.state), None);
        serde_json::to_string(&FrontendMessage::Start(start)).map_err(value_error)
    }

    /// A copy.
    fn copy(&self) -> PyState {
        self.clone()
    }

    fn __copy__(&self) -> PyState {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<PyAny>) -> PyState {
        self.clone()
    }

    fn __str__(&self) -> String {
        let hold = self
            .state
            .hold
            .map_or("-".into(), |piece| piece.to_string());
        format!(
            "{}\nhold {hold}, queue {}",
            self.state.board, self.state.queue
        )
    }

    fn __repr__(&self) -> String {
        format!("<State under {}:\n{}>", self.rules.name, self.__str__())
    }

    /// The position as JSON, without the ruleset.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.state).map_err(value_error)
    }

    /// Reads what `to_json` wrote.
    #[staticmethod]
    fn from_json(rules: Rules, text: &str) -> PyResult<PyState> {
        let state: State = serde_json::from_str(text).map_err(value_error)?;
        if let Randomizer::Bag { current, filled } = &state.randomizer
            && (*current == [0; 7] || *filled == [0; 7])
        {
            return Err(value_error("the randomizer has an empty bag"));
        }
        Ok(PyState {
            rules: rules.0,
            state,
        })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (PyRuleset, String))> {
        let state = slf.borrow();
        let read = slf.get_type().getattr("from_json")?;
        Ok((read, (state.rules(), state.to_json()?)))
    }
}
