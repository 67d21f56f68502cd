//! Files in the formats of TETR.IO, written from games by keys.
//!
//! The games are those of `crates/play/tests/key_games`, whose README describes their format.

use landfall_replay::{RecordedGame, RecordedSide, tetrio};
use landfall_testing::key_events::{take_mark, take_number};
use serde_json::{Value, json};

const GAMES: &str = include_str!("../../../play/tests/key_games/games.jsonl");

/// Returns the games by keys.
pub fn games() -> Vec<Value> {
    let games = GAMES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    games.collect()
}

/// Returns the longest game by keys that sends more than a few attacks.
pub fn long_game() -> Value {
    let games = games().into_iter();
    games
        .max_by_key(|game| game["sums"]["sent"].as_u64())
        .unwrap()
}

/// Reads a file of TETR.IO.
pub fn read(file: &Value) -> RecordedGame {
    tetrio::read(file.to_string().as_bytes()).unwrap()
}

/// Returns the first side of the first round.
pub fn first_side(file: &Value) -> RecordedSide {
    read(file).rounds.remove(0).sides.remove(0)
}

/// Returns the options of a game without those that its season has by default.
pub fn options(game: &Value) -> Value {
    const NAMED: [&str; 11] = [
        "seed",
        "g",
        "gincrease",
        "gmargin",
        "locktime",
        "lockresets",
        "garbagespeed",
        "garbagecap",
        "garbageincrease",
        "garbagemargin",
        "clutch",
    ];
    let mut options = json!({"version": 19, "handling": game["handling"]});
    for name in NAMED {
        if !game[name].is_null() {
            options[name] = game[name].clone();
        }
    }
    options
}

/// Returns the results of a game.
pub fn results(game: &Value) -> Value {
    let (sums, clears) = (&game["sums"], &game["clears"]);
    let count = |kind: &str| clears[kind].as_u64().unwrap_or(0);
    json!({"gameoverreason": "topout", "stats": {
        "piecesplaced": sums["pieces"],
        "lines": sums["lines"],
        "garbage": {
            "attack": sums["attack"],
            "sent": sums["sent"],
            "cleared": sums["cleared"],
        },
        "clears": {
            "quads": count("n4"),
            "tspinsingles": count("f1"),
            "tspindoubles": count("f2"),
            "tspintriples": count("f3"),
            "minitspinsingles": count("m1"),
            "minitspindoubles": count("m2"),
        },
    }})
}

/// Returns a match of one round: a player who plays the game, and one who presses no keys.
pub fn match_file(game: &Value) -> Value {
    let events = events(game["events"].as_str().unwrap());
    let last = events
        .last()
        .map_or(0, |event| event["frame"].as_u64().unwrap());
    let frames = last.max(game["frame"].as_u64().unwrap());
    let gamemode = match game["rules"] == "tetrio-s2" {
        true => json!("league"),
        false => Value::Null,
    };
    json!({"id": null, "gamemode": gamemode, "version": 1, "replay": {"rounds": [[
        {"id": "a", "username": "first", "alive": false, "replay": {
            "frames": frames,
            "events": events,
            "options": options(game),
            "results": results(game),
        }},
        {"id": "b", "username": "second", "alive": true, "replay": {
            "frames": frames,
            "events": [],
            "options": options(game),
            "results": null,
        }},
    ]]}})
}

/// Returns the same with all that the first player sends received by the second.
pub fn match_with_attacks(game: &Value) -> Value {
    let mut file = match_file(game);
    let mut events = Vec::new();
    for played in &first_side(&file).moves {
        for &lines in &played.sent {
            let number = events.len() + 1;
            events.push(interaction(played.locked, lines.into(), number as u64, 0));
        }
    }
    file["replay"]["rounds"][0][1]["replay"]["events"] = json!(events);
    file
}

fn interaction(frame: u64, lines: u64, number: u64, seen: u64) -> Value {
    json!({"frame": frame, "type": "ige", "data": {
        "id": number, "frame": frame, "type": "interaction", "data": {
            "type": "garbage", "amt": lines, "gameid": 77, "frame": frame, "cid": number,
            "iid": number, "ackiid": seen, "x": 3, "y": 38, "size": 1,
        },
    }})
}

fn key(letter: char) -> &'static str {
    match letter.to_ascii_lowercase() {
        'l' => "moveLeft",
        'r' => "moveRight",
        's' => "softDrop",
        'd' => "hardDrop",
        'c' => "rotateCW",
        'w' => "rotateCCW",
        'h' => "rotate180",
        'x' => "hold",
        other => panic!("no key: {other}"),
    }
}

/// Returns the events of a game in the form of a file.
pub fn events(mut text: &str) -> Vec<Value> {
    let (mut frame, mut received) = (0, 0);
    let mut events = vec![json!({"frame": 0, "type": "start", "data": {}})];
    while let Some(letter) = text.chars().next() {
        if letter.is_ascii_digit() {
            frame += take_number(&mut text);
        } else if take_mark(&mut text, '+') {
            let lines = take_number(&mut text);
            let seen = match take_mark(&mut text, '@') {
                true => take_number(&mut text),
                false => 0,
            };
            received += 1;
            events.push(interaction(frame, lines, received, seen));
            assert!(take_mark(&mut text, ';'));
        } else if take_mark(&mut text, '!') {
            let mut confirm = interaction(frame, 0, take_number(&mut text), 0);
            confirm["data"]["type"] = json!("interaction_confirm");
            events.push(confirm);
            assert!(take_mark(&mut text, ';'));
        } else {
            text = &text[1..];
            let kind = if letter.is_ascii_lowercase() {
                "keydown"
            } else {
                "keyup"
            };
            let mut data = json!({"key": key(letter), "subframe": 0.0});
            if take_mark(&mut text, '^') {
                data["hoisted"] = json!(true);
            }
            if take_mark(&mut text, '.') {
                data["subframe"] = json!(text[..1].parse::<f64>().unwrap() / 10.0);
                text = &text[1..];
            }
            events.push(json!({"frame": frame, "type": kind, "data": data}));
        }
    }
    events
}

/// Returns a single-player game in the form of version 15, with the keys of a game, its final board
/// and an intermediate board.
pub fn old_solo_file(game: &Value) -> Value {
    let keys = |event: &Value| event["type"] != "ige";
    let mut events = events(game["events"].as_str().unwrap());
    events.retain(keys);
    let mut options = options(game);
    options["version"] = json!(15);
    options["no_szo"] = json!(true);
    let frames = game["frame"].as_u64().unwrap();
    let file = |events: &[Value], snapshots: [Value; 3]| {
        let [first, middle, end] = snapshots;
        let mut all = vec![first];
        all.extend_from_slice(events);
        all.extend([middle, end].into_iter().filter(|event| !event.is_null()));
        all.sort_by_key(|event| event["frame"].as_u64());
        json!({"gametype": "custom", "user": {"_id": "a", "username": "first"},
            "data": {"frames": frames + 1, "events": all}})
    };
    events.retain(|event| event["frame"].as_u64().unwrap() < frames);
    let first = json!({"frame": 0, "type": "full", "data": {"options": options}});
    let side = first_side(&file(&events, [first.clone(), Value::Null, Value::Null]));
    let half = &side.moves[side.moves.len() / 2];
    let middle = json!({"frame": half.locked, "type": "full", "data": {
        "stats": {"piecesplaced": half.pieces_placed}, "game": {"board": board(&half.field)},
    }});
    let lines: u32 = side.moves.iter().map(|played| played.clear.lines).sum();
    let end = json!({"frame": frames, "type": "end", "data": {"reason": "clear", "export": {
        "stats": {"piecesplaced": side.moves.len(), "lines": lines},
        "game": {"board": board(&side.end.field)},
    }}});
    // Data before the events of a frame describes the state before them.
    let mut file = file(&events, [first, middle, end]);
    let list = file["data"]["events"].as_array_mut().unwrap();
    list.sort_by_key(|event| (event["frame"].as_u64(), event["type"] != "full"));
    file
}

fn board(field: &landfall_rules::Playfield) -> Value {
    use landfall_rules::board::{CellKind::Garbage, CellKind::Piece};
    let cell = |cell: &Option<landfall_rules::board::CellKind>| match cell {
        None => Value::Null,
        Some(Garbage) => json!("gb"),
        Some(Piece(piece)) => json!(piece.to_string().to_lowercase()),
    };
    let rows = field.rows().iter().rev();
    rows.map(|row| row.iter().map(cell).collect::<Value>())
        .collect()
}
