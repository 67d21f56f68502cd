//! The events of a side: keys, garbage, snapshots.
//!
//! Garbage stands in two forms: since version 16 or so its hole is not in the file, before it
//! was.

use super::error::{Place, TetrioError};
use super::results::{EndData, FullData, Results, Snapshot};
use landfall_play::Key;
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Most events of a side in a round.
const MAX_EVENTS: usize = 500_000;

/// Last frame that an event may have: an hour. No round has lasted as long.
pub const MAX_FRAMES: u32 = 60 * 60 * 60;

/// Most snapshots of a side in a round; games have one each 300 frames.
const MAX_SNAPSHOTS: usize = 2_000;

/// Subframes are tenths of a frame, and some files have them with the errors of sums.
const SUBFRAMES: f64 = 10.0;

/// Number of columns.
const COLUMNS: u8 = 10;

/// The events of a side, in order.
#[derive(Debug, Default)]
pub struct Events<'a> {
    /// Those that matter here.
    pub list: Vec<Event>,
    /// The options, where they stand in the first `full` event.
    pub options: Option<&'a RawValue>,
    /// What the `end` event says.
    pub end: Option<Results>,
    snapshots: usize,
    last_frame: u32,
}

/// An event that matters.
#[derive(Debug)]
pub struct Event {
    /// The frame in which it happens.
    pub frame: u32,
    /// What happens.
    pub kind: EventKind,
}

/// What happens.
#[derive(Debug)]
pub enum EventKind {
    /// A key goes down or up.
    Key {
        /// Which.
        key: Key,
        /// Whether it goes down.
        down: bool,
        /// How much of the frame has passed.
        subframe: f64,
        /// Whether it was down before it counted.
        hoisted: bool,
    },
    /// The player takes moves back, or begins anew.
    Command(Command),
    /// Garbage arrives.
    Garbage(ReceivedPacket),
    /// Its travel begins.
    Confirmed(PacketId),
    /// The file has the whole position.
    Snapshot(Box<Snapshot>),
}

/// What is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The last move is taken back, or played again.
    Undo,
    /// The game begins anew.
    Retry,
}

/// What tells a packet from all others that a side receives.
pub type PacketId = (u64, u64);

/// A packet of garbage that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceivedPacket {
    /// Which.
    pub id: PacketId,
    /// Its rows when it was sent.
    pub lines: u32,
    /// The frame of the sender in which it was sent, if the file says.
    pub sent_frame: Option<u64>,
    /// How many packets of the receiver had reached the sender; those since then cancel it.
    /// `None` where packets do not cancel each other on their way.
    pub acknowledged: Option<u64>,
    /// The column of its holes, where that is in the file.
    pub hole: Option<u8>,
}

impl ReceivedPacket {
    /// Returns whether it stands in the form that was used to version 16 or so.
    pub fn is_old(&self) -> bool {
        self.hole.is_some()
    }
}

#[derive(Deserialize)]
struct RawEvent<'a> {
    frame: u32,
    #[serde(rename = "type", default, borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct KeyData<'a> {
    #[serde(borrow)]
    key: Cow<'a, str>,
    #[serde(default)]
    subframe: f64,
    #[serde(default)]
    hoisted: bool,
}

/// A message between the players. Before version 16 or so it stood one level deeper.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(rename = "type", default, borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct GarbageData {
    amt: u32,
    #[serde(default)]
    gameid: u64,
    iid: Option<u64>,
    ackiid: Option<u64>,
    frame: Option<u64>,
}

#[derive(Deserialize)]
struct OldMessage<'a> {
    #[serde(rename = "type", default, borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
    #[serde(default)]
    cid: u64,
    sent_frame: Option<u64>,
}

#[derive(Deserialize)]
struct OldGarbageData {
    amt: u32,
    column: u8,
}

impl<'a> Events<'a> {
    /// Parses the events of a side.
    ///
    /// # Errors
    /// One of them is not as it must be, they are out of order, or there are too many.
    pub fn parse(json: &'a RawValue, place: Place) -> Result<Events<'a>, TetrioError> {
        serde_json::from_str(json.get()).map_err(|source| TetrioError::SidePart {
            place,
            part: "events",
            source,
        })
    }

    /// Returns the frame of the last event.
    pub fn last_frame(&self) -> u32 {
        self.last_frame
    }

    /// Returns the packets that the side received, in order.
    pub fn received(&self) -> Vec<ReceivedPacket> {
        let packets = self.list.iter().filter_map(|event| match &event.kind {
            EventKind::Garbage(packet) => Some(*packet),
            _ => None,
        });
        packets.collect()
    }

    fn push(&mut self, event: RawEvent<'a>) -> Result<(), serde_json::Error> {
        if event.frame < self.last_frame {
            return Err(Error::custom("its frame is before that of the last"));
        }
        if event.frame > MAX_FRAMES {
            let message = format_args!("its frame is after {MAX_FRAMES}, an hour");
            return Err(Error::custom(message));
        }
        self.last_frame = event.frame;
        let Some(data) = event.data else {
            return Ok(());
        };
        let kind = match &*event.kind {
            kind @ ("keydown" | "keyup") => key(parse(data)?, kind == "keydown"),
            "ige" => message(parse(data)?)?,
            "full" => self.full(data)?,
            "end" => {
                self.end = Some(parse::<EndData>(data)?.into());
                None
            }
            _ => None,
        };
        self.list.extend(kind.map(|kind| Event {
            frame: event.frame,
            kind,
        }));
        Ok(())
    }

    fn full(&mut self, data: &'a RawValue) -> Result<Option<EventKind>, serde_json::Error> {
        self.snapshots += 1;
        if self.snapshots > MAX_SNAPSHOTS {
            return Err(Error::custom("there are too many `full` events"));
        }
        let full: FullData<'a> = parse(data)?;
        self.options = self.options.or(full.options);
        let snapshot = full.snapshot().map(Box::new);
        Ok(snapshot.map(EventKind::Snapshot))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Events<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Events<'a>, D::Error> {
        deserializer.deserialize_seq(EventsVisitor(Events::default()))
    }
}

struct EventsVisitor<'a>(Events<'a>);

impl<'de: 'a, 'a> Visitor<'de> for EventsVisitor<'a> {
    type Value = Events<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Events<'a>, A::Error> {
        let mut number = 0;
        while let Some(event) = list.next_element::<RawEvent<'a>>()? {
            number += 1;
            if number > MAX_EVENTS {
                let message = format_args!("there are more than {MAX_EVENTS} events");
                return Err(A::Error::custom(message));
            }
            let pushed = self.0.push(event);
            pushed.map_err(|error| {
                A::Error::custom(format_args!("event {number} cannot be read: {error}"))
            })?;
        }
        Ok(self.0)
    }
}

fn parse<'a, T: Deserialize<'a>>(json: &'a RawValue) -> Result<T, serde_json::Error> {
    serde_json::from_str(json.get())
}

fn key(data: KeyData<'_>, down: bool) -> Option<EventKind> {
    let key = match &*data.key {
        "moveLeft" => Key::Left,
        "moveRight" => Key::Right,
        "softDrop" => Key::SoftDrop,
        "hardDrop" => Key::HardDrop,
        "rotateCW" => Key::Clockwise,
        "rotateCCW" => Key::CounterClockwise,
        "rotate180" => Key::HalfTurn,
        "hold" => Key::Hold,
        "undo" | "redo" if down => return Some(EventKind::Command(Command::Undo)),
        "retry" if down => return Some(EventKind::Command(Command::Retry)),
        _ => return None,
    };
    Some(EventKind::Key {
        key,
        down,
        subframe: (data.subframe * SUBFRAMES).round() / SUBFRAMES,
        hoisted: data.hoisted,
    })
}

fn message(message: Message<'_>) -> Result<Option<EventKind>, serde_json::Error> {
    let Some(data) = message.data else {
        return Ok(None);
    };
    match &*message.kind {
        "interaction" => {
            let Some(garbage) = garbage(data)? else {
                return Ok(None);
            };
            Ok(Some(EventKind::Garbage(ReceivedPacket {
                id: (garbage.gameid, garbage.iid.unwrap_or(0)),
                lines: garbage.amt,
                sent_frame: garbage.frame,
                acknowledged: garbage.ackiid,
                hole: None,
            })))
        }
        "interaction_confirm" => Ok(garbage(data)?
            .map(|garbage| EventKind::Confirmed((garbage.gameid, garbage.iid.unwrap_or(0))))),
        "ige" => old_message(parse(data)?),
        _ => Ok(None),
    }
}

/// Returns what a message says of garbage, if it is about garbage.
fn garbage(data: &RawValue) -> Result<Option<GarbageData>, serde_json::Error> {
    match &*parse::<Message<'_>>(data)?.kind {
        "garbage" => parse(data).map(Some),
        _ => Ok(None),
    }
}

fn old_message(message: OldMessage<'_>) -> Result<Option<EventKind>, serde_json::Error> {
    let id = (0, message.cid);
    let confirms = message.kind == "interaction_confirm";
    let Some(data) = message
        .data
        .filter(|_| confirms || message.kind == "interaction")
    else {
        return Ok(None);
    };
    if parse::<Message<'_>>(data)?.kind != "garbage" {
        return Ok(None);
    }
    if confirms {
        return Ok(Some(EventKind::Confirmed(id)));
    }
    let garbage: OldGarbageData = parse(data)?;
    if garbage.column >= COLUMNS {
        return Err(Error::custom("the hole of garbage is outside the board"));
    }
    Ok(Some(EventKind::Garbage(ReceivedPacket {
        id,
        lines: garbage.amt,
        sent_frame: message.sent_frame,
        acknowledged: None,
        hole: Some(garbage.column),
    })))
}
