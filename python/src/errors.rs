//! The exceptions: a class for each boundary, with the crate's text.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::{create_exception, types::PyModule};
use std::fmt::Display;
use std::str::FromStr;

create_exception!(
    landfall,
    IllegalPlacementError,
    PyValueError,
    "The rules forbid a placement; the text says why."
);
create_exception!(
    landfall,
    BotError,
    PyRuntimeError,
    "A bot could not be started, broke the protocol or gave no answer in time."
);
create_exception!(
    landfall,
    ReplayError,
    PyValueError,
    "A file cannot be read as a finished game."
);
create_exception!(
    landfall,
    FumenError,
    PyValueError,
    "A text is no fumen that can be read."
);

/// Adds the exceptions to the module.
pub fn add(module: &Bound<PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add(
        "IllegalPlacementError",
        py.get_type::<IllegalPlacementError>(),
    )?;
    module.add("BotError", py.get_type::<BotError>())?;
    module.add("ReplayError", py.get_type::<ReplayError>())?;
    module.add("FumenError", py.get_type::<FumenError>())
}

/// Returns a `ValueError` with the text of an error.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Reads a value from its text.
pub fn parse<T: FromStr<Err: Display>>(text: &str) -> PyResult<T> {
    text.parse().map_err(value_error)
}
