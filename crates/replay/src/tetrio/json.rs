//! Tolerant JSON parsing: valid parts are kept, and invalid ones are named.

use serde::Deserialize;
use serde::de::value::MapDeserializer;
use serde::de::{Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// A list of which at most `MOST` entries are kept.
#[derive(Debug)]
pub struct Bounded<T, const MOST: usize> {
    /// The first entries.
    pub kept: Vec<T>,
    /// How many entries follow them.
    pub left_out: usize,
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for Bounded<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(BoundedVisitor(PhantomData))
    }
}

struct BoundedVisitor<T, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for BoundedVisitor<T, MOST> {
    type Value = Bounded<T, MOST>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut kept = Vec::new();
        while kept.len() < MOST {
            match list.next_element()? {
                Some(entry) => kept.push(entry),
                None => return Ok(Bounded { kept, left_out: 0 }),
            }
        }
        let mut left_out = 0;
        while list.next_element::<IgnoredAny>()?.is_some() {
            left_out += 1;
        }
        Ok(Bounded { kept, left_out })
    }
}

/// An invalid member of an object, which was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMember {
    /// Its name, as the file has it.
    name: String,
    /// The kind of value.
    found: String,
}

impl fmt::Display for BadMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadMember { name, found } = self;
        write!(f, "`{name}` is {found}, which cannot be read")
    }
}

/// Parses an object of which every member may be missing. Invalid members count as missing, and are
/// returned separately.
///
/// # Errors
/// It is not an object.
pub fn members<'a, T: Deserialize<'a>>(
    json: &'a RawValue,
) -> Result<(T, Vec<BadMember>), serde_json::Error> {
    if !json.get().starts_with('{') {
        return Err(Error::custom("no object"));
    }
    if let Ok(whole) = serde_json::from_str(json.get()) {
        return Ok((whole, Vec::new()));
    }
    let mut entries: BTreeMap<Cow<'a, str>, &'a RawValue> = serde_json::from_str(json.get())?;
    let mut bad = Vec::new();
    entries.retain(|name, &mut value| {
        let alone = MapDeserializer::<_, serde_json::Error>::new([(&**name, value)].into_iter());
        let is_good = T::deserialize(alone).is_ok();
        if !is_good {
            bad.push(BadMember {
                name: name.chars().take(LONGEST).collect(),
                found: describe(value),
            });
        }
        is_good
    });
    let good = MapDeserializer::<_, serde_json::Error>::new(entries.into_iter());
    Ok((T::deserialize(good)?, bad))
}

/// Most characters of a name or number that are shown.
const LONGEST: usize = 40;

/// Returns the kind of a value, for people. Texts are not shown, because they may be names.
pub fn describe(json: &RawValue) -> String {
    let text = json.get();
    match text.as_bytes().first() {
        Some(b'{') => "an object".into(),
        Some(b'[') => "a list".into(),
        Some(b'"') => "a text".into(),
        _ => text.chars().take(LONGEST).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, Deserialize)]
    struct Example<'a> {
        lines: Option<u64>,
        #[serde(borrow)]
        name: Option<Cow<'a, str>>,
        #[serde(borrow)]
        rest: Option<&'a RawValue>,
    }

    fn read(json: &str) -> (Option<u64>, Option<String>, Option<String>, Vec<String>) {
        let raw: &RawValue = serde_json::from_str(json).unwrap();
        let (example, bad) = members::<Example>(raw).unwrap();
        let bad = bad.iter().map(ToString::to_string).collect();
        let rest = example.rest.map(|rest| rest.get().to_string());
        (example.lines, example.name.map(Cow::into_owned), rest, bad)
    }

    #[test]
    fn a_bad_member_is_named_and_the_others_are_read() {
        let json = r#"{"lines": 1.5, "name": "a\n", "other": [], "rest": {"x": [1]}}"#;
        let bad = vec!["`lines` is 1.5, which cannot be read".to_string()];
        let rest = Some(r#"{"x": [1]}"#.to_string());
        assert_eq!(read(json), (None, Some("a\n".into()), rest, bad));
        let json = r#"{"lines": -1, "lines": 7, "name": []}"#;
        let bad = vec!["`name` is a list, which cannot be read".to_string()];
        assert_eq!(read(json), (Some(7), None, None, bad));
    }

    #[test]
    fn other_values_than_objects_are_errors() {
        for json in ["null", "[]", "7", "\"x\""] {
            let raw: &RawValue = serde_json::from_str(json).unwrap();
            assert!(members::<Example>(raw).is_err(), "{json}");
        }
    }

    #[test]
    fn a_long_list_is_cut() {
        let list: Bounded<u8, 2> = serde_json::from_str("[1, 2, \"x\", {}]").unwrap();
        assert_eq!((list.kept, list.left_out), (vec![1, 2], 2));
        let list: Bounded<u8, 2> = serde_json::from_str("[1, 2]").unwrap();
        assert_eq!((list.kept, list.left_out), (vec![1, 2], 0));
    }
}
