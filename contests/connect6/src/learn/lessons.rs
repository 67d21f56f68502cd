//! What a game teaches: who won from which positions, and which points were chosen.
//!
//! A turn with a time was chosen by a player; one without was given. Positions in which the
//! mover wins by threats teach nothing, since there the search does not ask the net.

use super::selfplay::PROVED;
use crate::engine::Budget;
use crate::engine::board::Board;
use crate::engine::limits::Limits;
use crate::engine::net::{FIRST, SECOND, WORTH};
use crate::engine::table::Table;
use crate::engine::threats::{Defence, Threats};
use crate::engine::vcf::Vcf;
use crate::record::Record;
use crate::rules::{Colour, Outcome, POINTS, Position, Turn};
use std::sync::atomic::AtomicBool;

/// Nodes to find a win by threats: as many as within the search.
const EFFORT: u64 = 100;

/// Memory for that, in bytes.
const MEMORY: usize = 4 << 20;

/// What is to be learnt from games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Who won, and what was chosen.
    All,
    /// Who won.
    Worth,
}

/// What the net should say of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Aim {
    /// How the game ended for who moves: 0 lost, 1 won.
    Result(f32),
    /// The points that were chosen, one or two.
    Points(Vec<u16>),
}

/// A position, and what the net should say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The stones of who moves, and those of the other one.
    stones: [Vec<u16>; 2],
    /// Which head of the net is asked.
    pub(super) head: usize,
    /// What it should say.
    pub(super) aim: Aim,
}

impl Lesson {
    fn of(board: &Board, mover: Colour, head: usize, aim: Aim) -> Lesson {
        let stones = [mover, mover.other()].map(|colour| {
            let cells = (0..POINTS).filter(|&cell| board.stone(cell) == Some(colour));
            cells.map(|cell| cell as u16).collect()
        });
        Lesson { stones, head, aim }
    }

    /// The board, with black to move.
    pub(super) fn board(&self) -> Board {
        let mut board = Board::new();
        for (colour, stones) in [Colour::Black, Colour::White].into_iter().zip(&self.stones) {
            for &cell in stones {
                board.put(cell.into(), colour);
            }
        }
        board
    }
}

/// Takes games apart.
pub struct Reader {
    table: Table,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

impl Reader {
    /// One that has read nothing.
    pub fn new() -> Reader {
        Reader {
            table: Table::new(MEMORY),
        }
    }

    /// The lessons of a game. There are none about the result if nobody won on the board or
    /// by proof: games that end on the clock say nothing of positions.
    pub fn lessons(&mut self, record: &Record, subject: Subject) -> Vec<Lesson> {
        let winner = winner(record);
        let decided = record.result.ends_with(PROVED);
        let last = record.turns.len() - usize::from(decided && !record.turns.is_empty());
        let mut lessons = Vec::new();
        let mut board = Board::new();
        let mut mover = Colour::Black;
        self.table.clear();
        for (number, turn) in record.turns[..last].iter().enumerate() {
            if let Turn::Two(first, second) = turn
                && number >= 2
                && !self.wins(&mut board, mover)
            {
                if let Some(result) = winner.points(mover) {
                    let aim = Aim::Result(result);
                    lessons.push(Lesson::of(&board, mover, WORTH, aim));
                }
                let chosen = record.times.get(number).is_some_and(Option::is_some);
                if chosen && subject == Subject::All {
                    let pair = [first, second].map(|point| point.index() as u16);
                    lessons.extend(choices(&mut board, mover, pair));
                }
            }
            for point in turn.points() {
                board.put(point.index(), mover);
            }
            mover = mover.other();
        }
        lessons
    }

    /// Whether who moves wins at once or by threats.
    fn wins(&mut self, board: &mut Board, mover: Colour) -> bool {
        let never = AtomicBool::new(false);
        let mut limits = Limits::new(Budget::default(), &never);
        let mut vcf = Vcf {
            table: &mut self.table,
            limits: &mut limits,
            fame: &mut [[0; POINTS]; 2],
        };
        board.won(mover).is_some() || vcf.solve(board, mover, EFFORT).is_some()
    }
}

/// The lessons of a turn that somebody chose. It has no order, so both stones are what the
/// first may be, and each is what the second may be after the other. Where threats leave no
/// choice there is nothing to learn.
fn choices(board: &mut Board, mover: Colour, pair: [u16; 2]) -> Vec<Lesson> {
    let threats = Threats::of(board, mover.other());
    if matches!(threats.defence(), Defence::Two(_) | Defence::Lost) {
        return Vec::new();
    }
    let mut lessons = vec![Lesson::of(board, mover, FIRST, Aim::Points(pair.to_vec()))];
    for (first, second) in [(pair[0], pair[1]), (pair[1], pair[0])] {
        board.put(first.into(), mover);
        lessons.push(Lesson::of(board, mover, SECOND, Aim::Points(vec![second])));
        board.take(first.into(), mover);
    }
    lessons
}

/// How a game ended, as far as that says something of its positions.
#[derive(Clone, Copy)]
enum Winner {
    One(Colour),
    Nobody,
    Unknown,
}

impl Winner {
    fn points(self, of: Colour) -> Option<f32> {
        match self {
            Winner::One(colour) => Some(if colour == of { 1.0 } else { 0.0 }),
            Winner::Nobody => Some(0.5),
            Winner::Unknown => None,
        }
    }
}

fn winner(record: &Record) -> Winner {
    let mut position = Position::new();
    for &turn in &record.turns {
        if position.play(turn).is_err() {
            return Winner::Unknown;
        }
    }
    let proved = |colour: &Colour| record.result == format!("{colour} wins: {PROVED}");
    let said = [Colour::Black, Colour::White].into_iter().find(proved);
    match (position.outcome(), said) {
        (Some(Outcome::Won(colour)), _) | (None, Some(colour)) => Winner::One(colour),
        (Some(Outcome::Draw), _) => Winner::Nobody,
        (None, None) => Winner::Unknown,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A lesson about a board of six stones.
    pub fn toy(head: usize, aim: Aim) -> Lesson {
        let stones = [vec![180, 181, 201], vec![160, 199, 220]];
        Lesson { stones, head, aim }
    }

    fn read(result: &str, turns: &str) -> Vec<Lesson> {
        let text = format!("Connect6 game\nblack: A\nwhite: B\nresult: {result}\n{turns}");
        let record = Record::read(&text).expect("a record");
        Reader::new().lessons(&record, Subject::All)
    }

    fn heads(lessons: &[Lesson]) -> Vec<usize> {
        lessons.iter().map(|lesson| lesson.head).collect()
    }

    const TURNS: &str = "1 j10\n2 k9 k11 5 ms\n3 i9 j9\n4 i8 i10 5 ms\n5 m12 m13 0 ms\n";

    #[test]
    fn turns_with_a_time_teach_points_and_games_that_were_won_teach_worth() {
        let lessons = read("black wins: threats that cannot be met", TURNS);
        assert_eq!(heads(&lessons), [WORTH, WORTH, FIRST, SECOND, SECOND]);
        assert_eq!(
            lessons[0].aim,
            Aim::Result(1.0),
            "black is to move, and wins"
        );
        assert_eq!(lessons[1].aim, Aim::Result(0.0));
        assert_eq!(lessons[1].stones[0].len(), 2, "white is to move");
        assert_eq!(lessons[2].aim, Aim::Points(vec![141, 179]));
        assert_eq!(lessons[3].stones[0].len(), 3);
    }

    #[test]
    fn games_that_ended_otherwise_teach_points_alone() {
        for result in [
            "black wins, white is disqualified: more than 5 ms were taken",
            "nobody wins: the game was aborted",
        ] {
            let lessons = read(result, TURNS);
            assert_eq!(heads(&lessons), [FIRST, SECOND, SECOND].repeat(2));
        }
    }

    #[test]
    fn where_the_search_does_not_ask_the_net_nothing_is_learnt() {
        // Nothing that white has left stops five in a row, and then black wins at once.
        let turns = "1 j10\n2 a1 a19 5 ms\n3 k10 l10 5 ms\n4 s1 s19 5 ms\n5 m10 n10 5 ms\n\
                     6 s2 s18 5 ms\n7 h10 i10 5 ms\n";
        let lessons = read("black wins: six in a row", turns);
        let count = |head| lessons.iter().filter(|lesson| lesson.head == head).count();
        assert_eq!([WORTH, FIRST, SECOND].map(count), [4, 3, 6], "{lessons:?}");
    }
}
