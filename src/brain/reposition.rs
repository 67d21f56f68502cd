//! From one position to the next: what of a search still holds, and is kept.

use super::beam::{Beam, Limits, Standing};
use super::stacker::{Position, Stacker};
use crate::game::{Board, Placement};

/// Lines that are carried over when garbage has raised the board.
const CARRIED_LINES: usize = 32;

/// A search from one position to the next.
pub struct Repositioned {
    /// The search from here on.
    pub beam: Beam<Stacker>,
    /// What is left of the one before; letting go of it takes a while.
    pub remains: Option<Beam<Stacker>>,
}

/// A search of `game` from `root`. If `old` searched the same position or its parent, all
/// that it found below `root` is kept; if it searched the same position before garbage
/// raised it, or with other weights, its best lines are looked at first; else nothing is
/// kept.
pub fn reposition(
    old: Option<Beam<Stacker>>,
    game: Stacker,
    root: Position,
    limits: Limits,
) -> Repositioned {
    match old {
        Some(old) if goes_on(&old, &game, &root) => {
            let beam = carried_on(old, game.clone(), &root);
            Repositioned {
                beam: beam.unwrap_or_else(|| Beam::new(game, root, limits)),
                remains: None,
            }
        }
        old => {
            let lines = old.as_ref().map(|old| raised_lines(old, &game, &root));
            let mut beam = Beam::new(game, root, limits);
            beam.plant(&lines.unwrap_or_default());
            Repositioned { beam, remains: old }
        }
    }
}

fn carried_on(old: Beam<Stacker>, game: Stacker, root: &Position) -> Option<Beam<Stacker>> {
    let stale = !old.game().same_randomizer(&game);
    let mut beam = old.rerooted(game, root)?;
    if stale {
        beam.forget_expectations();
    }
    Some(beam)
}

/// What `old` knows already about the moves of `root`, the best first: empty unless it
/// searched the same position or its parent. Quick, where repositioning is thorough.
pub fn foresee(old: &Beam<Stacker>, game: &Stacker, root: &Position) -> Vec<Standing<Placement>> {
    if !goes_on(old, game, root) {
        Vec::new()
    } else if old.root() == root {
        old.standings()
    } else {
        old.standings_after(root)
    }
}

/// Whether `root` is the old root or a child of it that was looked at, with the pieces
/// going on as they were known, and positions being worth what they were.
fn goes_on(old: &Beam<Stacker>, game: &Stacker, root: &Position) -> bool {
    if old.game().weights != game.weights {
        return false;
    }
    let queue = old.game().queue();
    if old.root() == root {
        return game.queue().starts_with(queue);
    }
    let taken = match (old.root().hold, root.hold) {
        (None, Some(_)) => 2,
        _ => 1,
    };
    queue.len() >= taken && game.queue().starts_with(&queue[taken..]) && old.has_child(root)
}

/// The old best lines, moved up, if garbage has raised the old root's board to this one.
fn raised_lines(old: &Beam<Stacker>, game: &Stacker, root: &Position) -> Vec<Vec<Placement>> {
    let same_pieces = old.root().hold == root.hold && game.queue().starts_with(old.game().queue());
    let Some(rows) = raised_by(&old.root().board, &root.board).filter(|_| same_pieces) else {
        return Vec::new();
    };
    let mut lines = old.lines(CARRIED_LINES);
    for mv in lines.iter_mut().flatten() {
        mv.y += rows as i8;
    }
    lines
}

/// How many rows of garbage make `after` of `before`, 0 if they are the same.
fn raised_by(before: &Board, after: &Board) -> Option<u32> {
    (0..=20).find(|&rows| {
        before
            .columns
            .iter()
            .zip(&after.columns)
            .all(|(b, a)| a >> rows == *b)
    })
}
