//! Matches between bots, those written in Python among them.

use crate::bot::settings;
use crate::errors::{BotError, value_error};
use crate::interrupt::interruptible;
use crate::placement::PyPlacement;
use crate::state::PyState;
use landfall_arena::{
    BotName, BotRecord, EndReason, FinishedGame, MatchConfig, MatchObserver, Player, PlayerError,
    PlayerErrorKind, PlayerSpec, Preset, StopCondition, Suggestion, TimeControl, VersusStatus,
    run_match,
};
use landfall_rules::{Piece, Placement, Playfield, Ruleset, State};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The built-in bot as a player of matches: it searches `nodes` for each move.
#[pyclass(name = "BuiltIn", module = "landfall", frozen)]
pub struct PyBuiltIn {
    nodes: u64,
    threads: usize,
    parameters: BTreeMap<String, f64>,
}

#[pymethods]
impl PyBuiltIn {
    #[new]
    #[pyo3(signature = (nodes, *, threads = 1, parameters = BTreeMap::new()))]
    fn new(nodes: u64, threads: usize, parameters: BTreeMap<String, f64>) -> PyResult<PyBuiltIn> {
        settings(nodes, threads, parameters.clone())?;
        Ok(PyBuiltIn {
            nodes,
            threads,
            parameters,
        })
    }
}

/// What one bot did in a game.
#[pyclass(name = "BotRecord", module = "landfall", frozen, get_all)]
#[derive(Clone)]
pub struct PyBotRecord {
    /// Why its game ended: "goal", "top_out", "forfeit", "player_error"; None if it did not.
    end: Option<String>,
    /// How the bot failed; None if it did not.
    failure: Option<String>,
    /// Pieces locked.
    pieces: u64,
    /// Rows cleared.
    lines: u64,
    /// Lines sent, cancelled ones included.
    attack: u64,
}

/// A finished game of a match.
#[pyclass(name = "GameRecord", module = "landfall", frozen, get_all)]
#[derive(Clone)]
pub struct PyGameRecord {
    /// Its number in the match, from 0; two games after each other have the same pieces.
    game: u64,
    /// "a", "b", or None for a draw.
    winner: Option<&'static str>,
    /// Frames that it lasted, at 60 frames/s.
    frames: u64,
    /// What the first bot did.
    a: PyBotRecord,
    /// What the second bot did.
    b: PyBotRecord,
    /// The replay as JSON lines, which `landfall.replay.read` reads; None without `replays`.
    replay: Option<String>,
}

#[pymethods]
impl PyBotRecord {
    fn __repr__(&self) -> String {
        let end = self.end.as_deref().unwrap_or("none");
        format!(
            "<BotRecord: {} pieces, {} lines sent, end {end}>",
            self.pieces, self.attack
        )
    }
}

#[pymethods]
impl PyGameRecord {
    fn __repr__(&self) -> String {
        let winner = self.winner.unwrap_or("nobody");
        format!(
            "<GameRecord {}: {winner} wins after {} frames>",
            self.game, self.frames
        )
    }
}

impl From<BotRecord> for PyBotRecord {
    fn from(record: BotRecord) -> PyBotRecord {
        PyBotRecord {
            end: record.end.and_then(|end| json_word(&end)),
            failure: record.failure.map(|failure| failure.text),
            pieces: record.pieces,
            lines: record.lines,
            attack: record.attack,
        }
    }
}

/// Returns the word of a value in journals and replays.
fn json_word(value: &EndReason) -> Option<String> {
    let value = serde_json::to_value(value).ok()?;
    value.as_str().map(str::to_string)
}

/// Collects the games of a match.
struct Games(Vec<PyGameRecord>);

impl MatchObserver for Games {
    fn game_finished(&mut self, _finished: &FinishedGame) {}

    fn game_counted(&mut self, finished: FinishedGame) {
        let record = finished.record;
        self.0.push(PyGameRecord {
            game: record.game,
            winner: record.winner.map(|winner| match winner {
                BotName::A => "a",
                BotName::B => "b",
            }),
            frames: record.frames,
            a: record.a.into(),
            b: record.b.into(),
            replay: finished.replay,
        });
    }
}

/// A function from a position to a placement as a player.
struct Function {
    rules: Ruleset,
    state: Option<State>,
    function: Arc<Py<PyAny>>,
}

impl Function {
    fn call(&self, py: Python, state: State) -> PyResult<Option<PyPlacement>> {
        let rules = self.rules;
        let answer = self.function.call1(py, (PyState { rules, state },))?;
        answer.extract(py).map_err(PyErr::from)
    }
}

impl Player for Function {
    fn start(&mut self, state: &State, _: &Playfield, _: Option<&VersusStatus>) {
        self.state = Some(state.clone());
    }

    fn play(&mut self, mv: &Placement, dealt: &[Piece]) {
        if let Some(state) = &mut self.state {
            state.play(&self.rules, mv);
            dealt.iter().for_each(|&piece| state.push_piece(piece));
        }
    }

    fn suggest(&mut self) -> Result<Suggestion, PlayerError> {
        let Some(state) = self.state.clone() else {
            return Ok(Suggestion::default());
        };
        let answer = Python::attach(|py| self.call(py, state).map_err(|error| error.to_string()));
        let answer = answer.map_err(|text| PlayerError::new(PlayerErrorKind::Crash, text))?;
        Ok(answer.map(|mv| Suggestion::from(mv.0)).unwrap_or_default())
    }
}

/// Returns how to start a player: a command, a `BuiltIn`, or a function.
fn player(player: &Bound<PyAny>, limit: Duration) -> PyResult<(PlayerSpec, String)> {
    if let Ok(command) = player.extract::<String>() {
        let spec = PlayerSpec::Program {
            command: command.clone(),
            limit,
            time_control: TimeControl::Unlimited,
        };
        return Ok((spec, command));
    }
    if let Ok(built_in) = player.cast::<PyBuiltIn>() {
        let built_in = built_in.get();
        let settings = settings(
            built_in.nodes,
            built_in.threads,
            built_in.parameters.clone(),
        )?;
        let name = format!("landfall --nodes {}", built_in.nodes);
        return Ok((PlayerSpec::BuiltIn(Box::new(settings)), name));
    }
    if !player.is_callable() {
        return Err(value_error(
            "a player is a command, a BuiltIn, or a function from a State to a Placement",
        ));
    }
    let function = Arc::new(player.clone().unbind());
    let name = player.getattr("__name__").and_then(|name| name.extract());
    let start = move |rules: &Ruleset| {
        Ok(Box::new(Function {
            rules: *rules,
            state: None,
            function: Arc::clone(&function),
        }) as Box<dyn Player>)
    };
    Ok((
        PlayerSpec::Own(Arc::new(start)),
        name.unwrap_or_else(|_| "function".into()),
    ))
}

/// Plays a match in virtual time, with the timings and the garbage of a preset (docs/presets.md).
///
/// A player is the command of a bot, a `BuiltIn`, or a function from a `State` to a `Placement`, or to None
/// to give up. Games 2n and 2n + 1 have the same pieces, and the seats exchanged. With `replays` each
/// record has its replay. The same seed gives the same games, unless a player does otherwise.
#[pyfunction]
#[pyo3(signature = (a, b, *, games = 2, preset = "ppt", seed = 1, jobs = 1, replays = false, time_limit = 10.0))]
#[allow(clippy::too_many_arguments, reason = "Python's keyword arguments")]
pub fn play_match(
    py: Python,
    a: &Bound<PyAny>,
    b: &Bound<PyAny>,
    games: u64,
    preset: &str,
    seed: u64,
    jobs: usize,
    replays: bool,
    time_limit: f64,
) -> PyResult<Vec<PyGameRecord>> {
    let limit = Duration::try_from_secs_f64(time_limit)
        .map_err(|_| value_error("`time_limit` must be a number of seconds"))?;
    let (a, name_a) = player(a, limit)?;
    let (b, name_b) = player(b, limit)?;
    let config = MatchConfig {
        preset: Preset::by_name(preset).map_err(value_error)?,
        players: [a, b],
        commands: [name_a, name_b],
        seed,
        games: 0..games,
        stop_condition: StopCondition::AllGames,
        jobs: jobs.clamp(1, 256),
        replays,
        real_time: false,
    };
    let mut played = Games(Vec::new());
    interruptible(py, |stop| run_match(&config, Vec::new(), &mut played, stop))?
        .map_err(|error| BotError::new_err(error.text))?;
    Ok(played.0)
}
