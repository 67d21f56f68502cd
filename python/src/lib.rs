//! The Python module `landfall._landfall`: bindings of the crates. `landfall/__init__.py` says what is
//! public, `landfall/_landfall.pyi` has the types.

mod board;
mod bot;
mod clear;
mod environment;
mod errors;
mod fumen;
mod interrupt;
mod matches;
mod placement;
mod replay;
mod ruleset;
mod search;
mod side;
mod state;

use pyo3::prelude::*;

/// Bindings of the crates of landfall.
#[pymodule]
fn _landfall(module: &Bound<PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::add(module)?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<clear::PyClear>()?;
    module.add_class::<placement::PyPlacement>()?;
    module.add_class::<ruleset::PyRuleset>()?;
    module.add_class::<state::PyState>()?;
    module.add_class::<side::PySide>()?;
    module.add_class::<side::PyLockResult>()?;
    module.add_class::<side::PyPieceSequence>()?;
    module.add_class::<side::PySideGarbage>()?;
    module.add_class::<environment::PyBatch>()?;
    module.add_class::<search::PyLine>()?;
    module.add_class::<search::PySearchResult>()?;
    module.add_function(wrap_pyfunction!(search::search, module)?)?;
    module.add_class::<fumen::PyPage>()?;
    module.add_function(wrap_pyfunction!(fumen::decode, module)?)?;
    module.add_function(wrap_pyfunction!(fumen::decode_all, module)?)?;
    module.add_function(wrap_pyfunction!(fumen::encode, module)?)?;
    module.add_class::<replay::PyRecordedGame>()?;
    module.add_class::<replay::PyRound>()?;
    module.add_class::<replay::PyRecordedSide>()?;
    module.add_class::<replay::PyRecordedMove>()?;
    module.add_function(wrap_pyfunction!(replay::read, module)?)?;
    module.add_class::<bot::PyBot>()?;
    module.add_class::<matches::PyBuiltIn>()?;
    module.add_class::<matches::PyBotRecord>()?;
    module.add_class::<matches::PyGameRecord>()?;
    module.add_function(wrap_pyfunction!(matches::play_match, module)?)?;
    Ok(())
}
