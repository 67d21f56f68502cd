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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Chain, GUIDELINE, Piece, Seed, Spin, lock, reach};

    fn slots(board: &Board) -> [i32; 4] {
        let heights = board.columns.map(|c| 64 - c.leading_zeros() as i32);
        count(&board.columns, &heights, &Rest::of(&board.columns))
    }

    fn drawn(text: &str) -> [i32; 4] {
        slots(&Board::parse(text).expect("a drawn board"))
    }

    #[test]
    fn doubles_count_by_the_rows_they_clear() {
        let roofed = "
            ....#.....
            ###...####
            ####.#####
        ";
        assert_eq!(drawn(roofed), [0, 0, 0, 0]);
        let both = "
            ...#......
            ###...####
            ####.#####
        ";
        assert_eq!(drawn(both), [0, 0, 1, 0]);
        let upper = "
            .....#....
            ###...####
            ####.####.
        ";
        assert_eq!(drawn(upper), [0, 1, 0, 0]);
        let none = "
            ...#......
            ###...###.
            ####.####.
        ";
        assert_eq!(drawn(none), [1, 0, 0, 0]);
    }

    #[test]
    fn triples_are_seen_from_both_sides() {
        let left = "
            #.........
            #.........
            #.########
            #..#######
            #.########
        ";
        assert_eq!(drawn(left)[3], 0, "the overhang is missing");
        let left = "
            ##........
            #...######
            #.########
            #..#######
            #.########
        ";
        assert_eq!(drawn(left), [0, 0, 0, 1]);
        let right = "
            ........##
            ######...#
            ########.#
            #######..#
            ########.#
        ";
        assert_eq!(drawn(right), [0, 0, 0, 1]);
    }

    /// The best full spin that a T can really make, in rows.
    fn best_spin(board: &Board) -> u32 {
        let mut placements = Vec::new();
        reach::placements(&GUIDELINE, board, Piece::T, &mut placements);
        let spins = placements.iter().filter(|p| p.spin == Spin::Full);
        spins
            .map(|mv| lock(&GUIDELINE, &mut board.clone(), &mut Chain::default(), mv).lines)
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn what_is_counted_can_be_played() {
        let mut dice = Seed::new(11);
        let (mut found, mut played) = (0, 0);
        for _ in 0..60_000 {
            let board = slotted(&mut dice);
            let counts = slots(&board);
            if let Some(lines) = (2..4).rev().find(|&lines| counts[lines] > 0) {
                found += 1;
                played += usize::from(best_spin(&board) as usize >= lines);
            }
        }
        // A slot may be out of reach of the turn that it needs, but that must be rare.
        assert!(found > 500, "{found} slots");
        assert!(played * 100 >= found * 97, "{played} of {found}");
    }

    /// Nearly full rows with a slot-like gap, under a ragged surface.
    fn slotted(dice: &mut Seed) -> Board {
        let x = dice.below(8) as usize;
        let mut rows = vec![0x3ffu16; 2 + dice.below(2) as usize];
        let top = rows.len() - 1;
        rows[top] &= !(0b111 << x);
        for row in &mut rows[..top] {
            *row &= !(0b1 << (x + dice.below(3) as usize));
        }
        if dice.below(3) == 0 {
            rows[0] &= !(0b1 << dice.below(10));
        }
        rows.push((dice.next_u64() & dice.next_u64()) as u16 & 0x3ff);
        let mut board = Board::EMPTY;
        board.raise(&rows);
        board
    }
}
