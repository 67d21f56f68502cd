//! What a loss by the search costs in the 14 pieces from the move on: lines that were sent less,
//! where a side that tops out sends nothing more. docs/lab/review.md has the figures.
//!
//! ```sh
//! cargo run --release -p landfall-review --example calibrate_losses -- 20000 REPLAYS...
//! ```
//!
//! The first argument is the nodes for each position; then come files, and folders of files. What
//! is sent after a move without a loss is estimated by least squares from the position before it,
//! for each folder and player. One thread.

#[path = "../arguments/mod.rs"]
mod arguments;
mod fit;

use arguments::files;
use fit::{Row, fit_scale, least_squares};
use landfall_experiment::statistics::standard_error;
use landfall_replay::{RecordedMove, Round};
use landfall_review::grade::{MOST_LOSS, search_loss};
use landfall_review::phase::danger;
use landfall_review::{JudgeOptions, Opponent, PlayedMove, judge::judge};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

/// Pieces in which sent lines are counted.
const PIECES: usize = 14;

/// The largest loss of a search that counts as none.
const NO_LOSS: f64 = 0.2;

/// From this loss on positions are nearly lost, and the lines that would have been sent are not
/// known.
const NEARLY_LOST: f64 = 20.0;

/// The least loss of each row that is printed.
const ROWS: [f64; 13] = [
    0.0, 0.2, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 20.0, 50.0,
];

/// A move, its loss by the search, and what was sent after it.
struct Sample {
    /// Folder and player.
    player: (String, usize),
    /// The round, among all.
    round: usize,
    /// Features of the position before the move.
    before: [f64; 5],
    loss: f64,
    sent: f64,
    topped_out: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let nodes = arguments
        .next()
        .ok_or("usage: calibrate_losses NODES FILE...")?;
    let options = JudgeOptions {
        nodes: nodes.parse()?,
        ..JudgeOptions::default()
    };
    let mut samples = Vec::new();
    let mut rounds = 0;
    for path in files(arguments)? {
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
        let folder = folder.to_string_lossy().into_owned();
        let game = landfall_replay::read(&std::fs::read(&path)?)?;
        for round in &game.rounds {
            rounds += 1;
            samples_of(round, rounds, &folder, &options, &mut samples);
        }
    }
    let expected = expectations(&samples);
    let players = samples.iter().map(|sample| sample.player.0.clone());
    let mut folders: Vec<String> = players.collect();
    folders.sort();
    folders.dedup();
    for folder in folders {
        print_table(&folder, &samples, &expected, |sample| {
            sample.player.0 == folder
        });
    }
    let rows = print_table("all", &samples, &expected, |_| true);
    let scale = fit_scale(&rows, MOST_LOSS);
    println!("lines lost: {MOST_LOSS} (1 - exp(-loss / {scale:.1}))");
    Ok(())
}

/// Adds the moves of a round for which the lines sent in the next pieces are known: all moves of a
/// side that lost, and those with enough pieces left of one that won.
fn samples_of(
    round: &Round,
    number: usize,
    folder: &str,
    options: &JudgeOptions,
    samples: &mut Vec<Sample>,
) {
    for (seat, side) in round.sides.iter().enumerate() {
        let lost = round.winner.is_some_and(|winner| winner != seat);
        for (index, recorded) in side.moves.iter().enumerate() {
            let next = &side.moves[index..side.moves.len().min(index + PIECES)];
            if next.len() < PIECES && !lost {
                break;
            }
            let played = PlayedMove {
                rules: &side.rules,
                recorded,
                opponents: &Opponent::all_at(round, seat, recorded.appeared),
            };
            let Some(judged) = judge(&played, options, &|| false, &|| false) else {
                continue;
            };
            let value = f64::from(judged.best.value) / f64::from(judged.unit_value);
            let waiting: u32 = recorded.waiting.iter().map(|packet| packet.lines).sum();
            let danger = danger(&side.rules, &recorded.state.board, waiting);
            let sent = |mv: &RecordedMove| f64::from(mv.clear.attack);
            samples.push(Sample {
                player: (folder.to_string(), side.player),
                round: number,
                before: [
                    1.0,
                    value.clamp(-60.0, 60.0),
                    danger,
                    danger * danger,
                    f64::from(waiting),
                ],
                loss: search_loss(judged.best.value, judged.played.value, judged.unit_value),
                sent: next.iter().map(sent).sum(),
                topped_out: next.len() < PIECES,
            });
        }
    }
}

/// Returns the lines that would have been sent after each move without a loss, by the model of its
/// player.
fn expectations(samples: &[Sample]) -> Vec<f64> {
    let mut by_player: BTreeMap<_, Vec<&Sample>> = BTreeMap::new();
    for sample in samples.iter().filter(|sample| sample.loss < NO_LOSS) {
        by_player.entry(&sample.player).or_default().push(sample);
    }
    let models: BTreeMap<_, _> = by_player
        .into_iter()
        .map(|(player, samples)| {
            let rows = samples.iter().map(|sample| (sample.before, sample.sent));
            (player, least_squares(&rows.collect::<Vec<_>>()))
        })
        .collect();
    let value = |sample: &Sample| {
        let model = models.get(&sample.player).copied().unwrap_or_default();
        model
            .iter()
            .zip(sample.before)
            .map(|(weight, feature)| weight * feature)
            .sum()
    };
    samples.iter().map(value).collect()
}

/// Prints a row for each range of losses, and returns those below [`NEARLY_LOST`].
fn print_table(
    name: &str,
    samples: &[Sample],
    expected: &[f64],
    wanted: impl Fn(&Sample) -> bool,
) -> Vec<Row> {
    println!(
        "{name}: loss by the search; moves; lines sent in {PIECES} pieces; topped out, %; lines sent less, ± its error over rounds"
    );
    let mut rows = Vec::new();
    let ends = ROWS.iter().skip(1).copied().chain([f64::INFINITY]);
    for (least, most) in ROWS.into_iter().zip(ends) {
        let mut by_round: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        let (mut moves, mut loss) = (0.0, 0.0);
        let (mut sent, mut topped_out, mut less) = (0.0, 0.0, 0.0);
        for (sample, expected) in samples.iter().zip(expected) {
            // A lost game loses infinitely many lines, and belongs to the last row.
            let inside = sample.loss >= least && (sample.loss < most || most.is_infinite());
            if !wanted(sample) || !inside {
                continue;
            }
            moves += 1.0;
            loss += sample.loss;
            sent += sample.sent;
            topped_out += f64::from(u8::from(sample.topped_out));
            less += expected - sample.sent;
            by_round
                .entry(sample.round)
                .or_default()
                .push(expected - sample.sent);
        }
        let means = by_round
            .values()
            .map(|less| less.iter().sum::<f64>() / less.len() as f64);
        println!(
            "{least}: {moves}; {:.2}; {:.1}; {:.2} ± {:.2}",
            sent / moves,
            100.0 * topped_out / moves,
            less / moves,
            standard_error(means).unwrap_or(f64::NAN)
        );
        if moves > 0.0 && least < NEARLY_LOST {
            rows.push(Row {
                loss: loss / moves,
                less: less / moves,
                moves,
            });
        }
    }
    rows
}
