//! The page that plays a replay of the arena, or any game written as one. It is one file that needs
//! no network; its script builds the boards from the replay inside.
//!
//! Related pages, such as indexes and reviews, use the same parts.

use crate::arena::Replay;

const PAGE: &str = include_str!("page/page.html");
const HEAD: &str = include_str!("page/head.html");

/// The colours of all pages, and the looks of boards, for the beginning of a style sheet.
pub const THEME: &str = concat!(
    include_str!("page/theme.css"),
    include_str!("page/board.css")
);

/// The style sheet of all pages.
pub const STYLE: &str = concat!(
    include_str!("page/theme.css"),
    include_str!("page/board.css"),
    include_str!("page/page.css")
);

/// An ES module of the pages' script, for [`script`] and for pages that load modules.
///
/// Its imports are lines of their own, `import { name } from "./module.js";`, and so are names that
/// it hands on, `export { name } from "./module.js";`. Other exports are declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Module {
    /// The name that others import it by, such as `board.js`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Module {
    /// Returns a module.
    pub const fn new(name: &'static str, text: &'static str) -> Module {
        Module { name, text }
    }

    /// Returns the names of the modules that it imports, or hands on.
    pub fn imports(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter_map(imported_from)
    }

    /// Returns the first name of each line that declares some.
    pub fn declared(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter_map(declared_by)
    }
}

/// The modules of all pages with boards. Each imports only names of those before it.
pub const MODULES: [Module; 9] = [
    Module::new("element.js", include_str!("page/element.js")),
    Module::new("focus.js", include_str!("page/focus.js")),
    Module::new("game.js", include_str!("page/game.js")),
    Module::new("player.js", include_str!("page/player.js")),
    Module::new("board.js", include_str!("page/board.js")),
    Module::new("canvas.js", include_str!("page/canvas.js")),
    Module::new("charts.js", include_str!("page/charts.js")),
    Module::new("seat.js", include_str!("page/seat.js")),
    Module::new("controls.js", include_str!("page/controls.js")),
];

/// The module of pages that are files of their own. It imports names of [`MODULES`].
pub const FILE_MODULE: Module = Module::new("file.js", include_str!("page/file.js"));

/// The last module of the page of a game.
const GAME_MODULE: Module = Module::new("page.js", include_str!("page/page.js"));

/// Returns one script that does what modules do, for a file that can load no others. Each module
/// imports only names of those before it; no two declare the same name.
pub fn script<'a>(modules: impl IntoIterator<Item = &'a Module>) -> String {
    let lines = modules.into_iter().flat_map(|module| module.text.lines());
    let kept = lines.filter(|line| imported_from(line).is_none());
    kept.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"])
        .collect()
}

/// Returns the module that a line imports names of, or hands names on of.
fn imported_from(line: &str) -> Option<&str> {
    let names = ["import { ", "export { "].iter();
    let rest = names.filter_map(|form| line.strip_prefix(form)).next()?;
    rest.split_once(" } from \"./")?.1.strip_suffix("\";")
}

/// Returns the first name that a line declares.
fn declared_by(line: &str) -> Option<&str> {
    let line = line.strip_prefix("export ").unwrap_or(line);
    let line = line.strip_prefix("async ").unwrap_or(line);
    let kinds = ["function ", "class ", "const ", "let "].iter();
    let rest = kinds.filter_map(|kind| line.strip_prefix(kind)).next()?;
    rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .next()
}

/// Returns the page of a game.
pub fn game_page(replay: &Replay) -> String {
    let title = match replay.head.get("game") {
        Some(number) => format!("Game {number}: {}", replay.seats.join(" - ")),
        None => replay.seats.join(" - "),
    };
    let own = [FILE_MODULE, GAME_MODULE];
    let script = script(MODULES.iter().chain(&own));
    fill(
        PAGE,
        &[
            ("{{head}}", &head(&title, STYLE, "")),
            ("{{replay}}", &escape_json(&replay.to_json_lines())),
            ("{{script}}", &script),
        ],
    )
}

/// Returns the beginning of a page that is one file, up to its body: with a title, a style sheet,
/// and more elements as HTML.
pub fn head(title: &str, style: &str, more: &str) -> String {
    fill(
        HEAD,
        &[
            ("{{more}}", more),
            ("{{title}}", &escape_html(title)),
            ("{{style}}", style),
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
    fn a_module_imports_names_of_those_before_it() {
        let mut before = Vec::new();
        for module in MODULES.iter().chain(&[FILE_MODULE, GAME_MODULE]) {
            for name in module.imports() {
                assert!(before.contains(&name), "{} imports {name}", module.name);
            }
            before.push(module.name);
        }
        let script = script(MODULES.iter().chain(&[FILE_MODULE, GAME_MODULE]));
        for line in script.lines() {
            let first = line.split(' ').next();
            assert!(!matches!(first, Some("import" | "export")), "{line}");
        }
    }

    #[test]
    fn no_two_modules_declare_the_same_name() {
        let modules = [&MODULES[..], &[FILE_MODULE, GAME_MODULE]].concat();
        let mut names: Vec<_> = modules.iter().flat_map(Module::declared).collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1], "the second would replace the first");
        }
        let text = "let a = 1;\nexport async function b() {}\n  const no = 1;\nexport class C {\n";
        assert_eq!(
            Module::new("a.js", text).declared().collect::<Vec<_>>(),
            ["a", "b", "C"]
        );
    }

    #[test]
    fn a_script_lacks_imports_and_exports_and_nothing_else() {
        let first = Module::new("a.js", "export const one = 1;\nexport function two() {}");
        let text = "// import { one } from \"./a.js\";\n\nimport { one, two } from \"./a.js\";\n\
            export { one } from \"./a.js\";\nconst text = \"export const\";\n  export const no = 1;\n\
            import { one } from './a.js';\nimport(\"./a.js\");\n";
        let second = Module::new("b.js", text);
        assert_eq!(second.imports().collect::<Vec<_>>(), ["a.js", "a.js"]);
        assert_eq!(
            script(&[first, second]),
            "const one = 1;\nfunction two() {}\n// import { one } from \"./a.js\";\n\n\
             const text = \"export const\";\n  export const no = 1;\n\
             import { one } from './a.js';\nimport(\"./a.js\");\n"
        );
    }

    #[test]
    fn every_part_is_there_once() {
        let head = r#"{"replay":2,"board":{"columns":10,"rows":20},"seats":["a"]}"#;
        let page = game_page(&Replay::parse(&format!("{head}\n")).unwrap());
        for part in [
            "function readGame(",
            "\nclass Board {",
            "function makeCharts(",
            "\nbegin();",
            ":root, :host {\n  color-scheme",
        ] {
            assert_eq!(page.matches(part).count(), 1, "{part}");
        }
        assert!(!page.contains("{{"));
        // The name of the elements of boards is an address that nothing asks for.
        let others = page.replace("\"http://www.w3.org/2000/svg\"", "");
        assert!(!others.contains("http"), "it needs no network");
    }
}
