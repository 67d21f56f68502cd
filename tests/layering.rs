//! Which way the rooms may look: reads the paths of every file under src/ and fails on an
//! arrow that the table does not have, and on words that a room must not know.
//!
//! The table is that of ARCHITECTURE.md.

mod common;

use common::source::{Path, Source};
use std::fs;
use std::path::PathBuf;

/// A room, what of the crate it may name beside itself, and what it must not.
struct Room {
    name: &'static str,
    may_import: &'static [&'static str],
    /// Paths from outside, and rooms as `crate::room`, and the files that may have them
    /// nevertheless.
    never: &'static [(&'static str, &'static [&'static str])],
    /// Macros that print.
    prints: Prints,
}

#[derive(PartialEq)]
enum Prints {
    Never,
    /// The faces towards people.
    MayPrint,
}

/// Where Connect6 meets the network.
const CONNECT6_SOCKETS: &[&str] = &[
    "src/connect6/arena.rs",
    "src/connect6/client.rs",
    "src/connect6/server/mod.rs",
    "src/connect6/server/lobby.rs",
    "src/connect6/server/table.rs",
    "src/connect6/wire.rs",
];

const ROOMS: [Room; 11] = [
    Room {
        name: "game",
        may_import: &[],
        never: &[
            ("serde", &[]),
            ("serde_json", &[]),
            ("log", &[]),
            ("rayon", &[]),
            ("clap", &[]),
            ("std::thread", &[]),
            ("std::time", &[]),
            ("std::io", &[]),
            ("std::fs", &[]),
            ("std::env", &[]),
            ("std::process", &[]),
            ("std::net", &[]),
        ],
        prints: Prints::Never,
    },
    Room {
        name: "brain",
        may_import: &["game"],
        never: &[
            ("serde", &["src/brain/net.rs", "src/brain/weights.rs"]),
            (
                "serde_json",
                &[
                    "src/brain/net.rs",
                    "src/brain/weights.rs",
                    "src/brain/weights/parts.rs",
                ],
            ),
            ("clap", &[]),
            ("std::io", &[]),
            ("std::fs", &[]),
            ("std::env", &[]),
            ("std::process", &[]),
            ("std::net", &[]),
        ],
        prints: Prints::Never,
    },
    Room {
        name: "tbp",
        may_import: &["game", "brain", "VERSION"],
        never: &[
            ("clap", &[]),
            (
                "std::io",
                &[
                    "src/tbp/stdio.rs",
                    "src/tbp/host/error.rs",
                    "src/tbp/host/process.rs",
                ],
            ),
            ("std::fs", &[]),
            (
                "std::thread",
                &["src/tbp/host/bot.rs", "src/tbp/host/process.rs"],
            ),
            (
                "std::time",
                &[
                    "src/tbp/host/bot.rs",
                    "src/tbp/host/error.rs",
                    "src/tbp/host/process.rs",
                ],
            ),
        ],
        prints: Prints::Never,
    },
    Room {
        name: "watch",
        may_import: &["game", "brain", "tbp", "VERSION"],
        never: &[],
        prints: Prints::MayPrint,
    },
    Room {
        name: "arena",
        may_import: &["game", "tbp", "files"],
        never: &[
            (
                "crate::tbp",
                &[
                    "src/arena/player/mod.rs",
                    "src/arena/player/built_in.rs",
                    "src/arena/player/program.rs",
                ],
            ),
            ("clap", &["src/arena/options.rs"]),
        ],
        prints: Prints::MayPrint,
    },
    Room {
        name: "fumen",
        may_import: &["game"],
        never: &[
            ("serde", &[]),
            ("serde_json", &[]),
            ("clap", &[]),
            ("std::io", &[]),
            ("std::fs", &[]),
        ],
        prints: Prints::Never,
    },
    Room {
        name: "tuner",
        may_import: &["game", "brain", "arena", "contest", "files"],
        never: &[
            (
                "clap",
                &["src/tuner/options.rs", "src/tuner/outcome/options.rs"],
            ),
            (
                "crate::contest",
                &[
                    "src/tuner/contest.rs",
                    "src/tuner/field.rs",
                    "src/tuner/rules.rs",
                ],
            ),
        ],
        prints: Prints::MayPrint,
    },
    Room {
        name: "contest",
        may_import: &["game", "brain", "tbp", "VERSION"],
        never: &[("clap", &[])],
        prints: Prints::MayPrint,
    },
    Room {
        name: "connect6",
        may_import: &[],
        never: &[
            ("clap", &[]),
            ("serde", &[]),
            ("serde_json", &[]),
            ("log", &[]),
            ("rayon", &[]),
            ("std::fs", &[]),
            ("std::env", &[]),
            ("std::process", &["src/connect6/arena.rs"]),
            ("std::net", CONNECT6_SOCKETS),
            ("std::io", CONNECT6_SOCKETS),
            ("std::thread", CONNECT6_SOCKETS),
            (
                "std::time::Instant",
                &[
                    "src/connect6/arena.rs",
                    "src/connect6/client.rs",
                    "src/connect6/server/lobby.rs",
                    "src/connect6/server/table.rs",
                    "src/connect6/wire.rs",
                    "src/connect6/engine/mod.rs",
                    "src/connect6/engine/limits.rs",
                ],
            ),
        ],
        prints: Prints::Never,
    },
    Room {
        name: "files",
        may_import: &[],
        never: &[
            ("clap", &[]),
            ("serde", &[]),
            ("serde_json", &[]),
            ("std::thread", &[]),
            ("std::time", &[]),
            ("std::net", &[]),
        ],
        prints: Prints::Never,
    },
    Room {
        name: "cli",
        may_import: &[
            "game", "brain", "tbp", "watch", "arena", "fumen", "tuner", "contest", "connect6",
            "files", "VERSION",
        ],
        never: &[],
        prints: Prints::MayPrint,
    },
];

/// The wire's own words for what the rules name too. The messages that carry them, and
/// moves as a whole, may be handed about by whoever converses; these words may meet the
/// rules' words in one file alone.
const WIRE_WORDS: [&str; 5] = [
    "PieceName",
    "Location",
    "Orientation",
    "SpinName",
    "PieceCounts",
];

/// The file where they meet.
const CONVERT: &str = "src/tbp/convert.rs";

#[test]
fn every_arrow_is_in_the_table() {
    let files = sources();
    assert!(
        files.len() > 40,
        "src/ was not found: {} files",
        files.len()
    );
    let found: Vec<String> = files
        .iter()
        .flat_map(|(path, text)| violations(path, text))
        .collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_room_is_in_the_table() {
    let root = fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    let mut rooms: Vec<&str> = root
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    let mut table = ROOMS.map(|room| room.name);
    rooms.sort_unstable();
    table.sort_unstable();
    assert_eq!(rooms, table);
}

/// What is wrong is noticed, however it is written.
#[test]
fn forbidden_arrows_are_found() {
    for (path, text, complaint) in [
        ("game/a.rs", "use crate::brain::Crew;", "game -> brain"),
        ("game/a.rs", "use crate::{VERSION};", "game -> VERSION"),
        ("game/a.rs", "use super::super::tbp;", "game -> tbp"),
        ("game/mod.rs", "use super::tbp::Session;", "game -> tbp"),
        (
            "game/a/b.rs",
            "use super::super::super::cli::run;",
            "game -> cli",
        ),
        (
            "game/a.rs",
            "mod tests { mod more { use super::super::super::super::cli; } }",
            "game -> cli",
        ),
        (
            "brain/a.rs",
            "fn f() { crate::tbp::parse(b\"\"); }",
            "brain -> tbp",
        ),
        (
            "brain/a.rs",
            "use crate::{game::Board, watch::run};",
            "brain -> watch",
        ),
        ("brain/a.rs", "use super::{super::{cli}};", "brain -> cli"),
        ("brain/a.rs", "use crate::*;", "brain -> *"),
        ("brain/a.rs", "use crate as everything;", "brain -> crate"),
        ("tbp/a.rs", "use crate::watch::Options;", "tbp -> watch"),
        ("watch/a.rs", "use crate::cli::run;", "watch -> cli"),
        ("arena/a.rs", "use crate::brain::Crew;", "arena -> brain"),
        ("tuner/a.rs", "use crate::tbp::Session;", "tuner -> tbp"),
        ("arena/a.rs", "use crate::tuner::run;", "arena -> tuner"),
        (
            "arena/a.rs",
            "use super::super::tbp::Session;",
            "arena must not know crate::tbp",
        ),
        ("game/a.rs", "use std::{fmt, time::Instant};", "std::time"),
        ("game/a.rs", "fn f() { log::warn!(\"\") }", "log"),
        (
            "game/a.rs",
            "#[derive(Clone, Serialize)] struct A;",
            "Serialize",
        ),
        ("game/a.rs", "use rayon::prelude::*;", "rayon"),
        ("brain/a.rs", "use serde::Serialize;", "serde"),
        ("brain/a.rs", "fn f() { std::fs::read(\"\"); }", "std::fs"),
        ("brain/a.rs", "fn f() { eprintln!(\"\") }", "eprintln!"),
        ("tbp/a.rs", "fn f() { println!(\"\") }", "println!"),
        ("tbp/a.rs", "use std::time::Instant;", "std::time"),
        ("connect6/a.rs", "use crate::tbp::host;", "connect6 -> tbp"),
        ("connect6/a.rs", "use std::{net::TcpStream};", "std::net"),
        (
            "connect6/referee.rs",
            "use std::time::{Duration, Instant};",
            "std::time::Instant",
        ),
        ("connect6/a.rs", "fn f() { print!(\"\") }", "print!"),
        ("cli/a.rs", "fn f() { dbg!(1); }", "dbg!"),
        ("cli/a.rs", "fn f() { unsafe { g() } }", "unsafe"),
        (
            "tbp/a.rs",
            "use crate::game::Piece; use super::wire::{Move, PieceName};",
            "PieceName",
        ),
    ] {
        let text = format!("//! A file.\n\n{text}\n");
        let found = violations(&format!("src/{path}"), &text);
        assert!(
            found.len() == 1 && found[0].contains(complaint),
            "{complaint} in {text}: {found:?}"
        );
    }
    let found = violations("src/cli/a.rs", "use crate::game::Board;\n//! Late.\n");
    assert!(found.len() == 1 && found[0].contains("//!"), "{found:?}");
}

/// What is right is left alone, also when it looks like something else.
#[test]
fn allowed_arrows_are_not_found() {
    for (path, text) in [
        (
            "game/a.rs",
            "// use crate::brain::Crew;\nuse super::board::Board;",
        ),
        (
            "game/a.rs",
            "/* crate::cli /* nested */ unsafe */ pub(crate) fn f() {}",
        ),
        (
            "game/a.rs",
            "const A: &str = \"crate::brain \\\" println!()\";",
        ),
        ("game/a.rs", "const A: &str = r#\"std::io \" unsafe\"#;"),
        (
            "game/a.rs",
            "fn f<'a>(a: &'a str) -> bool { a.contains(['\"', '\\'', 'b']) }",
        ),
        ("game/a.rs", "mod tests { use super::super::Board; }"),
        (
            "game/a/b.rs",
            "use super::super::Board; use crate::game::Cell;",
        ),
        ("brain/weights.rs", "use serde::{Deserialize, Serialize};"),
        (
            "brain/a.rs",
            "use crate::{brain::Crew, game::{Board, Piece}};",
        ),
        (
            "tbp/a.rs",
            "use crate::game::Piece; use super::wire::{BotMessage, Move};",
        ),
        (
            "tbp/convert.rs",
            "use crate::game::Piece; use super::wire::PieceName;",
        ),
        (
            "watch/a.rs",
            "use crate::tbp::wire::Move; fn f() { println!(); }",
        ),
        (
            "arena/player/mod.rs",
            "use crate::{game::Piece, tbp::host::Bot};",
        ),
        (
            "connect6/clock.rs",
            "use std::time::Duration; use super::rules::Turn;",
        ),
        (
            "connect6/wire.rs",
            "use std::{net::TcpStream, time::Instant};",
        ),
        ("cli/a.rs", "use crate::{VERSION, brain, game, tbp, watch};"),
        ("game/reach/avx2.rs", "fn f() { unsafe { g() } }"),
    ] {
        let text = format!("//! A file.\n\n{text}\n");
        let found = violations(&format!("src/{path}"), &text);
        assert!(found.is_empty(), "{text}: {found:?}");
    }
}

/// The one file that may be unsafe: vector instructions, and whether they are there.
const UNSAFE: &str = "src/game/reach/avx2.rs";

/// What is wrong with a file, a line each.
fn violations(path: &str, text: &str) -> Vec<String> {
    let source = Source::of(text);
    let mut found = Vec::new();
    if !text.starts_with("//! ") {
        found.push("does not begin with `//!`".to_string());
    }
    if source.names("unsafe") && path != UNSAFE {
        found.push("has `unsafe`".to_string());
    }
    if source.calls("dbg") {
        found.push("calls dbg!".to_string());
    }
    if let Some(room) = room_of(path) {
        found.extend(arrows(room, path, &source));
        found.extend(words(room, path, &source));
    }
    found.dedup();
    found.iter().map(|text| format!("{path}: {text}")).collect()
}

/// The room that a file is in; the roots, `lib.rs` and `main.rs`, are in none.
fn room_of(path: &str) -> Option<&'static Room> {
    let (name, _) = path.strip_prefix("src/")?.split_once('/')?;
    let room = ROOMS.iter().find(|room| room.name == name);
    Some(room.unwrap_or_else(|| panic!("{path} is in no room of the table")))
}

/// Paths into other rooms and into crates that are not for this one.
fn arrows(room: &Room, path: &str, source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for written in source.paths() {
        let written = match within_crate(path, &written) {
            Some(target) if target == room.name => continue,
            Some(target) if !room.may_import.contains(&target) => {
                found.push(format!("the arrow {} -> {target}", room.name));
                continue;
            }
            Some(target) => format!("crate::{target}"),
            None => written.words.join("::"),
        };
        let never = room.never.iter().find(|(name, but)| {
            let inside = written.strip_prefix(name);
            inside.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
                && !but.contains(&path)
        });
        found.extend(never.map(|(name, _)| format!("{} must not know {name}", room.name)));
    }
    found
}

/// The item of the crate's root that a path leads to or through, if it leaves the file's
/// own room or names a room in full; the room's own name if it stays.
fn within_crate<'p>(file: &'p str, path: &'p Path) -> Option<&'p str> {
    let words: Vec<&str> = path.words.iter().map(String::as_str).collect();
    let module = module(file);
    let rest = match words[0] {
        "crate" => &words[1..],
        "super" | "self" => {
            let climbs = words.iter().take_while(|word| **word == "super").count();
            match module.len() + path.inline > climbs {
                true => return Some(module[0]),
                false => &words[climbs..],
            }
        }
        _ => return None,
    };
    Some(rest.first().copied().unwrap_or("crate"))
}

/// The module of a file, room first.
fn module(file: &str) -> Vec<&str> {
    file.trim_start_matches("src/")
        .trim_end_matches(".rs")
        .split('/')
        .filter(|part| *part != "mod")
        .collect()
}

/// Words that do not belong in a room.
fn words(room: &Room, path: &str, source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for call in ["print", "println", "eprint", "eprintln"] {
        if room.prints == Prints::Never && source.calls(call) {
            found.push(format!("{} must not call {call}!", room.name));
        }
    }
    for word in ["Serialize", "Deserialize"] {
        if room.name == "game" && source.names(word) {
            found.push(format!("game must not derive {word}"));
        }
    }
    let of_the_rules = source.paths().iter().any(|path| {
        path.words
            .starts_with(&["crate".to_string(), "game".to_string()])
    });
    if of_the_rules && path != CONVERT {
        let wire = WIRE_WORDS.iter().filter(|word| source.names(word));
        found.extend(
            wire.map(|word| format!("only {CONVERT} may know {word} and the rules' words")),
        );
    }
    found
}

/// Every file under src/, with its path from the root.
fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                let name = path.strip_prefix(root()).expect("under the root");
                found.push((name.to_string_lossy().replace('\\', "/"), text));
            }
        }
    }
    found
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
