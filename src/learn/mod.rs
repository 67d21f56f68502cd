//! `landfall learn`: weights out of who won finished games.
//!
//! Owns how coefficients become weights, and the files. What a replay says is in `samples`,
//! the regression in `logistic`, how a net is learned in `neural`, what was asked for in
//! `options`.
//!
//! What a position is worth is by how much it raises the odds to win, over that of the other
//! side (for chess: Buro 1995, and the "Texel method"). Cells on the board are worth
//! something, too, so a cleared row has a price, and so has every frame that a clear takes.

mod net_training;
mod options;
mod positions;

pub use options::Options;

use crate::tune::Target;
use crate::tune::step_size;
use landfall_arena::Replay;
use landfall_experiment::files;
use landfall_experiment::logistic::{Dataset, Fit, Prior};
use landfall_rules::{ClearDelays, Ruleset};
use landfall_search::{FeatureVector, Net, Position, Weights};
use net_training::NetSample;
use positions::TrainingPosition;
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// What is believed of log-odds that are no weights: hardly anything.
const VAGUE_PRIOR: Prior = Prior {
    mean: 0.0,
    std_dev: 0.1,
};

/// Cells of a row.
const ROW_CELLS: f64 = 10.0;

/// Features beside the terms of the evaluation, after them: cells on the board, lines that
/// wait for who is asked more than for the other, frames until the other is asked.
const CELLS: usize = 0;
/// See [`CELLS`].
const PENDING_GARBAGE: usize = 1;
/// See [`CELLS`].
const OPPONENT_FRAMES: usize = 2;
/// How many there are.
const LINEAR_TERMS: usize = 3;

/// Weights of a position that are none of its board.
const OFF_BOARD: [&str; 5] = ["back_to_back", "combo", "hold_i", "hold_t", "skip"];

/// Learns as the options ask. Gives the text of the weights file if no file was named for it.
///
/// # Errors
/// Which file cannot be read or written, and why, a sentence.
pub fn run(options: &Options) -> Result<Option<String>, String> {
    let mix = read_prior(&options.prior)?;
    let files = files::collect_files(&options.replays, "jsonl", "replays")?;
    let first = files.first().ok_or("there are no replays")?;
    let common = read_replay(first).and_then(|reading| SeriesInfo::of(&reading));
    let common = common.map_err(|why| format!("{}: {why}", first.display()))?;
    let weights = match options.net {
        None => learn_linear(options, &files, &mix, &common)?,
        Some(neurons) => learn_net(options, &files, &mix, &common, neurons)?,
    };
    let text = weights.to_json().map_err(|error| error.to_string())?;
    match &options.out {
        Some(path) => files::write_atomic(path, &text)
            .map(|()| None)
            .map_err(|error| format!("{} cannot be written: {error}", path.display())),
        None => Ok(Some(text)),
    }
}

/// Weights without a net.
fn learn_linear(
    options: &Options,
    files: &[PathBuf],
    mix: &Weights,
    common: &SeriesInfo,
) -> Result<Weights, String> {
    let terms = FeatureVector::new(|name| common.step(name).is_some());
    let mut table = Dataset::new(terms.len() + LINEAR_TERMS);
    let games = map_positions(files, common, |moment: &TrainingPosition| {
        (features(moment, &terms), moment.won)
    })?;
    for (features, won) in games.into_iter().flatten() {
        table.push(features.into_iter(), won);
    }
    let fit = table.fit(&priors(&terms, mix, common, options.scale));
    report(files.len(), &table, &fit, &terms);
    let found = FittedWeights {
        fit: &fit,
        terms: &terms,
        delays: common.delays,
    };
    let found = found.weights(options.scale, options.attack);
    Ok(found.interpolate(mix, options.blend))
}

/// The same weights with a net beside them, and as much less of what a board is worth.
fn learn_net(
    options: &Options,
    files: &[PathBuf],
    mix: &Weights,
    common: &SeriesInfo,
    neurons: usize,
) -> Result<Weights, String> {
    let counts = |name: &str| common.step(name).is_some();
    let on_board = FeatureVector::new(|name| counts(name) && !OFF_BOARD.contains(&name));
    let off_board = FeatureVector::new(|name| counts(name) && OFF_BOARD.contains(&name));
    let (board, counters) = (on_board.restrict(mix), off_board.restrict(mix));
    let unit = options.scale as f32;
    let games = map_positions(files, common, |moment: &TrainingPosition| NetSample {
        counts: moment.sides.each_ref().map(|position| {
            FeatureVector::net_inputs(position).map(|count| count.clamp(0, 255) as u8)
        }),
        linear_terms: [
            difference(moment, cells) / ROW_CELLS as f32,
            moment.garbage_difference,
            moment.opponent_frames / 10.0,
            difference(moment, |position| {
                landfall_search::evaluate(&board, position)
            }) / unit,
            difference(moment, |position| {
                landfall_search::evaluate(&counters, position)
            }) / unit,
        ],
        won: moment.won,
    })?;
    let learned = net_training::train(&games, neurons);
    let [without, with] = learned.log_loss;
    let [row, line, _, scale, _] = learned.linear_terms;
    eprintln!(
        "{} games; surprise at games kept aside {without:.4} of 1, with the net {with:.4}; \
         log-odds of a row of cells {row:.4}, of a line that waits {line:.4}; the terms of a \
         board count {scale:.2} of what they did",
        files.len(),
    );
    let share = options.blend as f32 / 100.0;
    let kept = 1.0 - share + share * scale;
    let mut weights = mix.clone();
    for (name, values) in weights.fields_mut() {
        if on_board.contains(name) {
            values
                .iter_mut()
                .for_each(|value| *value = (*value as f32 * kept).round() as i32);
        }
    }
    weights.net = Net::new(learned.neurons(unit * share));
    Ok(weights)
}

/// What one side has more than the other.
fn difference(moment: &TrainingPosition, of: impl Fn(&Position) -> i32) -> f32 {
    let [own, other] = moment.sides.each_ref().map(of);
    (own - other) as f32
}

fn cells(position: &Position) -> i32 {
    let columns = position.board.columns.iter();
    columns.map(|column| column.count_ones() as i32).sum()
}

/// The terms as differences, and what is beside them.
fn features(moment: &TrainingPosition, terms: &FeatureVector) -> Vec<f32> {
    let [own, other] = moment
        .sides
        .each_ref()
        .map(|position| terms.extract(position));
    let standing = own
        .iter()
        .zip(&other)
        .map(|(own, other)| (own - other) as f32);
    let beside = [
        difference(moment, cells),
        moment.garbage_difference,
        moment.opponent_frames,
    ];
    standing.chain(beside).collect()
}

/// What is believed of each feature: a weight is where it was, give or take a step.
fn priors(terms: &FeatureVector, mix: &Weights, common: &SeriesInfo, unit: i32) -> Vec<Prior> {
    let unit = f64::from(unit);
    let belief = |(name, value): (&str, i32)| Prior {
        mean: f64::from(value) / unit,
        std_dev: common.step(name).unwrap_or(1.0) / unit,
    };
    let terms = terms.named_weights(mix).into_iter().map(belief);
    terms.chain([VAGUE_PRIOR; LINEAR_TERMS]).collect()
}

/// The weights to mix with.
fn read_prior(path: &Path) -> Result<Weights, String> {
    let named = |why: String| format!("--prior {}: {why}", path.display());
    let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    Weights::parse(&text).map_err(|error| {
        named(format!(
            "no weights file: {error}; `landfall weights` prints a good one"
        ))
    })
}

/// What all replays of a series have in common.
#[derive(Clone, Copy)]
struct SeriesInfo {
    rules: &'static Ruleset,
    /// How long clears take.
    delays: ClearDelays,
}

impl SeriesInfo {
    fn of(reading: &Replay) -> Result<SeriesInfo, String> {
        let rules = reading.head.get("rules").and_then(|name| name.as_str());
        let rules = rules.ok_or("its head names no `rules`")?;
        Ok(SeriesInfo {
            rules: Ruleset::by_name(rules).map_err(|error| error.to_string())?,
            delays: reading.clear_delays()?,
        })
    }

    /// How far a step of a weight goes, if it means anything.
    fn step(&self, name: &str) -> Option<f64> {
        step_size(Target::Tetrominoes(self.rules), name, 0)
    }

    fn same(&self, other: &SeriesInfo) -> bool {
        self.rules.name == other.rules.name && self.delays == other.delays
    }
}

fn read_replay(file: &Path) -> Result<Replay, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    Replay::parse(&text).map_err(|error| error.to_string())
}

/// What there is to say of each moment, by game.
fn map_positions<T: Send>(
    files: &[PathBuf],
    common: &SeriesInfo,
    say: impl Fn(&TrainingPosition) -> T + Sync,
) -> Result<Vec<Vec<T>>, String> {
    let observe = |file: &PathBuf| {
        let reading = read_replay(file)?;
        if !common.same(&SeriesInfo::of(&reading)?) {
            return Err("its rules or preset are not those of the first replay".to_string());
        }
        let moments = positions::training_positions(&reading, common.rules)?;
        Ok(moments.iter().map(&say).collect())
    };
    let games: Vec<Result<Vec<T>, String>> = files.par_iter().map(observe).collect();
    let named = |(game, file): (Result<Vec<T>, String>, &PathBuf)| {
        game.map_err(|why| format!("{}: {why}", file.display()))
    };
    let games: Vec<Vec<T>> = games
        .into_iter()
        .zip(files)
        .map(named)
        .collect::<Result<_, _>>()?;
    if games.iter().all(Vec::is_empty) {
        return Err("nobody won any of these games: there is nothing to learn from".into());
    }
    Ok(games)
}

/// What came out, for people.
fn report(games: usize, table: &Dataset, fit: &Fit, terms: &FeatureVector) {
    let beside = |feature: usize| fit.coefficients[terms.len() + feature];
    eprintln!(
        "{games} games, {} positions; surprise {:.4} of 1; log-odds of a cell {:.4}, \
         of a line that waits {:.4}, of a frame {:.5}",
        table.observations(),
        fit.log_loss,
        beside(CELLS),
        beside(PENDING_GARBAGE),
        beside(OPPONENT_FRAMES),
    );
}

/// Coefficients with their meaning.
struct FittedWeights<'a> {
    fit: &'a Fit,
    terms: &'a FeatureVector,
    /// How long clears take.
    delays: ClearDelays,
}

impl FittedWeights<'_> {
    /// As weights, a log-odds of 1 being worth `unit`.
    fn weights(&self, unit: i32, attack: i32) -> Weights {
        let value = |odds: f64| {
            let most = f64::from(Weights::MAX);
            (odds * f64::from(unit)).round().clamp(-most, most) as i32
        };
        let (standing, beside) = self.fit.coefficients.split_at(self.terms.len());
        let standing: Vec<i32> = standing.iter().map(|&odds| value(odds)).collect();
        // Frames that the other side is busy are worth what one's own frames cost.
        let clear = |rows: usize| {
            let cells = beside[CELLS] * ROW_CELLS * rows as f64;
            value(-cells - beside[OPPONENT_FRAMES] * self.delays.rows[rows - 1])
        };
        let [one, two, three, four] = self.delays.rows;
        let frames = [one, two, three, four, self.delays.perfect];
        Weights {
            attack,
            clear: [1, 2, 3, 4].map(clear),
            mini: [1, 2].map(clear),
            spin: [1, 2, 3].map(clear),
            clear_second: value(-beside[OPPONENT_FRAMES] * ClearDelays::SECOND),
            clear_frames: frames.map(|frames| frames as i32),
            ..self.terms.to_weights(&standing)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_become_weights_and_prices_of_clears() {
        let terms = FeatureVector::new(|_| true);
        let mut coefficients = vec![0.0; terms.len()];
        coefficients[0] = 0.02;
        coefficients.extend([0.01, -0.3, 0.001]);
        let fit = Fit {
            coefficients,
            log_loss: 0.9,
        };
        let learned = FittedWeights {
            fit: &fit,
            terms: &terms,
            delays: ClearDelays {
                rows: [30.0, 40.0, 40.0, 50.0],
                perfect: 1.0,
            },
        };
        let weights = learned.weights(1000, 100);
        let expected = Weights {
            height: 20,
            attack: 100,
            clear: [-130, -240, -340, -450],
            mini: [-130, -240],
            spin: [-130, -240, -340],
            clear_second: -60,
            clear_frames: [30, 40, 40, 50, 1],
            ..Weights::ZERO
        };
        assert_eq!(weights, expected);
    }
}
