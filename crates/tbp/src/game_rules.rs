//! Reads the attributes of `rules` that change the game, and lists those that cannot be played.
//!
//! Owns the table of the names that frontends send. The values that can be played are in
//! `landfall_rules` ([`KICKSETS`], [`SPIN_DETECTIONS`]); `convert` makes a ruleset of them.

use super::messages::whole_number;
use super::parse::{quote, quote_value};
use landfall_rules::board::WIDTH;
use landfall_rules::rulesets::{GUIDELINE, KICKSETS, SPIN_DETECTIONS};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

/// The attributes of a `rules` that change the game. `None` stands for the protocol's default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameRules {
    /// Name of one of [`KICKSETS`].
    pub kickset: Option<&'static str>,
    /// Whether pieces turn by 180 degrees.
    pub half_turns: Option<bool>,
    /// Whether every soft drop moves a piece down until it rests.
    pub sonic_drop_only: Option<bool>,
    /// Name of one of [`SPIN_DETECTIONS`].
    pub spin_detection: Option<&'static str>,
    /// Clears that keep back-to-back.
    pub back_to_back: Option<BackToBackSources>,
    /// Column of the centre of a new piece.
    pub spawn_x: Option<i8>,
    /// Row of the centre of a new piece.
    pub spawn_y: Option<i8>,
    /// Values that cannot be played, one sentence per value.
    pub unsupported: Vec<String>,
    /// Unknown attributes, one sentence per attribute.
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
    /// No clear keeps back-to-back.
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

    /// Returns the source with this name.
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
    /// Returns the default of every protocol: four rows and spins of T.
    fn default() -> BackToBackSources {
        BackToBackSources {
            quad: true,
            t_spin: true,
            t_spin_mini: true,
            ..BackToBackSources::NONE
        }
    }
}

/// The names of the ways to soft drop: by single rows, both ways, only down to the floor.
pub const SONIC_DROPS: [&str; 3] = ["none", "allow", "only"];

/// The names of the randomizers of the Stacker Bot Protocol: bags of seven, and pieces drawn
/// independently.
pub const RANDOMIZERS: [&str; 2] = ["seven_bag", "pure_random"];

/// What an attribute sets.
#[derive(Clone, Copy)]
enum Subject {
    Kickset,
    HalfTurns,
    SonicDrop,
    SpinDetection,
    BackToBackSources,
    /// Whether spins of all pieces keep back-to-back, or only those of T.
    SpinsKeepBackToBack,
    PerfectClearsKeepBackToBack,
    Width,
    Height,
    /// Rows that players see: half of the rows of the board.
    VisibleHeight,
    Size,
    Spawn,
    SpawnX,
    SpawnY,
}

/// The attributes that change the game, by every name that frontends send. An earlier name in the
/// table overrides a later one.
static ATTRIBUTES: [(&str, Subject); 22] = [
    // The Stacker Bot Protocol, version 1.
    ("kickset", Subject::Kickset),
    ("rot180", Subject::HalfTurns),
    ("sonic_drop", Subject::SonicDrop),
    ("spin_detection", Subject::SpinDetection),
    ("back_to_back_sources", Subject::BackToBackSources),
    ("spawn_position", Subject::Spawn),
    ("board_size", Subject::Size),
    // Programs of that protocol before version 1, also in sessions of the Tetris Bot Protocol.
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
    // The name in the Tetris Bot Protocol.
    ("uniform", "pure_random"),
];

impl GameRules {
    /// Reads the attributes of a message of this type; `others` are names of attributes that are
    /// read elsewhere. Never fails: values that cannot be played are listed.
    pub fn read(message: &str, object: &Map<String, Value>, others: &[&str]) -> GameRules {
        let mut rules = GameRules::default();
        // The earlier name in the table is set last.
        for &(name, subject) in ATTRIBUTES.iter().rev() {
            // Null stands for the protocol's default.
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

    /// Returns the one of [`RANDOMIZERS`] that the attribute `randomizer` names; any other value is
    /// listed as one that cannot be played. Only for the Stacker Bot Protocol: a bot of the Tetris
    /// Bot Protocol plays under any randomizer.
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

    /// Returns whether no attribute changes the game.
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

    /// Lists a value as one that cannot be played; `supported` names the values that can.
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

/// Writes the attributes that are set, with the names of the Stacker Bot Protocol.
impl Serialize for GameRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let drops = |only: bool| SONIC_DROPS[if only { 2 } else { 0 }];
        let spawn = [("x", self.spawn_x), ("y", self.spawn_y)];
        let set = spawn.into_iter().filter(|(_, at)| at.is_some());
        let spawn: Map<String, Value> = set.map(|(name, at)| (name.into(), json!(at))).collect();
        let attributes = [
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
        for (name, value) in attributes {
            if let Some(value) = value {
                map.serialize_entry(name, &value)?;
            }
        }
        map.end()
    }
}

/// Returns the name in a list that a value is, in any case and spelling.
///
/// # Errors
/// The value is none of the names; the error lists them.
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

/// Returns the sources of a list, which may name a source twice.
fn sources(value: &Value) -> Result<BackToBackSources, String> {
    let error = || {
        only(&format!(
            "a list of {}",
            BackToBackSources::NAMES.join(", ")
        ))
    };
    let mut sources = BackToBackSources::NONE;
    for name in value.as_array().ok_or_else(error)? {
        let name = name.as_str().unwrap_or_default();
        *sources.source(name).ok_or_else(error)? = true;
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

/// Returns the column of a new piece, where each of the seven is on the board.
fn spawn_x(value: &Value) -> Result<i8, String> {
    within(value, 1, WIDTH as i32 - 3).ok_or_else(|| only("columns 1 to 7"))
}

/// Returns the row of a new piece, where each of the seven can turn and stay on the board.
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
    fn names_are_unique_and_wrong_values_are_refused() {
        for (i, (name, _)) in ATTRIBUTES.iter().enumerate() {
            let is_repeated = ATTRIBUTES[i + 1..].iter().any(|(other, _)| other == name);
            assert!(!is_repeated, "{name} twice");
            assert!(read(json!({ *name: null })).is_empty(), "{name} null");
            let refused = read(json!({ *name: {"x": {}, "width": []} }));
            assert_eq!(refused.unsupported.len(), 1, "{name}: {refused:?}");
        }
    }

    #[test]
    fn the_earlier_name_of_the_table_overrides_the_later() {
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
    fn written_attributes_are_read_back() {
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
    fn flags_of_older_programs_add_to_the_defaults() {
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
    fn unknown_attributes_are_listed_and_ignored() {
        let odd = read(json!({"type": "rules", "gravity": 1, "a\nb": 2}));
        assert!(odd.is_empty());
        assert_eq!(odd.unknown.len(), 2);
        assert!(odd.unknown.iter().all(|text| !text.contains('\n')));
    }
}
