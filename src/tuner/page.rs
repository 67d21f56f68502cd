//! The page of a run: score and weights over generations, to be looked at in a browser while
//! it goes on. One file that loads nothing, with the journal's lines inside.

use super::chart::{Line, chart, escaped, spark};
use super::journal::Generation;
use super::plan::{Plan, Scoring};
use super::rules::Weights;
use super::space::Space;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

/// The page of a run as it stands after these generations.
///
/// # Errors
/// The plan makes no sense, or what the writer of JSON says: a sentence.
pub fn page(plan: &Plan, done: &[Generation]) -> Result<String, String> {
    let space = Space::new(plan.rules()?, &plan.start_weights);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>landfall tune: {0}</title>\n<style>\n{STYLE}</style>\n<h1>Weights for {0}</h1>\n",
        escaped(&plan.rules)
    );
    html += &facts(plan, done);
    for scoring in [Scoring::Alone, Scoring::Match] {
        let part: Vec<&Generation> = done.iter().filter(|one| one.scoring == scoring).collect();
        if !part.is_empty() {
            let _ = writeln!(html, "<figure>{}</figure>", scores(scoring, plan, &part));
        }
    }
    let steps = Line {
        label: "length of a step".to_string(),
        class: 'c',
        points: over(done.iter(), |one| one.spread),
    };
    let _ = writeln!(html, "<figure>{}</figure>", chart("Search", &[steps]));
    let unit = plan.rules()?.unit();
    let _ = writeln!(
        html,
        "<h2>Weights</h2>\n<p>Over the generations, from the start to now, in {unit}. The thin line is 0.</p>\n<div class=\"grid\">"
    );
    html += &weights(plan, &space, done);
    html += "</div>\n";
    html += &data(plan, done)?;
    Ok(html)
}

/// What the run is and how far it has come.
fn facts(plan: &Plan, done: &[Generation]) -> String {
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
    let cells = rows
        .map(|(name, value)| format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escaped(&value)));
    format!("<dl>\n{}</dl>\n", cells.concat())
}

/// Alone: the best and the median candidate, and the mean. Matches: the mean against the
/// fixed opponent.
fn scores(scoring: Scoring, plan: &Plan, part: &[&Generation]) -> String {
    let line = |label: &str, class, value: &dyn Fn(&Generation) -> f64| Line {
        label: label.to_string(),
        class,
        points: over(part.iter().copied(), value),
    };
    let sorted = |one: &Generation| {
        let mut scores = one.scores.clone();
        scores.sort_by(f64::total_cmp);
        scores
    };
    let best = line("best", 'c', &|one| {
        sorted(one).last().copied().unwrap_or(0.0)
    });
    let median = line("median", 'b', &|one| sorted(one)[one.scores.len() / 2]);
    match scoring {
        Scoring::Alone => {
            let mean = line("mean of all", 'a', &|one| one.mean);
            let title = match &plan.start_weights {
                Weights::Tetrominoes(_) => "Alone: lines and pieces a piece",
                Weights::Dropblox(_) => "Alone: points",
            };
            chart(title, &[best, median, mean])
        }
        Scoring::Match => {
            // How the candidates did against each other's mean tells nothing over time.
            let mean = line("each generation", 'c', &|one| one.mean);
            let smooth = Line {
                label: format!("the last {SMOOTH} together"),
                class: 'a',
                points: smoothed(&mean.points),
            };
            let title = format!("Matches: points against {}", plan.reference);
            chart(&title, &[mean, smooth])
        }
    }
}

/// Generations that are taken together for a curve that can be read: the score of a mean in
/// matches rests on few games.
const SMOOTH: usize = 10;

fn smoothed(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let smooth = |(i, &(x, _)): (usize, &(f64, f64))| {
        let last = &points[(i + 1).saturating_sub(SMOOTH)..=i];
        let sum: f64 = last.iter().map(|point| point.1).sum();
        (x, sum / last.len() as f64)
    };
    points.iter().enumerate().map(smooth).collect()
}

fn weights(plan: &Plan, space: &Space, done: &[Generation]) -> String {
    let start = space.values(&plan.start_weights);
    let values: Vec<Vec<i32>> = done.iter().map(|one| space.values(&one.weights)).collect();
    let mut html = String::new();
    for (axis, name) in space.names().into_iter().enumerate() {
        let course = [start[axis]]
            .into_iter()
            .chain(values.iter().map(|at| at[axis]));
        let points: Vec<(f64, f64)> = (0..).map(f64::from).zip(course.map(f64::from)).collect();
        let now = values.last().unwrap_or(&start)[axis];
        let line = Line {
            label: name.clone(),
            class: 'a',
            points,
        };
        let _ = writeln!(
            html,
            "<div><b>{name}</b> <span>{} → {now}</span>{}</div>",
            start[axis],
            spark(&line)
        );
    }
    html
}

/// The journal, for whoever wants to draw something else of it.
fn data(plan: &Plan, done: &[Generation]) -> Result<String, String> {
    let failed = |error: serde_json::Error| format!("the page cannot be written: {error}");
    let plan = serde_json::to_string(plan).map_err(failed)?;
    let done = serde_json::to_string(done).map_err(failed)?;
    // Nothing in a string may end the element.
    let json = format!("{{\"plan\":{plan},\"generations\":{done}}}").replace('<', "\\u003c");
    Ok(format!(
        "<script type=\"application/json\" id=\"journal\">{json}</script>\n</html>\n"
    ))
}

fn over<'a>(
    generations: impl Iterator<Item = &'a Generation>,
    value: impl Fn(&Generation) -> f64,
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
        let smooth = smoothed(&points);
        assert_eq!(smooth[0], (0.0, 0.0));
        assert_eq!(smooth[3], (3.0, 1.5));
        assert_eq!(smooth[11], (11.0, 6.5));
        assert_eq!(smoothed(&[]), []);
    }
}
