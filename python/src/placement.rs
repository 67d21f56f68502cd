//! Placements.

use crate::errors::{parse, value_error};
use crate::ruleset::Rules;
use landfall_rules::Placement;
use landfall_rules::board::Cell;
use pyo3::prelude::*;

/// Where a piece locks: `Placement("T", "south", 2, 1, spin="full")`. `x` and `y` are those of its
/// centre, from the left and from the floor.
#[pyclass(
    name = "Placement",
    module = "landfall",
    frozen,
    eq,
    ord,
    hash,
    from_py_object
)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyPlacement(pub Placement);

#[pymethods]
impl PyPlacement {
    #[new]
    #[pyo3(signature = (piece, rotation, x, y, spin = "none"))]
    fn new(piece: &str, rotation: &str, x: i8, y: i8, spin: &str) -> PyResult<PyPlacement> {
        Ok(PyPlacement(Placement {
            spin: parse(spin)?,
            ..Placement::new(parse(piece)?, parse(rotation)?, x, y)
        }))
    }

    /// Reads the text of a placement: `"T south x=2 y=1 spin full"`.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<PyPlacement> {
        parse(text).map(PyPlacement)
    }

    /// The placement that skips a piece, where the rules have skips.
    #[staticmethod]
    fn skip(piece: &str) -> PyResult<PyPlacement> {
        Ok(PyPlacement(Placement::skip(parse(piece)?)))
    }

    /// The letter of the piece.
    #[getter]
    fn piece(&self) -> String {
        self.0.piece.to_string()
    }

    /// "north", "east", "south" or "west".
    #[getter]
    fn rotation(&self) -> String {
        self.0.rotation.to_string()
    }

    /// Column of the centre, from the left.
    #[getter]
    fn x(&self) -> i8 {
        self.0.x
    }

    /// Row of the centre, from the floor.
    #[getter]
    fn y(&self) -> i8 {
        self.0.y
    }

    /// "none", "mini" or "full".
    #[getter]
    fn spin(&self) -> String {
        self.0.spin.to_string()
    }

    /// Whether it skips its piece.
    #[getter]
    fn is_skip(&self) -> bool {
        self.0.is_skip()
    }

    /// The four cells that it covers, as (x, y).
    #[pyo3(signature = (rules = Rules::default()))]
    fn cells(&self, rules: Rules) -> Vec<Cell> {
        self.0.cells(&rules.0).to_vec()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Placement.parse(\"{}\")", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let text = slf.get().0.to_string();
        if text.parse::<Placement>().is_err() {
            return Err(value_error("this placement has no text"));
        }
        Ok((slf.get_type().getattr("parse")?, (text,)))
    }
}
