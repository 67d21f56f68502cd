//! Which weights are tuned under which rules, and how far a step of each goes: weights as a
//! point, and a point as weights.

use super::target::{Target, Weights};
use landfall_experiment::cma::NormalSampler;
use landfall_rules::{Ruleset, SkipRule, SpinRule};

/// What a ruleset must have for a weight to mean anything.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Requires {
    Nothing,
    Hold,
    Spins,
    BackToBack,
    Combos,
    PerfectClears,
    Skips,
    BlockSpins,
    PointsThatSend,
}

impl Requires {
    fn is_met_by(self, rules: &Ruleset) -> bool {
        match self {
            Requires::Nothing => true,
            Requires::Hold => rules.hold,
            Requires::Spins => rules.spins != SpinRule::Never,
            Requires::BackToBack => rules.attack.back_to_back > 0,
            Requires::Combos => rules.attack.has_combos() || rules.points.combo > 0,
            Requires::PerfectClears => {
                rules.attack.perfect_clear.is_some()
                    || rules.attack.perfect_clear_bonus > 0
                    || rules.points.perfect_clear.is_some()
            }
            Requires::Skips => rules.skips != SkipRule::Never,
            Requires::BlockSpins => rules.spins.counts_blocks(),
            Requires::PointsThatSend => rules.points.points_per_line > 0,
        }
    }
}

/// What is tuned: a name, how far a step of it goes, what it needs. A step is about as much
/// as matters: what a board has many of gets a short one, what is rare a long one. The
/// optimiser corrects them, so they need not be right; that they are of the right order
/// spares it the first generations. Not tuned is what nobody tells the bot in the games
/// played here: the opponent.
const STEPS: [(&str, f64, Requires); 28] = [
    ("height", 10.0, Requires::Nothing),
    ("height_above_10", 30.0, Requires::Nothing),
    ("height_above_15", 100.0, Requires::Nothing),
    ("bumpiness", 10.0, Requires::Nothing),
    ("bumpiness_squared", 3.0, Requires::Nothing),
    ("row_transitions", 10.0, Requires::Nothing),
    ("column_transitions", 10.0, Requires::Nothing),
    ("holes", 30.0, Requires::Nothing),
    ("hole_rows", 30.0, Requires::Nothing),
    ("hole_cover", 10.0, Requires::Nothing),
    ("well_depth", 20.0, Requires::Nothing),
    ("well_depth_beyond", 10.0, Requires::Nothing),
    ("well_column", 10.0, Requires::Nothing),
    ("t_slot", 60.0, Requires::Spins),
    ("back_to_back", 50.0, Requires::BackToBack),
    ("combo", 20.0, Requires::Combos),
    ("hold_i", 20.0, Requires::Hold),
    ("hold_t", 20.0, Requires::Hold),
    ("skip", 30.0, Requires::Skips),
    ("t_rest", 60.0, Requires::BlockSpins),
    ("point", 20.0, Requires::PointsThatSend),
    ("attack", 60.0, Requires::Nothing),
    ("clear", 60.0, Requires::Nothing),
    ("mini", 60.0, Requires::Spins),
    ("spin", 60.0, Requires::Spins),
    ("back_to_back_clear", 50.0, Requires::BackToBack),
    ("perfect_clear", 100.0, Requires::PerfectClears),
    ("wasted_t", 60.0, Requires::Spins),
];

/// The same for Dropblox, all of whose weights mean something; those of clears are below.
const DROPBLOX_STEPS: [(&str, f64); 26] = [
    ("height_sum", 5.0),
    ("height", 60.0),
    ("middle_above_12", 40.0),
    ("row_transitions", 80.0),
    ("column_transitions", 90.0),
    ("covered", 100.0),
    ("sealed", 80.0),
    ("covered_rows", 340.0),
    ("narrow", 110.0),
    ("lacking_one", 600.0),
    ("lacking_two", 400.0),
    ("lacking_three", 260.0),
    ("lacking_four", 120.0),
    ("height_above_16", 20.0),
    ("well", 40.0),
    ("well_squared", 40.0),
    ("steps", 40.0),
    ("covering", 15.0),
    ("open_one", 250.0),
    ("open_two", 200.0),
    ("open_three", 150.0),
    ("wide_two", 40.0),
    ("low", 60.0),
    ("cliffs", 40.0),
    ("middle_above_18", 40.0),
    ("over", 80_000.0),
];

/// Steps of the weights of clears of 1 to 5 rows; more are too rare to learn from.
const ROW_STEPS: [f64; 5] = [600.0, 900.0, 1_500.0, 3_000.0, 6_000.0];

/// How many steps a random start is away from zero, along each axis, as a standard deviation.
const RANDOM_START_STEPS: f64 = 1.0;

/// The weights that are tuned, as the axes of a space; one step of a weight is one unit.
#[derive(Clone, Debug)]
pub struct ParameterSpace {
    parameters: Vec<Parameter>,
    /// Where the weights are from that are not tuned.
    base: Weights,
}

/// One weight.
#[derive(Clone, Debug)]
struct Parameter {
    name: &'static str,
    /// Its place in a list.
    index: usize,
    /// How long the list is, 1 where there is none.
    length: usize,
    step: f64,
}

impl ParameterSpace {
    /// The space of some rules; weights that are not tuned stay as in `base`.
    pub fn new(rules: Target, base: &Weights) -> ParameterSpace {
        let mut base = base.clone();
        let mut axes = Vec::new();
        for (name, values) in base.fields_mut() {
            let length = values.len();
            let axis = |index| {
                let step = step_size(rules, name, index)?;
                Some(Parameter {
                    name,
                    index,
                    length,
                    step,
                })
            };
            axes.extend((0..length).filter_map(axis));
        }
        ParameterSpace {
            parameters: axes,
            base,
        }
    }

    /// The names of the weights, with their place where there are several of a name.
    pub fn names(&self) -> Vec<String> {
        let name = |axis: &Parameter| match axis.length {
            1 => axis.name.to_string(),
            _ => format!("{}[{}]", axis.name, axis.index),
        };
        self.parameters.iter().map(name).collect()
    }

    /// Weights as they stand along the axes, as in a file.
    pub fn values(&self, weights: &Weights) -> Vec<i32> {
        let mut weights = weights.clone();
        let parts = weights.fields_mut();
        let value = |axis: &Parameter| {
            let part = parts.iter().find(|part| part.0 == axis.name);
            part.map_or(0, |part| part.1[axis.index])
        };
        self.parameters.iter().map(value).collect()
    }

    /// Weights as a point.
    pub fn point(&self, weights: &Weights) -> Vec<f64> {
        let values = self.values(weights).into_iter().zip(&self.parameters);
        values
            .map(|(value, axis)| f64::from(value) / axis.step)
            .collect()
    }

    /// The weights nearest to a point.
    pub fn weights(&self, point: &[f64]) -> Weights {
        let mut weights = self.base.clone();
        let most = f64::from(weights.max());
        let mut parts = weights.fields_mut();
        for (axis, x) in self.parameters.iter().zip(point) {
            if let Some(part) = parts.iter_mut().find(|part| part.0 == axis.name) {
                part.1[axis.index] = (x * axis.step).round().clamp(-most, most) as i32;
            }
        }
        weights
    }

    /// Weights drawn from a seed.
    pub fn random(&self, seed: u64) -> Weights {
        let mut normal = NormalSampler::new(seed);
        let point: Vec<f64> = self
            .parameters
            .iter()
            .map(|_| RANDOM_START_STEPS * normal.sample())
            .collect();
        self.weights(&point)
    }
}

/// How far a step of a weight goes; none if it is not tuned.
pub fn step_size(rules: Target, name: &str, index: usize) -> Option<f64> {
    match rules {
        Target::Tetrominoes(rules) => {
            let (_, step, needs) = STEPS.iter().find(|row| row.0 == name)?;
            needs.is_met_by(rules).then_some(*step)
        }
        Target::Dropblox if name == "rows" => ROW_STEPS.get(index.checked_sub(1)?).copied(),
        Target::Dropblox => {
            let row = DROPBLOX_STEPS.iter().find(|row| row.0 == name)?;
            Some(row.1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{GUIDELINE, PASON};
    use landfall_search;

    const OF_GUIDELINE: Target = Target::Tetrominoes(&GUIDELINE);

    fn tetrominoes(weights: Weights) -> landfall_search::Weights {
        match weights {
            Weights::Tetrominoes(weights) => weights,
            Weights::Dropblox(_) => panic!("weights of Dropblox"),
        }
    }

    #[test]
    fn every_step_is_of_a_weight_that_exists() {
        let names = |rules: Target| -> Vec<&str> {
            let mut weights = rules.zero();
            weights.fields_mut().iter().map(|part| part.0).collect()
        };
        for (name, step, _) in STEPS {
            assert!(names(OF_GUIDELINE).contains(&name) && step > 0.0, "{name}");
        }
        for (name, step) in DROPBLOX_STEPS {
            assert!(
                names(Target::Dropblox).contains(&name) && step > 0.0,
                "{name}"
            );
        }
        let axes = ParameterSpace::new(Target::Dropblox, &Target::Dropblox.zero()).names();
        assert_eq!(
            axes.len(),
            names(Target::Dropblox).len() - 1 + ROW_STEPS.len()
        );
    }

    #[test]
    fn weights_are_points_and_points_weights() {
        for rules in [OF_GUIDELINE, Target::Dropblox] {
            let space = ParameterSpace::new(rules, &rules.shipped());
            let weights = rules.shipped();
            assert_eq!(space.weights(&space.point(&weights)), weights);
        }
        let space = ParameterSpace::new(OF_GUIDELINE, &OF_GUIDELINE.zero());
        assert_eq!(space.names().len(), 38);
        let far = tetrominoes(space.weights(&vec![1e9; space.names().len()]));
        assert_eq!((far.holes, far.rival_attack), (10_000, [0; 4]));
    }

    /// Pason has no hold, no spins, no chains and no perfect clears.
    #[test]
    fn what_the_rules_do_not_have_is_left_alone() {
        let base = Weights::Tetrominoes(landfall_search::Weights {
            hold_t: 5,
            combo: 7,
            ..landfall_search::Weights::ZERO
        });
        let space = ParameterSpace::new(Target::Tetrominoes(&PASON), &base);
        let names = space.names();
        for absent in ["hold_t", "combo", "t_slot[2]", "perfect_clear", "mini[0]"] {
            assert!(!names.contains(&absent.to_string()), "{absent}");
        }
        assert!(names.contains(&"clear[3]".to_string()));
        let moved = tetrominoes(space.weights(&vec![1.0; space.names().len()]));
        assert_eq!((moved.hold_t, moved.combo, moved.holes), (5, 7, 30));
    }

    #[test]
    fn a_random_start_follows_from_its_seed() {
        let space = ParameterSpace::new(OF_GUIDELINE, &OF_GUIDELINE.zero());
        assert_eq!(space.random(3), space.random(3));
        assert_ne!(space.random(3), space.random(4));
    }
}
