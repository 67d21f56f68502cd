//! Tests of which answers are returned and which positions are sent.

use super::*;
use crate::messages::{Info, PieceName, RULESET_FEATURE};
use std::sync::mpsc::{Receiver, channel};

const LONG: Duration = Duration::from_secs(120);

/// Returns a bot that answers a message with `answers(message)` suggestions, numbered by `nodes` from
/// 1, and the messages that it receives after `rules`.
fn numbered(
    answers: impl FnMut(&FrontendMessage) -> usize + Send + 'static,
) -> (EngineHost, Receiver<FrontendMessage>) {
    numbered_with(&[], answers)
}

/// Returns the same bot with features.
fn numbered_with(
    features: &[&str],
    mut answers: impl FnMut(&FrontendMessage) -> usize + Send + 'static,
) -> (EngineHost, Receiver<FrontendMessage>) {
    let (log, received) = channel();
    let info = BotMessage::Info(Info {
        name: String::new(),
        version: String::new(),
        author: String::new(),
        features: features.iter().map(|name| name.to_string()).collect(),
    });
    let mut number = 0.0;
    let bot = Bot::in_process(info, Rules::default(), move |message| {
        if let FrontendMessage::Rules(_) = message {
            return vec![BotMessage::Ready];
        }
        let count = answers(&message);
        let _ = log.send(message);
        (0..count)
            .map(|_| {
                number += 1.0;
                BotMessage::Suggestion {
                    moves: Vec::new(),
                    move_info: Some(MoveInfo {
                        nodes: Some(number),
                        ..MoveInfo::default()
                    }),
                }
            })
            .collect()
    });
    (
        EngineHost::new(bot.expect("it accepts all rules")),
        received,
    )
}

fn number(answer: Result<Option<Suggestion>, BotError>) -> Option<f64> {
    answer.expect("the bot lives")?.info?.nodes
}

fn start(queue: &[PieceName]) -> Start {
    Start {
        queue: queue.to_vec(),
        ..Start::default()
    }
}

#[test]
fn the_answer_to_the_latest_request_is_returned() {
    // Answers come late: three at once for the third request.
    let mut requests = 0;
    let (mut host, _) = numbered(move |message| {
        requests += usize::from(*message == FrontendMessage::Suggest);
        if requests == 3 { 3 } else { 0 }
    });
    for _ in 0..2 {
        host.request();
        assert_eq!(number(host.poll(Duration::ZERO)), None);
    }
    host.request();
    assert!(host.is_waiting());
    assert_eq!(number(host.poll(LONG)), Some(3.0));
    assert!(!host.is_waiting());
}

#[test]
fn answers_without_a_request_are_skipped() {
    let (mut host, _) = numbered(|message| match message {
        FrontendMessage::Start(_) => 2,
        FrontendMessage::Suggest => 1,
        _ => 0,
    });
    host.set_position(&start(&[PieceName::T]));
    // Long enough that both have come.
    while host.bot.receive(LONG).expect("the bot lives").is_none() {}
    assert_eq!(number(host.poll(Duration::from_millis(50))), None);
    host.request();
    assert_eq!(number(host.poll(LONG)), Some(3.0));
}

#[test]
fn after_stop_no_answer_is_expected() {
    let (mut host, _) =
        numbered(|message| usize::from(matches!(message, FrontendMessage::Play(_))));
    host.request();
    host.stop();
    assert!(!host.is_waiting());
    assert_eq!(number(host.poll(Duration::ZERO)), None);
}

#[test]
fn a_position_is_sent_once_and_compared_with_the_last() {
    use PieceName::{I, O, T};
    let (mut host, received) = numbered(|_| 0);
    let mut other_board = start(&[T, I, O]);
    other_board.board = vec![vec![None; 10]];
    for (position, change) in [
        (start(&[T, I]), PositionChange::Replaced),
        (start(&[T, I]), PositionChange::Unchanged),
        (start(&[T, I, O]), PositionChange::Extended),
        (other_board, PositionChange::Replaced),
        (start(&[I, O]), PositionChange::Replaced),
    ] {
        assert_eq!(host.set_position(&position), change, "{position:?}");
    }
    host.stop();
    assert_eq!(host.set_position(&start(&[I, O])), PositionChange::Replaced);
    drop(host);
    let starts = received
        .iter()
        .filter(|m| matches!(m, FrontendMessage::Start(_)));
    assert_eq!(starts.count(), 5);
}

#[test]
fn only_bots_that_know_rulesets_get_the_count_of_back_to_back() {
    for (features, sent) in [(&[] as &[&str], 1), (&[RULESET_FEATURE], 7)] {
        let (mut host, received) = numbered_with(features, |_| 0);
        let position = Start {
            back_to_back: 7,
            ..start(&[PieceName::T])
        };
        host.set_position(&position);
        assert_eq!(host.set_position(&position), PositionChange::Unchanged);
        let Ok(FrontendMessage::Start(start)) = received.recv_timeout(LONG) else {
            panic!("a position");
        };
        assert_eq!(start.back_to_back, sent);
    }
}
