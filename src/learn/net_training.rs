//! Training of a small net over the counts of a board, with linear terms beside it.
//!
//! The training loop is [`landfall_experiment::train`], with random numbers from a fixed seed. The
//! target of a position is the win probability that a linear model gives to a later position
//! (temporal differences: Tesauro 1995), because the result of a game is mostly noise.

use landfall_experiment::train::{Adam, FitConfig, Model, fit};
use landfall_rules::rng::SplitMix64;
use landfall_search::net::{INPUTS, Neuron, SCALE};

/// The number of positions, of both sides together, between a position and that of its target.
const LOOKAHEAD_POSITIONS: usize = 40;

/// The number of passes over all positions.
const EPOCHS: usize = 6;

/// The number of positions of a step.
const BATCH_SIZE: usize = 512;

/// The learning rate of the first steps; it decreases to almost 0 (cosine schedule).
const LEARNING_RATE: f32 = 2e-3;

/// The weight decay.
const WEIGHT_DECAY: f32 = 1e-4;

/// Every sixth game is kept for validation.
const VALIDATION_INTERVAL: usize = 6;

/// The fewest games of which one is kept for validation.
pub const MIN_GAMES: usize = VALIDATION_INTERVAL;

/// The number of linear terms.
pub const LINEAR_TERMS: usize = 5;

/// The inputs of a training position, and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct NetSample {
    /// The counts of both boards, first that of the side to move.
    pub counts: [[u8; INPUTS]; 2],
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
    /// The rows of the neurons; an output weight is a change of the log-odds.
    neurons: Vec<Vec<f32>>,
    /// The mean log-loss in bits of the games for validation, without the net and with it. A
    /// constant probability of 1/2 has 1.
    pub log_loss: [f64; 2],
}

impl TrainedNet {
    /// Returns the neurons; a log-odds of 1 becomes `scale`.
    pub fn neurons(&self, scale: f32) -> Vec<Neuron> {
        let whole = |value: f32| (value * SCALE as f32).round() as i32;
        let neuron = |row: &Vec<f32>| Neuron {
            bias: whole(row[BIAS]),
            weights: std::array::from_fn(|k| whole(row[k])),
            output_weight: (row[OUTPUT_WEIGHT] * scale).round() as i32,
        };
        self.neurons.iter().map(neuron).collect()
    }
}

/// The index of the bias in the row of a neuron, after the weights of the counts.
const BIAS: usize = INPUTS;
/// The index of the output weight.
const OUTPUT_WEIGHT: usize = INPUTS + 1;
/// The length of the row of a neuron.
const NEURON_LENGTH: usize = INPUTS + 2;

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
    let scale = count_scales(games);
    let mut rng = SplitMix64::new(1);
    let mut linear_model = NetModel::new(0, &scale, &mut rng);
    let outcome = |(game, k): PositionRef| f32::from(u8::from(game[k].won));
    let mut targets = with_targets(&train, outcome);
    fit_net(&mut linear_model, &mut targets, &mut rng);
    let later = |(game, k): PositionRef| match game.get(k + LOOKAHEAD_POSITIONS) {
        None => outcome((game, k)),
        Some(later) if later.won == game[k].won => linear_model.win_probability(later),
        Some(later) => 1.0 - linear_model.win_probability(later),
    };
    let mut model = NetModel::new(neurons, &scale, &mut rng);
    // The second training starts with the order in which the last epoch left the positions.
    let train: Vec<PositionRef> = targets.iter().map(|target| target.position).collect();
    fit_net(&mut model, &mut with_targets(&train, later), &mut rng);
    TrainedNet {
        linear_terms: std::array::from_fn(|k| model.params[k]),
        neurons: model.rows().map(|row| model.unscaled(row)).collect(),
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

/// Trains a model towards the targets, and shuffles them.
fn fit_net<'a>(model: &mut NetModel<'a>, targets: &mut [Target<'a>], rng: &mut SplitMix64) {
    let parameters = model.params.len();
    fit(
        model,
        targets,
        FitConfig {
            epochs: EPOCHS,
            batch_size: BATCH_SIZE,
        },
        &mut Adam::with_weight_decay(parameters, WEIGHT_DECAY),
        (&mut vec![0.0; parameters], |progress| {
            progress.cosine_rate(LEARNING_RATE)
        }),
        |bound| rng.below(bound as u32) as usize,
        |_, _, ()| {},
    );
}

/// Returns factors that give every count a variance of about 1.
fn count_scales(games: &[Vec<NetSample>]) -> [f32; INPUTS] {
    let (mut sum, mut squares, mut all) = ([0.0; INPUTS], [0.0; INPUTS], 0.0);
    for counts in games.iter().flatten().flat_map(|sample| &sample.counts) {
        all += 1.0;
        for (k, &count) in counts.iter().enumerate() {
            sum[k] += f64::from(count);
            squares[k] += f64::from(count).powi(2);
        }
    }
    std::array::from_fn(|k| {
        let variance = squares[k] / all - (sum[k] / all).powi(2);
        if variance > 0.01 {
            variance.powf(-0.5) as f32
        } else {
            0.0
        }
    })
}

/// A net with linear terms.
struct NetModel<'a> {
    /// The coefficients of the linear terms, followed by the rows of the neurons.
    params: Vec<f32>,
    /// The factors of the counts.
    scale: &'a [f32; INPUTS],
}

impl<'a> NetModel<'a> {
    fn new(neurons: usize, scale: &'a [f32; INPUTS], rng: &mut SplitMix64) -> NetModel<'a> {
        let mut uniform = |max: f32| max * (rng.below(2001) as f32 / 1000.0 - 1.0);
        let mut params = vec![0.0; LINEAR_TERMS];
        for _ in 0..neurons {
            params.extend((0..INPUTS).map(|_| uniform(0.45)));
            params.push(uniform(0.25) + 0.25);
            params.push(uniform(0.04));
        }
        NetModel { params, scale }
    }

    fn rows(&self) -> impl Iterator<Item = &[f32]> {
        self.params[LINEAR_TERMS..].chunks_exact(NEURON_LENGTH)
    }

    /// Returns the row of a neuron that takes unscaled counts.
    fn unscaled(&self, row: &[f32]) -> Vec<f32> {
        let scale = self.scale.iter().chain(&[1.0; 2]);
        row.iter()
            .zip(scale)
            .map(|(value, scale)| value * scale)
            .collect()
    }

    fn scaled(&self, counts: &[u8; INPUTS]) -> [f32; INPUTS] {
        std::array::from_fn(|k| f32::from(counts[k]) * self.scale[k])
    }

    fn log_odds(&self, sample: &NetSample) -> f32 {
        let pairs = sample.linear_terms.iter().zip(&self.params);
        let linear: f32 = pairs.map(|(a, b)| a * b).sum();
        let [own, other] = sample.counts.each_ref().map(|counts| {
            let counts = self.scaled(counts);
            self.rows()
                .map(|row| neuron_input(row, &counts).clamp(0.0, 1.0) * row[OUTPUT_WEIGHT])
                .sum::<f32>()
        });
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
        for (counts, error) in sample.counts.iter().zip([error, -error]) {
            let counts = self.scaled(counts);
            let rows = self
                .rows()
                .zip(gradient[LINEAR_TERMS..].chunks_exact_mut(NEURON_LENGTH));
            for (row, gradient) in rows {
                let sum = neuron_input(row, &counts);
                gradient[OUTPUT_WEIGHT] += error * sum.clamp(0.0, 1.0);
                if sum > 0.0 && sum < 1.0 {
                    let error = error * row[OUTPUT_WEIGHT];
                    gradient[BIAS] += error;
                    for (gradient, count) in gradient.iter_mut().zip(counts) {
                        *gradient += error * count;
                    }
                }
            }
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

/// Returns the input of a neuron.
fn neuron_input(row: &[f32], counts: &[f32; INPUTS]) -> f32 {
    let pairs = row.iter().zip(counts);
    row[BIAS] + pairs.map(|(weight, count)| weight * count).sum::<f32>()
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
                counts,
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
