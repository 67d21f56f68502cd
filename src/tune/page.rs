//! The page of a run: scores and weights over generations, for a browser. It is a single file that
//! loads no others, and contains the lines of the journal.

use super::chart::{Series, Titles, chart, sparkline};
use super::config::{Scoring, TuneConfig};
use super::journal::GenerationRecord;
use super::problem::Problem;
use super::space::ParameterSpace;
use landfall_replay::page::{escape_html, escape_json};
use serde::Serialize;
use std::fmt::Write;

/// The title of the horizontal axis.
const GENERATION: &str = "generation";

const STYLE: &str = include_str!("page.css");

/// Returns the page of a run after these generations.
///
/// # Errors
/// The configuration or a generation cannot be written as JSON.
pub fn render<P: Problem>(
    problem: &P,
    config: &TuneConfig<P::Weights>,
    records: &[GenerationRecord<P::Weights>],
) -> Result<String, serde_json::Error> {
    let space = ParameterSpace::new(problem, &config.start_weights);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>landfall tune: {0}</title>\n<style>\n{STYLE}</style>\n<h1>Weights for {0}</h1>\n",
        escape_html(&config.rules)
    );
    html += &run_facts(config, records);
    for scoring in [Scoring::Solo, Scoring::Match] {
        let of_scoring: Vec<&GenerationRecord<P::Weights>> = records
            .iter()
            .filter(|record| record.scoring == scoring)
            .collect();
        if !of_scoring.is_empty() {
            let _ = writeln!(
                html,
                "<figure>{}</figure>",
                score_chart(scoring, P::SOLO_SCORE_UNIT, config, &of_scoring)
            );
        }
    }
    let steps = Series {
        label: "step length".to_string(),
        class: 'c',
        points: by_generation(records.iter(), |record| record.sigma),
    };
    let titles = Titles {
        chart: "Search",
        x: GENERATION,
        y: "step length, in usual steps",
    };
    let _ = writeln!(html, "<figure>{}</figure>", chart(&titles, &[steps]));
    let unit = P::WEIGHT_UNIT;
    let _ = writeln!(
        html,
        "<h2>Weights</h2>\n<p>Over the generations, from the start to now, in {unit}. The thin line is 0.</p>\n<div class=\"grid\">"
    );
    html += &weight_sparklines(config, &space, records);
    html += "</div>\n";
    html += &journal_data(config, records)?;
    Ok(html)
}

/// Returns a list of the options of a run, and its numbers of generations and games.
fn run_facts<W>(config: &TuneConfig<W>, records: &[GenerationRecord<W>]) -> String {
    let played = records.last().map_or(0, |last| last.games);
    let score = match config.score {
        Scoring::Match if config.warm_up > 0 => {
            format!("match, after {} solo generations", config.warm_up)
        }
        score => score.to_string(),
    };
    let preset = config.preset.as_ref().map_or("none", |preset| &preset.name);
    let rows = [
        ("generations", records.len().to_string()),
        ("games", played.to_string()),
        ("from", config.start.clone()),
        ("measured against", config.reference.clone()),
        ("score", score),
        ("nodes per move", config.nodes.to_string()),
        ("candidates", config.population.to_string()),
        ("seeds per candidate", config.seeds.to_string()),
        ("preset", preset.to_string()),
        ("seed", config.seed.to_string()),
    ];
    let cells = rows.map(|(name, value)| {
        format!(
            "<div><dt>{name}</dt><dd>{}</dd></div>\n",
            escape_html(&value)
        )
    });
    format!("<dl>\n{}</dl>\n", cells.concat())
}

/// Draws the scores. Solo games: the best and the median candidate, and the mean of the candidates,
/// which plays too. Matches: the mean against the fixed opponent.
fn score_chart<W>(
    scoring: Scoring,
    solo_score_unit: &str,
    config: &TuneConfig<W>,
    of_scoring: &[&GenerationRecord<W>],
) -> String {
    let line = |label: &str, class, value: &dyn Fn(&GenerationRecord<W>) -> f64| Series {
        label: label.to_string(),
        class,
        points: by_generation(of_scoring.iter().copied(), value),
    };
    let sorted = |record: &GenerationRecord<W>| {
        let mut scores = record.scores.clone();
        scores.sort_by(f64::total_cmp);
        scores
    };
    let best = line("best", 'c', &|record| {
        sorted(record).last().copied().unwrap_or(0.0)
    });
    let median = line("median", 'b', &|record| {
        sorted(record)[record.scores.len() / 2]
    });
    match scoring {
        Scoring::Solo => {
            let mean = line("their mean", 'a', &|record| record.mean);
            let titles = Titles {
                chart: "Solo games",
                x: GENERATION,
                y: solo_score_unit,
            };
            chart(&titles, &[best, median, mean])
        }
        Scoring::Match => {
            // Scores against the mean of a generation cannot be compared between generations.
            let mean = line("each generation", 'c', &|record| record.mean);
            let smooth = Series {
                label: format!("the last {AVERAGED_GENERATIONS} together"),
                class: 'a',
                points: moving_average(&mean.points),
            };
            let title = format!("Matches against {}", config.reference);
            let titles = Titles {
                chart: &title,
                x: GENERATION,
                y: "points won, 0 to 1",
            };
            chart(&titles, &[mean, smooth])
        }
    }
}

/// The number of generations that are averaged for a smooth curve: the score of a mean in matches
/// has few games.
const AVERAGED_GENERATIONS: usize = 10;

fn moving_average(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let smooth = |(i, &(x, _)): (usize, &(f64, f64))| {
        let last = &points[(i + 1).saturating_sub(AVERAGED_GENERATIONS)..=i];
        let sum: f64 = last.iter().map(|point| point.1).sum();
        (x, sum / last.len() as f64)
    };
    points.iter().enumerate().map(smooth).collect()
}

fn weight_sparklines<P: Problem>(
    config: &TuneConfig<P::Weights>,
    space: &ParameterSpace<P>,
    records: &[GenerationRecord<P::Weights>],
) -> String {
    let start = space.values(&config.start_weights);
    let values: Vec<Vec<i32>> = records
        .iter()
        .map(|record| space.values(&record.weights))
        .collect();
    let mut html = String::new();
    for (axis, name) in space.names().into_iter().enumerate() {
        let history = [start[axis]]
            .into_iter()
            .chain(values.iter().map(|generation| generation[axis]));
        let points: Vec<(f64, f64)> = (0..).map(f64::from).zip(history.map(f64::from)).collect();
        let now = values.last().unwrap_or(&start)[axis];
        let line = Series {
            label: name.clone(),
            class: 'a',
            points,
        };
        let _ = writeln!(
            html,
            "<div><b>{name}</b> <span>{} → {now}</span>{}</div>",
            start[axis],
            sparkline(&line)
        );
    }
    html
}

/// Returns the journal as a JSON script element, for programs that read the page.
fn journal_data<W: Serialize>(
    config: &TuneConfig<W>,
    records: &[GenerationRecord<W>],
) -> Result<String, serde_json::Error> {
    let config = serde_json::to_string(config)?;
    let records = serde_json::to_string(records)?;
    let json = escape_json(&format!("{{\"plan\":{config},\"generations\":{records}}}"));
    Ok(format!(
        "<script type=\"application/json\" id=\"journal\">{json}</script>\n</html>\n"
    ))
}

/// Returns a number of each generation as points of a chart.
fn by_generation<'a, W: 'a>(
    generations: impl Iterator<Item = &'a GenerationRecord<W>>,
    value: impl Fn(&GenerationRecord<W>) -> f64,
) -> Vec<(f64, f64)> {
    generations
        .map(|record| (record.generation as f64, value(record)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moving_average_is_over_earlier_points() {
        let points: Vec<(f64, f64)> = (0..12).map(|i| (f64::from(i), f64::from(i))).collect();
        let smooth = moving_average(&points);
        assert_eq!(smooth[0], (0.0, 0.0));
        assert_eq!(smooth[3], (3.0, 1.5));
        assert_eq!(smooth[11], (11.0, 6.5));
        assert_eq!(moving_average(&[]), []);
    }
}
