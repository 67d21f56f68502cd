//! From inputs to the placement that they lead to.

use super::piece_moves::{PieceInput, PieceMoves, PiecePose};
use super::search::MoveModel;
use crate::board::Board;
use crate::piece::{Placement, Spin};
use crate::ruleset::Ruleset;

/// Returns where a piece locks after these inputs from a pose and a hard drop: canonical, with the
/// spin that it counts as. An input that the board refuses changes nothing.
///
/// It undoes [`placement_route`](super::placement_route()):
///
/// ```
/// use landfall_rules::path::{MoveCosts, PieceMoves, placement_route, played_inputs};
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::{Board, Piece, Placement, Rotation};
///
/// let (rules, board) = (&GUIDELINE, Board::EMPTY);
/// let placement = Placement::new(Piece::O, Rotation::North, 6, 0);
/// let costs = MoveCosts::default();
/// let route = placement_route(rules, rules.spawn, &board, &placement, costs).unwrap();
/// let moves = PieceMoves::new(rules, &board, Piece::O);
/// let spawn = moves.spawn().unwrap();
/// assert_eq!(played_inputs(rules, &board, &moves, spawn, &route.inputs), placement);
/// ```
pub fn played_inputs(
    rules: &Ruleset,
    board: &Board,
    moves: &PieceMoves,
    from: PiecePose,
    inputs: &[PieceInput],
) -> Placement {
    let mut pose = from;
    let mut spin = Spin::None;
    for &input in inputs {
        match input {
            PieceInput::Turn(kind) => {
                if let Some((to, kick)) = moves.turn(pose, kind) {
                    pose = to;
                    spin = rules.spin_after_turn(board, &moves.placement(pose), kick);
                }
            }
            _ => {
                if let Some(to) = moves.apply(pose, input) {
                    (pose, spin) = (to, Spin::None);
                }
            }
        }
    }
    let rest = moves.dropped(pose);
    let spin = if rest == pose { spin } else { Spin::None };
    Placement {
        spin,
        ..rules.rotation.canonical(moves.placement(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{FULL_ROW, WIDTH};
    use crate::path::{MoveCosts, placement_route};
    use crate::rng::SplitMix64;
    use crate::rulesets::{GUIDELINE, TETRIO_S2};
    use crate::{Piece, movegen};

    /// The route of a placement leads to it, with the same spin.
    #[test]
    fn inputs_of_a_route_give_its_placement() {
        let costs = MoveCosts {
            step: 1,
            soft_drop: 1,
        };
        let sonic = &Ruleset {
            sonic_drop_only: true,
            ..TETRIO_S2
        };
        let mut rng = SplitMix64::new(5);
        let mut spins = 0;
        for rules in [&GUIDELINE, &TETRIO_S2, sonic] {
            for _ in 0..80 {
                let mut board = Board::EMPTY;
                for y in 0..rng.below(16) {
                    let row = !(rng.next_u64() & rng.next_u64()) as u16 & FULL_ROW;
                    for x in (0..WIDTH as i8).filter(|x| row >> x & 1 == 1 && row != FULL_ROW) {
                        board.fill(x, y as i8);
                    }
                }
                for piece in Piece::ALL {
                    let moves = PieceMoves::new(rules, &board, piece);
                    let mut placements = Vec::new();
                    movegen::placements(rules, &board, piece, &mut placements);
                    for placement in placements {
                        let route =
                            placement_route(rules, rules.spawn, &board, &placement, costs).unwrap();
                        let spawn = moves.spawn().unwrap();
                        let found = played_inputs(rules, &board, &moves, spawn, &route.inputs);
                        let same_cells = Placement {
                            spin: placement.spin,
                            ..found
                        };
                        assert_eq!(same_cells, placement, "{board}");
                        // A placement without a spin may have a route that ends with a turn.
                        if placement.spin != Spin::None {
                            assert_eq!(found, placement, "{board}");
                            spins += 1;
                        }
                    }
                }
            }
        }
        assert!(spins > 100, "{spins}");
    }
}
