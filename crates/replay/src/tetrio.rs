//! Replays of TETR.IO: `.ttrm` and `.ttr` files, of versions 15 and 19 of the game; others are
//! tried.
//!
//! - `container`: the forms of the files, down to what one player did in one round;
//! - `options`: a round's options as they stand in the file, and `rules`: what they mean here;
//! - `events`: keys, garbage and snapshots; `results`: what the file says of the end;
//! - `simulation`: the keys played again, frame by frame;
//! - `checks`: whether that agrees with everything else that the file says;
//! - `error`: what can be wrong with a file; `json`: lists of bounded length.
//!
//! A file has no placements, only keys. They are found by [`landfall_play::Player`], each side
//! alone: its stream has its own clock and the garbage that it received.

mod checks;
mod container;
mod error;
mod events;
mod json;
mod options;
mod results;
mod rules;
mod simulation;

pub use error::{Place, TetrioError};

use crate::game::{RecordedGame, RecordedSide, Recording, Round};
use checks::SideCheck;
use container::{Container, SideSource};
use events::Events;
use options::Options;
use results::Results;
use rules::SideRules;
use simulation::{Limits, Simulation};
use std::collections::HashMap;

/// Returns whether a file looks like one of TETR.IO's replays, whole or not.
pub fn is_tetrio(bytes: &[u8]) -> bool {
    /// Keys that stand near the front of each form of the file.
    const KEYS: [&[u8]; 5] = [
        b"\"replay\"",
        b"\"gametype\"",
        b"\"gamemode\"",
        b"\"ismulti\"",
        b"\"endcontext\"",
    ];
    /// A list of players may stand before them.
    const FRONT: usize = 1 << 20;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let front = &bytes[..bytes.len().min(FRONT)];
    let is_object = front.trim_ascii_start().starts_with(b"{");
    is_object
        && KEYS
            .iter()
            .any(|key| front.windows(key.len()).any(|part| part == *key))
}

/// Reads a replay of TETR.IO, and plays its keys again.
///
/// # Errors
/// The first thing that cannot be read or played, and where it is. A replay whose keys lead
/// elsewhere than it says is no error: see [`Trust`](crate::Trust).
///
/// # Examples
/// ```
/// use landfall_replay::tetrio::{TetrioError, read};
/// assert!(matches!(read(b"{"), Err(TetrioError::Json(_))));
/// assert!(matches!(read(b"{}"), Err(TetrioError::NoReplay)));
/// ```
pub fn read(bytes: &[u8]) -> Result<RecordedGame, TetrioError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let container = Container::parse(bytes)?;
    let mut limits = Limits::new();
    let mut version = 0;
    let mut players = HashMap::new();
    let mut rounds = Vec::new();
    for (number, sources) in container.rounds.iter().enumerate() {
        let parsed = parse_round(&container, number, sources)?;
        version = parsed.first().map_or(version, |side| side.version);
        let numbers = sources.iter().enumerate().map(|(seat, source)| {
            let next = players.len();
            let key = source.id.as_deref().map(str::to_owned);
            *players
                .entry(key.unwrap_or_else(|| format!("#{seat}")))
                .or_insert(next)
        });
        let numbers: Vec<usize> = numbers.collect();
        rounds.push(play_round(sources, &parsed, &numbers, &mut limits)?);
    }
    let recording = match container.mode {
        None => Recording::TetrioMatch { version },
        Some(mode) => Recording::TetrioSolo { version, mode },
    };
    Ok(RecordedGame { recording, rounds })
}

/// What the file says of one side of a round.
struct ParsedSide<'a> {
    place: Place,
    version: u32,
    rules: SideRules,
    events: Events<'a>,
    results: Results,
    frames: u32,
}

fn parse_round<'a>(
    container: &Container<'a>,
    round: usize,
    sources: &[SideSource<'a>],
) -> Result<Vec<ParsedSide<'a>>, TetrioError> {
    let sides = sources.iter().enumerate().map(|(player, source)| {
        let place = Place::new(round, player);
        let mut events = Events::parse(source.events, place)?;
        let options = source.options.or(events.options);
        let options = Options::parse(options.ok_or(TetrioError::NoOptions { place })?, place)?;
        let results = Results::parse(source.results, &mut events, place)?;
        let alone = container.mode.is_some();
        Ok(ParsedSide {
            place,
            version: options.version.unwrap_or(0),
            rules: SideRules::new(&options, container.league, alone, place)?,
            frames: source.frames.unwrap_or(events.last_frame() + 1),
            events,
            results,
        })
    });
    sides.collect()
}

fn play_round(
    sources: &[SideSource<'_>],
    parsed: &[ParsedSide<'_>],
    players: &[usize],
    limits: &mut Limits,
) -> Result<Round, TetrioError> {
    let simulations = parsed.iter().map(|side| {
        let mut simulation = Simulation::new(&side.rules, side.place);
        simulation.run(&side.events, side.frames, limits)?;
        Ok(simulation)
    });
    let simulations: Vec<Simulation> = simulations.collect::<Result<_, TetrioError>>()?;
    let received: Vec<_> = parsed.iter().map(|side| side.events.received()).collect();
    let mut sides = Vec::new();
    for (seat, simulation) in simulations.into_iter().enumerate() {
        let side = &parsed[seat];
        let check = SideCheck {
            side: &side.rules,
            results: &side.results,
            // Whom a packet went to is known where there is one opponent.
            received: match received.len() {
                2 => Some(received[1 - seat].as_slice()),
                _ => None,
            },
        };
        let (moves, end, trust) = check.judge(simulation);
        sides.push(RecordedSide {
            player: players[seat],
            name: sources[seat].name.as_deref().map(str::to_owned),
            rules: side.rules.rules,
            previews: side.rules.previews,
            moves,
            end,
            trust,
        });
    }
    let won = |seat: &usize| sources[*seat].won.unwrap_or(parsed[*seat].results.won);
    let mut winners = (0..sides.len()).filter(won);
    let winner = winners.next().filter(|_| winners.next().is_none());
    Ok(Round {
        winner: winner.filter(|_| sides.len() > 1),
        sides,
    })
}
