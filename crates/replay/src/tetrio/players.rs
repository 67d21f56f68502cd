//! Identifies the players in the rounds of a file: seats change, ids do not.

use super::container::{Container, SideSource, SourceRound};
use std::collections::HashMap;

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidePlayer {
    /// The player's number in the file, from 0, in order of appearance.
    pub number: usize,
    /// The id that identifies the player across files: the file's id, or the name if the file has
    /// no id; `None` if it has neither.
    pub id: Option<String>,
}

/// Returns the player of each side of each round of a file.
pub fn players(container: &Container<'_>) -> Vec<Vec<SidePlayer>> {
    let mut ids: HashMap<&str, &str> = HashMap::new();
    for side in container.rounds.iter().flat_map(|round| &round.sides) {
        if let (Some(id), Some(name)) = (known(side.id.as_deref()), side.name.as_deref()) {
            ids.insert(name, id);
        }
    }
    let mut numbers = HashMap::new();
    { container.rounds.iter() }
        .map(|round| players_of_round(round, &ids, &mut numbers))
        .collect()
}

/// Returns the player of each side of a round. Nobody plays two seats: of sides with the same id,
/// only the first keeps it.
fn players_of_round(
    round: &SourceRound<'_>,
    ids: &HashMap<&str, &str>,
    numbers: &mut HashMap<String, usize>,
) -> Vec<SidePlayer> {
    let mut players: Vec<SidePlayer> = Vec::new();
    for (seat, side) in round.sides.iter().enumerate() {
        let id = id(side, ids);
        let id = id.filter(|id| players.iter().all(|player| player.id.as_ref() != Some(id)));
        let key = id.clone().unwrap_or_else(|| format!("seat {seat}"));
        let next = numbers.len();
        let number = *numbers.entry(key).or_insert(next);
        players.push(SidePlayer { number, id });
    }
    players
}

/// Returns the id of the player of a side.
fn id(side: &SideSource<'_>, ids: &HashMap<&str, &str>) -> Option<String> {
    if let Some(id) = known(side.id.as_deref()) {
        return Some(id.to_string());
    }
    let name = known(side.name.as_deref())?;
    let known = ids.get(name).map(|id| id.to_string());
    Some(known.unwrap_or_else(|| format!("name {name}")))
}

/// Returns an id or a name; an empty one counts as none.
fn known(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}
