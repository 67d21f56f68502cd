//! One game, stepped by actions.

use crate::action::ACTIONS;
use crate::observation::Observation;
use crate::options::{EnvironmentOptions, IllegalActions, Opponent, OptionsError, Reward};
use crate::seat::Seat;
use landfall_rules::Placement;
use landfall_rules::rng::{SplitMix64, mix64};
use landfall_search::{SearchLimits, SearchOptions, ThreadPool, search_position};
use thiserror::Error;

/// Memory of a search of the opponent, in bytes.
const SEARCH_MEMORY: usize = 64 << 20;

/// A game, stepped by actions.
///
/// ```
/// use landfall_environment::{Environment, EnvironmentOptions};
/// let mut game = Environment::new(EnvironmentOptions::default())?;
/// game.reset(7);
/// let (action, _) = game.legal_actions()[0];
/// let step = game.step(action.into())?;
/// assert!(!step.terminated && step.reward == 0.0);
/// assert!(game.step(99_999).unwrap_err().to_string().contains("0 to 1919"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Environment {
    options: EnvironmentOptions,
    agent: Seat,
    opponent: Option<Seat>,
    /// Draws the seeds of the games after the first, and random placements.
    rng: SplitMix64,
    is_over: bool,
}

/// What a step did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    /// The reward.
    pub reward: f32,
    /// Whether the game is won or lost.
    pub terminated: bool,
    /// Whether the game is cut off after its most pieces.
    pub truncated: bool,
    /// Rows cleared.
    pub lines: u32,
    /// Lines sent, cancelled ones included.
    pub attack: u32,
}

/// An action that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IllegalAction {
    /// It is no action.
    #[error("{0} is no action: actions are 0 to {last}", last = ACTIONS - 1)]
    Number(i64),
    /// It is masked.
    #[error("action {0} is not legal here: choose one that the action mask allows")]
    Masked(i64),
    /// The game is over.
    #[error("the game is over: reset it")]
    Over,
}

impl Environment {
    /// Returns a game of seed 0.
    ///
    /// # Errors
    /// The options cannot be played.
    pub fn new(options: EnvironmentOptions) -> Result<Environment, OptionsError> {
        options.validate()?;
        let (agent, opponent) = seats(&options, 0);
        Ok(Environment {
            options,
            agent,
            opponent,
            rng: SplitMix64::new(0),
            is_over: false,
        })
    }

    /// Returns the options.
    pub fn options(&self) -> &EnvironmentOptions {
        &self.options
    }

    /// Begins the game of a seed, and with it the sequence of the games that follow.
    pub fn reset(&mut self, seed: u64) {
        self.rng = SplitMix64::new(mix64(seed));
        self.begin(seed);
    }

    /// Begins the next game of the sequence.
    pub fn reset_next(&mut self) {
        let seed = self.rng.next_u64();
        self.begin(seed);
    }

    fn begin(&mut self, seed: u64) {
        (self.agent, self.opponent) = seats(&self.options, seed);
        self.is_over = self.agent.is_lost();
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the legal actions with their placements; none if the game is over.
    pub fn legal_actions(&self) -> &[(u16, Placement)] {
        match self.is_over {
            true => &[],
            false => self.agent.legal.all(),
        }
    }

    /// Returns the placement of an action; `None` if it is illegal and loses the game.
    ///
    /// # Errors
    /// It is no action, or cannot be played.
    pub fn placement(&self, action: i64) -> Result<Option<Placement>, IllegalAction> {
        if self.is_over {
            return Err(IllegalAction::Over);
        }
        if !(0..ACTIONS as i64).contains(&action) {
            return Err(IllegalAction::Number(action));
        }
        let placement = self.agent.legal.placement(action);
        match (placement, self.options.illegal) {
            (None, IllegalActions::Refuse) => Err(IllegalAction::Masked(action)),
            (placement, _) => Ok(placement),
        }
    }

    /// Plays an action, and the opponent's placement after it.
    ///
    /// # Errors
    /// It is no action, or cannot be played; nothing has changed then.
    pub fn step(&mut self, action: i64) -> Result<Step, IllegalAction> {
        let placement = self.placement(action)?;
        Ok(self.play(placement.as_ref()))
    }

    /// Plays a placement; loses without one.
    pub(crate) fn play(&mut self, placement: Option<&Placement>) -> Step {
        let Some(placement) = placement else {
            self.is_over = true;
            return Step {
                reward: if self.options.reward == Reward::Outcome {
                    -1.0
                } else {
                    0.0
                },
                terminated: true,
                ..Step::default()
            };
        };
        let (rules, visible) = (&self.options.rules, self.options.visible);
        let (clear, sent) = self.agent.play(rules, visible, placement);
        let lost = self.agent.is_lost();
        let won = !lost && self.answer(sent);
        // Garbage of the answer waits; it comes up after the agent's next placement.
        let terminated = lost || won;
        let truncated = !terminated && { self.options.max_pieces }
            .is_some_and(|most| self.agent.placed >= u64::from(most));
        self.is_over = terminated || truncated;
        Step {
            reward: match self.options.reward {
                Reward::Lines => clear.lines as f32,
                Reward::Attack => clear.attack as f32,
                Reward::Outcome if terminated => {
                    if won {
                        1.0
                    } else {
                        -1.0
                    }
                }
                Reward::Outcome => 0.0,
            },
            terminated,
            truncated,
            lines: clear.lines,
            attack: clear.attack,
        }
    }

    /// Sends lines to the opponent and plays its placement. Returns whether it has lost.
    fn answer(&mut self, sent: u32) -> bool {
        let (Some(kind), Some(opponent)) = (self.options.opponent, &mut self.opponent) else {
            return false;
        };
        let rules = &self.options.rules;
        opponent.garbage.push(sent, 0);
        let placement = match kind {
            Opponent::Random => random_placement(opponent, &mut self.rng),
            Opponent::Search { nodes } => searched_placement(&self.options, opponent, nodes),
        };
        let Some(placement) = placement else {
            return true;
        };
        let (_, sent) = opponent.play(rules, self.options.visible, &placement);
        self.agent.garbage.push(sent, 0);
        opponent.is_lost()
    }

    /// Returns a random legal action; 0 if the game is over.
    pub fn random_action(&mut self) -> u16 {
        let count = self.legal_actions().len() as u32;
        let drawn = self.rng.below(count) as usize;
        self.legal_actions()
            .get(drawn)
            .map_or(0, |(action, _)| *action)
    }

    /// Writes what the agent sees.
    pub fn observe(&self, observation: &mut Observation) {
        observation.write(&self.options, &self.agent, self.opponent.as_ref());
    }

    /// Writes which actions are legal, 1 for each. When the game is over, action 0 alone is: any action then
    /// begins the next game of a [`Batch`](crate::Batch).
    ///
    /// # Panics
    /// The mask is shorter than [`ACTIONS`].
    pub fn write_mask(&self, mask: &mut [i8]) {
        mask.fill(0);
        for &(action, _) in self.legal_actions() {
            mask[usize::from(action)] = 1;
        }
        if self.is_over {
            mask[0] = 1;
        }
    }
}

fn seats(options: &EnvironmentOptions, seed: u64) -> (Seat, Option<Seat>) {
    let seat = |garbage| Seat::new(&options.rules, options.visible, seed, garbage);
    let opponent = options.opponent.map(|_| seat(mix64(seed ^ 1)));
    (seat(mix64(seed)), opponent)
}

fn random_placement(seat: &Seat, rng: &mut SplitMix64) -> Option<Placement> {
    let all = seat.legal.all();
    let drawn = rng.below(all.len() as u32) as usize;
    all.get(drawn).map(|(_, placement)| *placement)
}

fn searched_placement(options: &EnvironmentOptions, seat: &Seat, nodes: u64) -> Option<Placement> {
    let search = SearchOptions {
        memory: SEARCH_MEMORY,
        ..SearchOptions::default()
    };
    let (pool, limits) = (ThreadPool::new(1), SearchLimits::nodes(nodes));
    let result = search_position(&pool, &options.rules, &search, &seat.state, &limits);
    result.root_moves.first().map(|best| best.mv)
}
