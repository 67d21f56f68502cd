//! Lines of the engine of Block Battle, in any order.

use crate::choices::Choices;
use crate::position::any_moves;
use landfall_blockbattle::controller::Controller;
use landfall_blockbattle::engine::Engine;
use landfall_blockbattle::time_manager::{Clock, MAX_THINK};
use landfall_rules::Ruleset;
use landfall_rules::rulesets::BLOCKBATTLE;
use landfall_tbp::messages::{Move, Start};
use std::time::Duration;

/// The largest number of lines of an input.
const MAX_LINES: usize = 24;

/// Sends lines to the contest's client, raw or made of choices; the bot answers with any legal
/// move.
///
/// Fails on a panic, a request without an answer, an answer that is not a list of commands, or a
/// position that is invalid for a bot.
pub fn blockbattle_lines(data: &[u8]) {
    let mut choices = Choices::new(data);
    let mut controller = Controller::new(AnyMove::default(), FakeClock(Duration::ZERO), MAX_THINK);
    let raw = choices.byte().is_multiple_of(2);
    choices.for_each_line(raw, MAX_LINES, chosen_line, |line| {
        let line = String::from_utf8_lossy(line);
        handle(&mut controller, if raw { line.trim() } else { &line });
    });
}

fn handle(controller: &mut Controller<AnyMove, FakeClock>, line: &str) {
    const COMMANDS: [&str; 7] = [
        "left",
        "right",
        "down",
        "turnleft",
        "turnright",
        "drop",
        "skip",
    ];
    let is_request = line.split_whitespace().next() == Some("action");
    let answer = controller.handle_line(line);
    assert_eq!(answer.is_some(), is_request, "{line}");
    for command in answer.iter().flat_map(|answer| answer.split(',')) {
        assert!(COMMANDS.contains(&command), "{answer:?}");
    }
}

/// Takes a line.
fn chosen_line(choices: &mut Choices) -> String {
    const PLAYERS: [&str; 3] = ["player1", "player2", "game"];
    let player = *choices.of(&PLAYERS);
    match choices.below(10) {
        0..=2 => format!("update {player} field {}", field(choices)),
        3 => format!("update game this_piece_type {}", piece(choices)),
        4 => format!("update game next_piece_type {}", piece(choices)),
        5 => format!("update game round {}", number(choices)),
        6 => {
            let attribute = choices.of(&["row_points", "combo", "skips"]);
            format!("update {player} {attribute} {}", number(choices))
        }
        7 => format!("settings your_bot {player}"),
        8 => format!("action moves {}", number(choices)),
        _ => {
            let count = choices.below(24);
            String::from_utf8_lossy(choices.take(count)).into_owned()
        }
    }
}

fn field(choices: &mut Choices) -> String {
    let filled = choices.below(21);
    let rows = (0..20).map(|y| {
        let mask = match 20 - y <= filled {
            true => u16::from_le_bytes([choices.byte(), choices.byte()]),
            false => 0,
        };
        let cell = |x: u32| match mask >> x & 1 {
            0 => "0",
            _ if mask & 0xfc00 == 0xfc00 => "3",
            _ => "2",
        };
        (0..10).map(cell).collect::<Vec<_>>().join(",")
    });
    rows.collect::<Vec<_>>().join(";")
}

fn piece(choices: &mut Choices) -> char {
    char::from(*choices.of(b"IOTLJSZi?"))
}

fn number(choices: &mut Choices) -> u64 {
    match choices.byte() {
        255 => choices.word(),
        254 => u64::from(u32::MAX),
        small => u64::from(small),
    }
}

/// A bot that suggests the legal moves of the position.
#[derive(Default)]
struct AnyMove {
    moves: Vec<Move>,
}

impl Engine for AnyMove {
    fn set_position(&mut self, start: &Start) {
        self.moves = any_moves(&BLOCKBATTLE, start);
    }

    fn suggest(&mut self, _wait: Duration) -> Vec<Move> {
        self.moves.clone()
    }

    fn set_rules(&mut self, _rules: &Ruleset) {}
}

/// A clock that only sleeping advances.
struct FakeClock(Duration);

impl Clock for FakeClock {
    fn now(&self) -> Duration {
        self.0
    }

    fn sleep(&mut self, time: Duration) {
        self.0 += time;
    }
}
