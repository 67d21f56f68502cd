//! The replay of a game for the pages of the arena: JSON lines, one seat, cells in place of moves
//! (docs/replays.md describes the format). Nothing takes time, so a move is a second.

use super::game::SimGame;
use crate::convert::FallingBlock;
use crate::messages::{COLUMNS, ROWS};
use crate::polyomino::Pose;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The version of the format.
const VERSION: u32 = 2;

/// Frames from one move to the next: a second.
const FRAMES_PER_MOVE: u32 = 60;

/// Rows of the board that the pages show.
const VISIBLE_ROWS: usize = ROWS;

/// Records a game as it is played.
#[derive(Clone, Debug)]
pub struct ReplayRecorder {
    seed: u64,
    queue: Vec<String>,
    shapes: BTreeMap<String, Value>,
    lines: Vec<Value>,
}

impl ReplayRecorder {
    /// Returns a recorder with the blocks that are known at first.
    pub fn new(seed: u64, game: &SimGame) -> ReplayRecorder {
        let mut recorder = ReplayRecorder {
            seed,
            queue: Vec::new(),
            shapes: BTreeMap::new(),
            lines: Vec::new(),
        };
        recorder.queue = game
            .state
            .blocks
            .iter()
            .map(|block| recorder.block_name(block))
            .collect();
        recorder
    }

    /// Records a block that came to rest in a pose and cleared so many rows; `after` is the game
    /// since then.
    pub fn record_move(&mut self, placed: &FallingBlock, pose: Pose, after: &SimGame, rows: usize) {
        let block = self.block_name(placed);
        let dealt = after.state.blocks.last().map(|new| self.block_name(new));
        let frame = (after.moves - 1) * FRAMES_PER_MOVE;
        let mut line = json!({
            "f": frame,
            "s": 0,
            "cells": placed.shape.cells(pose).collect::<Vec<_>>(),
            "block": block,
            "locks": frame + FRAMES_PER_MOVE / 2,
            "dealt": dealt,
            "info": {"score": after.state.score},
        });
        if rows > 0 {
            line["lines"] = rows.into();
        }
        self.lines.push(line);
    }

    /// Returns the text of the replay; `game` is the game as it ended.
    pub fn finish(self, game: &SimGame) -> String {
        let drawn = |y| -> String {
            let filled = |x| game.state.board.filled(x, y);
            let cell = |x| if filled(x) { '#' } else { '.' };
            (0..COLUMNS as i8).map(cell).collect()
        };
        let board: Vec<String> = (0..ROWS as i8).rev().map(drawn).collect();
        let end = json!({
            "f": game.moves * FRAMES_PER_MOVE,
            "winner": null,
            "ends": [if game.is_over { Some("top_out") } else { None }],
            "boards": [board],
        });
        let header = json!({
            "replay": VERSION,
            "seed": self.seed,
            "rules": "dropblox",
            "seats": ["landfall dropblox"],
            "names": [format!("{} points", game.state.score)],
            "board": {"columns": COLUMNS, "rows": VISIBLE_ROWS, "ceiling": ROWS},
            "queues": [self.queue],
            "shapes": Map::from_iter(self.shapes),
        });
        let all = std::iter::once(header).chain(self.lines).chain([end]);
        all.map(|line| line.to_string() + "\n").collect()
    }

    /// Returns a block's name. Its first letter is the colour: small blocks have early letters.
    fn block_name(&mut self, block: &FallingBlock) -> String {
        let cells = &block.shape.states[0].cells;
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
