//! The rules of Connect6: 19 x 19 points; black begins with one stone, then both sides place two
//! stones per turn; six or more in a row win; a full board is a draw.
//!
//! Written for obvious correctness, not for speed. The engine has its own board, and tests compare
//! the two.

use std::fmt;

/// Points on a side of the board.
pub const BOARD_SIZE: usize = 19;

/// Points of the board.
pub const POINT_COUNT: usize = BOARD_SIZE * BOARD_SIZE;

/// Stones in a row that win.
pub const WIN_LENGTH: usize = 6;

/// The four directions of a line, as steps `(right, down)`.
pub const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The colour of a side and of its stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Moves first, with one stone.
    Black,
    /// Moves second.
    White,
}

impl Colour {
    /// Both colours, black first.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// Returns the opponent's colour.
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

/// A point of the board, by its index: row by row from the top, from left to right in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point in the middle.
    pub const CENTRE: Point = Point((POINT_COUNT / 2) as u16);

    /// Returns the point in column `x` from the left and row `y` from the top, both 0 to 18;
    /// `None` off the board.
    pub const fn new(x: u8, y: u8) -> Option<Point> {
        if (x as usize) < BOARD_SIZE && (y as usize) < BOARD_SIZE {
            return Some(Point(y as u16 * BOARD_SIZE as u16 + x as u16));
        }
        None
    }

    /// Returns the point of an index below [`POINT_COUNT`]; `None` for others.
    pub const fn from_index(index: usize) -> Option<Point> {
        if index < POINT_COUNT {
            return Some(Point(index as u16));
        }
        None
    }

    /// Returns the column from the left, 0 to 18.
    pub const fn x(self) -> u8 {
        (self.0 % BOARD_SIZE as u16) as u8
    }

    /// Returns the row from the top, 0 to 18.
    pub const fn y(self) -> u8 {
        (self.0 / BOARD_SIZE as u16) as u8
    }

    /// Returns the index, below [`POINT_COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the point `steps` away in a direction, if it is on the board.
    pub fn step(self, direction: (i8, i8), steps: i8) -> Option<Point> {
        let along = |from: u8, step: i8| u8::try_from(i16::from(from) + i16::from(step * steps));
        let x = along(self.x(), direction.0).ok()?;
        let y = along(self.y(), direction.1).ok()?;
        Point::new(x, y)
    }

    /// Returns all points in the order of their indices.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..POINT_COUNT as u16).map(Point)
    }
}

/// As a letter for the column and a number for the row, counted from the top left: `a1` to
/// `s19`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.x()) as char, self.y() + 1)
    }
}

impl std::str::FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        let read = || {
            let column = text.chars().next().filter(char::is_ascii_alphabetic)?;
            let row: u8 = text[1..].parse().ok()?;
            Point::new(
                column.to_ascii_lowercase() as u8 - b'a',
                row.checked_sub(1)?,
            )
        };
        read().ok_or_else(|| ParsePointError(text.chars().take(20).collect()))
    }
}

/// A text that does not name a point of the board; holds its first 20 characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no point of the board; one is a1 to s19")]
pub struct ParsePointError(String);

/// The stones that a player places in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Black's first turn: one stone.
    One(Point),
    /// Every other turn: two stones, in any order.
    Two(Point, Point),
}

impl Turn {
    /// Returns the one or two points.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let (first, second) = match self {
            Turn::One(point) => (point, None),
            Turn::Two(first, second) => (first, Some(second)),
        };
        std::iter::once(first).chain(second)
    }
}

/// `j10` or `j10 k11`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::One(point) => write!(f, "{point}"),
            Turn::Two(first, second) => write!(f, "{first} {second}"),
        }
    }
}

/// One point or two, with white space between and around them.
impl std::str::FromStr for Turn {
    type Err = ParseTurnError;

    fn from_str(text: &str) -> Result<Turn, ParseTurnError> {
        let points = text.split_whitespace().map(str::parse);
        match points.collect::<Result<Vec<Point>, _>>()?[..] {
            [point] => Ok(Turn::One(point)),
            [first, second] => Ok(Turn::Two(first, second)),
            _ => Err(ParseTurnError::PointCount(text.trim().to_string())),
        }
    }
}

/// Why a text is not a turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTurnError {
    /// A word is not a point of the board.
    #[error(transparent)]
    Point(#[from] ParsePointError),
    /// There are no points, or more than two; holds the text.
    #[error("\"{0}\" is no turn: give one point or two, such as k9 l8")]
    PointCount(String),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has six or more in a row.
    Won(Colour),
    /// The board is full.
    Draw,
}

/// Why a turn is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalTurn {
    /// A stone is there already, or the turn names the point twice.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// One stone is due, not two, or the other way round.
    #[error("{}", stone_count_message(*.due))]
    StoneCount {
        /// Stones that are due.
        due: usize,
    },
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

fn stone_count_message(due: usize) -> String {
    if due == 1 {
        "the first turn is of one stone".to_string()
    } else {
        format!("the turn should be of {due} stones")
    }
}

/// A game in progress: the stones on the board and the turns that were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    stones: [Option<Colour>; POINT_COUNT],
    turns: Vec<Turn>,
    outcome: Option<Outcome>,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            stones: [None; POINT_COUNT],
            turns: Vec::new(),
            outcome: None,
        }
    }
}

impl Position {
    /// Returns the empty board with black to move.
    pub fn new() -> Position {
        Position::default()
    }

    /// Returns the position after these turns.
    ///
    /// # Errors
    /// The first turn that is illegal.
    pub fn after(turns: impl IntoIterator<Item = Turn>) -> Result<Position, IllegalTurn> {
        let mut position = Position::new();
        turns.into_iter().try_for_each(|turn| position.play(turn))?;
        Ok(position)
    }

    /// Returns the colour of the stone at a point, if there is one.
    pub fn stone_at(&self, point: Point) -> Option<Colour> {
        self.stones[point.index()]
    }

    /// Returns the turns played, in order; black's have even indices.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the side to move.
    pub fn to_move(&self) -> Colour {
        Colour::BOTH[self.turns.len() % 2]
    }

    /// Returns how many stones the next turn has: one at first, then two.
    pub fn stones_due(&self) -> usize {
        if self.turns.is_empty() { 1 } else { 2 }
    }

    /// Returns how the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Plays a turn. A turn whose first stone wins still has two stones.
    ///
    /// # Errors
    /// The turn is illegal; the position is unchanged.
    pub fn play(&mut self, turn: Turn) -> Result<(), IllegalTurn> {
        if self.outcome.is_some() {
            return Err(IllegalTurn::GameOver);
        }
        if turn.points().count() != self.stones_due() {
            return Err(IllegalTurn::StoneCount {
                due: self.stones_due(),
            });
        }
        if let Some(point) = turn.points().find(|&point| self.stone_at(point).is_some()) {
            return Err(IllegalTurn::Occupied(point));
        }
        if let Turn::Two(first, second) = turn
            && first == second
        {
            return Err(IllegalTurn::Occupied(second));
        }
        let colour = self.to_move();
        for point in turn.points() {
            self.stones[point.index()] = Some(colour);
        }
        self.turns.push(turn);
        if turn.points().any(|point| self.is_in_six(point)) {
            self.outcome = Some(Outcome::Won(colour));
        } else if self.stones.iter().all(Option::is_some) {
            self.outcome = Some(Outcome::Draw);
        }
        Ok(())
    }

    /// Returns whether the stone at a point belongs to six or more in a row.
    fn is_in_six(&self, point: Point) -> bool {
        let colour = self.stone_at(point);
        let run = |direction, sign: i8| {
            let stones =
                (1..WIN_LENGTH as i8).map_while(|steps| point.step(direction, sign * steps));
            stones
                .take_while(|&point| self.stone_at(point) == colour)
                .count()
        };
        DIRECTIONS
            .iter()
            .any(|&direction| 1 + run(direction, 1) + run(direction, -1) >= WIN_LENGTH)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::display::draw_board;

    /// The turn of a text such as `j10 k11`.
    pub fn turn(text: &str) -> Turn {
        text.parse().expect("a turn")
    }

    /// The position after turns such as `j10, k9 k11`.
    pub fn position(turns: &str) -> Position {
        Position::after(turns.split(',').map(turn)).expect("legal turns")
    }

    fn point(name: &str) -> Point {
        name.parse().expect("a point")
    }

    #[test]
    fn points_are_named_from_the_top_left() {
        assert_eq!(Point::CENTRE.to_string(), "j10");
        assert_eq!(point("S19").index(), POINT_COUNT - 1);
        assert_eq!((point("b3").x(), point("b3").y()), (1, 2));
        for name in ["", "a", "a0", "a20", "t1", "ä1", "11", "a-1", "a1 "] {
            assert!(name.parse::<Point>().is_err(), "{name}");
        }
        for point in Point::all() {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(Point::new(point.x(), point.y()), Some(point));
        }
    }

    #[test]
    fn turns_are_one_point_or_two() {
        for text in ["j10", "a1 s19"] {
            assert_eq!(turn(text).to_string(), text);
        }
        assert_eq!(turn(" A1\t s19 "), Turn::Two(point("a1"), point("s19")));
        for (text, why) in [
            ("", "\"\" is no turn: give one point or two, such as k9 l8"),
            (
                "a1 b1 c1 ",
                "\"a1 b1 c1\" is no turn: give one point or two, such as k9 l8",
            ),
            ("a1 t1", "\"t1\" is no point of the board; one is a1 to s19"),
        ] {
            assert_eq!(text.parse::<Turn>().expect_err(why).to_string(), why);
        }
    }

    #[test]
    fn six_or_more_in_a_row_win_in_every_direction() {
        for turns in [
            "a1, j9 l9, b1 c1, n9 p9, d1 e1, a19 c19, f1 e19",
            "s13, j9 l9, s14 s15, n9 p9, s16 s17, a19 c19, s18 e19",
            "n14, j9 l9, o15 p16, n9 p9, q17 r18, a19 c19, s19 e19",
            "a6, j9 l9, b5 c4, n9 p9, d3 e2, a19 c19, f1 e19",
            "a1, a19 c19, b1 c1, e19 g19, e1 f1, i19 k19, d1 g1",
        ] {
            let (before, last) = turns.rsplit_once(", ").expect("turns");
            let mut position = position(before);
            assert_eq!(position.outcome(), None);
            position.play(turn(last)).expect("legal");
            let won = Some(Outcome::Won(Colour::Black));
            assert_eq!(position.outcome(), won, "{}", draw_board(&position));
            let further = position.play(turn("f19 h19"));
            assert_eq!(further, Err(IllegalTurn::GameOver));
        }
    }

    #[test]
    fn a_turn_has_the_stones_due_on_free_points() {
        let illegal = |position: &Position, text| {
            let mut tried = position.clone();
            let why = tried.play(turn(text)).expect_err(text);
            assert_eq!(tried, *position);
            why
        };
        let empty = Position::new();
        let due = |due| IllegalTurn::StoneCount { due };
        assert_eq!(illegal(&empty, "a1 b1"), due(1));
        let begun = position("j10");
        assert_eq!(begun.to_move(), Colour::White);
        let occupied = |name| IllegalTurn::Occupied(point(name));
        assert_eq!(illegal(&begun, "a1"), due(2));
        assert_eq!(illegal(&begun, "a1 a1"), occupied("a1"));
        assert_eq!(illegal(&begun, "a1 j10"), occupied("j10"));
    }
}
