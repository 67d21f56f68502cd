//! A frontend that plays games with the program and checks every suggestion.
//!
//! Keeps its own field, queue, hold, bag and counters, and takes legality from the plain placement
//! search. Of the library it uses only names and, for the plain search, single cells of a `Board`.

use super::program::Program;
use landfall_rules::{Board, Piece, Rotation, Spin};
use landfall_testing::plain::{self, Cells};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fmt;
use std::thread;
use std::time::Duration;

/// Options of a game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Pieces to place.
    pub pieces: usize,
    /// Known pieces, the one in play included.
    pub visible: usize,
    /// Pieces between two rows of garbage; 0 for no garbage.
    pub garbage_every: usize,
    /// When `new_piece` is sent.
    pub refill: Refill,
    /// Whether `start` has the state of the bag.
    pub send_bag: bool,
    /// The move at which the frontend plays a hold of its own choice, if nothing is held yet.
    pub hold_at: Option<usize>,
    /// How long the bot may think before each `suggest`, in milliseconds.
    pub pause: u64,
    /// Seed of bag, garbage and choices.
    pub seed: u64,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            pieces: 100,
            visible: 6,
            garbage_every: 6,
            refill: Refill::After,
            send_bag: false,
            hold_at: None,
            pause: 0,
            seed: 1,
        }
    }
}

/// How and when a frontend sends new pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refill {
    /// As many as were taken, after `play`: two after a first hold.
    After,
    /// As many as were taken, before `play`.
    Before,
    /// One after each `play`, also after a first hold.
    One,
}

/// Figures of a game.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Pieces placed.
    pub pieces: usize,
    /// Rows cleared.
    pub lines: usize,
    /// Holds that filled an empty hold.
    pub first_holds: usize,
    /// Moves that were played in another orientation than suggested.
    pub turned: usize,
    /// Moves that were suggested second and played.
    pub second: usize,
    /// T spins that cleared rows.
    pub spins: usize,
    /// Greatest height of the field after a move.
    pub highest: usize,
}

/// Shakes hands and plays one game in a running program.
///
/// # Panics
/// When the program suggests an illegal move, none, or does not answer.
pub fn play(program: &mut Program, setup: &Setup) -> Record {
    let mut game = Game::new(setup);
    program.send(&game.start());
    for number in 1..=setup.pieces {
        thread::sleep(Duration::from_millis(setup.pause));
        program.send(&json!({"type": "suggest"}));
        let moves = moves(&program.expect("suggestion"));
        game.check_moves(&moves);
        let mv = game.choose(number, &moves);
        for message in game.play_move(mv) {
            program.send(&message);
        }
        if setup.garbage_every > 0 && number % setup.garbage_every == 0 {
            game.raise();
            program.send(&game.start());
        }
    }
    program.send(&json!({"type": "stop"}));
    game.record
}

/// Reads `info`, sends `rules`, and reads `ready`.
pub fn handshake(program: &mut Program) {
    let info = program.expect("info");
    assert!(info["features"].is_array(), "{info}");
    program.send(&json!({"type": "rules", "randomizer": "seven_bag"}));
    program.expect("ready");
}

/// A move of the protocol.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move {
    piece: Piece,
    rotation: Rotation,
    x: i8,
    y: i8,
    spin: Spin,
}

impl Move {
    fn cells(&self) -> Cells {
        plain::cells(self.piece, self.rotation, self.x, self.y)
    }

    fn to_json(self) -> Value {
        json!({
            "location": {
                "type": self.piece.to_string(),
                "orientation": self.rotation.to_string(),
                "x": self.x,
                "y": self.y,
            },
            "spin": self.spin.to_string(),
        })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_json())
    }
}

/// Parses the moves of a suggestion strictly.
fn moves(suggestion: &Value) -> Vec<Move> {
    let moves = suggestion["moves"].as_array().expect("a list of moves");
    let read = |mv: &Value| -> Option<Move> {
        let place = &mv["location"];
        Some(Move {
            piece: place["type"].as_str()?.parse().ok()?,
            rotation: place["orientation"].as_str()?.parse().ok()?,
            x: place["x"].as_i64()?.try_into().ok()?,
            y: place["y"].as_i64()?.try_into().ok()?,
            spin: mv["spin"].as_str()?.parse().ok()?,
        })
    };
    moves
        .iter()
        .map(|mv| read(mv).unwrap_or_else(|| panic!("no move: {mv}")))
        .collect()
}

/// Returns a move of a piece to these cells in an orientation other than `but`, if there is one.
fn move_with_cells(piece: Piece, cells: Cells, spin: Spin, but: Option<Rotation>) -> Option<Move> {
    let places = (0..10).flat_map(|x| (0..40).map(move |y| (x, y)));
    let mut moves = places.flat_map(|(x, y)| {
        Rotation::ALL.map(|rotation| Move {
            piece,
            rotation,
            x,
            y,
            spin,
        })
    });
    moves.find(|mv| Some(mv.rotation) != but && mv.cells() == cells)
}

/// The game as the frontend knows it.
struct Game<'a> {
    setup: &'a Setup,
    /// Rows from the floor up; rows above them are empty.
    rows: Vec<[Option<char>; 10]>,
    hold: Option<Piece>,
    queue: VecDeque<Piece>,
    bag: Vec<Piece>,
    rng: XorShift,
    combo: u32,
    back_to_back: bool,
    record: Record,
}

impl<'a> Game<'a> {
    fn new(setup: &'a Setup) -> Game<'a> {
        let mut game = Game {
            setup,
            rows: Vec::new(),
            hold: None,
            queue: VecDeque::new(),
            bag: Vec::new(),
            rng: XorShift(setup.seed),
            combo: 0,
            back_to_back: false,
            record: Record::default(),
        };
        for _ in 0..setup.visible {
            let piece = game.draw();
            game.queue.push_back(piece);
        }
        game
    }

    fn start(&self) -> Value {
        let row = |y: usize| match self.rows.get(y) {
            Some(row) => json!(row.map(|cell| cell.map(String::from))),
            None => json!([(); 10].map(|()| Value::Null)),
        };
        let letters = |pieces: &mut dyn Iterator<Item = &Piece>| -> Vec<String> {
            pieces.map(|piece| piece.to_string()).collect()
        };
        let mut start = json!({
            "type": "start",
            "hold": self.hold.map(|piece| piece.to_string()),
            "queue": letters(&mut self.queue.iter()),
            "combo": self.combo,
            "back_to_back": self.back_to_back,
            "board": (0..40).map(row).collect::<Vec<_>>(),
        });
        if self.setup.send_bag {
            let left = match self.bag.is_empty() {
                true => letters(&mut Piece::ALL.iter()),
                false => letters(&mut self.bag.iter()),
            };
            start["randomizer"] = json!({"type": "seven_bag", "bag_state": left});
        }
        start
    }

    /// Asserts that every suggested move is legal, canonical, and suggested once.
    fn check_moves(&self, moves: &[Move]) {
        let state = || format!("{self}\nsuggested {moves:?}");
        assert!(!moves.is_empty(), "topped out\n{}", state());
        assert!(moves.len() <= 5, "{}", state());
        let board = self.board();
        for (i, mv) in moves.iter().enumerate() {
            assert!(
                self.is_available(mv.piece),
                "not at hand: {mv:?}\n{}",
                state()
            );
            let legal = plain::placements(&board, mv.piece);
            let place = (mv.cells(), mv.spin);
            assert!(legal.contains(&place), "illegal: {mv:?}\n{}", state());
            assert!(!moves[..i].contains(mv), "twice: {mv:?}\n{}", state());
            let canonical = match mv.piece {
                Piece::O => mv.rotation == Rotation::North,
                Piece::I | Piece::S | Piece::Z => (mv.rotation as usize) < 2,
                Piece::T | Piece::L | Piece::J => true,
            };
            assert!(canonical, "not canonical: {mv:?}\n{}", state());
        }
    }

    /// Returns the move to play: mostly the first, sometimes the second, and every other time in
    /// another orientation of the same cells, if there is one.
    fn choose(&mut self, number: usize, moves: &[Move]) -> Move {
        if self.setup.hold_at == Some(number) && self.hold.is_none() {
            return self.hold_move();
        }
        let mv = match moves {
            [_, second, ..] if number % 16 == 9 => {
                self.record.second += 1;
                *second
            }
            _ => moves[0],
        };
        let other = move_with_cells(mv.piece, mv.cells(), mv.spin, Some(mv.rotation));
        match other.filter(|_| number.is_multiple_of(2)) {
            Some(other) => {
                self.record.turned += 1;
                other
            }
            None => mv,
        }
    }

    /// Returns a hold of the frontend's own choice: the lowest placement of the next piece.
    fn hold_move(&self) -> Move {
        let piece = self.queue[1];
        assert_ne!(piece, self.queue[0], "choose another seed");
        let (cells, spin) = plain::placements(&self.board(), piece)
            .into_iter()
            .min_by_key(|(cells, _)| cells.iter().map(|cell| i32::from(cell.1)).sum::<i32>())
            .expect("room");
        move_with_cells(piece, cells, spin, None).expect("some orientation has these cells")
    }

    /// Plays a move; returns the messages about it.
    fn play_move(&mut self, mv: Move) -> Vec<Value> {
        let taken = self.take(mv.piece);
        self.lock(mv);
        let count = match self.setup.refill {
            Refill::One => 1,
            Refill::After | Refill::Before => taken,
        };
        let mut messages = vec![json!({"type": "play", "move": mv.to_json()})];
        for _ in 0..count {
            let piece = self.draw();
            self.queue.push_back(piece);
            let letter = piece.to_string();
            messages.push(json!({"type": "new_piece", "piece": letter}));
        }
        if self.setup.refill == Refill::Before {
            messages.rotate_left(1);
        }
        messages
    }

    fn is_available(&self, piece: Piece) -> bool {
        let held = self.hold.or(self.queue.get(1).copied());
        self.queue[0] == piece || held == Some(piece)
    }

    /// Takes a piece out of queue or hold; returns how many pieces left the queue.
    fn take(&mut self, piece: Piece) -> usize {
        let current = self.queue.pop_front().expect("a piece in play");
        if current == piece {
            return 1;
        }
        match self.hold.replace(current) {
            Some(held) => {
                assert_eq!(held, piece);
                1
            }
            None => {
                self.record.first_holds += 1;
                assert_eq!(self.queue.pop_front(), Some(piece));
                2
            }
        }
    }

    fn lock(&mut self, mv: Move) {
        for (x, y) in mv.cells() {
            while self.rows.len() <= y as usize {
                self.rows.push([None; 10]);
            }
            self.rows[y as usize][x as usize] = Some(char::from(mv.piece));
        }
        let before = self.rows.len();
        self.rows.retain(|row| row.contains(&None));
        let lines = before - self.rows.len();
        let spun = mv.spin != Spin::None;
        if lines > 0 {
            self.combo += 1;
            self.back_to_back = lines == 4 || spun;
        } else {
            self.combo = 0;
        }
        self.record.pieces += 1;
        self.record.lines += lines;
        self.record.spins += usize::from(spun && lines > 0);
        self.record.highest = self.record.highest.max(self.rows.len());
    }

    /// Inserts a row of garbage with one hole at the floor.
    fn raise(&mut self) {
        let mut row = [Some('G'); 10];
        row[self.rng.below(10)] = None;
        self.rows.insert(0, row);
        self.rows.truncate(40);
    }

    fn draw(&mut self) -> Piece {
        if self.bag.is_empty() {
            self.bag = Piece::ALL.to_vec();
        }
        let pick = self.rng.below(self.bag.len());
        self.bag.remove(pick)
    }

    fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for (y, row) in self.rows.iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, cell)| cell.is_some()) {
                board.fill(x as i8, y as i8);
            }
        }
        board
    }
}

/// The game as it stands, for the message of a failed test.
impl fmt::Display for Game<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "after {} pieces, {:?}", self.record.pieces, self.setup)?;
        for row in self.rows.iter().rev() {
            let text: String = row.iter().map(|cell| cell.unwrap_or('.')).collect();
            writeln!(f, "{text}")?;
        }
        write!(f, "hold {:?}, queue {:?}", self.hold, self.queue)
    }
}

/// A random number generator: the xorshift of Marsaglia (2003).
struct XorShift(u64);

impl XorShift {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}
