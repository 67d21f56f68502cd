//! Bots of the Tetris Bot Protocol: another program as a process, or the built-in one.

use crate::errors::{BotError, value_error};
use crate::interrupt::interruptible;
use crate::placement::PyPlacement;
use crate::ruleset::Rules;
use crate::search::search_options;
use crate::state::{PyState, field};
use landfall_bot::{BotKind, DriverOptions, Settings};
use landfall_rules::{Piece, Placement, Queue, Ruleset};
use landfall_tbp::convert::{to_placement, to_rules, to_start};
use landfall_tbp::host::EngineHost;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a request waits before it looks whether it was interrupted.
const POLL: Duration = Duration::from_millis(50);

/// A bot that has accepted the rules. `with Bot.launch("cold-clear-2") as bot: ...` ends it.
#[pyclass(name = "Bot", module = "landfall", frozen)]
pub struct PyBot {
    rules: Ruleset,
    /// `None` once it is closed.
    host: Mutex<Option<EngineHost>>,
    name: String,
    version: String,
    process_id: Option<u32>,
}

/// Returns the settings of the built-in bot.
pub fn settings(
    nodes: u64,
    threads: usize,
    parameters: BTreeMap<String, f64>,
) -> PyResult<Settings> {
    Ok(Settings::new(DriverOptions {
        search: search_options(parameters)?,
        threads: threads.clamp(1, 256),
        nodes: Some(nodes.max(1)),
    }))
}

impl PyBot {
    fn start(py: Python, kind: BotKind, rules: Ruleset, limit: Duration) -> PyResult<PyBot> {
        let bot = py.detach(|| kind.launch(to_rules(&rules), limit));
        let bot = bot.map_err(|error| BotError::new_err(error.to_string()))?;
        Ok(PyBot {
            rules,
            name: bot.info().name.clone(),
            version: bot.info().version.clone(),
            process_id: bot.process_id(),
            host: Mutex::new(Some(EngineHost::new(bot))),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Option<EngineHost>> {
        self.host.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a function with the host; an error if the bot is closed.
    fn with_host<T>(&self, call: impl FnOnce(&mut EngineHost) -> T) -> PyResult<T> {
        match &mut *self.lock() {
            Some(host) => Ok(call(host)),
            None => Err(BotError::new_err("the bot is closed")),
        }
    }

    /// Waits for the answer to a request. Runs without the interpreter lock.
    fn answer(&self, stop: impl Fn() -> bool) -> PyResult<Vec<Placement>> {
        self.with_host(EngineHost::request)?;
        while !stop() {
            let answer = self.with_host(|host| {
                host.poll(POLL)
                    .map_err(|error| host.explain(error).to_string())
            })?;
            if let Some(suggestion) = answer.map_err(BotError::new_err)? {
                let moves = suggestion.moves.iter();
                let placements = moves.filter_map(|mv| to_placement(&self.rules, mv).ok());
                return Ok(placements.collect());
            }
        }
        Ok(Vec::new())
    }
}

#[pymethods]
impl PyBot {
    /// Starts a program, by its command as a shell would split it, and agrees on the rules with it. Each
    /// answer may take `time_limit` seconds.
    #[staticmethod]
    #[pyo3(signature = (command, rules = Rules::default(), *, time_limit = 10.0))]
    fn launch(py: Python, command: String, rules: Rules, time_limit: f64) -> PyResult<PyBot> {
        let limit = Duration::try_from_secs_f64(time_limit)
            .map_err(|_| value_error("`time_limit` must be a number of seconds"))?;
        PyBot::start(py, BotKind::Program(command), rules.0, limit)
    }

    /// Starts the built-in bot on a thread of its own. It searches `nodes` for each move.
    #[staticmethod]
    #[pyo3(signature = (rules = Rules::default(), *, nodes, threads = 1, parameters = BTreeMap::new()))]
    fn built_in(
        py: Python,
        rules: Rules,
        nodes: u64,
        threads: usize,
        parameters: BTreeMap<String, f64>,
    ) -> PyResult<PyBot> {
        let settings = Settings {
            rules: rules.0,
            ..settings(nodes, threads, parameters)?
        };
        PyBot::start(py, BotKind::BuiltIn(Box::new(settings)), rules.0, POLL)
    }

    /// The name that the bot gives.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The version that the bot gives.
    #[getter]
    fn version(&self) -> &str {
        &self.version
    }

    /// The id of its process; None for the built-in bot.
    #[getter]
    fn process_id(&self) -> Option<u32> {
        self.process_id
    }

    /// Sends a position.
    fn set_position(&self, py: Python, state: PyRef<PyState>) -> PyResult<()> {
        let start = to_start(&state.state, &field(&state.state), None);
        py.detach(|| self.with_host(|host| host.set_position(&start)).map(|_| ()))
    }

    /// Tells the bot that a move was played, and which pieces, as letters, were dealt after it.
    #[pyo3(signature = (placement, dealt = ""))]
    fn play(&self, py: Python, placement: PyPlacement, dealt: &str) -> PyResult<()> {
        let dealt: Queue = crate::errors::parse(dealt)?;
        let dealt: Vec<Piece> = dealt.iter().copied().collect();
        py.detach(|| self.with_host(|host| host.play(&self.rules, &placement.0, &dealt)))
    }

    /// Asks for moves in the current position and waits for them. The best is first; empty if the bot
    /// gives up. They need not be legal.
    fn suggest(&self, py: Python) -> PyResult<Vec<PyPlacement>> {
        let moves = interruptible(py, |stop| self.answer(|| stop.load(Ordering::Relaxed)))??;
        Ok(moves.into_iter().map(PyPlacement).collect())
    }

    /// Ends the bot. What is asked of it later raises `BotError`.
    fn close(&self, py: Python) {
        py.detach(|| drop(self.lock().take()));
    }

    fn __enter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python, _exception: &Bound<PyAny>) {
        self.close(py);
    }
}
