//! The charts of a series for the index: Elo and log-likelihood ratio after each game, and results by
//! seat, as SVG and HTML.

use crate::record::{BotName, GameRecord, bot_seat};
use landfall_experiment::statistics::{Elo, sprt_bounds};
use std::fmt::Write;

/// Width of a chart in its own units; the style sheet stretches it.
const WIDTH: f64 = 600.0;

/// Height of a chart in its own units.
const HEIGHT: f64 = 150.0;

/// Largest Elo that a chart shows: larger estimates are unreliable.
const MAX_ELO: f64 = 600.0;

/// Most points of a line; more cannot be distinguished.
const MAX_POINTS: usize = 400;

/// The scores of a series after each game.
#[derive(Clone, Debug, Default)]
pub struct ScoreHistory {
    points: Vec<ScorePoint>,
    /// Games that A won, drew and lost, by its seat.
    seats: [[u64; 3]; 2],
}

/// The score after a number of games.
#[derive(Clone, Copy, Debug)]
struct ScorePoint {
    games: u64,
    elo: Option<Elo>,
    llr: Option<f64>,
}

impl ScoreHistory {
    /// Counts a game by the seat that A had.
    pub fn add_game(&mut self, record: &GameRecord) {
        let result = match record.winner {
            Some(BotName::A) => 0,
            None => 1,
            Some(BotName::B) => 2,
        };
        self.seats[bot_seat(record.game, 0)][result] += 1;
    }

    /// Adds Elo and log-likelihood ratio after this many games, if they are known.
    pub fn add_point(&mut self, games: u64, elo: Option<Elo>, llr: Option<f64>) {
        self.points.push(ScorePoint { games, elo, llr });
    }

    /// Returns the charts, and the table of seats; empty before the first game.
    pub fn html(&self) -> String {
        if self.seats == [[0; 3]; 2] {
            return String::new();
        }
        let parts = [self.elo_chart(), self.llr_chart(), self.seat_table()];
        format!(
            "<section class=\"history\" style=\"--parts: {}\">\n{}</section>",
            parts.iter().filter(|part| !part.is_empty()).count(),
            parts.concat()
        )
    }

    /// Returns the chart of the Elo estimate: a line in the band of its bounds.
    fn elo_chart(&self) -> String {
        let known: Vec<(u64, Elo)> = thinned(&self.points)
            .filter_map(|point| Some((point.games, point.elo?)))
            .collect();
        let Some((_, last)) = known.last() else {
            return String::new();
        };
        let clamped = |elo: f64| elo.clamp(-MAX_ELO, MAX_ELO);
        let bounds = known.iter().flat_map(|(_, elo)| [elo.low, elo.high]);
        // The bounds of the first pairs are wide and would squeeze the rest.
        let largest = bounds.skip(known.len() / 5 * 2).map(|x| clamped(x).abs());
        let limit = largest.fold(10.0, f64::max);
        let axes = Axes::new(self.last_game(), [-limit, limit]);
        let line = |value: &dyn Fn(&Elo) -> f64| -> Vec<(f64, f64)> {
            let points = known.iter();
            points
                .map(|(games, elo)| axes.place(*games, clamped(value(elo))))
                .collect()
        };
        let mut band = line(&|elo| elo.low);
        band.extend(line(&|elo| elo.high).into_iter().rev());
        let drawing = format!(
            "<path class=\"band\" d=\"{}Z\"/>{}<path class=\"seat-0\" d=\"{}\"/>",
            path(&band),
            axes.level(0.0, "zero"),
            path(&line(&|elo| elo.elo)),
        );
        let label = format!("{} (95 %)", last.brackets(1));
        axes.chart("Elo of A over B", &label, &drawing)
    }

    /// Returns the chart of the log-likelihood ratio between the bounds at which the test is
    /// decided.
    fn llr_chart(&self) -> String {
        let known: Vec<(u64, f64)> = thinned(&self.points)
            .filter_map(|point| Some((point.games, point.llr?)))
            .collect();
        let Some((_, last)) = known.last() else {
            return String::new();
        };
        let (low, high) = sprt_bounds();
        let largest = known
            .iter()
            .fold(high, |largest, (_, llr)| largest.max(llr.abs()));
        let axes = Axes::new(self.last_game(), [-1.1 * largest, 1.1 * largest]);
        let line: Vec<(f64, f64)> = known
            .iter()
            .map(|&(games, llr)| axes.place(games, llr))
            .collect();
        let drawing = format!(
            "{}{}{}<path class=\"seat-0\" d=\"{}\"/>",
            axes.level(low, "bound"),
            axes.level(0.0, "zero"),
            axes.level(high, "bound"),
            path(&line),
        );
        let label = format!("{last:.2}, decided at {low:.2} or {high:.2}");
        axes.chart("log-likelihood ratio", &label, &drawing)
    }

    fn seat_table(&self) -> String {
        let mut rows = String::new();
        for (name, [won, drawn, lost]) in ["first", "second"].into_iter().zip(self.seats) {
            let _ = writeln!(
                rows,
                "<tr><td>A in the {name} seat</td><td>{won}</td><td>{drawn}</td><td>{lost}</td></tr>"
            );
        }
        format!(
            "<table class=\"seats\"><thead><tr><th>results by seat</th><th>won</th><th>drawn</th>\
             <th>lost</th></tr></thead>\n<tbody>\n{rows}</tbody></table>\n"
        )
    }

    fn last_game(&self) -> u64 {
        self.points.last().map_or(1, |point| point.games)
    }
}

/// Returns every n-th point, so that at most [`MAX_POINTS`] are left, and the last one.
fn thinned(points: &[ScorePoint]) -> impl Iterator<Item = ScorePoint> {
    let step = points.len().div_ceil(MAX_POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let every = points.iter().enumerate();
    every
        .filter(move |(i, _)| i % step == 0 || *i == last)
        .map(|(_, point)| *point)
}

/// The axes of a chart: games from left to right, values upwards.
struct Axes {
    games: u64,
    range: [f64; 2],
}

impl Axes {
    fn new(games: u64, range: [f64; 2]) -> Axes {
        Axes { games, range }
    }

    fn place(&self, games: u64, value: f64) -> (f64, f64) {
        let [low, high] = self.range;
        let x = WIDTH * games as f64 / self.games.max(1) as f64;
        (x, HEIGHT * (high - value.clamp(low, high)) / (high - low))
    }

    /// Returns a horizontal line across the chart.
    fn level(&self, value: f64, class: &str) -> String {
        let (_, y) = self.place(0, value);
        format!("<path class=\"{class}\" d=\"M0 {y:.1}H{WIDTH}\"/>")
    }

    fn chart(&self, name: &str, label: &str, drawing: &str) -> String {
        let [low, high] = self.range;
        format!(
            "<figure class=\"chart\"><figcaption class=\"legend\"><span class=\"name\">{name}</span>\
             <b class=\"seat-0\">{label}</b></figcaption>\n\
             <div class=\"plot\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" \
             role=\"img\" aria-label=\"{name}: {label}\">{drawing}</svg>\
             <small class=\"high\">{high:+.0}</small><small class=\"low\">{low:+.0}</small></div>\n\
             <small class=\"games\">{games} games</small></figure>\n",
            games = self.games,
        )
    }
}

fn path(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (number, (x, y)) in points.iter().enumerate() {
        let command = if number == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{command}{x:.1} {y:.1}");
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::BotRecord;
    use landfall_experiment::statistics::Pentanomial;

    fn record(game: u64, winner: Option<BotName>) -> GameRecord {
        GameRecord {
            game,
            winner,
            frames: 100,
            a: BotRecord::default(),
            b: BotRecord::default(),
        }
    }

    /// Returns a series in which A wins every game in the first seat and loses every other.
    fn history(games: u64, sprt: Option<[f64; 2]>) -> ScoreHistory {
        let mut history = ScoreHistory::default();
        let mut score = Pentanomial::default();
        for game in 0..games {
            let winner = if game % 2 == 0 {
                BotName::A
            } else {
                BotName::B
            };
            let record = record(game, Some(winner));
            score.add(game, record.half_points());
            history.add_game(&record);
            history.add_point(game + 1, score.elo(), sprt.map(|elo| score.llr(elo)));
        }
        history
    }

    #[test]
    fn nothing_is_drawn_before_the_first_game() {
        assert_eq!(ScoreHistory::default().html(), "");
    }

    #[test]
    fn half_a_pair_has_a_table_and_no_chart() {
        let html = history(1, None).html();
        assert!(!html.contains("<svg"), "{html}");
        assert!(html.contains("<tr><td>A in the first seat</td><td>1</td><td>0</td><td>0</td>"));
    }

    #[test]
    fn results_are_counted_by_seat() {
        let mut history = history(20, None);
        history.add_game(&record(21, None));
        let html = history.html();
        assert!(html.contains("A in the first seat</td><td>10</td><td>0</td><td>0</td>"));
        assert!(html.contains("A in the second seat</td><td>0</td><td>1</td><td>10</td>"));
    }

    #[test]
    fn the_llr_is_drawn_between_the_bounds_of_its_test() {
        let without = history(20, None).html();
        assert_eq!(without.matches("<svg").count(), 1);
        assert!(without.contains("Elo of A over B") && without.contains("+0.0 ["));
        let with = history(20, Some([0.0, 50.0])).html();
        assert_eq!(with.matches("<svg").count(), 2);
        assert_eq!(with.matches("class=\"bound\"").count(), 2);
        assert!(with.contains("decided at -2.94 or 2.94"), "{with}");
    }

    #[test]
    fn a_long_series_is_thinned_and_stays_within_the_chart() {
        let html = history(10_000, Some([0.0, 5.0])).html();
        assert!(html.len() < 100_000, "{}", html.len());
        assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
        let line = html.split("class=\"band\" d=\"M").nth(1).unwrap();
        let line = line.split('Z').next().unwrap();
        for pair in line.split('L') {
            let (x, y) = pair.split_once(' ').unwrap();
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            assert!((0.0..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y));
        }
    }

    #[test]
    fn a_side_that_wins_all_stays_within_the_chart() {
        let mut history = ScoreHistory::default();
        let mut score = Pentanomial::default();
        for game in 0..8 {
            score.add(game, 2);
            history.add_game(&record(game, Some(BotName::A)));
            history.add_point(game + 1, score.elo(), None);
        }
        let html = history.html();
        assert!(html.contains("at least "), "{html}");
        assert!(!html.contains("inf") && !html.contains("NaN"), "{html}");
    }
}
