//! Which poses of the general flood fill count as spins, by the rules of a piece.

use super::{
    Flood, LockMaps, Maps, PoseMap, SpinMaps, TurnHits, add_canonical, free_poses, shift_rows,
};
use crate::board::Cell;
use crate::rotation::PieceRule;
use crate::spin::{MiniRule, SpinRule, SpinRules, SpinTest};
use arrayvec::ArrayVec;

/// The spin rules of a piece, as maps.
pub type SpinTests<const W: usize> = ArrayVec<SpinTestMaps<W>, { SpinRules::MAX_RULES }>;

/// Where a spin rule holds.
pub struct SpinTestMaps<const W: usize> {
    mini: MiniRule,
    /// The test holds, by rotation state.
    holds: Maps<W>,
    /// Both corners on the pointed side are filled, by rotation state.
    front: Maps<W>,
}

impl<const W: usize> SpinTestMaps<W> {
    /// Returns the maps of one rule on a board.
    pub fn new(rule: &SpinRule, columns: &PoseMap<W>, flood: &Flood<W>) -> SpinTestMaps<W> {
        let filled = corners(|cell| free_poses(columns, &[cell]).map(|c| !c));
        let holds = match rule.test {
            SpinTest::ThreeCorners => [core::array::from_fn(|x| at_least_three(&filled, x)); 4],
            SpinTest::ThreeBlocks => {
                let blocks = corners(|cell| blocks_at(columns, cell));
                [core::array::from_fn(|x| at_least_three(&blocks, x) & !all_four(&blocks, x)); 4]
            }
            SpinTest::Immobile => core::array::from_fn(|r| flood.immobile(r)),
        };
        SpinTestMaps {
            mini: rule.mini,
            holds,
            front: core::array::from_fn(|r| {
                core::array::from_fn(|x| filled[r][x] & filled[(r + 1) % 4][x])
            }),
        }
    }
}

/// Returns a map for each corner about the centre, clockwise from the upper left.
fn corners<const W: usize>(mut map: impl FnMut(Cell) -> PoseMap<W>) -> Maps<W> {
    [map((-1, 1)), map((1, 1)), map((1, -1)), map((-1, -1))]
}

/// Returns the poses whose cell at an offset is a block: no wall, no floor, no solid row.
fn blocks_at<const W: usize>(columns: &PoseMap<W>, (dx, dy): Cell) -> PoseMap<W> {
    let solid = columns.iter().fold(!0, |full, column| full & column);
    core::array::from_fn(|x| match columns.get((x as i8 + dx) as usize) {
        Some(&column) => shift_rows(column & !solid, -dy),
        None => 0,
    })
}

/// Returns the poses that are in at least three of four maps.
fn at_least_three<const W: usize>([a, b, c, d]: &Maps<W>, x: usize) -> u64 {
    (a[x] & b[x] & (c[x] | d[x])) | (c[x] & d[x] & (a[x] | b[x]))
}

/// Returns the poses that are in all four maps.
fn all_four<const W: usize>([a, b, c, d]: &Maps<W>, x: usize) -> u64 {
    a[x] & b[x] & c[x] & d[x]
}

/// Collects which poses turns reach as spins.
pub struct SpinCollector<'a, const W: usize> {
    tests: &'a [SpinTestMaps<W>],
    mini: Maps<W>,
    full: Maps<W>,
}

impl<'a, const W: usize> SpinCollector<'a, W> {
    /// Returns a collector without spins.
    pub fn new(tests: &'a [SpinTestMaps<W>]) -> SpinCollector<'a, W> {
        SpinCollector {
            tests,
            mini: [[0; W]; 4],
            full: [[0; W]; 4],
        }
    }

    /// Adds the poses that a kick has reached; the first rule whose test holds counts.
    pub fn collect(&mut self, hits: TurnHits<W>) {
        let r = hits.to.index();
        for x in 0..W {
            let mut poses = hits.poses[x];
            for test in self.tests {
                let spun = poses & test.holds[r][x];
                let full = match test.mini {
                    MiniRule::Never => spun,
                    MiniRule::Always => 0,
                    MiniRule::FrontCorners { full_kick } if full_kick == Some(hits.kick) => spun,
                    MiniRule::FrontCorners { .. } => spun & test.front[r][x],
                };
                self.full[r][x] |= full;
                self.mini[r][x] |= spun & !full;
                poses &= !spun;
            }
        }
    }

    /// Splits resting poses by spin. A pose for which no test holds is no spin; one for which a
    /// test holds is no spin only if a shift or a drop leads to it as well.
    pub fn finish(self, rule: &PieceRule, flood: &Flood<W>) -> LockMaps<W> {
        let empty = [[0; W]; 4];
        let (mut none, mut mini, mut full) = (empty, empty, empty);
        for r in 0..4 {
            let (resting, unturned) = (flood.resting(r), flood.unturned(r));
            let spinless = core::array::from_fn(|x| {
                let spins = self
                    .tests
                    .iter()
                    .fold(0, |any, test| any | test.holds[r][x]);
                resting[x] & (!spins | unturned[x])
            });
            let at_rest = |maps: &Maps<W>| core::array::from_fn(|x| maps[r][x] & resting[x]);
            add_canonical(&mut none, rule.canonical[r], &spinless);
            add_canonical(&mut mini, rule.canonical[r], &at_rest(&self.mini));
            add_canonical(&mut full, rule.canonical[r], &at_rest(&self.full));
        }
        LockMaps {
            none,
            spun: Some(SpinMaps { mini, full }),
        }
    }
}
