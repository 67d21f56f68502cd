//! Fumens: pages of the community's editors.

use crate::board::PyBoard;
use crate::errors::{FumenError, parse};
use crate::placement::PyPlacement;
use landfall_fumen::{Flags, Page};
use landfall_rules::Playfield;
use pyo3::prelude::*;

/// A page of a fumen: a field as a drawing with colours, a piece on it, a comment, flags.
#[pyclass(name = "Page", module = "landfall.fumen", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub struct PyPage(Page);

#[pymethods]
impl PyPage {
    #[new]
    #[pyo3(signature = (field = "", *, piece = None, comment = None, lock = true, rise = false, mirror = false))]
    fn new(
        field: &str,
        piece: Option<PyPlacement>,
        comment: Option<String>,
        lock: bool,
        rise: bool,
        mirror: bool,
    ) -> PyResult<PyPage> {
        Ok(PyPage(Page {
            field: (&parse::<Playfield>(field)?).into(),
            piece: piece.map(|piece| piece.0),
            comment,
            flags: Flags {
                lock,
                rise,
                mirror,
                ..Flags::default()
            },
        }))
    }

    /// A drawing of the field before the piece, top row first: letters of pieces, G for grey blocks.
    #[getter]
    fn field(&self) -> String {
        Playfield::from(&self.0.field).to_string()
    }

    /// The filled cells of the field.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(Playfield::from(&self.0.field).board())
    }

    /// The piece on the field, in SRS, without a spin; or None.
    #[getter]
    fn piece(&self) -> Option<PyPlacement> {
        self.0.piece.map(PyPlacement)
    }

    /// A comment from this page on; None keeps that of the page before.
    #[getter]
    fn comment(&self) -> Option<&str> {
        self.0.comment.as_deref()
    }

    /// Whether the piece locks and full rows are cleared.
    #[getter]
    fn lock(&self) -> bool {
        self.0.flags.lock
    }

    /// Whether the row below the field then rises into it.
    #[getter]
    fn rise(&self) -> bool {
        self.0.flags.rise
    }

    /// Whether the field is then mirrored.
    #[getter]
    fn mirror(&self) -> bool {
        self.0.flags.mirror
    }
}

fn error(error: landfall_fumen::FumenError) -> PyErr {
    FumenError::new_err(error.to_string())
}

/// The pages of the one fumen in a text, such as a link.
#[pyfunction]
pub fn decode(text: &str) -> PyResult<Vec<PyPage>> {
    let pages = landfall_fumen::decode(text).map_err(error)?;
    Ok(pages.into_iter().map(PyPage).collect())
}

/// The pages of every fumen in a text.
#[pyfunction]
pub fn decode_all(text: &str) -> PyResult<Vec<Vec<PyPage>>> {
    let fumens = landfall_fumen::decode_all(text).map_err(error)?;
    let pages = |pages: Vec<Page>| pages.into_iter().map(PyPage).collect();
    Ok(fumens.into_iter().map(pages).collect())
}

/// Writes pages as a fumen, `v115@...`.
#[pyfunction]
pub fn encode(pages: Vec<PyPage>) -> String {
    let pages: Vec<Page> = pages.into_iter().map(|page| page.0).collect();
    landfall_fumen::encode(&pages)
}
