//! A game written down, to be looked at or checked: JSON lines, described in docs/arena.md.

use super::record::{EndName, seat_of};
use super::referee::{End, Verdict};
use super::side::Lock;
use crate::game::{Block, Field, Placement, Rotation, Spin};
use serde_json::{Value, json};

/// The version of the format. It grows when the meaning of what is written changes.
const VERSION: u32 = 1;

/// Writes a game down as it is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    text: String,
}

impl Recorder {
    /// Begins with the head: the game's number, its seed, the preset, and the bots, A first.
    pub fn new(game: u64, seed: u64, preset: &str, bots: &[String; 2]) -> Recorder {
        let mut recorder = Recorder {
            text: String::new(),
        };
        let bot = |seat: usize| &bots[seat_of(game, seat)];
        recorder.line(&json!({
            "replay": VERSION,
            "game": game,
            "seed": seed,
            "preset": preset,
            "seats": [bot(0), bot(1)],
        }));
        recorder
    }

    /// A piece was played: `frame` is when it was asked for; after it, how many frames it
    /// moves, and how many lines of garbage waited for its side.
    pub fn lock(&mut self, frame: u64, seat: usize, lock: &Lock, (way, waiting): (u64, u32)) {
        let clear = &lock.clear;
        let mut line = json!({
            "f": frame,
            "s": seat,
            "move": placement(&lock.placement),
            "way": way,
            "waiting": waiting,
        });
        if clear.lines > 0 {
            line["lines"] = clear.lines.into();
            line["sent"] = clear.attack.into();
            line["combo"] = clear.combo.into();
            line["b2b"] = clear.back_to_back.into();
            line["perfect"] = clear.perfect.into();
        }
        self.line(&line);
    }

    /// Rows of garbage came up, in this order: masks of filled columns.
    pub fn rise(&mut self, frame: u64, seat: usize, rows: &[u16]) {
        let rows: Vec<String> = rows.iter().map(|&row| drawn(row)).collect();
        self.line(&json!({"f": frame, "s": seat, "garbage": rows}));
    }

    /// The end, with the boards as they stood, top row first.
    pub fn end(&mut self, verdict: &Verdict, fields: [&Field; 2]) {
        let ends = verdict.ends.map(|end: Option<End>| end.map(EndName::from));
        self.line(&json!({
            "f": verdict.frame,
            "winner": verdict.winner,
            "ends": ends,
            "boards": fields.map(board),
        }));
    }

    /// Everything written.
    pub fn into_text(self) -> String {
        self.text
    }

    fn line(&mut self, value: &Value) {
        self.text.push_str(&value.to_string());
        self.text.push('\n');
    }
}

fn placement(placement: &Placement) -> Value {
    let rotation = match placement.rotation {
        Rotation::North => "north",
        Rotation::East => "east",
        Rotation::South => "south",
        Rotation::West => "west",
    };
    let spin = match placement.spin {
        Spin::None => "none",
        Spin::Mini => "mini",
        Spin::Full => "full",
    };
    json!([
        placement.piece.letter().to_string(),
        rotation,
        placement.x,
        placement.y,
        spin
    ])
}

/// A row of garbage, `G` filled and `.` empty, left to right.
fn drawn(row: u16) -> String {
    (0..10)
        .map(|x| if row >> x & 1 == 1 { 'G' } else { '.' })
        .collect()
}

fn board(field: &Field) -> Vec<String> {
    let rows = &field.rows()[..field.height()];
    let letter = |block: &Option<Block>| match block {
        None => '.',
        Some(Block::Garbage) => 'G',
        Some(Block::Piece(piece)) => piece.letter(),
    };
    rows.iter()
        .rev()
        .map(|row| row.iter().map(letter).collect())
        .collect()
}
