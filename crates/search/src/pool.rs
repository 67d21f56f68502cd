//! Lists that are needed for a moment, again and again: each thread keeps their memory, so
//! that a search which has been going for a while allocates only where it grows.
//!
//! Owns memory alone; a list that is lent is empty whatever was in it before.

use super::game::Child;
use landfall_rules::{Piece, Placement};
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::thread::LocalKey;

/// Lists that are not in use.
type Pool<T> = RefCell<Vec<Vec<T>>>;

thread_local! {
    static PLACEMENTS: Pool<Placement> = const { RefCell::new(Vec::new()) };
    static CHILDREN: Pool<Child<Placement>> = const { RefCell::new(Vec::new()) };
    static CHOICES: Pool<MoveWithHold> = const { RefCell::new(Vec::new()) };
}

/// A placement, judged, and what is held after it.
pub type MoveWithHold = (Child<Placement>, Option<Piece>);

/// What lists are kept of.
pub trait Poolable: Sized + 'static {
    /// Where this thread keeps them.
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

impl Poolable for MoveWithHold {
    fn pool() -> &'static LocalKey<Pool<MoveWithHold>> {
        &CHOICES
    }
}

/// A list whose memory goes back to the shelf of its thread.
pub struct PooledVec<T: Poolable>(Vec<T>);

impl<T: Poolable> PooledVec<T> {
    /// An empty list.
    pub fn new() -> PooledVec<T> {
        let list = T::pool().with_borrow_mut(Vec::pop);
        PooledVec(list.unwrap_or_default())
    }
}

impl<T: Poolable> Drop for PooledVec<T> {
    fn drop(&mut self) {
        let mut list = std::mem::take(&mut self.0);
        list.clear();
        T::pool().with_borrow_mut(|shelf| shelf.push(list));
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
