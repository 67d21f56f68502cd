//! A plain placement search, cell by cell and move by move: tests compare the fast search with it,
//! and check the legality of a bot's moves.
//!
//! It is written for readability, not for speed. It shares only names (`Piece`, `Rotation`, `Spin`)
//! and `Board::filled` with the program: cells and kicks are entered here again, in the form in
//! which the Super Rotation System is usually published. So are TETR.IO's kicks, half turns, spins
//! of every piece, and games without single-row soft drops.

use landfall_rules::{Board, Cell, Piece, Rotation, Spin};
use std::collections::{BTreeSet, VecDeque};

/// The cells of a placement, sorted.
pub type Cells = [Cell; 4];

/// How pieces appear, turn and drop, and what counts as a spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The kick table.
    pub kicks: Kicks,
    /// Whether pieces turn by 180 degrees. Half turns have no kicks except in SRS+.
    pub half_turns: bool,
    /// What counts as a spin.
    pub spins: Spins,
    /// Whether a soft drop moves the piece all the way down.
    pub sonic_drop_only: bool,
    /// The column where pieces appear, and the rows that are tried.
    pub spawn: (i8, &'static [i8]),
}

/// A table of kicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kicks {
    /// The table of the Super Rotation System.
    Srs,
    /// The table of TETR.IO's league.
    SrsPlus,
}

/// How a piece that has just turned counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spins {
    /// A T with three corners filled.
    pub corners: Corners,
    /// Another T that cannot move.
    pub stuck_t: Spin,
    /// Another piece that cannot move.
    pub stuck_others: Spin,
}

/// How a T with three filled corners counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corners {
    /// No spin.
    None,
    /// Always a mini spin.
    Mini,
    /// Mini or full, by its front corners and the last kick.
    MiniOrFull,
}

impl Game {
    /// The Super Rotation System, T-spins by three corners.
    pub const GUIDELINE: Game = Game {
        kicks: Kicks::Srs,
        half_turns: false,
        spins: Spins {
            corners: Corners::MiniOrFull,
            stuck_t: Spin::None,
            stuck_others: Spin::None,
        },
        sonic_drop_only: false,
        spawn: (4, &[19, 20]),
    };

    /// The league of TETR.IO: SRS+ with half turns; besides T-spins, every piece that cannot
    /// move after a turn is a mini spin.
    pub const TETRIO: Game = Game {
        kicks: Kicks::SrsPlus,
        half_turns: true,
        spins: Spins {
            corners: Corners::MiniOrFull,
            stuck_t: Spin::Mini,
            stuck_others: Spin::Mini,
        },
        sonic_drop_only: false,
        spawn: (4, &[21]),
    };
}

/// Returns every way in which a piece that appears on a board can lock by the guideline: cells
/// and spin.
pub fn placements(board: &Board, piece: Piece) -> BTreeSet<(Cells, Spin)> {
    placements_in(Game::GUIDELINE, board, piece)
}

/// Returns the same under the rules of a game.
pub fn placements_in(game: Game, board: &Board, piece: Piece) -> BTreeSet<(Cells, Spin)> {
    let places = Places::new(grid(board), shape(piece));
    let mut found = BTreeSet::new();
    let Some(spawn) = spawn(game, &places) else {
        return found;
    };
    let mut seen = [[[[false; 3]; 40]; 10]; 4];
    let mut todo = VecDeque::from([(spawn, Spin::None)]);
    while let Some((pose, spin)) = todo.pop_front() {
        let (x, y) = (pose.x as usize, pose.y as usize);
        if std::mem::replace(&mut seen[pose.rotation][x][y][spin as usize], true) {
            continue;
        }
        if !places.fits(pose.moved(0, -1)) {
            found.insert((cells_of(&places.shape, pose), spin));
        }
        add_next_poses(game, &places, piece, pose, &mut todo);
    }
    found
}

/// Returns the cells that a piece covers with its Tetris Bot Protocol centre at (`x`, `y`).
pub fn cells(piece: Piece, rotation: Rotation, x: i8, y: i8) -> Cells {
    let pose = Pose {
        rotation: rotation as usize,
        x,
        y,
    };
    cells_of(&shape(piece), pose)
}

/// Returns how far the centre moves for each kick of a turn.
pub fn centre_moves(game: Game, piece: Piece, from: Rotation, to: Rotation) -> Vec<Cell> {
    let (from, to) = (from as usize, to as usize);
    let shape = shape(piece);
    let (here, there) = (shape[from].centre, shape[to].centre);
    kicks(game, piece, from, to)
        .iter()
        .map(|(x, y)| (x + there.0 - here.0, y + there.1 - here.1))
        .collect()
}

/// Filled cells by row and column.
type Grid = [[bool; 10]; 40];

/// A piece in one rotation state (north 0, east 1, south 2, west 3), centre at (x, y).
#[derive(Clone, Copy)]
struct Pose {
    rotation: usize,
    x: i8,
    y: i8,
}

impl Pose {
    fn moved(self, dx: i8, dy: i8) -> Pose {
        Pose {
            x: self.x + dx,
            y: self.y + dy,
            ..self
        }
    }
}

/// The poses in which a piece fits on a board, computed once: the centre is one of the cells, so it
/// is on the board.
struct Places {
    grid: Grid,
    shape: Shape,
    /// By rotation, row and column of the centre.
    free: [[[bool; 10]; 40]; 4],
}

impl Places {
    fn new(grid: Grid, shape: Shape) -> Places {
        let free = std::array::from_fn(|rotation| {
            std::array::from_fn(|y| {
                std::array::from_fn(|x| {
                    let mut cells = shape[rotation].cells.iter();
                    cells.all(|(dx, dy)| {
                        let (x, y) = (x as i8 + dx, y as i8 + dy);
                        y < 40 && !filled(&grid, x, y)
                    })
                })
            })
        });
        Places { grid, shape, free }
    }

    fn fits(&self, pose: Pose) -> bool {
        let (Ok(x), Ok(y)) = (usize::try_from(pose.x), usize::try_from(pose.y)) else {
            return false;
        };
        let row = self.free[pose.rotation].get(y);
        row.and_then(|row| row.get(x)) == Some(&true)
    }
}

fn grid(board: &Board) -> Grid {
    std::array::from_fn(|y| std::array::from_fn(|x| board.filled(x as i8, y as i8)))
}

fn spawn(game: Game, places: &Places) -> Option<Pose> {
    let (x, rows) = game.spawn;
    rows.iter()
        .map(|&y| Pose { rotation: 0, x, y })
        .find(|&pose| places.fits(pose))
}

/// Adds the poses that one move leads to: left, right, down, the turns.
fn add_next_poses(
    game: Game,
    places: &Places,
    piece: Piece,
    pose: Pose,
    todo: &mut VecDeque<(Pose, Spin)>,
) {
    for (dx, dy) in [(-1, 0), (1, 0), (0, -1)] {
        let mut moved = pose.moved(dx, dy);
        if !places.fits(moved) {
            continue;
        }
        while game.sonic_drop_only && dy < 0 && places.fits(moved.moved(0, -1)) {
            moved = moved.moved(0, -1);
        }
        todo.push_back((moved, Spin::None));
    }
    // A turned O covers the same cells.
    if piece != Piece::O {
        let turns: &[usize] = if game.half_turns { &[1, 3, 2] } else { &[1, 3] };
        for turn in turns {
            let to = (pose.rotation + turn) % 4;
            todo.extend(turned(game, places, piece, pose, to));
        }
    }
}

fn turned(
    game: Game,
    places: &Places,
    piece: Piece,
    pose: Pose,
    to: usize,
) -> Option<(Pose, Spin)> {
    let shape = &places.shape;
    let (here, there) = (shape[pose.rotation].centre, shape[to].centre);
    for (kick, (dx, dy)) in kicks(game, piece, pose.rotation, to).iter().enumerate() {
        let turned = Pose {
            rotation: to,
            x: pose.x + there.0 - here.0 + dx,
            y: pose.y + there.1 - here.1 + dy,
        };
        if places.fits(turned) {
            let spins = &game.spins;
            let corners = match (t_spin(&places.grid, piece, turned, kick), spins.corners) {
                (Spin::None, _) | (_, Corners::None) => Spin::None,
                (_, Corners::Mini) => Spin::Mini,
                (spin, Corners::MiniOrFull) => spin,
            };
            let spin = match piece {
                _ if corners != Spin::None || !is_stuck(places, turned) => corners,
                Piece::T => spins.stuck_t,
                _ => spins.stuck_others,
            };
            return Some((turned, spin));
        }
    }
    None
}

/// Applies the three corner rule to a piece that has just turned with this kick (from 0).
fn t_spin(grid: &Grid, piece: Piece, pose: Pose, kick: usize) -> Spin {
    if piece != Piece::T {
        return Spin::None;
    }
    let corner = |dx, dy| usize::from(filled(grid, pose.x + dx, pose.y + dy));
    let (nw, ne, se, sw) = (corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1));
    let front = [nw + ne, ne + se, se + sw, sw + nw][pose.rotation];
    if nw + ne + se + sw < 3 {
        Spin::None
    } else if front == 2 || kick == 4 {
        Spin::Full
    } else {
        Spin::Mini
    }
}

/// Returns whether a piece cannot move left, right, up or down.
fn is_stuck(places: &Places, pose: Pose) -> bool {
    [(-1, 0), (1, 0), (0, 1), (0, -1)]
        .into_iter()
        .all(|(dx, dy)| !places.fits(pose.moved(dx, dy)))
}

/// Walls and floor count as filled; the space above the rows does not.
fn filled(grid: &Grid, x: i8, y: i8) -> bool {
    if !(0..10).contains(&x) || y < 0 {
        return true;
    }
    y < 40 && grid[y as usize][x as usize]
}

fn cells_of(shape: &Shape, pose: Pose) -> Cells {
    let mut cells = shape[pose.rotation]
        .cells
        .map(|(dx, dy)| (pose.x + dx, pose.y + dy));
    cells.sort_unstable();
    cells
}

/// A piece in its four states.
type Shape = [Figure; 4];

/// One state of a piece.
#[derive(Clone, Copy, Default)]
struct Figure {
    /// Cells from the centre.
    cells: [Cell; 4],
    /// The position of the centre in the square in which the piece turns, from the lower left
    /// corner.
    centre: Cell,
}

/// Returns the drawings of north, east, south and west in the square that a turn without a kick
/// does not move; `c` is the Tetris Bot Protocol's centre.
const fn drawing(piece: Piece) -> &'static [&'static str] {
    match piece {
        Piece::I => &[
            "....  ..#.  ....  .#..",
            "#c##  ..c.  ....  .#..",
            "....  ..#.  ##c#  .c..",
            "....  ..#.  ....  .#..",
        ],
        Piece::O => &[
            "##  c#  #c  ##", //
            "c#  ##  ##  #c",
        ],
        Piece::T => &[
            ".#.  .#.  ...  .#.",
            "#c#  .c#  #c#  #c.",
            "...  .#.  .#.  .#.",
        ],
        Piece::L => &[
            "..#  .#.  ...  ##.",
            "#c#  .c.  #c#  .c.",
            "...  .##  #..  .#.",
        ],
        Piece::J => &[
            "#..  .##  ...  .#.",
            "#c#  .c.  #c#  .c.",
            "...  .#.  ..#  ##.",
        ],
        Piece::S => &[
            ".##  .#.  ...  #..",
            "#c.  .c#  .c#  #c.",
            "...  ..#  ##.  .#.",
        ],
        Piece::Z => &[
            "##.  ..#  ...  .#.",
            ".c#  .c#  #c.  #c.",
            "...  .#.  .##  #..",
        ],
    }
}

fn shape(piece: Piece) -> Shape {
    std::array::from_fn(|rotation| figure(drawing(piece), rotation))
}

fn figure(rows: &[&str], rotation: usize) -> Figure {
    let side = rows.len();
    let mut figure = Figure::default();
    let mut filled = 0;
    for (row, line) in rows.iter().enumerate() {
        let left = rotation * (side + 2);
        for (x, cell) in line.bytes().skip(left).take(side).enumerate() {
            let at = (x as i8, (side - 1 - row) as i8);
            if cell == b'c' {
                figure.centre = at;
            }
            if cell != b'.' {
                figure.cells[filled] = at;
                filled += 1;
            }
        }
    }
    let (x, y) = figure.centre;
    figure.cells = figure.cells.map(|cell| (cell.0 - x, cell.1 - y));
    figure
}

/// Returns the published wall kick tables: how far the square moves, the first that fits is taken;
/// x to the right, y up. States 0 (north), R (east), 2 (south), L (west) are 0 to 3 here.
fn kicks(game: Game, piece: Piece, from: usize, to: usize) -> &'static [Cell] {
    if game.kicks == Kicks::SrsPlus
        && let Some(kicks) = tetrio_kicks(piece, from, to)
    {
        return kicks;
    }
    match (piece, from, to) {
        (Piece::O, ..) => &[(0, 0)],

        (Piece::I, 0, 1) => &[(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
        (Piece::I, 1, 0) => &[(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
        (Piece::I, 1, 2) => &[(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
        (Piece::I, 2, 1) => &[(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
        (Piece::I, 2, 3) => &[(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
        (Piece::I, 3, 2) => &[(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
        (Piece::I, 3, 0) => &[(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
        (Piece::I, 0, 3) => &[(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],

        // A half turn about the centre moves the square of I, whose centre is not its middle.
        (Piece::I, 0, 2) => &[(-1, 1)],
        (Piece::I, 1, 3) => &[(1, 1)],
        (Piece::I, 2, 0) => &[(1, -1)],
        (Piece::I, 3, 1) => &[(-1, -1)],
        (_, 0, 2) | (_, 1, 3) | (_, 2, 0) | (_, 3, 1) => &[(0, 0)],

        (_, 0, 1) => &[(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
        (_, 1, 0) => &[(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
        (_, 1, 2) => &[(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
        (_, 2, 1) => &[(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
        (_, 2, 3) => &[(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
        (_, 3, 2) => &[(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
        (_, 3, 0) => &[(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
        (_, 0, 3) => &[(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],

        _ => panic!("no single turn leads from state {from} to state {to}"),
    }
}

/// Returns the kicks of TETR.IO that differ from the guideline's: half turns, and quarter turns
/// of I.
fn tetrio_kicks(piece: Piece, from: usize, to: usize) -> Option<&'static [Cell]> {
    Some(match (piece, from, to) {
        (Piece::O, ..) => return None,

        (Piece::I, 0, 1) => &[(0, 0), (1, 0), (-2, 0), (-2, -1), (1, 2)],
        (Piece::I, 1, 0) => &[(0, 0), (-1, 0), (2, 0), (-1, -2), (2, 1)],
        (Piece::I, 1, 2) => &[(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
        (Piece::I, 2, 1) => &[(0, 0), (-2, 0), (1, 0), (-2, 1), (1, -2)],
        (Piece::I, 2, 3) => &[(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
        (Piece::I, 3, 2) => &[(0, 0), (1, 0), (-2, 0), (1, 2), (-2, -1)],
        (Piece::I, 3, 0) => &[(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
        (Piece::I, 0, 3) => &[(0, 0), (-1, 0), (2, 0), (2, -1), (-1, 2)],
        (Piece::I, 0, 2) => &[(0, 0), (0, 1)],
        (Piece::I, 1, 3) => &[(0, 0), (1, 0)],
        (Piece::I, 2, 0) => &[(0, 0), (0, -1)],
        (Piece::I, 3, 1) => &[(0, 0), (-1, 0)],

        (_, 0, 2) => &[(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
        (_, 1, 3) => &[(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
        (_, 2, 0) => &[(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
        (_, 3, 1) => &[(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],

        _ => return None,
    })
}
