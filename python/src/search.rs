//! The search: the best moves of a position, with their lines and values.

use crate::errors::value_error;
use crate::interrupt::interruptible;
use crate::placement::PyPlacement;
use crate::state::PyState;
use landfall_search::parameters::Assignment;
use landfall_search::{
    PositionAnalysis, SearchLimits, SearchOptions, ThreadPool, analyse_position,
};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Most threads of a search.
const MAX_THREADS: usize = 256;

/// A move of a search, with its line and its value.
#[pyclass(name = "Line", module = "landfall", frozen, eq, get_all)]
#[derive(Clone, PartialEq)]
pub struct PyLine {
    /// The move.
    placement: PyPlacement,
    /// The moves that are expected from it on, its own first.
    placements: Vec<PyPlacement>,
    /// The value, in lines sent; compare it with those of the other moves alone.
    value: f64,
    /// Plies that the value has seen.
    depth: u32,
}

#[pymethods]
impl PyLine {
    fn __repr__(&self) -> String {
        format!(
            "<Line {}: value {:.2}, depth {}>",
            self.placement.0, self.value, self.depth
        )
    }
}

/// The result of a search: the best moves.
#[pyclass(name = "SearchResult", module = "landfall", frozen, eq, get_all)]
#[derive(Clone, PartialEq)]
pub struct PySearchResult {
    /// The best moves with their lines, the best first; empty if nothing can be placed, or there was no time.
    lines: Vec<PyLine>,
    /// Nodes spent: placements applied, cleared and evaluated.
    nodes: u64,
}

#[pymethods]
impl PySearchResult {
    /// The best move; None if there is none.
    #[getter]
    fn best(&self) -> Option<PyPlacement> {
        self.lines.first().map(|line| line.placement)
    }

    fn __repr__(&self) -> String {
        let best = self
            .best()
            .map_or("none".to_string(), |mv| mv.0.to_string());
        format!("<SearchResult: best {best}, {} nodes>", self.nodes)
    }
}

impl From<PositionAnalysis> for PySearchResult {
    fn from(analysis: PositionAnalysis) -> PySearchResult {
        let unit = f64::from(analysis.line_value);
        let lines = analysis.lines.into_iter().map(|line| PyLine {
            placement: PyPlacement(line.mv),
            placements: line.line.into_iter().map(PyPlacement).collect(),
            value: f64::from(line.value) / unit,
            depth: line.depth,
        });
        PySearchResult {
            lines: lines.collect(),
            nodes: analysis.nodes,
        }
    }
}

/// Returns the options of a search with some parameters set, by the names that `landfall weights`
/// lists.
pub fn search_options(parameters: BTreeMap<String, f64>) -> PyResult<SearchOptions> {
    let parsed = parameters
        .into_iter()
        .map(|(name, value)| format!("{name}={value}").parse().map_err(value_error));
    let assignments: Vec<Assignment> = parsed.collect::<PyResult<_>>()?;
    SearchOptions::default()
        .with_assignments(&assignments)
        .map_err(value_error)
}

/// Searches a position and returns its best moves with their lines.
///
/// At least one of `nodes`, `seconds` and `depth` says when to stop; the first that is reached ends the
/// search. `depth` is the most known pieces that are placed. With `nodes` alone the result is the same on
/// every machine and with any number of threads. `lines` is how many moves are returned, `memory` the most
/// bytes used, `parameters` sets weights and parameters by the names of `landfall weights`. Other Python
/// threads run meanwhile.
#[pyfunction]
#[pyo3(signature = (state, *, nodes = None, seconds = None, depth = None, lines = 5, threads = 1, memory = 512 << 20, parameters = BTreeMap::new()))]
#[allow(clippy::too_many_arguments, reason = "Python's keyword arguments")]
pub fn search(
    py: Python,
    state: PyRef<PyState>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    depth: Option<usize>,
    lines: usize,
    threads: usize,
    memory: usize,
    parameters: BTreeMap<String, f64>,
) -> PyResult<PySearchResult> {
    if nodes.is_none() && seconds.is_none() && depth.is_none() {
        return Err(value_error(
            "give `nodes`, `seconds` or `depth`: otherwise the search has no end",
        ));
    }
    if !(1..=MAX_THREADS).contains(&threads) {
        return Err(value_error(format_args!(
            "`threads` must be from 1 to {MAX_THREADS}"
        )));
    }
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| value_error("`seconds` must be a number of 0 or more"))?;
    let options = SearchOptions {
        memory: memory.clamp(1 << 20, 64 << 30),
        ..search_options(parameters)?
    };
    let (rules, state) = (state.rules, state.state.clone());
    let begun = Instant::now();
    let analysis = interruptible(py, |stop| {
        let is_over =
            || stop.load(Ordering::Relaxed) || time.is_some_and(|time| begun.elapsed() >= time);
        let mut limits = SearchLimits::nodes(nodes.unwrap_or(u64::MAX)).until(is_over);
        if let Some(depth) = depth {
            limits = limits.depth(depth);
        }
        analyse_position(
            &ThreadPool::new(threads),
            &rules,
            &options,
            &state,
            &limits,
            lines,
        )
    });
    analysis.map(PySearchResult::from)
}
