//! Values of messages made of choices: usually valid ones, sometimes others.

use crate::choices::Choices;
use serde_json::{Map, Value, json};

/// Letters of the pieces.
const PIECES: [&str; 7] = ["I", "O", "T", "L", "J", "S", "Z"];

/// A function that makes a value.
pub type Maker = fn(&mut Choices) -> Value;

/// Returns an object with some of these attributes, in the order of the list. An attribute is left
/// out with a probability of 1/16, and has a value of any type with 1/32.
pub fn object(choices: &mut Choices, attributes: &[(&str, Maker)]) -> Map<String, Value> {
    let mut object = Map::new();
    for (name, make) in attributes {
        match choices.below(32) {
            30 | 29 => {}
            31 => drop(object.insert((*name).to_string(), anything(choices))),
            _ => drop(object.insert((*name).to_string(), make(choices))),
        }
    }
    object
}

/// Returns an object of attributes that are named by the words of a text; `maker` returns what makes
/// the one of a name.
pub fn named(choices: &mut Choices, names: &str, maker: fn(&str) -> Maker) -> Map<String, Value> {
    let names = names.split_whitespace();
    let attributes: Vec<(&str, Maker)> = names.map(|name| (name, maker(name))).collect();
    object(choices, &attributes)
}

/// Returns a message: an object of named attributes with a type.
pub fn message(choices: &mut Choices, kind: &str, names: &str, maker: fn(&str) -> Maker) -> String {
    let mut object = named(choices, names, maker);
    object.insert("type".to_string(), kind.into());
    Value::Object(object).to_string()
}

/// Returns a value that is valid for few attributes.
pub fn anything(choices: &mut Choices) -> Value {
    match choices.below(12) {
        0 => Value::Null,
        1 => json!([]),
        2 => json!({}),
        3 => json!(""),
        4 => json!(true),
        5 => json!(false),
        6 => json!(1e308),
        7 => json!(-1),
        8 => json!(u64::MAX),
        9 => json!(choices.word()),
        10 => json!(f64::from(choices.byte()) / 4.0),
        _ => json!(String::from_utf8_lossy(choices.take(8))),
    }
}

/// Returns a small number, sometimes a large one.
pub fn count(choices: &mut Choices) -> Value {
    match choices.byte() {
        small @ 0..=239 => json!(small % 24),
        240..=247 => json!(choices.word() as u16),
        248..=251 => json!(choices.word() as u32),
        252 => json!(choices.word()),
        _ => anything(choices),
    }
}

/// Returns a boolean.
pub fn truth(choices: &mut Choices) -> Value {
    json!(choices.byte().is_multiple_of(2))
}

/// Returns the letter of a piece.
pub fn piece(choices: &mut Choices) -> Value {
    json!(choices.of(&PIECES))
}

/// Returns a piece or null.
pub fn piece_or_null(choices: &mut Choices) -> Value {
    match choices.below(3) {
        0 => Value::Null,
        _ => piece(choices),
    }
}

/// Returns up to 11 pieces.
pub fn pieces(choices: &mut Choices) -> Value {
    let count = choices.below(12);
    (0..count).map(|_| piece(choices)).collect()
}

/// Returns a board: rows of ten cells, bottom row first.
pub fn board(choices: &mut Choices) -> Value {
    let rows = match choices.below(32) {
        31 => choices.below(64),
        rows => rows % 24,
    };
    let row = |choices: &mut Choices| -> Value {
        let mask = u16::from_le_bytes([choices.byte(), choices.byte()]);
        let columns = match mask >> 10 {
            63 => 9 + choices.below(3),
            _ => 10,
        };
        let cell = |x| match mask >> x & 1 {
            0 => Value::Null,
            _ => json!(if mask >> 12 & 1 == 1 { "G" } else { "T" }),
        };
        (0..columns).map(cell).collect()
    };
    (0..rows).map(|_| row(choices)).collect()
}

/// Returns the location of a piece, whose name is the attribute `piece_key`.
pub fn location(choices: &mut Choices, piece_key: &str) -> Value {
    const ORIENTATIONS: [&str; 4] = ["north", "east", "south", "west"];
    let coordinate = |choices: &mut Choices| match choices.byte() {
        near @ 0..=249 => json!(near % 25),
        _ => anything(choices),
    };
    let mut location = json!({
        "orientation": choices.of(&ORIENTATIONS),
        "x": coordinate(choices),
        "y": coordinate(choices),
    });
    location[piece_key] = piece(choices);
    location
}

/// Returns a spin.
pub fn spin(choices: &mut Choices) -> Value {
    json!(choices.of(&["none", "mini", "full"]))
}
