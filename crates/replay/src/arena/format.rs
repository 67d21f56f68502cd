//! Writes pieces, placements, rows and boards in the form of arena replays, for all writers of
//! replays. [`lines`](super::lines) parses them.

use landfall_rules::board::{MAX_HEIGHT, WIDTH};
use landfall_rules::rotation::RotationSystem;
use landfall_rules::{Clear, Piece, Placement, Playfield, Rotation, Ruleset};
use serde_json::{Map, Value, json};

/// The version of the format. It grows when the meaning of the lines changes.
pub const VERSION: u32 = 2;

/// Visible rows of a board.
const VISIBLE_ROWS: usize = 20;

/// Columns of a board, its visible rows, and all its rows.
pub const BOARD_SIZE: [usize; 3] = [WIDTH, VISIBLE_ROWS, MAX_HEIGHT];

/// When a move was requested, how long it took, and when its piece locked, in frames.
#[derive(Clone, Copy, Debug)]
pub struct MoveTimes {
    /// The frame at which it was requested.
    pub requested: u64,
    /// Frames that the piece moved.
    pub path: u64,
    /// The frame at which it locked.
    pub locks: u64,
}

/// Returns the common attributes of all heads: the version, the rules, the board, and the pieces'
/// shapes.
pub fn head(rules: &Ruleset) -> Value {
    let [columns, rows, ceiling] = BOARD_SIZE;
    let mut head = json!({
        "replay": VERSION,
        "rules": rules.name,
        "board": {"columns": columns, "rows": rows, "ceiling": ceiling},
        "shapes": shapes(rules.rotation),
    });
    if let Some(surge) = rules.attack.back_to_back.surge {
        head["surge"] = json!({"at": surge.at, "base": surge.base});
    }
    head
}

/// Returns the line of a locked piece: its placement, and the result of the clear.
pub fn locked(times: MoveTimes, seat: usize, place: &Placement, clear: &Clear) -> Value {
    let mut line = json!({
        "f": times.requested,
        "s": seat,
        "move": placement(place),
        "way": times.path,
        "locks": times.locks,
    });
    if clear.lines > 0 {
        line["lines"] = clear.lines.into();
        line["sent"] = clear.attack.into();
        line["combo"] = clear.combo.into();
        line["b2b"] = clear.back_to_back.into();
        line["perfect"] = clear.perfect.into();
    }
    line
}

/// Returns the line of garbage rows, masks of filled columns in the order in which they rose.
pub fn garbage(frame: u64, seat: usize, rows: &[u16]) -> Value {
    let rows: Vec<String> = rows.iter().map(|&row| garbage_row(row)).collect();
    json!({"f": frame, "s": seat, "garbage": rows})
}

/// Returns the letters of pieces.
pub fn piece_letters(pieces: impl Iterator<Item = Piece>) -> Vec<String> {
    pieces.map(|piece| piece.to_string()).collect()
}

/// Returns the cells of every piece in every state, relative to its centre, to which `move` refers.
pub fn shapes(system: &RotationSystem) -> Value {
    let states = |piece: Piece| {
        let states = &system.rule(piece).states;
        let states = Rotation::ALL.map(|state| (state.to_string(), json!(states[state.index()])));
        Value::from(Map::from_iter(states))
    };
    Piece::ALL
        .into_iter()
        .map(|piece| (piece.to_string(), states(piece)))
        .collect::<Map<String, Value>>()
        .into()
}

/// Returns the `move` of a placement.
pub fn placement(placement: &Placement) -> Value {
    json!([
        placement.piece.to_string(),
        placement.rotation.to_string(),
        placement.x,
        placement.y,
        placement.spin.to_string()
    ])
}

/// Formats a row of garbage, `G` filled and `.` empty, left to right.
pub fn garbage_row(row: u16) -> String {
    (0..WIDTH)
        .map(|x| if row >> x & 1 == 1 { 'G' } else { '.' })
        .collect()
}

/// Formats a board from its highest filled row down: `.` empty, `G` garbage, otherwise the letter
/// of the piece.
pub fn board(field: &Playfield) -> Vec<String> {
    field.drawn_rows().rev().collect()
}
