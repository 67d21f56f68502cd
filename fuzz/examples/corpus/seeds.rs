//! The first inputs of each target, from fixtures and recorded messages of the repository.

#[path = "../../../crates/replay/tests/tetrio/files.rs"]
#[allow(dead_code, reason = "the tests of the reader use the rest")]
mod tetrio_files;

use landfall_testing::dropblox::first_state;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The longest input in bytes: longer ones slow the fuzzer down.
const MAX_BYTES: usize = 8_000;

/// A fumen of a game.
const FUMEN: &str = "v115@vhHSSYgAFLDmClcJSAVDEHBEooRBMoAVBvHMMCqujx?CvSltCzrBXoBxuB2pB0fBVnBAAA";

/// A message with links to fumens of both versions, one of them percent-encoded and one broken.
const MESSAGE: &str = "See [mine](http://fumen.zui.jp/?v115%40vhAAgH%3F&x=1), `v110@7eAA4G`, v115@vhA\nAgH and v105@7eAA.";

/// A journal of a match with one game.
const JOURNAL: &str = r#"{"arena":1,"a":"./a","b":"./b","preset":"ppt","clock":"nodes 100","seed":1}
{"game":0,"winner":"a","frames":9,"a":{"pieces":1,"lines":0,"attack":0,"spins":0,"perfect_clears":0,"longest_b2b":0,"max_combo":0},"b":{"pieces":1,"lines":0,"attack":0,"spins":0,"perfect_clears":0,"longest_b2b":0,"max_combo":0}}
"#;

/// Returns the seeds of a target.
///
/// # Errors
/// A file of the repository cannot be read.
pub fn seeds(target: &str) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let texts = match target {
        "tbp_lines" => raw(messages(&files("tbp-fixtures", "tbp")?)?),
        "sbp_lines" => raw(messages(&files("sbp-fixtures", "sbp")?)?),
        "triangle_lines" => raw(messages(&files(
            "contests/triangle/tests/sessions",
            "txt",
        )?)?),
        "fumens" => raw(vec![FUMEN.to_string(), MESSAGE.to_string()]),
        "replays" => replays()?,
        "tetrio_replays" => tetrio(),
        "journals" => vec![JOURNAL.to_string()],
        "weights" => texts(&files("weights", "json")?)?,
        "presets" => texts(&files("crates/arena/src/presets", "json")?)?,
        "dropblox_arguments" => raw(vec![first_state()]),
        "botris_frames" => raw(botris()?),
        _ => Vec::new(),
    };
    if target == "websocket_frames" {
        let texts = messages(&files("tbp-fixtures", "tbp")?)?;
        return Ok(texts.iter().map(|text| frames(text)).collect());
    }
    let mut seeds: Vec<Vec<u8>> = texts.into_iter().map(String::into_bytes).collect();
    if !target.ends_with("replays") {
        seeds.iter_mut().for_each(|seed| seed.truncate(MAX_BYTES));
    }
    // Inputs with different choices, for targets without fixtures.
    seeds.extend((1..64_u8).map(|n| (0..n).map(|i| i.wrapping_mul(n)).collect()));
    Ok(seeds)
}

/// Prepends the byte with which targets take the rest of an input as raw text.
fn raw(texts: Vec<String>) -> Vec<String> {
    texts.into_iter().map(|text| format!("\0{text}")).collect()
}

/// Returns the files of a folder of the repository with an extension.
fn files(folder: &str, extension: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    Ok(files)
}

fn texts(files: &[PathBuf]) -> Result<Vec<String>, Box<dyn Error>> {
    let texts = files.iter().map(fs::read_to_string);
    Ok(texts.collect::<Result<_, _>>()?)
}

/// Returns the messages to landfall in recorded sessions, one text per session.
fn messages(files: &[PathBuf]) -> Result<Vec<String>, Box<dyn Error>> {
    let session = |text: String| {
        let lines = text.lines().filter_map(|line| line.strip_prefix("> "));
        lines.map(expanded).collect::<Vec<_>>().join("\n")
    };
    Ok(texts(files)?.into_iter().map(session).collect())
}

/// Expands the macros of fixtures: boards become empty, moves become their JSON.
fn expanded(line: &str) -> String {
    let mut line = line.to_string();
    while let Some((before, rest)) = line.split_once("@board{") {
        let after = rest.split_once('}').map_or("", |(_, after)| after);
        line = format!("{before}[]{after}");
    }
    while let Some((before, rest)) = line.split_once("@move{") {
        let (mv, after) = rest.split_once('}').unwrap_or((rest, ""));
        let mut words = mv.split_whitespace();
        let mut word = || words.next().unwrap_or("0");
        let (piece, orientation, x, y) = (word(), word(), word(), word());
        line = format!(
            r#"{before}{{"location":{{"type":"{piece}","orientation":"{orientation}","x":{x},"y":{y}}},"spin":"none"}}{after}"#
        );
    }
    line
}

/// Returns the beginnings of replays of the arena, a fumen and a log.
fn replays() -> Result<Vec<String>, Box<dyn Error>> {
    let whole = texts(&files("crates/replay/tests/files", "jsonl")?)?;
    let prefixes = whole.iter().flat_map(|text| {
        let lines: Vec<&str> = text.lines().collect();
        [4, 12, 30].map(|count| lines[..count.min(lines.len())].join("\n"))
    });
    let mut seeds: Vec<String> = prefixes.collect();
    seeds.extend(texts(&files("tbp-fixtures", "tbp")?)?.iter().map(|text| {
        let lines: Vec<String> = text.lines().map(expanded).collect();
        lines.join("\n")
    }));
    seeds.push(FUMEN.to_string());
    Ok(seeds)
}

/// Returns short files of TETR.IO in both formats.
fn tetrio() -> Vec<String> {
    let mut games = tetrio_files::games();
    games.sort_by_key(|game| game["frame"].as_u64());
    let matches = games.iter().take(4).map(tetrio_files::match_file);
    // Only this game is long enough for a solo file.
    let solo = tetrio_files::old_solo_file(&tetrio_files::long_game());
    matches.chain([solo]).map(|file| file.to_string()).collect()
}

/// Returns recorded frames of Botris, three per input.
fn botris() -> Result<Vec<String>, Box<dyn Error>> {
    let session = texts(&files("contests/botris/tests", "jsonl")?)?;
    let mut frames = Vec::new();
    for line in session.iter().flat_map(|text| text.lines()) {
        let record: serde_json::Value = serde_json::from_str(line)?;
        if let Some(message) = record.get("message") {
            frames.push(message.to_string());
        }
    }
    Ok(frames
        .chunks(3)
        .take(60)
        .map(|frames| frames.join("\n"))
        .collect())
}

/// Returns lines as masked text frames of a client, with a mask of zero.
fn frames(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in text.lines().filter(|line| line.len() <= 0xffff) {
        if bytes.len() + line.len() > MAX_BYTES {
            break;
        }
        bytes.extend([0x81, 0xfe]);
        bytes.extend((line.len() as u16).to_be_bytes());
        bytes.extend([0; 4]);
        bytes.extend(line.as_bytes());
    }
    bytes
}
