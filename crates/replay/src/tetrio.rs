//! Replays of TETR.IO: `.ttrm` and `.ttr` files of versions 15 and 19 of the game; other versions
//! are tried.
//!
//! - `container`: the forms of the files, down to one player's side of one round;
//! - `options`: a round's options as in the file, and `rules`: the rules that they define;
//! - `events`: keys, garbage and snapshots; `results`: the file's data about the end;
//! - `simulation`: the keys played again, frame by frame;
//! - `checks`: whether the simulation agrees with all other data of the file;
//! - `mode`: the goal of a game;
//! - `players`: the identity of players across rounds;
//! - `error`: errors of a file; `json`: tolerant parsing of a damaged file.
//!
//! A file has no placements, only keys. [`landfall_play::Player`] finds the placements for each
//! side separately: a side has its own clock and the garbage that it received.

mod checks;
mod container;
mod error;
mod events;
mod json;
mod mode;
mod options;
mod players;
mod results;
mod rules;
mod simulation;

pub use error::{Place, TetrioError};

use crate::game::{Goal, RecordedGame, RecordedSide, Recording, Round};
use checks::SideCheck;
use container::{Container, SideSource, SourceRound};
use events::{Events, MAX_FRAMES, ReceivedPacket};
use options::Options;
use players::{SidePlayer, players};
use results::Results;
use rules::SideRules;
use simulation::{Limits, Simulation};

/// Returns whether a file looks like a replay of TETR.IO, complete or not.
pub fn is_tetrio(bytes: &[u8]) -> bool {
    /// Keys near the front of each form of the file.
    const KEYS: [&[u8]; 5] = [
        b"\"replay\"",
        b"\"gametype\"",
        b"\"gamemode\"",
        b"\"ismulti\"",
        b"\"endcontext\"",
    ];
    /// A list of players may precede them.
    const FRONT: usize = 1 << 20;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let front = &bytes[..bytes.len().min(FRONT)];
    let is_object = front.trim_ascii_start().starts_with(b"{");
    is_object
        && KEYS
            .iter()
            .any(|key| front.windows(key.len()).any(|part| part == *key))
}

/// Reads a replay of TETR.IO, and plays its keys again. Invalid parts are left out, and named in
/// the notes of the game.
///
/// # Errors
/// No part of it can be read or played: the first error, and its place. A replay whose keys lead to
/// other results than it records is not an error: see [`Trust`](crate::Trust).
///
/// # Examples
/// ```
/// use landfall_replay::tetrio::{TetrioError, read};
/// assert!(matches!(read(b"{"), Err(TetrioError::Json(_))));
/// assert!(matches!(read(b"{}"), Err(TetrioError::NoReplay)));
/// ```
pub fn read(bytes: &[u8]) -> Result<RecordedGame, TetrioError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut container = Container::parse(bytes)?;
    let mut reader = GameReader {
        league: container.league,
        alone: container.alone,
        mode: container.mode.clone(),
        limits: Limits::new(),
        version: 0,
        goal: Goal::Versus,
        notes: std::mem::take(&mut container.notes),
        first_error: None,
    };
    reader.note_mode(&container);
    let players = players(&container);
    let rounds: Vec<Round> = { container.rounds.iter().zip(&players) }
        .filter_map(|(source, players)| reader.round(source, players))
        .collect();
    if rounds.is_empty() {
        let why = reader.notes.first().cloned();
        return Err(reader.first_error.unwrap_or(TetrioError::NoRounds { why }));
    }
    let version = reader.version;
    let mode = container.mode;
    Ok(RecordedGame {
        recording: match container.alone {
            true => Recording::TetrioSolo { version, mode },
            false => Recording::TetrioMatch { version, mode },
        },
        goal: reader.goal,
        rounds,
        notes: reader.notes,
    })
}

/// The state of a file while its rounds are read.
struct GameReader {
    league: bool,
    alone: bool,
    mode: String,
    limits: Limits,
    version: u32,
    goal: Goal,
    notes: Vec<String>,
    /// Why the first omitted side was left out.
    first_error: Option<TetrioError>,
}

/// The file's data about one side of a round.
struct ParsedSide<'a> {
    seat: usize,
    rules: SideRules,
    events: Events<'a>,
    results: Results,
}

/// A side of a round, played again.
struct PlayedSide<'a> {
    parsed: ParsedSide<'a>,
    simulation: Simulation,
}

impl GameReader {
    /// Adds notes for matches that are not between two players.
    fn note_mode(&mut self, container: &Container<'_>) {
        let mode = &container.mode;
        if !container.alone && !mode::KNOWN_MATCHES.contains(&mode.as_str()) {
            self.notes.push(mode::judged_as_match(mode));
        }
        let most = container.rounds.iter().map(|round| round.sides.len());
        if let Some(players) = most.max().filter(|&players| players > 2) {
            self.notes.push(mode::judged_as_duel(players));
        }
    }

    /// Reads a round, without the sides that cannot be read. `None` if none can be read.
    fn round(&mut self, source: &SourceRound<'_>, players: &[SidePlayer]) -> Option<Round> {
        let place = |seat: usize| Place::new(source.number, players[seat].number);
        let mut played = Vec::new();
        for (seat, side) in source.sides.iter().enumerate() {
            match self.side(side, seat, place(seat)) {
                Ok(side) => played.push(side),
                Err(error) => {
                    self.notes.push(format!("{error}; this side is left out"));
                    self.first_error.get_or_insert(error);
                }
            }
        }
        let won = |side: &PlayedSide<'_>| {
            let said = source.sides[side.parsed.seat].won;
            said.unwrap_or(side.parsed.results.won)
        };
        let mut winners = (0..played.len()).filter(|&side| won(&played[side]));
        let winner = winners.next().filter(|_| winners.next().is_none());
        let winner = winner.filter(|_| source.sides.len() > 1);
        let received: Vec<_> = { played.iter() }
            .map(|side| side.parsed.events.received())
            .collect();
        // The receiver of a packet is known if there is one opponent, whose events are complete.
        let of_opponent = |side: usize| match (source.sides.len(), received.len()) {
            (2, 2) => Some(received[1 - side].as_slice()),
            _ => None,
        };
        let sides: Vec<RecordedSide> = { played.into_iter().enumerate() }
            .map(|(number, side)| {
                let seat = side.parsed.seat;
                let source = &source.sides[seat];
                RecordedSide {
                    player: players[seat].number,
                    id: players[seat].id.clone(),
                    name: source.name.as_deref().map(str::to_owned),
                    ..side.finish(of_opponent(number))
                }
            })
            .collect();
        (!sides.is_empty()).then_some(Round {
            number: source.number + 1,
            sides,
            winner,
        })
    }

    /// Parses a side and plays it again.
    fn side<'a>(
        &mut self,
        source: &SideSource<'a>,
        seat: usize,
        place: Place,
    ) -> Result<PlayedSide<'a>, TetrioError> {
        let mut notes = Vec::new();
        let json = source.events.ok_or(TetrioError::NoEvents { place })?;
        let mut events = Events::parse(json, place)?;
        let options = source.options.or(events.options);
        let no_options = || match &events.broken {
            Some(reason) => TetrioError::Event {
                place,
                reason: reason.clone(),
            },
            None => TetrioError::NoOptions { place },
        };
        let options = Options::parse(options.ok_or_else(no_options)?, place, &mut notes)?;
        if self.alone {
            mode::check(&self.mode, &options)?;
        }
        let rules = SideRules::new(&options, self.league, self.alone, place, &mut notes)?;
        let results = Results::parse(source.results, &mut events, &mut notes);
        let frames = frames(source.frames, &events, &mut notes);
        let mut simulation = Simulation::new(&rules, place);
        simulation.run(&events, frames, &mut self.limits)?;
        if self.alone {
            self.goal = mode::goal(&self.mode, &options, &mut self.notes);
        }
        if self.version == 0 {
            self.version = options.version.unwrap_or(0);
        }
        notes.append(&mut events.notes);
        let notes = { notes.into_iter() }.map(|note| format!("{place}: {note}"));
        self.notes.extend(source.notes(place).chain(notes));
        Ok(PlayedSide {
            parsed: ParsedSide {
                seat,
                rules,
                events,
                results,
            },
            simulation,
        })
    }
}

/// Returns how many frames of a side are played.
fn frames(said: Option<f64>, events: &Events<'_>, notes: &mut Vec<String>) -> u32 {
    let last = events.last_frame() + 1;
    // The game after an invalid event is not the one that was played.
    if events.broken.is_some() {
        return events.last_frame();
    }
    let Some(said) = said else {
        return last;
    };
    // Version 19 ends with the frame of the last event, or with the one after it.
    let known = f64::from(events.last_frame())..=f64::from(MAX_FRAMES) + 1.0;
    if known.contains(&said) {
        return said as u32;
    }
    notes.push(format!(
        "`frames` is {said}, which the events do not fit: the side is taken to end with its last event"
    ));
    last
}

impl PlayedSide<'_> {
    /// Returns the recorded side, as far as it is trusted. `received` is the garbage that its only
    /// opponent received, if there is one.
    fn finish(self, received: Option<&[ReceivedPacket]>) -> RecordedSide {
        let PlayedSide { parsed, simulation } = self;
        let check = SideCheck {
            side: &parsed.rules,
            results: &parsed.results,
            received,
            broken: parsed.events.broken.as_deref(),
            keys: parsed.events.keys,
            hard_drops: parsed.events.hard_drops,
        };
        let trusted = check.judge(simulation);
        RecordedSide {
            player: parsed.seat,
            id: None,
            name: None,
            rules: parsed.rules.rules,
            previews: parsed.rules.previews,
            moves: trusted.moves,
            keys: trusted.keys,
            end: trusted.end,
            trust: trusted.trust,
        }
    }
}
