//! Turns that threaten so much that the opponent needs both stones to answer, or more.
//!
//! Only generates; whether such turns lead to a win is for `vcf` to find.

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

/// Turns that are looked at in one position, at most; the best are kept.
const MAX_ATTACKS: usize = 40;

/// Second stones that are tried beside a stone that threatens twice by itself.
const MAX_QUIET_STONES: usize = 6;

/// A turn that attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The two points.
    pub pair: Pair,
    /// Stones that the opponent needs: two, or three if he cannot have them.
    pub stones_to_block: u8,
    /// How much else it does, for the order.
    score: i16,
}

/// A point where a stone threatens, and what.
struct ThreatCell {
    cell: usize,
    threats: ThreatSet,
    stones_to_block: usize,
}

/// By point, how often attacks there have led to wins: what won beside a position mostly
/// wins in it.
pub type HistoryTable = [i16; POINT_COUNT];

/// Attacks of a colour that meet what the opponent threatens, the best first, and no more
/// than are worth a look.
pub fn best_attacks(board: &Board, colour: Colour, fame: &HistoryTable) -> Vec<Attack> {
    let mut found = all_attacks(board, colour, fame);
    found.truncate(MAX_ATTACKS);
    found
}

/// All attacks, but for those whose second stone has no part in the threats: of these there
/// are a few.
pub fn all_attacks(board: &Board, colour: Colour, fame: &HistoryTable) -> Vec<Attack> {
    let threats = Threats::of(board, colour.other());
    let defence = threats.defence();
    if defence == Defence::Impossible {
        return Vec::new();
    }
    let mut search = AttackGenerator::new(board, colour, threats, fame, 2);
    let makers = threat_cells(board, colour);
    search.add_two_threat_cells(&makers);
    search.add_within_line(&makers);
    search.add_with_threat_cell(&makers);
    search.add_with_quiet_stone(&makers, &defence);
    let mut found = search.found;
    let order = |attack: &Attack| {
        (
            -i16::from(attack.stones_to_block),
            -attack.score,
            attack.pair,
        )
    };
    found.sort_unstable_by_key(order);
    found.dedup_by_key(|attack| attack.pair);
    found
}

/// A turn that meets what the opponent threatens and cannot be answered, if there is one. It
/// takes a third of the time that all attacks take.
pub fn unstoppable_attack(board: &Board, colour: Colour, fame: &HistoryTable) -> Option<Pair> {
    let makers = threat_cells(board, colour);
    if makers.is_empty() {
        return None;
    }
    if makers.iter().any(|maker| maker.stones_to_block > 2) {
        let found = all_attacks(board, colour, fame);
        return found
            .first()
            .filter(|best| best.stones_to_block > 2)
            .map(|best| best.pair);
    }
    let threats = Threats::of(board, colour.other());
    if threats.defence() == Defence::Impossible {
        return None;
    }
    let mut search = AttackGenerator::new(board, colour, threats, fame, 3);
    search.add_two_threat_cells(&makers);
    if search.found.is_empty() {
        search.add_with_threat_cell(&makers);
    }
    search.found.first().map(|attack| attack.pair)
}

/// The points where a stone threatens, in order of their indices.
fn threat_cells(board: &Board, colour: Colour) -> Vec<ThreatCell> {
    let mut makers: Vec<ThreatCell> = Vec::new();
    let mut at = [u8::MAX; POINT_COUNT];
    for window in board.windows(colour, 3).iter() {
        let gaps: ArrayVec<usize, 3> = board.empty_cells(window).collect();
        for (turn, &cell) in gaps.iter().enumerate() {
            if at[cell] == u8::MAX {
                // More makers than that do not stand on a board on which nobody has won.
                if makers.len() == u8::MAX as usize {
                    continue;
                }
                at[cell] = makers.len() as u8;
                makers.push(ThreatCell {
                    cell,
                    threats: ThreatSet::new(),
                    stones_to_block: 0,
                });
            }
            let edge = (gaps[(turn + 1) % 3] as u16, gaps[(turn + 2) % 3] as u16);
            makers[at[cell] as usize].threats.push(edge);
        }
    }
    for maker in &mut makers {
        maker.stones_to_block = maker.threats.stones_to_block();
    }
    makers.sort_unstable_by_key(|maker| maker.cell);
    makers
}

struct AttackGenerator<'a> {
    board: &'a Board,
    colour: Colour,
    opponent_threats: Threats,
    /// By point, how much a stone does there; negative where it is not known yet.
    heat: [i16; POINT_COUNT],
    history: &'a HistoryTable,
    /// Stones that the opponent must need; with three the first turn found is enough, and no
    /// order is asked for.
    min_stones_to_block: usize,
    found: Vec<Attack>,
}

impl<'a> AttackGenerator<'a> {
    fn new(
        board: &'a Board,
        colour: Colour,
        threats: Threats,
        fame: &'a HistoryTable,
        least: usize,
    ) -> AttackGenerator<'a> {
        AttackGenerator {
            board,
            colour,
            opponent_threats: threats,
            heat: [-1; POINT_COUNT],
            history: fame,
            min_stones_to_block: least,
            found: Vec::new(),
        }
    }

    /// Two stones that each threaten.
    fn add_two_threat_cells(&mut self, makers: &[ThreatCell]) {
        for (at, first) in makers.iter().enumerate() {
            for second in &makers[at + 1..] {
                // Stones that share no window add nothing to what the other one threatens.
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
                let mut edges = ThreatSet::new();
                edges.extend_after_stone(&first.threats, second.cell);
                edges.extend_after_stone(&second.threats, first.cell);
                self.add_shared_threats(&mut edges, first.cell, second.cell);
                self.add(first.cell, second.cell, &edges);
                if self.is_done() {
                    return;
                }
            }
        }
    }

    /// Whether nothing more is asked for.
    fn is_done(&self) -> bool {
        self.min_stones_to_block > 2 && !self.found.is_empty()
    }

    /// Two stones in one line that threaten twice with stones of windows with two. A stone in
    /// a gap that both windows have would answer both, so all that they share must be taken
    /// then: by two stones that are there and the new ones if they lie two points apart, by
    /// one and the new ones at three points, by the new ones alone at four.
    fn add_within_line(&mut self, makers: &[ThreatCell]) {
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
                        self.add_if_new(makers, first, second);
                    }
                }
            }
        }
    }

    /// A stone that threatens, and another one that threatens together with it elsewhere.
    fn add_with_threat_cell(&mut self, makers: &[ThreatCell]) {
        let board = self.board;
        let twos = board.windows(self.colour, 2);
        for maker in makers {
            let mut seen = ArrayVec::<usize, 72>::new();
            for &(line, place) in line_positions(maker.cell) {
                let line = line as usize;
                for back in BitIter(windows_through(twos.of_line(line), place) as u64) {
                    let start = place as usize + back - REACH;
                    for second in board.empty_cells(line * LINE_STRIDE + start) {
                        if second != maker.cell && !seen.contains(&second) {
                            seen.push(second);
                            self.add_if_new(makers, maker.cell, second);
                        }
                    }
                }
            }
            if self.is_done() {
                return;
            }
        }
    }

    /// Two stones, not both of which threaten by themselves.
    fn add_if_new(&mut self, makers: &[ThreatCell], first: usize, second: usize) {
        if !self.opponent_threats.are_blocked_by(first, second) {
            return;
        }
        let maker = |cell: usize| {
            let at = makers.binary_search_by_key(&cell, |maker| maker.cell);
            at.ok().map(|at| &makers[at])
        };
        let (one, two) = (maker(first), maker(second));
        if one.is_some() && two.is_some() {
            return;
        }
        let mut edges = ThreatSet::new();
        self.add_shared_threats(&mut edges, first, second);
        if let Some(one) = one {
            edges.extend_after_stone(&one.threats, second);
        }
        if let Some(two) = two {
            edges.extend_after_stone(&two.threats, first);
        }
        self.add(first, second, &edges);
    }

    /// Adds the threats of windows with two stones that two more make.
    fn add_shared_threats(&self, edges: &mut ThreatSet, first: usize, second: usize) {
        let Some((line, starts)) = shared_windows(first, second) else {
            return;
        };
        let twos = self.board.windows(self.colour, 2).of_line(line);
        for start in BitIter((twos & starts).into()) {
            let gaps = self.board.empty_cells(line * LINE_STRIDE + start);
            let mut rest = gaps.filter(|&cell| cell != first && cell != second);
            if let (Some(one), Some(two)) = (rest.next(), rest.next()) {
                edges.push((one as u16, two as u16));
            }
        }
    }

    /// A stone that threatens twice by itself, and another one that need not.
    fn add_with_quiet_stone(&mut self, makers: &[ThreatCell], defence: &Defence) {
        if makers.iter().all(|maker| maker.stones_to_block < 2) {
            return;
        }
        let quiet = self.quiet_cells();
        for maker in makers.iter().filter(|maker| maker.stones_to_block >= 2) {
            let hits: &[usize] = match defence {
                Defence::OneStone(ones, _) => ones,
                _ => &[],
            };
            for &second in quiet.iter().chain(hits) {
                if second == maker.cell || !self.opponent_threats.are_blocked_by(maker.cell, second)
                {
                    continue;
                }
                // Where the second stone has a part in the threats, the pair is there already.
                let pair = ordered_pair(maker.cell, second);
                if self.found.iter().any(|attack| attack.pair == pair) {
                    continue;
                }
                let mut edges = ThreatSet::new();
                edges.extend_after_stone(&maker.threats, second);
                self.add(maker.cell, second, &edges);
            }
        }
    }

    /// The points at which a stone does the most.
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

    fn add(&mut self, first: usize, second: usize, edges: &ThreatSet) {
        let weight = edges.stones_to_block();
        if weight < self.min_stones_to_block {
            return;
        }
        let heat = match self.min_stones_to_block {
            2 => self.cell_score(first) + self.cell_score(second),
            _ => 0,
        };
        self.found.push(Attack {
            pair: ordered_pair(first, second),
            stones_to_block: weight as u8,
            score: heat,
        });
    }

    /// How much a stone at a point does, in windows of the colour alone.
    fn cell_score(&mut self, cell: usize) -> i16 {
        const HEAT: [i16; STONE_COUNTS] = [1, 4, 8, 8, 8];
        if self.heat[cell] < 0 {
            let sum = HEAT.iter().zip(1..).map(|(heat, stones)| {
                let windows = self.board.windows(self.colour, stones);
                let windows_around = |&(line, place): &(u8, u8)| {
                    windows_through(windows.of_line(line as usize), place).count_ones() as i16
                };
                heat * line_positions(cell).iter().map(windows_around).sum::<i16>()
            });
            self.heat[cell] = sum.sum::<i16>() + self.history[cell];
        }
        self.heat[cell]
    }
}
