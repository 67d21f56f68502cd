//! The forms of the files, down to one player's side of one round.
//!
//! | | rounds | events | options | result |
//! |---|---|---|---|---|
//! | match, today | `replay.rounds[round][player].replay` | `events` | `options` | `results` |
//! | match, to 2024 | `data[round].replays[player]`, `data[round].board[player]` | `events` | first `full` event | `end` event |
//! | alone, to 2024 | `data` | `events` | first `full` event | `end` event |
//! | alone, today | `replay` | `events` | `options` | `results` |
//!
//! Some downloads contain the file inside a `replay`, a `game`, a `data` or a `record`. Invalid
//! parts are left out and named in `notes`.

use super::error::{Place, TetrioError};
use super::json::{BadMember, Bounded, describe, members};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Most rounds of a match. The longest possible match of a room has 197.
pub const MAX_ROUNDS: usize = 200;

/// Most players of a round. Rooms have at most 100.
pub const MAX_PLAYERS: usize = 100;

/// Most levels of files inside files.
const MAX_WRAPPINGS: usize = 4;

/// A replay with unparsed sides.
pub struct Container<'a> {
    /// Whether it is a single-player game.
    pub alone: bool,
    /// The mode, if the file has it; otherwise empty.
    pub mode: String,
    /// Whether the league's rules are the default.
    pub league: bool,
    /// The rounds with sides.
    pub rounds: Vec<SourceRound<'a>>,
    /// What was left out, in sentences for people.
    pub notes: Vec<String>,
}

/// A round with unparsed sides.
pub struct SourceRound<'a> {
    /// Its number in the file, from 0.
    pub number: usize,
    /// The sides; at least one.
    pub sides: Vec<SideSource<'a>>,
}

/// The data of one player's side of one round in the file.
#[derive(Default)]
pub struct SideSource<'a> {
    /// The player's id, if the file has it.
    pub id: Option<Cow<'a, str>>,
    /// The player's name.
    pub name: Option<Cow<'a, str>>,
    /// Whether the player was the last one alive, if this is not in the events.
    pub won: Option<bool>,
    /// How many frames it lasted.
    pub frames: Option<f64>,
    /// The events.
    pub events: Option<&'a RawValue>,
    /// The options, if they are not in an event.
    pub options: Option<&'a RawValue>,
    /// The results, if they are not in an event.
    pub results: Option<&'a RawValue>,
    /// Members that are invalid.
    pub bad: Vec<BadMember>,
}

#[derive(Default, Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    replay: Option<&'a RawValue>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
    #[serde(borrow)]
    game: Option<&'a RawValue>,
    #[serde(borrow)]
    record: Option<&'a RawValue>,
    #[serde(borrow)]
    gamemode: Option<Cow<'a, str>>,
    #[serde(borrow)]
    gametype: Option<Cow<'a, str>>,
    #[serde(borrow)]
    endcontext: Option<&'a RawValue>,
    #[serde(borrow)]
    user: Option<&'a RawValue>,
    #[serde(borrow)]
    users: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct User<'a> {
    #[serde(borrow)]
    id: Option<Cow<'a, str>>,
    #[serde(rename = "_id", borrow)]
    old_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    username: Option<Cow<'a, str>>,
}

/// The content of `replay`, of `data` in single-player games, and of a player's `replay`.
#[derive(Default, Deserialize)]
struct Stream<'a> {
    #[serde(borrow)]
    rounds: Option<&'a RawValue>,
    #[serde(borrow)]
    events: Option<&'a RawValue>,
    frames: Option<f64>,
    #[serde(borrow)]
    options: Option<&'a RawValue>,
    #[serde(borrow)]
    results: Option<&'a RawValue>,
}

/// A player of a round of a current match, in addition to the members of a [`User`].
#[derive(Default, Deserialize)]
struct Player<'a> {
    alive: Option<bool>,
    #[serde(borrow)]
    replay: Option<&'a RawValue>,
}

/// A round of a match until 2024.
#[derive(Default, Deserialize)]
struct OldRound<'a> {
    #[serde(borrow)]
    board: Option<&'a RawValue>,
    #[serde(borrow)]
    replays: Option<&'a RawValue>,
}

/// A player of a round of a match until 2024.
#[derive(Default, Deserialize)]
struct OldPlayer<'a> {
    #[serde(borrow)]
    user: Option<&'a RawValue>,
    success: Option<bool>,
}

/// The entries of a list of players.
type PlayerList<'a> = Bounded<&'a RawValue, MAX_PLAYERS>;

/// The entries of a list of rounds.
type RoundList<'a> = Bounded<&'a RawValue, MAX_ROUNDS>;

impl<'a> Container<'a> {
    /// Finds the rounds and players of a file.
    ///
    /// # Errors
    /// It has none of the forms, or no round with players.
    pub fn parse(bytes: &'a [u8]) -> Result<Container<'a>, TetrioError> {
        let json: &RawValue = serde_json::from_slice(bytes).map_err(TetrioError::Json)?;
        let (file, bad) = members(json).map_err(|_| TetrioError::NoObject {
            found: describe(json),
        })?;
        let file = unwrap(file);
        let mut container = match (file.replay, file.data) {
            (Some(replay), data) if data.is_none() || replay.get().starts_with('{') => {
                Container::of_today(&file, replay)?
            }
            (_, Some(data)) => Container::to_2024(&file, data)?,
            (None, None) if file.endcontext.is_some() => return Err(TetrioError::OnlyStatistics),
            _ => return Err(TetrioError::NoReplay),
        };
        container
            .notes
            .extend(bad.iter().map(|bad| format!("the file's {bad}")));
        if container.rounds.is_empty() {
            return Err(TetrioError::NoRounds {
                why: container.notes.first().cloned(),
            });
        }
        Ok(container)
    }

    fn of_today(file: &File<'a>, replay: &'a RawValue) -> Result<Container<'a>, TetrioError> {
        let (stream, bad) = parse_part::<Stream<'a>>(replay, "replay")?;
        let users = file.users.and_then(list::<PlayerList<'a>>);
        let user = users.and_then(|users| users.kept.first().copied());
        let Some(rounds) = stream.rounds else {
            return Container::alone(file, SideSource::new(stream, bad), user);
        };
        let mut container = Container {
            league: file.gamemode.as_deref() == Some("league"),
            ..Container::of_match(file)
        };
        container.rounds(rounds, |container, number, round| {
            let players = list(round);
            container.sides(number, round, players, |_, player| player_of_today(player));
        });
        Ok(container)
    }

    fn to_2024(file: &File<'a>, data: &'a RawValue) -> Result<Container<'a>, TetrioError> {
        if !data.get().starts_with('[') {
            let (stream, bad) = parse_part::<Stream<'a>>(data, "data")?;
            // The options are in an event.
            let side = SideSource {
                options: None,
                results: None,
                ..SideSource::new(stream, bad)
            };
            return Container::alone(file, side, file.user);
        }
        let mut container = Container::of_match(file);
        container.rounds(data, |container, number, round| {
            let found = members::<OldRound<'a>>(round).unwrap_or_default().0;
            let board = found.board.and_then(list::<PlayerList<'a>>);
            let board = board.map_or_else(Vec::new, |board| board.kept);
            let replays = found.replays.and_then(list);
            container.sides(
                number,
                found.replays.unwrap_or(round),
                replays,
                |seat, s| old_player(s, board.get(seat).copied()),
            );
        });
        Ok(container)
    }

    fn of_match(file: &File<'_>) -> Container<'a> {
        Container {
            alone: false,
            mode: mode(file),
            // The options of games until 2024 are complete.
            league: false,
            rounds: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Returns the container of a single-player game.
    fn alone(
        file: &File<'a>,
        side: SideSource<'a>,
        user: Option<&'a RawValue>,
    ) -> Result<Container<'a>, TetrioError> {
        if side.events.is_none() {
            return Err(TetrioError::OnlyStatistics);
        }
        let user: User<'a> = user.map_or_else(User::default, lenient);
        Ok(Container {
            alone: true,
            rounds: vec![SourceRound {
                number: 0,
                sides: vec![side.of_user(user)],
            }],
            ..Container::of_match(file)
        })
    }

    /// Adds the rounds of a list, each with `add`.
    fn rounds(&mut self, json: &'a RawValue, add: impl Fn(&mut Self, usize, &'a RawValue)) {
        let Some(rounds) = list::<RoundList<'a>>(json) else {
            let found = describe(json);
            self.notes
                .push(format!("the rounds are {found}, not a list of rounds"));
            return;
        };
        for (number, round) in rounds.kept.into_iter().enumerate() {
            add(self, number, round);
        }
        if rounds.left_out > 0 {
            let left_out = rounds.left_out;
            self.notes.push(format!(
                "{left_out} rounds after the first {MAX_ROUNDS} are left out: no match has as many"
            ));
        }
    }

    /// Adds a round with the sides of a list. A round without sides is left out.
    fn sides(
        &mut self,
        number: usize,
        json: &RawValue,
        players: Option<PlayerList<'a>>,
        side: impl Fn(usize, &'a RawValue) -> SideSource<'a>,
    ) {
        let name = number + 1;
        let Some(players) = players else {
            let found = describe(json);
            self.notes.push(format!(
                "round {name} is left out: it is {found}, not a list of players"
            ));
            return;
        };
        if players.kept.is_empty() {
            self.notes
                .push(format!("round {name} is left out: it has no players"));
            return;
        }
        if players.left_out > 0 {
            let left_out = players.left_out;
            self.notes.push(format!(
                "round {name}: {left_out} players after the first {MAX_PLAYERS} are left out"
            ));
        }
        let sides = players.kept.into_iter().enumerate();
        self.rounds.push(SourceRound {
            number,
            sides: sides.map(|(seat, json)| side(seat, json)).collect(),
        });
    }
}

/// Returns the side of a player of a current match.
fn player_of_today(json: &RawValue) -> SideSource<'_> {
    let (player, mut bad) = members::<Player<'_>>(json).unwrap_or_default();
    let (stream, bad_in_stream) = player
        .replay
        .and_then(|replay| members::<Stream<'_>>(replay).ok())
        .unwrap_or_default();
    let (user, bad_in_user) = members::<User<'_>>(json).unwrap_or_default();
    bad.extend(bad_in_user);
    bad.extend(bad_in_stream);
    SideSource {
        won: player.alive,
        ..SideSource::new(stream, bad).of_user(user)
    }
}

/// Returns the side of a player of a match until 2024; `board` has more about the player.
fn old_player<'a>(json: &'a RawValue, board: Option<&'a RawValue>) -> SideSource<'a> {
    let (stream, bad) = members::<Stream<'a>>(json).unwrap_or_default();
    let player: OldPlayer<'a> = board.map_or_else(OldPlayer::default, lenient);
    let user: User<'a> = player.user.map_or_else(User::default, lenient);
    SideSource {
        won: player.success,
        ..SideSource::new(stream, bad).of_user(user)
    }
}

impl<'a> SideSource<'a> {
    fn new(stream: Stream<'a>, bad: Vec<BadMember>) -> SideSource<'a> {
        SideSource {
            frames: stream.frames,
            events: stream.events,
            options: stream.options,
            results: stream.results,
            bad,
            ..SideSource::default()
        }
    }

    /// Returns the side of a user.
    fn of_user(self, user: User<'a>) -> SideSource<'a> {
        SideSource {
            id: user.id.or(user.old_id),
            name: user.username,
            ..self
        }
    }
}

/// Returns the innermost file of nested files.
fn unwrap(mut file: File<'_>) -> File<'_> {
    for _ in 0..MAX_WRAPPINGS {
        let members = [file.replay, file.game, file.data, file.record];
        let inner = members.into_iter().flatten().find_map(file_inside);
        match inner {
            Some(inner) => file = inner,
            None => break,
        }
    }
    file
}

/// Returns the file in a member, if it is one.
fn file_inside(json: &RawValue) -> Option<File<'_>> {
    let (stream, _) = members::<Stream<'_>>(json).ok()?;
    if stream.rounds.is_some() || stream.events.is_some() {
        return None;
    }
    let (file, _) = members::<File<'_>>(json).ok()?;
    let has_more = [file.replay, file.game, file.data, file.record];
    { has_more.into_iter().flatten() }
        .any(|json| json.get().starts_with(['{', '[']))
        .then_some(file)
}

/// Returns the mode of a file, shortened for display; empty if it has none.
fn mode(file: &File<'_>) -> String {
    const LONGEST: usize = 40;
    let mode = file.gamemode.as_deref().or(file.gametype.as_deref());
    let plain = |c: &char| c.is_ascii_graphic() || *c == ' ';
    let mode = mode.unwrap_or_default().chars();
    mode.filter(plain).take(LONGEST).collect()
}

/// Parses an object; invalid members count as missing.
fn lenient<'a, T: Deserialize<'a> + Default>(json: &'a RawValue) -> T {
    members(json).unwrap_or_default().0
}

fn list<'a, T: Deserialize<'a>>(json: &'a RawValue) -> Option<T> {
    serde_json::from_str(json.get()).ok()
}

fn parse_part<'a, T: Deserialize<'a>>(
    json: &'a RawValue,
    part: &'static str,
) -> Result<(T, Vec<BadMember>), TetrioError> {
    members(json).map_err(|_| TetrioError::Part {
        part,
        found: describe(json),
    })
}

impl SideSource<'_> {
    /// Returns the invalid members of the side, in sentences for people.
    pub fn notes(&self, place: Place) -> impl Iterator<Item = String> {
        { self.bad.iter() }.map(move |bad| format!("{place}: {bad}"))
    }
}
