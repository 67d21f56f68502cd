//! What a search keeps from one position to the next.
//!
//! After a move a new search begins with the best old lines. Continuing the old search below the
//! move played worse with as many nodes, because its layers near the root were wider than the new
//! ones. A new search without the lines played worse if many pieces were known
//! (docs/lab/strength.md).

use crate::beam::Line;
use crate::beam::{Beam, BeamLimits, RootMove};
use crate::pending_garbage::PendingGarbage;
use crate::position::Position;
use crate::tetris_game::TetrisGame;
use landfall_rules::{Board, Placement};

/// A search from a new position.
pub struct ReusedSearch {
    /// The search from here on.
    pub beam: Beam<TetrisGame>,
    /// The old search; dropping it takes a while.
    pub discarded: Option<Beam<TetrisGame>>,
}

/// Returns a search of `game` from `root`. If `old` searched the same position, all that it found
/// is kept; if it searched the position before a move or before garbage, or was evaluated otherwise, its
/// best lines are searched first; else nothing is kept.
pub fn reuse_search(
    old: Option<Beam<TetrisGame>>,
    game: TetrisGame,
    root: Position,
    limits: BeamLimits,
) -> ReusedSearch {
    match old {
        Some(old) if is_extension(&old, &game, &root) => ReusedSearch {
            beam: extend(old, game),
            discarded: None,
        },
        old => {
            let lines = old.as_ref().map(|old| reusable_lines(old, &game, &root));
            let mut beam = Beam::new(game, root, limits);
            beam.insert_lines(&lines.unwrap_or_default());
            ReusedSearch {
                beam,
                discarded: old,
            }
        }
    }
}

fn extend(mut old: Beam<TetrisGame>, game: TetrisGame) -> Beam<TetrisGame> {
    let stale = !old.game().has_same_randomizer(&game);
    old.extend(game);
    if stale {
        old.forget_expectations();
    }
    old
}

/// Returns the moves of `root` as `old` has scored them, the best first: empty unless it searched
/// the parent of that position with the same evaluation.
pub fn predict_root_moves(
    old: &Beam<TetrisGame>,
    game: &TetrisGame,
    root: &Position,
) -> Vec<RootMove<Placement>> {
    if old.game().has_same_evaluation(game) && may_be_child(old, game, root) {
        old.child_root_moves(root)
    } else {
        Vec::new()
    }
}

/// Returns whether `game` from `root` is what `old` searched, perhaps with more pieces known.
pub fn is_extension(old: &Beam<TetrisGame>, game: &TetrisGame, root: &Position) -> bool {
    old.root() == root
        && old.game().has_same_evaluation(game)
        && old.game().has_same_garbage(game)
        && game.queue().starts_with(old.game().queue())
}

/// Returns whether `game` from `root` is what `old` searches, and nothing is new.
pub fn is_same_search(old: &Beam<TetrisGame>, game: &TetrisGame, root: &Position) -> bool {
    is_extension(old, game, root)
        && old.game().queue() == game.queue()
        && old.game().has_same_randomizer(game)
}

/// Returns whether `root` may be a child of the old root, with the pieces as they were known.
fn may_be_child(old: &Beam<TetrisGame>, game: &TetrisGame, root: &Position) -> bool {
    let taken = match (old.root().hold, root.hold) {
        (None, Some(_)) => 2,
        _ => 1,
    };
    let rest = old.game().queue().get(taken..);
    rest.is_some_and(|rest| game.queue().starts_with(rest))
}

/// Returns the old best lines that are still possible.
fn reusable_lines(
    old: &Beam<TetrisGame>,
    game: &TetrisGame,
    root: &Position,
) -> Vec<Line<Placement>> {
    if may_be_child(old, game, root) {
        let lines = old.child_best_lines(root, game.parameters.reused_lines);
        if !lines.is_empty() {
            return lines;
        }
    }
    raised_lines(old, game, root)
}

/// Returns the old best lines, moved up, if garbage has raised the old root's board to this one.
fn raised_lines(
    old: &Beam<TetrisGame>,
    game: &TetrisGame,
    root: &Position,
) -> Vec<Line<Placement>> {
    let same_pieces = old.root().hold == root.hold && game.queue().starts_with(old.game().queue());
    let Some(rows) = raised_by(&old.root().board, &root.board).filter(|_| same_pieces) else {
        return Vec::new();
    };
    let mut lines = old.best_lines(game.parameters.reused_lines);
    for mv in lines.iter_mut().flatten() {
        mv.y += rows as i8;
    }
    lines
}

/// Returns how many rows of garbage make `after` of `before`, 0 if they are the same.
fn raised_by(before: &Board, after: &Board) -> Option<u32> {
    (0..=PendingGarbage::MAX_ROWS).find(|&rows| {
        before
            .columns
            .iter()
            .zip(&after.columns)
            .all(|(b, a)| a >> rows == *b)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beam::SearchStatus;
    use crate::threads::ThreadPool;
    use crate::weights::Weights;
    use landfall_rules::rulesets::GUIDELINE;
    use landfall_rules::{Queue, Randomizer, State};
    use std::sync::Arc;

    fn tetris_game(state: &State, weights: Weights) -> TetrisGame {
        TetrisGame::new(&GUIDELINE, Arc::new(weights), state)
    }

    const REUSED_LINES: usize = crate::parameters::SearchParameters::DEFAULT.reused_lines;

    fn limits() -> BeamLimits {
        BeamLimits::within_memory::<TetrisGame>(1 << 26)
    }

    /// A search of a position with seven known pieces, and the position after its best line's
    /// first move.
    fn searched() -> (Beam<TetrisGame>, State) {
        let mut state = State::new(Randomizer::SEVEN_BAG);
        for piece in "TSZOLJI".parse::<Queue>().expect("a queue") {
            state.push_piece(piece);
        }
        let game = tetris_game(&state, Weights::default());
        let mut beam = Beam::new(game, Position::from_state(&state), limits());
        while beam.nodes() < 30_000
            && beam.advance(&ThreadPool::new(1), 30_000, &|| false, &mut |_| {})
                == SearchStatus::Unfinished
        {}
        state.play(&GUIDELINE, &beam.best_lines(1)[0][0]);
        (beam, state)
    }

    #[test]
    fn after_a_move_a_search_begins_anew_with_the_best_lines() {
        let (old, state) = searched();
        let root = Position::from_state(&state);
        let known = old.child_best_lines(&root, REUSED_LINES);
        assert_eq!(known[0][..], old.best_lines(1)[0][1..]);
        assert!(known.len() > 1);
        let game = tetris_game(&state, Weights::default());
        let next = reuse_search(Some(old), game, root, limits());
        assert_eq!(next.beam.best_lines(REUSED_LINES), known);
        assert_eq!(next.beam.best_lines(usize::MAX).len(), known.len());
        assert!(next.discarded.is_some());
    }

    #[test]
    fn lines_are_kept_with_other_weights_but_their_values_are_not() {
        let (old, state) = searched();
        let root = Position::from_state(&state);
        let mut weights = Weights::default();
        weights.height += 1;
        let game = tetris_game(&state, weights);
        assert!(
            predict_root_moves(&old, &tetris_game(&state, Weights::default()), &root).len() > 1
        );
        assert_eq!(predict_root_moves(&old, &game, &root), []);
        let known = old.child_best_lines(&root, REUSED_LINES);
        let next = reuse_search(Some(old), game, root, limits());
        let mut found = next.beam.best_lines(usize::MAX);
        assert!(found.iter().all(|line| known.contains(line)), "{found:?}");
        found.dedup();
        assert_eq!(found.len(), known.len());
    }

    #[test]
    fn nothing_is_kept_for_an_unrelated_position() {
        let (old, mut state) = searched();
        state.board.raise(&[0b11_1111_1110]);
        let root = Position::from_state(&state);
        let game = tetris_game(&state, Weights::default());
        assert_eq!(predict_root_moves(&old, &game, &root), []);
        let next = reuse_search(Some(old), game, root, limits());
        assert_eq!(next.beam.best_lines(1), [] as [Line<Placement>; 0]);
    }
}
