//! What a game teaches: who won from which positions, and which points were chosen.
//!
//! A turn with a time was chosen by a player; one without was given. Positions in which the
//! mover wins by threats teach nothing, since there the search does not ask the net.

use super::selfplay::PROVED_RESULT;
use crate::engine::SearchLimits;
use crate::engine::board::Board;
use crate::engine::net::{FIRST_STONE_HEAD, SECOND_STONE_HEAD, VALUE_HEAD};
use crate::engine::search_control::SearchControl;
use crate::engine::threat_search::ThreatSearch;
use crate::engine::threats::{Defence, Threats};
use crate::engine::transposition_table::TranspositionTable;
use crate::record::GameRecord;
use crate::rules::{Colour, Outcome, POINT_COUNT, Position, Turn};
use std::sync::atomic::AtomicBool;

/// Nodes to find a win by threats: as many as within the search.
const THREAT_NODES: u64 = 100;

/// Memory for that, in bytes.
const TABLE_BYTES: usize = 4 << 20;

/// What is to be learnt from games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleKinds {
    /// Who won, and what was chosen.
    All,
    /// Who won.
    Results,
}

/// What the net should say of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// How the game ended for who moves: 0 lost, 1 won.
    Result(f32),
    /// The points that were chosen, one or two.
    Points(Vec<u16>),
}

/// A position, and what the net should say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The stones of who moves, and those of the other one.
    stones: [Vec<u16>; 2],
    /// Which head of the net is asked.
    pub(super) head: usize,
    /// What it should say.
    pub(super) target: Target,
}

impl Sample {
    fn new(board: &Board, mover: Colour, head: usize, aim: Target) -> Sample {
        let stones = [mover, mover.other()].map(|colour| {
            let cells = (0..POINT_COUNT).filter(|&cell| board.stone_at(cell) == Some(colour));
            cells.map(|cell| cell as u16).collect()
        });
        Sample {
            stones,
            head,
            target: aim,
        }
    }

    /// The board, with black to move.
    pub(super) fn board(&self) -> Board {
        let mut board = Board::new();
        for (colour, stones) in [Colour::Black, Colour::White].into_iter().zip(&self.stones) {
            for &cell in stones {
                board.place(cell.into(), colour);
            }
        }
        board
    }
}

/// Takes games apart.
pub struct SampleExtractor {
    table: TranspositionTable,
}

impl Default for SampleExtractor {
    fn default() -> SampleExtractor {
        SampleExtractor::new()
    }
}

impl SampleExtractor {
    /// One that has read nothing.
    pub fn new() -> SampleExtractor {
        SampleExtractor {
            table: TranspositionTable::new(TABLE_BYTES),
        }
    }

    /// The lessons of a game. There are none about the result if nobody won on the board or
    /// by proof: games that end on the clock say nothing of positions.
    pub fn extract(&mut self, record: &GameRecord, subject: SampleKinds) -> Vec<Sample> {
        let winner = game_result(record);
        let decided = record.result.ends_with(PROVED_RESULT);
        let last = record.turns.len() - usize::from(decided && !record.turns.is_empty());
        let mut lessons = Vec::new();
        let mut board = Board::new();
        let mut mover = Colour::Black;
        self.table.clear();
        for (number, turn) in record.turns[..last].iter().enumerate() {
            if let Turn::Two(first, second) = turn
                && number >= 2
                && !self.mover_wins(&mut board, mover)
            {
                if let Some(result) = winner.score(mover) {
                    let aim = Target::Result(result);
                    lessons.push(Sample::new(&board, mover, VALUE_HEAD, aim));
                }
                let chosen = record.times.get(number).is_some_and(Option::is_some);
                if chosen && subject == SampleKinds::All {
                    let pair = [first, second].map(|point| point.index() as u16);
                    lessons.extend(choice_samples(&mut board, mover, pair));
                }
            }
            for point in turn.points() {
                board.place(point.index(), mover);
            }
            mover = mover.other();
        }
        lessons
    }

    /// Whether who moves wins at once or by threats.
    fn mover_wins(&mut self, board: &mut Board, mover: Colour) -> bool {
        let never = AtomicBool::new(false);
        let mut limits = SearchControl::new(SearchLimits::default(), &never);
        let mut vcf = ThreatSearch {
            table: &mut self.table,
            control: &mut limits,
            history: &mut [[0; POINT_COUNT]; 2],
        };
        board.winning_window(mover).is_some() || vcf.solve(board, mover, THREAT_NODES).is_some()
    }
}

/// The lessons of a turn that somebody chose. It has no order, so both stones are what the
/// first may be, and each is what the second may be after the other. Where threats leave no
/// choice there is nothing to learn.
fn choice_samples(board: &mut Board, mover: Colour, pair: [u16; 2]) -> Vec<Sample> {
    let threats = Threats::of(board, mover.other());
    if matches!(
        threats.defence(),
        Defence::TwoStones(_) | Defence::Impossible
    ) {
        return Vec::new();
    }
    let mut lessons = vec![Sample::new(
        board,
        mover,
        FIRST_STONE_HEAD,
        Target::Points(pair.to_vec()),
    )];
    for (first, second) in [(pair[0], pair[1]), (pair[1], pair[0])] {
        board.place(first.into(), mover);
        lessons.push(Sample::new(
            board,
            mover,
            SECOND_STONE_HEAD,
            Target::Points(vec![second]),
        ));
        board.remove(first.into(), mover);
    }
    lessons
}

/// How a game ended, as far as that says something of its positions.
#[derive(Clone, Copy)]
enum GameResult {
    One(Colour),
    Nobody,
    Unknown,
}

impl GameResult {
    fn score(self, of: Colour) -> Option<f32> {
        match self {
            GameResult::One(colour) => Some(if colour == of { 1.0 } else { 0.0 }),
            GameResult::Nobody => Some(0.5),
            GameResult::Unknown => None,
        }
    }
}

fn game_result(record: &GameRecord) -> GameResult {
    let mut position = Position::new();
    for &turn in &record.turns {
        if position.play(turn).is_err() {
            return GameResult::Unknown;
        }
    }
    let proved = |colour: &Colour| record.result == format!("{colour} wins: {PROVED_RESULT}");
    let said = [Colour::Black, Colour::White].into_iter().find(proved);
    match (position.outcome(), said) {
        (Some(Outcome::Won(colour)), _) | (None, Some(colour)) => GameResult::One(colour),
        (Some(Outcome::Draw), _) => GameResult::Nobody,
        (None, None) => GameResult::Unknown,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A lesson about a board of six stones.
    pub fn toy(head: usize, aim: Target) -> Sample {
        let stones = [vec![180, 181, 201], vec![160, 199, 220]];
        Sample {
            stones,
            head,
            target: aim,
        }
    }

    fn read(result: &str, turns: &str) -> Vec<Sample> {
        let text = format!("Connect6 game\nblack: A\nwhite: B\nresult: {result}\n{turns}");
        let record = GameRecord::parse(&text).expect("a record");
        SampleExtractor::new().extract(&record, SampleKinds::All)
    }

    fn heads(lessons: &[Sample]) -> Vec<usize> {
        lessons.iter().map(|lesson| lesson.head).collect()
    }

    const TURNS: &str = "1 j10\n2 k9 k11 5 ms\n3 i9 j9\n4 i8 i10 5 ms\n5 m12 m13 0 ms\n";

    #[test]
    fn turns_with_a_time_teach_points_and_games_that_were_won_teach_worth() {
        let lessons = read("black wins: threats that cannot be met", TURNS);
        assert_eq!(
            heads(&lessons),
            [
                VALUE_HEAD,
                VALUE_HEAD,
                FIRST_STONE_HEAD,
                SECOND_STONE_HEAD,
                SECOND_STONE_HEAD
            ]
        );
        assert_eq!(
            lessons[0].target,
            Target::Result(1.0),
            "black is to move, and wins"
        );
        assert_eq!(lessons[1].target, Target::Result(0.0));
        assert_eq!(lessons[1].stones[0].len(), 2, "white is to move");
        assert_eq!(lessons[2].target, Target::Points(vec![141, 179]));
        assert_eq!(lessons[3].stones[0].len(), 3);
    }

    #[test]
    fn games_that_ended_otherwise_teach_points_alone() {
        for result in [
            "black wins, white is disqualified: more than 5 ms were taken",
            "nobody wins: the game was aborted",
        ] {
            let lessons = read(result, TURNS);
            assert_eq!(
                heads(&lessons),
                [FIRST_STONE_HEAD, SECOND_STONE_HEAD, SECOND_STONE_HEAD].repeat(2)
            );
        }
    }

    #[test]
    fn where_the_search_does_not_ask_the_net_nothing_is_learnt() {
        // Nothing that white has left stops five in a row, and then black wins at once.
        let turns = "1 j10\n2 a1 a19 5 ms\n3 k10 l10 5 ms\n4 s1 s19 5 ms\n5 m10 n10 5 ms\n\
                     6 s2 s18 5 ms\n7 h10 i10 5 ms\n";
        let lessons = read("black wins: six in a row", turns);
        let count = |head| lessons.iter().filter(|lesson| lesson.head == head).count();
        assert_eq!(
            [VALUE_HEAD, FIRST_STONE_HEAD, SECOND_STONE_HEAD].map(count),
            [4, 3, 6],
            "{lessons:?}"
        );
    }
}
