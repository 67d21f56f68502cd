//! The page that plays a replay of the arena, or any game written as one. It is one file that needs
//! no network; its script builds the boards from the replay inside.
//!
//! Related pages, such as indexes and reviews, use the same parts.

use crate::arena::Replay;

const PAGE: &str = include_str!("page/page.html");

/// The style sheet of all pages.
pub const STYLE: &str = include_str!("page/page.css");

/// The shared parts of the script of all pages with boards, in order of their dependencies.
pub const SCRIPT: [&str; 7] = [
    include_str!("page/element.js"),
    include_str!("page/game.js"),
    include_str!("page/player.js"),
    include_str!("page/board.js"),
    include_str!("page/charts.js"),
    include_str!("page/seat.js"),
    include_str!("page/controls.js"),
];

/// The last part: the page of a game.
const GAME_SCRIPT: &str = include_str!("page/page.js");

/// Returns the page of a game.
pub fn game_page(replay: &Replay) -> String {
    let title = match replay.head.get("game") {
        Some(number) => format!("Game {number}: {}", replay.seats.join(" - ")),
        None => replay.seats.join(" - "),
    };
    let script = [&SCRIPT[..], &[GAME_SCRIPT]].concat().join("\n");
    fill(
        PAGE,
        &[
            ("{{title}}", &escape_html(&title)),
            ("{{style}}", STYLE),
            ("{{replay}}", &escape_json(&replay.to_json_lines())),
            ("{{script}}", &script),
        ],
    )
}

/// Replaces markers, which must occur in this order, by texts. Markers inside a text are not
/// replaced.
pub fn fill(template: &str, texts: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = template;
    for (marker, text) in texts {
        let (before, after) = rest.split_once(marker).unwrap_or((rest, ""));
        filled.push_str(before);
        filled.push_str(text);
        rest = after;
    }
    filled + rest
}

/// Escapes text for HTML.
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Escapes JSON for a script element. `<` occurs only inside strings, where it may be escaped.
pub fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_can_get_out_of_its_place() {
        let head = r#"{"replay":2,"board":{"columns":10,"rows":20},"seats":["</script><b>{{script}}","<!--&\"'"]}"#;
        let page = game_page(&Replay::parse(&format!("{head}\n")).unwrap());
        assert_eq!(
            page.matches("</script>").count(),
            2,
            "those of the page itself"
        );
        assert_eq!(page.matches("<b>{{").count(), 0);
        assert!(page.contains(r"\u003c/script>\u003cb>{{script}}"));
        assert!(page.contains(
            "<title>&lt;/script&gt;&lt;b&gt;{{script}} - &lt;!--&amp;&quot;&#39;</title>"
        ));
    }

    #[test]
    fn every_part_is_there_once() {
        let head = r#"{"replay":2,"board":{"columns":10,"rows":20},"seats":["a"]}"#;
        let page = game_page(&Replay::parse(&format!("{head}\n")).unwrap());
        for part in [
            "function readGame(",
            "function drawBoard(",
            "function makeCharts(",
            "\nbegin();",
            ":root {",
        ] {
            assert_eq!(page.matches(part).count(), 1, "{part}");
        }
        assert!(!page.contains("{{"));
        assert!(!page.contains("http"), "it needs no network");
    }
}
