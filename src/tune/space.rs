//! The search space of the optimiser: conversion between weights and points. One unit along an axis
//! is one step of that weight.

use super::problem::Problem;
use landfall_experiment::cma::NormalSampler;

/// The standard deviation of a random start along each axis, in steps.
const RANDOM_START_STEPS: f64 = 1.0;

/// The space whose axes are the weights that are tuned.
#[derive(Debug)]
pub struct ParameterSpace<P: Problem> {
    parameters: Vec<Parameter>,
    /// The values of weights that are not tuned.
    base: P::Weights,
}

/// A tuned weight.
#[derive(Debug)]
struct Parameter {
    name: &'static str,
    /// The index in the list of that name.
    index: usize,
    /// The length of the list, 1 if there is no list.
    length: usize,
    step: f64,
}

impl<P: Problem> ParameterSpace<P> {
    /// Returns the space of a problem. Weights that are not tuned stay as in `base`.
    pub fn new(problem: &P, base: &P::Weights) -> ParameterSpace<P> {
        let mut base = base.clone();
        let mut parameters = Vec::new();
        for (name, values) in P::fields_mut(&mut base) {
            let length = values.len();
            let parameter = |index| {
                let step = problem.step_size(name, index)?;
                Some(Parameter {
                    name,
                    index,
                    length,
                    step,
                })
            };
            parameters.extend((0..length).filter_map(parameter));
        }
        ParameterSpace { parameters, base }
    }

    /// Returns the names of the weights, with the index if a name has a list.
    pub fn names(&self) -> Vec<String> {
        let name = |parameter: &Parameter| match parameter.length {
            1 => parameter.name.to_string(),
            _ => format!("{}[{}]", parameter.name, parameter.index),
        };
        self.parameters.iter().map(name).collect()
    }

    /// Returns the values of the tuned weights in the order of the axes.
    pub fn values(&self, weights: &P::Weights) -> Vec<i32> {
        let mut weights = weights.clone();
        let fields = P::fields_mut(&mut weights);
        let value = |parameter: &Parameter| {
            let field = fields.iter().find(|field| field.0 == parameter.name);
            field.map_or(0, |field| field.1[parameter.index])
        };
        self.parameters.iter().map(value).collect()
    }

    /// Returns weights as a point.
    pub fn point(&self, weights: &P::Weights) -> Vec<f64> {
        let values = self.values(weights).into_iter().zip(&self.parameters);
        values
            .map(|(value, parameter)| f64::from(value) / parameter.step)
            .collect()
    }

    /// Returns the weights nearest to a point.
    pub fn weights(&self, point: &[f64]) -> P::Weights {
        let mut weights = self.base.clone();
        let max = f64::from(P::MAX_WEIGHT);
        let mut fields = P::fields_mut(&mut weights);
        for (parameter, x) in self.parameters.iter().zip(point) {
            if let Some(field) = fields.iter_mut().find(|field| field.0 == parameter.name) {
                let value = (x * parameter.step).round().clamp(-max, max);
                field.1[parameter.index] = value as i32;
            }
        }
        weights
    }

    /// Draws weights from a seed.
    pub fn random(&self, seed: u64) -> P::Weights {
        let mut normal = NormalSampler::new(seed);
        let point: Vec<f64> = self
            .parameters
            .iter()
            .map(|_| RANDOM_START_STEPS * normal.sample())
            .collect();
        self.weights(&point)
    }
}

#[cfg(test)]
mod tests {
    use super::super::dropblox::DropbloxProblem;
    use super::super::tetris::TetrisProblem;
    use super::super::tetris::tests::problem;
    use super::*;
    use landfall_rules::rulesets::{GUIDELINE, PASON};
    use landfall_search::Weights;

    fn assert_round_trip<P: Problem>(problem: &P) {
        let weights = problem.shipped();
        let space = ParameterSpace::new(problem, &weights);
        assert_eq!(space.weights(&space.point(&weights)), weights);
    }

    fn guideline() -> ParameterSpace<TetrisProblem<'static>> {
        ParameterSpace::new(&problem(&GUIDELINE), &Weights::ZERO)
    }

    #[test]
    fn weights_survive_the_conversion_to_a_point() {
        assert_round_trip(&problem(&GUIDELINE));
        assert_round_trip(&DropbloxProblem::default());
        let space = guideline();
        assert_eq!(space.names().len(), 40);
        let far = space.weights(&vec![1e9; space.names().len()]);
        assert_eq!((far.holes, far.four_wide_row), (10_000, 0));
    }

    /// Pason has no hold, no spins, no back-to-back and no perfect clears.
    #[test]
    fn weights_without_a_meaning_are_not_tuned() {
        let base = Weights {
            hold_t: 5,
            combo: 7,
            ..Weights::ZERO
        };
        let space = ParameterSpace::new(&problem(&PASON), &base);
        let names = space.names();
        for absent in ["hold_t", "combo", "t_slot[2]", "perfect_clear", "mini[0]"] {
            assert!(!names.contains(&absent.to_string()), "{absent}");
        }
        assert!(names.contains(&"clear[3]".to_string()));
        let moved = space.weights(&vec![1.0; space.names().len()]);
        assert_eq!((moved.hold_t, moved.combo, moved.holes), (5, 7, 30));
    }

    #[test]
    fn a_random_start_follows_from_its_seed() {
        let space = guideline();
        assert_eq!(space.random(3), space.random(3));
        assert_ne!(space.random(3), space.random(4));
    }
}
