//! Environments whose observations are numpy arrays that every step writes again.

use crate::errors::value_error;
use crate::placement::PyPlacement;
use crate::ruleset::Rules;
use landfall_environment::{
    ACTIONS, Batch, COUNTERS, EnvironmentOptions, IllegalActions, Opponent, ROWS, Reward, Views,
};
use landfall_rules::board::WIDTH;
use numpy::{
    Element, PyArray, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray, ndarray,
};
use pyo3::prelude::*;

/// Most games of a batch.
const MAX_GAMES: usize = 65_536;

/// Many games of one kind, stepped at once. The arrays are the same objects all the time: `reset` and `step`
/// write into them.
#[pyclass(name = "Batch", module = "landfall.gym")]
pub struct PyBatch {
    batch: Batch,
    /// Boards, uint8 of shape (games, 24, 10), the floor first.
    #[pyo3(get)]
    boards: Py<PyArray<u8, ndarray::Ix3>>,
    /// Boards of the opponents in the same way; of shape (games, 0, 10) in games alone.
    #[pyo3(get)]
    opponents: Py<PyArray<u8, ndarray::Ix3>>,
    /// Hold and known pieces, uint8 of shape (games, 1 + visible), 7 for none.
    #[pyo3(get)]
    pieces: Py<PyArray<u8, ndarray::Ix2>>,
    /// Combo, back-to-back, lines that wait for the agent and for the opponent, int32 of shape (games, 4).
    #[pyo3(get)]
    counters: Py<PyArray<i32, ndarray::Ix2>>,
    /// Legal actions, int8 of shape (games, 1920).
    #[pyo3(get)]
    masks: Py<PyArray<i8, ndarray::Ix2>>,
    /// Rewards of the last step, float32.
    #[pyo3(get)]
    rewards: Py<PyArray1<f32>>,
    /// Whether the last step won or lost the game.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// Whether the last step cut the game off.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// Rows cleared by the last step, int32.
    #[pyo3(get)]
    lines: Py<PyArray1<i32>>,
    /// Lines sent by the last step, int32.
    #[pyo3(get)]
    attack: Py<PyArray1<i32>>,
}

/// Borrows an array for writing.
fn borrow<'py, T: Element, D: ndarray::Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let array = array.bind(py).try_readwrite();
    array.map_err(|_| value_error("an array of the environment cannot be written"))
}

impl PyBatch {
    /// Calls a function with the games and the arrays, without the interpreter lock.
    fn write<T: Send>(
        &mut self,
        py: Python,
        call: impl FnOnce(&mut Batch, &mut Views) -> T + Send,
    ) -> PyResult<T> {
        let mut boards = borrow(py, &self.boards)?;
        let mut opponents = borrow(py, &self.opponents)?;
        let mut pieces = borrow(py, &self.pieces)?;
        let mut counters = borrow(py, &self.counters)?;
        let mut masks = borrow(py, &self.masks)?;
        let mut rewards = borrow(py, &self.rewards)?;
        let mut terminated = borrow(py, &self.terminated)?;
        let mut truncated = borrow(py, &self.truncated)?;
        let mut lines = borrow(py, &self.lines)?;
        let mut attack = borrow(py, &self.attack)?;
        let mut views = Views {
            boards: boards.as_slice_mut()?,
            opponents: opponents.as_slice_mut()?,
            pieces: pieces.as_slice_mut()?,
            counters: counters.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            lines: lines.as_slice_mut()?,
            attack: attack.as_slice_mut()?,
        };
        let batch = &mut self.batch;
        Ok(py.detach(|| call(batch, &mut views)))
    }
}

fn reward(name: &str) -> PyResult<Reward> {
    match name {
        "lines" => Ok(Reward::Lines),
        "attack" => Ok(Reward::Attack),
        "outcome" => Ok(Reward::Outcome),
        _ => Err(value_error(format_args!(
            "there is no reward {name:?}, there are: lines, attack, outcome"
        ))),
    }
}

fn illegal(name: &str) -> PyResult<IllegalActions> {
    match name {
        "lose" => Ok(IllegalActions::Lose),
        "raise" => Ok(IllegalActions::Refuse),
        _ => Err(value_error(format_args!(
            "`illegal_actions` is {name:?}: it must be lose or raise"
        ))),
    }
}

#[pymethods]
impl PyBatch {
    /// `opponent_nodes` is None for a game alone, 0 for an opponent that plays at random, otherwise the nodes
    /// that it searches for each placement.
    #[new]
    #[allow(clippy::too_many_arguments, reason = "Python's keyword arguments")]
    #[pyo3(signature = (games, rules = Rules::default(), *, visible = 6, max_pieces = None, opponent_nodes = None, reward = "lines", illegal_actions = "lose"))]
    fn new(
        py: Python,
        games: usize,
        rules: Rules,
        visible: usize,
        max_pieces: Option<u32>,
        opponent_nodes: Option<u64>,
        reward: &str,
        illegal_actions: &str,
    ) -> PyResult<PyBatch> {
        if !(1..=MAX_GAMES).contains(&games) {
            return Err(value_error(format_args!(
                "there can be 1 to {MAX_GAMES} games, not {games}"
            )));
        }
        let options = EnvironmentOptions {
            rules: rules.0,
            visible,
            max_pieces,
            opponent: opponent_nodes.map(|nodes| match nodes {
                0 => Opponent::Random,
                nodes => Opponent::Search { nodes },
            }),
            reward: self::reward(reward)?,
            illegal: illegal(illegal_actions)?,
        };
        let batch = Batch::new(options, games).map_err(value_error)?;
        let opponents = if batch.has_opponents() { ROWS } else { 0 };
        Ok(PyBatch {
            boards: PyArray::zeros(py, [games, ROWS, WIDTH], false).unbind(),
            opponents: PyArray::zeros(py, [games, opponents, WIDTH], false).unbind(),
            pieces: PyArray::zeros(py, [games, batch.pieces()], false).unbind(),
            counters: PyArray::zeros(py, [games, COUNTERS], false).unbind(),
            masks: PyArray::zeros(py, [games, ACTIONS], false).unbind(),
            rewards: PyArray::zeros(py, [games], false).unbind(),
            terminated: PyArray::zeros(py, [games], false).unbind(),
            truncated: PyArray::zeros(py, [games], false).unbind(),
            lines: PyArray::zeros(py, [games], false).unbind(),
            attack: PyArray::zeros(py, [games], false).unbind(),
            batch,
        })
    }

    /// How many games there are.
    fn __len__(&self) -> usize {
        self.batch.len()
    }

    /// Begins all games: that of number i with the seed `seed + i`.
    fn reset(&mut self, py: Python, seed: u64) -> PyResult<()> {
        self.write(py, |batch, views| batch.reset(seed, views))
    }

    /// Plays an action in each game; where a game is over, the next one begins.
    fn step(&mut self, py: Python, actions: PyReadonlyArray1<i64>) -> PyResult<()> {
        let actions = actions.as_array().to_vec();
        self.write(py, |batch, views| batch.step(&actions, views))?
            .map_err(value_error)
    }

    /// A random legal action of each game.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.batch.random_actions())
    }

    /// The placement of an action in a game; None if it is not legal.
    fn placement(&self, game: usize, action: i64) -> PyResult<Option<PyPlacement>> {
        let games = self.batch.games();
        let game = games
            .get(game)
            .ok_or_else(|| value_error("there is no such game"))?;
        let placement = game.placement(action).map_err(value_error)?;
        Ok(placement.map(PyPlacement))
    }
}
