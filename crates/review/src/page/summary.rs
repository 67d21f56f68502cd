//! The page of several reviewed games: a row for each game, and losses over time, by phase and by
//! remark. HTML without a script.

use crate::report::{LossUnit, Phase, PlayerReport, Remark, Totals};
use crate::summary::{SummaryRow, mean_loss};
use landfall_replay::page::{self, escape_html, fill};
use std::cmp::Reverse;
use std::fmt::Write;

const PAGE: &str = include_str!("summary.html");

/// A chart's own units; the style sheet stretches it.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 130.0;

/// Number of colours of players, and most players of a chart.
const COLOURS: usize = 6;

/// A figure of the charts: its name, its value, its digits.
type Figure = (&'static str, fn(&Totals) -> f64, usize);

/// The figures over time.
const FIGURES: [Figure; 3] = [
    ("accuracy", |totals| totals.accuracy, 1),
    ("loss per move", mean_loss, 2),
    ("misdrops", |totals| f64::from(totals.misdrops), 0),
];

/// Returns the page of several games, in the order in which they are given, which is that of time.
///
/// Players of different games have the same number where they are the same
/// ([`Players`](crate::players::Players)); they have the name of their first game.
pub fn summary_page(rows: &[SummaryRow]) -> String {
    let title = match rows.len() {
        1 => "Review of 1 game".to_string(),
        games => format!("Review of {games} games"),
    };
    fill(
        PAGE,
        &[
            ("{{head}}", &page::head(&title, &super::style(), "")),
            ("{{title}}", &title),
            (
                "{{games}}",
                &LossUnit::ALL.map(|unit| section(rows, unit)).concat(),
            ),
        ],
    )
}

/// Returns the part on the games whose losses are in a unit; empty if there are none.
fn section(rows: &[SummaryRow], unit: LossUnit) -> String {
    let of_unit = rows.iter().filter(|row| row.unit == unit).cloned();
    let rows: Vec<SummaryRow> = of_unit.collect();
    if rows.is_empty() {
        return String::new();
    }
    let note = |text| format!("<p class=\"note\">{}</p>\n", escape_html(text));
    [
        note(unit.sentence()),
        note(unit.comparable()),
        charts(&rows),
        game_table(&rows),
        player_tables(&rows, unit),
    ]
    .concat()
}

/// Returns the players of all games by their numbers.
fn players(rows: &[SummaryRow]) -> Vec<usize> {
    let players = rows.iter().flat_map(|row| &row.players);
    let mut players: Vec<usize> = players.map(|player| player.player).collect();
    players.sort_unstable();
    players.dedup();
    players
}

/// Returns the reports of a player in each game, with the game's index.
fn games_of(rows: &[SummaryRow], player: usize) -> impl Iterator<Item = (usize, &PlayerReport)> {
    rows.iter().enumerate().filter_map(move |(game, row)| {
        let found = row.players.iter().find(|report| report.player == player);
        found
            .filter(|report| report.totals.moves > 0)
            .map(|report| (game, report))
    })
}

fn name_of(rows: &[SummaryRow], player: usize) -> String {
    let mut named = rows.iter().flat_map(|row| &row.players);
    let first = named.find(|report| report.player == player);
    escape_html(&first.map_or_else(|| super::data::number(player), super::data::name))
}

/// Returns the class of a player's colour: one of [`COLOURS`], in the order of the numbers.
fn colour(rows: &[SummaryRow], player: usize) -> String {
    let players = players(rows);
    let place = players.iter().position(|other| *other == player);
    format!("seat-{}", place.unwrap_or(0) % COLOURS)
}

/// Returns the players of the charts, those with the most games, sorted by number.
fn charted(rows: &[SummaryRow]) -> Vec<usize> {
    let mut charted = players(rows);
    charted.sort_by_key(|&player| Reverse(games_of(rows, player).count()));
    charted.truncate(COLOURS);
    charted.sort_unstable();
    charted
}

/// Returns the charts over time, if there is more than one game.
fn charts(rows: &[SummaryRow]) -> String {
    if rows.len() < 2 {
        return String::new();
    }
    let charts: String = FIGURES.iter().map(|figure| chart(rows, figure)).collect();
    let parts = FIGURES.len();
    format!(
        "<section class=\"history\" style=\"--parts: {parts}\" aria-label=\"Over time\">\n{charts}</section>\n"
    )
}

/// Returns a chart with a line for each player.
fn chart(rows: &[SummaryRow], &(name, value, digits): &Figure) -> String {
    let values = |player| games_of(rows, player).map(move |(game, r)| (game, value(&r.totals)));
    let most = charted(rows).into_iter().flat_map(values);
    let most = most.fold(1e-9_f64, |most, (_, value)| most.max(value));
    let (mut lines, mut legend) = (String::new(), String::new());
    for player in charted(rows) {
        let colour = colour(rows, player);
        let points: Vec<(f64, f64)> = values(player)
            .map(|(game, value)| {
                let x = WIDTH * game as f64 / (rows.len() - 1) as f64;
                (x, HEIGHT - 3.0 - value / most * (HEIGHT - 6.0))
            })
            .collect();
        let _ = write!(lines, "<path class=\"{colour}\" d=\"{}\"/>", path(&points));
        let last = values(player).last().map_or(0.0, |(_, value)| value);
        let _ = write!(
            legend,
            "<b class=\"{colour}\">{} {last:.digits$}</b>",
            name_of(rows, player)
        );
    }
    format!(
        "<figure class=\"chart\"><figcaption class=\"legend\"><span class=\"name\">{name}</span>{legend}\
         </figcaption>\n<div class=\"plot\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{name}, game by game\">{lines}</svg>\
         <small class=\"high\">{most:.digits$}</small></div>\n\
         <small class=\"games\">{} games</small></figure>\n",
        rows.len()
    )
}

fn path(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (number, (x, y)) in points.iter().enumerate() {
        let command = if number == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{command}{x:.1} {y:.1}");
    }
    // A dot.
    if points.len() == 1 {
        path.push_str("h0.1");
    }
    path
}

/// Returns the table of the games: a line for each player of a game.
fn game_table(rows: &[SummaryRow]) -> String {
    let mut body = String::new();
    for row in rows {
        for (number, player) in row.players.iter().enumerate() {
            let game = match number {
                0 => game_cell(row),
                _ => "<td></td>".to_string(),
            };
            let totals = &player.totals;
            let _ = writeln!(
                body,
                "<tr>{game}<td class=\"{}\">{}</td><td>{}</td>{}<td>{}</td><td>{}</td></tr>",
                colour(rows, player.player),
                name_of(rows, player.player),
                player.won,
                figures(totals),
                totals.misdrops,
                worst_phase(player),
            );
        }
    }
    format!(
        "<table class=\"games\"><thead><tr><th scope=\"col\">game</th><th scope=\"col\">player</th>\
         <th scope=\"col\">rounds won</th>{FIGURE_HEADS}<th scope=\"col\">misdrops</th>\
         <th scope=\"col\">worst phase</th></tr></thead>\n<tbody>\n{body}</tbody></table>\n"
    )
}

fn game_cell(row: &SummaryRow) -> String {
    let title = escape_html(&row.title);
    let title = match &row.page {
        Some(page) => format!("<a href=\"{}\">{title}</a>", escape_html(page)),
        None => title,
    };
    let stopped = match row.stopped {
        0 => String::new(),
        1 => " · 1 side reviewed in part".to_string(),
        sides => format!(" · {sides} sides reviewed in part"),
    };
    format!(
        "<td>{title}<small>{}{stopped}</small></td>",
        escape_html(&row.recording)
    )
}

const FIGURE_HEADS: &str = "<th scope=\"col\">moves</th><th scope=\"col\">accuracy</th><th scope=\"col\">loss per move</th>";

/// Returns the cells of [`FIGURE_HEADS`].
fn figures(totals: &Totals) -> String {
    if totals.moves == 0 {
        return "<td>0</td><td>–</td><td>–</td>".to_string();
    }
    format!(
        "<td>{}</td><td>{:.1} %</td><td>{:.2}</td>",
        totals.moves,
        totals.accuracy,
        mean_loss(totals)
    )
}

/// Returns the phase in which a move loses most on average.
fn worst_phase(player: &PlayerReport) -> &'static str {
    let lost = player.phases.iter().filter(|(_, totals)| totals.loss > 0.0);
    let worst = lost.max_by(|a, b| mean_loss(a.1).total_cmp(&mean_loss(b.1)));
    worst.map_or("–", |(phase, _)| phase.words())
}

/// Returns for each player a table by phase, and one by remark, over all games.
fn player_tables(rows: &[SummaryRow], unit: LossUnit) -> String {
    let tables: String = players(rows)
        .into_iter()
        .map(|player| player_table(rows, player, unit))
        .collect();
    format!("<div class=\"players\">{tables}</div>\n")
}

fn player_table(rows: &[SummaryRow], player: usize, unit: LossUnit) -> String {
    let games = || games_of(rows, player).map(|(_, report)| report);
    let mut body = String::new();
    for phase in Phase::ALL {
        let totals = sum(games().filter_map(|report| report.phases.get(&phase)));
        let _ = writeln!(
            body,
            "<tr><th scope=\"row\">{}</th>{}</tr>",
            phase.words(),
            figures(&totals)
        );
    }
    let all = sum(games().map(|report| &report.totals));
    let _ = writeln!(body, "<tr><th scope=\"row\">all</th>{}</tr>", figures(&all));
    let mut remarks = String::new();
    for remark in Remark::ALL
        .into_iter()
        .filter(|remark| remark.counts_in(unit))
    {
        let times: u32 = games()
            .filter_map(|report| report.totals.remarks.get(&remark))
            .sum();
        let rate = 100.0 * f64::from(times) / f64::from(all.moves.max(1));
        let _ = writeln!(
            remarks,
            "<tr><th scope=\"row\">{}</th><td>{times}</td><td colspan=\"2\">{rate:.1} in 100 moves</td></tr>",
            remark.words()
        );
    }
    format!(
        "<table><caption class=\"{}\">{}</caption><thead><tr><td></td>{FIGURE_HEADS}</tr></thead>\n\
         <tbody>\n{body}{remarks}</tbody></table>\n",
        colour(rows, player),
        name_of(rows, player)
    )
}

/// Returns moves, loss and accuracy of several games together.
fn sum<'a>(games: impl Iterator<Item = &'a Totals>) -> Totals {
    let mut sum = Totals::default();
    for totals in games {
        sum.accuracy += totals.accuracy * f64::from(totals.moves);
        sum.loss += totals.loss;
        sum.moves += totals.moves;
    }
    sum.accuracy /= f64::from(sum.moves.max(1));
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(title: &str, loss: f64) -> SummaryRow {
        let totals = Totals {
            moves: 100,
            loss,
            accuracy: 90.0,
            remarks: [(Remark::WastedT, 3)].into(),
            ..Totals::default()
        };
        let player = |player, name: Option<&str>| PlayerReport {
            player,
            name: name.map(str::to_string),
            won: 1,
            totals: totals.clone(),
            phases: [(Phase::Pressure, totals.clone())].into(),
        };
        SummaryRow {
            title: title.into(),
            page: Some("a\"b.html".into()),
            recording: "fumen".into(),
            unit: LossUnit::Lines,
            stopped: 1,
            players: vec![player(0, Some("<b>x</b>")), player(1, None)],
        }
    }

    #[test]
    fn games_are_rows_and_texts_are_only_text() {
        let page = summary_page(&[row("<i>one</i>", 20.0), row("two", 60.0)]);
        assert!(page.contains("&lt;i&gt;one&lt;/i&gt;") && page.contains("&lt;b&gt;x&lt;/b&gt;"));
        assert!(page.contains("href=\"a&quot;b.html\"") && !page.contains("{{"));
        assert!(page.contains("Player 2") && page.contains("1 side reviewed in part"));
        // Four rows of games, and the sum of both: 80 lines in 200 moves.
        assert!(page.contains("<td>100</td><td>90.0 %</td><td>0.60</td>"));
        assert!(page.contains("<td>200</td><td>90.0 %</td><td>0.40</td>"));
        assert!(page.contains("<td>6</td><td colspan=\"2\">3.0 in 100 moves</td>"));
        assert_eq!(page.matches("<svg").count(), FIGURES.len());
        assert!(page.contains("d=\"M0.0 ") && page.contains("L600.0 "));
    }

    /// Players who change seats have one sum each, and another player has another colour.
    #[test]
    fn players_add_up_by_their_numbers() {
        let mut rows = [row("one", 20.0), row("two", 60.0), row("three", 10.0)];
        rows[1].players.reverse();
        rows[1].players[0].totals.loss = 100.0;
        rows[2].players[1].player = 7;
        let page = summary_page(&rows);
        // The first player: 20, 60 and 10 lines in 300 moves; the second 20 and 100 in 200.
        assert!(page.contains("<td>300</td><td>90.0 %</td><td>0.30</td>"));
        assert!(page.contains("<td>200</td><td>90.0 %</td><td>0.60</td>"));
        assert!(
            page.contains("<caption class=\"seat-2\">Player 8</caption>"),
            "{page}"
        );
        assert!(page.contains("<b class=\"seat-2\">Player 8 "));
        assert!(page.contains("h0.1"), "one game is a dot");
    }

    /// Games for time have their own part, which does not mention attack.
    #[test]
    fn games_of_both_units_are_not_added_up() {
        let for_time = SummaryRow {
            unit: LossUnit::Points,
            ..row("three", 500.0)
        };
        let page = summary_page(&[row("one", 20.0), row("two", 60.0), for_time]);
        let (duels, sprints) = page.split_once(LossUnit::Points.sentence()).unwrap();
        assert!(duels.contains(LossUnit::Lines.sentence()) && duels.contains("wasted T"));
        assert!(duels.contains("<td>200</td><td>90.0 %</td><td>0.40</td>"));
        assert!(sprints.contains("<td>100</td><td>90.0 %</td><td>5.00</td>"));
        assert!(sprints.contains("holes") && !sprints.contains("wasted T"));
    }

    #[test]
    fn one_game_has_no_charts_and_nothing_is_not_a_number() {
        let mut one = row("one", 0.0);
        one.players[0].totals = Totals::default();
        one.players[0].phases.clear();
        let page = summary_page(&[one]);
        assert!(!page.contains("<svg") && !page.contains("NaN") && !page.contains("inf"));
        assert!(page.contains("<td>0</td><td>–</td><td>–</td>"));
        assert!(!summary_page(&[]).contains("NaN"));
    }
}
