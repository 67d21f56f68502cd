//! A game written down for the pages of the arena: JSON lines, one seat, cells in place of
//! moves (docs/arena.md describes the format). Frames are moves here: nothing takes time.

use super::game::Match;
use crate::geometry::Entrant;
use crate::messages::{COLUMNS, ROWS};
use crate::polyomino::Pose;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The version of the format.
const VERSION: u32 = 2;

/// Frames from one move to the next: as many as a second has.
const FRAMES: u32 = 60;

/// Rows that are seen of the board; blocks enter above them.
const SEEN: usize = ROWS;

/// Writes a game down as it is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    seed: u64,
    queue: Vec<String>,
    shapes: BTreeMap<String, Value>,
    lines: Vec<Value>,
}

impl Recorder {
    /// Begins with the blocks that are known at first.
    pub fn new(seed: u64, game: &Match) -> Recorder {
        let mut recorder = Recorder {
            seed,
            queue: Vec::new(),
            shapes: BTreeMap::new(),
            lines: Vec::new(),
        };
        recorder.queue = game
            .situation
            .blocks
            .iter()
            .map(|entrant| recorder.name(entrant))
            .collect();
        recorder
    }

    /// A block has come to rest in a pose and cleared so many rows; `after` is the game
    /// since then.
    pub fn placed(&mut self, entrant: &Entrant, pose: Pose, after: &Match, rows: usize) {
        let block = self.name(entrant);
        let dealt = after.situation.blocks.last().map(|new| self.name(new));
        let frame = (after.moves - 1) * FRAMES;
        let mut line = json!({
            "f": frame,
            "s": 0,
            "cells": entrant.block.cells(pose).collect::<Vec<_>>(),
            "block": block,
            "locks": frame + FRAMES / 2,
            "dealt": dealt,
            "info": {"score": after.situation.score},
        });
        if rows > 0 {
            line["lines"] = rows.into();
        }
        self.lines.push(line);
    }

    /// The text of the replay; `last` is the game as it ended.
    pub fn text(self, last: &Match) -> String {
        let drawn = |y| -> String {
            let filled = |x| last.situation.field.filled(x, y);
            let cell = |x| if filled(x) { '#' } else { '.' };
            (0..COLUMNS as i8).map(cell).collect()
        };
        let board: Vec<String> = (0..ROWS as i8).rev().map(drawn).collect();
        let end = json!({
            "f": last.moves * FRAMES,
            "winner": null,
            "ends": [if last.over { Some("top_out") } else { None }],
            "boards": [board],
        });
        let head = json!({
            "replay": VERSION,
            "seed": self.seed,
            "rules": "dropblox",
            "seats": ["landfall dropblox"],
            "names": [format!("{} points", last.situation.score)],
            "board": {"columns": COLUMNS, "rows": SEEN, "ceiling": ROWS},
            "queues": [self.queue],
            "shapes": Map::from_iter(self.shapes),
        });
        let all = std::iter::once(head).chain(self.lines).chain([end]);
        all.map(|line| line.to_string() + "\n").collect()
    }

    /// A name for a block, whose first letter is its colour: small blocks have early letters.
    fn name(&mut self, entrant: &Entrant) -> String {
        let cells = &entrant.block.states[0].cells;
        let letter = char::from(b'a' + (cells.len() as u8 - 1) * 2);
        let bits = cells
            .iter()
            .map(|(x, y)| format!("{x}{y}"))
            .collect::<String>();
        let name = format!("{letter}{bits}");
        self.shapes
            .entry(name.clone())
            .or_insert_with(|| json!({"north": cells.as_slice()}));
        name
    }
}
