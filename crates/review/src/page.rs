//! The page of a review, for people: the board with what was played and what is best, the worst
//! moves, what was lost over time. One file that needs no network, made of the parts of
//! [`landfall_replay::page`].

mod data;
mod summary;

pub use data::{page_data, puzzle_constants};
pub use summary::summary_page;

use crate::report::Report;
use landfall_replay::RecordedGame;
use landfall_replay::arena::round_lines;
use landfall_replay::page::{self, Module, escape_json, fill};

const PAGE: &str = include_str!("page/file.html");
const STYLE: &str = include_str!("page/review.css");

/// The parts of a review on a page, as HTML: an element of the class `game`.
pub const PARTS: &str = include_str!("page/review.html");

/// The modules of a review on a page, after [`page::MODULES`]; the last one opens reviews. Each
/// imports only names of those before it.
pub const MODULES: [Module; 11] = [
    Module::new("report.js", include_str!("page/report.js")),
    Module::new("place.js", include_str!("page/place.js")),
    Module::new("try.js", include_str!("page/try.js")),
    Module::new("selection.js", include_str!("page/selection.js")),
    Module::new("board-touch.js", include_str!("page/board-touch.js")),
    Module::new("verdict.js", include_str!("page/verdict.js")),
    Module::new("worst.js", include_str!("page/worst.js")),
    Module::new("totals.js", include_str!("page/totals.js")),
    Module::new("figures.js", include_str!("page/figures.js")),
    Module::new("describe.js", include_str!("page/describe.js")),
    Module::new("review.js", include_str!("page/review.js")),
];

/// The last module of a page that is a file.
const FILE_MODULE: Module = Module::new("review-file.js", include_str!("page/review-file.js"));

/// Returns the style sheet of [`PARTS`], for a document or a shadow tree.
pub fn style() -> String {
    [page::STYLE, STYLE].concat()
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
    let shared = page::MODULES.iter().chain(&MODULES);
    let script = page::script(shared.chain(&[page::FILE_MODULE, FILE_MODULE]));
    fill(
        PAGE,
        &[
            ("{{head}}", &page::head(title, &style(), "")),
            ("{{parts}}", PARTS),
            ("{{report}}", &escape_json(&page_data(game, report, 0))),
            ("{{rounds}}", &rounds),
            ("{{script}}", &script),
        ],
    )
}
