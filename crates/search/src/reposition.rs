//! From one position to the next: what of a search still holds, and is kept.
//!
//! After a move a search begins anew, and looks at the best old lines first. One that went on
//! below the move, as wide as it had become there, played worse with as many nodes: its layers
//! near the root were wider than those that were new. One without the lines played worse where
//! many pieces are known (docs/strength.md).

use super::beam::{Beam, Limits, Standing};
use super::stacker::{Position, Stacker};
use landfall_rules::{Board, Placement};

/// Lines that are carried over after a move, or when garbage has raised the board.
const CARRIED_LINES: usize = 32;

/// A search from one position to the next.
pub struct Repositioned {
    /// The search from here on.
    pub beam: Beam<Stacker>,
    /// What is left of the one before; letting go of it takes a while.
    pub remains: Option<Beam<Stacker>>,
}

/// A search of `game` from `root`. If `old` searched the same position, all that it found is
/// kept; if it did so before a move or before garbage, or with other weights, its best lines
/// are looked at first; else nothing is kept.
pub fn reposition(
    old: Option<Beam<Stacker>>,
    game: Stacker,
    root: Position,
    limits: Limits,
) -> Repositioned {
    match old {
        Some(old) if extends(&old, &game, &root) => Repositioned {
            beam: extended(old, game),
            remains: None,
        },
        old => {
            let lines = old.as_ref().map(|old| carried_lines(old, &game, &root));
            let mut beam = Beam::new(game, root, limits);
            beam.plant(&lines.unwrap_or_default());
            Repositioned { beam, remains: old }
        }
    }
}

fn extended(mut old: Beam<Stacker>, game: Stacker) -> Beam<Stacker> {
    let stale = !old.game().same_randomizer(&game);
    old.extend(game);
    if stale {
        old.forget_expectations();
    }
    old
}

/// What `old` knows already about the moves of `root`, the best first: empty unless it searched
/// the parent of that position, by the same weights.
pub fn foresee(old: &Beam<Stacker>, game: &Stacker, root: &Position) -> Vec<Standing<Placement>> {
    if old.game().weights == game.weights && may_follow(old, game, root) {
        old.standings_after(root)
    } else {
        Vec::new()
    }
}

/// Whether `game` from `root` is what `old` searched, maybe with more pieces known.
pub fn extends(old: &Beam<Stacker>, game: &Stacker, root: &Position) -> bool {
    old.root() == root
        && old.game().weights == game.weights
        && old.game().same_incoming(game)
        && game.queue().starts_with(old.game().queue())
}

/// Whether `game` from `root` is what `old` searches, and nothing is new.
pub fn is_same(old: &Beam<Stacker>, game: &Stacker, root: &Position) -> bool {
    extends(old, game, root)
        && old.game().queue() == game.queue()
        && old.game().same_randomizer(game)
}

/// Whether `root` may be a child of the old root, with the pieces going on as they were known.
fn may_follow(old: &Beam<Stacker>, game: &Stacker, root: &Position) -> bool {
    let taken = match (old.root().hold, root.hold) {
        (None, Some(_)) => 2,
        _ => 1,
    };
    let rest = old.game().queue().get(taken..);
    rest.is_some_and(|rest| game.queue().starts_with(rest))
}

/// The old best lines, as far as they hold.
fn carried_lines(old: &Beam<Stacker>, game: &Stacker, root: &Position) -> Vec<Vec<Placement>> {
    if may_follow(old, game, root) {
        let lines = old.lines_after(root, CARRIED_LINES);
        if !lines.is_empty() {
            return lines;
        }
    }
    raised_lines(old, game, root)
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

#[cfg(test)]
mod tests {
    use super::super::beam::Progress;
    use super::super::crew::Crew;
    use super::super::weights::Weights;
    use super::*;
    use landfall_rules::{GUIDELINE, Piece, Randomizer, State};
    use std::sync::Arc;

    fn stacker(state: &State, weights: Weights) -> Stacker {
        Stacker::new(&GUIDELINE, Arc::new(weights), state)
    }

    fn limits() -> Limits {
        Limits::within::<Stacker>(1 << 26)
    }

    /// A search of a position with seven known pieces, and the position after its best line's
    /// first move.
    fn searched() -> (Beam<Stacker>, State) {
        let mut state = State::new(Randomizer::SEVEN_BAG);
        for piece in "TSZOLJI".chars().filter_map(Piece::from_letter) {
            state.push_piece(piece);
        }
        let game = stacker(&state, Weights::default());
        let mut beam = Beam::new(game, Position::of(&state), limits());
        while beam.nodes() < 30_000
            && beam.advance(&Crew::of(1), 30_000, &|| false, &mut |_| {}) == Progress::More
        {
        }
        state.play(&GUIDELINE, &beam.lines(1)[0][0]);
        (beam, state)
    }

    #[test]
    fn after_a_move_a_search_begins_anew_with_the_best_lines() {
        let (old, state) = searched();
        let root = Position::of(&state);
        let known = old.lines_after(&root, CARRIED_LINES);
        assert_eq!(known[0], old.lines(1)[0][1..]);
        assert!(known.len() > 1);
        let game = stacker(&state, Weights::default());
        let next = reposition(Some(old), game, root, limits());
        assert_eq!(next.beam.lines(CARRIED_LINES), known);
        assert_eq!(next.beam.lines(usize::MAX).len(), known.len());
        assert!(next.remains.is_some());
    }

    #[test]
    fn lines_hold_for_other_weights_and_what_they_are_worth_does_not() {
        let (old, state) = searched();
        let root = Position::of(&state);
        let mut weights = Weights::default();
        weights.height += 1;
        let game = stacker(&state, weights);
        assert!(foresee(&old, &stacker(&state, Weights::default()), &root).len() > 1);
        assert_eq!(foresee(&old, &game, &root), []);
        let known = old.lines_after(&root, CARRIED_LINES);
        let next = reposition(Some(old), game, root, limits());
        let mut found = next.beam.lines(usize::MAX);
        assert!(found.iter().all(|line| known.contains(line)), "{found:?}");
        found.dedup();
        assert_eq!(found.len(), known.len());
    }

    #[test]
    fn of_a_stranger_nothing_is_known() {
        let (old, mut state) = searched();
        state.board.raise(&[0b11_1111_1110]);
        let root = Position::of(&state);
        let game = stacker(&state, Weights::default());
        assert_eq!(foresee(&old, &game, &root), []);
        let next = reposition(Some(old), game, root, limits());
        assert_eq!(next.beam.lines(1), [] as [Vec<Placement>; 0]);
    }
}
