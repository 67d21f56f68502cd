//! Recorded games of the league, played again with keys: shifts, turns and single-row soft drops
//! bring each piece to its place. All recorded values must follow.

use crate::common::{PLAIN, WEIGHTLESS, tap, wait};
use landfall_play::{GarbageSettings, Handling, Key, Lock, Player};
use landfall_rules::board::CellKind;
use landfall_rules::garbage::{HoleSettings, SideGarbage};
use landfall_rules::path::{MoveCosts, PieceInput};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rotation::TurnKind;
use landfall_rules::{Piece, Placement, Playfield, Ruleset, Side, Spin};
use serde_json::{Value, json};
use std::path::Path;

/// Frames between two recorded locks.
const FRAMES: usize = 30;

/// A soft drop by exactly one row whenever time passes.
const ROW_BY_ROW: Handling = Handling { sdf: 20.0, ..PLAIN };

const RULES: &Ruleset = &WEIGHTLESS;

/// Returns the text of a file of games: the whole file if it is beside the project, otherwise the
/// part in the repository.
fn games(name: &str) -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = here.join("../../../shared/data/tetrio-s2").join(name);
    let kept = here.join("../arena/tests/league").join(name);
    landfall_testing::files::text(if all.exists() { all } else { kept })
}

/// Returns the game of a line, unless its attacks are multiplied from the start: no elapsed time
/// gives such a multiplier here.
fn begin(line: &Value) -> Option<Player> {
    if !line["multiplier"].is_null() {
        return None;
    }
    let seed = line["seed"].as_u64().unwrap();
    let holes = HoleSettings::default();
    let garbage = SideGarbage::new(RULES, &holes, seed);
    let mut side = Side::new(RULES, 6, PieceSequence::new(RULES, seed), garbage);
    let empty = Vec::new();
    let rows = line["board"].as_array().unwrap_or(&empty);
    let (field, garbage_rows) = field(rows);
    let mut state = side.state().clone();
    for (x, column) in state.board.columns.iter_mut().enumerate() {
        let filled = |&y: &usize| field.get(x as i8, y as i8).is_some();
        *column = (0..rows.len())
            .filter(filled)
            .fold(0, |all, y| all | 1 << y);
    }
    state.clear_state.combo = line["combo"].as_u64().unwrap_or(0) as u16;
    state.clear_state.back_to_back = line["b2b"].as_u64().unwrap_or(0) as u16;
    state.clear_state.garbage_rows = garbage_rows;
    side.set_position(state, field);
    Some(Player::with_side(
        side,
        ROW_BY_ROW,
        GarbageSettings::default(),
    ))
}

fn field(rows: &[Value]) -> (Playfield, u8) {
    let mut field = Playfield::new();
    let mut garbage = 0;
    for (y, row) in rows.iter().enumerate() {
        let row = row.as_str().unwrap();
        garbage += u8::from(row.contains('G') && usize::from(garbage) == y);
        for (x, letter) in row.chars().enumerate().filter(|(_, letter)| *letter != '.') {
            let kind = Piece::try_from(letter)
                .ok()
                .map_or(CellKind::Garbage, CellKind::Piece);
            field.fill(&[(x as i8, y as i8)], kind);
        }
    }
    (field, garbage)
}

/// Returns the placement of a line.
fn placement(player: &Player, line: &Value) -> Placement {
    let spin = match line["spin"].as_str().unwrap() {
        "none" => Spin::None,
        "mini" => Spin::Mini,
        _ => Spin::Full,
    };
    let piece = player.piece().unwrap();
    let found = player
        .side()
        .state()
        .legal_placements(RULES)
        .into_iter()
        .find(|own| {
            let mut cells = own.cells(RULES);
            cells.sort_unstable();
            own.piece == piece && own.spin == spin && json!(cells) == line["cells"]
        });
    found.unwrap_or_else(|| panic!("no way there: {line}"))
}

/// Brings the piece to its place and drops it.
fn play(player: &mut Player, placement: &Placement) {
    let state = player.side().state();
    let costs = MoveCosts {
        step: 2,
        soft_drop: 3,
    };
    let route = state.route(RULES, placement, costs).unwrap();
    for input in route.inputs {
        match input {
            PieceInput::Left => press(player, Key::Left),
            PieceInput::Right => press(player, Key::Right),
            PieceInput::SoftDrop => lower(player),
            PieceInput::Turn(TurnKind::Clockwise) => press(player, Key::Clockwise),
            PieceInput::Turn(TurnKind::CounterClockwise) => press(player, Key::CounterClockwise),
            PieceInput::Turn(TurnKind::Half) => press(player, Key::HalfTurn),
        }
    }
    press(player, Key::HardDrop);
}

/// Presses a key now.
fn press(player: &mut Player, key: Key) {
    let now = player.subframe();
    player.press(key, now, false);
    player.release(key, now);
}

/// Lowers the piece by a row.
fn lower(player: &mut Player) {
    let now = player.subframe();
    player.press(Key::SoftDrop, now, false);
    player.release(Key::SoftDrop, now + 0.001);
}

fn letters(pieces: impl IntoIterator<Item = Piece>) -> Value {
    let letters: Vec<String> = pieces
        .into_iter()
        .map(|piece| char::from(piece).into())
        .collect();
    json!(letters)
}

/// Returns the rows of a game in the form of a line.
fn rows(player: &Player) -> Value {
    let field = player.side().field();
    let rows: Vec<String> = field.drawn_rows().collect();
    json!(rows)
}

/// Compares the result of a lock with its line.
fn compare(player: &Player, lock: &Lock, line: &Value) {
    let clear = &lock.result.clear;
    let state = player.side().state();
    let rose: Vec<u32> = lock
        .raised
        .iter()
        .rev()
        .map(|row| row.trailing_ones())
        .collect();
    let found = [
        ("lines", json!(clear.lines)),
        ("garbage_lines", json!(clear.garbage_lines)),
        ("all_clear", json!(clear.perfect)),
        ("combo", json!(lock.counters.combo)),
        ("b2b", json!(lock.counters.back_to_back)),
        ("packets", json!(clear.packets().to_vec())),
        ("sent", json!(lock.sent.to_vec())),
        ("rose", json!(rose)),
        (
            "waiting",
            json!(player.side().garbage.packets().collect::<Vec<_>>()),
        ),
        ("board", rows(player)),
        ("hold", json!(state.hold.map(|piece| piece.to_string()))),
        ("next", letters(state.queue.iter().copied().take(5))),
        ("held", json!(lock.held)),
    ];
    for (member, value) in found {
        assert_eq!(value, line[member], "`{member}` of {line}");
    }
    assert_eq!(player.over().is_some(), line["dead"] == true, "{line}");
}

/// Plays the games of a text. Returns the number of compared locks.
fn replay(text: &str) -> usize {
    let mut player = None;
    let mut locks = 0;
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if !line["game"].is_null() {
            player = begin(&line);
            continue;
        }
        let Some(player) = &mut player else { continue };
        for rows in line["arrived"].as_array().unwrap() {
            player.receive_garbage(rows.as_u64().unwrap() as u32);
        }
        wait(player, FRAMES);
        if line["held"] == true {
            tap(player, Key::Hold);
        }
        let placement = placement(player, &line);
        play(player, &placement);
        let played = player.take_locks();
        assert_eq!(played.len(), 1, "{line}");
        assert_eq!(played[0].result.placement, placement, "{line}");
        compare(player, &played[0], &line);
        locks += 1;
    }
    locks
}

#[test]
fn recorded_games_follow_from_keys() {
    for name in ["games.jsonl", "games_long.jsonl"] {
        let locks = replay(&games(name));
        assert!(locks > 100, "{name}: {locks}");
    }
}
