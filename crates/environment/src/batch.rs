//! Many games, stepped at once.

use crate::action::{ACTIONS, ROWS};
use crate::environment::{Environment, IllegalAction, Step};
use crate::observation::{COUNTERS, Observation};
use crate::options::{EnvironmentOptions, OptionsError};
use landfall_rules::Placement;
use landfall_rules::board::WIDTH;
use thiserror::Error;

/// Cells of an observed board.
const CELLS: usize = ROWS * WIDTH;

/// Many games of one kind. A step after the end of a game begins the next one, whatever its action, with reward
/// 0.
#[derive(Clone, Debug)]
pub struct Batch {
    games: Vec<Environment>,
    /// What a step does in each game.
    chosen: Vec<Turn>,
}

/// What a step does in a game.
#[derive(Clone, Copy, Debug)]
enum Turn {
    Begin,
    /// `None` for an illegal action, which loses.
    Play(Option<Placement>),
}

/// Buffers that a [`Batch`] writes: for each game the parts of an [`Observation`], the mask of its actions, and
/// the parts of a [`Step`].
#[derive(Debug)]
#[allow(missing_docs, reason = "as in Observation and Step")]
pub struct Views<'a> {
    pub boards: &'a mut [u8],
    pub opponents: &'a mut [u8],
    pub pieces: &'a mut [u8],
    pub counters: &'a mut [i32],
    pub masks: &'a mut [i8],
    pub rewards: &'a mut [f32],
    pub terminated: &'a mut [bool],
    pub truncated: &'a mut [bool],
    pub lines: &'a mut [i32],
    pub attack: &'a mut [i32],
}

/// Buffers of the right sizes; [`Views`] says what is in them.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "as in Views")]
pub struct Buffers {
    pub boards: Vec<u8>,
    pub opponents: Vec<u8>,
    pub pieces: Vec<u8>,
    pub counters: Vec<i32>,
    pub masks: Vec<i8>,
    pub rewards: Vec<f32>,
    pub terminated: Vec<bool>,
    pub truncated: Vec<bool>,
    pub lines: Vec<i32>,
    pub attack: Vec<i32>,
}

impl Buffers {
    /// Returns buffers for these games.
    pub fn new(batch: &Batch) -> Buffers {
        let count = batch.len();
        Buffers {
            boards: vec![0; count * CELLS],
            opponents: vec![
                0;
                if batch.has_opponents() {
                    count * CELLS
                } else {
                    0
                }
            ],
            pieces: vec![0; count * batch.pieces()],
            counters: vec![0; count * COUNTERS],
            masks: vec![0; count * ACTIONS],
            rewards: vec![0.0; count],
            terminated: vec![false; count],
            truncated: vec![false; count],
            lines: vec![0; count],
            attack: vec![0; count],
        }
    }

    /// Returns them as what a [`Batch`] writes.
    pub fn views(&mut self) -> Views<'_> {
        Views {
            boards: &mut self.boards,
            opponents: &mut self.opponents,
            pieces: &mut self.pieces,
            counters: &mut self.counters,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            lines: &mut self.lines,
            attack: &mut self.attack,
        }
    }
}

/// Why a batch could not be stepped; no game has changed then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BatchError {
    /// The wrong number of actions.
    #[error("there are {found} actions for {games} games")]
    Count {
        /// Actions given.
        found: usize,
        /// Games of the batch.
        games: usize,
    },
    /// An action cannot be played.
    #[error("game {game}: {error}")]
    Action {
        /// The game, from 0.
        game: usize,
        /// Why.
        error: IllegalAction,
    },
}

impl Batch {
    /// Returns so many games.
    ///
    /// # Errors
    /// The options cannot be played.
    pub fn new(options: EnvironmentOptions, games: usize) -> Result<Batch, OptionsError> {
        let game = Environment::new(options)?;
        Ok(Batch {
            games: vec![game; games],
            chosen: vec![Turn::Begin; games],
        })
    }

    /// Returns how many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the games.
    pub fn games(&self) -> &[Environment] {
        &self.games
    }

    /// Returns how many pieces an observation has.
    pub fn pieces(&self) -> usize {
        self.games
            .first()
            .map_or(0, |game| game.options().visible + 1)
    }

    /// Returns whether the games have opponents.
    pub fn has_opponents(&self) -> bool {
        { self.games.first() }.is_some_and(|game| game.options().opponent.is_some())
    }

    /// Begins all games: that of number `i` with the seed `seed + i`.
    ///
    /// # Panics
    /// A buffer is too short.
    pub fn reset(&mut self, seed: u64, views: &mut Views) {
        for (number, game) in self.games.iter_mut().enumerate() {
            game.reset(seed.wrapping_add(number as u64));
            views.write(number, game, &Step::default());
        }
    }

    /// Plays an action in each game.
    ///
    /// # Errors
    /// An action cannot be played, or there are too few or too many.
    ///
    /// # Panics
    /// A buffer is too short.
    pub fn step(&mut self, actions: &[i64], views: &mut Views) -> Result<(), BatchError> {
        let (found, games) = (actions.len(), self.games.len());
        if found != games {
            return Err(BatchError::Count { found, games });
        }
        for (number, (game, &action)) in self.games.iter().zip(actions).enumerate() {
            self.chosen[number] = match game.is_over() {
                true => Turn::Begin,
                false => {
                    Turn::Play(game.placement(action).map_err(|error| BatchError::Action {
                        game: number,
                        error,
                    })?)
                }
            };
        }
        for (number, game) in self.games.iter_mut().enumerate() {
            let step = match &self.chosen[number] {
                Turn::Play(placement) => game.play(placement.as_ref()),
                Turn::Begin => {
                    game.reset_next();
                    Step::default()
                }
            };
            views.write(number, game, &step);
        }
        Ok(())
    }

    /// Returns a random legal action of each game.
    pub fn random_actions(&mut self) -> Vec<i64> {
        let actions = self.games.iter_mut().map(Environment::random_action);
        actions.map(i64::from).collect()
    }
}

impl Views<'_> {
    fn write(&mut self, number: usize, game: &Environment, step: &Step) {
        fn part<T>(buffer: &mut [T], number: usize, length: usize) -> &mut [T] {
            &mut buffer[number * length..(number + 1) * length]
        }
        let opponents = if game.options().opponent.is_some() {
            CELLS
        } else {
            0
        };
        game.observe(&mut Observation {
            board: part(self.boards, number, CELLS),
            opponent: part(self.opponents, number, opponents),
            pieces: part(self.pieces, number, game.options().visible + 1),
            counters: part(self.counters, number, COUNTERS),
        });
        game.write_mask(part(self.masks, number, ACTIONS));
        self.rewards[number] = step.reward;
        self.terminated[number] = step.terminated;
        self.truncated[number] = step.truncated;
        self.lines[number] = step.lines as i32;
        self.attack[number] = step.attack as i32;
    }
}
