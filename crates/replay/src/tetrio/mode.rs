//! The goal of a game, from its mode and its objective, and the notes about modes that are reviewed
//! under another goal.

use super::error::TetrioError;
use super::options::Options;
use crate::game::Goal;

/// The modes of matches between players; custom rooms have none.
pub const KNOWN_MATCHES: [&str; 2] = ["", "league"];

/// The lines of the mode `40l`, if its options do not define them.
const SPRINT: (&str, u32) = ("40l", 40);

/// Single-player modes whose gravity grows by levels, whatever their options.
const LEVELS: [&str; 3] = ["blitz", "zen", "zenith"];

/// Checks that the keys of a mode can be played again.
///
/// # Errors
/// Its gravity grows by levels.
pub fn check(mode: &str, options: &Options<'_>) -> Result<(), TetrioError> {
    let has_levels = LEVELS.contains(&mode) && options.levels != Some(false);
    match has_levels {
        true => Err(TetrioError::Levels { mode: mode.into() }),
        false => Ok(()),
    }
}

/// Returns the goal of a single-player game. A game with another goal gets a note.
pub fn goal(mode: &str, options: &Options<'_>, notes: &mut Vec<String>) -> Goal {
    let (sprint, lines) = SPRINT;
    let lines = options.wanted_lines().or((mode == sprint).then_some(lines));
    if let Some(lines) = lines {
        return Goal::Lines(lines);
    }
    let mode = match mode {
        "" => "this game alone".to_string(),
        mode => format!("this game alone, of the mode `{mode}`,"),
    };
    notes.push(format!(
        "{mode} is judged as a match would be: by the lines that its moves send. What it was played \
         for, as points, counts for nothing"
    ));
    Goal::Versus
}

/// Returns the note about a match of another mode.
pub fn judged_as_match(mode: &str) -> String {
    format!(
        "the mode is `{mode}`, of which landfall does not know the rules: it is judged as a match \
         in a room of players' own, by the options in the file. What else the mode rewards or \
         forbids counts for nothing"
    )
}

/// Returns the note about rounds of more than two players.
pub fn judged_as_duel(players: usize) -> String {
    format!(
        "rounds have up to {players} players: every side is judged as in a duel, the most dangerous \
         of the other boards being its opponent"
    )
}
