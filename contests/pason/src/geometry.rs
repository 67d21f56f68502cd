//! Where things are: the contest's rows from the top and the protocol's rows from the floor.
//!
//! Owns the tetromino table of the contest and is the only file where coordinates flip.
//! Knows shapes and places; whether a piece may be somewhere is asked of [`Grid::is_free`],
//! and how it gets there is the business of `plan`.

use landfall_tbp::messages::{Location, Orientation, PieceName};

/// Columns of a board.
pub const COLUMNS: i32 = 10;

/// Rows of a board.
pub const ROWS: i32 = 20;

/// A cell as (row, column), the top left one (0, 0). Rows above the board are negative.
pub type GridCell = (i32, i32);

/// The cells of one orientation, as offsets from the origin.
type Shape = [GridCell; 4];

/// Every piece, in the order of [`PieceName`].
pub const PIECES: [PieceName; 7] = [
    PieceName::I,
    PieceName::O,
    PieceName::T,
    PieceName::L,
    PieceName::J,
    PieceName::S,
    PieceName::Z,
];

/// The orientations of a piece by their numbers: the appendix picture of the contest's
/// document as offsets. One more is a counter-clockwise turn.
pub fn shapes(piece: PieceName) -> &'static [Shape] {
    match piece {
        PieceName::O => &[[(0, -1), (0, 0), (1, -1), (1, 0)]],
        PieceName::I => &[
            [(0, -2), (0, -1), (0, 0), (0, 1)],
            [(-1, 0), (0, 0), (1, 0), (2, 0)],
        ],
        PieceName::S => &[
            [(0, 0), (0, 1), (1, -1), (1, 0)],
            [(-1, 0), (0, 0), (0, 1), (1, 1)],
        ],
        PieceName::Z => &[
            [(0, -1), (0, 0), (1, 0), (1, 1)],
            [(-1, 1), (0, 0), (0, 1), (1, 0)],
        ],
        PieceName::L => &[
            [(0, -1), (0, 0), (0, 1), (1, -1)],
            [(-1, 0), (0, 0), (1, 0), (1, 1)],
            [(-1, 1), (0, -1), (0, 0), (0, 1)],
            [(-1, -1), (-1, 0), (0, 0), (1, 0)],
        ],
        PieceName::J => &[
            [(0, -1), (0, 0), (0, 1), (1, 1)],
            [(-1, 0), (-1, 1), (0, 0), (1, 0)],
            [(-1, -1), (0, -1), (0, 0), (0, 1)],
            [(-1, 0), (0, 0), (1, -1), (1, 0)],
        ],
        PieceName::T => &[
            [(0, -1), (0, 0), (0, 1), (1, 0)],
            [(-1, 0), (0, 0), (0, 1), (1, 0)],
            [(-1, 0), (0, -1), (0, 0), (0, 1)],
            [(-1, 0), (0, -1), (0, 0), (1, 0)],
        ],
    }
}

/// Where a falling piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pose {
    /// The piece.
    pub piece: PieceName,
    /// Row of its origin.
    pub row: i32,
    /// Column of its origin.
    pub col: i32,
    /// Number of its orientation, below the length of [`shapes`].
    pub orient: usize,
}

impl Pose {
    /// Its cells, in reading order: equal for poses that cover the same cells.
    pub fn cells(&self) -> [GridCell; 4] {
        let mut cells = shapes(self.piece)[self.orient]
            .map(|(row, col)| (self.row.saturating_add(row), self.col.saturating_add(col)));
        cells.sort_unstable();
        cells
    }

    /// Row of its highest cell.
    pub fn top_row(&self) -> i32 {
        self.cells()[0].0
    }

    /// The pose of a piece on these cells, in reading order; the lowest orientation that
    /// has this shape.
    pub fn from_cells(piece: PieceName, cells: &[GridCell; 4]) -> Option<Pose> {
        (0..shapes(piece).len()).find_map(|orient| {
            let (row, col) = shapes(piece)[orient].iter().min().copied()?;
            let pose = Pose {
                piece,
                row: cells[0].0.saturating_sub(row),
                col: cells[0].1.saturating_sub(col),
                orient,
            };
            (pose.cells() == *cells).then_some(pose)
        })
    }

    /// The location of the protocol that covers the same cells.
    pub fn to_location(&self) -> Option<Location> {
        let mut wanted = self.cells().map(flip);
        wanted.sort_unstable();
        const ALL: [Orientation; 4] = [
            Orientation::North,
            Orientation::East,
            Orientation::South,
            Orientation::West,
        ];
        ALL.into_iter().find_map(|orientation| {
            let mut cells = srs(self.piece, orientation);
            cells.sort_unstable();
            let location = Location {
                piece: self.piece,
                orientation,
                x: wanted[0].0 - cells[0].0,
                y: wanted[0].1 - cells[0].1,
            };
            let mut covered = location_points(&location);
            covered.sort_unstable();
            (covered == wanted).then_some(location)
        })
    }
}

/// The cells that a location of the protocol covers, in reading order.
pub fn location_cells(location: &Location) -> [GridCell; 4] {
    let mut cells = location_points(location).map(unflip);
    cells.sort_unstable();
    cells
}

/// (x, y) from the floor of a cell.
fn flip((row, col): GridCell) -> (i32, i32) {
    (col, ROWS - 1 - row)
}

/// The cell of an (x, y) from the floor.
fn unflip((x, y): (i32, i32)) -> GridCell {
    ((ROWS - 1).saturating_sub(y), x)
}

fn location_points(location: &Location) -> [(i32, i32); 4] {
    srs(location.piece, location.orientation)
        .map(|(x, y)| (location.x.saturating_add(x), location.y.saturating_add(y)))
}

/// The cells about the centre of the protocol, y upwards.
fn srs(piece: PieceName, orientation: Orientation) -> [(i32, i32); 4] {
    let north = match piece {
        PieceName::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
        PieceName::O => [(0, 0), (1, 0), (0, 1), (1, 1)],
        PieceName::T => [(-1, 0), (0, 0), (1, 0), (0, 1)],
        PieceName::L => [(-1, 0), (0, 0), (1, 0), (1, 1)],
        PieceName::J => [(-1, 0), (0, 0), (1, 0), (-1, 1)],
        PieceName::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
        PieceName::Z => [(-1, 1), (0, 1), (0, 0), (1, 0)],
    };
    north.map(|(x, y)| match orientation {
        Orientation::North => (x, y),
        Orientation::East => (y, -x),
        Orientation::South => (-x, -y),
        Orientation::West => (-y, x),
    })
}

/// The locked cells of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// One word a row, the top row first; bit `c` for column `c`.
    pub rows: [u16; ROWS as usize],
}

/// What a locked piece did to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockOutcome {
    /// The board after it, full rows gone.
    pub grid: Grid,
    /// Rows that were full.
    pub lines: usize,
}

impl Grid {
    /// A full row.
    const FULL: u16 = (1 << COLUMNS) - 1;

    /// Whether nothing is locked in a cell. Above the board everything is free, beside and
    /// below it nothing is.
    pub fn is_free(&self, (row, col): GridCell) -> bool {
        (0..COLUMNS).contains(&col)
            && row < ROWS
            && (row < 0 || self.rows[row as usize] & (1 << col) == 0)
    }

    /// Whether a piece may be in this pose.
    pub fn fits(&self, pose: &Pose) -> bool {
        let shape = &shapes(pose.piece)[pose.orient];
        shape.iter().all(|&(row, col)| {
            self.is_free((pose.row.saturating_add(row), pose.col.saturating_add(col)))
        })
    }

    /// Where a piece comes to rest that falls from this pose.
    pub fn dropped(&self, pose: Pose) -> Pose {
        let mut rest = pose;
        while rest.row < ROWS {
            let lower = Pose {
                row: rest.row + 1,
                ..rest
            };
            if !self.fits(&lower) {
                break;
            }
            rest = lower;
        }
        rest
    }

    /// The board after a piece locked on these cells. What is above the board is lost.
    pub fn lock_cells(&self, cells: &[GridCell; 4]) -> LockOutcome {
        let mut grid = *self;
        for &(row, col) in cells {
            if (0..ROWS).contains(&row) && (0..COLUMNS).contains(&col) {
                grid.rows[row as usize] |= 1 << col;
            }
        }
        grid.without_full_rows()
    }

    /// The board without its full rows: a message may come before they are taken away.
    pub fn without_full_rows(&self) -> LockOutcome {
        let mut grid = Grid::default();
        let mut to = ROWS as usize;
        for &row in self.rows.iter().rev().filter(|row| **row != Grid::FULL) {
            to -= 1;
            grid.rows[to] = row;
        }
        LockOutcome { grid, lines: to }
    }

    /// Rows from the highest locked cell to the floor.
    pub fn height(&self) -> usize {
        self.rows.iter().skip_while(|row| **row == 0).count()
    }

    /// The rows as the protocol wants them, the floor first, without the empty ones at the
    /// top.
    pub fn to_tbp_rows(&self) -> Vec<Vec<Option<String>>> {
        let cells = |row: u16| {
            (0..COLUMNS).map(move |col| (row & (1 << col) != 0).then(|| "G".to_string()))
        };
        let rows = self.rows.iter().rev().take(self.height());
        rows.map(|&row| cells(row).collect()).collect()
    }

    /// The board of the protocol's rows; `None` if it has not the contest's shape.
    pub fn from_tbp_rows(rows: &[Vec<Option<String>>]) -> Option<Grid> {
        let mut grid = Grid::default();
        for (y, row) in rows.iter().enumerate() {
            if row.len() != COLUMNS as usize {
                return None;
            }
            for (x, _) in row.iter().enumerate().filter(|(_, cell)| cell.is_some()) {
                let (row, col) = unflip((x as i32, y as i32));
                *grid.rows.get_mut(usize::try_from(row).ok()?)? |= 1 << col;
            }
        }
        Some(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pose that is on the board.
    fn poses() -> Vec<Pose> {
        let mut poses = Vec::new();
        for piece in PIECES {
            for orient in 0..shapes(piece).len() {
                for row in 0..ROWS {
                    for col in 0..COLUMNS {
                        let pose = Pose {
                            piece,
                            row,
                            col,
                            orient,
                        };
                        poses.extend(
                            (Grid::default().fits(&pose) && pose.top_row() >= 0).then_some(pose),
                        );
                    }
                }
            }
        }
        poses
    }

    #[test]
    fn every_pose_survives_the_way_there_and_back() {
        let poses = poses();
        for pose in &poses {
            let location = pose.to_location().expect("every shape has a location");
            assert_eq!(location_cells(&location), pose.cells(), "{pose:?}");
            let back = Pose::from_cells(pose.piece, &location_cells(&location)).expect("a pose");
            assert_eq!(back, *pose);
            assert!((0..10).contains(&location.x) && (0..20).contains(&location.y));
        }
        // Per piece: orientations, each with its columns and rows.
        let count = 9 * 19 + (7 * 20 + 10 * 17) + 2 * (8 * 19 + 9 * 18) + 3 * 2 * (8 * 19 + 9 * 18);
        assert_eq!(poses.len(), count);
    }

    /// One more is a quarter counter-clockwise, as the picture shows.
    #[test]
    fn one_more_turns_counter_clockwise() {
        for piece in [PieceName::L, PieceName::J, PieceName::T] {
            for orient in 0..4 {
                let mut turned = shapes(piece)[orient].map(|(row, col)| (-col, row));
                turned.sort_unstable();
                let mut next = shapes(piece)[(orient + 1) % 4];
                next.sort_unstable();
                assert_eq!(turned, next, "{piece:?} {orient}");
            }
        }
    }

    /// The feet of L, J and T are down at first: upside down for the protocol.
    #[test]
    fn the_first_orientations_are_the_protocols_south() {
        for piece in [PieceName::L, PieceName::J, PieceName::T] {
            let pose = Pose {
                piece,
                row: 0,
                col: 5,
                orient: 0,
            };
            let location = pose.to_location().expect("a location");
            assert_eq!(location.orientation, Orientation::South);
            assert_eq!((location.x, location.y), (5, 19));
        }
    }

    #[test]
    fn an_o_dropped_at_the_spawn_lies_where_the_live_server_had_it() {
        let spawn = Pose {
            piece: PieceName::O,
            row: 0,
            col: 5,
            orient: 0,
        };
        let rest = Grid::default().dropped(spawn);
        assert_eq!(rest.cells(), [(18, 4), (18, 5), (19, 4), (19, 5)]);
    }

    #[test]
    fn full_rows_go_and_boards_survive_the_way_there_and_back() {
        let mut grid = Grid::default();
        grid.rows[17] = 5;
        grid.rows[18] = Grid::FULL & !(1 << 9);
        grid.rows[19] = 1 << 3;
        let locked = grid.lock_cells(&[(15, 9), (16, 9), (17, 9), (18, 9)]);
        assert_eq!((locked.lines, locked.grid.height()), (1, 4));
        assert_eq!(locked.grid.rows[16..], [1 << 9, 1 << 9, 5 | 1 << 9, 8]);
        let rows = locked.grid.to_tbp_rows();
        assert_eq!(rows.len(), 4);
        assert!(rows[0][3].is_some() && rows[0][4].is_none());
        assert_eq!(Grid::from_tbp_rows(&rows), Some(locked.grid));
        assert_eq!(Grid::from_tbp_rows(&[vec![None; 9]]), None);
    }
}
