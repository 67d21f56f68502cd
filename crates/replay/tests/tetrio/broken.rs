//! Damaged files: invalid parts are left out and named, the rest is read.

use super::files::{games, match_file, match_with_attacks, read};
use landfall_replay::{RecordedGame, Trust, tetrio};
use serde_json::{Value, json};
use std::sync::OnceLock;

/// A match of three rounds, of which the second has its seats swapped.
fn three_rounds() -> Value {
    static FILE: OnceLock<Value> = OnceLock::new();
    FILE.get_or_init(make_three_rounds).clone()
}

fn make_three_rounds() -> Value {
    let short = games().into_iter();
    let short = short.min_by_key(|game| game["frame"].as_u64()).unwrap();
    let mut file = match_with_attacks(&short);
    let round = file["replay"]["rounds"][0].clone();
    let swapped = json!([round[1], round[0]]);
    file["replay"]["rounds"] = json!([round, swapped, round]);
    file
}

fn changed(path: &str, value: Value) -> RecordedGame {
    let mut file = three_rounds();
    *file.pointer_mut(path).expect(path) = value;
    read(&file)
}

/// Returns the moves of each side of each round that is read, by round and player.
fn moves(game: &RecordedGame) -> Vec<(usize, usize, usize)> {
    let sides = game.rounds.iter().flat_map(|round| {
        let side = |side: &landfall_replay::RecordedSide| (side.player, side.moves.len());
        round
            .sides
            .iter()
            .map(move |s| (round.number, side(s).0, side(s).1))
    });
    sides.collect()
}

#[test]
fn invalid_parts_are_left_out_and_named() {
    let whole = read(&three_rounds());
    assert_eq!((moves(&whole).len(), whole.notes.len()), (6, 0));
    let without = |round: usize, player: Option<usize>| -> Vec<_> {
        let mut moves = moves(&whole);
        moves.retain(|&(r, p, _)| r != round || player.is_some_and(|player| player != p));
        moves
    };
    let side = "/replay/rounds/1/0";
    for (path, value, left, words) in [
        (
            "/replay/rounds/1",
            json!([]),
            without(2, None),
            "round 2 is left out: it has no players",
        ),
        (
            "/replay/rounds/1",
            Value::Null,
            without(2, None),
            "round 2 is left out: it is null",
        ),
        (
            "/replay/rounds/2",
            json!("x"),
            without(3, None),
            "round 3 is left out: it is a text",
        ),
        // The seats of the second round are swapped: the first seat is the second player's.
        (side, Value::Null, without(2, Some(1)), "round 2, player "),
        (
            "/replay/rounds/1/0/replay",
            Value::Null,
            without(2, Some(1)),
            "round 2, player 2: there are no `events`",
        ),
        (
            "/replay/rounds/1/0/replay/events",
            Value::Null,
            without(2, Some(1)),
            "round 2, player 2: there are no `events`",
        ),
        (
            "/replay/rounds/1/0/replay/events",
            json!({}),
            without(2, Some(1)),
            "`events` is an object",
        ),
        (
            "/replay/rounds/1/0/replay/options",
            Value::Null,
            without(2, Some(1)),
            "round 2, player 2: there are no options",
        ),
        (
            "/replay/rounds/1/0/replay/options",
            json!(7),
            without(2, Some(1)),
            "`options` is 7",
        ),
        (
            "/replay/rounds/1/0/replay/options/handling",
            Value::Null,
            without(2, Some(1)),
            "no option `handling`",
        ),
    ] {
        let game = changed(path, value.clone());
        if path != side {
            assert_eq!(moves(&game), left, "{path} {value}");
        }
        let [note] = &game.notes[..] else {
            panic!("{path} {value}: {:?}", game.notes);
        };
        assert!(note.contains(words), "{path} {value}: {note}");
    }
}

#[test]
fn a_side_without_a_length_or_figures_is_read() {
    let whole = moves(&read(&three_rounds()));
    for frames in [json!(null), json!(-1), json!(1e300), json!("x"), json!([])] {
        let game = changed("/replay/rounds/0/0/replay/frames", frames.clone());
        assert_eq!(moves(&game), whole, "{frames}");
        assert_eq!(
            game.notes.len(),
            usize::from(!frames.is_null()),
            "{:?}",
            game.notes
        );
    }
    let frames = three_rounds()["replay"]["rounds"][0][0]["replay"]["frames"].clone();
    let half = frames.as_f64().unwrap() + 0.5;
    let game = changed("/replay/rounds/0/0/replay/frames", json!(half));
    assert_eq!((moves(&game), game.notes.len()), (whole.clone(), 0));
    for (path, value) in [
        ("/replay/rounds/0/0/replay/results", json!("x")),
        ("/replay/rounds/0/0/replay/results/stats", json!([])),
        ("/replay/rounds/0/0/replay/results/stats/lines", json!(1.5)),
        (
            "/replay/rounds/0/0/replay/results/stats/garbage/sent",
            json!(-1),
        ),
        ("/replay/rounds/0/0/replay/results/stats/clears", json!("x")),
    ] {
        let game = changed(path, value);
        assert_eq!(moves(&game), whole, "{path}");
        assert_eq!(game.notes.len(), 1, "{path}: {:?}", game.notes);
    }
}

/// The events before the first invalid one are played, and the number of moves after it is known.
#[test]
fn events_are_played_up_to_the_broken_one() {
    let whole = read(&three_rounds());
    let side = &whole.rounds[0].sides[0];
    let number = 60;
    let path = format!("/replay/rounds/0/0/replay/events/{number}");
    for (member, value) in [
        ("", json!(null)),
        ("/frame", json!(null)),
        ("/frame", json!(-1)),
        ("/frame", json!(1e9)),
        ("/data", json!([])),
        ("/data/key", json!(7)),
    ] {
        let game = changed(&(path.clone() + member), value.clone());
        let broken = &game.rounds[0].sides[0];
        let Trust::Stopped { left_out, reason } = &broken.trust else {
            panic!("{member} {value}: {:?}", broken.trust);
        };
        let words = format!("event {} cannot be read: ", number + 1);
        assert!(reason.starts_with(&words), "{member} {value}: {reason}");
        assert!(!broken.moves.is_empty() && broken.moves.len() < side.moves.len());
        assert_eq!(broken.moves.len() + left_out, side.moves.len());
        let mut pairs = broken.moves.iter().zip(&side.moves);
        assert!(pairs.all(|(own, true_one)| own.placement == true_one.placement));
        assert_eq!(moves(&game)[1..], moves(&whole)[1..]);
    }
}

/// Replaces every value of a file in turn (all events of a side count as one value): everything
/// outside it is read as before.
#[test]
fn any_value_may_be_invalid() {
    let mut file = three_rounds();
    file["replay"]["rounds"].as_array_mut().unwrap().pop();
    let mut found = Vec::new();
    places(&file, "", &mut found);
    found.retain(|path| !path.starts_with("/replay/rounds/1"));
    let whole = moves(&read(&file));
    for path in &found {
        for value in [
            json!(null),
            json!([]),
            json!({}),
            json!(-1),
            json!(1.5),
            json!(1e300),
            json!("x"),
        ] {
            let mut file = file.clone();
            *file.pointer_mut(path).unwrap() = value.clone();
            let game = match tetrio::read(file.to_string().as_bytes()) {
                Ok(game) => game,
                Err(error) => {
                    let is_all = ["/replay", "/replay/rounds"].contains(&path.as_str());
                    assert!(is_all, "{path} {value}: {error}");
                    continue;
                }
            };
            let Some(rest) = path.strip_prefix("/replay/rounds/") else {
                assert_eq!(moves(&game).len(), whole.len(), "{path} {value}");
                continue;
            };
            let round = rest[..1].parse::<usize>().unwrap() + 1;
            let others = |moves: Vec<(usize, usize, usize)>| -> Vec<_> {
                let lengths = moves.into_iter().filter(|&(number, ..)| number != round);
                lengths.map(|(number, _, moves)| (number, moves)).collect()
            };
            assert_eq!(
                others(moves(&game)),
                others(whole.clone()),
                "{path} {value}"
            );
        }
    }
}

/// Returns every place of a JSON value but those inside events.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let path = format!("{path}/{key}");
                found.push(path.clone());
                places(member, &path, found);
            }
        }
        Value::Array(entries) if !path.ends_with("events") => {
            for (number, entry) in entries.iter().enumerate() {
                let path = format!("{path}/{number}");
                found.push(path.clone());
                places(entry, &path, found);
            }
        }
        _ => {}
    }
}

/// Totals that are all 0 despite keys, as some programs write them, count as missing.
#[test]
fn figures_that_are_all_zero_are_not_given() {
    let longest = games().into_iter();
    let longest = longest.max_by_key(|game| game["sums"]["pieces"].as_u64());
    let mut file = match_file(&longest.unwrap());
    let pieces = read(&file).rounds[0].sides[0].moves.len();
    let side = &mut file["replay"]["rounds"][0][0]["replay"];
    for group in ["garbage", "clears"] {
        for (_, figure) in side["results"]["stats"][group].as_object_mut().unwrap() {
            *figure = json!(0);
        }
    }
    side["results"]["stats"]["piecesplaced"] = json!(0);
    side["results"]["stats"]["lines"] = json!(0);
    let game = read(&file);
    let side = &game.rounds[0].sides[0];
    assert_eq!((side.moves.len(), &side.trust), (pieces, &Trust::Unchecked));
    // The moves that are left out are then counted by the keys.
    let events = file["replay"]["rounds"][0][0]["replay"]["events"].as_array_mut();
    let undo = json!({"frame": 0, "type": "keydown", "data": {"key": "undo", "subframe": 0}});
    events.unwrap().insert(1, undo);
    let Trust::Stopped { left_out, .. } = &read(&file).rounds[0].sides[0].trust else {
        panic!("moves were taken back");
    };
    assert!(left_out.abs_diff(pieces) <= 1, "{left_out} of {pieces}");
    // A single total of 0 is a disagreement, and the moves that it makes untrusted are counted.
    let mut file = match_file(&longest_with_sums());
    let pieces = read(&file).rounds[0].sides[0].moves.len();
    file["replay"]["rounds"][0][0]["replay"]["results"]["stats"]["piecesplaced"] = json!(0);
    let game = read(&file);
    let side = &game.rounds[0].sides[0];
    let Trust::Stopped { left_out, .. } = side.trust else {
        panic!("{:?}", side.trust);
    };
    assert_eq!(side.moves.len() + left_out, pieces);
}

fn longest_with_sums() -> Value {
    let games = games().into_iter();
    games
        .max_by_key(|game| game["sums"]["lines"].as_u64())
        .unwrap()
}
