//! Lines of an adapter of Triangle.js, in any order.

use crate::choices::Choices;
use crate::json::{Maker, board, count, message, piece_or_null, pieces, truth};
use crate::tbp::{kickset, spin_detection};
use landfall_rules::{Placement, Randomizer};
use landfall_tbp::convert::to_state;
use landfall_tbp::host::legal_moves;
use landfall_triangle::HalfTurns;
use landfall_triangle::config::to_rules;
use landfall_triangle::game::Game;
use landfall_triangle::keys::keys_to;
use landfall_triangle::messages::{AdapterMessage, parse};
use serde_json::{Value, json};

/// The largest number of lines of an input.
const MAX_LINES: usize = 16;

/// The rows that a piece may have fallen before its keys arrive.
const ROWS_FALLEN: u8 = 3;

/// Sends lines to the bridge, raw or made of choices, and answers each `play` with the first legal
/// move that keys can reach.
///
/// Fails on a panic, a position that is invalid for a bot, or keys that do not lead to the move.
pub fn triangle_lines(data: &[u8]) {
    let mut choices = Choices::new(data);
    let mut game = None;
    let raw = choices.byte().is_multiple_of(2);
    choices.for_each_line(raw, MAX_LINES, chosen_line, |line| handle(&mut game, line));
}

fn handle(game: &mut Option<Game>, line: &[u8]) {
    let message = match parse(line) {
        Ok(Some(message)) => message,
        Ok(None) => return,
        Err(error) => return assert!(error.to_string().len() < 600, "{error}"),
    };
    match (message, game) {
        (AdapterMessage::Config { options, queue }, game) => {
            if let Ok((_, rules)) = to_rules(&options, HalfTurns::WhereKnown) {
                *game = Some(Game::new(&rules, &queue));
            }
        }
        (AdapterMessage::Pieces(pieces), Some(game)) => game.push_pieces(&pieces),
        (AdapterMessage::State(state), Some(game)) => drop(game.set_state(&state)),
        (AdapterMessage::Play { garbage_multiplier }, Some(game)) => {
            game.set_multiplier(garbage_multiplier);
            play(game);
        }
        _ => {}
    }
}

/// Plays the first legal move that keys can reach.
fn play(game: &mut Game) {
    let Some(position) = game.position() else {
        return;
    };
    let rules = game.rules();
    let state = to_state(rules, &position.start, Randomizer::unknown());
    let state = state.expect("a valid position");
    assert_eq!(state.board, position.state.board);
    let moves = legal_moves(rules, &position.state, &[]);
    let found = moves
        .iter()
        .find_map(|mv| Some((mv, keys_to(rules, &position.state, mv, &[], ROWS_FALLEN)?)));
    if let Some((mv, found)) = found {
        let cells = |mv: &Placement| mv.cells(rules);
        assert_eq!(cells(&found.placement), cells(mv), "{:?}", found.keys);
        assert!(found.tolerance <= ROWS_FALLEN);
        game.play(found.placement);
    }
}

/// Takes a line.
fn chosen_line(choices: &mut Choices) -> String {
    let (kind, names) = match choices.below(8) {
        0 => (
            "config",
            "kicks spins queue b2bCharging b2bChargeAt pcB2b boardWidth garbageMultiplier",
        ),
        1 => ("pieces", "pieces"),
        2..=4 => ("state", "board current hold queue garbage combo b2b"),
        _ => ("play", "garbageMultiplier"),
    };
    message(choices, kind, names, attribute)
}

/// Returns what makes an attribute.
fn attribute(name: &str) -> Maker {
    match name {
        "kicks" => kickset,
        "spins" => spin_detection,
        "queue" | "pieces" => pieces,
        "b2bCharging" => truth,
        "boardWidth" => width,
        "board" => board,
        "current" | "hold" => piece_or_null,
        "garbage" => garbage,
        _ => count,
    }
}

fn width(choices: &mut Choices) -> Value {
    json!(if choices.once_in(8) { 4 } else { 10 })
}

fn garbage(choices: &mut Choices) -> Value {
    let lines = choices.below(5);
    (0..lines).map(|_| count(choices)).collect()
}
