//! Training samples from game records: the winner, and the chosen cells, by position.
//!
//! A turn with a time was chosen by a player; one without belongs to the opening. Positions in
//! which the side to move wins by threats give no samples, since the search does not evaluate
//! them.

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

/// Nodes to find a win by threats, as many as in the search.
const THREAT_NODES: u64 = 100;

/// Memory of the transposition table, in bytes.
const TABLE_BYTES: usize = 4 << 20;

/// Which samples are taken from games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleKinds {
    /// Results and choices.
    All,
    /// Results only.
    Results,
}

/// What the network should output for a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// The game's result for the side to move: 0 lost, 0.5 drawn, 1 won.
    Result(f32),
    /// The one or two cells that were chosen.
    Points(Vec<u16>),
}

/// A position, and what a head should output for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The stones of the side to move, and those of the other side.
    stones: [Vec<u16>; 2],
    /// The head.
    pub(super) head: usize,
    /// What it should output.
    pub(super) target: Target,
}

impl Sample {
    /// Returns the sample of a board.
    fn new(board: &Board, mover: Colour, head: usize, target: Target) -> Sample {
        let stones = [mover, mover.other()].map(|colour| {
            let cells = (0..POINT_COUNT).filter(|&cell| board.stone_at(cell) == Some(colour));
            cells.map(|cell| cell as u16).collect()
        });
        Sample {
            stones,
            head,
            target,
        }
    }

    /// Returns the board with black to move.
    pub(super) fn board(&self) -> Board {
        let mut board = Board::new();
        for (colour, stones) in Colour::BOTH.into_iter().zip(&self.stones) {
            for &cell in stones {
                board.place(cell.into(), colour);
            }
        }
        board
    }
}

/// Extracts samples from game records.
pub struct SampleExtractor {
    table: TranspositionTable,
}

impl Default for SampleExtractor {
    fn default() -> SampleExtractor {
        SampleExtractor {
            table: TranspositionTable::new(TABLE_BYTES),
        }
    }
}

impl SampleExtractor {
    /// Returns the samples of a game. The result gives samples only if the game was decided on the
    /// board or by proof: a loss on time says nothing about positions.
    pub fn extract(&mut self, record: &GameRecord, kinds: SampleKinds) -> Vec<Sample> {
        let result = game_result(record);
        let proved = record.result.ends_with(PROVED_RESULT);
        let last = record.turns.len() - usize::from(proved && !record.turns.is_empty());
        let mut samples = Vec::new();
        let mut board = Board::new();
        let mut mover = Colour::Black;
        self.table.clear();
        for (number, turn) in record.turns[..last].iter().enumerate() {
            if let Turn::Two(first, second) = turn
                && number >= 2
                && !self.mover_wins(&mut board, mover)
            {
                if let Some(result) = result {
                    let target = Target::Result(score(result, mover));
                    samples.push(Sample::new(&board, mover, VALUE_HEAD, target));
                }
                let chosen = record.times.get(number).is_some_and(Option::is_some);
                if chosen && kinds == SampleKinds::All {
                    let pair = [first, second].map(|point| point.index() as u16);
                    samples.extend(choice_samples(&mut board, mover, pair));
                }
            }
            for point in turn.points() {
                board.place(point.index(), mover);
            }
            mover = mover.other();
        }
        samples
    }

    /// Returns whether the side to move wins at once or by threats.
    fn mover_wins(&mut self, board: &mut Board, mover: Colour) -> bool {
        let never = AtomicBool::new(false);
        let mut control = SearchControl::new(SearchLimits::default(), &never);
        let mut threat_search = ThreatSearch {
            table: &mut self.table,
            control: &mut control,
            history: &mut [[0; POINT_COUNT]; 2],
        };
        board.winning_window(mover).is_some()
            || threat_search.solve(board, mover, THREAT_NODES).is_some()
    }
}

/// Returns the samples of a chosen turn. Its stones have no order, so both are targets of the first
/// stone, and each is the target of the second stone after the other. A turn that threats force
/// gives no samples.
fn choice_samples(board: &mut Board, mover: Colour, pair: [u16; 2]) -> Vec<Sample> {
    let threats = Threats::of(board, mover.other());
    if matches!(
        threats.defence(),
        Defence::TwoStones(_) | Defence::Impossible
    ) {
        return Vec::new();
    }
    let mut samples = vec![Sample::new(
        board,
        mover,
        FIRST_STONE_HEAD,
        Target::Points(pair.to_vec()),
    )];
    for (first, second) in [(pair[0], pair[1]), (pair[1], pair[0])] {
        board.place(first.into(), mover);
        samples.push(Sample::new(
            board,
            mover,
            SECOND_STONE_HEAD,
            Target::Points(vec![second]),
        ));
        board.remove(first.into(), mover);
    }
    samples
}

/// Returns the result of a game, if it says something about its positions.
fn game_result(record: &GameRecord) -> Option<Outcome> {
    let position = Position::after(record.turns.iter().copied()).ok()?;
    let proved = |colour: &Colour| record.result == format!("{colour} wins: {PROVED_RESULT}");
    let proved_winner = Colour::BOTH.into_iter().find(proved);
    position.outcome().or(proved_winner.map(Outcome::Won))
}

/// Returns the result for a side: 0, 0.5 or 1.
fn score(result: Outcome, of: Colour) -> f32 {
    match result {
        Outcome::Won(colour) => f32::from(colour == of),
        Outcome::Draw => 0.5,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a sample of a board with six stones.
    pub fn test_sample(head: usize, target: Target) -> Sample {
        let stones = [vec![180, 181, 201], vec![160, 199, 220]];
        Sample {
            stones,
            head,
            target,
        }
    }

    fn read(result: &str, turns: &str) -> Vec<Sample> {
        let text = format!("Connect6 game\nblack: A\nwhite: B\nresult: {result}\n{turns}");
        let record = GameRecord::parse(&text).expect("a record");
        SampleExtractor::default().extract(&record, SampleKinds::All)
    }

    fn heads(samples: &[Sample]) -> Vec<usize> {
        samples.iter().map(|sample| sample.head).collect()
    }

    const TURNS: &str = "1 j10\n2 k9 k11 5 ms\n3 i9 j9\n4 i8 i10 5 ms\n5 m12 m13 0 ms\n";

    #[test]
    fn results_and_turns_with_a_time_give_samples() {
        let samples = read("black wins: threats that cannot be met", TURNS);
        assert_eq!(
            heads(&samples),
            [
                VALUE_HEAD,
                VALUE_HEAD,
                FIRST_STONE_HEAD,
                SECOND_STONE_HEAD,
                SECOND_STONE_HEAD
            ]
        );
        assert_eq!(
            samples[0].target,
            Target::Result(1.0),
            "black is to move, and wins"
        );
        assert_eq!(samples[1].target, Target::Result(0.0));
        assert_eq!(samples[1].stones[0].len(), 2, "white is to move");
        assert_eq!(samples[2].target, Target::Points(vec![141, 179]));
        assert_eq!(samples[3].stones[0].len(), 3);
    }

    #[test]
    fn games_without_a_known_result_give_choices_only() {
        for result in [
            "black wins, white is disqualified: more than 5 ms were taken",
            "nobody wins: the game was aborted",
        ] {
            let samples = read(result, TURNS);
            assert_eq!(
                heads(&samples),
                [FIRST_STONE_HEAD, SECOND_STONE_HEAD, SECOND_STONE_HEAD].repeat(2)
            );
        }
    }

    #[test]
    fn positions_with_a_win_by_threats_give_no_samples() {
        // White cannot stop black's five in a row, so black wins at once.
        let turns = "1 j10\n2 a1 a19 5 ms\n3 k10 l10 5 ms\n4 s1 s19 5 ms\n5 m10 n10 5 ms\n\
                     6 s2 s18 5 ms\n7 h10 i10 5 ms\n";
        let samples = read("black wins: six in a row", turns);
        let count = |head| samples.iter().filter(|sample| sample.head == head).count();
        assert_eq!(
            [VALUE_HEAD, FIRST_STONE_HEAD, SECOND_STONE_HEAD].map(count),
            [4, 3, 6],
            "{samples:?}"
        );
    }
}
