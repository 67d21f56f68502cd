//! A recorded game on the published code of the contest's server: landfall against another
//! published bot, November 2026. The test plays the client's part again.

use landfall_botris::adapter::{Disclosure, commands_to, position};
use landfall_botris::client::{ANSWER_LIMIT, Controller, ControllerOptions, Engine, Event};
use landfall_botris::messages::{ClientMessage, GameState, MAX_COMMANDS};
use landfall_rules::rulesets::BOTRIS;
use landfall_tbp::messages::{Move, Start};
use serde_json::{Value, json};
use std::time::Duration;

/// A bot that suggests the same move for every position.
struct Stub(Vec<Move>);

impl Engine for Stub {
    fn set_position(&mut self, start: &Start) {
        assert!(
            start.queue.len() >= 7 && start.randomizer.is_some(),
            "{start:?}"
        );
    }

    fn suggest(&mut self, _wait: Duration) -> Vec<Move> {
        self.0.clone()
    }

    fn stop(&mut self) {}
}

/// A frame, its time in milliseconds, and its receiver.
struct Frame {
    time: Duration,
    to: String,
    message: Value,
}

fn frames() -> Vec<Frame> {
    let lines = include_str!("session.jsonl").lines();
    let frame = |line: &str| {
        let mut value: Value = serde_json::from_str(line).expect("JSON");
        Frame {
            time: Duration::from_millis(value["t"].as_u64().expect("a time")),
            to: value["to"].as_str().expect("a side").to_string(),
            message: value["message"].take(),
        }
    };
    lines.map(frame).collect()
}

fn controller() -> Controller<Stub> {
    let options = ControllerOptions {
        think: None,
        disclosure: Disclosure::Versus,
    };
    Controller::new(Stub(vec![]), options)
}

/// Passes on a frame, after checking the answers that are due before it.
fn hand_on(controller: &mut Controller<Stub>, frame: &Frame) -> usize {
    let mut answers = 0;
    while let Some(at) = controller.answer_at().filter(|&at| at <= frame.time) {
        let text = controller.answer(at).expect("an answer");
        match ClientMessage::parse(&text).expect("words that the server knows") {
            ClientMessage::Action { commands } => assert!(commands.len() <= MAX_COMMANDS),
            ClientMessage::Ping => panic!("no action"),
        }
        answers += 1;
    }
    if frame.to == "bot" {
        controller.handle(&frame.message.to_string(), frame.time);
        if let Some(at) = controller.answer_at() {
            assert!(at < frame.time + ANSWER_LIMIT, "in good time");
        }
    }
    answers
}

#[test]
fn a_recorded_game_is_played_again() {
    let mut controller = controller();
    let frames = frames();
    let mut answers = 0;
    for frame in &frames {
        answers += hand_on(&mut controller, frame);
    }
    let recorded = frames.iter().filter(|frame| frame.to == "server").count();
    assert_eq!(answers, recorded, "as many as then");
    let record = controller.record();
    assert_eq!((record.rounds.won, record.games.won), (1, 1));
    assert_eq!((record.blind_moves, record.server_errors), (0, 0));
    let events = controller.take_events();
    assert!(events.contains(&Event::Authenticated));
}

#[test]
fn a_reset_in_the_middle_is_survived() {
    let mut controller = controller();
    let reset = json!({"type": "game_reset", "payload": {"roomData": {}}}).to_string();
    for (number, frame) in frames().iter().enumerate() {
        hand_on(&mut controller, frame);
        if number % 5 == 0 {
            controller.handle(&reset, frame.time);
            assert_eq!(controller.answer_at(), None);
        }
    }
    assert_eq!(controller.record().games.won, 1);
}

/// The recorded answers were legal moves under the rules that bots receive.
#[test]
fn recorded_answers_lead_to_legal_placements() {
    let (mut request, mut checked) = (None, 0);
    for frame in frames() {
        let payload = &frame.message["payload"];
        match frame.message["type"].as_str() {
            Some("request_move") => request = GameState::read(&payload["gameState"]).ok(),
            Some("action") => {
                let game = request.take().expect("it was asked");
                let text = frame.message.to_string();
                let Ok(ClientMessage::Action { commands }) = ClientMessage::parse(&text) else {
                    panic!("{text}");
                };
                let legal = position(&game).legal_placements(&BOTRIS);
                let ways = legal.iter().filter_map(|to| commands_to(&game, to));
                assert!({ ways }.any(|way| way == commands), "{commands:?}");
                checked += 1;
            }
            _ => {}
        }
    }
    assert!(checked > 10, "{checked}");
}
