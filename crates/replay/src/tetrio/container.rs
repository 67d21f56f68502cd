//! The forms of the files, down to what one player did in one round.
//!
//! | | rounds | events | options | result |
//! |---|---|---|---|---|
//! | match, today | `replay.rounds[round][player].replay` | `events` | `options` | `results` |
//! | match, to 2024 | `data[round].replays[player]`, `data[round].board[player]` | `events` | first `full` event | `end` event |
//! | alone, to 2024 | `data` | `events` | first `full` event | `end` event |
//! | alone, today | `replay` | `events` | `options` | `results` |
//!
//! Some downloads have the whole once more in a `replay`.

use super::error::TetrioError;
use super::json::Bounded;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Most rounds of a match. The longest that a room can be set to has 197.
const MAX_ROUNDS: usize = 200;

/// Most players of a round.
const MAX_PLAYERS: usize = 16;

/// How often a file may be wrapped.
const MAX_WRAPPINGS: usize = 4;

/// A replay, its sides not yet looked into.
pub struct Container<'a> {
    /// Where somebody played alone, the mode, if the file has it.
    pub mode: Option<String>,
    /// Whether the rules are the league's where they do not say.
    pub league: bool,
    /// The sides of each round; at least one round with at least one side.
    pub rounds: Vec<Vec<SideSource<'a>>>,
}

/// Where the file has what one player did in one round.
pub struct SideSource<'a> {
    /// Who it is, if the file says so.
    pub id: Option<Cow<'a, str>>,
    /// The player's name.
    pub name: Option<Cow<'a, str>>,
    /// Whether the player was the last that was left, where that does not stand with the events.
    pub won: Option<bool>,
    /// How many frames it lasted.
    pub frames: Option<u32>,
    /// The events.
    pub events: &'a RawValue,
    /// The options, where they do not stand in an event.
    pub options: Option<&'a RawValue>,
    /// The results, where they do not stand in an event.
    pub results: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    replay: Option<&'a RawValue>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
    #[serde(borrow)]
    gamemode: Option<Cow<'a, str>>,
    #[serde(borrow)]
    gametype: Option<Cow<'a, str>>,
    #[serde(borrow)]
    endcontext: Option<&'a RawValue>,
    #[serde(borrow)]
    user: Option<User<'a>>,
    #[serde(borrow)]
    users: Option<Bounded<User<'a>, 1000>>,
}

#[derive(Clone, Deserialize)]
struct User<'a> {
    #[serde(borrow, alias = "_id")]
    id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    username: Option<Cow<'a, str>>,
}

/// What stands in `replay`, or in `data` where somebody played alone.
#[derive(Deserialize)]
struct Replay<'a> {
    #[serde(borrow)]
    rounds: Option<Bounded<Bounded<Player<'a>, MAX_PLAYERS>, MAX_ROUNDS>>,
    #[serde(borrow)]
    events: Option<&'a RawValue>,
    frames: Option<u32>,
    #[serde(borrow)]
    options: Option<&'a RawValue>,
    #[serde(borrow)]
    results: Option<&'a RawValue>,
}

/// A player of a round of a match of today.
#[derive(Deserialize)]
struct Player<'a> {
    #[serde(borrow, alias = "_id")]
    id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    username: Option<Cow<'a, str>>,
    alive: Option<bool>,
    #[serde(borrow)]
    replay: Stream<'a>,
}

#[derive(Deserialize)]
struct Stream<'a> {
    #[serde(borrow)]
    events: &'a RawValue,
    frames: Option<u32>,
    #[serde(borrow)]
    options: Option<&'a RawValue>,
    #[serde(borrow)]
    results: Option<&'a RawValue>,
}

/// A round of a match to 2024.
#[derive(Deserialize)]
struct OldRound<'a> {
    #[serde(borrow)]
    board: Option<Bounded<OldPlayer<'a>, MAX_PLAYERS>>,
    #[serde(borrow)]
    replays: Bounded<Stream<'a>, MAX_PLAYERS>,
}

#[derive(Clone, Deserialize)]
struct OldPlayer<'a> {
    #[serde(borrow)]
    user: Option<User<'a>>,
    success: Option<bool>,
}

impl<'a> Container<'a> {
    /// Finds the rounds and players of a file.
    ///
    /// # Errors
    /// It is none of the forms.
    pub fn parse(bytes: &'a [u8]) -> Result<Container<'a>, TetrioError> {
        let file = unwrap(serde_json::from_slice(bytes).map_err(TetrioError::Json)?);
        let container = match (file.replay, file.data) {
            (Some(replay), _) => Container::of_today(&file, replay)?,
            (None, Some(data)) => Container::to_2024(&file, data)?,
            (None, None) if file.endcontext.is_some() => return Err(TetrioError::OnlyStatistics),
            (None, None) => return Err(TetrioError::NoReplay),
        };
        let has_players = |rounds: &[Vec<SideSource<'_>>]| rounds.iter().all(|r| !r.is_empty());
        if container.rounds.is_empty() || !has_players(&container.rounds) {
            return Err(TetrioError::NoRounds);
        }
        Ok(container)
    }

    fn of_today(file: &File<'a>, replay: &'a RawValue) -> Result<Container<'a>, TetrioError> {
        let part = "`replay`";
        let replay: Replay<'a> = parse(replay, part)?;
        let league = file.gamemode.as_deref() == Some("league");
        let Some(rounds) = replay.rounds else {
            let events = replay.events.ok_or(TetrioError::OnlyStatistics)?;
            let user = file.users.as_ref().and_then(|users| users.0.first());
            return Ok(Container {
                mode: Some(mode(file)),
                league: false,
                rounds: vec![vec![SideSource {
                    id: None,
                    name: user.and_then(|user| user.username.clone()),
                    won: None,
                    frames: replay.frames,
                    events,
                    options: replay.options,
                    results: replay.results,
                }]],
            });
        };
        let side = |player: Player<'a>| SideSource {
            id: player.id,
            name: player.username,
            won: player.alive,
            ..SideSource::from(player.replay)
        };
        let round = |round: Bounded<Player<'a>, MAX_PLAYERS>| round.0.into_iter().map(side);
        Ok(Container {
            mode: None,
            league,
            rounds: rounds.0.into_iter().map(|r| round(r).collect()).collect(),
        })
    }

    fn to_2024(file: &File<'a>, data: &'a RawValue) -> Result<Container<'a>, TetrioError> {
        if data.get().starts_with('[') {
            let rounds: Bounded<OldRound<'a>, MAX_ROUNDS> = parse(data, "`data`")?;
            return Ok(Container {
                mode: None,
                // The options of that time say everything.
                league: false,
                rounds: rounds.0.into_iter().map(OldRound::sides).collect(),
            });
        }
        let replay: Replay<'a> = parse(data, "`data`")?;
        let events = replay.events.ok_or(TetrioError::OnlyStatistics)?;
        let side = SideSource {
            id: None,
            name: file.user.as_ref().and_then(|user| user.username.clone()),
            won: None,
            frames: replay.frames,
            events,
            options: None,
            results: None,
        };
        Ok(Container {
            mode: Some(mode(file)),
            league: false,
            rounds: vec![vec![side]],
        })
    }
}

impl<'a> OldRound<'a> {
    fn sides(self) -> Vec<SideSource<'a>> {
        let board = self.board.map_or_else(Vec::new, |board| board.0);
        let sides = self.replays.0.into_iter().enumerate();
        let side = |(seat, stream): (usize, Stream<'a>)| {
            let player = board.get(seat);
            let user = player.and_then(|player| player.user.clone());
            SideSource {
                id: user.as_ref().and_then(|user| user.id.clone()),
                name: user.and_then(|user| user.username),
                won: player.and_then(|player| player.success),
                ..SideSource::from(stream)
            }
        };
        sides.map(side).collect()
    }
}

impl<'a> From<Stream<'a>> for SideSource<'a> {
    fn from(stream: Stream<'a>) -> SideSource<'a> {
        SideSource {
            id: None,
            name: None,
            won: None,
            frames: stream.frames,
            events: stream.events,
            options: stream.options,
            results: stream.results,
        }
    }
}

/// Returns the innermost of files that are each the `replay` of another.
fn unwrap(mut file: File<'_>) -> File<'_> {
    for _ in 0..MAX_WRAPPINGS {
        let inner = file
            .replay
            .and_then(|replay| serde_json::from_str::<File<'_>>(replay.get()).ok())
            .filter(|inner| inner.replay.is_some() || inner.data.is_some());
        match inner {
            Some(inner) => file = inner,
            None => break,
        }
    }
    file
}

/// Returns the mode that somebody played alone, short enough to be shown.
fn mode(file: &File<'_>) -> String {
    const LONGEST: usize = 40;
    let mode = file.gamemode.as_deref().or(file.gametype.as_deref());
    let plain = |c: &char| c.is_ascii_graphic() || *c == ' ';
    let mode = mode.unwrap_or_default().chars();
    mode.filter(plain).take(LONGEST).collect()
}

fn parse<'a, T: Deserialize<'a>>(json: &'a RawValue, part: &'static str) -> Result<T, TetrioError> {
    serde_json::from_str(json.get()).map_err(|source| TetrioError::Part { part, source })
}
