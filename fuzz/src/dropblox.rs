//! The arguments of a process of Dropblox.

use crate::choices::Choices;
use landfall_dropblox::convert::game_state;
use landfall_dropblox::messages::parse_state;
use landfall_dropblox::path::path_to;
use landfall_dropblox::{Player, TUNED, answer, choose_move};
use landfall_search::{SearchLimits, ThreadPool};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The nodes of a search.
const NODES: u64 = 20;

/// Passes a state, raw or made of choices, and a number of seconds to the program. A playable state
/// is searched with a few nodes.
///
/// Fails on a panic, or on a move without commands that lead to it.
pub fn dropblox_arguments(data: &[u8]) {
    let mut choices = Choices::new(data);
    let kind = choices.below(4);
    let state = match kind {
        0 | 2 => String::from_utf8_lossy(choices.rest()).into_owned(),
        _ => state(&mut choices).to_string(),
    };
    if kind == 2 {
        // Only seconds without time for a search are tried: the program parses them first.
        let no_time = AtomicBool::new(true);
        let seconds = state.get(..state.len().min(12)).unwrap_or("-1");
        if seconds
            .trim()
            .parse::<f64>()
            .is_ok_and(|seconds| seconds >= 0.0)
        {
            return;
        }
        let _ = answer(&state, seconds, Instant::now(), &no_time);
        return;
    }
    let Ok(message) = parse_state(&state) else {
        return;
    };
    let Ok(game) = game_state(&message) else {
        return;
    };
    let player = Player {
        weights: &TUNED,
        net: None,
    };
    let limits = SearchLimits::nodes(NODES);
    if let Some(pose) = choose_move(&game, player, &ThreadPool::new(1), &limits, None) {
        let path = path_to(&game.board, &game.blocks[0], pose);
        assert!(path.is_some(), "{pose:?} in {game:?}");
    }
}

/// Takes a state, which is usually playable.
fn state(choices: &mut Choices) -> Value {
    let filled = choices.below(34);
    let row = |choices: &mut Choices, y: usize| -> Vec<u32> {
        let mask = match 33 - y <= filled {
            true => u16::from_le_bytes([choices.byte(), choices.byte()]),
            false => 0,
        };
        (0..12).map(|x| u32::from(mask >> x & 1)).collect()
    };
    let bitmap: Vec<Vec<u32>> = (0..33).map(|y| row(choices, y)).collect();
    let mut preview: Vec<Value> = (0..5).map(|_| block(choices)).collect();
    if choices.once_in(32) {
        preview.pop();
    }
    json!({
        "state": "playing",
        "score": choices.word() as u32 >> choices.below(32),
        "bitmap": bitmap,
        "block": block(choices),
        "preview": preview,
    })
}

/// Takes a block: a walk of cells, sometimes any cells.
fn block(choices: &mut Choices) -> Value {
    let (mut i, mut j) = (0_i32, 0_i32);
    let mut cells = vec![json!({"i": i, "j": j})];
    for _ in 0..choices.below(12) {
        match choices.below(5) {
            0 => i = i.wrapping_add(1),
            1 => i = i.wrapping_sub(1),
            2 => j = j.wrapping_add(1),
            3 => j = j.wrapping_sub(1),
            _ if choices.once_in(8) => (i, j) = (choices.word() as i32, choices.word() as i32),
            _ => (i, j) = (0, 0),
        }
        let cell = json!({"i": i, "j": j});
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let centre = match choices.once_in(32) {
        true => json!({"i": choices.word() as i32, "j": choices.word() as i32}),
        false => json!({"i": choices.below(12), "j": choices.below(12)}),
    };
    json!({"center": centre, "offsets": cells})
}
