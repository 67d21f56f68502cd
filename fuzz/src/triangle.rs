//! Lines of an adapter of Triangle.js, in any order.

use crate::choices::Choices;
use crate::json::{board, count, message, piece_or_null, pieces, truth};
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
    if choices.byte().is_multiple_of(2) {
        for line in choices.rest().split(|&byte| byte == b'\n').take(MAX_LINES) {
            handle(&mut game, line);
        }
        return;
    }
    for _ in 0..MAX_LINES {
        if choices.is_empty() {
            break;
        }
        let line = chosen_line(&mut choices);
        handle(&mut game, line.as_bytes());
    }
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
    match choices.below(8) {
        0 => message(
            choices,
            "config",
            &[
                ("kicks", kickset),
                ("spins", spin_detection),
                ("queue", pieces),
                ("b2bCharging", truth),
                ("b2bChargeAt", count),
                ("pcB2b", count),
                ("boardWidth", width),
                ("garbageMultiplier", count),
            ],
        ),
        1 => message(choices, "pieces", &[("pieces", pieces)]),
        2..=4 => message(
            choices,
            "state",
            &[
                ("board", board),
                ("current", piece_or_null),
                ("hold", piece_or_null),
                ("queue", pieces),
                ("garbage", garbage),
                ("combo", count),
                ("b2b", count),
            ],
        ),
        _ => message(choices, "play", &[("garbageMultiplier", count)]),
    }
}

fn width(choices: &mut Choices) -> Value {
    json!(if choices.once_in(8) { 4 } else { 10 })
}

fn garbage(choices: &mut Choices) -> Value {
    let lines = choices.below(5);
    (0..lines).map(|_| count(choices)).collect()
}
