//! The flood on [`Columns`] for a [`CompiledPiece`]: the same answers as the general flood, with
//! every loop over cells, turns and kicks unrolled.
//!
//! Owns the order in which poses are spread. Registers are in `simd`, rulesets in `select`.

use super::select::{SpinTests, Unsupported};
use super::tables::CompiledPiece;
use crate::simd::columns::Columns;

/// Repeats a block with a constant bound to each of the given numbers.
macro_rules! unrolled {
    ($name:ident in [$($value:literal)*] $body:block) => {
        $({ const $name: usize = $value; $body })*
    };
}

/// Calls a method of [`Columns`] with a constant that depends on the shape. The compiler drops the
/// other arms of a match on a constant, optimising or not.
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

/// Poses of a piece by rotation state. `free` and `resting` are filled for canonical states alone.
struct Flood<V> {
    free: [V; 4],
    resting: [V; 4],
    reached: [V; 4],
}

/// Returns where a piece locks that appears in the one pose of `spawn`; without `spawn`, on a board
/// so low that everything visible from above is reachable.
#[inline(always)]
pub fn find<V: Columns, S: CompiledPiece>(
    open: V,
    spawn: Option<V>,
    spins: SpinTests,
) -> Result<LockMaps<V>, Unsupported> {
    let mut flood = Flood::new::<S>(open);
    match spawn {
        Some(spawn) => flood.reach_spawn(spawn)?,
        None => flood.reach_visible::<S>(),
    }
    Ok(flood.lock::<S>(open, spins))
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

    /// Reaches every pose that the visible ones lead to, and returns where the piece locks.
    #[inline(always)]
    fn lock<S: CompiledPiece>(&mut self, open: V, spins: SpinTests) -> LockMaps<V> {
        if const { S::CORNERS } && spins.three_corners {
            let corners = Corners::new(open);
            if corners.can_matter(self) {
                self.spread_to_fixpoint::<S, false>();
                let locks = corners.classify::<S>(self);
                return self.split_immobile::<S>(locks, spins);
            }
        }
        if self.has_unreached_rests::<S>() {
            self.shift_once::<S>();
            if self.has_unreached_rests::<S>() {
                self.spread_to_fixpoint::<S, true>();
                return self.split_immobile::<S>(self.lock_maps::<S>(), spins);
            }
        }
        // Shifts and drops have led to every pose and can be undone, so none is immobile.
        self.lock_maps::<S>()
    }

    /// Reaches the pose in which the piece appears and what is below. `Unsupported` if it rests there
    /// and cannot be shifted, because the flood takes what cannot be moved for turned.
    #[inline(always)]
    fn reach_spawn(&mut self, spawn: V) -> Result<(), Unsupported> {
        let aside = spawn.beside::<1>().or(spawn.beside::<-1>());
        let movable = aside.and(self.free[0]).or(spawn.without(self.resting[0]));
        if movable.is_empty() {
            return Err(Unsupported);
        }
        self.reached[0] = spawn.fallen(self.free[0]);
        Ok(())
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

    /// Shifts, drops and turns until nothing new is reached; with `RESTS`, only until every resting
    /// pose is reached.
    ///
    /// Loops over the states that turns lead to: most have no free pose left to reach.
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
        let mut hits = Hits::none();
        self.turns_into::<S, R>(|_, columns, poses| hits.add(columns, poses));
        hits.poses()
    }

    /// Turns into a state. `on_hit` gets the number of each kick and, as [`Hits::add`] takes
    /// them, the poses that it reaches.
    #[inline(always)]
    fn turns_into<S: CompiledPiece, const R: usize>(&self, mut on_hit: impl FnMut(usize, i8, V)) {
        unrolled!(FROM in [0 1 2 3] {
            unrolled!(KIND in [0 1 2] {
                if const { S::TABLE.transitions[FROM][KIND].leads_to(R) } {
                    self.kicks::<S, FROM, KIND>(&mut on_hit);
                }
            });
        });
    }

    /// Turns all poses of a state one way, and those of the state whose turn is joined to it,
    /// each with the first kick that fits. `on_hit` is called as by [`Flood::turns_into`].
    #[inline(always)]
    fn kicks<S: CompiledPiece, const R: usize, const KIND: usize>(
        &self,
        mut on_hit: impl FnMut(usize, i8, V),
    ) {
        let mut from = self.reached[R];
        if let Some((other, _)) = const { S::TABLE.transitions[R][KIND].joined } {
            let also = moved!(self.reached[other], above, -S::TABLE.joined_by(R, KIND).1);
            from = from.or(moved!(also, beside, -S::TABLE.joined_by(R, KIND).0));
        }
        unrolled!(K in [0 1 2 3 4 5] {
            if const { K < S::TABLE.transitions[R][KIND].count } {
                let columns = const { S::TABLE.transitions[R][KIND].kicks[K].0 };
                on_hit(K, columns, self.kick::<S, R, KIND, K>(&mut from));
            }
        });
    }

    /// Returns the poses that one kick reaches from those of `from` that it fits, not yet moved
    /// to the side, and removes those from `from`.
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
        moved!(hit, above, -S::TABLE.transitions[R][KIND].kicks[K].1)
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

    /// Makes mini spins of the locks without a spin that can move neither left, right, up nor down,
    /// if the rules ask for it. Every move but a turn can be undone, so a turn has led there.
    #[inline(always)]
    fn split_immobile<S: CompiledPiece>(
        &self,
        mut locks: LockMaps<V>,
        spins: SpinTests,
    ) -> LockMaps<V> {
        if !(const { S::IMMOBILE } && spins.immobile) {
            return locks;
        }
        let mut immobile = [V::none(); 4];
        let mut any = V::none();
        unrolled!(R in [0 1 2 3] {
            if const { S::TABLE.is_canonical(R) } {
                let free = self.free[R];
                let beside = free.beside::<1>().or(free.beside::<-1>());
                immobile[R] = locks.none[R].without(beside.or(free.above::<1>()));
                any = any.or(immobile[R]);
            }
        });
        if any.is_empty() {
            return locks;
        }
        let spun = locks.spun.get_or_insert(SpinMaps {
            mini: [V::none(); 4],
            full: [V::none(); 4],
        });
        unrolled!(R in [0 1 2 3] {
            spun.mini[R] = spun.mini[R].or(immobile[R]);
            locks.none[R] = locks.none[R].without(immobile[R]);
        });
        locks
    }
}

/// Poses that kicks reach, not yet moved to the side, by how far they are to be moved: one move is
/// enough for all with the same distance.
struct Hits<V>([V; 7]);

impl<V: Columns> Hits<V> {
    #[inline(always)]
    fn none() -> Hits<V> {
        Hits([V::none(); 7])
    }

    /// Adds poses that are still to be moved `columns` to the right, -3 to 3.
    #[inline(always)]
    fn add(&mut self, columns: i8, poses: V) {
        let all = &mut self.0[(columns + 3) as usize];
        *all = all.or(poses);
    }

    /// Returns all poses, moved.
    #[inline(always)]
    fn poses(&self) -> V {
        let [a, b, c, d, e, f, g] = self.0;
        let left = a.beside::<3>().or(b.beside::<2>()).or(c.beside::<1>());
        let right = e.beside::<-1>().or(f.beside::<-2>()).or(g.beside::<-3>());
        left.or(d).or(right)
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

    /// Returns the locks by spin. A pose without three filled corners is no spin; one with them is
    /// no spin only if a shift or a drop leads to it as well.
    #[inline(always)]
    fn classify<S: CompiledPiece>(&self, flood: &Flood<V>) -> LockMaps<V> {
        let mut none = [V::none(); 4];
        let (mut mini, mut full) = (none, none);
        unrolled!(TO in [0 1 2 3] {
            let spins = flood.resting[TO].without(self.two);
            if !spins.is_empty() {
                let (mut by_fifth, mut by_others) = (Hits::none(), Hits::none());
                flood.turns_into::<S, TO>(|kick, columns, poses| match kick {
                    4 => by_fifth.add(columns, poses),
                    _ => by_others.add(columns, poses),
                });
                let (by_fifth, by_others) = (by_fifth.poses(), by_others.poses());
                let front = self.front[TO];
                full[TO] = by_fifth.or(by_others.without(front)).and(spins);
                mini[TO] = by_others.and(front).and(spins);
            }
        });
        unrolled!(R in [0 1 2 3] {
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
