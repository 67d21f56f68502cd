//! Threats and what meets them: a window with four or five stones of one colour alone has to
//! be hit, and a turn has two stones.
//!
//! A threat has one or two gaps, so threats are the edges of a graph whose vertices are free
//! points, and a defence is a vertex cover of at most two.

use super::board::Board;
use super::geometry::WINDOWS;
use crate::connect6::rules::Colour;
use arrayvec::ArrayVec;

/// The gaps of a threat; both are the same where there is but one.
type Gaps = (u16, u16);

/// What a colour threatens to fill.
pub struct Threats {
    gaps: ArrayVec<Gaps, WINDOWS>,
}

/// How threats can be met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defence {
    /// There are none.
    Free,
    /// Either of these points hits all; these pairs, without such a point, do it too.
    One(ArrayVec<usize, 2>, ArrayVec<(usize, usize), 4>),
    /// It takes two stones, and these are all the pairs.
    Two(ArrayVec<(usize, usize), 4>),
    /// Two stones do not suffice.
    Lost,
}

impl Threats {
    /// What a colour threatens.
    pub fn of(board: &Board, colour: Colour) -> Threats {
        let mut gaps = ArrayVec::new();
        for stones in [5, 4] {
            for window in board.windows(colour, stones).iter() {
                let mut free = board.gaps(window);
                let first = free.next().expect("five stones or four leave a gap") as u16;
                let second = free.next().map_or(first, |cell| cell as u16);
                gaps.push((first, second));
            }
        }
        Threats { gaps }
    }

    /// Whether stones at two points hit all of them.
    #[inline]
    pub fn are_met(&self, first: usize, second: usize) -> bool {
        self.gaps
            .iter()
            .all(|&gap| hits(first, gap) || hits(second, gap))
    }

    /// How they can be met.
    pub fn defence(&self) -> Defence {
        let Some(&start) = self.gaps.first() else {
            return Defence::Free;
        };
        let mut ones = ArrayVec::<usize, 2>::new();
        let mut twos = ArrayVec::<(usize, usize), 4>::new();
        for first in ends(start) {
            let first = first as usize;
            let Some(&rest) = self.gaps.iter().find(|&&gap| !hits(first, gap)) else {
                ones.push(first);
                continue;
            };
            for second in ends(rest) {
                let pair = (first.min(second as usize), first.max(second as usize));
                if self.are_met(pair.0, pair.1) && !twos.contains(&pair) {
                    twos.push(pair);
                }
            }
        }
        // A pair with a point that hits all by itself is not one of the pairs.
        twos.retain(|pair| !ones.contains(&pair.0) && !ones.contains(&pair.1));
        match (ones.is_empty(), twos.is_empty()) {
            (false, _) => Defence::One(ones, twos),
            (true, false) => Defence::Two(twos),
            (true, true) => Defence::Lost,
        }
    }
}

#[inline]
fn hits(cell: usize, gap: Gaps) -> bool {
    cell == gap.0 as usize || cell == gap.1 as usize
}

/// The one or two points.
#[inline]
fn ends(gap: Gaps) -> impl Iterator<Item = u16> {
    let second = (gap.1 != gap.0).then_some(gap.1);
    std::iter::once(gap.0).chain(second)
}
