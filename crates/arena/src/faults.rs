//! The faults of a bot in a series: the number of each kind, and the text of the first of each, which
//! says what to do.

use super::player::{PlayerError, PlayerErrorKind};
use landfall_tbp::host::BotMistake;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FaultKind {
    /// What happened; `None` if the bot suggested no move.
    pub error: Option<PlayerErrorKind>,
    /// What its author most likely got wrong, if that is known.
    pub mistake: Option<BotMistake>,
}

impl FaultKind {
    /// The bot suggested no move.
    pub const FORFEIT: FaultKind = FaultKind {
        error: None,
        mistake: Some(BotMistake::NoMoves),
    };
}

impl From<&PlayerError> for FaultKind {
    fn from(error: &PlayerError) -> FaultKind {
        FaultKind {
            error: Some(error.kind),
            mistake: error.mistake,
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error {
            Some(error) => write!(f, "{error}"),
            None => f.write_str("gave up"),
        }
    }
}

/// The faults of one kind.
#[derive(Clone, Debug)]
struct FaultCount {
    games: u64,
    first_game: u64,
    text: String,
}

/// The faults of a bot.
#[derive(Clone, Debug, Default)]
pub struct Faults(BTreeMap<FaultKind, FaultCount>);

impl Faults {
    /// Counts the fault of a game. Returns whether it is the first of its kind.
    pub fn add(&mut self, game: u64, kind: FaultKind, text: &str) -> bool {
        let count = self.0.entry(kind).or_insert_with(|| FaultCount {
            games: 0,
            first_game: game,
            text: text.to_string(),
        });
        count.games += 1;
        if game < count.first_game {
            count.first_game = game;
            count.text = text.to_string();
        }
        count.games == 1
    }

    /// Returns the number of games with a fault of this kind.
    pub fn of(&self, error: PlayerErrorKind) -> u64 {
        let kinds = self.0.iter().filter(|(kind, _)| kind.error == Some(error));
        kinds.map(|(_, count)| count.games).sum()
    }

    /// Returns the number of games with a fault.
    pub fn games(&self) -> u64 {
        self.0.values().map(|count| count.games).sum()
    }

    /// Returns whether the bot failed in each of `games` games, at least one.
    pub fn are_in_every_game(&self, games: u64) -> bool {
        games > 0 && self.games() == games
    }

    /// Returns the kinds with the text of the first fault of each, for people; empty if there are
    /// none.
    pub fn text(&self, name: &str) -> String {
        let mut text = String::new();
        for (kind, count) in &self.0 {
            let games = count.games;
            let in_games = match games {
                1 => "1 game".to_string(),
                _ => format!("{games} games"),
            };
            let first = count.first_game;
            let sentence = count.text.replace('\n', "\n  ");
            let _ = writeln!(
                text,
                "{name} {kind} in {in_games}, first in game {first}:\n  {sentence}"
            );
        }
        text
    }

    /// Returns the kinds as a JSON list.
    pub fn json(&self) -> Value {
        let kinds = self.0.iter().map(|(kind, count)| {
            let error = kind.error.map_or(json!("forfeit"), |error| json!(error));
            json!({
                "kind": error,
                "mistake": kind.mistake,
                "games": count.games,
                "first_game": count.first_game,
                "text": count.text,
            })
        });
        kinds.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_the_lowest_game_of_each_kind_is_kept() {
        let crash = FaultKind {
            error: Some(PlayerErrorKind::Crash),
            mistake: Some(BotMistake::EndsEarly),
        };
        let other = FaultKind {
            mistake: None,
            ..crash
        };
        let mut faults = Faults::default();
        assert!(!faults.are_in_every_game(0));
        let added = [
            faults.add(5, crash, "late"),
            faults.add(2, crash, "early\nmore"),
            faults.add(3, other, "other"),
            faults.add(4, FaultKind::FORFEIT, "no moves"),
        ];
        assert_eq!(added, [true, false, true, true]);
        assert_eq!((faults.of(PlayerErrorKind::Crash), faults.games()), (3, 4));
        assert!(faults.are_in_every_game(4) && !faults.are_in_every_game(5));
        let text = faults.text("B");
        assert!(
            text.contains("B crashed in 2 games, first in game 2:\n  early\n  more\n"),
            "{text}"
        );
        assert!(text.starts_with("B gave up in 1 game, first in game 4:\n  no moves\n"));
        assert_eq!(faults.json()[0]["kind"], "forfeit");
        assert_eq!(faults.json()[2]["mistake"], "ends_early");
        assert_eq!(faults.json()[2]["first_game"], 2);
    }
}
