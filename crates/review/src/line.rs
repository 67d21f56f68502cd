//! Following the moves of a line from the position of a recorded move.

use crate::report::PlacedPiece;
use landfall_replay::game::RecordedMove;
use landfall_rules::board::CellKind;
use landfall_rules::{Clear, Placement, Playfield, Ruleset, State};

/// A move of a line, played.
#[derive(Clone, Debug)]
pub struct Step {
    /// The move.
    pub placement: Placement,
    /// Whether it comes by a hold.
    pub hold: bool,
    /// What it clears.
    pub clear: Clear,
    /// Rows of garbage among the cleared ones, whether the rules pay for them or not.
    pub garbage_lines: u32,
    /// The position after it, without garbage that comes up then.
    pub after: State,
}

/// Plays a line from the position of a move, with the attacks of that move's frame.
pub fn follow(rules: &Ruleset, from: &RecordedMove, line: &[Placement]) -> Vec<Step> {
    let multiplier = rules.attack_multiplier(from.appeared);
    let (mut state, mut field) = (from.state.clone(), from.field.clone());
    let mut steps = Vec::with_capacity(line.len());
    for &placement in line {
        let hold = state.needs_hold(&placement);
        let clear = state.play_times(rules, &placement, multiplier);
        let garbage_lines = lock_field(rules, &mut field, &placement, clear.lines);
        steps.push(Step {
            placement,
            hold,
            clear,
            garbage_lines,
            after: state.clone(),
        });
    }
    steps
}

/// Locks a placement on a field; returns how many of the rows that it clears are garbage.
fn lock_field(rules: &Ruleset, field: &mut Playfield, placement: &Placement, lines: u32) -> u32 {
    if placement.is_skip() {
        return 0;
    }
    let cells = placement.cells(rules);
    field.fill(&cells, CellKind::Piece(placement.piece));
    if lines == 0 {
        return 0;
    }
    let mut rows: Vec<usize> = cells
        .iter()
        .filter_map(|&(_, y)| usize::try_from(y).ok())
        .filter(|&y| y < field.rows().len() && field.full(y))
        .collect();
    rows.sort_unstable();
    rows.dedup();
    let is_garbage = |&&y: &&usize| field.rows()[y].contains(&Some(CellKind::Garbage));
    let garbage = rows.iter().filter(is_garbage).count() as u32;
    field.remove_rows(rows.iter().fold(0, |mask, y| mask | 1 << y));
    garbage
}

/// Returns a placement in the form of reports.
pub fn placed_piece(rules: &Ruleset, placement: &Placement, hold: bool) -> PlacedPiece {
    PlacedPiece {
        piece: char::from(placement.piece),
        hold,
        cells: placement.cells(rules).map(|(x, y)| [x, y]),
        spin: placement.spin.to_string(),
    }
}
