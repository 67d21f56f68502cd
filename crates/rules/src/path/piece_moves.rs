//! The move model of the rulesets: shifts, soft drops by a row, and turns with kicks.

use super::search::MoveModel;
use crate::board::{Board, Cell, WIDTH};
use crate::piece::{Piece, Placement, Rotation, Spin};
use crate::rotation::RotationSystem;
use crate::rotation::{Turn, TurnKind};
use crate::ruleset::{Ruleset, Spawn};
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// One input for a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceInput {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// One row down; under [`Ruleset::sonic_drop_only`] down to where the piece rests.
    SoftDrop,
    /// A turn, if the piece has it.
    Turn(TurnKind),
}

impl PieceInput {
    /// Every input, in the order in which [`PieceMoves`] tries them by default.
    pub const ALL: [PieceInput; 6] = [
        PieceInput::Left,
        PieceInput::Right,
        PieceInput::SoftDrop,
        PieceInput::Turn(TurnKind::Clockwise),
        PieceInput::Turn(TurnKind::CounterClockwise),
        PieceInput::Turn(TurnKind::Half),
    ];

    /// Returns the name, the same that `Display` writes and `FromStr` reads: `left`, `right`,
    /// `soft_drop`, `clockwise`, `counterclockwise` or `half_turn`.
    pub const fn name(self) -> &'static str {
        match self {
            PieceInput::Left => "left",
            PieceInput::Right => "right",
            PieceInput::SoftDrop => "soft_drop",
            PieceInput::Turn(TurnKind::Clockwise) => "clockwise",
            PieceInput::Turn(TurnKind::CounterClockwise) => "counterclockwise",
            PieceInput::Turn(TurnKind::Half) => "half_turn",
        }
    }
}

impl fmt::Display for PieceInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PieceInput {
    type Err = ParseInputError;

    fn from_str(text: &str) -> Result<PieceInput, ParseInputError> {
        let mut all = PieceInput::ALL.into_iter();
        all.find(|input| input.name() == text)
            .ok_or_else(|| ParseInputError(text.chars().take(40).collect()))
    }
}

/// A text is not the name of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseInputError(String);

impl fmt::Display for ParseInputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, names) = (&self.0, PieceInput::ALL.map(PieceInput::name).join(", "));
        write!(f, "{found:?} is not an input: write one of {names}")
    }
}

impl core::error::Error for ParseInputError {}

/// A rotation state, and the cell of the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PiecePose {
    /// Rotation state.
    pub rotation: Rotation,
    /// Column of the centre.
    pub x: i8,
    /// Row of the centre.
    pub y: i8,
}

impl From<&Placement> for PiecePose {
    fn from(placement: &Placement) -> PiecePose {
        PiecePose {
            rotation: placement.rotation,
            x: placement.x,
            y: placement.y,
        }
    }
}

/// What inputs cost, in a unit of the caller's choice: frames for the fastest route, keys for the one
/// with the fewest. The default is 1 for each, which counts inputs. Where a key may be kept down, a
/// row of soft drop costs 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCosts {
    /// A shift by one column, or a turn.
    pub step: u32,
    /// A soft drop by one row.
    pub soft_drop: u32,
}

impl Default for MoveCosts {
    fn default() -> MoveCosts {
        MoveCosts {
            step: 1,
            soft_drop: 1,
        }
    }
}

/// How one piece moves on one board by a ruleset.
///
/// ```
/// use landfall_rules::path::{self, PieceInput, PieceMoves};
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::{Board, Piece};
///
/// let board = Board::EMPTY;
/// let model = PieceMoves::new(&GUIDELINE, &board, Piece::O);
/// let start = model.spawn().unwrap();
/// let route = path::shortest(&model, start, |pose| pose.x == 6).unwrap();
/// assert_eq!(route.inputs, [PieceInput::Right, PieceInput::Right]);
/// ```
#[derive(Clone, Debug)]
pub struct PieceMoves<'a> {
    rotation: &'static RotationSystem,
    sonic_drop_only: bool,
    spawn: Spawn,
    piece: Piece,
    /// Bit `y` of column `x`: the pose has all its cells on the board and free.
    free: [[u64; WIDTH]; 4],
    inputs: &'a [PieceInput],
    costs: MoveCosts,
}

impl<'a> PieceMoves<'a> {
    /// Returns the model of a piece, with the default costs.
    pub fn new(rules: &Ruleset, board: &Board, piece: Piece) -> PieceMoves<'a> {
        let states = rules.rotation.rule(piece).states;
        PieceMoves {
            rotation: rules.rotation,
            sonic_drop_only: rules.sonic_drop_only,
            spawn: rules.spawn,
            piece,
            free: states.map(|cells| free_poses(board, &cells, rules.height)),
            inputs: &PieceInput::ALL,
            costs: MoveCosts::default(),
        }
    }

    /// Returns the model with these inputs, tried in this order.
    pub fn with_inputs(self, inputs: &'a [PieceInput]) -> PieceMoves<'a> {
        PieceMoves { inputs, ..self }
    }

    /// Returns the model with other costs.
    pub fn with_costs(self, costs: MoveCosts) -> PieceMoves<'a> {
        PieceMoves { costs, ..self }
    }

    /// Returns the model with a piece that appears elsewhere: see
    /// [`Ruleset::spawn_after`].
    pub fn with_spawn(self, spawn: Spawn) -> PieceMoves<'a> {
        PieceMoves { spawn, ..self }
    }

    /// Returns where the piece appears, or `None` if that is blocked.
    pub fn spawn(&self) -> Option<PiecePose> {
        let at = |y| PiecePose {
            rotation: Rotation::North,
            x: self.spawn.x,
            y,
        };
        self.spawn.row(|&y| self.is_free(at(y))).map(at)
    }

    /// Returns whether all cells of a pose are on the board and free.
    pub fn is_free(&self, pose: PiecePose) -> bool {
        let column = self.free[pose.rotation.index()].get(pose.x as usize);
        column.is_some_and(|column| (0..64).contains(&pose.y) && column >> pose.y & 1 == 1)
    }

    /// Returns the pose in which the piece comes to rest when it falls.
    pub fn dropped(&self, mut pose: PiecePose) -> PiecePose {
        while let Some(lower) = self.moved(pose, 0, -1) {
            pose = lower;
        }
        pose
    }

    /// Returns a pose moved by (`dx`, `dy`), if it is free there.
    fn moved(&self, pose: PiecePose, dx: i8, dy: i8) -> Option<PiecePose> {
        let to = PiecePose {
            x: pose.x + dx,
            y: pose.y + dy,
            ..pose
        };
        self.is_free(to).then_some(to)
    }

    /// Returns where a turn leads, and the number of the kick that fits, from 0; `None` if
    /// none of its kicks fits.
    pub fn turn(&self, pose: PiecePose, kind: TurnKind) -> Option<(PiecePose, usize)> {
        let rule = self.rotation.rule(self.piece);
        let turn: &Turn = &rule.turns[pose.rotation.index()][kind.index()];
        turn.kicks.iter().enumerate().find_map(|(kick, &(dx, dy))| {
            let to = PiecePose {
                rotation: turn.to,
                x: pose.x + dx,
                y: pose.y + dy,
            };
            self.is_free(to).then_some((to, kick))
        })
    }

    /// Returns a pose as a placement without a spin, not canonical.
    pub fn placement(&self, pose: PiecePose) -> Placement {
        Placement {
            piece: self.piece,
            rotation: pose.rotation,
            x: pose.x,
            y: pose.y,
            spin: Spin::None,
        }
    }
}

impl MoveModel for PieceMoves<'_> {
    type Pose = PiecePose;
    type Input = PieceInput;

    fn inputs(&self) -> &[PieceInput] {
        self.inputs
    }

    fn apply(&self, pose: PiecePose, input: PieceInput) -> Option<PiecePose> {
        match input {
            PieceInput::Left => self.moved(pose, -1, 0),
            PieceInput::Right => self.moved(pose, 1, 0),
            PieceInput::SoftDrop if self.sonic_drop_only => {
                Some(self.dropped(pose)).filter(|&to| to != pose)
            }
            PieceInput::SoftDrop => self.moved(pose, 0, -1),
            PieceInput::Turn(kind) => self.turn(pose, kind).map(|(to, _)| to),
        }
    }

    fn cost(&self, input: PieceInput) -> u32 {
        match input {
            PieceInput::SoftDrop => self.costs.soft_drop,
            _ => self.costs.step,
        }
    }

    fn index(&self, pose: PiecePose) -> Option<usize> {
        self.is_free(pose)
            .then(|| (pose.rotation.index() * WIDTH + pose.x as usize) * 64 + pose.y as usize)
    }
}

/// Returns the poses of a state in which all cells are on the board and free.
fn free_poses(board: &Board, cells: &[Cell; 4], height: u32) -> [u64; WIDTH] {
    let below_top = (1u64 << height) - 1;
    core::array::from_fn(|x| {
        cells.iter().fold(!0, |free, &(dx, dy)| {
            let Some(column) = board.columns.get((x as i8 + dx) as usize) else {
                return 0;
            };
            let empty = !column & below_top;
            free & match dy {
                0.. => empty >> dy,
                _ => empty << -dy,
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen;
    use crate::path::{explore, shortest};
    use crate::rng::SplitMix64;
    use crate::rulesets::{GUIDELINE, PASON};
    use std::collections::BTreeSet;

    fn random_board(rng: &mut SplitMix64) -> Board {
        let mut board = Board::EMPTY;
        for y in 0..rng.below(18) {
            let row = rng.next_u64() | rng.next_u64();
            for x in (0..WIDTH).filter(|x| row >> x & 1 == 1) {
                board.fill(x as i8, y as i8);
            }
        }
        board
    }

    /// The cells where routes end are those of the move generator.
    #[test]
    fn routes_lead_to_what_the_move_generator_finds() {
        let rng = &mut SplitMix64::new(3);
        let sonic = &Ruleset {
            sonic_drop_only: true,
            ..GUIDELINE
        };
        for rules in [&GUIDELINE, &PASON, sonic] {
            for _ in 0..60 {
                let board = random_board(rng);
                for piece in Piece::ALL {
                    let model = PieceMoves::new(rules, &board, piece);
                    let rests: BTreeSet<Placement> = model
                        .spawn()
                        .map(|start| explore(&model, start))
                        .iter()
                        .flat_map(|routes| routes.reached())
                        .filter(|at| model.dropped(at.pose) == at.pose)
                        .map(|at| rules.rotation.canonical(model.placement(at.pose)))
                        .collect();
                    let mut generated = Vec::new();
                    movegen::placements(rules, &board, piece, &mut generated);
                    let generated: BTreeSet<Placement> = generated
                        .into_iter()
                        .map(|mv| Placement {
                            spin: Spin::None,
                            ..mv
                        })
                        .collect();
                    assert_eq!(rests, generated, "{piece:?} {}\n{board}", rules.name);
                }
            }
        }
    }

    #[test]
    fn inputs_of_a_route_lead_to_its_goal() {
        let board = "##........\n#...######\n##.#######"
            .parse::<Board>()
            .unwrap();
        let model = PieceMoves::new(&GUIDELINE, &board, Piece::T);
        let start = model.spawn().unwrap();
        let slot = PiecePose {
            rotation: Rotation::South,
            x: 2,
            y: 1,
        };
        let route = shortest(&model, start, |pose| pose == slot).unwrap();
        let end = route
            .inputs
            .iter()
            .try_fold(start, |pose, &input| model.apply(pose, input));
        assert_eq!(end, Some(slot));
        assert_eq!(route.cost as usize, route.inputs.len());
    }

    #[test]
    fn costs_change_the_route() {
        // The only route goes down beside the roof, then under it.
        let board = "##........\n..........".parse::<Board>().unwrap();
        let costs = MoveCosts {
            step: 2,
            soft_drop: 3,
        };
        let model = PieceMoves::new(&GUIDELINE, &board, Piece::I).with_costs(costs);
        let goal = PiecePose {
            rotation: Rotation::North,
            x: 1,
            y: 0,
        };
        let route = shortest(&model, model.spawn().unwrap(), |pose| pose == goal);
        assert_eq!(route.unwrap().cost, 19 * 3 + 3 * 2);
    }
}
