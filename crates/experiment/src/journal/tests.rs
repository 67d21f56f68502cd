//! Journals that are written, cut, resumed and merged.

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

/// A path of its own for each test.
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
fn what_is_written_is_read_back() {
    let path = path("back");
    write(&path, [2, 0, 1]);
    let found = read(&path).unwrap();
    assert_eq!(found.header, header(1));
    assert_eq!(found.records, [2, 0, 1].map(record));
}

#[test]
fn a_line_that_was_cut_off_is_removed_and_the_rest_goes_on() {
    let path = path("cut");
    write(&path, [0, 1]);
    let text = fs::read_to_string(&path).unwrap();
    // The second cut is within a letter of two bytes.
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

/// The file says whether a journal begins or goes on.
#[test]
fn an_opened_journal_begins_or_goes_on() {
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

/// A process that was killed keeps its lock for a moment, in which it may be started again.
#[test]
fn a_lock_that_is_let_go_soon_is_waited_for() {
    let path = path("let-go");
    // On a busy machine the owner may let it go too late.
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

/// What is merged is written as one run would have written it.
#[test]
fn merged_journals_are_written_as_one() {
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

/// What may differ is left out before headers are compared.
#[test]
fn journals_that_differ_where_they_may_are_merged() {
    let (first, second) = (path("alike-1"), path("alike-2"));
    write(&first, [0]);
    let (mut journal, _) = Journal::open(&second, &header(2)).unwrap();
    journal.append(&record(1)).unwrap();
    assert!(Journal::<Series>::merge(&[&first, &second]).is_err());
    let merged = Journal::<Series>::merge_alike(&[&first, &second], |header| header.seed = 0);
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
        "any series will do"
    );
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
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
fn parts_make_the_whole() {
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
fn two_results_of_one_game_are_refused() {
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

/// A file without contents on the disk, as long as may be and a byte longer.
#[test]
fn a_journal_of_one_byte_more_is_not_read() {
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
