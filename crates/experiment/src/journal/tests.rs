//! Tests of journals that are written, cut off, resumed and merged.

use super::*;
use serde::Deserialize;
use std::fs;
use std::thread;
use std::time::Duration;

/// Series of one seed, whose records must not be larger than a limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Series {
    seed: u64,
    limit: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Game {
    game: u64,
    frames: u64,
}

impl Header for Series {
    type Record = Game;

    fn check(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        if self.limit == 0 {
            return Err("the limit must be above 0".into());
        }
        Ok(())
    }

    fn check_record(
        &self,
        before: usize,
        record: &Game,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        if record.frames > self.limit {
            return Err(format!("record {before} has {} frames", record.frames).into());
        }
        Ok(())
    }

    fn difference(&self, other: &Series) -> Option<String> {
        let (here, there) = (self.seed, other.seed);
        (here != there).then(|| format!("the seed is {there} there and {here} here"))
    }

    fn identify(record: &Game) -> (u64, String) {
        (record.game, format!("game {}", record.game))
    }
}

fn header(seed: u64) -> Series {
    Series { seed, limit: 9_999 }
}

fn record(game: u64) -> Game {
    let frames = 1_000 + game;
    Game { game, frames }
}

/// Returns the path of a journal that does not exist.
fn path(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("landfall-journal-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

fn write(path: &Path, games: impl IntoIterator<Item = u64>) {
    let (mut journal, _) = Journal::open(path, &header(1)).unwrap();
    for game in games {
        journal.append(&record(game)).unwrap();
    }
}

fn read(path: &Path) -> Result<Contents<Series>, JournalError> {
    Journal::read(path)
}

#[test]
fn records_are_read_back_in_their_order() {
    let path = path("back");
    write(&path, [2, 0, 1]);
    let found = read(&path).unwrap();
    assert_eq!(found.header, header(1));
    assert_eq!(found.records, [2, 0, 1].map(record));
}

#[test]
fn a_resumed_journal_loses_the_line_that_was_cut_off() {
    let path = path("cut");
    write(&path, [0, 1]);
    let text = fs::read_to_string(&path).unwrap();
    // The second cut is within a character of two bytes.
    let cuts = [
        &text.as_bytes()[..text.len() - 10],
        &[
            text.lines().next().unwrap().as_bytes(),
            b"\n",
            text.lines().nth(1).unwrap().as_bytes(),
            b"\n\"\xc3",
        ]
        .concat(),
    ];
    for cut in cuts {
        fs::write(&path, cut).unwrap();
        assert_eq!(read(&path).unwrap().records, [record(0)]);
        let (mut journal, found) = Journal::resume(&path, Some(&header(1))).unwrap();
        assert_eq!(found.records, [record(0)]);
        journal.append(&record(1)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

/// The contents of the file decide.
#[test]
fn an_opened_journal_is_created_or_continued() {
    let path = path("open");
    let open = |seed| Journal::open(&path, &header(seed));
    let whole = "{\"seed\":1,\"limit\":9999}\n";
    for beginning in ["", "{\"seed\":1,", whole.trim_end()] {
        fs::write(&path, beginning).unwrap();
        assert_eq!(open(1).unwrap().1, [], "{beginning}");
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    }
    fs::remove_file(&path).unwrap();
    let (mut journal, found) = open(1).unwrap();
    assert_eq!(found, []);
    journal.append(&record(3)).unwrap();
    drop(journal);
    assert_eq!(open(1).unwrap().1, [record(3)]);
    let error = open(2).unwrap_err().to_string();
    assert!(error.contains("the seed is 1 there and 2 here"), "{error}");
    for other in ["{\"seed\":2,", "my notes", "my notes\n"] {
        fs::write(&path, other).unwrap();
        assert!(open(1).is_err(), "{other}");
        assert_eq!(fs::read_to_string(&path).unwrap(), other);
    }
}

/// Two writers would write over each other's lines.
#[cfg(unix)]
#[test]
fn a_journal_has_one_writer_at_a_time() {
    let path = path("locked");
    let open = || Journal::open(&path, &header(1));
    let (mut journal, _) = open().unwrap();
    for refused in [
        open().map(drop),
        Journal::<Series>::resume(&path, None).map(drop),
    ] {
        let error = refused.unwrap_err().to_string();
        assert!(
            error.contains("is being written by another process"),
            "{error}"
        );
    }
    journal.append(&record(0)).unwrap();
    assert_eq!(read(&path).unwrap().records, [record(0)]);
    drop(journal);
    assert_eq!(open().unwrap().1, [record(0)]);
}

/// A process that was killed keeps its lock for a moment, and may be restarted before that.
#[test]
fn opening_waits_for_a_lock_that_is_released_soon() {
    let path = path("released");
    // On a busy machine the owner may release it too late.
    let is_opened = (0..10).any(|_| {
        let (journal, _) = Journal::open(&path, &header(1)).unwrap();
        let owner = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            drop(journal);
        });
        let opened = Journal::open(&path, &header(1)).is_ok();
        owner.join().unwrap();
        opened
    });
    assert!(is_opened);
}

#[test]
fn merged_journals_are_written_as_one_run_writes_them() {
    let (first, second, whole) = (path("half-1"), path("half-2"), path("halves"));
    write(&first, [3, 0]);
    write(&second, [2, 1, 3]);
    write(&whole, [0, 1, 2, 3]);
    let merged = Journal::<Series>::merge(&[&first, &second]).unwrap();
    merged.write(&first).unwrap();
    let text = |path: &Path| fs::read_to_string(path).unwrap();
    assert_eq!(text(&first), text(&whole));
    let nowhere = path("no").join("such/folder");
    let error = merged.write(&nowhere).unwrap_err().to_string();
    assert!(error.contains("the journal"), "{error}");
}

#[test]
fn headers_can_be_changed_before_they_are_compared() {
    let (first, second) = (path("changed-1"), path("changed-2"));
    write(&first, [0]);
    let (mut journal, _) = Journal::open(&second, &header(2)).unwrap();
    journal.append(&record(1)).unwrap();
    assert!(Journal::<Series>::merge(&[&first, &second]).is_err());
    let merged =
        Journal::<Series>::merge_with_headers(&[&first, &second], |header| header.seed = 0);
    assert_eq!(merged.unwrap().records, [0, 1].map(record));
}

#[test]
fn a_journal_of_another_series_is_refused_and_left_as_it_is() {
    let path = path("other");
    write(&path, [0]);
    let text = fs::read_to_string(&path).unwrap() + "{\"game\"";
    fs::write(&path, &text).unwrap();
    let error = Journal::resume(&path, Some(&header(2)))
        .unwrap_err()
        .to_string();
    assert!(error.contains("the seed is 1 there and 2 here"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert!(
        Journal::<Series>::resume(&path, None).is_ok(),
        "no series is expected"
    );
}

#[test]
fn errors_name_the_line() {
    let path = path("wrong");
    for (text, expected) in [
        ("", "has no header: remove it, and begin anew"),
        ("{\"seed\":1", "has no header"),
        ("{}\n", "line 1, cannot be read: missing field `seed`"),
        (
            "{\"seed\":1,\"limit\":0}\n",
            "line 1, cannot be used: the limit",
        ),
        (
            "{\"seed\":1,\"limit\":5}\n7\n",
            "line 2, cannot be read: invalid type",
        ),
        (
            "{\"seed\":1,\"limit\":5}\n{\"game\":0,\"frames\":5}\n{\"game\":1,\"frames\":6}\n",
            "line 3, cannot be used: record 1 has 6 frames",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let errors = [
            read(&path).unwrap_err(),
            Journal::<Series>::resume(&path, None).unwrap_err(),
        ];
        for error in errors {
            assert!(error.to_string().contains(expected), "{text}: {error}");
        }
    }
}

#[test]
fn merged_records_are_sorted_and_unique() {
    let (first, second) = (path("first"), path("second"));
    write(&first, [1, 0]);
    write(&second, [3, 1, 2]);
    let merged = Journal::<Series>::merge(&[&first, &second]).unwrap();
    assert_eq!(merged.records, [0, 1, 2, 3].map(record));
    assert_eq!(merged.duplicates, 1, "game 1 is in both");
    let nothing: [&Path; 0] = [];
    let error = Journal::<Series>::merge(&nothing).unwrap_err();
    assert_eq!(error.to_string(), "no journal was named");
}

#[test]
fn different_results_of_one_game_are_refused() {
    let (first, second) = (path("one"), path("two"));
    write(&first, [1]);
    let (mut journal, _) = Journal::open(&second, &header(1)).unwrap();
    let frames = 7;
    journal
        .append(&Game {
            frames,
            ..record(1)
        })
        .unwrap();
    let error = Journal::<Series>::merge(&[&first, &second])
        .unwrap_err()
        .to_string();
    assert!(error.contains("game 1 has another result there"), "{error}");
}

/// The file is sparse, and one byte longer than allowed.
#[test]
fn a_journal_one_byte_too_long_is_not_read() {
    let path = path("long");
    let file = File::create(&path).unwrap();
    file.set_len(MAX_BYTES + 1).unwrap();
    let errors = [
        read(&path).unwrap_err(),
        Journal::<Series>::resume(&path, None).unwrap_err(),
    ];
    std::fs::remove_file(&path).unwrap();
    for error in errors {
        let error = error.to_string();
        assert!(error.contains("more than 1073741824 bytes"), "{error}");
    }
}
