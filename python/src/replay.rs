//! Finished games as positions, and their reviews.

use crate::clear::PyClear;
use crate::errors::{ReplayError, value_error};
use crate::interrupt::interruptible;
use crate::placement::PyPlacement;
use crate::ruleset::{PyRuleset, Rules};
use crate::state::PyState;
use landfall_replay::{Goal, ReadOptions, RecordedGame, RecordedMove, RecordedSide, Round};
use landfall_review::reviewer::review_game;
use landfall_review::{GameReview, JudgeOptions, NoMoves, Player, ReviewOptions};
use pyo3::prelude::*;
use std::sync::Arc;

/// A finished game, or several rounds of one match.
#[pyclass(name = "RecordedGame", module = "landfall.replay", frozen)]
pub struct PyRecordedGame(Arc<RecordedGame>);

/// A round of a game.
#[pyclass(name = "Round", module = "landfall.replay", frozen)]
pub struct PyRound {
    game: Arc<RecordedGame>,
    round: usize,
}

/// One player's side of a round.
#[pyclass(name = "RecordedSide", module = "landfall.replay", frozen)]
pub struct PyRecordedSide {
    game: Arc<RecordedGame>,
    round: usize,
    side: usize,
}

/// A move, and what its player could see when its piece appeared.
#[pyclass(name = "RecordedMove", module = "landfall.replay", frozen)]
pub struct PyRecordedMove {
    game: Arc<RecordedGame>,
    round: usize,
    side: usize,
    number: usize,
}

/// Reads a finished game: a replay of TETR.IO or of the arena, a fumen, a log of TBP messages. Its content
/// says which. `rules` are those of fumens and of logs without rules.
#[pyfunction]
#[pyo3(signature = (data, *, rules = Rules::default(), previews = 5))]
pub fn read(py: Python, data: &[u8], rules: Rules, previews: usize) -> PyResult<PyRecordedGame> {
    let options = ReadOptions {
        rules: rules.0,
        previews: previews.min(100),
    };
    let game = py.detach(|| landfall_replay::read_with(data, &options));
    let game = game.map_err(|error| ReplayError::new_err(error.to_string()))?;
    Ok(PyRecordedGame(Arc::new(game)))
}

#[pymethods]
impl PyRecordedGame {
    fn __repr__(&self) -> String {
        let rounds = self.0.rounds.len();
        format!("<RecordedGame: {}, {rounds} rounds>", self.0.recording)
    }

    /// The format, such as "TETR.IO match, version 17".
    #[getter]
    fn recording(&self) -> String {
        self.0.recording.to_string()
    }

    /// Lines to clear, if that was the goal; None in a match.
    #[getter]
    fn goal(&self) -> Option<u32> {
        match self.0.goal {
            Goal::Lines(lines) => Some(lines),
            Goal::Versus => None,
        }
    }

    /// Sentences about parts that were left out or are unusual.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.0.notes.clone()
    }

    /// The rounds, in the order in which they were played.
    #[getter]
    fn rounds(&self) -> Vec<PyRound> {
        let round = |round| PyRound {
            game: Arc::clone(&self.0),
            round,
        };
        (0..self.0.rounds.len()).map(round).collect()
    }

    /// Reviews the game: for every move what was better and what the difference cost, as
    /// `landfall review --json` writes it for one game (docs/review.schema.json), as JSON.
    #[pyo3(signature = (*, nodes = 50_000, threads = 1, player = None))]
    fn review_json(
        &self,
        py: Python,
        nodes: u64,
        threads: usize,
        player: Option<usize>,
    ) -> PyResult<String> {
        let options = ReviewOptions {
            judge: JudgeOptions {
                nodes,
                ..JudgeOptions::default()
            },
            player: player.map(Player::Number),
            ..ReviewOptions::default()
        };
        let game = &*self.0;
        let report = interruptible(py, |stop| {
            let review = GameReview::new(game, &options);
            match review.move_count() {
                0 => Err(ReplayError::new_err(NoMoves::of(game).to_string())),
                _ => review_game(&review, 0, threads.clamp(1, 256), None, stop, &mut |_| {})
                    .map_err(value_error),
            }
        })??;
        serde_json::to_string(&report).map_err(value_error)
    }
}

impl PyRound {
    fn get(&self) -> &Round {
        &self.game.rounds[self.round]
    }
}

#[pymethods]
impl PyRound {
    /// Its number in the file, from 1.
    #[getter]
    fn number(&self) -> usize {
        self.get().number
    }

    /// The index of the side that won, if the file names one.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.get().winner
    }

    /// The sides, in the order of the file.
    #[getter]
    fn sides(&self) -> Vec<PyRecordedSide> {
        let side = |side| PyRecordedSide {
            game: Arc::clone(&self.game),
            round: self.round,
            side,
        };
        (0..self.get().sides.len()).map(side).collect()
    }
}

impl PyRecordedSide {
    fn get(&self) -> &RecordedSide {
        &self.game.rounds[self.round].sides[self.side]
    }
}

#[pymethods]
impl PyRecordedSide {
    fn __repr__(&self) -> String {
        let side = self.get();
        format!(
            "<RecordedSide: player {}, {} moves>",
            side.player,
            side.moves.len()
        )
    }

    /// The player: the same number in every round, from 0.
    #[getter]
    fn player(&self) -> usize {
        self.get().player
    }

    /// The player's name, if the file has it.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.get().name.as_deref()
    }

    /// The ruleset.
    #[getter]
    fn rules(&self) -> PyRuleset {
        PyRuleset(self.get().rules)
    }

    /// Why moves were left out, if some were: something does not agree with the file.
    #[getter]
    fn stopped_reason(&self) -> Option<&str> {
        self.get().trust.reason()
    }

    /// The position after the last move.
    #[getter]
    fn end(&self) -> PyState {
        PyState {
            rules: self.get().rules,
            state: self.get().end.state.clone(),
        }
    }

    /// How the side lost, if that is known.
    #[getter]
    fn loss(&self) -> Option<String> {
        self.get().end.loss.map(|loss| loss.to_string())
    }

    /// The moves that agree with the file.
    #[getter]
    fn moves(&self) -> Vec<PyRecordedMove> {
        let mv = |number| PyRecordedMove {
            game: Arc::clone(&self.game),
            round: self.round,
            side: self.side,
            number,
        };
        (0..self.get().moves.len()).map(mv).collect()
    }
}

impl PyRecordedMove {
    fn side(&self) -> &RecordedSide {
        &self.game.rounds[self.round].sides[self.side]
    }

    fn get(&self) -> &RecordedMove {
        &self.side().moves[self.number]
    }
}

#[pymethods]
impl PyRecordedMove {
    fn __repr__(&self) -> String {
        let mv = self.get();
        format!("<RecordedMove: {}, frame {}>", mv.placement, mv.locked)
    }

    /// The position before the move and before any hold.
    #[getter]
    fn state(&self) -> PyState {
        PyState {
            rules: self.side().rules,
            state: self.get().state.clone(),
        }
    }

    /// A drawing of its board with colours, top row first.
    #[getter]
    fn field(&self) -> String {
        self.get().field.to_string()
    }

    /// Where the piece locked.
    #[getter]
    fn placement(&self) -> PyPlacement {
        PyPlacement(self.get().placement)
    }

    /// What it cleared.
    #[getter]
    fn clear(&self) -> PyClear {
        PyClear::new(self.get().placement.piece, &self.get().clear)
    }

    /// Whether hold was pressed first.
    #[getter]
    fn held(&self) -> bool {
        self.get().held
    }

    /// The frame in which the piece appeared, at 60 frames/s.
    #[getter]
    fn appeared(&self) -> u64 {
        self.get().appeared
    }

    /// The frame in which it locked.
    #[getter]
    fn locked(&self) -> u64 {
        self.get().locked
    }

    /// The lines of each packet of garbage that waited, the oldest first.
    #[getter]
    fn waiting(&self) -> Vec<u32> {
        self.get()
            .waiting
            .iter()
            .map(|packet| packet.lines)
            .collect()
    }

    /// The packets that were sent, after cancelling.
    #[getter]
    fn sent(&self) -> Vec<u32> {
        self.get().sent.to_vec()
    }

    /// The garbage that rose after it, row by row: masks of filled columns.
    #[getter]
    fn raised(&self) -> Vec<u16> {
        self.get().raised.to_vec()
    }
}
