//! The page of a review, for people: the board with what was played and what is best, the worst
//! moves, what was lost over time. One file that needs no network, made of the parts of
//! [`landfall_replay::page`].

mod data;
mod summary;

pub use data::page_data;
pub use summary::summary_page;

use crate::report::Report;
use landfall_replay::RecordedGame;
use landfall_replay::arena::round_lines;
use landfall_replay::page::{self, escape_html, escape_json, fill};

const PAGE: &str = include_str!("page/review.html");
const STYLE: &str = include_str!("page/review.css");

/// The parts within the page.
const PARTS: &str = include_str!("page/parts.html");

/// The script, after the parts that all pages share, in the order in which its parts need each
/// other.
const SCRIPT: [&str; 8] = [
    include_str!("page/report.js"),
    include_str!("page/place.js"),
    include_str!("page/try.js"),
    include_str!("page/verdict.js"),
    include_str!("page/worst.js"),
    include_str!("page/totals.js"),
    include_str!("page/figures.js"),
    include_str!("page/review.js"),
];

/// The last part in a file.
const FILE_SCRIPT: &str = include_str!("page/file.js");

/// Styles of the viewer within another page, whose colours it takes.
const VIEWER_STYLE: &str = include_str!("page/viewer.css");

/// The viewer of reviews for another page, which puts the parts into a shadow tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// A JavaScript module: `openReview`, `updateReview`, `closeReview`, `showMove`, `onKey` and
    /// `pageState`.
    pub module: String,
    /// The parts, as HTML.
    pub parts: String,
    /// The style sheet of the shadow tree.
    pub style: String,
}

/// Returns the viewer that [`review_page`] has inside, for another page.
pub fn viewer() -> Viewer {
    let script = [&page::SCRIPT[..], &SCRIPT[..]].concat().join("\n");
    // The other page has a main part of its own.
    let parts = PARTS
        .replace("<main ", "<div ")
        .replace("</main>", "</div>");
    let exports = "openReview, updateReview, closeReview, showMove, onKey, pageState";
    Viewer {
        module: format!("{script}\nexport {{ {exports} }};\n"),
        parts: format!("<div class=\"game review\">\n{parts}</div>\n"),
        style: [page::STYLE, STYLE, VIEWER_STYLE].concat(),
    }
}

/// Returns the rounds of a report as replays, as [`round_lines`] writes them. Rounds that the game
/// does not have are left out.
///
/// Players have their names of the report, else their numbers; names in the game are not shown.
pub fn page_rounds(game: &RecordedGame, report: &Report) -> Vec<String> {
    let name = |player: usize| {
        let reported = report.players.iter().find(|report| report.player == player);
        reported.map_or_else(|| data::number(player), data::name)
    };
    let rounds = report.rounds.iter();
    let rounds = rounds.filter_map(|round| data::round_of(game, round));
    rounds
        .map(|round| {
            let seats: Vec<String> = round.sides.iter().map(|side| name(side.player)).collect();
            round_lines(round, &seats)
        })
        .collect()
}

/// Returns the page of a reviewed game: the game, its review, and the title of the page.
///
/// Players have their names of the report, else their numbers; names in the game are not shown.
/// Every text is escaped, wherever it comes from.
pub fn review_page(game: &RecordedGame, report: &Report, title: &str) -> String {
    let script = |round: &String| {
        format!(
            "<script type=\"application/json\" class=\"round\">\n{}</script>\n",
            escape_json(round)
        )
    };
    let rounds: String = page_rounds(game, report).iter().map(script).collect();
    let script = [&page::SCRIPT[..], &SCRIPT[..], &[FILE_SCRIPT]].concat();
    let script = script.join("\n");
    fill(
        PAGE,
        &[
            ("{{title}}", &escape_html(title)),
            ("{{style}}", &[page::STYLE, STYLE].concat()),
            ("{{title}}", &escape_html(title)),
            ("{{parts}}", PARTS),
            ("{{report}}", &escape_json(&page_data(game, report, 0))),
            ("{{rounds}}", &rounds),
            ("{{script}}", &script),
        ],
    )
}
