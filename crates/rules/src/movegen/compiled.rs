//! The flood on [`Columns`] for a [`CompiledPiece`]: the same answers as the general flood, with
//! every loop over cells, turns and kicks unrolled.
//!
//! Owns the order in which poses are spread. Registers are in `simd`, rulesets in `select`.

use super::select::SpinTests;
use super::tables::CompiledPiece;
use crate::simd::columns::Columns;

/// Repeats a block with a constant bound to each of the given numbers.
macro_rules! unrolled {
    ($name:ident in [$($value:literal)*] $body:block) => {
        $({ const $name: usize = $value; $body })*
    };
}

/// Calls a method of [`Columns`] with a constant that depends on the shape. A match on a
/// constant leaves one arm, long before any optimisation.
macro_rules! moved {
    ($map:expr, $method:ident, $by:expr) => {{
        let map = $map;
        match const { $by } {
            -3 => map.$method::<-3>(),
            -2 => map.$method::<-2>(),
            -1 => map.$method::<-1>(),
            0 => map,
            1 => map.$method::<1>(),
            2 => map.$method::<2>(),
            3 => map.$method::<3>(),
            _ => unreachable!(),
        }
    }};
}

/// The poses for which the cell at an offset (x, y) is empty; the offset depends on the
/// shape. The row above the lanes is empty too.
macro_rules! cell {
    ($open:expr, $offset:expr) => {{
        let mut there = moved!($open, above, $offset.1);
        if const { $offset.1 > 0 } {
            there = there.or(V::top());
        }
        moved!(there, beside, $offset.0)
    }};
}

/// Where a piece can lock, by the state that stands for its cells.
pub struct LockMaps<V> {
    /// Without a spin.
    pub none: [V; 4],
    /// As a spin, if spins were asked for and there is a place for one.
    pub spun: Option<SpinMaps<V>>,
}

/// Where a piece can lock as a spin.
pub struct SpinMaps<V> {
    /// Mini spins.
    pub mini: [V; 4],
    /// Full spins.
    pub full: [V; 4],
}

/// Poses of a shape. Free and resting ones stand at the states that stand for others.
struct Flood<V> {
    free: [V; 4],
    resting: [V; 4],
    reached: [V; 4],
}

/// Returns where a piece locks on a board so low that everything visible from above is reachable.
#[inline(always)]
pub fn from_above<V: Columns, S: CompiledPiece>(open: V, spins: SpinTests) -> LockMaps<V> {
    let mut flood = Flood::new::<S>(open);
    flood.reach_visible::<S>();
    let mut locks = flood.lock::<S>(open, const { S::CORNERS } && spins.three_corners);
    if const { S::IMMOBILE } && spins.immobile {
        locks.split_immobile(&flood);
    }
    locks
}

impl<V: Columns> LockMaps<V> {
    /// Makes mini spins of the locks without a spin that can move neither left, right, up nor
    /// down. As every move but a turn can be taken back, a turn has led there.
    #[inline(always)]
    fn split_immobile(&mut self, flood: &Flood<V>) {
        let mut immobile = [V::none(); 4];
        let mut any = V::none();
        unrolled!(R in [0 1 2 3] {
            let free = flood.free[R];
            let beside = free.beside::<1>().or(free.beside::<-1>());
            immobile[R] = self.none[R].without(beside.or(free.above::<1>()));
            any = any.or(immobile[R]);
        });
        if any.is_empty() {
            return;
        }
        let empty = [V::none(); 4];
        let spun = self.spun.get_or_insert(SpinMaps {
            mini: empty,
            full: empty,
        });
        unrolled!(R in [0 1 2 3] {
            spun.mini[R] = spun.mini[R].or(immobile[R]);
            self.none[R] = self.none[R].without(immobile[R]);
        });
    }
}

impl<V: Columns> Flood<V> {
    #[inline(always)]
    fn new<S: CompiledPiece>(open: V) -> Flood<V> {
        let mut free = [V::none(); 4];
        let mut resting = free;
        unrolled!(R in [0 1 2 3] {
            if const { S::TABLE.is_canonical(R) } {
                free[R] = cell!(open, S::TABLE.cells[R][0])
                    .and(cell!(open, S::TABLE.cells[R][1]))
                    .and(cell!(open, S::TABLE.cells[R][2]))
                    .and(cell!(open, S::TABLE.cells[R][3]));
                resting[R] = free[R].without(free[R].above::<-1>());
            }
        });
        Flood {
            free,
            resting,
            reached: [V::none(); 4],
        }
    }

    /// Reaches all that is to be reached from what is visible, and returns where the piece
    /// locks.
    #[inline(always)]
    fn lock<S: CompiledPiece>(&mut self, open: V, three_corners: bool) -> LockMaps<V> {
        if three_corners {
            let corners = Corners::new(open);
            if corners.can_matter(self) {
                self.spread_to_fixpoint::<S, false>();
                return corners.classify::<S>(self);
            }
        }
        if self.has_unreached_rests::<S>() {
            self.shift_once::<S>();
            if self.has_unreached_rests::<S>() {
                self.spread_to_fixpoint::<S, true>();
            }
        }
        self.lock_maps::<S>()
    }

    /// Reaches all that is visible from above.
    #[inline(always)]
    fn reach_visible<S: CompiledPiece>(&mut self) {
        unrolled!(R in [0 1 2 3] {
            if const { S::TABLE.reachable[R] } {
                self.reached[R] = self.free[const { S::TABLE.canonical[R] }].visible();
            }
        });
    }

    /// Returns the poses reached in the states that a state is canonical for.
    #[inline(always)]
    fn merged<S: CompiledPiece, const R: usize>(&self) -> V {
        let mut all = V::none();
        unrolled!(O in [0 1 2 3] {
            if const { S::TABLE.reachable[O] && S::TABLE.canonical[O] == R } {
                all = all.or(self.reached[O]);
            }
        });
        all
    }

    /// Returns whether there are resting poses that have not been reached.
    #[inline(always)]
    fn has_unreached_rests<S: CompiledPiece>(&self) -> bool {
        let mut missed = V::none();
        unrolled!(R in [0 1 2 3] {
            if const { S::TABLE.is_canonical(R) } {
                missed = missed.or(self.resting[R].without(self.merged::<S, R>()));
            }
        });
        !missed.is_empty()
    }

    /// Adds one shift and fall in every state.
    #[inline(always)]
    fn shift_once<S: CompiledPiece>(&mut self) {
        unrolled!(R in [0 1 2 3] {
            if const { S::TABLE.reachable[R] } {
                self.step::<S, R>();
            }
        });
    }

    #[inline(always)]
    fn step<S: CompiledPiece, const R: usize>(&mut self) {
        let free = self.free[const { S::TABLE.canonical[R] }];
        let here = self.reached[R];
        let aside = here.beside::<1>().or(here.beside::<-1>()).and(free);
        self.reached[R] = here.or(aside).fallen(free);
    }

    /// Shifts, drops and turns until nothing new is reached; with `RESTS`, at the latest until
    /// there is nowhere else to rest.
    ///
    /// Goes by the states that are turned into: most have no free pose left to reach.
    #[inline(always)]
    fn spread_to_fixpoint<S: CompiledPiece, const RESTS: bool>(&mut self) {
        loop {
            let mut grown = V::none();
            unrolled!(R in [0 1 2 3] {
                if const { S::TABLE.reachable[R] } {
                    let here = self.reached[R];
                    let free = self.free[const { S::TABLE.canonical[R] }];
                    let left = free.without(here);
                    if !left.is_empty() {
                        let aside = here.beside::<1>().or(here.beside::<-1>());
                        let new = aside.or(self.turned_into::<S, R>()).and(left);
                        if !new.is_empty() {
                            self.reached[R] = here.or(new.fallen(free));
                            self.spread::<S, R>();
                            grown = grown.or(new);
                        }
                    }
                }
            });
            if grown.is_empty() || RESTS && !self.has_unreached_rests::<S>() {
                return;
            }
        }
    }

    /// Shifts and falls within one state, to the fixpoint.
    #[inline(always)]
    fn spread<S: CompiledPiece, const R: usize>(&mut self) {
        loop {
            let before = self.reached[R];
            self.step::<S, R>();
            if self.reached[R].without(before).is_empty() {
                return;
            }
        }
    }

    /// Returns the poses of a state that turns lead to.
    #[inline(always)]
    fn turned_into<S: CompiledPiece, const R: usize>(&self) -> V {
        let mut hits = V::none();
        unrolled!(FROM in [0 1 2 3] {
            unrolled!(KIND in [0 1 2] {
                if const { S::TABLE.transitions[FROM][KIND].to == R } {
                    self.kicks::<S, FROM, KIND>(|_, poses| hits = hits.or(poses));
                }
            });
        });
        hits
    }

    /// Turns all poses of a state one way, each with the first kick that fits. `on_hit`
    /// gets the poses that a kick reaches.
    #[inline(always)]
    fn kicks<S: CompiledPiece, const R: usize, const KIND: usize>(
        &self,
        mut on_hit: impl FnMut(usize, V),
    ) {
        let mut from = self.reached[R];
        unrolled!(K in [0 1 2 3 4 5] {
            if const { K < S::TABLE.transitions[R][KIND].count } {
                on_hit(K, self.kick::<S, R, KIND, K>(&mut from));
            }
        });
    }

    /// Returns where one kick takes the poses of `from` that it fits, and removes those from
    /// `from`.
    #[inline(always)]
    fn kick<S: CompiledPiece, const R: usize, const KIND: usize, const K: usize>(
        &self,
        from: &mut V,
    ) -> V {
        let target = self.free[const { S::TABLE.canonical[S::TABLE.transitions[R][KIND].to] }];
        let fit = moved!(target, beside, S::TABLE.transitions[R][KIND].kicks[K].0);
        let fit = moved!(fit, above, S::TABLE.transitions[R][KIND].kicks[K].1);
        let hit = from.and(fit);
        *from = from.without(fit);
        let hit = moved!(hit, above, -S::TABLE.transitions[R][KIND].kicks[K].1);
        moved!(hit, beside, -S::TABLE.transitions[R][KIND].kicks[K].0)
    }

    #[inline(always)]
    fn lock_maps<S: CompiledPiece>(&self) -> LockMaps<V> {
        let mut none = [V::none(); 4];
        unrolled!(R in [0 1 2 3] {
            if const { S::TABLE.is_canonical(R) } {
                none[R] = self.resting[R].and(self.merged::<S, R>());
            }
        });
        LockMaps { none, spun: None }
    }
}

/// Empty corners about every centre.
struct Corners<V> {
    /// At least two are empty.
    two: V,
    /// A corner on the pointed side is empty, by state.
    front: [V; 4],
}

impl<V: Columns> Corners<V> {
    #[inline(always)]
    fn new(open: V) -> Corners<V> {
        let (nw, ne) = (cell!(open, (-1, 1)), cell!(open, (1, 1)));
        let (sw, se) = (cell!(open, (-1, -1)), cell!(open, (1, -1)));
        let (north, south) = (nw.or(ne), sw.or(se));
        Corners {
            two: nw.and(ne).or(sw.and(se)).or(north.and(south)),
            front: [north, ne.or(se), south, sw.or(nw)],
        }
    }

    /// Returns whether there is a resting pose with three corners filled.
    #[inline(always)]
    fn can_matter(&self, flood: &Flood<V>) -> bool {
        let resting = flood.resting;
        let any = resting[0].or(resting[1]).or(resting[2].or(resting[3]));
        !any.without(self.two).is_empty()
    }

    /// Locks by spin. A pose without three filled corners is no spin however it
    /// was reached; with them it is none only if it is reached without a turn at the end.
    #[inline(always)]
    fn classify<S: CompiledPiece>(&self, flood: &Flood<V>) -> LockMaps<V> {
        let mut none = [V::none(); 4];
        let (mut mini, mut full) = (none, none);
        unrolled!(R in [0 1 2 3] {
            unrolled!(KIND in [0 1 2] {
                let to = const { S::TABLE.transitions[R][KIND].to };
                let spins = flood.resting[to].without(self.two);
                flood.kicks::<S, R, KIND>(|kick, poses| {
                    let spun = poses.and(spins);
                    let whole = if kick == 4 { spun } else { spun.without(self.front[to]) };
                    full[to] = full[to].or(whole);
                    mini[to] = mini[to].or(spun.without(whole));
                });
            });
            let reached = flood.reached[R];
            let moved = reached.beside::<1>().or(reached.beside::<-1>()).or(reached.above::<1>());
            none[R] = reached
                .and(flood.resting[R])
                .and(moved.or(self.two));
        });
        LockMaps {
            none,
            spun: Some(SpinMaps { mini, full }),
        }
    }
}
