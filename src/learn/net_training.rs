//! Training of a small net towards the results of games, with linear terms beside it.
//!
//! The target of a position is the win probability that a linear model gives to a later position
//! (temporal differences: Tesauro 1995), because the result of a game is mostly noise.

use super::neurons::{self, InputScale, VALIDATION_INTERVAL};
use landfall_experiment::train::Model;
use landfall_rules::rng::SplitMix64;
use landfall_search::net::{INPUTS, Neuron};

/// The number of positions, of both sides together, between a position and that of its target.
const LOOKAHEAD_POSITIONS: usize = 40;

/// The fewest games of which one is kept for validation.
pub const MIN_GAMES: usize = VALIDATION_INTERVAL;

/// The number of linear terms.
const LINEAR_TERMS: usize = 5;

/// The inputs of a training position, and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct NetSample {
    /// The inputs of the net for both sides, first the side to move.
    pub inputs: [[u8; INPUTS]; 2],
    /// The linear terms, as differences between the sides.
    pub linear_terms: [f32; LINEAR_TERMS],
    /// Whether the side to move won.
    pub won: bool,
}

/// A trained model.
#[derive(Clone, Debug)]
pub struct TrainedNet {
    /// The coefficients of the linear terms: changes of the log-odds per unit.
    pub linear_terms: [f32; LINEAR_TERMS],
    scale: InputScale,
    /// The rows of the neurons; the output is a change of the log-odds.
    rows: Vec<f32>,
    /// The mean log-loss in bits of the games for validation, without the net and with it. A
    /// constant probability of 1/2 has 1.
    pub log_loss: [f64; 2],
}

impl TrainedNet {
    /// Returns the neurons; a log-odds of 1 becomes `scale`.
    pub fn neurons(&self, scale: f32) -> Vec<Neuron> {
        self.scale.neurons(&self.rows, scale)
    }
}

/// Trains a net of `neurons` neurons. With fewer than [`MIN_GAMES`] games none is kept for
/// validation.
pub fn train(games: &[Vec<NetSample>], neurons: usize) -> TrainedNet {
    let (mut train, mut validation): (Vec<PositionRef>, Vec<PositionRef>) = Default::default();
    for (number, game) in games.iter().enumerate() {
        let list = match number % VALIDATION_INTERVAL {
            0 if games.len() >= VALIDATION_INTERVAL => &mut validation,
            _ => &mut train,
        };
        list.extend((0..game.len()).map(|k| (game, k)));
    }
    let samples = games.iter().flatten();
    let scale = InputScale::new(samples.flat_map(|sample| &sample.inputs));
    let mut rng = SplitMix64::new(1);
    let mut linear_model = NetModel::new(0, &scale, &mut rng);
    let outcome = |(game, k): PositionRef| f32::from(u8::from(game[k].won));
    let mut targets = with_targets(&train, outcome);
    neurons::fit_model(&mut linear_model, &mut targets, &mut rng);
    let later = |(game, k): PositionRef| match game.get(k + LOOKAHEAD_POSITIONS) {
        None => outcome((game, k)),
        Some(later) if later.won == game[k].won => linear_model.win_probability(later),
        Some(later) => 1.0 - linear_model.win_probability(later),
    };
    let mut model = NetModel::new(neurons, &scale, &mut rng);
    // The second training starts with the order in which the last epoch left the positions.
    let train: Vec<PositionRef> = targets.iter().map(|target| target.position).collect();
    neurons::fit_model(&mut model, &mut with_targets(&train, later), &mut rng);
    TrainedNet {
        linear_terms: std::array::from_fn(|k| model.params[k]),
        scale,
        rows: model.rows().to_vec(),
        log_loss: [
            linear_model.log_loss(&validation),
            model.log_loss(&validation),
        ],
    }
}

/// A position: its game, and its index in the game.
type PositionRef<'a> = (&'a Vec<NetSample>, usize);

/// A position, and the target of its win probability.
struct Target<'a> {
    position: PositionRef<'a>,
    probability: f32,
}

fn with_targets<'a>(
    positions: &[PositionRef<'a>],
    probability: impl Fn(PositionRef<'a>) -> f32,
) -> Vec<Target<'a>> {
    let target = |&position: &PositionRef<'a>| Target {
        position,
        probability: probability(position),
    };
    positions.iter().map(target).collect()
}

/// A net with linear terms.
struct NetModel<'a> {
    /// The coefficients of the linear terms, followed by the rows of the neurons.
    params: Vec<f32>,
    scale: &'a InputScale,
}

impl<'a> NetModel<'a> {
    fn new(neurons: usize, scale: &'a InputScale, rng: &mut SplitMix64) -> NetModel<'a> {
        let mut params = vec![0.0; LINEAR_TERMS];
        params.extend(neurons::initial_rows(neurons, rng));
        NetModel { params, scale }
    }

    fn rows(&self) -> &[f32] {
        &self.params[LINEAR_TERMS..]
    }

    fn log_odds(&self, sample: &NetSample) -> f32 {
        let pairs = sample.linear_terms.iter().zip(&self.params);
        let linear: f32 = pairs.map(|(a, b)| a * b).sum();
        let [own, other] = sample
            .inputs
            .each_ref()
            .map(|inputs| neurons::output(self.rows(), &self.scale.scaled(inputs)));
        linear + own - other
    }

    fn win_probability(&self, sample: &NetSample) -> f32 {
        1.0 / (1.0 + (-self.log_odds(sample)).exp())
    }

    fn log_loss(&self, positions: &[PositionRef]) -> f64 {
        let loss = |&(game, k): &PositionRef| {
            let log_odds = f64::from(self.log_odds(&game[k]));
            let exponent = if game[k].won { -log_odds } else { log_odds };
            exponent.exp().ln_1p()
        };
        positions.iter().map(loss).sum::<f64>() / (positions.len().max(1) as f64 * 2_f64.ln())
    }

    /// Adds the gradient of the loss of one sample.
    fn add_gradient(&self, sample: &NetSample, error: f32, gradient: &mut [f32]) {
        for (gradient, linear) in gradient.iter_mut().zip(&sample.linear_terms) {
            *gradient += error * linear;
        }
        let gradient = &mut gradient[LINEAR_TERMS..];
        for (inputs, error) in sample.inputs.iter().zip([error, -error]) {
            let inputs = self.scale.scaled(inputs);
            neurons::add_gradient(self.rows(), &inputs, error, gradient);
        }
    }
}

impl<'a> Model for NetModel<'a> {
    type Sample = Target<'a>;
    type Gradient = Vec<f32>;
    type Loss = ();

    fn params(&mut self) -> &mut [f32] {
        &mut self.params
    }

    fn gradient(&self, batch: &[Target], gradient: &mut Vec<f32>, _loss: &mut ()) {
        for target in batch {
            let (game, k) = target.position;
            let error = self.win_probability(&game[k]) - target.probability;
            self.add_gradient(&game[k], error, gradient);
        }
        for gradient in gradient {
            *gradient /= batch.len() as f32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of one position whose result depends on whether two counts of a side differ.
    fn games(rng: &mut SplitMix64) -> Vec<Vec<NetSample>> {
        let game = |rng: &mut SplitMix64| {
            let mut counts = [[0; INPUTS]; 2];
            for count in counts.iter_mut().flatten() {
                *count = rng.below(2) as u8 * 10;
            }
            let value = counts.map(|counts| i32::from(counts[0] != counts[1]));
            let log_odds = 2.0 * f64::from(value[0] - value[1]);
            let probability = 1.0 / (1.0 + (-log_odds).exp());
            vec![NetSample {
                inputs: counts,
                linear_terms: [0.0; LINEAR_TERMS],
                won: f64::from(rng.below(1_000_000)) < probability * 1e6,
            }]
        };
        (0..100_000).map(|_| game(rng)).collect()
    }

    #[test]
    fn an_interaction_of_counts_is_learned() {
        let games = games(&mut SplitMix64::new(4));
        let learned = train(&games, 8);
        let [without, with] = learned.log_loss;
        assert!(without > 0.99 && with < 0.9, "{:?}", learned.log_loss);
        let net = landfall_search::net::Net::new(learned.neurons(1000.0));
        let value = |first, second| {
            let mut counts = [[5]; INPUTS];
            (counts[0], counts[1]) = ([first], [second]);
            let mut values = [0];
            net.add_outputs(&counts, &mut values);
            values[0]
        };
        let same = value(0, 0).max(value(10, 10));
        let different = value(0, 10).min(value(10, 0));
        assert!(different > same + 1000, "{different} {same}");
        assert_eq!(train(&games, 8).neurons(1000.0), learned.neurons(1000.0));
    }

    #[test]
    fn without_games_the_linear_terms_are_zero() {
        let learned = train(&[], 2);
        assert_eq!(learned.linear_terms, [0.0; LINEAR_TERMS]);
        assert_eq!(learned.neurons(1000.0).len(), 2);
    }
}
