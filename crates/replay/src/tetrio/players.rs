//! Who is who in the rounds of a file: seats change, ids do not.

use super::container::{Container, SideSource};
use std::collections::HashMap;

/// The players of a file, numbered from 0 in the order in which they come.
pub struct Players {
    numbers: HashMap<String, usize>,
    /// The ids of names, for sides of which the file has the name alone.
    ids: HashMap<String, String>,
}

impl Players {
    /// Returns the players of all rounds.
    pub fn of(container: &Container<'_>) -> Players {
        let mut players = Players {
            numbers: HashMap::new(),
            ids: HashMap::new(),
        };
        let sides = || container.rounds.iter().map(|round| &round.sides);
        for side in sides().flatten() {
            if let (Some(id), Some(name)) = (&side.id, &side.name) {
                players.ids.insert(name.to_string(), id.to_string());
            }
        }
        for (seat, side) in sides().flat_map(|sides| sides.iter().enumerate()) {
            let next = players.numbers.len();
            let key = players.key(side, seat);
            players.numbers.entry(key).or_insert(next);
        }
        players
    }

    /// Returns the number of the player of a side.
    pub fn number(&self, side: &SideSource<'_>, seat: usize) -> usize {
        let number = self.numbers.get(&self.key(side, seat));
        number.copied().unwrap_or(seat)
    }

    /// Returns what tells the player of a side from all others, in other files too: the id, or the
    /// name where the file has no id.
    pub fn id(&self, side: &SideSource<'_>) -> Option<String> {
        if let Some(id) = &side.id {
            return Some(id.to_string());
        }
        let name = side.name.as_deref()?;
        let known = self.ids.get(name).cloned();
        Some(known.unwrap_or_else(|| format!("name {name}")))
    }

    fn key(&self, side: &SideSource<'_>, seat: usize) -> String {
        self.id(side).unwrap_or_else(|| format!("seat {seat}"))
    }
}
