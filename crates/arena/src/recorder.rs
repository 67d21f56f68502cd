//! Writes replays: JSON lines, which docs/replays.md describes.

use super::observer::{GameObserver, PlayedPiece};
use super::player::{PlayerError, Suggestion};
use super::preset::{GarbageSource, Preset};
use super::record::bot_seat;
use super::referee::GameResult;
use landfall_replay::arena::format;
use landfall_rules::{Playfield, Queue, Ruleset};
use serde_json::{Map, Value, json};

/// Most characters that are kept of a bot's text about a move.
const MAX_EXTRA_CHARS: usize = 200;

/// Writes a replay while its game is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    rules: Ruleset,
    text: String,
}

impl Recorder {
    /// Starts a replay with its head. `bots` are the commands of A and B; `queues` are the pieces that
    /// each seat sees at the start.
    pub fn new(
        game: u64,
        seed: u64,
        preset: &Preset,
        bots: &[String; 2],
        queues: [&Queue; 2],
    ) -> Recorder {
        let rules = &preset.rules;
        let mut recorder = Recorder {
            rules: *rules,
            text: String::new(),
        };
        let bot = |seat: usize| &bots[bot_seat(game, seat)];
        let names = [0, 1].map(|seat| ["A", "B"][bot_seat(game, seat)]);
        let mut head = format::head(rules);
        head["game"] = game.into();
        head["seed"] = seed.into();
        head["preset"] = preset.name.clone().into();
        head["timings"] = json!({
            "clear": preset.frames.clear,
            "perfect_clear": preset.frames.perfect_clear,
            "step": preset.frames.step,
            "soft_drop": preset.frames.soft_drop,
        });
        head["seats"] = json!([bot(0), bot(1)]);
        head["names"] = json!(names);
        head["garbage"] = json!({
            "sent": preset.garbage.from == GarbageSource::Attacks,
            "cancels": preset.garbage.cancel,
        });
        head["queues"] = json!(queues.map(|queue| format::piece_letters(queue.iter().copied())));
        if let Some(queue) = rules.garbage_queue {
            head["garbage"]["opener"] = queue.opener_pieces.into();
        }
        recorder.line(&head);
        recorder
    }

    /// Returns the replay.
    pub fn into_text(self) -> String {
        self.text
    }

    fn line(&mut self, value: &Value) {
        self.text.push_str(&value.to_string());
        self.text.push('\n');
    }
}

impl GameObserver for Recorder {
    /// Writes a locked piece of a side, with the garbage that waits for the side and the suggestion of
    /// the move.
    fn piece_locked(&mut self, piece: &PlayedPiece) {
        let PlayedPiece { lock, side, .. } = *piece;
        let clear = &lock.clear;
        let mut line = format::locked(piece.times, piece.seat, &lock.placement, clear);
        line["waiting"] = side.garbage.pending().into();
        line["dealt"] = format::piece_letters(lock.dealt.iter().copied()).into();
        if self.rules.attack.back_to_back.is_counted() {
            line["chain"] = side.state().clear_state.back_to_back.into();
        }
        if self.rules.garbage_queue.is_some() {
            line["packets"] = side.packets(clear).to_vec().into();
            line["packets_waiting"] = side.garbage.packets().collect::<Vec<_>>().into();
        }
        let info = move_info(piece.suggestion);
        if !info.is_empty() {
            line["info"] = info.into();
        }
        self.line(&line);
    }

    /// Writes rows of garbage as masks of filled columns, in the order in which they rose.
    fn garbage_raised(&mut self, frame: u64, seat: usize, rows: &[u16]) {
        self.line(&format::garbage(frame, seat, rows));
    }

    /// Writes the end, with the last boards, top row first, and the failures of the players, by seat.
    fn game_over(
        &mut self,
        result: &GameResult,
        fields: [&Playfield; 2],
        failures: &[Option<PlayerError>; 2],
    ) {
        let mut line = json!({
            "f": result.frame,
            "winner": result.winner,
            "ends": result.ends,
            "boards": fields.map(format::board),
        });
        if failures.iter().any(Option::is_some) {
            line["failures"] = json!(failures);
        }
        self.line(&line);
    }
}

/// Returns the bot's report of its search without the speed, so that the same game gives the same
/// bytes.
fn move_info(suggestion: &Suggestion) -> Map<String, Value> {
    let mut info = Map::new();
    let numbers = [
        ("depth", suggestion.effort.depth),
        ("nodes", suggestion.effort.nodes),
    ];
    for (name, value) in numbers {
        match value {
            Some(value) if value.fract() == 0.0 && value.abs() < 9e15 => {
                info.insert(name.into(), (value as i64).into());
            }
            Some(value) => {
                info.insert(name.into(), value.into());
            }
            None => {}
        }
    }
    if let Some(extra) = &suggestion.extra {
        let extra: String = extra.chars().take(MAX_EXTRA_CHARS).collect();
        info.insert("extra".into(), extra.into());
    }
    info
}
