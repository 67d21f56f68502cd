//! Journals of `landfall arena` on many machines: merged into one, locked by one process, and on a
//! full disk.

use crate::common::arena::{TWINS, arena, printed};
use crate::common::files::{folder, text};
use std::fs;
use std::path::Path;
use std::process::Output;

/// Plays games of one series into a journal.
fn play(games: &str, journal: &Path) -> Output {
    let more = [
        "40",
        "--games",
        games,
        "--journal",
        journal.to_str().unwrap(),
    ];
    arena(&[&TWINS[..], &more].concat())
}

/// The merged journal does not depend on how the games were distributed.
#[test]
fn merged_shards_are_the_journal_of_one_run() {
    let folder = folder("merge-out");
    let (whole, out) = (folder.join("whole"), folder.join("out"));
    printed(&play("0..7", &whole));
    let shards = folder.join("shards");
    fs::create_dir(&shards).unwrap();
    for games in ["5..7", "0..3", "2..5"] {
        printed(&play(games, &shards.join(format!("{games}.jsonl"))));
    }
    // A worker was killed before it wrote its header, and one in the middle of a line.
    fs::write(shards.join("7..9.jsonl"), "{\"arena").unwrap();
    let last = text(shards.join("2..5.jsonl"));
    fs::write(shards.join("cut.jsonl"), &last[..last.len() - 9]).unwrap();
    let (shards, out_name) = (shards.to_str().unwrap(), out.to_str().unwrap());
    printed(&arena(&["merge", shards, "--out", out_name]));
    assert_eq!(text(&out), text(&whole));
    // Parallel games finish in any order.
    let many = folder.join("many");
    let more = ["40", "--games", "7", "--jobs", "3", "--journal"];
    printed(&arena(
        &[&TWINS[..], &more, &[many.to_str().unwrap()]].concat(),
    ));
    printed(&arena(&[
        "merge",
        many.to_str().unwrap(),
        "--out",
        out_name,
    ]));
    assert_eq!(text(&out), text(&whole));
}

#[test]
fn a_merge_that_cannot_be_written_is_an_error() {
    let folder = folder("merge-nowhere");
    let journal = folder.join("journal");
    printed(&play("0..1", &journal));
    let nowhere = folder.join("no/such/folder");
    let names = [&journal, &nowhere].map(|path| path.to_str().unwrap());
    let output = arena(&["merge", names[0], "--out", names[1]]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("no/such/folder"), "{errors}");
    let output = arena(&["merge", folder.to_str().unwrap()]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("there are no journals (*.jsonl)"),
        "{errors}"
    );
}

/// The second of two workers on one shard is refused, and the journal is unchanged.
#[cfg(unix)]
#[test]
fn a_journal_that_another_process_writes_is_refused() {
    let journal = folder("locked").join("journal");
    printed(&play("0..2", &journal));
    let before = text(&journal);
    let other = fs::File::options().write(true).open(&journal).unwrap();
    other.lock().unwrap();
    let output = play("0..4", &journal);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("is being written by another process"),
        "{errors}"
    );
    assert_eq!(text(&journal), before);
    drop(other);
    printed(&play("0..4", &journal));
}

/// No half line stays in the journal; the rest is played when there is room again. A game after
/// the first that did not fit is kept if its line is short enough.
#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_the_journal_goes_on() {
    let folder = folder("full-disk");
    let (part, whole) = (folder.join("part"), folder.join("whole"));
    printed(&play("0..6", &whole));
    // A limit of file sizes stands for the disk: 512 or 1024 bytes, depending on the shell.
    let limited = r#"trap "" XFSZ; ulimit -f 1; exec "$0" "$@""#;
    let output = std::process::Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_landfall"), "arena"])
        .args(TWINS)
        .args(["40", "--games", "6", "--journal"])
        .arg(&part)
        .env_remove("RUST_LOG")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("the journal cannot be written"), "{errors}");
    let (cut, whole) = (text(&part), text(&whole));
    let lines: Vec<&str> = cut.split_inclusive('\n').collect();
    let (kept, missing): (Vec<&str>, Vec<&str>) = whole
        .split_inclusive('\n')
        .partition(|line| lines.contains(line));
    assert_eq!(cut, kept.concat());
    assert!(!missing.is_empty());
    printed(&play("0..6", &part));
    assert_eq!(text(&part), cut + &missing.concat());
}
