//! Pages of reviews as text: their parts, their escaping, and their size. web/tests has the tests
//! in a browser; `pages` writes the files for them.

mod sample;

use landfall_replay::page;
use landfall_replay::{RecordedGame, Trust, read};
use landfall_review::page::{MODULES, PARTS, review_page, summary_page};
use landfall_review::report::{Report, TrustReport};
use landfall_review::summary::SummaryRow;
use std::fs;
use std::path::Path;

const REPLAYS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../replay/tests/files");

fn game(file: &str) -> RecordedGame {
    read(&fs::read(Path::new(REPLAYS).join(file)).unwrap()).unwrap()
}

/// Three rounds between two players, who change seats.
fn match_of_three() -> RecordedGame {
    let mut game = game("arena-tetrio-s2.jsonl");
    let mut second = game.rounds[0].clone();
    second.sides.reverse();
    second.winner = second.winner.map(|winner| 1 - winner);
    game.rounds.push(second);
    game.rounds.push(game.rounds[0].clone());
    for (round, number) in game.rounds.iter_mut().zip(1..) {
        round.number = number;
    }
    game
}

/// The page of a match whose first side was stopped, of players with hostile names.
fn hostile() -> (RecordedGame, Report) {
    let mut game = match_of_three();
    let mut report = sample::report(&game, 2);
    for round in &mut game.rounds {
        for side in &mut round.sides {
            side.name = Some("</script><b>from the file</b>".into());
        }
    }
    report.players[0].name = Some("</script><img src=x onerror=window.broken=1>".into());
    report.players[1].name = Some("<!--&\"'{{script}}".into());
    let side = &mut report.rounds[0].sides[0];
    side.moves.truncate(20);
    side.trust = TrustReport::Stopped {
        left_out: 30,
        reason: "<i>pieces placed</i>: 20 instead of 50".into(),
    };
    report.rounds[0].sides[1].trust = TrustReport::Unchecked;
    (game, report)
}

/// Writes `target/review-pages` for web/tests: `npm run pages`.
#[test]
#[ignore = "writes files for the tests in browsers"]
fn pages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/review-pages");
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, game: &RecordedGame, report: &Report| {
        let title = "Review <of> a & \"game\"";
        fs::write(folder.join(name), review_page(game, report, title)).unwrap();
    };
    let whole = match_of_three();
    write("match.html", &whole, &sample::report(&whole, 1));
    let alone = {
        let mut game = game("arena-ppt.jsonl");
        game.rounds[0].sides.truncate(1);
        game.rounds[0].winner = None;
        game
    };
    write("alone.html", &alone, &sample::report(&alone, 3));
    write("lines.html", &alone, &sample::for_lines(&alone, 3));
    let (game, report) = hostile();
    write("hostile.html", &game, &report);
    let rows = (1..=12).map(|seed| {
        let report = sample::report(&whole, seed);
        SummaryRow::new(format!("game <{seed}>"), Some("match.html".into()), &report)
    });
    let summary = summary_page(&rows.collect::<Vec<_>>());
    fs::write(folder.join("summary.html"), summary).unwrap();
}

#[test]
fn texts_are_escaped() {
    let (game, report) = hostile();
    let page = review_page(&game, &report, "</title><b>{{report}}");
    // The data, three rounds, the script.
    assert_eq!(page.matches("</script>").count(), 5);
    assert_eq!(page.matches("<b>{{").count(), 0);
    assert_eq!(
        page.matches("<img").count() + page.matches("<i>pieces").count(),
        0
    );
    assert!(page.contains("<title>&lt;/title&gt;&lt;b&gt;{{report}}</title>"));
    assert!(page.contains(r"\u003c/script>\u003cimg"));
}

#[test]
fn names_of_the_file_are_not_shown() {
    let (game, mut report) = hostile();
    report
        .players
        .iter_mut()
        .for_each(|player| player.name = None);
    let page = review_page(&game, &report, "a game");
    assert!(!page.contains("from the file"));
    assert!(page.contains("\"seats\":[\"Player 1\",\"Player 2\"]"));
}

#[test]
fn a_page_needs_no_network_and_has_every_part() {
    let game = match_of_three();
    let page = review_page(&game, &sample::report(&game, 1), "a game");
    // The name of the elements of boards is an address that nothing asks for.
    let others = page.replace("\"http://www.w3.org/2000/svg\"", "");
    assert!(!others.contains("http") && !page.contains("{{"));
    for part in [
        "\nclass Board {",
        "function makeCharts(",
        "function beginTry(",
        "\nopenReview(\n",
        ":root",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(page.matches("class=\"round\"").count(), 3);
}

#[test]
fn no_two_modules_declare_the_same_name() {
    let modules = [&page::MODULES[..], &[page::FILE_MODULE], &MODULES[..]].concat();
    let mut names: Vec<_> = modules.iter().flat_map(page::Module::declared).collect();
    names.sort_unstable();
    for pair in names.windows(2) {
        assert_ne!(pair[0], pair[1], "the second would replace the first");
    }
}

#[test]
fn a_module_imports_names_of_those_before_it() {
    let mut before = Vec::new();
    for module in page::MODULES.iter().chain(&MODULES) {
        for name in module.imports() {
            assert!(before.contains(&name), "{} imports {name}", module.name);
        }
        before.push(module.name);
    }
    let script = page::script(page::MODULES.iter().chain(&MODULES));
    for line in script.lines() {
        let first = line.split(' ').next();
        assert!(!matches!(first, Some("import" | "export")), "{line}");
    }
}

/// A page with a Content-Security-Policy shows them.
#[test]
fn the_parts_have_no_scripts_and_no_styles() {
    assert!(PARTS.starts_with("<div class=\"game review\">"));
    for part in ["<script", "<style", " style=", " onclick=", "{{"] {
        assert!(!PARTS.contains(part), "{part}");
    }
}

#[test]
fn a_long_game_is_a_small_page() {
    let mut game = game("arena-tetrio-s2.jsonl");
    assert!(matches!(
        game.rounds[0].sides[0].trust,
        Trust::Verified { .. }
    ));
    // Two sides of 200 pieces each.
    for side in &mut game.rounds[0].sides {
        side.moves = side.moves.iter().cycle().take(200).cloned().collect();
    }
    let page = review_page(&game, &sample::report(&game, 1), "a game");
    assert!(page.len() < 1_500_000, "{} bytes", page.len());
}
