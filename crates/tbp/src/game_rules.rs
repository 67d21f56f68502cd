//! Attributes of `rules` that change the game: what frontends call them, what they say, and what
//! of it cannot be played.
//!
//! Owns the one table of what frontends send. The values that can be played are in
//! `landfall_rules` ([`KICKSETS`], [`SPIN_DETECTIONS`]); `convert` makes a ruleset of them.

use super::messages::whole_number;
use super::parse::{quote, quote_value};
use landfall_rules::{GUIDELINE, KICKSETS, SPIN_DETECTIONS, WIDTH};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

/// What the attributes of a `rules` say of the game. `None` is what the protocol assumes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameRules {
    /// Name of one of [`KICKSETS`].
    pub kickset: Option<&'static str>,
    /// Whether pieces turn by 180 degrees.
    pub half_turns: Option<bool>,
    /// Whether a piece that is lowered always falls to where it rests.
    pub sonic_drop_only: Option<bool>,
    /// Name of one of [`SPIN_DETECTIONS`].
    pub spin_detection: Option<&'static str>,
    /// Clears that keep back-to-back.
    pub back_to_back: Option<BackToBackSources>,
    /// Column of the centre of a new piece.
    pub spawn_x: Option<i8>,
    /// Row of the centre of a new piece.
    pub spawn_y: Option<i8>,
    /// What cannot be played, a sentence each.
    pub unsupported: Vec<String>,
    /// Attributes that nobody knows here, a sentence each.
    pub unknown: Vec<String>,
}

/// Clears that keep back-to-back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackToBackSources {
    /// Four rows.
    pub quad: bool,
    /// A full spin of T.
    pub t_spin: bool,
    /// A mini spin of T.
    pub t_spin_mini: bool,
    /// A full spin of another piece.
    pub allspin: bool,
    /// A mini spin of another piece.
    pub allspin_mini: bool,
    /// A clear that leaves the board empty.
    pub perfect_clear: bool,
}

impl BackToBackSources {
    /// No clear keeps it.
    pub const NONE: BackToBackSources = BackToBackSources {
        quad: false,
        t_spin: false,
        t_spin_mini: false,
        allspin: false,
        allspin_mini: false,
        perfect_clear: false,
    };

    /// The names that frontends give to the sources.
    pub const NAMES: [&'static str; 6] = [
        "quad",
        "t-spin",
        "t-spin-mini",
        "allspin",
        "allspin-mini",
        "perfect-clear",
    ];

    /// Returns the names of the sources.
    pub fn names(mut self) -> Vec<&'static str> {
        let mut names = BackToBackSources::NAMES.to_vec();
        names.retain(|name| self.source(name).is_some_and(|on| *on));
        names
    }

    /// Returns the source of a name.
    fn source(&mut self, name: &str) -> Option<&mut bool> {
        let sources = [
            &mut self.quad,
            &mut self.t_spin,
            &mut self.t_spin_mini,
            &mut self.allspin,
            &mut self.allspin_mini,
            &mut self.perfect_clear,
        ];
        let mut named = BackToBackSources::NAMES.into_iter().zip(sources);
        named.find(|(known, _)| *known == name).map(|(_, on)| on)
    }
}

impl Default for BackToBackSources {
    /// Returns what every protocol assumes: four rows and spins of T.
    fn default() -> BackToBackSources {
        BackToBackSources {
            quad: true,
            t_spin: true,
            t_spin_mini: true,
            ..BackToBackSources::NONE
        }
    }
}

/// The names of the ways to drop a piece: single rows, both, to the floor alone.
pub const SONIC_DROPS: [&str; 3] = ["none", "allow", "only"];

/// The names of the randomizers of the Stacker Bot Protocol: bags of seven, and pieces drawn
/// independently.
pub const RANDOMIZERS: [&str; 2] = ["seven_bag", "pure_random"];

/// What an attribute speaks of.
#[derive(Clone, Copy)]
enum Subject {
    Kickset,
    HalfTurns,
    SonicDrop,
    SpinDetection,
    BackToBackSources,
    /// Spins of all pieces keep back-to-back, or those of T alone.
    SpinsKeepBackToBack,
    PerfectClearsKeepBackToBack,
    Width,
    Height,
    /// Rows that players see: half of those that exist.
    VisibleHeight,
    Size,
    Spawn,
    SpawnX,
    SpawnY,
}

/// The attributes that change the game, by every name under which frontends were seen to send
/// them; the newest first.
static ATTRIBUTES: [(&str, Subject); 22] = [
    // The Stacker Bot Protocol, version 1.
    ("kickset", Subject::Kickset),
    ("rot180", Subject::HalfTurns),
    ("sonic_drop", Subject::SonicDrop),
    ("spin_detection", Subject::SpinDetection),
    ("back_to_back_sources", Subject::BackToBackSources),
    ("spawn_position", Subject::Spawn),
    ("board_size", Subject::Size),
    // Programs of that protocol before version 1, in sessions of the Tetris Bot Protocol too.
    ("allspin_b2b", Subject::SpinsKeepBackToBack),
    ("allclear_b2b", Subject::PerfectClearsKeepBackToBack),
    ("spawn_x", Subject::SpawnX),
    ("spawn_y", Subject::SpawnY),
    // Proposed for the Tetris Bot Protocol, and recorded in its sessions.
    ("board_width", Subject::Width),
    ("board_height", Subject::Height),
    ("allow_180", Subject::HalfTurns),
    // The configuration of Triangle's adapters, and the options of TETR.IO.
    ("kicks", Subject::Kickset),
    ("spins", Subject::SpinDetection),
    ("boardWidth", Subject::Width),
    ("boardHeight", Subject::VisibleHeight),
    ("allow180", Subject::HalfTurns),
    ("spinbonuses", Subject::SpinDetection),
    ("boardwidth", Subject::Width),
    ("boardheight", Subject::VisibleHeight),
];

/// Other spellings of values, in lower case.
static OTHER_SPELLINGS: [(&str, &str); 3] = [
    ("srs+", "srs_plus"),
    ("srs-plus", "srs_plus"),
    // The Tetris Bot Protocol's word.
    ("uniform", "pure_random"),
];

impl GameRules {
    /// Reads the attributes of a message of this type; `others` are names of attributes that are
    /// read elsewhere. Never fails: what cannot be played is listed.
    pub fn read(message: &str, object: &Map<String, Value>, others: &[&str]) -> GameRules {
        let mut rules = GameRules::default();
        // The newer name counts where there are two.
        for &(name, subject) in ATTRIBUTES.iter().rev() {
            // Null is what the protocol assumes.
            if let Some(value) = object.get(name).filter(|value| !value.is_null()) {
                rules.set(message, name, subject, value);
            }
        }
        let is_known = |name: &str| {
            others.contains(&name) || ATTRIBUTES.iter().any(|(known, _)| *known == name)
        };
        for name in object.keys().filter(|name| !is_known(name)) {
            let name = quote(name);
            rules
                .unknown
                .push(format!("`{message}.{name}` is unknown and was ignored"));
        }
        rules
    }

    /// Returns which of [`RANDOMIZERS`] an attribute of a message names; another value is listed as
    /// one that cannot be played. For the Stacker Bot Protocol: a bot of the Tetris Bot Protocol
    /// plays under any randomizer.
    pub fn read_randomizer(
        &mut self,
        message: &str,
        object: &Map<String, Value>,
    ) -> Option<&'static str> {
        let value = object.get("randomizer").filter(|value| !value.is_null())?;
        one_of(value, RANDOMIZERS)
            .map_err(|supported| self.refuse(message, "randomizer", value, &supported))
            .ok()
    }

    /// Returns whether nothing is said that could change the game.
    pub fn is_empty(&self) -> bool {
        *self
            == GameRules {
                unsupported: self.unsupported.clone(),
                unknown: self.unknown.clone(),
                ..GameRules::default()
            }
    }

    fn set(&mut self, message: &str, name: &str, subject: Subject, value: &Value) {
        let outcome =
            match subject {
                Subject::Kickset => one_of(value, KICKSETS.map(|known| known.name))
                    .map(|kickset| self.kickset = Some(kickset)),
                Subject::HalfTurns => flag(value).map(|on| self.half_turns = Some(on)),
                Subject::SonicDrop => one_of(value, SONIC_DROPS)
                    .map(|drops| self.sonic_drop_only = Some(drops == "only")),
                Subject::SpinDetection => one_of(value, SPIN_DETECTIONS.map(|known| known.name))
                    .map(|detection| self.spin_detection = Some(detection)),
                Subject::BackToBackSources => {
                    sources(value).map(|sources| self.back_to_back = Some(sources))
                }
                Subject::SpinsKeepBackToBack => flag(value).map(|on| {
                    let sources = self.back_to_back.get_or_insert_default();
                    (sources.allspin, sources.allspin_mini) = (on, on);
                }),
                Subject::PerfectClearsKeepBackToBack => flag(value)
                    .map(|on| self.back_to_back.get_or_insert_default().perfect_clear = on),
                Subject::Width => exactly(value, WIDTH as u32),
                Subject::Height => exactly(value, GUIDELINE.height),
                Subject::VisibleHeight => exactly(value, GUIDELINE.height / 2),
                Subject::Size => size(value),
                Subject::SpawnX => spawn_x(value).map(|x| self.spawn_x = Some(x)),
                Subject::SpawnY => spawn_y(value).map(|y| self.spawn_y = Some(y)),
                Subject::Spawn => self.set_spawn(value),
            };
        if let Err(supported) = outcome {
            self.refuse(message, name, value, &supported);
        }
    }

    /// Lists a value as one that cannot be played; `supported` says which can.
    fn refuse(&mut self, message: &str, name: &str, value: &Value, supported: &str) {
        let found = quote_value(value);
        self.unsupported
            .push(format!("`{message}.{name}` is {found}, {supported}"));
    }

    fn set_spawn(&mut self, value: &Value) -> Result<(), String> {
        let Value::Object(position) = value else {
            return Err("only an object with x and y can be played".to_string());
        };
        if let Some(x) = position.get("x") {
            self.spawn_x = Some(spawn_x(x)?);
        }
        if let Some(y) = position.get("y") {
            self.spawn_y = Some(spawn_y(y)?);
        }
        Ok(())
    }
}

/// Writes what is said, under the newest names.
impl Serialize for GameRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let drops = |only: bool| SONIC_DROPS[if only { 2 } else { 0 }];
        let spawn = [("x", self.spawn_x), ("y", self.spawn_y)];
        let told = spawn.into_iter().filter(|(_, said)| said.is_some());
        let spawn: Map<String, Value> = told.map(|(name, at)| (name.into(), json!(at))).collect();
        let said = [
            ("kickset", self.kickset.map(Value::from)),
            ("rot180", self.half_turns.map(Value::from)),
            (
                "sonic_drop",
                self.sonic_drop_only.map(drops).map(Value::from),
            ),
            ("spin_detection", self.spin_detection.map(Value::from)),
            (
                "back_to_back_sources",
                self.back_to_back.map(|sources| json!(sources.names())),
            ),
            (
                "spawn_position",
                (!spawn.is_empty()).then_some(Value::Object(spawn)),
            ),
        ];
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in said {
            if let Some(value) = value {
                map.serialize_entry(name, &value)?;
            }
        }
        map.end()
    }
}

/// Returns the name that a value is, in any case and spelling; else a sentence that names those
/// that can be played.
fn one_of<const N: usize>(value: &Value, names: [&'static str; N]) -> Result<&'static str, String> {
    let name = value.as_str().unwrap_or_default().to_lowercase();
    let spelling = OTHER_SPELLINGS.iter().find(|(other, _)| *other == name);
    let name = spelling.map_or(name.as_str(), |(_, usual)| usual);
    let known = names.into_iter().find(|known| *known == name);
    known.ok_or_else(|| only(&names.join(", ")))
}

fn only(what: &str) -> String {
    format!("only {what} can be played")
}

fn flag(value: &Value) -> Result<bool, String> {
    match value {
        Value::Bool(on) => Ok(*on),
        Value::Number(number) => Ok(number.as_f64() != Some(0.0)),
        _ => Err(only("true or false")),
    }
}

/// Returns the sources of a list; one that is named twice counts once.
fn sources(value: &Value) -> Result<BackToBackSources, String> {
    let known = || {
        only(&format!(
            "a list of {}",
            BackToBackSources::NAMES.join(", ")
        ))
    };
    let mut sources = BackToBackSources::NONE;
    for name in value.as_array().ok_or_else(known)? {
        let name = name.as_str().unwrap_or_default();
        *sources.source(name).ok_or_else(known)? = true;
    }
    Ok(sources)
}

fn exactly(value: &Value, supported: u32) -> Result<(), String> {
    match value.as_f64() {
        Some(found) if found == f64::from(supported) => Ok(()),
        _ => Err(only(&supported.to_string())),
    }
}

fn size(value: &Value) -> Result<(), String> {
    let Value::Object(size) = value else {
        return Err(only("an object with width and height"));
    };
    let sides = [("width", WIDTH as u32), ("height", GUIDELINE.height)];
    for (side, supported) in sides {
        if let Some(found) = size.get(side).filter(|found| !found.is_null()) {
            exactly(found, supported)
                .map_err(|only| format!("its {side} is {}, {only}", quote_value(found)))?;
        }
    }
    Ok(())
}

/// Returns the column of a new piece: each of the seven lies on the board there.
fn spawn_x(value: &Value) -> Result<i8, String> {
    within(value, 1, WIDTH as i32 - 3).ok_or_else(|| only("columns 1 to 7"))
}

/// Returns the row of a new piece: each of the seven can turn there and stay on the board.
fn spawn_y(value: &Value) -> Result<i8, String> {
    within(value, 0, GUIDELINE.height as i32 - 3).ok_or_else(|| only("rows 0 to 37"))
}

fn within(value: &Value, least: i32, most: i32) -> Option<i8> {
    let number = value.as_f64().and_then(whole_number)?;
    (least..=most).contains(&number).then_some(number as i8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(attributes: Value) -> GameRules {
        let object = attributes.as_object().expect("an object");
        GameRules::read("rules", object, &["type"])
    }

    #[test]
    fn every_name_stands_for_one_thing() {
        for (i, (name, _)) in ATTRIBUTES.iter().enumerate() {
            let again = ATTRIBUTES[i + 1..].iter().any(|(other, _)| other == name);
            assert!(!again, "{name} twice");
            assert!(read(json!({ *name: null })).is_empty(), "{name} null");
            let refused = read(json!({ *name: {"x": {}, "width": []} }));
            assert_eq!(refused.unsupported.len(), 1, "{name}: {refused:?}");
        }
    }

    #[test]
    fn the_newer_name_counts() {
        let both =
            read(json!({"allow_180": false, "rot180": true, "kicks": "SRS", "kickset": "SRS+"}));
        assert_eq!(
            (both.half_turns, both.kickset),
            (Some(true), Some("srs_plus"))
        );
        let sources = read(json!({"allspin_b2b": true, "back_to_back_sources": ["quad"]}));
        let quad = BackToBackSources {
            quad: true,
            ..BackToBackSources::NONE
        };
        assert_eq!(sources.back_to_back, Some(quad));
        let spawn = read(json!({"spawn_x": 2, "spawn_y": 9, "spawn_position": {"y": 20}}));
        assert_eq!((spawn.spawn_x, spawn.spawn_y), (Some(2), Some(20)));
    }

    #[test]
    fn what_is_written_reads_the_same() {
        assert_eq!(json!(GameRules::default()), json!({}));
        let attributes = json!({
            "kickset": "srs_plus", "rot180": true, "sonic_drop": "only",
            "spin_detection": "all-mini+", "back_to_back_sources": ["quad", "allspin-mini"],
            "spawn_position": {"x": 4, "y": 21},
        });
        let rules = read(attributes.clone());
        assert_eq!(json!(rules), attributes);
    }

    #[test]
    fn flags_of_older_programs_add_to_what_is_assumed() {
        let flags = read(json!({"allspin_b2b": true, "allclear_b2b": 0}));
        let expected = BackToBackSources {
            allspin: true,
            allspin_mini: true,
            ..BackToBackSources::default()
        };
        assert_eq!(flags.back_to_back, Some(expected));
        assert!(read(json!({})).is_empty());
    }

    #[test]
    fn what_nobody_knows_changes_nothing_but_is_told() {
        let odd = read(json!({"type": "rules", "gravity": 1, "a\nb": 2}));
        assert!(odd.is_empty());
        assert_eq!(odd.unknown.len(), 2);
        assert!(odd.unknown.iter().all(|text| !text.contains('\n')));
    }
}
