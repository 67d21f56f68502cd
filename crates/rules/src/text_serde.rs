//! Serde through the text of a type: what `Display` writes is a string, which `FromStr` reads.

use crate::board::{Bitboard, CellKind, Playfield};
use crate::path::PieceInput;
use crate::piece::{Piece, Placement, Queue, Rotation, Spin};
use crate::ruleset::Ruleset;
use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{self, Serialize, Serializer};

/// Reads a string by `FromStr`.
struct TextVisitor<T>(PhantomData<T>);

impl<T: FromStr<Err: Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! serde_as_text {
    ($type:ty $(, const $width:ident)?) => {
        impl $(<const $width: usize>)? Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de $(, const $width: usize)?> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(TextVisitor(PhantomData))
            }
        }
    };
}

serde_as_text!(Piece);
serde_as_text!(Rotation);
serde_as_text!(Spin);
serde_as_text!(Placement);
serde_as_text!(Queue);
serde_as_text!(PieceInput);
serde_as_text!(CellKind);
serde_as_text!(Playfield);
serde_as_text!(Bitboard<W>, const W);

/// The name, for a ruleset that ships with the crate; another one is an error, because its name
/// would not bring it back.
impl Serialize for Ruleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !Ruleset::ALL.contains(&self) {
            let name = self.name;
            return Err(ser::Error::custom(format_args!(
                "ruleset {name:?} differs from all that ship with landfall-rules, so its name does not stand for it"
            )));
        }
        serializer.collect_str(self)
    }
}

/// Reads the name of a ruleset that ships with the crate.
impl<'de> Deserialize<'de> for Ruleset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ruleset, D::Error> {
        deserializer.deserialize_str(TextVisitor(PhantomData))
    }
}
