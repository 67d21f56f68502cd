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
type Shelf<T> = RefCell<Vec<Vec<T>>>;

thread_local! {
    static PLACEMENTS: Shelf<Placement> = const { RefCell::new(Vec::new()) };
    static CHILDREN: Shelf<Child<Placement>> = const { RefCell::new(Vec::new()) };
    static CHOICES: Shelf<Choice> = const { RefCell::new(Vec::new()) };
}

/// A placement, judged, and what is held after it.
pub type Choice = (Child<Placement>, Option<Piece>);

/// What lists are kept of.
pub trait Kept: Sized + 'static {
    /// Where this thread keeps them.
    fn shelf() -> &'static LocalKey<Shelf<Self>>;
}

impl Kept for Placement {
    fn shelf() -> &'static LocalKey<Shelf<Placement>> {
        &PLACEMENTS
    }
}

impl Kept for Child<Placement> {
    fn shelf() -> &'static LocalKey<Shelf<Child<Placement>>> {
        &CHILDREN
    }
}

impl Kept for Choice {
    fn shelf() -> &'static LocalKey<Shelf<Choice>> {
        &CHOICES
    }
}

/// A list whose memory goes back to the shelf of its thread.
pub struct Lent<T: Kept>(Vec<T>);

impl<T: Kept> Lent<T> {
    /// An empty list.
    pub fn empty() -> Lent<T> {
        let list = T::shelf().with_borrow_mut(Vec::pop);
        Lent(list.unwrap_or_default())
    }
}

impl<T: Kept> Drop for Lent<T> {
    fn drop(&mut self) {
        let mut list = std::mem::take(&mut self.0);
        list.clear();
        T::shelf().with_borrow_mut(|shelf| shelf.push(list));
    }
}

impl<T: Kept> Deref for Lent<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Kept> DerefMut for Lent<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}
