//! [`Columns`] whose operations are called rather than inlined: hundreds of floods made of plain
//! Rust would take minutes to compile.

use crate::board::WIDTH;
use crate::simd::columns::Columns;

/// Columns like those of `V`.
#[derive(Clone, Copy)]
pub struct Called<V>(V);

impl<V: Columns> Columns for Called<V> {
    const ROWS: u32 = V::ROWS;

    type Words = V::Words;

    #[inline(never)]
    fn none() -> Called<V> {
        Called(V::none())
    }

    #[inline(never)]
    fn open(columns: &[u64; WIDTH]) -> Called<V> {
        Called(V::open(columns))
    }

    #[inline(never)]
    fn top() -> Called<V> {
        Called(V::top())
    }

    #[inline(never)]
    fn and(self, other: Called<V>) -> Called<V> {
        Called(self.0.and(other.0))
    }

    #[inline(never)]
    fn or(self, other: Called<V>) -> Called<V> {
        Called(self.0.or(other.0))
    }

    #[inline(never)]
    fn without(self, other: Called<V>) -> Called<V> {
        Called(self.0.without(other.0))
    }

    #[inline(never)]
    fn beside<const N: i8>(self) -> Called<V> {
        Called(self.0.beside::<N>())
    }

    #[inline(never)]
    fn above<const N: i8>(self) -> Called<V> {
        Called(self.0.above::<N>())
    }

    #[inline(never)]
    fn fallen(self, free: Called<V>) -> Called<V> {
        Called(self.0.fallen(free.0))
    }

    #[inline(never)]
    fn visible(self) -> Called<V> {
        Called(self.0.visible())
    }

    #[inline(never)]
    fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    #[inline(never)]
    fn words(self) -> V::Words {
        self.0.words()
    }
}
