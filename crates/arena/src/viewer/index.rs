//! Renders the index of a folder of pages: the score, and one row per game.

use landfall_replay::arena::Totals;
use landfall_replay::page::{STYLE, escape_html, fill, head};

const INDEX: &str = include_str!("index.html");

/// Frames in a second.
const SECOND: f64 = 60.0;

/// Frames in a minute.
const MINUTE: f64 = 3_600.0;

/// The contents of an index.
#[derive(Clone, Debug)]
pub struct Index<'a> {
    /// Its title.
    pub title: &'a str,
    /// The summary, as it is printed; empty for none.
    pub summary: &'a str,
    /// Games that A won, drawn games, and games that B won, if the pages are of one series.
    pub score: Option<[u64; 3]>,
    /// The charts of the series, as HTML; empty for none.
    pub history: &'a str,
    /// The games.
    pub rows: &'a [Row],
    /// Whether more games may come; then the page reloads itself every 10 s.
    pub state: SeriesState,
}

/// Whether more games may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesState {
    /// More games may come.
    Running,
    /// The series has ended.
    Done,
}

/// A game in the index.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The file of its page in the folder of the index, if there is one.
    pub page: Option<String>,
    /// Its result.
    pub result: String,
    /// How the sides ended, or who played.
    pub note: String,
    /// Frames that it lasted.
    pub frames: u64,
    /// The counts of each side.
    pub totals: Vec<Totals>,
}

/// Returns the page of an index.
pub fn render_index(index: &Index) -> String {
    let refresh = match index.state {
        SeriesState::Running => "<meta http-equiv=\"refresh\" content=\"10\">\n",
        SeriesState::Done => "",
    };
    let rows: String = index.rows.iter().map(row).collect();
    let score = index.score.map(score_bar).unwrap_or_default();
    let summary = match index.summary {
        "" => String::new(),
        text => format!(
            "<details open><summary>summary</summary><pre>{}</pre></details>",
            escape_html(text)
        ),
    };
    fill(
        INDEX,
        &[
            ("{{head}}", &head(index.title, STYLE, refresh)),
            ("{{title}}", &escape_html(index.title)),
            ("{{score}}", &score),
            ("{{history}}", index.history),
            ("{{summary}}", &summary),
            ("{{rows}}", &rows),
        ],
    )
}

/// Returns a bar of the games won by the first, drawn, and won by the second.
fn score_bar(score: [u64; 3]) -> String {
    let [won, drawn, lost] = score;
    format!(
        "<div class=\"score\" role=\"img\" aria-label=\"{won} won, {drawn} drawn, {lost} lost\">\
         <i class=\"seat-0\" style=\"flex:{won}\"></i><i style=\"flex:{drawn}\"></i>\
         <i class=\"seat-1\" style=\"flex:{lost}\"></i></div>\n\
         <p>{won} won, {drawn} drawn, {lost} lost by A</p>"
    )
}

fn row(row: &Row) -> String {
    let name = escape_html(&row.name);
    let name = match &row.page {
        Some(page) => format!("<a href=\"{}\">{name}</a>", escape_html(page)),
        None => name,
    };
    let frames = row.frames.max(1) as f64;
    let each = |cell: &dyn Fn(&Totals) -> String| {
        let cells = row.totals.iter().enumerate();
        let cell =
            |(seat, totals)| format!("<span class=\"seat-{}\">{}</span>", seat % 2, cell(totals));
        cells.map(cell).collect::<String>()
    };
    format!(
        "<tr><td>{name}</td><td>{}<small>{}</small></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
         <td class=\"wide\">{}</td><td class=\"wide\">{}</td></tr>\n",
        escape_html(&row.result),
        escape_html(&row.note),
        clock(row.frames),
        each(&|side| side.pieces.to_string()),
        each(&|side| side.lines.to_string()),
        each(&|side| side.attack.to_string()),
        each(&|side| format!("{:.2}", side.pieces as f64 * SECOND / frames)),
        each(&|side| format!("{:.1}", side.attack as f64 * MINUTE / frames)),
    )
}

/// Formats game time as minutes and seconds.
fn clock(frames: u64) -> String {
    let seconds = frames as f64 / SECOND;
    format!("{}:{:04.1}", (seconds / 60.0) as u64, seconds % 60.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_a_page_are_listed_and_names_are_escaped() {
        let row = |page: Option<&str>| Row {
            name: "7".into(),
            page: page.map(str::to_string),
            result: "<i>A</i> won".into(),
            note: String::new(),
            frames: 3_690,
            totals: vec![
                Totals {
                    pieces: 123,
                    lines: 40,
                    attack: 41
                };
                2
            ],
        };
        let page = render_index(&Index {
            title: "a & b",
            summary: "A: <script>",
            score: Some([1, 0, 1]),
            history: "<svg></svg>",
            rows: &[row(Some("000007.html")), row(None)],
            state: SeriesState::Done,
        });
        assert_eq!(page.matches("<tr><td>").count(), 2);
        assert_eq!(page.matches("<a href=\"000007.html\">7</a>").count(), 1);
        assert!(page.contains("&lt;i&gt;A&lt;/i&gt; won") && !page.contains("<script>"));
        assert!(page.contains("<td>1:01.5</td>") && page.contains("<title>a &amp; b</title>"));
        assert!(page.contains(">2.00</span>") && page.contains(">40.0</span>"));
        assert!(page.contains("<svg></svg>") && !page.contains("refresh"));
    }
}
