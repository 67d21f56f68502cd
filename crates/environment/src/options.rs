//! What is played, and what is rewarded.

use landfall_rules::Ruleset;
use landfall_rules::rulesets::GUIDELINE;
use thiserror::Error;

/// What is played, and what is rewarded.
#[derive(Clone, Debug)]
pub struct EnvironmentOptions {
    /// The rules.
    pub rules: Ruleset,
    /// Known pieces, the one in play included, 1..=20.
    pub visible: usize,
    /// Pieces after which a game is cut off; `None` for none.
    pub max_pieces: Option<u32>,
    /// The opponent, who sends garbage; `None` for a game alone.
    pub opponent: Option<Opponent>,
    /// What a step is rewarded for.
    pub reward: Reward,
    /// What an action does that the mask forbids.
    pub illegal: IllegalActions,
}

/// What an action does that the mask forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalActions {
    /// It is an error.
    Refuse,
    /// It loses the game.
    Lose,
}

/// Who plays the other side. It places a piece after each of the agent's, and gets the same pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Any legal placement.
    Random,
    /// The best placement of a search of so many nodes.
    Search {
        /// Nodes for each placement.
        nodes: u64,
    },
}

/// What a step is rewarded for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// Rows cleared.
    Lines,
    /// Lines sent, cancelled ones included.
    Attack,
    /// 1 for a game that is won, -1 for one that is lost.
    Outcome,
}

impl Default for EnvironmentOptions {
    /// Returns the guideline alone, with six known pieces, without an end, rewarded for rows.
    fn default() -> EnvironmentOptions {
        EnvironmentOptions {
            rules: GUIDELINE,
            visible: 6,
            max_pieces: None,
            opponent: None,
            reward: Reward::Lines,
            illegal: IllegalActions::Refuse,
        }
    }
}

impl EnvironmentOptions {
    /// Checks the values.
    ///
    /// # Errors
    /// The number of known pieces is out of its range, or the rules have something that actions cannot say.
    pub fn validate(&self) -> Result<(), OptionsError> {
        if !(1..=20).contains(&self.visible) {
            return Err(OptionsError::Visible(self.visible));
        }
        self.rules.validate().map_err(OptionsError::Rules)
    }
}

/// Why there is no environment of these options.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionsError {
    /// Too few or too many known pieces.
    #[error("{0} pieces are visible: it must be from 1 to 20")]
    Visible(usize),
    /// A value of the rules is out of its range.
    #[error("the rules cannot be played: {0}")]
    Rules(landfall_rules::ruleset::InvalidRuleset),
}
