//! Games by keys, as a page plays them: JSON in, JSON out.

use super::*;
use landfall_rules::{Randomizer, State};
use landfall_tbp::convert::{to_randomizer, to_state};
use landfall_tbp::parse;
use serde_json::{Value, json};

fn game(rules: &str) -> LiveGame {
    let options = json!({
        "rules": rules,
        "seed": 42,
        "handling": {"das": 10, "arr": 2, "dcd": 0, "sdf": 41},
        "previews": 5,
    });
    LiveGame::from_options(&options.to_string()).unwrap()
}

fn events(game: &mut LiveGame, frame: f64) -> Vec<Value> {
    serde_json::from_str(&game.advance(frame)).unwrap()
}

fn view(game: &LiveGame) -> Value {
    serde_json::from_str(&game.view()).unwrap()
}

fn tap(game: &mut LiveGame, key: &str, frame: f64) {
    game.set_key(key, frame, true).unwrap();
    game.set_key(key, frame + 0.5, false).unwrap();
}

#[test]
fn a_view_has_what_a_page_draws() {
    let view = view(&game("tetrio-s2"));
    assert_eq!(
        view["active"],
        json!({"type": "O", "cells": [[4, 21], [5, 21], [4, 22], [5, 22]]})
    );
    assert_eq!(view["ghost"], json!([[4, 0], [5, 0], [4, 1], [5, 1]]));
    assert_eq!(view["queue"], json!(["T", "I", "L", "J", "S"]));
    assert_eq!(view["rows"], json!([]));
    assert_eq!(view["surge"], json!(0));
    assert_eq!(
        (&view["can_hold"], &view["over"]),
        (&json!(true), &json!(null))
    );
}

#[test]
fn a_lock_is_an_event() {
    let mut game = game("guideline");
    let queue = view(&game)["queue"].clone();
    tap(&mut game, "hold", 1.0);
    tap(&mut game, "hard_drop", 2.25);
    let placed = events(&mut game, 3.0);
    assert_eq!(placed.len(), 1);
    assert_eq!(placed[0]["type"], json!("placed"));
    assert_eq!(placed[0]["move"]["location"]["type"], queue[0]);
    assert_eq!(placed[0]["dealt"].as_array().unwrap().len(), 2);
    assert_eq!(events(&mut game, 4.0), [] as [Value; 0]);
    let view = view(&game);
    assert_eq!((&view["pieces"], &view["frame"]), (&json!(1), &json!(4)));
    assert_eq!(view["queue"].as_array().unwrap().len(), 5);
    assert_eq!(view["active"]["type"], queue[1]);
}

/// The DAS of 10 and the ARR of 2 count from the time of the key to the tenth of a frame, however
/// often the page asks.
#[test]
fn shifts_come_in_the_frames_of_the_settings() {
    let left = |asked: &[f64], frame: f64| {
        let mut game = game("tetrio-s2");
        game.set_key("right", 3.5, true).unwrap();
        asked.iter().for_each(|&frame| drop(game.advance(frame)));
        game.advance(frame);
        view(&game)["active"]["cells"][0][0].as_i64().unwrap()
    };
    for (frame, column) in [
        (4.0, 5),
        (13.0, 5),
        (14.0, 6),
        (15.0, 6),
        (16.0, 7),
        (18.0, 8),
    ] {
        assert_eq!(left(&[], frame), column, "at {frame}");
        let often: Vec<f64> = (0..90).map(|i| f64::from(i) * 0.2).collect();
        let often = often.split(|at| *at > frame).next().unwrap();
        assert_eq!(left(often, frame), column, "at {frame}, asked often");
    }
}

#[test]
fn a_key_that_is_down_is_not_pressed_again() {
    let mut game = game("tetrio-s2");
    for frame in [0.0, 1.0, 2.0, 1.5] {
        game.set_key("hard_drop", frame, true).unwrap();
    }
    assert_eq!(events(&mut game, 3.0).len(), 1);
    game.set_key("hard_drop", 2.0, false).unwrap();
    game.set_key("hard_drop", f64::NAN, true).unwrap();
    assert_eq!(events(&mut game, f64::NAN).len(), 1);
}

#[test]
fn what_cannot_be_used_is_said() {
    let error = |options: Value| match LiveGame::from_options(&options.to_string()) {
        Ok(_) => panic!("accepted: {options}"),
        Err(error) => error.to_string(),
    };
    assert!(error(json!({"rules": "chess", "seed": 1})).contains("chess"));
    assert!(error(json!({"rules": "guideline"})).contains("seed"));
    assert!(error(json!({"rules": "guideline", "seed": 1, "previews": 99})).contains("99"));
    let fast = json!({"rules": "guideline", "seed": 1, "handling": {"das": -1}});
    assert!(error(fast).contains("`das` is -1"));
    for (handling, expected) in [
        (
            json!({"das": null, "arr": "2"}),
            "`arr` is \"2\": it must be a number",
        ),
        (
            json!({"cancel": 1}),
            "`cancel` is 1: it must be true or false",
        ),
        (json!([]), "`handling` is a list of 0: it must be an object"),
        (
            json!({"dass": 1}),
            "handling: there is no attribute \"dass\"",
        ),
    ] {
        let options = json!({"rules": "guideline", "seed": 1, "handling": handling});
        assert!(error(options.clone()).contains(expected), "{options}");
    }
    let mut game = game("guideline");
    let error = game.set_key("up", 0.0, true).unwrap_err().to_string();
    assert!(error.contains("soft_drop"), "{error}");
    assert!(game.change_handling("{").is_err());
    assert!(game.change_handling(r#"{"sdf": 1e9}"#).is_err());
    assert!(game.change_handling(r#"{"arr": 0}"#).is_ok());
}

/// Returns the answer of a bot to a `start`.
fn read(rules: &Ruleset, start: &str) -> State {
    let Ok(Some(FrontendMessage::Start(start))) = parse(start.as_bytes()) else {
        panic!("not a start: {start}");
    };
    let randomizer = start.randomizer.as_ref().and_then(to_randomizer);
    to_state(rules, &start, randomizer.unwrap_or(Randomizer::Uniform)).unwrap()
}

/// Plays with keys chosen by a number.
fn play_some(game: &mut LiveGame, mut number: u32, keys: usize) {
    for _ in 0..keys {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let key = KEYS[(number >> 16) as usize % KEYS.len()].0;
        let frame = game.player.frame() as f64 + f64::from(number >> 20 & 7) / 2.0;
        tap(game, key, frame);
        if number >> 24 & 31 == 0 {
            game.receive_garbage(1 + (number >> 29 & 1));
        }
    }
}

#[test]
fn a_bot_is_led_to_the_position_of_the_turn() {
    for rules in Ruleset::ALL {
        let mut game = game(rules.name);
        for turn in 0..40 {
            let begins_with = game.player.turn_start().clone();
            assert_eq!(
                read(rules, &game.start_message()),
                begins_with,
                "{}",
                rules.name
            );
            let now = game.player.frame() as f64;
            tap(&mut game, "hold", now);
            assert_eq!(
                read(rules, &game.start_message()),
                begins_with,
                "{}",
                rules.name
            );
            play_some(&mut game, turn, 6);
            if game.player.over().is_some() {
                break;
            }
        }
        assert!(game.player.side().totals().pieces > 6, "{}", rules.name);
    }
}

#[test]
fn a_game_that_is_over_says_why_and_stands_still() {
    let mut game = game("guideline");
    let placed = events(&mut game, 1e18);
    let last = placed.last().unwrap();
    assert_eq!(last["over"], json!("block out"));
    let before = view(&game);
    assert_eq!(before["over"], json!("block out"));
    assert_eq!(
        (&before["active"], &before["ghost"]),
        (&json!(null), &json!(null))
    );
    tap(&mut game, "hard_drop", 1e18);
    assert_eq!(view(&game), before);
    assert_eq!(
        placed
            .iter()
            .filter(|event| !event["over"].is_null())
            .count(),
        1
    );
}

/// Returns the options of a game without time at a position, with these pieces.
fn at_position(queue: &[&str]) -> Value {
    let start = json!({
        "type": "start", "hold": "I", "queue": queue, "combo": 0, "back_to_back": true,
        "board": [["G", "G", "G", "G", "G", "G", "G", "G", "G", null]],
    });
    json!({"rules": "guideline", "start": start, "untimed": true})
}

#[test]
fn a_game_at_a_position_has_its_pieces_alone() {
    let mut game = LiveGame::from_options(&at_position(&["T", "O"]).to_string()).unwrap();
    let shown = view(&game);
    assert_eq!(
        (&shown["active"]["type"], &shown["queue"]),
        (&json!("T"), &json!(["O"]))
    );
    assert_eq!(
        (&shown["hold"], &shown["back_to_back"]),
        (&json!("I"), &json!(1))
    );
    tap(&mut game, "hold", 1.0);
    tap(&mut game, "clockwise", 2.0);
    for column in 0..9 {
        tap(&mut game, "right", 3.0 + f64::from(column));
    }
    tap(&mut game, "hard_drop", 20.0);
    let placed = events(&mut game, 21.0);
    assert_eq!(
        (&placed[0]["lines"], &placed[0]["move"]["location"]["type"]),
        (&json!(1), &json!("I"))
    );
    let after: Value = serde_json::from_str(&game.start_message()).unwrap();
    assert_eq!(
        (&after["queue"], &after["hold"]),
        (&json!(["O"]), &json!("T"))
    );
    tap(&mut game, "hard_drop", 22.0);
    assert_eq!(view(&game)["active"], json!(null), "no piece is left");
}

#[test]
fn without_time_pieces_neither_fall_nor_lock() {
    let mut game = LiveGame::from_options(&at_position(&["T", "O"]).to_string()).unwrap();
    let before = view(&game)["active"].clone();
    assert_eq!(events(&mut game, 100_000.0), [] as [Value; 0]);
    assert_eq!(view(&game)["active"], before);
    game.set_key("soft_drop", 100_001.0, true).unwrap();
    assert_eq!(events(&mut game, 200_000.0), [] as [Value; 0], "it rests");
    assert_ne!(view(&game)["active"], before);
}

#[test]
fn a_broken_position_is_an_error() {
    for (start, part) in [
        (json!({"type": "stop"}), "no position"),
        (json!([]), "a list"),
        (
            json!({"type": "start", "hold": null, "queue": ["X"], "combo": 0, "back_to_back": false, "board": []}),
            "queue",
        ),
    ] {
        let options = json!({"rules": "guideline", "start": start});
        let error = LiveGame::from_options(&options.to_string())
            .err()
            .expect("an error");
        assert!(error.to_string().contains(part), "{error}");
    }
}
