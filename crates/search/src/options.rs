//! Settings of a search, whatever the position and the limits.

use crate::eval::evaluation::Evaluation;
use crate::parameters::{Assignment, AssignmentError, SearchParameters, check_names};
use crate::tetris_game::TetrisGame;
use crate::weights::Weights;
use landfall_rules::Ruleset;
use landfall_rules::State;
use landfall_rules::timing::Delays;
use std::sync::Arc;

/// Settings of a search, whatever the position and the limits.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// Most bytes that the search may hold.
    pub memory: usize,
    /// The evaluation; `None` for the built-in one, by weights. A closure is one, too:
    /// `Some(Arc::new(|position: &Position| -(position.board.max_height() as i32)))`.
    pub evaluation: Option<Arc<dyn Evaluation>>,
    /// Weights of the built-in evaluation; `None` for those made for the rules.
    pub weights: Option<Arc<Weights>>,
    /// How the search divides its nodes; `None` for the parameters of the rules.
    pub parameters: Option<SearchParameters>,
    /// Changes of the weights and the parameters of the rules; without effect on those given above.
    pub changes: Vec<Assignment>,
}

impl SearchOptions {
    /// Returns the game that begins in `state`, with the evaluation and the parameters of these
    /// options.
    pub fn game(&self, rules: &Ruleset, state: &State) -> TetrisGame {
        TetrisGame::new(rules, self.weights_for(rules), state)
            .with_evaluation(self.evaluation.clone())
            .with_parameters(self.parameters_for(rules))
    }

    /// Returns the weights for these rules.
    pub fn weights_for(&self, rules: &Ruleset) -> Arc<Weights> {
        match &self.weights {
            Some(weights) => Arc::clone(weights),
            None if self.changes.is_empty() => Weights::for_rules(rules),
            None => Arc::new(changed(&Weights::for_rules(rules), &self.changes)),
        }
    }

    /// Returns the parameters of a search under these rules.
    pub fn parameters_for(&self, rules: &Ruleset) -> SearchParameters {
        self.parameters.unwrap_or_else(|| {
            let mut parameters = SearchParameters::for_rules(rules);
            for change in &self.changes {
                change.set_in_search(&mut parameters);
            }
            parameters
        })
    }

    /// Returns the same options with these parameters set: in the weights and the parameters of
    /// these options, or else in those of every ruleset.
    ///
    /// # Errors
    /// A parameter is set twice.
    pub fn with_assignments(
        mut self,
        assignments: &[Assignment],
    ) -> Result<SearchOptions, AssignmentError> {
        check_names(assignments)?;
        if let Some(parameters) = &mut self.parameters {
            for assignment in assignments {
                assignment.set_in_search(parameters);
            }
        }
        if let Some(weights) = &mut self.weights {
            *weights = Arc::new(changed(weights, assignments));
        }
        self.changes.extend_from_slice(assignments);
        Ok(self)
    }

    /// Returns the same options with the weights for these delays of clears and moves.
    pub fn for_delays(&self, rules: &Ruleset, delays: &Delays) -> SearchOptions {
        SearchOptions {
            weights: Some(self.weights_for(rules).for_delays(delays)),
            ..self.clone()
        }
    }
}

impl Default for SearchOptions {
    /// Returns 512 MiB, the built-in evaluation, and the weights and parameters of each ruleset.
    fn default() -> Self {
        SearchOptions {
            memory: 512 << 20,
            evaluation: None,
            weights: None,
            parameters: None,
            changes: Vec::new(),
        }
    }
}

/// Returns weights with some of them changed.
fn changed(weights: &Weights, changes: &[Assignment]) -> Weights {
    let mut weights = weights.clone();
    for change in changes {
        change.set_in_weights(&mut weights);
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::{GUIDELINE, PASON, TETRIO_S2};

    fn options(weights: Option<Weights>, set: &[&str]) -> SearchOptions {
        let set: Vec<Assignment> = set.iter().map(|text| text.parse().expect(text)).collect();
        let options = SearchOptions {
            weights: weights.map(Arc::new),
            ..SearchOptions::default()
        };
        options.with_assignments(&set).expect("different names")
    }

    #[test]
    fn the_weights_of_the_ruleset_that_is_played_are_changed() {
        let options = options(None, &["attack=17", "clear_2=-3"]);
        for rules in [&GUIDELINE, &PASON, &TETRIO_S2] {
            let mut expected = Weights::clone(&Weights::for_rules(rules));
            (expected.attack, expected.clear[2]) = (17, -3);
            assert_eq!(*options.weights_for(rules), expected, "{}", rules.name);
        }
    }

    #[test]
    fn given_weights_are_changed_and_nothing_else_is_set() {
        let options = options(Some(Weights::ZERO), &["holes=-9", "leaf_cost=2"]);
        let expected = Weights {
            holes: -9,
            ..Weights::ZERO
        };
        assert_eq!(*options.weights_for(&PASON), expected);
        let parameters = SearchParameters {
            leaf_cost: 2,
            ..SearchParameters::for_rules(&PASON)
        };
        assert_eq!(options.parameters_for(&PASON), parameters);
    }

    #[test]
    fn the_parameters_of_the_ruleset_or_those_given_are_changed() {
        let mut options = SearchOptions::default();
        let set: Vec<Assignment> = ["leaf_cost=2", "attack=1"]
            .map(|t| t.parse().expect(t))
            .into();
        for given in [
            None,
            Some(SearchParameters {
                rollout_arms: 3,
                ..SearchParameters::DEFAULT
            }),
        ] {
            options.parameters = given;
            let changed = options
                .clone()
                .with_assignments(&set)
                .expect("different names");
            for rules in [&GUIDELINE, &PASON] {
                let parameters = SearchParameters {
                    leaf_cost: 2,
                    ..given.unwrap_or(SearchParameters::for_rules(rules))
                };
                assert_eq!(changed.parameters_for(rules), parameters, "{}", rules.name);
            }
        }
    }

    /// Delays of clears add to the weight of a clear that was set, and are not lost.
    #[test]
    fn delays_of_clears_count_beside_what_is_set() {
        let delays = Delays {
            rows: [60.0; 4],
            perfect: 60.0,
            moves: None,
        };
        let plain = options(None, &[]).for_delays(&GUIDELINE, &delays);
        let set = options(None, &["clear_0=0"]).for_delays(&GUIDELINE, &delays);
        let [plain, set] = [plain, set].map(|options| options.weights_for(&GUIDELINE));
        assert_ne!(set.clear[0], 0);
        let own = Weights::default().clear[0];
        assert_eq!(plain.clear[0] - set.clear[0], own);
    }

    #[test]
    fn nothing_is_set_twice() {
        let set: Vec<Assignment> = ["attack=1", "attack=2"].map(|t| t.parse().expect(t)).into();
        assert!(SearchOptions::default().with_assignments(&set).is_err());
    }
}
