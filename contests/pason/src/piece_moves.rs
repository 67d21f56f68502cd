//! The moves and locks of the falling piece under the contest's commands, with the boards, rotation
//! system and collisions of `landfall_rules`.
//!
//! Client and server share it. `pathfinding` searches commands, `server::game` applies locks to a
//! game.

use crate::messages::Move;
use landfall_rules::rotation::TurnKind;
use landfall_rules::rulesets::PASON;
use landfall_rules::{Board, Placement};

/// Whether all cells of a piece are free. All cells above the board are free, all cells beside and
/// below it are not.
pub fn fits(board: &Board, placement: &Placement) -> bool {
    let cells = placement.cells(&PASON);
    cells.iter().all(|&(x, y)| !board.filled(x, y))
}

/// Returns the result of a move without regard to collisions. A drop counts as one row here.
pub fn moved(placement: Placement, mv: Move) -> Placement {
    let shifted = |dx: i8, dy: i8| Placement {
        x: placement.x.saturating_add(dx),
        y: placement.y.saturating_add(dy),
        ..placement
    };
    match mv {
        Move::Left => shifted(-1, 0),
        Move::Right => shifted(1, 0),
        Move::Down | Move::Drop => shifted(0, -1),
        Move::LRotate => turned(placement, TurnKind::Clockwise),
        Move::RRotate => turned(placement, TurnKind::CounterClockwise),
    }
}

/// Returns the piece turned in place; a piece that cannot turn is unchanged. The rotation system's
/// clockwise turn, to the next state, is the contest's `lrotate`.
fn turned(placement: Placement, kind: TurnKind) -> Placement {
    let rule = PASON.rotation.rule(placement.piece);
    let turn = rule.turns[placement.rotation.index()][kind.index()];
    if turn.kicks.is_empty() {
        return placement;
    }
    Placement {
        rotation: turn.to,
        ..placement
    }
}

/// Returns the piece after a move, or unchanged if the board forbids the move. A drop ends where
/// the piece rests.
pub fn apply_move(board: &Board, placement: Placement, mv: Move) -> Placement {
    if mv == Move::Drop {
        return dropped(board, placement);
    }
    let moved = moved(placement, mv);
    if fits(board, &moved) {
        moved
    } else {
        placement
    }
}

/// Returns where a piece that falls from here comes to rest.
pub fn dropped(board: &Board, placement: Placement) -> Placement {
    let mut rest = placement;
    loop {
        let lower = moved(rest, Move::Down);
        if !fits(board, &lower) {
            return rest;
        }
        rest = lower;
    }
}

/// Fills the cells of a piece. Cells above the board are lost.
pub fn fill(board: &mut Board, placement: &Placement) {
    for (x, y) in placement.cells(&PASON) {
        if y < PASON.lock_out_row as i8 {
            board.fill(x, y);
        }
    }
}

/// Removes the full rows, and returns them as a mask of rows from the floor.
pub fn clear_full_rows(board: &mut Board) -> u64 {
    let rows = board.full_rows();
    board.remove_rows(rows);
    rows
}

/// Returns the board after a piece locked here, and the number of cleared rows.
pub fn locked(board: &Board, placement: &Placement) -> (Board, u32) {
    let mut board = *board;
    fill(&mut board, placement);
    let rows = clear_full_rows(&mut board);
    (board, rows.count_ones())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinates::spawn;
    use landfall_rules::{Piece, Rotation};

    #[test]
    fn full_rows_are_removed_and_rows_above_fall() {
        let board = "
            #.#.......
            #########.
            ...#......"
            .parse::<Board>();
        let upright = Placement::new(Piece::I, Rotation::East, 9, 3);
        let (board, rows) = locked(&board.expect("a board"), &upright);
        assert_eq!(rows, 1);
        let expected = "
            .........#
            .........#
            #.#......#
            ...#......"
            .parse::<Board>();
        assert_eq!(board, expected.expect("a board"));
    }

    #[test]
    fn cells_above_the_board_are_lost() {
        let (board, _) = locked(&Board::EMPTY, &spawn(Piece::I, 1));
        assert_eq!(board.columns[5], 0b111 << 17);
    }
}
