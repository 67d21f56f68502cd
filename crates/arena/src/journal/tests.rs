//! Journals that are written, cut, resumed and merged.

use super::*;
use crate::record::{BotName, BotRecord};
use std::fs;
use std::path::PathBuf;

fn head(seed: u64) -> Head {
    let commands = ["landfall".to_string(), "other --option".to_string()];
    Head::new(commands, "ppt", "nodes 5".to_string(), seed)
}

fn record(game: u64) -> GameRecord {
    GameRecord {
        game,
        winner: (!game.is_multiple_of(3)).then_some(BotName::A),
        frames: 1_000 + game,
        a: BotRecord {
            pieces: 40,
            depth: Some(7.125),
            ..BotRecord::default()
        },
        b: BotRecord::default(),
    }
}

/// A path of its own for each test.
fn path(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("landfall-journal-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

fn write(path: &Path, games: impl IntoIterator<Item = u64>) {
    let mut journal = Journal::create(path, &head(1)).unwrap();
    for game in games {
        journal.add(&record(game)).unwrap();
    }
}

#[test]
fn what_is_written_is_read_back() {
    let path = path("back");
    write(&path, [2, 0, 1]);
    let (found, records) = read(&path).unwrap();
    assert_eq!(found, head(1));
    assert_eq!(records, [2, 0, 1].map(record));
}

#[test]
fn a_journal_is_not_overwritten() {
    let path = path("twice");
    write(&path, [0]);
    let error = Journal::create(&path, &head(1)).unwrap_err().to_string();
    assert!(error.contains("--resume"), "{error}");
    assert_eq!(read(&path).unwrap().1.len(), 1);
}

#[test]
fn a_line_that_was_cut_off_is_removed_and_the_rest_goes_on() {
    let path = path("cut");
    write(&path, [0, 1]);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    let (mut journal, done) = Journal::resume(&path, &head(1)).unwrap();
    assert_eq!(done, [record(0)]);
    journal.add(&record(1)).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_journal_of_another_series_is_refused_with_the_difference() {
    let path = path("other");
    write(&path, [0]);
    let error = Journal::resume(&path, &head(2)).unwrap_err().to_string();
    assert!(
        error.contains("the seed is \"1\" there and \"2\" here"),
        "{error}"
    );
    fs::write(&path, "{}\n").unwrap();
    let error = Journal::resume(&path, &head(1)).unwrap_err().to_string();
    assert!(error.contains("line 1"), "{error}");
}

#[test]
fn parts_make_the_whole() {
    let (first, second) = (path("first"), path("second"));
    write(&first, [1, 0]);
    write(&second, [3, 1, 2]);
    let (_, records) = merge(&[&first, &second]).unwrap();
    assert_eq!(records, [0, 1, 2, 3].map(record));
}

#[test]
fn two_results_of_one_game_are_refused() {
    let (first, second) = (path("one"), path("two"));
    write(&first, [1]);
    let mut journal = Journal::create(&second, &head(1)).unwrap();
    let other = GameRecord {
        frames: 7,
        ..record(1)
    };
    journal.add(&other).unwrap();
    let error = merge(&[&first, &second]).unwrap_err().to_string();
    assert!(error.contains("game 1"), "{error}");
}
