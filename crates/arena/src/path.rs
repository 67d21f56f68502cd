//! How long a piece is on its way: the fewest frames from where it appears to a placement.
//!
//! Dijkstra's search over poses, with a bucket a frame. A shift and a turn cost the same;
//! a soft drop costs by the row; the last fall, down to where the piece rests, is a hard drop
//! and costs nothing. Decides nothing about legality: `game::reach` does, and a test holds
//! the two together. A placement without a spin may be timed by a way that ends with a turn.

use landfall_rules::{Board, Cell, Placement, Rotation, Ruleset, Spin, Turn};

/// What motions cost, in frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// A shift by one column, or a turn.
    pub step: u32,
    /// A soft drop by one row.
    pub soft_drop: u32,
}

/// A centre and a rotation state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pose {
    rotation: Rotation,
    x: i8,
    y: i8,
}

/// The fewest frames that a placement takes, from where the piece appears to the hard drop;
/// `None` if nothing leads there.
pub fn frames(
    rules: &Ruleset,
    board: &Board,
    placement: &Placement,
    motion: Motion,
) -> Option<u32> {
    let search = Search::new(rules, board, placement);
    search.run(motion)
}

/// Columns of a board.
const WIDTH: usize = 10;

/// A bit map of poses for each rotation state: bit `y` of column `x`.
type Maps = [[u64; WIDTH]; 4];

struct Search<'a> {
    rules: &'a Ruleset,
    placement: &'a Placement,
    board: &'a Board,
    free: Maps,
    /// Poses from which a hard drop ends the way.
    goals: Maps,
}

impl<'a> Search<'a> {
    fn new(rules: &'a Ruleset, board: &'a Board, placement: &'a Placement) -> Search<'a> {
        let rule = rules.rotation.rule(placement.piece);
        let free = rule
            .states
            .map(|cells| free_poses(board, &cells, rules.height));
        let mut search = Search {
            rules,
            placement,
            board,
            free,
            goals: [[0; WIDTH]; 4],
        };
        search.mark_goals();
        search
    }

    /// Where the piece lies, in every state with the same cells, and everything above from
    /// which it falls there. A spin ends where it turned: it falls no more.
    fn mark_goals(&mut self) {
        let rule = self.rules.rotation.rule(self.placement.piece);
        for rotation in Rotation::ALL {
            let canonical = rule.canonical[rotation.index()];
            let x = self.placement.x - canonical.shift.0;
            let y = self.placement.y - canonical.shift.1;
            if canonical.rotation != self.placement.rotation
                || !(0..WIDTH as i8).contains(&x)
                || !(0..64).contains(&y)
            {
                continue;
            }
            let free = self.free[rotation.index()][x as usize];
            let falling = match self.placement.spin {
                Spin::None => run_above(free, y),
                Spin::Mini | Spin::Full => free & 1 << y,
            };
            self.goals[rotation.index()][x as usize] = falling;
        }
    }

    fn run(&self, motion: Motion) -> Option<u32> {
        let start = self.start()?;
        let mut reached = Buckets::new(start);
        let mut frames = 0;
        while let Some(pose) = reached.next(&mut frames) {
            if self.placement.spin == Spin::None && self.has(&self.goals, pose) {
                return Some(frames);
            }
            for dx in [-1, 1] {
                let to = Pose {
                    x: pose.x + dx,
                    ..pose
                };
                if self.has(&self.free, to) {
                    reached.add(to, frames + motion.step);
                }
            }
            let below = Pose {
                y: pose.y - 1,
                ..pose
            };
            if self.has(&self.free, below) {
                reached.add(below, frames + motion.soft_drop);
            }
            for turn in self.turns(pose) {
                if let Some((to, kick)) = self.turned(pose, turn) {
                    if self.spins_in(to, kick) {
                        return Some(frames + motion.step);
                    }
                    reached.add(to, frames + motion.step);
                }
            }
        }
        None
    }

    fn start(&self) -> Option<Pose> {
        let spawn = self.rules.spawn;
        (spawn.y..=spawn.y + spawn.retry_rows)
            .map(|y| Pose {
                rotation: Rotation::North,
                x: spawn.x,
                y,
            })
            .find(|&pose| self.has(&self.free, pose))
    }

    fn turns(&self, pose: Pose) -> &[Turn; 2] {
        &self.rules.rotation.rule(self.placement.piece).turns[pose.rotation.index()]
    }

    /// Where a turn leads and by which kick.
    fn turned(&self, pose: Pose, turn: &Turn) -> Option<(Pose, usize)> {
        let kicks = &turn.kicks[..turn.kick_count];
        kicks.iter().enumerate().find_map(|(kick, &(dx, dy))| {
            let to = Pose {
                rotation: turn.to,
                x: pose.x + dx,
                y: pose.y + dy,
            };
            self.has(&self.free, to).then_some((to, kick))
        })
    }

    /// Whether a turn into this pose is the spin that is wanted.
    fn spins_in(&self, pose: Pose, kick: usize) -> bool {
        self.placement.spin != Spin::None
            && self.has(&self.goals, pose)
            && spin_of(self.board, pose, kick) == self.placement.spin
    }

    fn has(&self, maps: &Maps, pose: Pose) -> bool {
        let column = maps[pose.rotation.index()].get(pose.x as usize);
        column.is_some_and(|column| (0..64).contains(&pose.y) && column >> pose.y & 1 == 1)
    }
}

/// The spin of a T that has just turned into a pose, by its corners; see
/// [`SpinRule::ThreeCorners`](landfall_rules::SpinRule).
fn spin_of(board: &Board, pose: Pose, kick: usize) -> Spin {
    const FIFTH: usize = 4;
    // Clockwise from the upper left; the state says which of them are in front.
    const CORNERS: [Cell; 4] = [(-1, 1), (1, 1), (1, -1), (-1, -1)];
    let filled = |i: usize| {
        let (dx, dy) = CORNERS[i % 4];
        board.filled(pose.x + dx, pose.y + dy)
    };
    let first = pose.rotation.index();
    let all = (0..4).filter(|&i| filled(i)).count();
    match all {
        0..=2 => Spin::None,
        _ if kick == FIFTH || filled(first) && filled(first + 1) => Spin::Full,
        _ => Spin::Mini,
    }
}

/// The poses to go on from, by the frame at which they are reached.
struct Buckets {
    /// By frame.
    waiting: Vec<Vec<Pose>>,
    done: Maps,
}

impl Buckets {
    fn new(start: Pose) -> Buckets {
        Buckets {
            waiting: vec![vec![start]],
            done: [[0; WIDTH]; 4],
        }
    }

    fn add(&mut self, pose: Pose, frame: u32) {
        if self.done[pose.rotation.index()][pose.x as usize] >> pose.y & 1 == 1 {
            return;
        }
        let frame = frame as usize;
        if self.waiting.len() <= frame {
            self.waiting.resize(frame + 1, Vec::new());
        }
        self.waiting[frame].push(pose);
    }

    /// The next pose; `frames` moves on to when it is reached.
    fn next(&mut self, frames: &mut u32) -> Option<Pose> {
        loop {
            let bucket = self.waiting.get_mut(*frames as usize)?;
            let Some(pose) = bucket.pop() else {
                *frames += 1;
                continue;
            };
            let done = &mut self.done[pose.rotation.index()][pose.x as usize];
            if *done >> pose.y & 1 == 0 {
                *done |= 1 << pose.y;
                return Some(pose);
            }
        }
    }
}

/// The poses of a state in which all cells are on the board and free.
fn free_poses(board: &Board, cells: &[Cell; 4], height: u32) -> [u64; WIDTH] {
    let below_ceiling = (1u64 << height) - 1;
    std::array::from_fn(|x| {
        cells.iter().fold(!0, |free, &(dx, dy)| {
            let Some(column) = board.columns.get((x as i8 + dx) as usize) else {
                return 0;
            };
            let empty = !column & below_ceiling;
            free & match dy {
                0.. => empty >> dy,
                _ => empty << -dy,
            }
        })
    })
}

/// The free rows of a column from `y` upwards without a gap.
fn run_above(free: u64, y: i8) -> u64 {
    let length = (!(free >> y)).trailing_zeros();
    match length {
        64 => !0,
        _ => ((1u64 << length) - 1) << y,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{GUIDELINE, PASON, Piece, SplitMix64, movegen};

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
        frames(&GUIDELINE, &board, &placement, MOTION)
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
        let mut seed = SplitMix64::new(3);
        for rules in [&GUIDELINE, &PASON] {
            for _ in 0..60 {
                let mut board = Board::EMPTY;
                let rows = seed.below(18);
                for y in 0..rows {
                    let empty = seed.next_u64() & seed.next_u64();
                    let row = (!empty & 0x3ff) as u16;
                    for x in 0..10 {
                        if row >> x & 1 == 1 && row != 0x3ff {
                            board.fill(x, y as i8);
                        }
                    }
                }
                for piece in Piece::ALL {
                    let mut placements = Vec::new();
                    movegen::placements(rules, &board, piece, &mut placements);
                    for placement in placements {
                        let way = frames(rules, &board, &placement, MOTION);
                        assert!(way.is_some(), "{placement:?}\n{board}");
                    }
                }
            }
        }
    }
}
