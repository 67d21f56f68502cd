//! Whole games in plain text: with the built-in bot, with scripted bots, and with scripts that break
//! the protocol. No test depends on the speed of the machine.

use super::error::WatchError;
use super::pace::Pace;
use super::{Output, WatchOptions, play};
use landfall_bot::{DriverOptions, Session, Settings};
use landfall_rules::Randomizer;
use landfall_rules::rulesets::GUIDELINE;
use landfall_tbp::convert::to_rules;
use landfall_tbp::convert::{to_move, to_state};
use landfall_tbp::host::{Bot, BotError, BotMistake, LaunchError};
use landfall_tbp::messages::{BotMessage, FrontendMessage, Info};
use serde_json::Value;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const INFO: &str = r#"{"type":"info","name":"script","version":"1","author":"us","features":[]}"#;
const READY: &str = r#"{"type":"ready"}"#;

fn options() -> WatchOptions {
    WatchOptions {
        randomizer: None,
        rules: GUIDELINE,
        pps: None,
        seed: Some(1),
        pieces: Some(20),
        garbage: None,
        previews: 5,
        bot: None,
        timeout: Duration::from_secs(30),
        json: false,
        verbose: false,
    }
}

fn built_in() -> Bot {
    let settings = Settings::new(DriverOptions {
        search: landfall_search::SearchOptions {
            memory: 16 << 20,
            ..landfall_search::SearchOptions::default()
        },
        nodes: Some(200),
        ..DriverOptions::default()
    });
    landfall_bot::built_in(settings, to_rules(&GUIDELINE)).unwrap()
}

fn output(options: &WatchOptions, bot: Bot) -> (String, Result<(), WatchError>) {
    let mut out = Vec::new();
    let played = play(options, bot, Output::Plain, &mut out);
    (String::from_utf8(out).unwrap(), played)
}

/// Plays a game of a shell script; returns the output and the error.
fn run_script(options: &WatchOptions, lines: &str) -> (String, BotError) {
    let command = format!("sh -c '{lines}'");
    let played = match Bot::launch(&command, to_rules(&options.rules), options.timeout) {
        Ok(bot) => output(options, bot),
        Err(error) => (String::new(), Err(error.into())),
    };
    match played {
        (out, Err(WatchError::Bot(error))) => (out, error),
        (out, played) => panic!("no error, but {played:?} and: {out}"),
    }
}

/// Returns script lines that print messages, quoted for `split_command`.
fn echo(messages: &[&str]) -> String {
    messages
        .iter()
        .map(|message| format!("echo \"{}\"; ", message.replace('"', "\\\"")))
        .collect()
}

fn suggestion(location: &str, spin: &str) -> String {
    format!(r#"{{"type":"suggestion","moves":[{{"location":{{{location}}},"spin":"{spin}"}}]}}"#)
}

#[test]
fn with_a_number_of_pieces_only_the_summary_is_printed() {
    let (out, played) = output(&options(), built_in());
    played.unwrap();
    assert_eq!(out.lines().count(), 1, "{out}");
    assert!(out.contains(": 20 pieces, ") && out.contains(", seed 1, all pieces played"));
}

#[test]
fn verbose_prints_a_headline_lines_of_pieces_and_the_summary() {
    let verbose = WatchOptions {
        verbose: true,
        ..options()
    };
    let (out, played) = output(&verbose, built_in());
    played.unwrap();
    assert_eq!(out.lines().count(), 22, "{out}");
    assert!(out.starts_with("landfall ") && out.contains(", seed 1\n    1  "));
}

#[test]
fn the_same_seed_and_nodes_give_the_same_game() {
    let options = WatchOptions {
        verbose: true,
        garbage: Some(4),
        ..options()
    };
    let moves = || {
        let (out, played) = output(&options, built_in());
        played.unwrap();
        let lines: Vec<String> = out.lines().map(str::to_string).collect();
        lines[..21].to_vec()
    };
    assert_eq!(moves(), moves());
}

#[test]
fn json_is_one_object() {
    let json = WatchOptions {
        json: true,
        ..options()
    };
    let (out, played) = output(&json, built_in());
    played.unwrap();
    let summary: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&summary["pieces"], &summary["seed"]),
        (&20.into(), &1.into())
    );
    assert_eq!(summary["ending"], "pieces");
}

#[test]
fn a_bot_that_cannot_be_started_is_named() {
    let error = Bot::launch(
        "/nonexistent/bot --fast",
        to_rules(&GUIDELINE),
        Duration::from_secs(1),
    )
    .unwrap_err();
    assert!(error.to_string().contains("/nonexistent/bot"), "{error}");
    let error = Bot::launch("'", to_rules(&GUIDELINE), Duration::from_secs(1)).unwrap_err();
    assert!(matches!(error, LaunchError::Command(_)));
}

#[cfg(unix)]
#[test]
fn a_bot_that_crashes_is_quoted() {
    let lines = format!(
        "{}read x; read x; echo ouch >&2; exit 3",
        echo(&[INFO, READY])
    );
    let (out, error) = run_script(&options(), &lines);
    assert!(
        out.contains(": 0 pieces") && out.ends_with("the bot failed\n"),
        "{out}"
    );
    let BotError::Exited {
        awaited,
        status,
        stderr_tail,
        mistake,
    } = error
    else {
        panic!("{error:?}");
    };
    assert_eq!((awaited, stderr_tail.as_str()), ("suggestion", "ouch"));
    assert!(status.unwrap().contains('3'));
    assert_eq!(mistake, Some(BotMistake::Crashes));
}

#[cfg(unix)]
#[test]
fn a_bot_that_hangs_times_out() {
    let short = WatchOptions {
        timeout: Duration::from_millis(300),
        ..options()
    };
    let (_, error) = run_script(&short, "exec sleep 600");
    assert!(matches!(
        error,
        BotError::Timeout {
            awaited: "info",
            mistake: Some(BotMistake::NoInfo),
            ..
        }
    ));
    // Ignored messages do not extend the time limit.
    let ignored = "exec yes \"{\\\"type\\\":\\\"poem\\\"}\"";
    assert_times_out(ignored, "info", BotMistake::UnknownType);
    let silent = format!("{}exec sleep 600", echo(&[INFO, READY]));
    assert_times_out(&silent, "suggestion", BotMistake::NoSuggestion);
}

/// Asserts that a bot times out while this message is awaited. The limit is raised while the machine
/// is too busy for the messages before it.
#[cfg(unix)]
fn assert_times_out(lines: &str, awaited: &str, mistake: BotMistake) {
    let mut message = String::new();
    let is_expected = [2, 8, 32].into_iter().any(|seconds| {
        let options = WatchOptions {
            timeout: Duration::from_secs(seconds),
            ..options()
        };
        message = run_script(&options, lines).1.to_string();
        message == format!("the bot gave no `{awaited}` within {seconds} s. {mistake}")
    });
    assert!(is_expected, "{message}");
}

#[cfg(unix)]
#[test]
fn invalid_messages_are_quoted() {
    let lines = format!("{}echo Segmentation error; cat >&2", echo(&[INFO, READY]));
    let (_, error) = run_script(&options(), &lines);
    assert!(matches!(error, BotError::InvalidMessage { line, .. } if line == "Segmentation error"));
}

#[cfg(unix)]
#[test]
fn a_bot_that_refuses_the_rules_ends_the_game() {
    let refusal = r#"{"type":"error","reason":"unsupported_rules"}"#;
    let (_, error) = run_script(&options(), &echo(&[INFO, refusal]));
    let reason = "unsupported_rules".into();
    assert_eq!(error, BotError::RulesRefused { reason });
}

#[cfg(unix)]
#[test]
fn an_illegal_move_is_named_with_its_reason() {
    for (location, spin, reason) in [
        (r#""orientation":"north","x":4,"y":7"#, "none", "floats"),
        (
            r#""orientation":"north","x":0,"y":0"#,
            "none",
            "not on the board",
        ),
        (
            r#""orientation":"north","x":4,"y":-9"#,
            "none",
            "not on the board",
        ),
        (
            r#""orientation":"north","x":4,"y":0"#,
            "full",
            "only with spin none",
        ),
    ] {
        let location = format!(r#""type":"T",{location}"#);
        let messages = echo(&[INFO, READY, &suggestion(&location, spin)]);
        let options = WatchOptions {
            seed: Some(seed_beginning_with_t()),
            ..options()
        };
        let (_, error) = run_script(&options, &format!("{messages} cat >&2"));
        let BotError::IllegalMove { piece: 1, illegal } = error else {
            panic!("{error:?}");
        };
        let (mv, found) = (illegal.mv, illegal.reason);
        assert!(
            mv.contains(r#""type":"T""#) && found.contains(reason),
            "{mv}: {found}"
        );
    }
}

#[cfg(unix)]
fn seed_beginning_with_t() -> u64 {
    let first = |seed| {
        super::game::Game::new(&GUIDELINE, seed, 0, None)
            .state()
            .queue[0]
    };
    let found = (0..).find(|&seed| first(seed) == landfall_rules::Piece::T);
    found.unwrap()
}

/// Returns a bot that answers by a function, and the messages that it receives.
fn recording_bot(
    mut answer: impl FnMut(&FrontendMessage) -> Vec<BotMessage> + Send + 'static,
) -> (Bot, Receiver<FrontendMessage>) {
    let (sender, received) = channel();
    let greeting = BotMessage::Info(Info {
        name: "spy\x1b[2J".into(),
        version: String::new(),
        author: String::new(),
        features: Vec::new(),
    });
    let bot = Bot::in_process(greeting, to_rules(&GUIDELINE), move |message| {
        let answers = match &message {
            FrontendMessage::Rules(_) => vec![BotMessage::Ready],
            message => answer(message),
        };
        let _ = sender.send(message);
        answers
    });
    (bot.unwrap(), received)
}

#[test]
fn a_bot_without_moves_forfeits() {
    let (bot, received) = recording_bot(|message| match message {
        FrontendMessage::Suggest => vec![BotMessage::Suggestion {
            moves: Vec::new(),
            move_info: None,
        }],
        _ => Vec::new(),
    });
    let (out, played) = output(&options(), bot);
    played.unwrap();
    assert!(out.ends_with("the bot forfeited\n"), "{out}");
    assert!(
        out.starts_with("spy?[2J: "),
        "control characters are shown: {out}"
    );
    let messages: Vec<_> = received.into_iter().collect();
    assert!(matches!(messages[1], FrontendMessage::Start(_)));
    assert!(messages.ends_with(&[
        FrontendMessage::Suggest,
        FrontendMessage::Stop,
        FrontendMessage::Quit
    ]));
}

/// The bot is the built-in session; its messages are recorded.
#[test]
fn garbage_is_sent_as_a_new_start_with_the_known_queue() {
    let mut session = Session::new(Settings::new(DriverOptions {
        search: landfall_search::SearchOptions {
            memory: 16 << 20,
            ..landfall_search::SearchOptions::default()
        },
        nodes: Some(50),
        ..DriverOptions::default()
    }));
    let (bot, received) = recording_bot(move |message| session.handle(message.clone()).messages);
    // The recording bot answers `rules` itself; the session does not need them.
    let options = WatchOptions {
        garbage: Some(2),
        pieces: Some(4),
        ..options()
    };
    output(&options, bot).1.unwrap();
    let kinds: String = received
        .into_iter()
        .map(|message| match message {
            FrontendMessage::Rules(_) => 'r',
            FrontendMessage::Start(_) => 'S',
            FrontendMessage::Suggest => '?',
            FrontendMessage::Play(_) => 'p',
            FrontendMessage::NewPiece { .. } => 'n',
            FrontendMessage::Stop => 's',
            FrontendMessage::Analyse(_) => 'a',
            FrontendMessage::Quit => 'q',
        })
        .collect();
    // The first hold causes a second new piece.
    assert_eq!(kinds.replace("nn", "n"), "rS?pn?pnS?pn?pnSsq");
}

#[test]
fn a_game_without_legal_moves_tops_out() {
    let options = WatchOptions {
        pieces: None,
        garbage: Some(1),
        json: true,
        ..options()
    };
    // A bot that places every piece as high as possible. With garbage after every piece it
    // receives every position.
    let mut highest = None;
    let (bot, _received) = recording_bot(move |message| {
        if let FrontendMessage::Start(start) = message {
            let state = to_state(&GUIDELINE, start, Randomizer::SEVEN_BAG).unwrap();
            let moves = state.legal_placements(&GUIDELINE);
            highest = moves.into_iter().max_by_key(|placement| placement.y);
        }
        match message {
            FrontendMessage::Suggest => vec![BotMessage::Suggestion {
                moves: highest.iter().map(|mv| to_move(&GUIDELINE, mv)).collect(),
                move_info: None,
            }],
            _ => Vec::new(),
        }
    });
    let (out, played) = output(&options, bot);
    played.unwrap();
    let summary: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(summary["ending"], "top_out");
    assert!(summary["pieces"].as_u64().unwrap() < 100);
}

/// A pipe that is closed after some bytes.
struct ClosedAfter(usize);

impl Write for ClosedAfter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self
            .0
            .checked_sub(bytes.len())
            .ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_ends_the_game_without_an_error() {
    for bytes in [0, 10, 100, 300] {
        let endless = WatchOptions {
            pieces: None,
            ..options()
        };
        let played = play(&endless, built_in(), Output::Plain, &mut ClosedAfter(bytes));
        assert!(played.is_ok(), "{played:?}");
    }
}

#[test]
fn plain_text_keeps_the_pace() {
    let slow = WatchOptions {
        pps: Some(Pace::PerSecond(100.0)),
        pieces: Some(10),
        json: true,
        ..options()
    };
    let (out, played) = output(&slow, built_in());
    played.unwrap();
    let summary: Value = serde_json::from_str(&out).unwrap();
    assert!(
        summary["pieces_per_second"].as_f64().unwrap() <= 101.0,
        "{out}"
    );
}
