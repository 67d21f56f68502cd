//! Presets: timings and garbage of a kind of game, as data files.
//!
//! Owns their format, the presets that come with the program, and reading others. A preset names a
//! ruleset of `landfall-rules`, which has rotation and attack, and which bots receive.

use landfall_experiment::files::read_text;
use landfall_rules::garbage::HoleSettings;
use landfall_rules::path::MoveCosts;
use landfall_rules::timing::{Delays, MoveDelays};
use landfall_rules::{Clear, Ruleset};
use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

/// The presets that come with the program, by name, with their files.
const SHIPPED: [(&str, &str); 7] = [
    ("ppt", include_str!("presets/ppt.json")),
    ("guideline", include_str!("presets/guideline.json")),
    ("tetrio", include_str!("presets/tetrio.json")),
    ("tetrio-s2", include_str!("presets/tetrio-s2.json")),
    ("pason", include_str!("presets/pason.json")),
    ("cheese", include_str!("presets/cheese.json")),
    ("sprint", include_str!("presets/sprint.json")),
];

/// Longest time of a preset in frames, so that sums do not overflow.
const MAX_FRAMES: u64 = 10_000_000;

/// A kind of game. Times are in frames of 1/60 s.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Name, as on the command line.
    pub name: String,
    /// A description, with the source of its figures.
    pub about: String,
    /// The ruleset; in JSON the name of one that ships.
    #[serde(with = "ruleset_name")]
    pub rules: Ruleset,
    /// Pieces that a bot sees, the one in play included, 2..=30.
    pub visible: usize,
    /// Timings.
    pub frames: Timings,
    /// Garbage.
    pub garbage: GarbageSettings,
    /// Lines to clear: the side that clears them first wins. Without it the side that does not top
    /// out wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<u64>,
    /// Frame at which an undecided game is drawn.
    pub longest: u64,
}

/// Timings, in frames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timings {
    /// From the start of the game, when bots receive the position, to the first piece.
    pub start: u64,
    /// From the request of a move to the first input.
    pub answer: u64,
    /// Before every further piece.
    pub spawn: u64,
    /// A shift by one column, or a turn.
    pub step: u32,
    /// A soft drop by one row; the last fall is a hard drop and takes no time.
    pub soft_drop: u32,
    /// Gravity. It only shortens soft drops: a row takes at most as long as gravity needs for it.
    /// Pieces do not fall while they move sideways.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gravity: Option<Gravity>,
    /// A clear of one to four rows.
    pub clear: [u64; 4],
    /// A clear that leaves the board empty, in place of `clear`.
    pub perfect_clear: u64,
}

/// Gravity, which can grow during the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gravity {
    /// Rows per frame at the beginning.
    pub rows: f64,
    /// Frames after the first piece from which on it grows.
    pub grows_after: u64,
    /// Rows per frame that each second adds from then on.
    pub each_second: f64,
}

impl Gravity {
    /// Returns the whole frames in which a piece falls by one row at a frame of the game.
    fn frames_per_row(&self, frame: u64) -> u32 {
        let growing_frames = frame.saturating_sub(self.grows_after) as f64;
        let rows = self.rows + self.each_second * growing_frames / Delays::SECOND;
        (1.0 / rows) as u32
    }
}

/// Garbage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GarbageSettings {
    /// Its source.
    pub from: GarbageSource,
    /// Least frames between the lock that sends it and its rise.
    pub travel: u64,
    /// Whether lines sent first cancel lines that wait for the sender.
    pub cancel: bool,
    /// Whether it waits while its receiver clears lines.
    pub held_by_clears: bool,
    /// Whether every attack has a hole of its own.
    pub new_hole_each_attack: bool,
    /// The probability that any other row has a new hole, in percent.
    pub messiness: u32,
    /// Most rows that rise at once; the rest waits for the next lock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<u32>,
}

/// The source of garbage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum GarbageSource {
    /// The other side's clears.
    Attacks,
    /// A timer, one row at a time.
    Timer {
        /// Frames before the first row.
        every: u64,
        /// Least frames between two rows, at least 1. The interval shrinks by a frame with each row.
        least: u64,
    },
    /// No garbage.
    None,
}

impl GarbageSettings {
    /// Returns the settings of a side's garbage queue.
    pub fn holes(&self) -> HoleSettings {
        HoleSettings {
            new_hole_each_attack: self.new_hole_each_attack,
            messiness: self.messiness,
            cap: self.cap,
        }
    }
}

impl Preset {
    /// Returns the names of the shipped presets.
    pub fn names() -> [&'static str; SHIPPED.len()] {
        SHIPPED.map(|(name, _)| name)
    }

    /// Returns the file of the shipped preset of this name.
    ///
    /// # Errors
    /// There is no such preset.
    pub fn shipped_text(name: &str) -> Result<&'static str, PresetError> {
        let found = SHIPPED.iter().find(|preset| preset.0 == name);
        found
            .map(|preset| preset.1)
            .ok_or_else(|| PresetError::Unknown(name.chars().take(40).collect()))
    }

    /// Returns the shipped preset of this name.
    ///
    /// # Errors
    /// There is no such preset.
    pub fn by_name(name: &str) -> Result<Preset, PresetError> {
        Preset::parse(Preset::shipped_text(name)?)
    }

    /// Returns the preset of a command line argument: a shipped name, or a file that ends in
    /// `.json`.
    ///
    /// # Errors
    /// There is no such preset, or the file cannot be read or is no preset.
    pub fn by_name_or_file(named: &str) -> Result<Preset, PresetError> {
        if !named.ends_with(".json") {
            return Preset::by_name(named);
        }
        let text = read_text(Path::new(named));
        Preset::parse(&text.map_err(|error| PresetError::File(error.to_string()))?)
    }

    /// Parses and checks the JSON of a preset.
    ///
    /// # Errors
    /// It is not the JSON of a preset, or has a value that cannot be played.
    pub fn parse(text: &str) -> Result<Preset, PresetError> {
        let preset: Preset =
            serde_json::from_str(text).map_err(|error| PresetError::Json(error.to_string()))?;
        let wrong = |what: &str| Err(PresetError::Value(what.to_string()));
        if !(2..=30).contains(&preset.visible) {
            return wrong("`visible` must be from 2 to 30");
        }
        if preset.garbage.messiness > 100 {
            return wrong("`garbage.messiness` is a percentage, from 0 to 100");
        }
        if matches!(preset.garbage.from, GarbageSource::Timer { every, least } if least == 0 || every == 0)
        {
            return wrong("`garbage.from.timer` must have `every` and `least` of 1 or more");
        }
        if preset.garbage.cap == Some(0) {
            return wrong("`garbage.cap` must be 1 or more, or be left out");
        }
        if preset.garbage.cap.is_some() && preset.rules.garbage_queue.is_some() {
            return wrong("`garbage.cap` must be left out, the ruleset has its own");
        }
        if let Some(gravity) = &preset.frames.gravity
            && !(gravity.rows > 0.0 && gravity.each_second >= 0.0)
        {
            return wrong("`frames.gravity` must be above 0 and must not shrink");
        }
        if preset.frames.spawn == 0 {
            return wrong("`frames.spawn` must be 1 or more, so that time passes");
        }
        if preset.frames.step > 1_000 || preset.frames.soft_drop > 1_000 {
            return wrong("`frames.step` and `frames.soft_drop` must be at most 1000");
        }
        if preset.times().into_iter().any(|frames| frames > MAX_FRAMES) {
            return wrong("no time may be longer than 10000000 frames");
        }
        Ok(preset)
    }

    fn times(&self) -> Vec<u64> {
        let frames = &self.frames;
        let mut times = frames.clear.to_vec();
        times.extend(frames.gravity.iter().map(|gravity| gravity.grows_after));
        times.extend([
            frames.start,
            frames.answer,
            frames.spawn,
            frames.perfect_clear,
        ]);
        times.extend([self.garbage.travel, self.longest]);
        if let GarbageSource::Timer { every, least } = self.garbage.from {
            times.extend([every, least]);
        }
        times
    }
}

/// A ruleset as its name in JSON.
mod ruleset_name {
    use landfall_rules::Ruleset;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(rules: &Ruleset, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(rules.name)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Ruleset, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse()
            .map_err(|unknown| de::Error::custom(format!("`rules`: {unknown}")))
    }
}

impl Timings {
    /// Returns the times of moves at a frame of the game, counted from the first piece on.
    pub fn move_costs(&self, frame: u64) -> MoveCosts {
        let gravity = self.gravity.as_ref();
        let fall = gravity.map_or(u32::MAX, |gravity| gravity.frames_per_row(frame));
        MoveCosts {
            step: self.step,
            soft_drop: self.soft_drop.min(fall),
        }
    }

    /// Returns the times of clears and moves that bots receive.
    pub fn delays(&self) -> Delays {
        Delays {
            rows: self.clear.map(|frames| frames as f64),
            perfect: self.perfect_clear as f64,
            moves: Some(MoveDelays {
                step: self.step.into(),
                soft_drop: self.soft_drop.into(),
            }),
        }
    }

    /// Returns how many frames a clear takes; 0 without a cleared row.
    pub fn clear_time(&self, clear: &Clear) -> u64 {
        match clear.lines {
            0 => 0,
            _ if clear.perfect => self.perfect_clear,
            lines => self.clear[(lines as usize - 1).min(3)],
        }
    }
}

/// Why a preset cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PresetError {
    /// No preset has this name.
    #[error(
        "there is no preset {0:?}; there are {names}, or give a file that ends in .json",
        names = Preset::names().join(", ")
    )]
    Unknown(String),
    /// Its file cannot be read.
    #[error("{0}")]
    File(String),
    /// It is not the JSON of a preset.
    #[error("the preset cannot be read: {0}")]
    Json(String),
    /// A value cannot be played.
    #[error("the preset cannot be played: {0}")]
    Value(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_has_its_own_name() {
        for (name, _) in SHIPPED {
            assert_eq!(Preset::by_name(name).unwrap().name, name);
        }
        let error = Preset::by_name("chess").unwrap_err().to_string();
        assert!(
            error.contains("ppt, guideline, tetrio, tetrio-s2, pason, cheese, sprint"),
            "{error}"
        );
    }

    #[test]
    fn ppt_has_the_figures_of_battletris() {
        let ppt = Preset::by_name("ppt").unwrap();
        assert_eq!(ppt.frames.clear, [36, 41, 41, 46]);
        let (frames, garbage) = (&ppt.frames, &ppt.garbage);
        assert_eq!(
            (frames.start, frames.spawn, frames.perfect_clear),
            (180, 7, 1)
        );
        assert_eq!((frames.step, frames.soft_drop), (2, 2));
        assert_eq!(
            (garbage.travel, garbage.messiness, garbage.cancel),
            (30, 30, true)
        );
    }

    /// Gravity is one row per frame when it has grown by 0.98, which takes 280 seconds.
    #[test]
    fn gravity_shortens_soft_drops_in_long_games() {
        let league = Preset::by_name("tetrio-s2").unwrap();
        let soft_drop = |frame| league.frames.move_costs(frame).soft_drop;
        assert_eq!([0, 7_200, 24_000, 24_001].map(soft_drop), [1, 1, 1, 0]);
        let slow = Timings {
            soft_drop: 60,
            ..league.frames.clone()
        };
        assert_eq!(
            [0, 7_200, 7_800].map(|frame| slow.move_costs(frame).soft_drop),
            [50, 50, 18]
        );
    }

    #[test]
    fn wrong_values_of_the_league_are_refused_by_name() {
        let league = Preset::shipped_text("tetrio-s2").unwrap();
        for (from, to, named) in [
            ("\"messiness\": 0", "\"messiness\": 0, \"cap\": 8", "cap"),
            ("\"rows\": 0.02", "\"rows\": 0", "gravity"),
            ("0.0035", "-0.0035", "gravity"),
        ] {
            assert!(league.contains(from), "{from}");
            let error = Preset::parse(&league.replace(from, to)).unwrap_err();
            assert!(error.to_string().contains(named), "{error}");
        }
    }

    #[test]
    fn wrong_values_are_refused_by_name() {
        let text = SHIPPED[0].1;
        for (from, to, named) in [
            ("\"visible\": 5", "\"visible\": 1", "visible"),
            ("\"messiness\": 30", "\"messiness\": 101", "messiness"),
            ("\"messiness\": 30", "\"messiness\": 30, \"cap\": 0", "cap"),
            ("\"rules\": \"guideline\"", "\"rules\": \"chess\"", "chess"),
            (
                "\"attacks\"",
                "{\"timer\": {\"every\": 5, \"least\": 0}}",
                "least",
            ),
            ("\"spawn\": 7", "\"spawn\": 0", "spawn"),
            ("\"travel\"", "\"travle\"", "travle"),
        ] {
            assert!(text.contains(from), "{from}");
            let error = Preset::parse(&text.replace(from, to)).unwrap_err();
            assert!(error.to_string().contains(named), "{error}");
        }
    }
}
