//! `landfall learn`: weights out of who won finished games.
//!
//! Owns how coefficients become weights, and the files. What a replay says is in `samples`,
//! the regression in `logistic`, what was asked for in `options`.
//!
//! What a position is worth is by how much it raises the odds to win, over that of the other
//! side (for chess: Buro 1995, and the "Texel method"). Cells on the board are worth
//! something, too, so a cleared row has a price, and so has every frame that a clear takes.

mod logistic;
mod options;
mod samples;

pub use options::Options;

use super::rules::Rules;
use super::space::step;
use crate::arena::{Preset, Reading};
use crate::brain::{Terms, Weights};
use crate::game::{ClearDelays, Ruleset};
use logistic::{Belief, Fit, Table};
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// What is believed of log-odds that are no weights: hardly anything.
const UNKNOWN: Belief = Belief {
    mean: 0.0,
    spread: 0.1,
};

/// Cells of a row.
const ROW: f64 = 10.0;

/// Frames of a second.
const SECOND: f64 = 60.0;

/// Learns as the options ask. Gives the text of the weights file if no file was named for it.
///
/// # Errors
/// Which file cannot be read or written, and why, a sentence.
pub fn run(options: &Options) -> Result<Option<String>, String> {
    let mix = read(&options.mix)?;
    let files = files(&options.replays)?;
    let first = files.first().ok_or("there are no replays")?;
    let common = reading(first).and_then(|reading| Common::of(&reading));
    let common = common.map_err(|why| format!("{}: {why}", first.display()))?;
    let terms = Terms::new(|name| common.step(name).is_some());
    let table = observed(&files, &terms, &common)?;
    let fit = table.fit(&beliefs(&terms, &mix, &common, options.unit));
    tell(files.len(), &table, &fit, &terms);
    let found = Learned {
        fit: &fit,
        terms: &terms,
        delays: common.delays,
    };
    let found = found.weights(options.unit, options.attack);
    let text = found
        .mixed(&mix, options.share)
        .text()
        .map_err(|error| error.to_string())?;
    match &options.out {
        Some(path) => super::replace(path, &text).map(|()| None),
        None => Ok(Some(text)),
    }
}

/// What is believed of each feature: a weight is where it was, give or take a step.
fn beliefs(terms: &Terms, mix: &Weights, common: &Common, unit: i32) -> Vec<Belief> {
    let unit = f64::from(unit);
    let belief = |(name, value): (&str, i32)| Belief {
        mean: f64::from(value) / unit,
        spread: common.step(name).unwrap_or(1.0) / unit,
    };
    let terms = terms.named(mix).into_iter().map(belief);
    terms.chain([UNKNOWN; samples::BESIDE]).collect()
}

/// The weights to mix with.
fn read(path: &Path) -> Result<Weights, String> {
    let named = |why: String| format!("--mix {}: {why}", path.display());
    let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    Weights::parse(&text).map_err(|error| {
        named(format!(
            "no weights file: {error}; `landfall weights` prints a good one"
        ))
    })
}

/// The replays that are meant: files, and those in folders, by name.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let unreadable = |error| format!("cannot read {}: {error}", path.display());
        let mut inside: Vec<PathBuf> = fs::read_dir(path)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(unreadable)?;
        inside.retain(|file| file.extension().is_some_and(|end| end == "jsonl"));
        inside.sort();
        if inside.is_empty() {
            return Err(format!("{} has no replays (*.jsonl)", path.display()));
        }
        files.append(&mut inside);
    }
    Ok(files)
}

/// What all replays of a series have in common.
#[derive(Clone, Copy)]
struct Common {
    rules: &'static Ruleset,
    /// How long clears take.
    delays: ClearDelays,
}

impl Common {
    fn of(reading: &Reading) -> Result<Common, String> {
        let named = |key: &str| {
            let name = reading.head.get(key).and_then(|name| name.as_str());
            name.ok_or_else(|| format!("its head names no `{key}`"))
        };
        let preset = Preset::by_name(named("preset")?).map_err(|error| error.to_string())?;
        Ok(Common {
            rules: Ruleset::by_name(named("rules")?).map_err(|error| error.to_string())?,
            delays: preset.frames.delays(),
        })
    }

    /// How far a step of a weight goes, if it means anything.
    fn step(&self, name: &str) -> Option<f64> {
        step(Rules::Tetrominoes(self.rules), name, 0)
    }

    fn same(&self, other: &Common) -> bool {
        self.rules.name == other.rules.name && self.delays == other.delays
    }
}

fn reading(file: &Path) -> Result<Reading, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    Reading::parse(&text).map_err(|error| error.to_string())
}

/// The observations of all replays.
fn observed(files: &[PathBuf], terms: &Terms, common: &Common) -> Result<Table, String> {
    let width = terms.len() + samples::BESIDE;
    let observe = |file: &PathBuf| {
        let reading = reading(file)?;
        if !common.same(&Common::of(&reading)?) {
            return Err("its rules or preset are not those of the first replay".to_string());
        }
        let mut table = Table::new(width);
        samples::observe(&reading, common.rules, terms, &mut table)?;
        Ok(table)
    };
    let games: Vec<Result<Table, String>> = files.par_iter().map(observe).collect();
    let mut all = Table::new(width);
    for (game, file) in games.into_iter().zip(files) {
        all.append(&mut game.map_err(|why| format!("{}: {why}", file.display()))?);
    }
    if all.len() == 0 {
        return Err("nobody won any of these games: there is nothing to learn from".into());
    }
    Ok(all)
}

/// What came out, for people.
fn tell(games: usize, table: &Table, fit: &Fit, terms: &Terms) {
    let beside = |feature: usize| fit.coefficients[terms.len() + feature];
    eprintln!(
        "{games} games, {} positions; surprise {:.4} of 1; log-odds of a cell {:.4}, \
         of a line that waits {:.4}, of a frame {:.5}",
        table.len(),
        fit.surprise,
        beside(samples::CELLS),
        beside(samples::WAITING),
        beside(samples::BUSY),
    );
}

/// Coefficients with their meaning.
struct Learned<'a> {
    fit: &'a Fit,
    terms: &'a Terms,
    /// How long clears take.
    delays: ClearDelays,
}

impl Learned<'_> {
    /// As weights, a log-odds of 1 being worth `unit`.
    fn weights(&self, unit: i32, attack: i32) -> Weights {
        let value = |odds: f64| {
            let most = f64::from(Weights::LARGEST);
            (odds * f64::from(unit)).round().clamp(-most, most) as i32
        };
        let (standing, beside) = self.fit.coefficients.split_at(self.terms.len());
        let standing: Vec<i32> = standing.iter().map(|&odds| value(odds)).collect();
        // Frames that the other side is busy are worth what one's own frames cost.
        let clear = |rows: usize| {
            let cells = beside[samples::CELLS] * ROW * rows as f64;
            value(-cells - beside[samples::BUSY] * self.delays.rows[rows - 1])
        };
        let [one, two, three, four] = self.delays.rows;
        let frames = [one, two, three, four, self.delays.perfect];
        Weights {
            attack,
            clear: [1, 2, 3, 4].map(clear),
            mini: [1, 2].map(clear),
            spin: [1, 2, 3].map(clear),
            clear_second: value(-beside[samples::BUSY] * SECOND),
            clear_frames: frames.map(|frames| frames as i32),
            ..self.terms.weights(&standing)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_become_weights_and_prices_of_clears() {
        let terms = Terms::new(|_| true);
        let mut coefficients = vec![0.0; terms.len()];
        coefficients[0] = 0.02;
        coefficients.extend([0.01, -0.3, 0.001]);
        let fit = Fit {
            coefficients,
            surprise: 0.9,
        };
        let learned = Learned {
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
