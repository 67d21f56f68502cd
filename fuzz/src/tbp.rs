//! Lines of TBP, in any order.

use crate::choices::Choices;
use crate::json::{
    Maker, board, count, location, message, piece, piece_or_null, pieces, spin, truth,
};
use crate::position::{NODES, Search, SessionModel, settings};
use landfall_bot::{LineSession, Session};
use landfall_rules::Randomizer;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::timing::Delays;
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
    let raw = choices.byte().is_multiple_of(2);
    choices.for_each_line(raw, MAX_LINES, chosen_line, |line| {
        model.handle(&mut session, line);
    });
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
    let (kind, names) = match choices.below(16) {
        0..=2 => ("start", "hold queue combo back_to_back board randomizer"),
        3 => (
            "start",
            "hold queue combo back_to_back board incoming_garbage opponents skips solid_in \
             pieces_placed frame",
        ),
        4 => ("rules", "randomizer"),
        5 => ("rules", "randomizer ruleset timings"),
        6 => (
            "rules",
            "kickset rot180 spin_detection sonic_drop back_to_back_sources spawn_x spawn_y",
        ),
        7 | 8 => ("play", "move"),
        9 => ("play", "move combo back_to_back pieces_placed frame"),
        10 => ("new_piece", "piece"),
        11 | 12 => ("suggest", ""),
        13 => ("analyse", "lines move"),
        14 => ("stop", ""),
        _ => (*choices.of(&["quit", "dance", ""]), ""),
    };
    let maker = if kind == "rules" { rule } else { attribute };
    message(choices, kind, names, maker)
}

/// Returns what makes an attribute of a message other than `rules`.
fn attribute(name: &str) -> Maker {
    match name {
        "hold" => piece_or_null,
        "queue" => pieces,
        "piece" => piece,
        "board" => board,
        "move" => mv,
        "back_to_back" => back_to_back,
        "randomizer" => randomizer,
        "opponents" => opponents,
        _ => count,
    }
}

/// Returns what makes an attribute of `rules`.
pub(crate) fn rule(name: &str) -> Maker {
    match name {
        "randomizer" => randomizer_name,
        "ruleset" => ruleset,
        "timings" => timings,
        "kickset" => kickset,
        "rot180" => truth,
        "spin_detection" => spin_detection,
        "sonic_drop" => sonic_drop,
        "back_to_back_sources" => sources,
        _ => count,
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
    let names = landfall_rules::rulesets::SPIN_DETECTIONS
        .iter()
        .map(|known| known.name);
    let names: Vec<&str> = names.collect();
    json!(choices.of(&names))
}

/// Takes a kind of sonic drop.
fn sonic_drop(choices: &mut Choices) -> Value {
    json!(choices.of(&["none", "allow", "only"]))
}

/// Takes sources of back-to-back.
fn sources(choices: &mut Choices) -> Value {
    use landfall_tbp::game_rules::BackToBackSources;
    let count = choices.below(4);
    let source = |choices: &mut Choices| json!(choices.of(&BackToBackSources::NAMES));
    (0..count).map(|_| source(choices)).collect()
}
