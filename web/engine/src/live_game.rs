//! A game that a visitor plays with keys.
//!
//! Names the keys and turns the times of a page into frames. `landfall-play` defines what keys do.

use crate::json::{
    JsonError, ReadJson, from_json, object, optional, optional_text, optional_whole, to_json,
};
use crate::turn_game::{GameError, TurnGame};
use crate::view::{ActivePiece, Placed, View};
use landfall_play::{GarbageSettings, Handling, HandlingError, Key, Player};
use landfall_rules::Ruleset;
use landfall_rules::rulesets::UnknownRuleset;
use landfall_rules::timing::Timing;
use landfall_tbp::attributes::{Object, missing, unexpected};
use landfall_tbp::convert::to_start;
use landfall_tbp::messages::{FrontendMessage, IncomingGarbage};
use serde::Serialize;
use serde_json::Value;
use thiserror::Error;
use wasm_bindgen::prelude::*;

/// The most pieces that may be seen beyond the one in play.
const MOST_PREVIEWS: u64 = 30;

/// The pieces that are seen beyond the one in play unless the options say otherwise.
const DEFAULT_PREVIEWS: u64 = 5;

/// The keys by their names.
const KEYS: [(&str, Key); 8] = [
    ("left", Key::Left),
    ("right", Key::Right),
    ("soft_drop", Key::SoftDrop),
    ("hard_drop", Key::HardDrop),
    ("clockwise", Key::Clockwise),
    ("counterclockwise", Key::CounterClockwise),
    ("half_turn", Key::HalfTurn),
    ("hold", Key::Hold),
];

/// A game played with keys. The page gives the times: frames of 1/60 s since the game began, with
/// fractions.
#[wasm_bindgen]
pub struct LiveGame {
    player: Player,
    /// By the number of the key in [`KEYS`].
    held: [bool; KEYS.len()],
}

/// The options of a game.
#[derive(Debug)]
struct GameOptions {
    /// Name of the ruleset.
    rules: String,
    seed: u64,
    handling: Handling,
    /// Pieces seen beyond the one in play.
    previews: u64,
    /// Where the game begins, as a `start` of TBP: it has only the pieces that are known there.
    start: Option<Value>,
    /// Whether pieces neither fall nor lock by themselves.
    untimed: bool,
}

/// The members of [`GameOptions`].
const OPTION_NAMES: [&str; 6] = ["rules", "seed", "handling", "previews", "start", "untimed"];

impl ReadJson for GameOptions {
    fn read(what: &'static str, value: &Value) -> Result<GameOptions, JsonError> {
        let given = object(what, value, &OPTION_NAMES)?;
        Ok(GameOptions {
            rules: optional_text(given, "rules")?.ok_or_else(|| missing("rules"))?,
            seed: match given.contains_key("start") {
                true => optional_whole(given, "seed")?.unwrap_or(0),
                false => optional_whole(given, "seed")?.ok_or_else(|| missing("seed"))?,
            },
            handling: match optional(given, "handling") {
                Some(handling) => Handling::read("handling", handling)?,
                None => Handling::default(),
            },
            previews: optional_whole(given, "previews")?.unwrap_or(DEFAULT_PREVIEWS),
            start: optional(given, "start").cloned(),
            untimed: optional_flag(given, "untimed", false)?,
        })
    }
}

/// The members of [`Handling`].
const HANDLING_NAMES: [&str; 9] = [
    "das",
    "arr",
    "dcd",
    "sdf",
    "cancel",
    "safe_lock",
    "soft_drop_first",
    "initial_turn",
    "initial_hold",
];

/// [`Handling::check`] decides whether the numbers can be used.
impl ReadJson for Handling {
    fn read(what: &'static str, value: &Value) -> Result<Handling, JsonError> {
        let given = object(what, value, &HANDLING_NAMES)?;
        let usual = Handling::default();
        Ok(Handling {
            das: optional_number(given, "das", usual.das)?,
            arr: optional_number(given, "arr", usual.arr)?,
            dcd: optional_number(given, "dcd", usual.dcd)?,
            sdf: optional_number(given, "sdf", usual.sdf)?,
            cancel: optional_flag(given, "cancel", usual.cancel)?,
            safe_lock: optional_flag(given, "safe_lock", usual.safe_lock)?,
            soft_drop_first: optional_flag(given, "soft_drop_first", usual.soft_drop_first)?,
            initial_turn: optional_flag(given, "initial_turn", usual.initial_turn)?,
            initial_hold: optional_flag(given, "initial_hold", usual.initial_hold)?,
        })
    }
}

fn optional_number(object: &Object, name: &str, usual: f64) -> Result<f64, JsonError> {
    match optional(object, name) {
        None => Ok(usual),
        Some(value) => Ok(value
            .as_f64()
            .ok_or_else(|| unexpected(name, "a number", value))?),
    }
}

fn optional_flag(object: &Object, name: &str, usual: bool) -> Result<bool, JsonError> {
    match optional(object, name) {
        None => Ok(usual),
        Some(value) => Ok(value
            .as_bool()
            .ok_or_else(|| unexpected(name, "true or false", value))?),
    }
}

/// Why a game cannot do what a page asks.
#[derive(Debug, Error)]
enum LiveGameError {
    #[error(transparent)]
    Json(#[from] JsonError),
    #[error("options of the game: {0}")]
    Rules(UnknownRuleset),
    #[error("options of the game: `previews` is {0}: it must be from 0 to {MOST_PREVIEWS}")]
    Previews(u64),
    #[error("options of the game: {0}")]
    Start(#[from] GameError),
    #[error("settings of the keys: {0}")]
    Handling(HandlingError),
    #[error("there is no key {0:?}, there are: {keys}", keys = key_names())]
    Key(String),
}

fn key_names() -> String {
    KEYS.map(|(name, _)| name).join(", ")
}

/// An event of a game.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum GameEvent {
    Placed(Placed),
}

#[wasm_bindgen]
impl LiveGame {
    /// Returns a new game, whose first piece has appeared, with options as JSON: `rules` by name,
    /// `seed`, `handling`, `previews`; `start`: a `start` of TBP at which it begins instead, with the
    /// known pieces alone; `untimed`: whether pieces neither fall nor lock by themselves.
    ///
    /// # Errors
    /// The options cannot be read, or cannot be played.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<LiveGame, JsError> {
        Ok(LiveGame::from_options(options)?)
    }

    /// Presses a key at a time. Has no effect if the key is held already.
    ///
    /// # Errors
    /// There is no such key.
    pub fn press(&mut self, key: &str, frame: f64) -> Result<(), JsError> {
        Ok(self.set_key(key, frame, true)?)
    }

    /// Releases a key at a time.
    ///
    /// # Errors
    /// There is no such key.
    pub fn release(&mut self, key: &str, frame: f64) -> Result<(), JsError> {
        Ok(self.set_key(key, frame, false)?)
    }

    /// Plays all frames that have ended by a time. Returns the events since the last call,
    /// those of keys too: a list of `{"type": "placed", ...}`.
    pub fn advance(&mut self, frame: f64) -> String {
        self.end_frames(frame);
        to_json(&self.take_events())
    }

    /// Adds a packet of garbage that arrives now.
    pub fn receive_garbage(&mut self, lines: u32) {
        self.player.receive_garbage(lines);
    }

    /// Returns the game as a page draws it. The queue is of the next pieces.
    pub fn view(&self) -> String {
        to_json(&self.to_view())
    }

    /// Returns the `start` of TBP for the turn of the piece in play. A hold since it appeared is
    /// not in it: a bot may choose to hold or not.
    pub fn start_message(&self) -> String {
        to_json(&self.to_start())
    }

    /// Changes the handling, with settings as JSON. Keys that are held stay held.
    ///
    /// # Errors
    /// The settings cannot be read or used.
    pub fn set_handling(&mut self, handling: &str) -> Result<(), JsError> {
        Ok(self.change_handling(handling)?)
    }
}

impl LiveGame {
    fn from_options(options: &str) -> Result<LiveGame, LiveGameError> {
        let options: GameOptions = from_json("options of the game", options)?;
        let mut rules: Ruleset = options.rules.parse().map_err(LiveGameError::Rules)?;
        if options.untimed {
            rules.timing = Timing::NONE;
        }
        if options.previews > MOST_PREVIEWS {
            return Err(LiveGameError::Previews(options.previews));
        }
        let handling = options.handling.check();
        let handling = handling.map_err(LiveGameError::Handling)?;
        let previews = options.previews as usize;
        let garbage = GarbageSettings::default();
        let player = match &options.start {
            Some(start) => {
                let side = TurnGame::from_start(&rules, start)?.into_side();
                Player::with_side(side, handling, garbage)
            }
            None => Player::new(&rules, options.seed, previews, handling, garbage),
        };
        Ok(LiveGame {
            player,
            held: [false; KEYS.len()],
        })
    }

    fn change_handling(&mut self, handling: &str) -> Result<(), LiveGameError> {
        let handling: Handling = from_json("settings of the keys", handling)?;
        let handling = handling.check().map_err(LiveGameError::Handling)?;
        self.player.set_handling(handling);
        Ok(())
    }

    fn set_key(&mut self, name: &str, frame: f64, down: bool) -> Result<(), LiveGameError> {
        let number = KEYS.iter().position(|(known, _)| *known == name);
        let number = number.ok_or_else(|| LiveGameError::Key(name.chars().take(40).collect()))?;
        if self.held[number] == down {
            return Ok(());
        }
        self.held[number] = down;
        self.end_frames(frame);
        // A time in the past counts as now.
        let subframe = frame - self.player.frame() as f64;
        let key = KEYS[number].1;
        if down {
            self.player.press(key, subframe, false);
        } else {
            self.player.release(key, subframe);
        }
        Ok(())
    }

    /// Ends the frames before a time. A part of a frame passes only up to a key: what happens
    /// must not depend on how often a page asks.
    fn end_frames(&mut self, frame: f64) {
        while self.player.over().is_none() && (self.player.frame() + 1) as f64 <= frame {
            self.player.end_frame();
        }
    }

    fn take_events(&mut self) -> Vec<GameEvent> {
        let locks = self.player.take_locks();
        let side = self.player.side();
        locks
            .iter()
            .map(|lock| {
                let mut placed = Placed::of(side, &lock.result, &lock.sent, lock.raised.len());
                placed.combo = lock.counters.combo;
                placed.back_to_back = lock.counters.back_to_back;
                placed.over = lock.loss.map(|loss| loss.to_string());
                GameEvent::Placed(placed)
            })
            .collect()
    }

    fn to_view(&self) -> View {
        let player = &self.player;
        let mut view = View::of(player.side(), player.frame());
        let piece = player.piece().zip(player.cells());
        view.active = piece.map(|(piece, cells)| ActivePiece {
            piece: char::from(piece),
            cells,
        });
        view.ghost = player.ghost();
        view.can_hold = player.can_hold();
        if view.active.is_some() {
            view.queue.remove(0);
        }
        view.over = player.over().map(|loss| loss.to_string());
        view
    }

    fn to_start(&self) -> FrontendMessage {
        let side = self.player.side();
        let rules = side.rules();
        let mut start = to_start(self.player.turn_start(), side.field(), None);
        start.incoming_garbage = IncomingGarbage::Rows(side.garbage.pending());
        let pieces = u32::try_from(side.totals().pieces).unwrap_or(u32::MAX);
        start.pieces_placed = rules.garbage_queue.map(|_| pieces);
        start.frame = rules.margin_time.map(|_| self.player.frame());
        FrontendMessage::Start(start)
    }
}

#[cfg(test)]
mod tests;
