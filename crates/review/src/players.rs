//! The players of several games: each has the same number in all of them.

use landfall_replay::RecordedGame;
use std::collections::{BTreeMap, HashMap};

/// The players of several games, numbered from 0 in the order in which they come.
///
/// Players are told apart by the ids in the files. Without ids a seat is the same player in all
/// such files.
#[derive(Clone, Debug, Default)]
pub struct Players {
    numbers: HashMap<PlayerKey, usize>,
    /// The names that the files have, by number.
    names: BTreeMap<usize, Option<String>>,
}

/// What identifies a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum PlayerKey {
    Id(String),
    Seat(usize),
}

impl Players {
    /// Gives the players of the next game their numbers.
    pub fn number(&mut self, game: &mut RecordedGame) {
        for side in game.rounds.iter_mut().flat_map(|round| &mut round.sides) {
            let key = match &side.id {
                Some(id) => PlayerKey::Id(id.clone()),
                None => PlayerKey::Seat(side.player),
            };
            let next = self.numbers.len();
            side.player = *self.numbers.entry(key).or_insert(next);
            let name = self.names.entry(side.player).or_default();
            if name.is_none() {
                name.clone_from(&side.name);
            }
        }
    }

    /// Returns the players of the games so far as text: `1 (name), 2`.
    pub fn list(&self) -> String {
        let player = |(number, name): (&usize, &Option<String>)| match name {
            Some(name) => format!("{} ({name})", number + 1),
            None => (number + 1).to_string(),
        };
        let players: Vec<String> = self.names.iter().map(player).collect();
        players.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two games of the same two people, who change seats, a third with another one, and two games
    /// that do not say who plays.
    #[test]
    fn players_are_told_apart_by_their_ids() {
        let text = include_str!("../../replay/tests/files/arena-ppt.jsonl");
        let game = landfall_replay::read(text.as_bytes()).unwrap();
        let mut players = Players::default();
        let mut numbers = |ids: [Option<&str>; 2]| {
            let mut game = game.clone();
            for (side, id) in game.rounds[0].sides.iter_mut().zip(ids) {
                side.id = id.map(str::to_string);
                side.name = id.map(|id| format!("name of {id}"));
            }
            players.number(&mut game);
            let sides = game.rounds[0].sides.iter();
            sides.map(|side| side.player).collect::<Vec<_>>()
        };
        assert_eq!(numbers([Some("a"), Some("b")]), [0, 1]);
        assert_eq!(numbers([Some("b"), Some("a")]), [1, 0]);
        assert_eq!(numbers([Some("c"), Some("b")]), [2, 1]);
        assert_eq!(numbers([None, None]), [3, 4]);
        assert_eq!(numbers([None, None]), [3, 4]);
        let list = "1 (name of a), 2 (name of b), 3 (name of c), 4, 5";
        assert_eq!(players.list(), list);
    }
}
