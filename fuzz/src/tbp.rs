//! Lines of TBP, in any order.

use crate::choices::Choices;
use crate::json::{board, count, location, message, piece, piece_or_null, pieces, spin, truth};
use crate::position::{NODES, Search, SessionModel, settings};
use landfall_bot::{LineSession, Session};
use landfall_rules::{Delays, GUIDELINE, Randomizer};
use landfall_tbp::convert::{to_announced_ruleset, to_delays, to_piece, to_state};
use landfall_tbp::messages::{BotMessage, FrontendMessage};
use landfall_tbp::parse;
use serde_json::{Value, json};

/// The largest number of lines of an input: more lines find nothing new and take longer.
const MAX_LINES: usize = 10;

/// Sends lines of TBP to a session, raw or made of choices.
///
/// Fails on a panic, an answer that is not a message of a bot, a warning that is not one short
/// line, or a suggestion of an illegal move.
pub fn tbp_lines(data: &[u8]) {
    let mut choices = Choices::new(data);
    let mut session = Session::<Search>::with_driver(settings(NODES));
    let mut model = TbpModel {
        session: SessionModel::new(&GUIDELINE),
        delays: None,
    };
    if choices.byte().is_multiple_of(2) {
        for line in choices.rest().split(|&byte| byte == b'\n').take(MAX_LINES) {
            model.handle(&mut session, line);
        }
        return;
    }
    for _ in 0..MAX_LINES {
        if choices.is_empty() {
            break;
        }
        let line = chosen_line(&mut choices);
        model.handle(&mut session, line.as_bytes());
    }
}

/// The expected state of a session of TBP.
struct TbpModel {
    session: SessionModel,
    delays: Option<Delays>,
}

impl TbpModel {
    fn handle(&mut self, session: &mut Session<Search>, line: &[u8]) {
        let reply = session.handle_line(line);
        if let Some(warning) = &reply.warning {
            let short = warning.len() < 600 && !warning.contains(char::is_control);
            assert!(short, "{warning:?}");
        }
        if let Ok(Some(message)) = parse(line) {
            self.update(&message, reply.messages.contains(&BotMessage::Ready));
        }
        for message in &reply.messages {
            let text = serde_json::to_string(message).expect("a message that can be written");
            let read: BotMessage = serde_json::from_str(&text).expect("a message of a bot");
            assert_eq!(&read, message, "{text}");
            if let BotMessage::Suggestion { moves, .. } = message {
                self.session.check(moves);
            }
        }
    }

    fn update(&mut self, message: &FrontendMessage, is_ready: bool) {
        let model = &mut self.session;
        match message {
            FrontendMessage::Rules(rules) if is_ready => {
                let delays = rules.timings.as_ref().map(to_delays);
                let ruleset = to_announced_ruleset(&GUIDELINE, rules).expect("accepted rules");
                if ruleset != model.rules || delays != self.delays {
                    model.set(None);
                }
                (model.rules, self.delays) = (ruleset, delays);
            }
            FrontendMessage::Start(start) => {
                if let Ok(state) = to_state(&model.rules, start, Randomizer::unknown()) {
                    model.set(Some(state));
                }
            }
            FrontendMessage::Stop => model.set(None),
            FrontendMessage::Play(play) => {
                let Some(counters) = model.play(&play.mv) else {
                    return;
                };
                if let Some(combo) = play.combo {
                    counters.combo = u16::try_from(combo).unwrap_or(u16::MAX);
                }
            }
            FrontendMessage::NewPiece { piece } => model.new_piece(to_piece(*piece)),
            _ => {}
        }
    }
}

/// Takes a line.
fn chosen_line(choices: &mut Choices) -> String {
    match choices.below(16) {
        0..=2 => message(
            choices,
            "start",
            &[
                ("hold", piece_or_null),
                ("queue", pieces),
                ("combo", count),
                ("back_to_back", back_to_back),
                ("board", board),
                ("randomizer", randomizer),
            ],
        ),
        3 => message(
            choices,
            "start",
            &[
                ("hold", piece_or_null),
                ("queue", pieces),
                ("combo", count),
                ("back_to_back", back_to_back),
                ("board", board),
                ("incoming_garbage", count),
                ("opponents", opponents),
                ("skips", count),
                ("solid_in", count),
                ("pieces_placed", count),
                ("frame", count),
            ],
        ),
        4 => message(choices, "rules", &[("randomizer", randomizer_name)]),
        5 => message(
            choices,
            "rules",
            &[
                ("randomizer", randomizer_name),
                ("ruleset", ruleset),
                ("timings", timings),
            ],
        ),
        6 => message(
            choices,
            "rules",
            &[
                ("kickset", kickset),
                ("rot180", truth),
                ("spin_detection", spin_detection),
                ("sonic_drop", sonic_drop),
                ("back_to_back_sources", sources),
                ("spawn_x", count),
                ("spawn_y", count),
            ],
        ),
        7 | 8 => message(choices, "play", &[("move", mv)]),
        9 => message(
            choices,
            "play",
            &[
                ("move", mv),
                ("combo", count),
                ("back_to_back", back_to_back),
                ("pieces_placed", count),
                ("frame", count),
            ],
        ),
        10 => message(choices, "new_piece", &[("piece", piece)]),
        11 | 12 => message(choices, "suggest", &[]),
        13 => message(choices, "analyse", &[("lines", count), ("move", mv)]),
        14 => message(choices, "stop", &[]),
        _ => {
            let kind = *choices.of(&["quit", "dance", ""]);
            message(choices, kind, &[])
        }
    }
}

fn mv(choices: &mut Choices) -> Value {
    json!({"location": location(choices, "type"), "spin": spin(choices)})
}

fn back_to_back(choices: &mut Choices) -> Value {
    match choices.below(2) {
        0 => truth(choices),
        _ => count(choices),
    }
}

fn randomizer_name(choices: &mut Choices) -> Value {
    json!(choices.of(&["seven_bag", "uniform", "general_bag", "chess"]))
}

fn randomizer(choices: &mut Choices) -> Value {
    let counts = |choices: &mut Choices| -> Value {
        ["I", "O", "T", "L", "J", "S", "Z"]
            .iter()
            .map(|piece| ((*piece).to_string(), count(choices)))
            .collect()
    };
    match choices.below(4) {
        0 => json!({"type": "seven_bag", "bag_state": pieces(choices)}),
        1 => json!({"type": "uniform"}),
        2 => json!({
            "type": "general_bag",
            "current_bag": counts(choices),
            "filled_bag": counts(choices),
        }),
        _ => json!({"type": "unknown"}),
    }
}

fn opponents(choices: &mut Choices) -> Value {
    let count = choices.below(3);
    (0..count)
        .map(|_| json!({"board": board(choices)}))
        .collect()
}

fn ruleset(choices: &mut Choices) -> Value {
    let names = landfall_rules::Ruleset::ALL.map(|rules| rules.name);
    json!(choices.of(&names))
}

fn timings(choices: &mut Choices) -> Value {
    json!({
        "clear": [count(choices), count(choices), count(choices), count(choices)],
        "perfect_clear": count(choices),
    })
}

/// Takes a kick set.
pub(crate) fn kickset(choices: &mut Choices) -> Value {
    json!(choices.of(&["srs", "srs_plus", "srs+", "nes"]))
}

/// Takes a spin detection.
pub(crate) fn spin_detection(choices: &mut Choices) -> Value {
    let names = landfall_rules::SPIN_DETECTIONS
        .iter()
        .map(|known| known.name);
    let names: Vec<&str> = names.collect();
    json!(choices.of(&names))
}

/// Takes a kind of sonic drop.
pub(crate) fn sonic_drop(choices: &mut Choices) -> Value {
    json!(choices.of(&["none", "allow", "only"]))
}

/// Takes sources of back-to-back.
pub(crate) fn sources(choices: &mut Choices) -> Value {
    use landfall_tbp::game_rules::BackToBackSources;
    let count = choices.below(4);
    let source = |choices: &mut Choices| json!(choices.of(&BackToBackSources::NAMES));
    (0..count).map(|_| source(choices)).collect()
}
