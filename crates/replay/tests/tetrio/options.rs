//! The meaning of options, and the games that cannot be played.

use super::files::{first_side, games, long_game, match_file, old_solo_file, read};
use landfall_replay::{Goal, Recording, tetrio};
use landfall_rules::{Ruleset, Spin};
use serde_json::{Value, json};

fn with_option(name: &str, value: Value) -> Value {
    let mut file = match_file(&long_game());
    file["replay"]["rounds"][0][0]["replay"]["options"][name] = value;
    file
}

#[test]
fn leagues_and_rooms_have_different_defaults() {
    let mut file = match_file(&long_game());
    file["gamemode"] = json!("league");
    let league = first_side(&file).rules;
    assert_eq!(league.name, "tetrio-s2");
    assert!(league.attack.back_to_back.surge.is_some());
    file["gamemode"] = Value::Null;
    let room = first_side(&file).rules;
    assert_eq!(room.name, "tetrio");
    assert!(room.attack.back_to_back.chaining);
    let opener = |rules: &Ruleset| rules.garbage_queue.map(|queue| queue.opener_pieces);
    assert_eq!((opener(&league), opener(&room)), (Some(14), Some(0)));
    let bonuses = |rules: &Ruleset| rules.attack.perfect_clear_bonus;
    assert_eq!((bonuses(&league), bonuses(&room)), (5, 10));
    assert_eq!(
        (
            league.attack.base(2, Spin::Mini),
            room.attack.base(2, Spin::Mini)
        ),
        (1, 1)
    );
}

#[test]
fn other_games_are_refused_with_the_option() {
    let refused = [
        ("boardwidth", json!(4)),
        ("boardheight", json!(50)),
        ("kickset", json!("NRS")),
        ("spinbonuses", json!("stupid")),
        ("combotable", json!("none")),
        ("passthrough", json!("full")),
        ("bagtype", json!("classic")),
        ("levels", json!(true)),
        ("usebombs", json!(true)),
        ("allow_harddrop", json!(false)),
        ("garbagecap", json!(1e300)),
        ("g", json!(-1)),
        ("messiness_inner", json!(0.3)),
    ];
    for (option, value) in refused {
        let note = note(&with_option(option, value));
        assert!(note.starts_with("round 1, player 1: "), "{note}");
        assert!(note.contains(&format!("`{option}` is ")), "{note}");
        assert!(note.ends_with("; this side is left out"), "{note}");
    }
    for (option, value, words) in [
        ("seed", Value::Null, "no option `seed`"),
        ("handling", Value::Null, "no option `handling`"),
        (
            "handling",
            json!({"das": -5, "arr": 0, "sdf": 41}),
            "`das` is -5",
        ),
        ("seed", json!("seed"), "no option `seed` that can be read"),
    ] {
        let note = note(&with_option(option, value));
        assert!(note.contains(words), "{note}");
    }
}

/// Returns the only note of a file; its second side must be read.
fn note(file: &Value) -> String {
    let game = read(file);
    assert_eq!(game.rounds[0].sides.len(), 1);
    assert_eq!(game.rounds[0].sides[0].player, 1);
    assert_eq!(game.notes.len(), 1, "{:?}", game.notes);
    game.notes[0].clone()
}

/// The number of previews does not change the game.
#[test]
fn invalid_numbers_of_previews_are_replaced() {
    let whole = first_side(&match_file(&long_game()));
    for (nextcount, previews) in [(json!(14), 7), (json!(-1), 5), (json!(7), 7), (json!(0), 0)] {
        let file = with_option("nextcount", nextcount.clone());
        let game = read(&file);
        let side = &game.rounds[0].sides[0];
        assert_eq!(side.previews, previews, "{nextcount}");
        assert_eq!(side.moves.len(), whole.moves.len());
        let is_noted = nextcount != json!(previews);
        assert_eq!(game.notes.len(), usize::from(is_noted), "{:?}", game.notes);
        assert!(
            game.notes
                .iter()
                .all(|note| note.contains(&format!("`nextcount` is {nextcount}")))
        );
    }
}

/// The `replay` of another object, and a byte order mark at the beginning.
#[test]
fn a_file_may_be_wrapped() {
    let file = match_file(&games()[0]);
    let wrapped = json!({"success": true, "replay": {"replay": file}});
    assert_eq!(read(&wrapped).rounds.len(), 1);
    let marked = format!("\u{feff}{file}");
    assert!(tetrio::read(marked.as_bytes()).is_ok());
    assert!(tetrio::is_tetrio(marked.as_bytes()));
}

#[test]
fn files_without_events_are_named() {
    let error = |text: &str| tetrio::read(text.as_bytes()).unwrap_err().to_string();
    assert!(error(r#"{"gametype": "league", "endcontext": []}"#).contains("no events"));
    assert!(error(r#"{"replay": {}}"#).contains("no events"));
    assert!(error(r#"{"replay": {"rounds": []}}"#).contains("no rounds"));
    assert!(error(r#"{"data": [{"replays": []}]}"#).contains("no rounds"));
    assert!(error(r#"{"replay": {"rounds": [[{"replay"#).contains("no whole JSON"));
}

/// Answers of the service's API, and other objects around a file.
#[test]
fn answers_of_the_service_are_unwrapped() {
    let file = match_file(&games()[0]);
    let old = old_solo_file(&long_game());
    for wrapped in [
        json!({"success": true, "game": file}),
        json!({"success": true, "data": file}),
        json!({"success": true, "data": {"record": file}}),
        json!({"success": true, "cache": {"status": "hit"}, "data": {"replay": file}}),
    ] {
        let game = landfall_replay::read(wrapped.to_string().as_bytes()).unwrap();
        assert_eq!(game.rounds[0].sides.len(), 2);
    }
    for wrapped in [
        json!({"success": true, "game": old}),
        json!({"replay": old}),
    ] {
        let game = landfall_replay::read(wrapped.to_string().as_bytes()).unwrap();
        assert!(matches!(game.recording, Recording::TetrioSolo { .. }));
    }
    let nothing = json!({"success": false, "error": {"msg": "No such game"}});
    let error = landfall_replay::read(nothing.to_string().as_bytes()).unwrap_err();
    assert!(error.to_string().contains("has no game"), "{error}");
}

/// Returns a solo game in the current format.
fn solo(mode: &str, options: Value) -> Value {
    let file = match_file(&long_game());
    let mut replay = file["replay"]["rounds"][0][0]["replay"].clone();
    for (key, value) in options.as_object().unwrap() {
        replay["options"][key] = value.clone();
    }
    json!({"gamemode": mode, "users": [{"id": "a", "username": "first"}], "replay": replay})
}

#[test]
fn a_solo_game_has_its_goal() {
    let goal = |file: &Value| {
        let game = read(file);
        (game.goal, game.notes.len())
    };
    assert_eq!(goal(&solo("40l", json!({}))), (Goal::Lines(40), 0));
    let old = json!({"objective": {"type": "lines", "count": 20, "time": 120_000}});
    assert_eq!(goal(&solo("custom", old)), (Goal::Lines(20), 0));
    let older = json!({"objective_type": "lines", "objective_count": 20});
    assert_eq!(goal(&solo("custom", older)), (Goal::Lines(20), 0));
    for (mode, options) in [
        (
            "custom",
            json!({"objective_type": "garbage", "objective_count": 80}),
        ),
        (
            "custom",
            json!({"objective": {"type": "lines", "count": -1}}),
        ),
        ("", json!({})),
    ] {
        let game = read(&solo(mode, options));
        assert_eq!(game.goal, Goal::Versus);
        assert!(
            game.notes[0].contains("is judged as a match"),
            "{:?}",
            game.notes
        );
    }
    let blitz = solo("blitz", json!({}));
    let error = tetrio::read(blitz.to_string().as_bytes()).unwrap_err();
    assert!(error.to_string().contains("`blitz`"), "{error}");
    assert_eq!(goal(&match_file(&long_game())), (Goal::Versus, 0));
}

#[test]
fn matches_of_other_modes_are_noted() {
    let mut file = match_file(&long_game());
    for (mode, is_noted) in [("zenith", true), ("quickplay", true), ("league", false)] {
        file["gamemode"] = json!(mode);
        let game = read(&file);
        assert_eq!(
            game.notes.len(),
            usize::from(is_noted),
            "{mode}: {:?}",
            game.notes
        );
        assert!(
            game.notes
                .iter()
                .all(|note| note.contains(&format!("`{mode}`")))
        );
        assert!(game.recording.to_string().contains(mode));
    }
    file["gamemode"] = Value::Null;
    let third = file["replay"]["rounds"][0][1].clone();
    file["replay"]["rounds"][0]
        .as_array_mut()
        .unwrap()
        .push(third);
    let game = read(&file);
    assert!(
        game.notes[0].contains("up to 3 players"),
        "{:?}",
        game.notes
    );
}
