//! The general flood fill: any width, any height, any shapes and kicks, as data at run time.
//!
//! The compiled flood fill in `compiled` gives the same answers where it applies; tests compare the
//! two. Which poses count as spins is decided in `spins`.
//!
//! Here and in `spins` a column is stored upside down: bit `63 - y` stands for row `y`. A
//! piece then falls towards the high bits, and an addition, whose carry runs the same way,
//! drops it through a whole run of free rows at once.

mod spins;

use super::{SPAWN_CLEARANCE, SpinCounting};
use crate::board::{Bitboard, Cell};
use crate::piece::{Piece, Placement, Rotation, Spin};
use crate::rotation::{Canonical, PieceRule, Turn};
use crate::ruleset::{Ruleset, Spawn};
use crate::spin::LastMove;
use alloc::vec::Vec;
use spins::{SpinCollector, SpinTestMaps, SpinTests};

/// One bit per centre: `map[x]` has bit `63 - y` for the pose with its centre at (x, y).
pub type PoseMap<const W: usize> = [u64; W];

/// One map per rotation state.
type Maps<const W: usize> = [PoseMap<W>; 4];

/// Where a piece can lock, by spin and canonical rotation state.
pub struct LockMaps<const W: usize> {
    none: Maps<W>,
    spun: Option<SpinMaps<W>>,
}

/// Poses that count as spins.
struct SpinMaps<const W: usize> {
    mini: Maps<W>,
    full: Maps<W>,
}

impl<const W: usize> LockMaps<W> {
    /// Finds where a piece can lock; nowhere if it cannot spawn.
    pub fn find(rules: &Ruleset, spawn: &Spawn, board: &Bitboard<W>, piece: Piece) -> LockMaps<W> {
        let rule = rules.rotation.rule(piece);
        let columns = board.columns.map(u64::reverse_bits);
        // If soft drops go to the floor, a pose that is visible from above may be out of reach.
        let low = board.max_height() + SPAWN_CLEARANCE <= spawn.y as u32 && !rules.sonic_drop_only;
        let mut flood = if low {
            Flood::from_above(rule, &columns)
        } else {
            match Flood::from_spawn(rules, spawn, rule, &columns) {
                Some(flood) => flood,
                None => return LockMaps::nowhere(),
            }
        };
        let tests: SpinTests<W> = rules
            .spins
            .rules(piece, LastMove::Turn)
            .map(|rule| SpinTestMaps::new(rule, &columns, &flood))
            .collect();
        if tests.is_empty() {
            flood.run(rule, |_| {});
            return LockMaps::canonical(rule, &flood);
        }
        let mut spins = SpinCollector::new(&tests);
        flood.run(rule, |landing| spins.collect(landing));
        spins.finish(rule, &flood)
    }

    /// Appends the placements, in the order that [`placements`](super::placements) promises.
    pub fn list(&self, piece: Piece, out: &mut Vec<Placement>) {
        for (spin, maps) in self.by_spin() {
            for rotation in Rotation::ALL {
                for (x, &column) in maps[rotation.index()].iter().enumerate() {
                    let mut left = column;
                    while left != 0 {
                        out.push(Placement {
                            piece,
                            rotation,
                            x: x as i8,
                            y: 63 - left.trailing_zeros() as i8,
                            spin,
                        });
                        left &= left - 1;
                    }
                }
            }
        }
    }

    /// Returns how many placements there are.
    pub fn count(&self, spins: SpinCounting) -> u64 {
        let ones = |map: &PoseMap<W>| map.iter().map(|c| u64::from(c.count_ones())).sum::<u64>();
        match spins {
            SpinCounting::Distinct => self
                .by_spin()
                .flat_map(|(_, maps)| maps.iter().map(ones))
                .sum(),
            SpinCounting::Merged => (0..4).map(|r| ones(&self.any_spin(r))).sum(),
        }
    }

    fn nowhere() -> LockMaps<W> {
        LockMaps {
            none: [[0; W]; 4],
            spun: None,
        }
    }

    /// Merges resting poses with equal cells.
    fn canonical(rule: &PieceRule, flood: &Flood<W>) -> LockMaps<W> {
        let mut none = [[0; W]; 4];
        for r in 0..4 {
            add_canonical(&mut none, rule.canonical[r], &flood.resting(r));
        }
        LockMaps { none, spun: None }
    }

    fn by_spin(&self) -> impl Iterator<Item = (Spin, &Maps<W>)> {
        let spun = self
            .spun
            .iter()
            .flat_map(|spun| [(Spin::Mini, &spun.mini), (Spin::Full, &spun.full)].into_iter());
        core::iter::once((Spin::None, &self.none)).chain(spun)
    }

    fn any_spin(&self, r: usize) -> PoseMap<W> {
        let mut map = self.none[r];
        if let Some(spun) = &self.spun {
            for (x, column) in map.iter_mut().enumerate() {
                *column |= spun.mini[r][x] | spun.full[r][x];
            }
        }
        map
    }
}

/// Free and reached poses of one piece.
struct Flood<const W: usize> {
    free: Maps<W>,
    reached: Maps<W>,
    /// The spawn pose, in the north map; empty if the flood began above the stack.
    spawned: PoseMap<W>,
    /// Whether a soft drop goes down to where the piece rests.
    sonic_drop_only: bool,
}

/// Poses that a turn has just reached.
struct TurnHits<'a, const W: usize> {
    to: Rotation,
    kick: usize,
    poses: &'a PoseMap<W>,
}

impl<const W: usize> Flood<W> {
    /// Starts from a low stack: all poses that are visible from above are reachable, in every
    /// state that the piece can turn into.
    fn from_above(rule: &PieceRule, columns: &PoseMap<W>) -> Flood<W> {
        let free = rule.states.map(|cells| free_poses(columns, &cells));
        let mut reached = [[0; W]; 4];
        for r in states_by_turning(rule) {
            for x in 0..W {
                reached[r][x] = drop_all(1 & free[r][x], free[r][x]);
            }
        }
        Flood {
            free,
            reached,
            spawned: [0; W],
            sonic_drop_only: false,
        }
    }

    /// Starts from the spawn pose alone; `None` if it is blocked.
    fn from_spawn(
        rules: &Ruleset,
        spawn: &Spawn,
        rule: &PieceRule,
        columns: &PoseMap<W>,
    ) -> Option<Flood<W>> {
        let above = (1u64 << (64 - rules.height)) - 1;
        let columns = columns.map(|c| c | above);
        let free = rule.states.map(|cells| free_poses(&columns, &cells));
        let x = spawn.x as usize;
        let y = spawn.row(|&y| free[0][x] & 1 << (63 - y) != 0)?;
        let mut spawned = [0; W];
        spawned[x] = 1 << (63 - y);
        let mut reached = [[0; W]; 4];
        reached[0] = spawned;
        Some(Flood {
            free,
            reached,
            spawned,
            sonic_drop_only: rules.sonic_drop_only,
        })
    }

    /// Spreads until nothing new is reached. `on_turn` gets all poses that turns reach, those
    /// reached before included.
    fn run(&mut self, rule: &PieceRule, mut on_turn: impl FnMut(TurnHits<W>)) {
        let mut turned = [[0; W]; 4];
        let mut grown = [true; 4];
        while let Some(r) = grown.iter().position(|&g| g) {
            grown[r] = false;
            self.spread(r);
            let mut fresh = self.reached[r];
            let mut any = 0;
            for x in 0..W {
                fresh[x] &= !turned[r][x];
                any |= fresh[x];
            }
            if any == 0 {
                continue;
            }
            turned[r] = self.reached[r];
            for turn in &rule.turns[r] {
                grown[turn.to.index()] |= self.turn(fresh, turn, &mut on_turn);
            }
        }
    }

    /// Shifts and drops within one state, to the fixpoint.
    fn spread(&mut self, r: usize) {
        if self.sonic_drop_only {
            self.spread_by(r, |poses, free| poses | sonic_drop_all(poses, free));
        } else {
            self.spread_by(r, drop_all);
        }
    }

    /// Spreads with `drop`, which adds to the poses of a column those that a drop leads to.
    #[inline(always)]
    fn spread_by(&mut self, r: usize, drop: impl Fn(u64, u64) -> u64) {
        let (free, reached) = (&self.free[r], &mut self.reached[r]);
        loop {
            let before = *reached;
            for x in 0..W {
                let from = if x > 0 { reached[x - 1] } else { 0 };
                reached[x] = drop(reached[x] | from & free[x], free[x]);
            }
            for x in (0..W - 1).rev() {
                reached[x] = drop(reached[x] | reached[x + 1] & free[x], free[x]);
            }
            if *reached == before {
                return;
            }
        }
    }

    /// Turns all poses of `from`; each takes its first kick that fits. Returns whether
    /// anything new was reached.
    fn turn(
        &mut self,
        mut from: PoseMap<W>,
        turn: &Turn,
        on_turn: &mut impl FnMut(TurnHits<W>),
    ) -> bool {
        let to = turn.to.index();
        let mut new = 0;
        for (kick, &(dx, dy)) in turn.kicks.iter().enumerate() {
            let mut poses = [0; W];
            let (mut left, mut hits) = (0, 0);
            for (x, from) in from.iter_mut().enumerate() {
                let target = (x as i8 + dx) as usize;
                if target < W {
                    let hit = shift_rows(*from, dy) & self.free[to][target];
                    *from &= !shift_rows(hit, -dy);
                    poses[target] = hit;
                    hits |= hit;
                    new |= hit & !self.reached[to][target];
                    self.reached[to][target] |= hit;
                }
                left |= *from;
            }
            if hits != 0 {
                on_turn(TurnHits {
                    to: turn.to,
                    kick,
                    poses: &poses,
                });
            }
            if left == 0 {
                break;
            }
        }
        new != 0
    }

    /// Returns the reached poses that cannot fall further.
    fn resting(&self, r: usize) -> PoseMap<W> {
        core::array::from_fn(|x| self.reached[r][x] & !(self.free[r][x] >> 1))
    }

    /// Returns the free poses that can move neither left, right, up nor down.
    fn immobile(&self, r: usize) -> PoseMap<W> {
        let free = &self.free[r];
        core::array::from_fn(|x| {
            let left = if x > 0 { free[x - 1] } else { 0 };
            let right = if x + 1 < W { free[x + 1] } else { 0 };
            free[x] & !(left | right | free[x] << 1 | free[x] >> 1)
        })
    }

    /// Returns the poses that can be reached without a turn as the last move.
    fn unturned(&self, r: usize) -> PoseMap<W> {
        let reached = &self.reached[r];
        core::array::from_fn(|x| {
            let left = if x > 0 { reached[x - 1] } else { 0 };
            let right = if x + 1 < W { reached[x + 1] } else { 0 };
            let spawned = if r == 0 { self.spawned[x] } else { 0 };
            let free = self.free[r][x];
            let lowered = reached[x] << 1 & free;
            let dropped = if self.sonic_drop_only {
                sonic_drop_all(lowered, free)
            } else {
                lowered
            };
            (left | right) & free | dropped | spawned
        })
    }
}

/// Adds poses of a state to the map of its canonical state.
fn add_canonical<const W: usize>(maps: &mut Maps<W>, canonical: Canonical, poses: &PoseMap<W>) {
    let target = &mut maps[canonical.rotation.index()];
    for (x, &column) in poses.iter().enumerate() {
        if column != 0
            && let Some(t) = target.get_mut((x as i8 + canonical.shift.0) as usize)
        {
            *t |= shift_rows(column, canonical.shift.1);
        }
    }
}

/// Returns the poses in which all cells are free: inside the columns, above the floor, unfilled.
fn free_poses<const W: usize>(columns: &PoseMap<W>, cells: &[Cell]) -> PoseMap<W> {
    core::array::from_fn(|x| {
        let mut blocked = 0;
        for &(dx, dy) in cells {
            blocked |= match columns.get((x as i8 + dx) as usize) {
                Some(&column) if dy >= 0 => column << dy,
                Some(&column) => !(!column >> -dy),
                None => !0,
            };
        }
        !blocked
    })
}

/// Returns a column of poses moved up by `rows` (down, if negative); what leaves the column is lost.
#[inline(always)]
pub fn shift_rows(column: u64, rows: i8) -> u64 {
    if rows >= 0 {
        column >> rows
    } else {
        column << -rows
    }
}

/// Adds the poses below within the same run of free rows.
#[inline(always)]
pub fn drop_all(poses: u64, free: u64) -> u64 {
    poses | free & !free.wrapping_add(poses)
}

/// Returns where falling poses come to rest.
fn sonic_drop_all(poses: u64, free: u64) -> u64 {
    drop_all(poses, free) & !(free >> 1)
}

/// Returns the states that turns lead to from the spawn state, that state included.
fn states_by_turning(rule: &PieceRule) -> impl Iterator<Item = usize> {
    let mut mask = 1u8;
    for _ in 0..3 {
        for r in 0..4 {
            if mask & 1 << r != 0 {
                for turn in rule.turns[r].iter().filter(|t| !t.kicks.is_empty()) {
                    mask |= 1 << turn.to.index();
                }
            }
        }
    }
    (0..4).filter(move |r| mask & 1 << r != 0)
}
