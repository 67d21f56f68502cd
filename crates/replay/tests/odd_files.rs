//! Files that are not games, damaged files, and random bytes: one clear error each, and never a
//! panic. `read` is the only entry point of all parsers.

use landfall_replay::{MAX_BYTES, ReadError, read};
use proptest::prelude::*;
use std::fs;
use std::path::Path;

const ARENA: [&str; 2] = [
    include_str!("files/arena-ppt.jsonl"),
    include_str!("files/arena-tetrio-s2.jsonl"),
];
const FUMEN: &str = "v115@vhHSSYgAFLDmClcJSAVDEHBEooRBMoAVBvHMMCqujx?CvSltCzrBXoBxuB2pB0fBVnBAAA";
const LOG: &str = r#"> {"type":"rules","randomizer":"seven_bag"}
< {"type":"ready"}
> {"type":"start","hold":null,"queue":["S","Z","O"],"combo":0,"back_to_back":false,"board":[]}
> {"type":"suggest"}
< {"type":"suggestion","moves":[{"location":{"type":"S","orientation":"north","x":1,"y":0},"spin":"none"}]}
> {"type":"play","move":{"location":{"type":"S","orientation":"north","x":1,"y":0},"spin":"none"}}
> {"type":"new_piece","piece":"L"}
> {"type":"start","hold":null,"queue":["O","L"],"combo":0,"back_to_back":false,"board":[["G","G",null,"G","G","G","G","G","G","G"],["S","S",null,null,"Z","Z",null,null,null,null],[null,"S","S","Z","Z",null,null,null,null,null]]}
"#;

/// Returns files that are not games, each with what its error says.
fn other_files() -> [(Vec<u8>, &'static str); 17] {
    let deep = format!("{{\"a\":{}", "[".repeat(200_000));
    let files: [(&[u8], &str); 17] = [
        (b"", "is empty"),
        (b"\xef\xbb\xbf \r\n\t\n", "is empty"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "gzip"),
        (b"PK\x03\x04\x14\0", "zip"),
        (b"\x28\xb5\x2f\xfd\x04", "zstd"),
        (b"\xff\xfe{\0\"\0", "not text"),
        (b"\x82\xa4name\xc0\xa6frames\xcd\x01\x90", "not text"),
        (b"<!DOCTYPE html>\n<html>", "HTML"),
        (
            b"{\"c\":{\"v\":3.3,\"seed\":\"x\"},\"d\":\"AAAA\"}",
            "Jstris",
        ),
        (b"N4IgxiBcoG4KYCcDOIA0IA2UBMBGAdgA", "Jstris"),
        (
            b"{\"arena\":1,\"a\":\"x\",\"b\":\"y\"}\n{\"game\":0}",
            "journal of the arena",
        ),
        (
            b"{\"review\":1,\"program\":\"landfall\",\"rounds\":[]}",
            "a review",
        ),
        (b"{}", "no game that is known"),
        (b"[]", "no game that is known"),
        (b"O T J\nL S Z", "no game that is known"),
        (b"null", "no game that is known"),
        (deep.as_bytes(), "no game that is known"),
    ];
    files.map(|(bytes, what)| (bytes.to_vec(), what))
}

/// Writes `target/review-games` for web/tests: `npm run games`.
#[test]
#[ignore = "writes files for the tests in browsers"]
fn files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/review-games");
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    for (number, (bytes, _)) in other_files().iter().enumerate() {
        write(&format!("other-{number:02}"), bytes);
    }
    write("fumen.txt", FUMEN.as_bytes());
    write("log.txt", LOG.as_bytes());
    write("arena-ppt.jsonl", ARENA[0].as_bytes());
    write("arena-tetrio-s2.jsonl", ARENA[1].as_bytes());
}

#[test]
fn the_errors_of_other_files_name_their_kind() {
    for (bytes, what) in other_files() {
        let error = read(&bytes).expect_err(what).to_string();
        let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned();
        assert!(error.contains(what), "{begin:?}: {error}");
        assert!(error.len() < 400 && !error.contains('\n'), "{error}");
    }
}

/// The file has only totals, as some programs store them for games of TETR.IO.
#[test]
fn a_file_of_the_game_without_its_events_is_refused() {
    let text =
        r#"{"gametype":"league","endcontext":[{"wins":7,"points":{"secondary":61}}],"data":[]}"#;
    let error = read(text.as_bytes()).unwrap_err();
    assert!(matches!(error, ReadError::Tetrio(_)), "{error}");
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let bytes = vec![b'{'; MAX_BYTES + 1];
    assert!(matches!(read(&bytes), Err(ReadError::TooLarge { bytes }) if bytes == MAX_BYTES + 1));
}

#[test]
fn the_files_of_these_tests_are_games() {
    for text in ARENA.into_iter().chain([FUMEN, LOG]) {
        let game = read(text.as_bytes()).unwrap();
        assert!(
            game.rounds
                .iter()
                .all(|round| !round.sides[0].moves.is_empty())
        );
    }
    let link = format!("https://fumen.zui.jp/?{FUMEN}\n");
    assert_eq!(read(link.as_bytes()).unwrap().rounds.len(), 1);
}

/// Returns a text with replaced bytes, swapped lines, or without its end.
fn changed(text: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let places = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6);
    let lines = prop::collection::vec(any::<[prop::sample::Index; 2]>(), 0..3);
    let words = [
        "0",
        "-1",
        "9",
        "99999999999999999999",
        "1e308",
        "null",
        "[]",
        "\"\"",
        "{}",
    ];
    let word = (
        any::<prop::sample::Index>(),
        prop::sample::select(words.to_vec()),
    );
    let cut = prop::option::of(any::<prop::sample::Index>());
    (places, lines, prop::option::of(word), cut).prop_map(move |(places, swaps, word, cut)| {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        for [a, b] in swaps {
            let (a, b) = (a.index(lines.len()), b.index(lines.len()));
            lines.swap(a, b);
        }
        let mut text = lines.concat();
        let numbers: Vec<usize> = text
            .match_indices(|c: char| c.is_ascii_digit())
            .map(|(at, _)| at)
            .collect();
        if let (Some((at, word)), false) = (word, numbers.is_empty()) {
            let at = numbers[at.index(numbers.len())];
            text.replace_range(at..=at, word);
        }
        let mut bytes = text.into_bytes();
        for (place, byte) in places {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        bytes
    })
}

/// Reads bytes; checks the moves of the game, or the error.
fn check(bytes: &[u8]) {
    let game = match read(bytes) {
        Ok(game) => game,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(!game.rounds.is_empty());
    for side in game.rounds.iter().flat_map(|round| &round.sides) {
        for mv in &side.moves {
            assert_eq!(mv.field.board(), mv.state.board);
            assert!(mv.state.queue.len() <= side.previews + 1);
            assert_eq!(
                mv.state.validate(&side.rules, mv.placement),
                Ok(mv.placement)
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&bytes);
    }

    #[test]
    fn changed_replays_are_read_or_refused(bytes in changed(ARENA[0])) {
        check(&bytes);
    }

    #[test]
    fn changed_replays_of_the_league_are_read_or_refused(bytes in changed(ARENA[1])) {
        check(&bytes);
    }

    #[test]
    fn changed_logs_are_read_or_refused(bytes in changed(LOG)) {
        check(&bytes);
    }

    #[test]
    fn changed_fumens_are_read_or_refused(bytes in changed(FUMEN)) {
        check(&bytes);
    }

    #[test]
    fn any_digits_of_a_fumen_are_read_or_refused(digits in "[A-Za-z0-9+/]{0,200}") {
        check(format!("v115@{digits}").as_bytes());
    }
}
