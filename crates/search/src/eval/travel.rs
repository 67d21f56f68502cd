//! What moving a piece to its place costs, estimated without a search for the route.
//!
//! Over an empty board the shortest inputs follow from the place alone. A place with cells above it,
//! or one that is a spin, is taken to need a soft drop down to its row.

use crate::weights::Weights;
use landfall_rules::board::WIDTH;
use landfall_rules::rotation::RotationSystem;
use landfall_rules::rotation::TurnKind;
use landfall_rules::{Board, Cell, Piece, Placement, Ruleset, Spin};

/// The price of the route to each placement, by the weights `step` and `soft_drop`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TravelPrices {
    /// The price of shifts and turns, by piece, canonical state, and column of the centre.
    steps: [[[i16; WIDTH]; 4]; 7],
    /// The price of a row of soft drop.
    soft_drop: i32,
    /// The row in which the centre appears.
    spawn_row: i32,
    is_free: bool,
}

impl TravelPrices {
    /// Returns the prices under a ruleset.
    pub fn new(rules: &Ruleset, weights: &Weights) -> TravelPrices {
        let is_free = weights.step == 0 && weights.soft_drop == 0;
        let price =
            |steps: u32| (weights.step * steps.min(99) as i32).clamp(-30_000, 30_000) as i16;
        let steps = match is_free {
            true => [[[0; WIDTH]; 4]; 7],
            false => Piece::ALL.map(|piece| steps(rules, piece).map(|row| row.map(price))),
        };
        TravelPrices {
            steps,
            soft_drop: weights.soft_drop,
            spawn_row: i32::from(rules.spawn.y),
            is_free,
        }
    }

    /// Returns whether every route costs nothing.
    #[inline(always)]
    pub fn is_free(&self) -> bool {
        self.is_free
    }

    /// Returns the price of the route to a canonical placement. `is_covered` says whether there are
    /// filled cells above it.
    #[inline(always)]
    pub fn of(&self, mv: &Placement, is_covered: bool) -> i32 {
        let by_column = &self.steps[mv.piece.index()][mv.rotation.index()];
        let steps = by_column.get(mv.x as usize).copied().unwrap_or(0);
        let rows = match is_covered || mv.spin != Spin::None {
            true => (self.spawn_row - i32::from(mv.y)).clamp(0, 40),
            false => 0,
        };
        i32::from(steps) + self.soft_drop * rows
    }

    /// Returns the price of the route to a canonical placement on a board; 0 for a skip.
    pub fn on_board(&self, rotation: &RotationSystem, board: &Board, mv: &Placement) -> i32 {
        if self.is_free || mv.is_skip() {
            return 0;
        }
        self.of(mv, is_covered(board, &rotation.cells(mv)))
    }
}

/// Returns whether there is a filled cell above one of these, which are free and on the board.
fn is_covered(board: &Board, cells: &[Cell; 4]) -> bool {
    let covers = |&(x, y): &Cell| board.columns[x as usize] >> y != 0;
    cells.iter().any(covers)
}

/// Returns the shifts and turns to each column in each canonical state over an empty board.
fn steps(rules: &Ruleset, piece: Piece) -> [[u32; WIDTH]; 4] {
    let rule = rules.rotation.rule(piece);
    let mut fewest = [[u32::MAX; WIDTH]; 4];
    for (state, (turns, shift)) in turned(rules, piece).into_iter().enumerate() {
        let canonical = rule.canonical[state];
        let centre = i32::from(rules.spawn.x) + shift + i32::from(canonical.shift.0);
        for (x, fewest) in fewest[canonical.rotation.index()].iter_mut().enumerate() {
            *fewest = turns.saturating_add(centre.abs_diff(x as i32)).min(*fewest);
        }
    }
    fewest
}

/// Returns for each state by how many turns it is reached, and by how much they move the centre.
fn turned(rules: &Ruleset, piece: Piece) -> [(u32, i32); 4] {
    let rule = rules.rotation.rule(piece);
    let mut reached = [(u32::MAX, 0); 4];
    reached[0] = (0, 0);
    // Two turns lead to every state.
    for turns in 0..2 {
        for state in 0..4 {
            let (before, shift) = reached[state];
            for kind in TurnKind::ALL.into_iter().filter(|_| before == turns) {
                let turn = rule.turns[state][kind.index()];
                let Some(&(dx, _)) = turn.kicks.first() else {
                    continue;
                };
                let to = &mut reached[turn.to.index()];
                if to.0 > turns + 1 {
                    *to = (turns + 1, shift + i32::from(dx));
                }
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::lock::{ClearState, lock};
    use landfall_rules::movegen;
    use landfall_rules::path::{MoveCosts, placement_route};
    use landfall_rules::rng::SplitMix64;
    use landfall_rules::rotation::SRS;
    use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};

    /// Returns prices of 100 per step and per row.
    fn prices(rules: &Ruleset) -> TravelPrices {
        let weights = Weights {
            step: 100,
            soft_drop: 100,
            ..Weights::ZERO
        };
        TravelPrices::new(rules, &weights)
    }

    /// Returns a board after some placements, each the lowest of three.
    fn played(rules: &Ruleset, rng: &mut SplitMix64) -> Board {
        let (mut board, mut moves) = (Board::EMPTY, Vec::new());
        for _ in 0..12 + rng.below(16) {
            let piece = Piece::ALL[rng.below(7) as usize];
            moves.clear();
            movegen::placements(rules, &board, piece, &mut moves);
            let some = (0..3).map(|_| moves[rng.below(moves.len() as u32) as usize]);
            let lowest = some.min_by_key(|mv| mv.y).expect("three");
            lock(rules, &mut board, &mut ClearState::default(), &lowest);
        }
        board
    }

    fn planned(rules: &Ruleset, board: &Board, mv: &Placement) -> i32 {
        let costs = MoveCosts {
            step: 100,
            soft_drop: 100,
        };
        let route = placement_route(rules, rules.spawn, board, mv, costs);
        route.expect("every generated placement has a route").cost as i32
    }

    #[test]
    fn prices_over_an_empty_board_are_those_of_the_planner() {
        for rules in Ruleset::ALL.into_iter().filter(|rules| rules.height >= 20) {
            let prices = prices(rules);
            for piece in Piece::ALL {
                let mut moves = Vec::new();
                movegen::placements(rules, &Board::EMPTY, piece, &mut moves);
                for mv in moves {
                    let price = prices.on_board(rules.rotation, &Board::EMPTY, &mv);
                    assert_eq!(
                        price,
                        planned(rules, &Board::EMPTY, &mv),
                        "{} {mv:?}",
                        rules.name
                    );
                }
            }
        }
    }

    /// On boards like those of games the price is the planner's for nearly all placements.
    #[test]
    fn prices_on_boards_are_near_those_of_the_planner() {
        let mut rng = SplitMix64::new(11);
        for rules in [&GUIDELINE, &TETRIO_S2] {
            let prices = prices(rules);
            let (mut exact, mut open, mut error, mut covered) = (0, 0, 0, 0);
            for _ in 0..200 {
                let board = played(rules, &mut rng);
                for piece in Piece::ALL {
                    let mut moves = Vec::new();
                    movegen::placements(rules, &board, piece, &mut moves);
                    for mv in moves {
                        let (price, planned) = (
                            prices.on_board(rules.rotation, &board, &mv),
                            planned(rules, &board, &mv),
                        );
                        if is_covered(&board, &mv.cells(rules)) || mv.spin != Spin::None {
                            covered += 1;
                            error += (price - planned).abs();
                        } else {
                            open += 1;
                            exact += u32::from(price == planned);
                        }
                    }
                }
            }
            assert!(
                f64::from(exact) > 0.99 * f64::from(open),
                "{exact} of {open}"
            );
            assert!(error / covered < 300, "{error} over {covered}");
        }
    }

    #[test]
    fn without_weights_nothing_costs_anything() {
        let prices = TravelPrices::new(&GUIDELINE, &Weights::ZERO);
        assert!(prices.is_free());
        let mv = Placement::new(Piece::T, landfall_rules::Rotation::North, 0, 0);
        assert_eq!(prices.on_board(&SRS, &Board::EMPTY, &mv), 0);
    }
}
