//! Finds T-slots: places that wait for a T-spin, and the rows it would clear there.
//!
//! Looks at all rows at a time. The shapes are the community's T-spin double and triple:
//!
//! ```text
//!  double          triple
//!  #..             #..      <- overhang
//!  ...  <- centre  ...
//!  #.#             .#.
//!                  ..#      <- centre is the left cell
//!                  .#.
//! ```
//!
//! and their mirror images.

/// For every run of columns, the rows that are full outside of it.
pub struct Rest {
    left: [u64; 11],
    right: [u64; 11],
}

impl Rest {
    /// Of ten columns.
    pub fn of(columns: &[u64; 10]) -> Rest {
        let (mut left, mut right) = ([!0; 11], [!0; 11]);
        for x in 0..10 {
            left[x + 1] = left[x] & columns[x];
            right[9 - x] = right[10 - x] & columns[9 - x];
        }
        Rest { left, right }
    }

    /// The rows that are full in all columns but `width` ones from `x` on.
    pub fn without(&self, x: usize, width: usize) -> u64 {
        self.left[x] & self.right[x + width]
    }
}

/// Number of open slots by the rows that a T would clear, 0..=3.
pub fn count(columns: &[u64; 10], heights: &[i32; 10], rest: &Rest) -> [i32; 4] {
    let mut counts = [0; 4];
    for x in 0..8 {
        let mut slots = doubles(columns, heights, x);
        while slots != 0 {
            let centre = slots & slots.wrapping_neg();
            let lines = u32::from(rest.without(x, 3) & centre != 0)
                + u32::from(rest.without(x + 1, 1) & centre >> 1 != 0);
            counts[lines as usize] += 1;
            slots ^= centre;
        }
    }
    for x in 0..8 {
        note_triples(columns, heights, rest, [x, x + 1, x + 2], &mut counts);
        note_triples(columns, heights, rest, [x + 2, x + 1, x], &mut counts);
    }
    counts
}

/// Centres of double slots in the three columns from `x` on.
fn doubles(columns: &[u64; 10], heights: &[i32; 10], x: usize) -> u64 {
    let [left, middle, right] = [columns[x], columns[x + 1], columns[x + 2]];
    let body = !(left | middle | right) & !(middle << 1 | 1) & left << 1 & right << 1;
    if body == 0 {
        return 0;
    }
    let open = |height: i32| !0u64 << height;
    let under_left = left >> 1 & !(right >> 1) & open(heights[x + 2]);
    let under_right = right >> 1 & !(left >> 1) & open(heights[x]);
    body & open(heights[x + 1]) & (under_left | under_right)
}

/// Counts triple slots whose T stands in column `at[0]` and points to `at[1]`.
fn note_triples(
    columns: &[u64; 10],
    heights: &[i32; 10],
    rest: &Rest,
    at: [usize; 3],
    counts: &mut [i32; 4],
) {
    let (stem, nub) = (columns[at[0]], columns[at[1]]);
    let overhang = stem >> 3;
    let free = !(stem >> 2 | stem >> 1 | stem | stem << 1 | 1) & !nub;
    let mut slots = overhang & free & nub >> 1;
    if slots == 0 {
        return;
    }
    let entry = heights[at[1]].max(heights[at[2]]) - 2;
    slots &= !0u64 << entry.max(0);
    let behind = match (at[0], at[0] > at[1]) {
        (0, false) | (9, true) => !0,
        (x, true) => columns[x + 1],
        (x, false) => columns[x - 1],
    };
    let foot = nub << 1 | 1;
    slots &= (behind >> 1 & (behind << 1 | 1)) | (foot & (behind >> 1 | behind << 1 | 1));
    let upright = rest.without(at[0], 1);
    let middle = rest.without(at[0].min(at[1]), 2);
    while slots != 0 {
        let centre = slots & slots.wrapping_neg();
        let lines = u32::from(upright & centre << 1 != 0)
            + u32::from(middle & centre != 0)
            + u32::from(upright & centre >> 1 != 0);
        counts[lines as usize] += 1;
        slots ^= centre;
    }
}
