//! Games: pieces of a seed, garbage that waits, one side of a game.

use crate::clear::PyClear;
use crate::errors::{parse, value_error};
use crate::placement::PyPlacement;
use crate::ruleset::{PyRuleset, Rules};
use crate::state::PyState;
use landfall_rules::board::Cell;
use landfall_rules::garbage::{HoleSettings, SideGarbage};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::{Playfield, Randomizer, Ruleset, Side};
use pyo3::prelude::*;

/// Most lines of one packet of garbage.
const MAX_PACKET: u32 = 1_000;

fn lines(lines: u32) -> PyResult<u32> {
    match lines <= MAX_PACKET {
        true => Ok(lines),
        false => Err(value_error(format_args!(
            "a packet has at most {MAX_PACKET} lines"
        ))),
    }
}

/// The pieces that a seed deals under a ruleset, an endless iterator of letters.
#[pyclass(name = "PieceSequence", module = "landfall")]
pub struct PyPieceSequence {
    pieces: PieceSequence,
    randomizer: Randomizer,
}

#[pymethods]
impl PyPieceSequence {
    #[new]
    fn new(rules: Rules, seed: u64) -> PyPieceSequence {
        PyPieceSequence {
            pieces: PieceSequence::new(&rules.0, seed),
            randomizer: rules.0.randomizer.clone(),
        }
    }

    fn __iter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __next__(&mut self) -> String {
        let piece = self.pieces.next_piece(&self.randomizer);
        self.randomizer.observe(piece);
        piece.to_string()
    }
}

/// The garbage that waits for one side, in packets, and where its holes are.
#[pyclass(name = "SideGarbage", module = "landfall")]
#[derive(Clone)]
pub struct PySideGarbage(SideGarbage);

#[pymethods]
impl PySideGarbage {
    #[new]
    #[pyo3(signature = (rules, seed, *, new_hole_each_attack = true, messiness = 0, cap = None))]
    fn new(
        rules: Rules,
        seed: u64,
        new_hole_each_attack: bool,
        messiness: u32,
        cap: Option<u32>,
    ) -> PySideGarbage {
        let settings = HoleSettings {
            new_hole_each_attack,
            messiness: messiness.min(100),
            cap,
        };
        PySideGarbage(SideGarbage::new(&rules.0, &settings, seed))
    }

    /// How many lines wait.
    #[getter]
    fn pending(&self) -> u32 {
        self.0.pending()
    }

    /// The lines of each packet that waits, the oldest first.
    #[getter]
    fn packets(&self) -> Vec<u32> {
        self.0.packets().collect()
    }

    /// Adds lines that may come up from frame `due` on.
    #[pyo3(signature = (lines, due = 0))]
    fn push(&mut self, lines: u32, due: u64) -> PyResult<()> {
        self.0.push(self::lines(lines)?, due);
        Ok(())
    }

    /// Cancels waiting lines by the packets of a lock. Returns the packets that are left to send.
    #[pyo3(signature = (packets, *, opener = false))]
    fn cancel(&mut self, packets: Vec<u32>, opener: bool) -> PyResult<Vec<u32>> {
        let mut left = Vec::new();
        if packets.len() > 5 {
            return Err(value_error("a lock sends at most five packets"));
        }
        packets
            .iter()
            .try_for_each(|&packet| lines(packet).map(|_| ()))?;
        left.extend(self.0.cancel(&packets, opener));
        Ok(left)
    }

    /// Removes the rows that come up now and returns them in order: masks of filled columns.
    #[pyo3(signature = (now = 0))]
    fn take_due(&mut self, now: u64) -> Vec<u16> {
        self.0.take_due(now).to_vec()
    }
}

/// What a played placement did.
#[pyclass(name = "LockResult", module = "landfall", frozen, get_all)]
pub struct PyLockResult {
    /// The placement, canonical.
    placement: PyPlacement,
    /// The cells that it filled.
    cells: Vec<Cell>,
    /// The rows that it cleared, the lowest first.
    cleared_rows: Vec<u8>,
    /// What it cleared.
    clear: PyClear,
    /// The letters of the pieces dealt after it.
    dealt: String,
}

/// One side of a game: `Side("guideline", seed=1)`. It deals the pieces of the seed, keeps the colours
/// of the cells, and knows how it is lost.
#[pyclass(name = "Side", module = "landfall")]
#[derive(Clone)]
pub struct PySide(Side);

#[pymethods]
impl PySide {
    #[new]
    #[pyo3(signature = (rules = Rules::default(), *, seed, visible = 6, garbage_seed = None))]
    fn new(rules: Rules, seed: u64, visible: usize, garbage_seed: Option<u64>) -> PyResult<PySide> {
        if !(1..=100).contains(&visible) {
            return Err(value_error("`visible` must be from 1 to 100"));
        }
        let rules = rules.0;
        let garbage = SideGarbage::new(
            &rules,
            &HoleSettings::default(),
            garbage_seed.unwrap_or(seed),
        );
        let pieces = PieceSequence::new(&rules, seed);
        Ok(PySide(Side::new(&rules, visible, pieces, garbage)))
    }

    /// The ruleset.
    #[getter]
    fn rules(&self) -> PyRuleset {
        PyRuleset(*self.0.rules())
    }

    /// A copy of the position.
    #[getter]
    fn state(&self) -> PyState {
        PyState {
            rules: *self.0.rules(),
            state: self.0.state().clone(),
        }
    }

    /// A drawing of the board with its colours, top row first: the letters of pieces, G for garbage.
    #[getter]
    fn field(&self) -> String {
        self.0.field().to_string()
    }

    /// Pieces locked.
    #[getter]
    fn pieces(&self) -> u64 {
        self.0.totals().pieces
    }

    /// Rows cleared.
    #[getter]
    fn lines(&self) -> u64 {
        self.0.totals().lines
    }

    /// Lines sent, cancelled ones included.
    #[getter]
    fn attack(&self) -> u64 {
        self.0.totals().attack
    }

    /// "block out", "lock out" or "top out"; None while the side plays.
    #[getter]
    fn loss(&self) -> Option<String> {
        self.0.loss().map(|loss| loss.to_string())
    }

    /// Lines of garbage that wait.
    #[getter]
    fn pending_garbage(&self) -> u32 {
        self.0.garbage.pending()
    }

    /// Replaces the position, which must be under the same ruleset. `field` is a drawing of its
    /// board with colours.
    #[pyo3(signature = (state, field = None))]
    fn set_position(&mut self, state: PyRef<PyState>, field: Option<&str>) -> PyResult<()> {
        let field: Playfield = match field {
            Some(text) => parse(text)?,
            None => (&state.state.board).into(),
        };
        if state.rules != *self.0.rules() {
            return Err(value_error("the position is under another ruleset"));
        }
        if state.state.board != field.board() {
            return Err(value_error(
                "the drawing shows another board than the position",
            ));
        }
        self.0.set_position(state.state.clone(), field);
        Ok(())
    }

    /// Holds the piece in play. Returns the letters of the pieces dealt.
    fn hold(&mut self) -> PyResult<String> {
        if !self.0.rules().hold {
            return Err(value_error("the rules have no hold"));
        }
        Ok(self
            .0
            .hold()
            .iter()
            .map(|piece| piece.to_string())
            .collect())
    }

    /// Plays a legal placement that locks at a frame of the game, and deals the next pieces.
    #[pyo3(signature = (placement, frame = 0))]
    fn play(&mut self, placement: PyPlacement, frame: u64) -> PyResult<PyLockResult> {
        let mv = PyState::legal(self.0.rules(), self.0.state(), placement)?;
        let lock = self.0.play(mv, frame);
        Ok(PyLockResult {
            placement: PyPlacement(lock.placement),
            cells: lock.cells.to_vec(),
            cleared_rows: lock.cleared_rows.to_vec(),
            clear: PyClear::new(mv.piece, &lock.clear),
            dealt: lock.dealt.iter().map(|piece| piece.to_string()).collect(),
        })
    }

    /// Cancels waiting garbage by the packets of the last lock. Returns the packets left to send.
    fn cancel(&mut self, packets: Vec<u32>) -> PyResult<Vec<u32>> {
        if packets.len() > 5 {
            return Err(value_error("a lock sends at most five packets"));
        }
        packets
            .iter()
            .try_for_each(|&packet| lines(packet).map(|_| ()))?;
        Ok(self.0.cancel(&packets).to_vec())
    }

    /// Adds lines of garbage that may come up from frame `due` on.
    #[pyo3(signature = (lines, due = 0))]
    fn push_garbage(&mut self, lines: u32, due: u64) -> PyResult<()> {
        self.0.garbage.push(self::lines(lines)?, due);
        Ok(())
    }

    /// Raises the garbage that is due. Returns its rows in the order in which they came up.
    #[pyo3(signature = (now = 0))]
    fn raise_garbage(&mut self, now: u64) -> Vec<u16> {
        self.0.raise_garbage(now).to_vec()
    }

    /// A copy, which goes on by itself.
    fn copy(&self) -> PySide {
        self.clone()
    }

    fn __copy__(&self) -> PySide {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<PyAny>) -> PySide {
        self.clone()
    }

    fn __repr__(&self) -> String {
        let rules: &Ruleset = self.0.rules();
        format!(
            "<Side under {}, {} pieces locked:\n{}>",
            rules.name,
            self.pieces(),
            self.0.field()
        )
    }
}
