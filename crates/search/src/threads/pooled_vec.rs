//! Short-lived lists whose memory each thread keeps, so that a search that has run for a while
//! allocates only where it grows.

use crate::game::Child;
use landfall_rules::{Piece, Placement};
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::thread::LocalKey;

/// The lists of a thread that are not in use, all empty.
type Pool<T> = RefCell<Vec<Vec<T>>>;

thread_local! {
    static PLACEMENTS: Pool<Placement> = const { RefCell::new(Vec::new()) };
    static CHILDREN: Pool<Child<Placement>> = const { RefCell::new(Vec::new()) };
    static MOVE_COSTS: Pool<MoveCost> = const { RefCell::new(Vec::new()) };
    static MOVES_WITH_HOLD: Pool<MoveWithHold> = const { RefCell::new(Vec::new()) };
}

/// The cost of a placement, and the placement.
pub type MoveCost = (i32, Placement);

/// An evaluated placement, and the piece that is held after it.
pub type MoveWithHold = (Child<Placement>, Option<Piece>);

/// A type of which each thread keeps lists.
pub trait Poolable: Sized + 'static {
    /// Returns this thread's lists that are not in use.
    fn pool() -> &'static LocalKey<Pool<Self>>;
}

impl Poolable for Placement {
    fn pool() -> &'static LocalKey<Pool<Placement>> {
        &PLACEMENTS
    }
}

impl Poolable for Child<Placement> {
    fn pool() -> &'static LocalKey<Pool<Child<Placement>>> {
        &CHILDREN
    }
}

impl Poolable for MoveCost {
    fn pool() -> &'static LocalKey<Pool<MoveCost>> {
        &MOVE_COSTS
    }
}

impl Poolable for MoveWithHold {
    fn pool() -> &'static LocalKey<Pool<MoveWithHold>> {
        &MOVES_WITH_HOLD
    }
}

/// A list whose memory goes back to the pool of its thread when it is dropped.
pub struct PooledVec<T: Poolable>(Vec<T>);

impl<T: Poolable> PooledVec<T> {
    /// Returns an empty list.
    pub fn new() -> PooledVec<T> {
        let list = T::pool().with_borrow_mut(Vec::pop);
        PooledVec(list.unwrap_or_default())
    }
}

impl<T: Poolable> Drop for PooledVec<T> {
    fn drop(&mut self) {
        let mut list = std::mem::take(&mut self.0);
        list.clear();
        T::pool().with_borrow_mut(|pool| pool.push(list));
    }
}

impl<T: Poolable> Deref for PooledVec<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Poolable> DerefMut for PooledVec<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}
