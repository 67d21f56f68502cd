//! What options mean, and the games that cannot be played.

use super::files::{first_side, games, long_game, match_file, read};
use landfall_replay::tetrio;
use landfall_rules::{Ruleset, Spin};
use serde_json::{Value, json};

fn with_option(name: &str, value: Value) -> Value {
    let mut file = match_file(&long_game());
    file["replay"]["rounds"][0][0]["replay"]["options"][name] = value;
    file
}

#[test]
fn leagues_and_rooms_have_defaults_of_their_own() {
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
    assert_eq!((opener(league), opener(room)), (Some(14), Some(0)));
    let bonuses = |rules: &Ruleset| rules.attack.perfect_clear_bonus;
    assert_eq!((bonuses(league), bonuses(room)), (5, 10));
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

/// Returns the one note of a file of which the second side is read.
fn note(file: &Value) -> String {
    let game = read(file);
    assert_eq!(game.rounds[0].sides.len(), 1);
    assert_eq!(game.rounds[0].sides[0].player, 1);
    assert_eq!(game.notes.len(), 1, "{:?}", game.notes);
    game.notes[0].clone()
}

/// How many pieces are shown changes nothing of the game.
#[test]
fn more_previews_than_any_game_has_are_cut() {
    let whole = first_side(&match_file(&long_game()));
    for (nextcount, previews) in [(json!(14), 7), (json!(-1), 5), (json!(7), 7), (json!(0), 0)] {
        let file = with_option("nextcount", nextcount.clone());
        let game = read(&file);
        let side = &game.rounds[0].sides[0];
        assert_eq!(side.previews, previews, "{nextcount}");
        assert_eq!(side.moves.len(), whole.moves.len());
        let is_told = nextcount != json!(previews);
        assert_eq!(game.notes.len(), usize::from(is_told), "{:?}", game.notes);
        assert!(
            game.notes
                .iter()
                .all(|note| note.contains(&format!("`nextcount` is {nextcount}")))
        );
    }
}

/// Files that are the `replay` of another, and those that begin with a byte order mark.
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
fn what_has_no_events_is_told_so() {
    let error = |text: &str| tetrio::read(text.as_bytes()).unwrap_err().to_string();
    assert!(error(r#"{"gametype": "league", "endcontext": []}"#).contains("no events"));
    assert!(error(r#"{"replay": {}}"#).contains("no events"));
    assert!(error(r#"{"replay": {"rounds": []}}"#).contains("no rounds"));
    assert!(error(r#"{"data": [{"replays": []}]}"#).contains("no rounds"));
    assert!(error(r#"{"replay": {"rounds": [[{"replay"#).contains("no whole JSON"));
}
