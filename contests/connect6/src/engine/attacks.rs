//! The generator of attacks: turns after which the opponent needs both stones to block the
//! threats, or more. Whether attacks lead to a win is for `threat_search`.

use super::bits::BitIter;
use super::board::Board;
use super::candidates::{Pair, ordered_pair};
use super::geometry::{
    LINE_STRIDE, REACH, cell_on_line, line_positions, shared_windows, windows_through,
};
use super::threats::{Defence, ThreatSet, Threats};
use super::windows::STONE_COUNTS;
use crate::rules::{Colour, POINT_COUNT, WIN_LENGTH};
use arrayvec::ArrayVec;

/// Most attacks that are returned for one position; the best are kept.
const MAX_ATTACKS: usize = 40;

/// Most second stones that are tried beside a stone that makes two threats by itself.
const MAX_QUIET_STONES: usize = 6;

/// A turn that attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The two cells.
    pub pair: Pair,
    /// Stones that the opponent needs to block: 2, or 3 if that takes more than a turn.
    pub stones_to_block: u8,
    /// How useful the stones are otherwise, for move ordering.
    score: i16,
}

/// A cell where a stone makes threats, and the threats.
struct ThreatCell {
    cell: usize,
    threats: ThreatSet,
    stones_to_block: usize,
}

/// The history heuristic: by cell, how often attacks there have won. An attack that won in one
/// position often wins in a similar one.
pub type HistoryTable = [i16; POINT_COUNT];

/// Returns the attacks of a colour that also block the opponent's threats, the best first, at
/// most [`MAX_ATTACKS`].
pub fn best_attacks(board: &Board, colour: Colour, history: &HistoryTable) -> Vec<Attack> {
    let mut attacks = all_attacks(board, colour, history);
    attacks.truncate(MAX_ATTACKS);
    attacks
}

/// Returns all attacks. Of attacks whose second stone takes no part in the threats, only a few are
/// returned.
pub fn all_attacks(board: &Board, colour: Colour, history: &HistoryTable) -> Vec<Attack> {
    let threats = Threats::of(board, colour.other());
    let defence = threats.defence();
    if defence == Defence::Impossible {
        return Vec::new();
    }
    let mut generator = AttackGenerator::new(board, colour, threats, history, 2);
    let threat_cells = threat_cells(board, colour);
    generator.add_two_threat_cells(&threat_cells);
    generator.add_within_line(&threat_cells);
    generator.add_with_threat_cell(&threat_cells);
    generator.add_with_quiet_stone(&threat_cells, &defence);
    let mut attacks = generator.attacks;
    let order = |attack: &Attack| {
        (
            -i16::from(attack.stones_to_block),
            -attack.score,
            attack.pair,
        )
    };
    attacks.sort_unstable_by_key(order);
    attacks.dedup_by_key(|attack| attack.pair);
    attacks
}

/// Returns an attack that blocks the opponent's threats and cannot be blocked, if there is one.
/// Takes one third of the time of [`all_attacks`].
pub fn unstoppable_attack(board: &Board, colour: Colour, history: &HistoryTable) -> Option<Pair> {
    let threat_cells = threat_cells(board, colour);
    if threat_cells.is_empty() {
        return None;
    }
    if threat_cells
        .iter()
        .any(|threat_cell| threat_cell.stones_to_block > 2)
    {
        let attacks = all_attacks(board, colour, history);
        return attacks
            .first()
            .filter(|best| best.stones_to_block > 2)
            .map(|best| best.pair);
    }
    let threats = Threats::of(board, colour.other());
    if threats.defence() == Defence::Impossible {
        return None;
    }
    let mut generator = AttackGenerator::new(board, colour, threats, history, 3);
    generator.add_two_threat_cells(&threat_cells);
    if generator.attacks.is_empty() {
        generator.add_with_threat_cell(&threat_cells);
    }
    generator.attacks.first().map(|attack| attack.pair)
}

/// Returns the cells where a stone makes threats, in order of their indices.
fn threat_cells(board: &Board, colour: Colour) -> Vec<ThreatCell> {
    let mut threat_cells: Vec<ThreatCell> = Vec::new();
    let mut at = [u8::MAX; POINT_COUNT];
    for window in board.windows(colour, 3).iter() {
        let gaps: ArrayVec<usize, 3> = board.empty_cells(window).collect();
        for (turn, &cell) in gaps.iter().enumerate() {
            if at[cell] == u8::MAX {
                // A board without a win has fewer such cells.
                if threat_cells.len() == u8::MAX as usize {
                    continue;
                }
                at[cell] = threat_cells.len() as u8;
                threat_cells.push(ThreatCell {
                    cell,
                    threats: ThreatSet::new(),
                    stones_to_block: 0,
                });
            }
            let threat = (gaps[(turn + 1) % 3] as u16, gaps[(turn + 2) % 3] as u16);
            threat_cells[at[cell] as usize].threats.push(threat);
        }
    }
    for threat_cell in &mut threat_cells {
        threat_cell.stones_to_block = threat_cell.threats.stones_to_block();
    }
    threat_cells.sort_unstable_by_key(|threat_cell| threat_cell.cell);
    threat_cells
}

/// State while attacks are generated.
struct AttackGenerator<'a> {
    board: &'a Board,
    colour: Colour,
    opponent_threats: Threats,
    /// By cell, the score of a stone there; negative if it has not been computed.
    score: [i16; POINT_COUNT],
    history: &'a HistoryTable,
    /// Attacks must take this many stones to block. With 3 the first attack is enough, and
    /// they are not ordered.
    min_stones_to_block: usize,
    attacks: Vec<Attack>,
}

impl<'a> AttackGenerator<'a> {
    fn new(
        board: &'a Board,
        colour: Colour,
        threats: Threats,
        history: &'a HistoryTable,
        min_stones: usize,
    ) -> AttackGenerator<'a> {
        AttackGenerator {
            board,
            colour,
            opponent_threats: threats,
            score: [-1; POINT_COUNT],
            history,
            min_stones_to_block: min_stones,
            attacks: Vec::new(),
        }
    }

    /// Adds pairs of stones each of which makes threats.
    fn add_two_threat_cells(&mut self, threat_cells: &[ThreatCell]) {
        for (at, first) in threat_cells.iter().enumerate() {
            for second in &threat_cells[at + 1..] {
                // Stones that share no window add nothing to each other's threats.
                if first.stones_to_block + second.stones_to_block < self.min_stones_to_block
                    && shared_windows(first.cell, second.cell).is_none()
                {
                    continue;
                }
                if !self
                    .opponent_threats
                    .are_blocked_by(first.cell, second.cell)
                {
                    continue;
                }
                let mut threats = ThreatSet::new();
                threats.extend_after_stone(&first.threats, second.cell);
                threats.extend_after_stone(&second.threats, first.cell);
                self.add_shared_threats(&mut threats, first.cell, second.cell);
                self.add(first.cell, second.cell, &threats);
                if self.is_done() {
                    return;
                }
            }
        }
    }

    /// Returns whether the generator has found enough.
    fn is_done(&self) -> bool {
        self.min_stones_to_block > 2 && !self.attacks.is_empty()
    }

    /// Adds pairs in one line that make two threats out of windows with two stones. A stone on a
    /// gap shared by both windows would block both, so all that the windows share must be taken:
    /// by two old stones and the new ones if the windows begin two cells apart, by one and the
    /// new ones at three cells, by the new ones alone at four.
    fn add_within_line(&mut self, threat_cells: &[ThreatCell]) {
        let board = self.board;
        for (line, starts) in board.windows(self.colour, 2).lines() {
            for apart in 2..=4 {
                for start in BitIter((starts & starts >> apart).into()) {
                    let mask = board.mask(self.colour, line * LINE_STRIDE + start) >> apart;
                    if mask.count_ones() as usize != 4 - apart {
                        continue;
                    }
                    let free = BitIter((!mask & ((1 << (WIN_LENGTH - apart)) - 1)) as u64);
                    let mut gaps = free.map(|step| cell_on_line(line, start + apart + step));
                    if let (Some(first), Some(second)) = (gaps.next(), gaps.next()) {
                        self.add_if_new(threat_cells, first, second);
                    }
                }
            }
        }
    }

    /// Adds pairs of a stone that makes threats and another that makes more together with the
    /// first.
    fn add_with_threat_cell(&mut self, threat_cells: &[ThreatCell]) {
        let board = self.board;
        let twos = board.windows(self.colour, 2);
        for threat_cell in threat_cells {
            let mut seen = ArrayVec::<usize, 72>::new();
            for &(line, place) in line_positions(threat_cell.cell) {
                let line = line as usize;
                for back in BitIter(windows_through(twos.of_line(line), place) as u64) {
                    let start = place as usize + back - REACH;
                    for second in board.empty_cells(line * LINE_STRIDE + start) {
                        if second != threat_cell.cell && !seen.contains(&second) {
                            seen.push(second);
                            self.add_if_new(threat_cells, threat_cell.cell, second);
                        }
                    }
                }
            }
            if self.is_done() {
                return;
            }
        }
    }

    /// Adds a pair, unless both stones make threats by themselves.
    fn add_if_new(&mut self, threat_cells: &[ThreatCell], first: usize, second: usize) {
        if !self.opponent_threats.are_blocked_by(first, second) {
            return;
        }
        let threat_cell = |cell: usize| {
            let at = threat_cells.binary_search_by_key(&cell, |threat_cell| threat_cell.cell);
            at.ok().map(|at| &threat_cells[at])
        };
        let (one, two) = (threat_cell(first), threat_cell(second));
        if one.is_some() && two.is_some() {
            return;
        }
        let mut threats = ThreatSet::new();
        self.add_shared_threats(&mut threats, first, second);
        if let Some(one) = one {
            threats.extend_after_stone(&one.threats, second);
        }
        if let Some(two) = two {
            threats.extend_after_stone(&two.threats, first);
        }
        self.add(first, second, &threats);
    }

    /// Adds the threats that two more stones make out of windows with two.
    fn add_shared_threats(&self, threats: &mut ThreatSet, first: usize, second: usize) {
        let Some((line, starts)) = shared_windows(first, second) else {
            return;
        };
        let twos = self.board.windows(self.colour, 2).of_line(line);
        for start in BitIter((twos & starts).into()) {
            let gaps = self.board.empty_cells(line * LINE_STRIDE + start);
            let mut rest = gaps.filter(|&cell| cell != first && cell != second);
            if let (Some(one), Some(two)) = (rest.next(), rest.next()) {
                threats.push((one as u16, two as u16));
            }
        }
    }

    /// Adds stones that make two threats by themselves, with a second stone that makes none.
    fn add_with_quiet_stone(&mut self, threat_cells: &[ThreatCell], defence: &Defence) {
        if threat_cells
            .iter()
            .all(|threat_cell| threat_cell.stones_to_block < 2)
        {
            return;
        }
        let quiet = self.quiet_cells();
        for threat_cell in threat_cells
            .iter()
            .filter(|threat_cell| threat_cell.stones_to_block >= 2)
        {
            let hits: &[usize] = match defence {
                Defence::OneStone(ones, _) => ones,
                _ => &[],
            };
            for &second in quiet.iter().chain(hits) {
                if second == threat_cell.cell
                    || !self
                        .opponent_threats
                        .are_blocked_by(threat_cell.cell, second)
                {
                    continue;
                }
                // If the second stone takes part in the threats, the pair is in the list already.
                let pair = ordered_pair(threat_cell.cell, second);
                if self.attacks.iter().any(|attack| attack.pair == pair) {
                    continue;
                }
                let mut threats = ThreatSet::new();
                threats.extend_after_stone(&threat_cell.threats, second);
                self.add(threat_cell.cell, second, &threats);
            }
        }
    }

    /// Returns the cells with the highest scores.
    fn quiet_cells(&mut self) -> Vec<usize> {
        let mut cells: Vec<usize> = Vec::new();
        for window in self.board.windows(self.colour, 2).iter() {
            for cell in self.board.empty_cells(window) {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
        cells.sort_unstable_by_key(|&cell| (-self.cell_score(cell), cell));
        cells.truncate(MAX_QUIET_STONES);
        if cells.is_empty() {
            cells.extend(
                (0..POINT_COUNT)
                    .filter(|&cell| self.board.is_free(cell))
                    .take(3),
            );
        }
        cells
    }

    fn add(&mut self, first: usize, second: usize, threats: &ThreatSet) {
        let stones_to_block = threats.stones_to_block();
        if stones_to_block < self.min_stones_to_block {
            return;
        }
        let score = match self.min_stones_to_block {
            2 => self.cell_score(first) + self.cell_score(second),
            _ => 0,
        };
        self.attacks.push(Attack {
            pair: ordered_pair(first, second),
            stones_to_block: stones_to_block as u8,
            score,
        });
    }

    /// Returns the score of a stone on a cell, for move ordering.
    fn cell_score(&mut self, cell: usize) -> i16 {
        const SCORES: [i16; STONE_COUNTS] = [1, 4, 8, 8, 8];
        if self.score[cell] < 0 {
            let sum = SCORES.iter().zip(1..).map(|(score, stones)| {
                let windows = self.board.windows(self.colour, stones);
                let windows_around = |&(line, place): &(u8, u8)| {
                    windows_through(windows.of_line(line as usize), place).count_ones() as i16
                };
                score * line_positions(cell).iter().map(windows_around).sum::<i16>()
            });
            self.score[cell] = sum.sum::<i16>() + self.history[cell];
        }
        self.score[cell]
    }
}
