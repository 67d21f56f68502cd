//! The page of a run: score and weights over generations, to be looked at in a browser while
//! it goes on. One file that loads nothing, with the journal's lines inside.

use super::chart::{Series, Titles, chart, escape_html, sparkline};
use super::config::{Scoring, TuneConfig};
use super::journal::GenerationRecord;
use super::space::ParameterSpace;
use super::target::Weights;
use std::fmt::Write;

/// The title of the horizontal axis.
const GENERATION: &str = "generation";

const STYLE: &str = include_str!("page.css");

/// The page of a run as it stands after these generations.
///
/// # Errors
/// The plan makes no sense, or what the writer of JSON says: a sentence.
pub fn render(plan: &TuneConfig, done: &[GenerationRecord]) -> Result<String, String> {
    let space = ParameterSpace::new(plan.rules()?, &plan.start_weights);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>landfall tune: {0}</title>\n<style>\n{STYLE}</style>\n<h1>Weights for {0}</h1>\n",
        escape_html(&plan.target)
    );
    html += &run_facts(plan, done);
    for scoring in [Scoring::Solo, Scoring::Match] {
        let part: Vec<&GenerationRecord> =
            done.iter().filter(|one| one.scoring == scoring).collect();
        if !part.is_empty() {
            let _ = writeln!(
                html,
                "<figure>{}</figure>",
                score_chart(scoring, plan, &part)
            );
        }
    }
    let steps = Series {
        label: "length of a step".to_string(),
        class: 'c',
        points: by_generation(done.iter(), |one| one.sigma),
    };
    let titles = Titles {
        chart: "Search",
        x: GENERATION,
        y: "step length",
    };
    let _ = writeln!(html, "<figure>{}</figure>", chart(&titles, &[steps]));
    let unit = plan.rules()?.unit();
    let _ = writeln!(
        html,
        "<h2>Weights</h2>\n<p>Over the generations, from the start to now, in {unit}. The thin line is 0.</p>\n<div class=\"grid\">"
    );
    html += &weight_sparklines(plan, &space, done);
    html += "</div>\n";
    html += &journal_data(plan, done)?;
    Ok(html)
}

/// What the run is and how far it has come.
fn run_facts(plan: &TuneConfig, done: &[GenerationRecord]) -> String {
    let played = done.last().map_or(0, |last| last.games);
    let score = match plan.score {
        Scoring::Match if plan.warm_up > 0 => {
            format!("match, after {} generations alone", plan.warm_up)
        }
        score => score.to_string(),
    };
    let preset = plan.preset.as_ref().map_or("none", |preset| &preset.name);
    let rows = [
        ("generations", done.len().to_string()),
        ("games", played.to_string()),
        ("from", plan.start.clone()),
        ("measured against", plan.reference.clone()),
        ("score", score),
        ("nodes a move", plan.nodes.to_string()),
        ("candidates", plan.population.to_string()),
        ("seeds a candidate", plan.seeds.to_string()),
        ("preset", preset.to_string()),
        ("seed", plan.seed.to_string()),
    ];
    let cells = rows.map(|(name, value)| {
        format!(
            "<div><dt>{name}</dt><dd>{}</dd></div>\n",
            escape_html(&value)
        )
    });
    format!("<dl>\n{}</dl>\n", cells.concat())
}

/// Alone: the best and the median candidate, and the mean. Matches: the mean against the
/// fixed opponent.
fn score_chart(scoring: Scoring, plan: &TuneConfig, part: &[&GenerationRecord]) -> String {
    let line = |label: &str, class, value: &dyn Fn(&GenerationRecord) -> f64| Series {
        label: label.to_string(),
        class,
        points: by_generation(part.iter().copied(), value),
    };
    let sorted = |one: &GenerationRecord| {
        let mut scores = one.scores.clone();
        scores.sort_by(f64::total_cmp);
        scores
    };
    let best = line("best", 'c', &|one| {
        sorted(one).last().copied().unwrap_or(0.0)
    });
    let median = line("median", 'b', &|one| sorted(one)[one.scores.len() / 2]);
    match scoring {
        Scoring::Solo => {
            let mean = line("mean of all", 'a', &|one| one.mean);
            let y = match &plan.start_weights {
                Weights::Tetrominoes(_) => "lines sent + pieces locked, per piece",
                Weights::Dropblox(_) => "score at the end, points",
            };
            let titles = Titles {
                chart: "Solo games",
                x: GENERATION,
                y,
            };
            chart(&titles, &[best, median, mean])
        }
        Scoring::Match => {
            // How the candidates did against each other's mean tells nothing over time.
            let mean = line("each generation", 'c', &|one| one.mean);
            let smooth = Series {
                label: format!("the last {AVERAGED_GENERATIONS} together"),
                class: 'a',
                points: moving_average(&mean.points),
            };
            let title = format!("Matches against {}", plan.reference);
            let titles = Titles {
                chart: &title,
                x: GENERATION,
                y: "points won, 0 to 1",
            };
            chart(&titles, &[mean, smooth])
        }
    }
}

/// Generations that are taken together for a curve that can be read: the score of a mean in
/// matches rests on few games.
const AVERAGED_GENERATIONS: usize = 10;

fn moving_average(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let smooth = |(i, &(x, _)): (usize, &(f64, f64))| {
        let last = &points[(i + 1).saturating_sub(AVERAGED_GENERATIONS)..=i];
        let sum: f64 = last.iter().map(|point| point.1).sum();
        (x, sum / last.len() as f64)
    };
    points.iter().enumerate().map(smooth).collect()
}

fn weight_sparklines(
    plan: &TuneConfig,
    space: &ParameterSpace,
    done: &[GenerationRecord],
) -> String {
    let start = space.values(&plan.start_weights);
    let values: Vec<Vec<i32>> = done.iter().map(|one| space.values(&one.weights)).collect();
    let mut html = String::new();
    for (axis, name) in space.names().into_iter().enumerate() {
        let course = [start[axis]]
            .into_iter()
            .chain(values.iter().map(|at| at[axis]));
        let points: Vec<(f64, f64)> = (0..).map(f64::from).zip(course.map(f64::from)).collect();
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

/// The journal, for whoever wants to draw something else of it.
fn journal_data(plan: &TuneConfig, done: &[GenerationRecord]) -> Result<String, String> {
    let failed = |error: serde_json::Error| format!("the page cannot be written: {error}");
    let plan = serde_json::to_string(plan).map_err(failed)?;
    let done = serde_json::to_string(done).map_err(failed)?;
    // Nothing in a string may end the element.
    let json = format!("{{\"plan\":{plan},\"generations\":{done}}}").replace('<', "\\u003c");
    Ok(format!(
        "<script type=\"application/json\" id=\"journal\">{json}</script>\n</html>\n"
    ))
}

fn by_generation<'a>(
    generations: impl Iterator<Item = &'a GenerationRecord>,
    value: impl Fn(&GenerationRecord) -> f64,
) -> Vec<(f64, f64)> {
    generations
        .map(|one| (one.generation as f64, value(one)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_smoothed_over_what_came_before() {
        let points: Vec<(f64, f64)> = (0..12).map(|i| (f64::from(i), f64::from(i))).collect();
        let smooth = moving_average(&points);
        assert_eq!(smooth[0], (0.0, 0.0));
        assert_eq!(smooth[3], (3.0, 1.5));
        assert_eq!(smooth[11], (11.0, 6.5));
        assert_eq!(moving_average(&[]), []);
    }
}
