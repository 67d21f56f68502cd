//! How long a piece is on its way: the fewest frames from where it appears to a placement.
//!
//! The search is [`landfall_rules::path`]'s. A shift and a turn cost the same; a soft drop
//! costs by the row; the last fall, down to where the piece rests, is a hard drop and costs
//! nothing. Decides nothing about legality: the move generator does, and a test holds the two
//! together. A placement without a spin may be timed by a route that ends with a turn.

use landfall_rules::path::{MoveCosts, PieceMoves, PiecePose, Search, shortest};
use landfall_rules::{Board, Placement, Ruleset, Spawn, Spin, TurnKind};

/// What motions cost, in frames.
pub type Motion = MoveCosts;

/// Returns the fewest frames that a placement takes, from where the piece appears to the hard
/// drop; `None` if nothing leads there.
pub fn frames(
    rules: &Ruleset,
    spawn: Spawn,
    board: &Board,
    placement: &Placement,
    motion: Motion,
) -> Option<u32> {
    let model = PieceMoves::new(rules, board, placement.piece)
        .with_spawn(spawn)
        .with_costs(motion);
    match placement.spin {
        Spin::None => frames_to_drop(rules, &model, placement),
        Spin::Mini | Spin::Full => {
            let before = frames_to_spin(rules, board, &model, placement)?;
            Some(before + motion.step)
        }
    }
}

/// Returns the fewest frames to a pose, in any state with the same cells, from which the piece
/// falls to its place.
fn frames_to_drop(rules: &Ruleset, model: &PieceMoves, placement: &Placement) -> Option<u32> {
    let falls_there = |pose: PiecePose| {
        let at = rules.rotation.canonical(model.placement(pose));
        at.rotation == placement.rotation
            && at.x == placement.x
            && rules
                .rotation
                .canonical(model.placement(model.dropped(pose)))
                == *placement
    };
    shortest(model, model.spawn()?, falls_there).map(|route| route.cost)
}

/// Returns the fewest frames to the pose before the turn that is the spin; the piece does not
/// fall after it.
fn frames_to_spin(
    rules: &Ruleset,
    board: &Board,
    model: &PieceMoves,
    placement: &Placement,
) -> Option<u32> {
    let cells = Placement {
        spin: Spin::None,
        ..*placement
    };
    let spins = |pose: PiecePose| {
        TurnKind::ALL
            .iter()
            .filter_map(|&kind| model.turn(pose, kind))
            .any(|(to, kick)| {
                let pose = model.placement(to);
                rules.rotation.canonical(pose) == cells
                    && rules.spin_after_turn(board, &pose, kick) == placement.spin
            })
    };
    let before = Search::new(model, model.spawn()?).find(|at| spins(at.pose))?;
    Some(before.cost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{FULL_ROW, GUIDELINE, PASON, Piece, Rotation, SplitMix64, WIDTH, movegen};

    const MOTION: Motion = Motion {
        step: 2,
        soft_drop: 3,
    };

    fn at(piece: Piece, rotation: Rotation, x: i8, y: i8, spin: Spin) -> Placement {
        Placement {
            piece,
            rotation,
            x,
            y,
            spin,
        }
    }

    fn on(drawn: &str, placement: Placement) -> Option<u32> {
        let board = Board::parse(drawn).unwrap();
        frames(&GUIDELINE, GUIDELINE.spawn, &board, &placement, MOTION)
    }

    #[test]
    fn a_hard_drop_costs_nothing_and_steps_add_up() {
        let empty = "..........";
        let o = |x| on(empty, at(Piece::O, Rotation::North, x, 0, Spin::None));
        assert_eq!([o(4), o(5), o(0)], [Some(0), Some(2), Some(8)]);
        let i = at(Piece::I, Rotation::East, 4, 2, Spin::None);
        assert_eq!(on(empty, i), Some(2));
    }

    #[test]
    fn other_states_with_the_same_cells_may_be_nearer() {
        // One turn puts it upright into column 5, the other into column 4.
        let i = |x| on("..........", at(Piece::I, Rotation::East, x, 2, Spin::None));
        assert_eq!([i(5), i(4), i(3)], [Some(2), Some(2), Some(4)]);
    }

    #[test]
    fn a_tuck_pays_for_its_soft_drop() {
        let roof = "
            ##........
            ..........";
        // Down 19 rows beside the roof, then two columns to the left of it.
        let tuck = at(Piece::I, Rotation::North, 1, 0, Spin::None);
        assert_eq!(on(roof, tuck), Some(19 * 3 + 3 * 2));
    }

    #[test]
    fn a_spin_ends_with_its_turn() {
        let slot = "
            ##........
            #...######
            ##.#######";
        let spun = at(Piece::T, Rotation::South, 2, 1, Spin::Full);
        let frames = on(slot, spun).unwrap();
        assert!(frames > 17 * 3, "{frames}");
        assert_eq!(
            on(
                slot,
                Placement {
                    spin: Spin::Mini,
                    ..spun
                }
            ),
            None
        );
        let roofed = "##########\n#...######\n##.#######";
        assert_eq!(on(roofed, spun), None);
    }

    /// Whatever the rules say can be reached has a way here, with the same spin.
    #[test]
    fn everything_within_reach_has_a_way() {
        let mut rng = SplitMix64::new(3);
        for rules in [&GUIDELINE, &PASON] {
            for _ in 0..60 {
                let mut board = Board::EMPTY;
                let rows = rng.below(18);
                for y in 0..rows {
                    let empty = rng.next_u64() & rng.next_u64();
                    let row = !empty as u16 & FULL_ROW;
                    for x in 0..WIDTH as i8 {
                        if row >> x & 1 == 1 && row != FULL_ROW {
                            board.fill(x, y as i8);
                        }
                    }
                }
                for piece in Piece::ALL {
                    let mut placements = Vec::new();
                    movegen::placements(rules, &board, piece, &mut placements);
                    for placement in placements {
                        let way = frames(rules, rules.spawn, &board, &placement, MOTION);
                        assert!(way.is_some(), "{placement:?}\n{board}");
                    }
                }
            }
        }
    }
}
