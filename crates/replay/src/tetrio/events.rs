//! The events of a side: keys, garbage, snapshots.
//!
//! Garbage has two forms: until about version 16 an event contains the column of its hole, later it
//! does not.

use super::error::{Place, TetrioError};
use super::json::{Bounded, describe, members};
use super::results::{FullData, FullOptions, Results, Snapshot};
use crate::json_error::short;
use landfall_play::Key;
use serde::Deserialize;
use serde::de::Error;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Most events of a side in a round.
const MAX_EVENTS: usize = 500_000;

/// The last valid frame of an event: one hour. No round has lasted that long.
pub const MAX_FRAMES: u32 = 60 * 60 * 60;

/// Most snapshots of a side in a round; games have one every 300 frames.
const MAX_SNAPSHOTS: usize = 2_000;

/// Subframes are tenths of a frame; some files have rounding errors in them.
const SUBFRAMES: f64 = 10.0;

/// Number of columns.
const COLUMNS: u8 = 10;

/// The events of a side, in order.
#[derive(Debug, Default)]
pub struct Events<'a> {
    /// The relevant events.
    pub list: Vec<Event>,
    /// The options, if they are in the first `full` event.
    pub options: Option<&'a RawValue>,
    /// The data of the `end` event.
    pub end: Option<Results>,
    /// Why the events end before those of the file, if they do.
    pub broken: Option<String>,
    /// Keys that were pressed.
    pub keys: usize,
    /// Hard drops, including those after the first invalid event.
    pub hard_drops: usize,
    /// What was left out, in sentences for people.
    pub notes: Vec<String>,
    snapshots: usize,
    last_frame: u32,
}

/// A relevant event.
#[derive(Debug)]
pub struct Event {
    /// The frame in which it happens.
    pub frame: u32,
    /// What happens.
    pub kind: EventKind,
}

/// The kind of an event.
#[derive(Debug)]
pub enum EventKind {
    /// A key goes down or up.
    Key {
        /// The key.
        key: Key,
        /// Whether it goes down.
        down: bool,
        /// The elapsed part of the frame.
        subframe: f64,
        /// Whether it was down before it counted.
        hoisted: bool,
    },
    /// The player undoes moves, or restarts.
    Command(Command),
    /// Garbage arrives.
    Garbage(ReceivedPacket),
    /// Its travel begins.
    Confirmed(PacketId),
    /// The file has a complete position.
    Snapshot(Box<Snapshot>),
}

/// A command other than a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The last move is undone or redone.
    Undo,
    /// The game restarts.
    Retry,
}

/// The id of a packet among all packets that a side receives.
pub type PacketId = (u64, u64);

/// A packet of garbage that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceivedPacket {
    /// Which.
    pub id: PacketId,
    /// Its rows when it was sent.
    pub lines: u32,
    /// The sender's frame in which it was sent, if the file has it.
    pub sent_frame: Option<u64>,
    /// How many packets of the receiver had reached the sender; later ones cancel it. `None` if
    /// packets do not cancel each other on their way.
    pub acknowledged: Option<u64>,
    /// The column of its holes, if the file has it.
    pub hole: Option<u8>,
}

impl ReceivedPacket {
    /// Returns whether it has the form used until about version 16.
    pub fn is_old(&self) -> bool {
        self.hole.is_some()
    }
}

#[derive(Default, Deserialize)]
struct RawEvent<'a> {
    #[serde(borrow)]
    frame: Option<&'a RawValue>,
    #[serde(rename = "type", default, borrow)]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct KeyData<'a> {
    #[serde(borrow)]
    key: Cow<'a, str>,
    subframe: Option<f64>,
    hoisted: Option<bool>,
}

/// A message between the players. Until about version 16 it was nested one level deeper.
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
    gameid: Option<u64>,
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
    cid: Option<u64>,
    sent_frame: Option<u64>,
}

#[derive(Deserialize)]
struct OldGarbageData {
    amt: u32,
    column: u8,
}

impl<'a> Events<'a> {
    /// Parses the events of a side, up to the first invalid one.
    ///
    /// # Errors
    /// They are not a list.
    pub fn parse(json: &'a RawValue, place: Place) -> Result<Events<'a>, TetrioError> {
        let all: Bounded<&'a RawValue, MAX_EVENTS> =
            serde_json::from_str(json.get()).map_err(|_| TetrioError::SidePart {
                place,
                part: "events",
                found: describe(json),
                needed: "a list of events",
            })?;
        let mut events = Events::default();
        for (index, &event) in all.kept.iter().enumerate() {
            let number = index + 1;
            if let Err(reason) = events.push(number, event) {
                events.broken = Some(format!("event {number} cannot be read: {reason}"));
                let unread = all.kept[number..].iter();
                events.hard_drops += unread.filter(|event| is_hard_drop(event)).count();
                return Ok(events);
            }
        }
        if all.left_out > 0 {
            events.broken = Some(format!("only the first {MAX_EVENTS} events are read"));
        }
        Ok(events)
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

    /// Adds an event. An invalid part on which the game does not depend is noted.
    fn push(&mut self, number: usize, json: &'a RawValue) -> Result<(), EventError> {
        let Ok((event, _)) = members::<RawEvent<'a>>(json) else {
            let found = describe(json);
            return Err(format!("it is {found}, not an object").into());
        };
        let kind = event.kind.unwrap_or_default();
        let matters = matches!(&*kind, "keydown" | "keyup" | "ige");
        let frame = self.frame(event.frame, matters)?;
        self.last_frame = frame;
        let kind = match (&*kind, event.data) {
            ("keydown" | "keyup" | "ige", None) => return Err("it has no `data`".into()),
            ("keydown" | "keyup", Some(data)) => key(parse(data)?, kind == "keydown"),
            ("ige", Some(data)) => message(parse(data)?)?,
            ("full" | "end", Some(data)) => self.position(number, &kind, data),
            _ => None,
        };
        if let Some(EventKind::Key { key, down, .. }) = kind {
            self.keys += usize::from(down);
            self.hard_drops += usize::from(down && key == Key::HardDrop);
        }
        self.list.extend(kind.map(|kind| Event { frame, kind }));
        Ok(())
    }

    /// Returns the frame of an event; that of the last where it cannot be read and does not matter.
    fn frame(&self, json: Option<&RawValue>, matters: bool) -> Result<u32, EventError> {
        let last = self.last_frame;
        let frame: Option<f64> = json.and_then(|json| parse(json).ok());
        match frame.filter(|frame| frame.fract() == 0.0) {
            Some(frame) if frame >= f64::from(last) && frame <= f64::from(MAX_FRAMES) => {
                Ok(frame as u32)
            }
            _ if !matters => Ok(last),
            Some(frame) if frame > f64::from(MAX_FRAMES) => {
                Err(format!("its frame {frame} is after {MAX_FRAMES}, an hour").into())
            }
            Some(frame) => Err(format!("its frame {frame} is before that of the last").into()),
            None => {
                let found = json.map_or_else(|| "missing".into(), describe);
                Err(format!("its `frame` is {found}, not a whole number").into())
            }
        }
    }

    /// Stores what a `full` or an `end` event contains about the position.
    fn position(&mut self, number: usize, kind: &str, data: &'a RawValue) -> Option<EventKind> {
        if kind == "end" {
            self.end = Some(Results::parse_end(data, &mut self.notes));
            return None;
        }
        self.full(data).unwrap_or_else(|_| {
            self.notes.push(format!(
                "event {number}, a `full`, cannot be read: what it says is not compared"
            ));
            None
        })
    }

    fn full(&mut self, data: &'a RawValue) -> Result<Option<EventKind>, serde_json::Error> {
        let (options, _) = members::<FullOptions<'a>>(data)?;
        self.options = self.options.or(options.options);
        self.snapshots += 1;
        if self.snapshots > MAX_SNAPSHOTS {
            return Ok(None);
        }
        let snapshot = parse::<FullData>(data)?.snapshot().map(Box::new);
        Ok(snapshot.map(EventKind::Snapshot))
    }
}

/// Returns whether an event is a hard drop.
fn is_hard_drop(json: &RawValue) -> bool {
    let event = members::<RawEvent<'_>>(json).unwrap_or_default().0;
    let data = event.data.and_then(|data| parse::<KeyData<'_>>(data).ok());
    event.kind.as_deref() == Some("keydown") && data.is_some_and(|data| data.key == "hardDrop")
}

/// Why an event is invalid, in words for people.
struct EventError(String);

impl From<&str> for EventError {
    fn from(reason: &str) -> EventError {
        EventError(reason.into())
    }
}

impl From<String> for EventError {
    fn from(reason: String) -> EventError {
        EventError(reason)
    }
}

impl From<serde_json::Error> for EventError {
    fn from(error: serde_json::Error) -> EventError {
        // The position refers to the extracted part only, so it is removed.
        let reason = short(&error);
        let place = reason.rfind(" at line ").unwrap_or(reason.len());
        EventError(reason[..place].into())
    }
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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
        subframe: (data.subframe.unwrap_or(0.0) * SUBFRAMES).round() / SUBFRAMES,
        hoisted: data.hoisted.unwrap_or(false),
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
                id: (garbage.gameid.unwrap_or(0), garbage.iid.unwrap_or(0)),
                lines: garbage.amt,
                sent_frame: garbage.frame,
                acknowledged: garbage.ackiid,
                hole: None,
            })))
        }
        "interaction_confirm" => Ok(garbage(data)?.map(|garbage| {
            EventKind::Confirmed((garbage.gameid.unwrap_or(0), garbage.iid.unwrap_or(0)))
        })),
        "ige" => old_message(parse(data)?),
        _ => Ok(None),
    }
}

/// Returns the garbage of a message, if it has any.
fn garbage(data: &RawValue) -> Result<Option<GarbageData>, serde_json::Error> {
    match &*parse::<Message<'_>>(data)?.kind {
        "garbage" => parse(data).map(Some),
        _ => Ok(None),
    }
}

fn old_message(message: OldMessage<'_>) -> Result<Option<EventKind>, serde_json::Error> {
    let id = (0, message.cid.unwrap_or(0));
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
