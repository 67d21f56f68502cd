//! Malicious files: never a panic, and never a long error.

use super::files::{games, long_game, match_file, old_solo_file};
use landfall_replay::tetrio;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Reads a file; an error must be a short sentence.
fn survives(text: &[u8]) {
    if let Err(error) = tetrio::read(text) {
        let error = error.to_string();
        assert!(error.len() < 500, "{error}");
    }
}

/// Returns the paths of all parts of a JSON value except for objects.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                places(member, &format!("{path}/{key}"), found);
            }
        }
        Value::Array(entries) => {
            found.push(path.to_string());
            for (number, entry) in entries.iter().enumerate() {
                places(entry, &format!("{path}/{number}"), found);
            }
        }
        _ => found.push(path.to_string()),
    }
}

fn files() -> [Value; 2] {
    let short = games().into_iter();
    let short = short.min_by_key(|game| game["frame"].as_u64()).unwrap();
    [match_file(&short), old_solo_file(&long_game())]
}

/// Replacements for other values.
fn harmful() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        Just(json!([])),
        Just(json!({})),
        Just(json!("")),
        Just(json!(true)),
        Just(json!(1e308)),
        Just(json!(-1)),
        Just(json!(u64::MAX)),
        Just(json!(u32::MAX)),
        Just(json!(i64::MIN)),
        Just(json!(0.5)),
        any::<u32>().prop_map(|number| json!(number)),
        (0_u32..300).prop_map(|number| json!(number)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn replaced_values_do_no_harm(
        old in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), harmful()), 1..6),
    ) {
        let [new_file, old_file] = files();
        let mut file = if old { old_file } else { new_file };
        let mut found = Vec::new();
        places(&file, "", &mut found);
        for (place, value) in changes {
            if let Some(place) = file.pointer_mut(place.get(found.as_slice()).as_str()) {
                *place = value;
            }
        }
        survives(file.to_string().as_bytes());
    }

    #[test]
    fn changed_bytes_do_no_harm(
        old in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        length in any::<prop::sample::Index>(),
        cut in any::<bool>(),
    ) {
        let [new_file, old_file] = files();
        let mut bytes = if old { old_file } else { new_file }.to_string().into_bytes();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if cut {
            bytes.truncate(length.index(bytes.len()));
        }
        survives(&bytes);
    }
}

#[test]
fn depth_and_length_are_bounded() {
    let deep = format!(
        "{{\"replay\":{}1{}}}",
        "[".repeat(200_000),
        "]".repeat(200_000)
    );
    survives(deep.as_bytes());
    survives("{\"replay\":".repeat(200_000).as_bytes());
}

/// Returns the notes of a file, or its error.
fn notes_or_error(file: &Value) -> String {
    match tetrio::read(file.to_string().as_bytes()) {
        Ok(game) => game.notes.join("\n"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn counts_are_bounded() {
    let file = match_file(&games()[0]);
    let changed = |path: &str, value: Value| {
        let mut file = file.clone();
        *file.pointer_mut(path).unwrap() = value;
        file
    };
    let round = file["replay"]["rounds"][0].clone();
    let rounds = changed("/replay/rounds", json!(vec![round; 203]));
    assert!(notes_or_error(&rounds).contains("3 rounds after the first 200 are left out"));
    let player = file["replay"]["rounds"][0][1].clone();
    for (players, notes) in [(17, 0), (100, 0), (101, 1)] {
        let room = changed("/replay/rounds/0", json!(vec![player.clone(); players]));
        let game = tetrio::read(room.to_string().as_bytes()).unwrap();
        assert_eq!(game.rounds[0].sides.len(), players.min(100));
        let left_out = |note: &&String| note.contains("1 players after the first 100");
        assert_eq!(game.notes.iter().filter(left_out).count(), notes);
    }
}

/// Very many packets of garbage, or packets of 2^32 - 1 lines.
#[test]
fn garbage_is_bounded() {
    let packet = |number: u64, lines: u64| {
        json!({"frame": 0, "type": "ige", "data": {"type": "interaction", "data": {
            "type": "garbage", "amt": lines, "gameid": 1, "iid": number, "ackiid": 0,
        }}})
    };
    let mut file = match_file(&games()[0]);
    let events = "/replay/rounds/0/0/replay/events";
    let many: Value = (0..1000).map(|number| packet(number, 1)).collect();
    *file.pointer_mut(events).unwrap() = many;
    let notes = notes_or_error(&file);
    assert!(notes.contains("packets of garbage"), "{notes}");
    *file.pointer_mut(events).unwrap() = (0..50).map(|n| packet(n, u32::MAX.into())).collect();
    survives(file.to_string().as_bytes());
}

/// Packets with a hole outside the board are invalid.
#[test]
fn a_hole_must_be_on_the_board() {
    let mut file = old_solo_file(&long_game());
    let list = file["data"]["events"].as_array_mut().unwrap();
    list.push(json!({"frame": 1_000_000, "type": "end", "data": {}}));
    let packet = |column: u64| {
        json!({"frame": 0, "type": "ige", "data": {"type": "ige", "data": {
            "type": "interaction", "cid": 1, "sent_frame": 0,
            "data": {"type": "garbage", "amt": 3, "column": column},
        }}})
    };
    file["data"]["events"].as_array_mut().unwrap().pop();
    for (column, good) in [(9, true), (10, false), (255, false), (256, false)] {
        let mut file = file.clone();
        let list = file["data"]["events"].as_array_mut().unwrap();
        list.insert(1, packet(column));
        let game = tetrio::read(file.to_string().as_bytes()).unwrap();
        let moves = game.rounds[0].sides[0].moves.len();
        assert_eq!(moves > 0, good, "{column}");
    }
}

#[test]
fn the_error_of_a_non_object_is_short() {
    let long = format!("\"{}\"", "@".repeat(100_000));
    let error = tetrio::read(long.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("is a text") && error.len() < 300, "{error}");
}
