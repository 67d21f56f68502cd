//! `landfall learn`: learns weights of the evaluation from finished games.
//!
//! A weight is the change of the log-odds of winning per unit of a feature, as a difference between
//! the sides (for chess: Buro 1995, and the "Texel method"). The cells on the board and the frames
//! until the opponent's move are features, too, so that clears get weights.
//!
//! ```text
//! options          the command line
//! replays          reads a series of replays
//! positions        converts a replay to training positions
//! linear           features, priors and weights of the regression
//! net_training     trains a small net to predict who wins
//! attack_training  trains one to predict what a side will send
//! neurons          the neurons of both
//! error            the errors
//! ```
//!
//! The regression itself is `landfall_experiment::logistic`.

mod attack_training;
mod error;
mod linear;
mod net_training;
mod neurons;
mod options;
mod positions;
mod replays;

pub use error::LearnError;
pub use options::{Options, Target};

use attack_training::AttackSample;
use landfall_command::weights_file::read_weights;
use landfall_experiment::files;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::timing::Delays;
use landfall_search::evaluation::FeatureVector;
use landfall_search::net::{INPUTS, MAX_COUNT, MAX_NEURONS, Net, Neuron};
use landfall_search::{Position, Weights};
use linear::{ROW_CELLS, cells, difference, learn_linear};
use net_training::{MIN_GAMES, NetSample};
use positions::TrainingPosition;
use replays::{SeriesInfo, map_positions};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

/// The weights of features that do not depend on the board.
const OFF_BOARD: [&str; 9] = [
    "back_to_back",
    "back_to_back_count",
    "back_to_back_beyond",
    "combo",
    "hold_i",
    "hold_t",
    "skip",
    "garbage_row",
    "waiting_garbage",
];

/// Learns weights. Returns the text of the weights file if the options name no file for it.
///
/// # Errors
/// A file cannot be read or written, the games are too few, or the prior has no room for the net or no
/// value for a line.
pub fn run(options: &Options) -> Result<Option<String>, LearnError> {
    if let Some(path) = &options.out {
        let about_out = |source| LearnError::Out {
            path: path.clone(),
            source,
        };
        files::check_output(path).map_err(about_out)?;
    }
    let prior = read_weights(&options.prior, GUIDELINE.name, Weights::parse).map_err(|source| {
        LearnError::Prior {
            path: options.prior.clone(),
            source,
        }
    })?;
    let files = files::collect_files(&options.replays, "jsonl", "replays")
        .map_err(|error| LearnError::Files(error.into()))?;
    let series = SeriesInfo::read(files.first().ok_or(LearnError::NoReplays)?)?;
    let prior = with_clear_frames(prior, series.clear_frames());
    let (neurons, prior_neurons) = (options.net.unwrap_or(0), prior.net.neurons().len());
    let too_many_neurons = || LearnError::TooManyNeurons {
        neurons,
        prior: prior_neurons,
    };
    // Checked before the training, which takes minutes.
    if options.blend < 100 && neurons + prior_neurons > MAX_NEURONS {
        return Err(too_many_neurons());
    }
    let learned = match options.net {
        None => learn_linear(options, &files, &prior, &series)?,
        Some(neurons) => match options.target {
            Target::Result => learn_net(options, &files, &prior, &series, neurons)?,
            Target::Attack => learn_attack_net(&files, &prior, &series, neurons)?,
        },
    };
    let text = learned
        .interpolate(&prior, options.blend)
        .ok_or_else(too_many_neurons)?
        .to_json()
        .map_err(|error| LearnError::Json(error.into()))?;
    let Some(path) = &options.out else {
        return Ok(Some(text));
    };
    files::write_atomic(path, &text).map_err(|source| LearnError::Write {
        path: path.clone(),
        source,
    })?;
    Ok(None)
}

/// Returns the same weights, written for clears that take these frames.
fn with_clear_frames(weights: Weights, clear_frames: [i32; 5]) -> Weights {
    let [rows @ .., perfect] = clear_frames.map(f64::from);
    let delays = Delays {
        rows,
        perfect,
        moves: None,
    };
    Weights {
        clear_frames,
        ..Weights::clone(&Arc::new(weights).for_delays(&delays))
    }
}

/// Learns a net that predicts who wins. Returns the prior with that net in place of its own, and with
/// the other weights of positions multiplied by the coefficients that they have beside it.
fn learn_net(
    options: &Options,
    files: &[PathBuf],
    prior: &Weights,
    series: &SeriesInfo,
    neurons: usize,
) -> Result<Weights, LearnError> {
    let is_tuned = |name: &str| series.step(name).is_some();
    let on_board = FeatureVector::new(|name| is_tuned(name) && !OFF_BOARD.contains(&name));
    let off_board = FeatureVector::new(|name| is_tuned(name) && OFF_BOARD.contains(&name));
    let (board_weights, off_board_weights) = (on_board.restrict(prior), off_board.restrict(prior));
    let scale = options.scale as f32;
    let mut games = map_positions(files, series, |position: &TrainingPosition| NetSample {
        inputs: position.sides.each_ref().map(net_inputs),
        linear_terms: [
            difference(position, cells) / ROW_CELLS as f32,
            position.garbage_difference,
            position.opponent_frames / 10.0,
            difference(position, |side| board_weights.evaluate(side)) / scale,
            difference(position, |side| off_board_weights.evaluate(side)) / scale,
        ],
        won: position.won,
    })?;
    keep_won_games(&mut games)?;
    let learned = net_training::train(&games, neurons);
    let [row, line, _, board_factor, off_board_factor] = learned.linear_terms;
    eprintln!(
        "{} games; log-loss of games kept for validation {}, with the net {} (1 is a coin \
         toss); log-odds of a row of cells {}, of a pending line {}; board weights scaled by {}, \
         other weights of positions by {}",
        games.len(),
        decimals(learned.log_loss[0], 4),
        decimals(learned.log_loss[1], 4),
        decimals(f64::from(row), 4),
        decimals(f64::from(line), 4),
        decimals(f64::from(board_factor), 2),
        decimals(f64::from(off_board_factor), 2),
    );
    let mut weights = prior.clone();
    for (axes, factor) in [(on_board, board_factor), (off_board, off_board_factor)] {
        let scaled = |(_, value)| Weights::nearest(f64::from(value) * f64::from(factor));
        weights = axes.replace(&weights, axes.named_weights(prior).into_iter().map(scaled));
    }
    weights.net = bounded_net(&learned.neurons(scale));
    Ok(weights)
}

/// Leaves out games without positions, such as those without a winner.
///
/// # Errors
/// Too few games are left to keep one for validation.
fn keep_won_games<T>(games: &mut Vec<Vec<T>>) -> Result<(), LearnError> {
    games.retain(|game| !game.is_empty());
    match games.len() {
        won if won < MIN_GAMES => Err(LearnError::TooFewGames {
            won,
            needed: MIN_GAMES,
        }),
        _ => Ok(()),
    }
}

/// Learns a net that predicts the lines that a side sends. Returns weights with this net, held pieces
/// and prices; `attack` is the prior's.
fn learn_attack_net(
    files: &[PathBuf],
    prior: &Weights,
    series: &SeriesInfo,
    neurons: usize,
) -> Result<Weights, LearnError> {
    if prior.attack <= 0 {
        return Err(LearnError::NoAttack(prior.attack));
    }
    let frame = price_of_frame(prior);
    let mut games = map_positions(files, series, |position: &TrainingPosition| {
        let sample = attack_sample(position, frame);
        (position.seat, position.won, sample)
    })?;
    keep_won_games(&mut games)?;
    let sides: Vec<(Vec<AttackSample>, bool)> =
        games.iter().flat_map(|game| sides_of(game)).collect();
    let learned = attack_training::train(&sides, neurons);
    let [i, t] = learned.held;
    let samples = games.iter().flatten().map(|(_, _, sample)| sample);
    eprintln!(
        "{} games, {}; correlation with the targets of games kept for validation {}; lines of \
         holding an I {}, a T {}",
        games.len(),
        sample_summary(samples),
        decimals(learned.correlation, 4),
        decimals(f64::from(i), 2),
        decimals(f64::from(t), 2),
    );
    Ok(Weights {
        net: bounded_net(&learned.neurons(prior.attack as f32)),
        ..beside_attacks(prior, learned.held)
    })
}

/// Returns what a net that predicts attacks learns from the move of a position, with the price of a
/// frame in lines.
fn attack_sample(position: &TrainingPosition, frame: f32) -> AttackSample {
    AttackSample {
        inputs: net_inputs(&position.sides[0]),
        held: position.sides[0].hold,
        sent: position.sent,
        lines: position.sent as f32 - frame * position.frames as f32,
    }
}

/// Returns a text about samples: how many there are, how many send nothing or have the inputs of
/// another one, and the largest attack.
fn sample_summary<'a>(samples: impl Iterator<Item = &'a AttackSample>) -> String {
    let (mut all, mut quiet, mut most, mut different) = (0_u64, 0_u64, 0, HashSet::new());
    for sample in samples {
        all += 1;
        quiet += u64::from(sample.sent == 0);
        most = sample.sent.max(most);
        different.insert((sample.inputs, sample.held));
    }
    let repeated = all - different.len() as u64;
    let percent = |count: u64| decimals(100.0 * count as f64 / all.max(1) as f64, 1);
    format!(
        "{all} positions ({} % send nothing, {} % have the inputs of another one, at most {most} \
         lines are sent at once)",
        percent(quiet),
        percent(repeated),
    )
}

/// Returns a net of these neurons, and reports those that must be clamped to its bounds.
fn bounded_net(neurons: &[Neuron]) -> Net {
    let net = Net::new(neurons.iter().copied());
    let clamped = net.neurons().iter().zip(neurons).filter(|(a, b)| a != b);
    match clamped.count() {
        0 => {}
        clamped => eprintln!(
            "{clamped} of {} neurons were clamped to the bounds of a net, so it is not the one that \
             was trained: give a smaller --scale, or a prior with a smaller `attack`",
            neurons.len()
        ),
    }
    net
}

/// Returns the weights that a net of attacks does not replace: held pieces, worth `held` lines, and
/// prices. The net includes the price of the time after a position, but not that of the clear before
/// it.
fn beside_attacks(prior: &Weights, held: [f32; 2]) -> Weights {
    let [hold_i, hold_t] =
        held.map(|lines| Weights::nearest(f64::from(lines) * f64::from(prior.attack)));
    let without_time = Weights {
        hold_i,
        hold_t,
        attack: prior.attack,
        step: prior.step,
        soft_drop: prior.soft_drop,
        clear_second: prior.clear_second,
        move_frames: prior.move_frames,
        ..Weights::ZERO
    };
    with_clear_frames(without_time, prior.clear_frames)
}

/// Returns the price of a frame in lines sent. `attack` must not be 0.
fn price_of_frame(weights: &Weights) -> f32 {
    let second = -weights.clear_second as f32 / weights.attack as f32;
    second / Delays::SECOND as f32
}

/// Returns the pieces of both sides of a game, and whether they won.
fn sides_of(game: &[(usize, bool, AttackSample)]) -> [(Vec<AttackSample>, bool); 2] {
    [0, 1].map(|seat| {
        let own = || game.iter().filter(move |(of, ..)| *of == seat);
        let won = own().any(|(_, won, _)| *won);
        (own().map(|(_, _, sample)| *sample).collect(), won)
    })
}

/// Returns the inputs of a net for a position.
fn net_inputs(position: &Position) -> [u8; INPUTS] {
    FeatureVector::net_inputs(position).map(|count| count.clamp(0, MAX_COUNT) as u8)
}

/// Formats a number. A number that rounds to zero has no sign.
fn decimals(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|byte| b"0.".contains(&byte)) => digits.to_string(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{Piece, Randomizer, State};

    #[test]
    fn a_sample_has_the_lines_of_its_move_less_the_price_of_its_time() {
        let mut state = State::new(Randomizer::unknown());
        let other = Position::from_state(&state);
        state.hold = Some(Piece::T);
        state.clear_state.combo = 3;
        let own = Position::from_state(&state);
        let position = TrainingPosition {
            sides: [own, other],
            garbage_difference: 0.0,
            opponent_frames: 0.0,
            won: true,
            seat: 0,
            sent: 4,
            frames: 30,
        };
        let weights = Weights {
            attack: 100,
            clear_second: -400,
            ..Weights::ZERO
        };
        let sample = attack_sample(&position, price_of_frame(&weights));
        // A second costs four lines, 30 frames two.
        assert_eq!((sample.lines, sample.held), (2.0, Some(Piece::T)));
        assert_eq!(sample.sent, 4);
        assert_eq!(sample.inputs, net_inputs(&own));
        assert_ne!(sample.inputs, net_inputs(&other));
    }

    #[test]
    fn samples_are_counted_by_what_they_send_and_by_their_inputs() {
        let sample = |input, sent| AttackSample {
            inputs: [input; INPUTS],
            held: None,
            sent,
            lines: 0.0,
        };
        let samples = [sample(1, 0), sample(1, 7), sample(2, 0), sample(3, 0)];
        assert_eq!(
            sample_summary(samples.iter()),
            "4 positions (75.0 % send nothing, 25.0 % have the inputs of another one, at most 7 \
             lines are sent at once)"
        );
        assert!(sample_summary([].iter()).starts_with("0 positions (0.0 %"));
    }

    #[test]
    fn neurons_are_clamped_to_the_bounds_of_a_net() {
        let neuron = |output_weight| Neuron {
            bias: 1,
            weights: [0; INPUTS],
            output_weight,
        };
        let net = bounded_net(&[neuron(12_000), neuron(5)]);
        assert_eq!(net.neurons(), [neuron(10_000), neuron(5)]);
    }

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(decimals(-0.0, 4), "0.0000");
        assert_eq!(decimals(-0.00001, 4), "0.0000");
        assert_eq!(decimals(-0.25, 2), "-0.25");
        assert_eq!(decimals(1.0, 0), "1");
    }
}
