//! The cheapest inputs from where a piece appears to a placement.
//!
//! The hard drop at the end costs nothing and is not among the inputs. The move generator decides
//! what is legal; a test compares the two. A placement without a spin may have a route that ends
//! with a turn.

use super::piece_moves::{MoveCosts, PieceInput, PieceMoves, PiecePose};
use super::search::{Route, Search, shortest};
use crate::board::Board;
use crate::piece::{Placement, Spin};
use crate::rotation::TurnKind;
use crate::ruleset::{Ruleset, Spawn};
use crate::state::State;

/// Returns the cheapest inputs that lead to a canonical placement, from where the piece appears
/// to the hard drop, which is not among them; `None` if nothing leads there. With a
/// [`State`], [`State::route`] does the same.
///
/// ```
/// use landfall_rules::path::{MoveCosts, PieceInput, placement_route};
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::{Board, Piece, Placement, Rotation};
///
/// let placement = Placement::new(Piece::O, Rotation::North, 6, 0);
/// let costs = MoveCosts { step: 2, soft_drop: 1 };
/// let (rules, board) = (&GUIDELINE, Board::EMPTY);
/// let route = placement_route(rules, rules.spawn, &board, &placement, costs).unwrap();
/// assert_eq!((route.inputs, route.cost), (vec![PieceInput::Right; 2], 4));
/// ```
pub fn placement_route(
    rules: &Ruleset,
    spawn: Spawn,
    board: &Board,
    placement: &Placement,
    costs: MoveCosts,
) -> Option<Route<PieceInput>> {
    let model = PieceMoves::new(rules, board, placement.piece)
        .with_spawn(spawn)
        .with_costs(costs);
    match placement.spin {
        Spin::None => route_to_drop(rules, &model, placement),
        Spin::Mini | Spin::Full => {
            let (mut route, turn) = route_to_spin(rules, board, &model, placement)?;
            route.inputs.push(PieceInput::Turn(turn));
            route.cost += costs.step;
            Some(route)
        }
    }
}

impl State {
    /// Returns the cheapest inputs that lead to a legal placement from where its piece appears,
    /// without the hold before them, which it may [need](State::needs_hold), and the hard drop
    /// after them; `None` if nothing leads there.
    ///
    /// ```
    /// use landfall_rules::path::MoveCosts;
    /// use landfall_rules::rulesets::GUIDELINE;
    /// use landfall_rules::{Randomizer, State};
    ///
    /// let mut state = State::new(Randomizer::SEVEN_BAG);
    /// state.queue = "TO".parse()?;
    /// let mv = "O north x=6 y=0".parse()?;
    /// assert!(state.needs_hold(&mv));
    /// let route = state.route(&GUIDELINE, &mv, MoveCosts::default()).unwrap();
    /// assert_eq!(route.to_string(), "right right");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn route(
        &self,
        rules: &Ruleset,
        placement: &Placement,
        costs: MoveCosts,
    ) -> Option<Route<PieceInput>> {
        let spawn = self.clear_state.spawn(rules);
        placement_route(rules, spawn, &self.board, placement, costs)
    }
}

/// Returns the cheapest route to a pose, in any state with the same cells, from which the piece
/// falls to its place.
fn route_to_drop(
    rules: &Ruleset,
    model: &PieceMoves,
    placement: &Placement,
) -> Option<Route<PieceInput>> {
    let falls_there = |pose: PiecePose| {
        let at = rules.rotation.canonical(model.placement(pose));
        at.rotation == placement.rotation
            && at.x == placement.x
            && rules
                .rotation
                .canonical(model.placement(model.dropped(pose)))
                == *placement
    };
    shortest(model, model.spawn()?, falls_there)
}

/// Returns the cheapest route to the pose before the turn that is the spin, and that turn; the
/// piece does not fall after it.
fn route_to_spin(
    rules: &Ruleset,
    board: &Board,
    model: &PieceMoves,
    placement: &Placement,
) -> Option<(Route<PieceInput>, TurnKind)> {
    let cells = Placement {
        spin: Spin::None,
        ..*placement
    };
    let spin_from = |pose: PiecePose| {
        TurnKind::ALL.into_iter().find(|&turn| {
            model.turn(pose, turn).is_some_and(|(to, kick)| {
                let pose = model.placement(to);
                rules.rotation.canonical(pose) == cells
                    && rules.spin_after_turn(board, &pose, kick) == placement.spin
            })
        })
    };
    let mut search = Search::new(model, model.spawn()?);
    let turn = search.find_map(|at| spin_from(at.pose))?;
    let last = search.routes().reached().len() - 1;
    Some((search.routes().route(last), turn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{FULL_ROW, WIDTH};
    use crate::rng::SplitMix64;
    use crate::rulesets::GUIDELINE;
    use crate::{Piece, Rotation, movegen};

    const COSTS: MoveCosts = MoveCosts {
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

    fn cost(rules: &Ruleset, board: &Board, placement: &Placement) -> Option<u32> {
        placement_route(rules, rules.spawn, board, placement, COSTS).map(|route| route.cost)
    }

    fn on(drawn: &str, placement: Placement) -> Option<u32> {
        let board = drawn.parse::<Board>().unwrap();
        cost(&GUIDELINE, &board, &placement)
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
        let cost = on(slot, spun).unwrap();
        assert!(cost > 17 * 3, "{cost}");
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

    /// Every placement of the move generator has a route, with the same spin.
    #[test]
    fn every_generated_placement_has_a_route() {
        let mut rng = SplitMix64::new(3);
        for rules in Ruleset::ALL {
            for _ in 0..20 {
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
                        let route_cost = cost(rules, &board, &placement);
                        assert!(route_cost.is_some(), "{placement:?}\n{board}");
                    }
                }
            }
        }
    }
}
