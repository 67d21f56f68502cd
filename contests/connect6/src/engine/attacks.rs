//! Turns that threaten so much that the opponent needs both stones to answer, or more.
//!
//! Only generates; whether such turns lead to a win is for `vcf` to find.

use super::bits::Bits;
use super::board::Board;
use super::candidates::{Pair, pair};
use super::geometry::{REACH, SLOT, around, places, point, together};
use super::threats::{Defence, Edges, Threats};
use super::windows::COUNTS;
use crate::rules::{Colour, POINTS, ROW};
use arrayvec::ArrayVec;

/// Turns that are looked at in one position, at most; the best are kept.
const MOST: usize = 40;

/// Second stones that are tried beside a stone that threatens twice by itself.
const QUIET: usize = 6;

/// A turn that attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The two points.
    pub pair: Pair,
    /// Stones that the opponent needs: two, or three if he cannot have them.
    pub weight: u8,
    /// How much else it does, for the order.
    heat: i16,
}

/// A point where a stone threatens, and what.
struct Maker {
    cell: usize,
    edges: Edges,
    weight: usize,
}

/// By point, how often attacks there have led to wins: what won beside a position mostly
/// wins in it.
pub type Fame = [i16; POINTS];

/// Attacks of a colour that meet what the opponent threatens, the best first, and no more
/// than are worth a look.
pub fn attacks(board: &Board, colour: Colour, fame: &Fame) -> Vec<Attack> {
    let mut found = all(board, colour, fame);
    found.truncate(MOST);
    found
}

/// All attacks, but for those whose second stone has no part in the threats: of these there
/// are a few.
pub fn all(board: &Board, colour: Colour, fame: &Fame) -> Vec<Attack> {
    let threats = Threats::of(board, colour.other());
    let defence = threats.defence();
    if defence == Defence::Lost {
        return Vec::new();
    }
    let mut search = Search::new(board, colour, threats, fame, 2);
    let makers = makers(board, colour);
    search.two_makers(&makers);
    search.one_line(&makers);
    search.with_maker(&makers);
    search.one_maker(&makers, &defence);
    let mut found = search.found;
    let order = |attack: &Attack| (-i16::from(attack.weight), -attack.heat, attack.pair);
    found.sort_unstable_by_key(order);
    found.dedup_by_key(|attack| attack.pair);
    found
}

/// A turn that meets what the opponent threatens and cannot be answered, if there is one. It
/// takes a third of the time that all attacks take.
pub fn fatal(board: &Board, colour: Colour, fame: &Fame) -> Option<Pair> {
    let makers = makers(board, colour);
    if makers.is_empty() {
        return None;
    }
    if makers.iter().any(|maker| maker.weight > 2) {
        let found = all(board, colour, fame);
        return found
            .first()
            .filter(|best| best.weight > 2)
            .map(|best| best.pair);
    }
    let threats = Threats::of(board, colour.other());
    if threats.defence() == Defence::Lost {
        return None;
    }
    let mut search = Search::new(board, colour, threats, fame, 3);
    search.two_makers(&makers);
    if search.found.is_empty() {
        search.with_maker(&makers);
    }
    search.found.first().map(|attack| attack.pair)
}

/// The points where a stone threatens, in order of their indices.
fn makers(board: &Board, colour: Colour) -> Vec<Maker> {
    let mut makers: Vec<Maker> = Vec::new();
    let mut at = [u8::MAX; POINTS];
    for window in board.windows(colour, 3).iter() {
        let gaps: ArrayVec<usize, 3> = board.gaps(window).collect();
        for (turn, &cell) in gaps.iter().enumerate() {
            if at[cell] == u8::MAX {
                // More makers than that do not stand on a board on which nobody has won.
                if makers.len() == u8::MAX as usize {
                    continue;
                }
                at[cell] = makers.len() as u8;
                makers.push(Maker {
                    cell,
                    edges: Edges::new(),
                    weight: 0,
                });
            }
            let edge = (gaps[(turn + 1) % 3] as u16, gaps[(turn + 2) % 3] as u16);
            makers[at[cell] as usize].edges.push(edge);
        }
    }
    for maker in &mut makers {
        maker.weight = maker.edges.weight();
    }
    makers.sort_unstable_by_key(|maker| maker.cell);
    makers
}

struct Search<'a> {
    board: &'a Board,
    colour: Colour,
    threats: Threats,
    /// By point, how much a stone does there; negative where it is not known yet.
    heat: [i16; POINTS],
    fame: &'a Fame,
    /// Stones that the opponent must need; with three the first turn found is enough, and no
    /// order is asked for.
    least: usize,
    found: Vec<Attack>,
}

impl<'a> Search<'a> {
    fn new(
        board: &'a Board,
        colour: Colour,
        threats: Threats,
        fame: &'a Fame,
        least: usize,
    ) -> Search<'a> {
        Search {
            board,
            colour,
            threats,
            heat: [-1; POINTS],
            fame,
            least,
            found: Vec::new(),
        }
    }

    /// Two stones that each threaten.
    fn two_makers(&mut self, makers: &[Maker]) {
        for (at, first) in makers.iter().enumerate() {
            for second in &makers[at + 1..] {
                // Stones that share no window add nothing to what the other one threatens.
                if first.weight + second.weight < self.least
                    && together(first.cell, second.cell).is_none()
                {
                    continue;
                }
                if !self.threats.are_met(first.cell, second.cell) {
                    continue;
                }
                let mut edges = Edges::new();
                edges.join(&first.edges, second.cell);
                edges.join(&second.edges, first.cell);
                self.shared(&mut edges, first.cell, second.cell);
                self.add(first.cell, second.cell, &edges);
                if self.done() {
                    return;
                }
            }
        }
    }

    /// Whether nothing more is asked for.
    fn done(&self) -> bool {
        self.least > 2 && !self.found.is_empty()
    }

    /// Two stones in one line that threaten twice with stones of windows with two. A stone in
    /// a gap that both windows have would answer both, so all that they share must be taken
    /// then: by two stones that are there and the new ones if they lie two points apart, by
    /// one and the new ones at three points, by the new ones alone at four.
    fn one_line(&mut self, makers: &[Maker]) {
        let board = self.board;
        for (line, starts) in board.windows(self.colour, 2).lines() {
            for apart in 2..=4 {
                for start in Bits((starts & starts >> apart).into()) {
                    let mask = board.mask(self.colour, line * SLOT + start) >> apart;
                    if mask.count_ones() as usize != 4 - apart {
                        continue;
                    }
                    let free = Bits((!mask & ((1 << (ROW - apart)) - 1)) as u64);
                    let mut gaps = free.map(|step| point(line, start + apart + step));
                    if let (Some(first), Some(second)) = (gaps.next(), gaps.next()) {
                        self.pair(makers, first, second);
                    }
                }
            }
        }
    }

    /// A stone that threatens, and another one that threatens together with it elsewhere.
    fn with_maker(&mut self, makers: &[Maker]) {
        let board = self.board;
        let twos = board.windows(self.colour, 2);
        for maker in makers {
            let mut seen = ArrayVec::<usize, 72>::new();
            for &(line, place) in places(maker.cell) {
                let line = line as usize;
                for back in Bits(around(twos.of_line(line), place) as u64) {
                    let start = place as usize + back - REACH;
                    for second in board.gaps(line * SLOT + start) {
                        if second != maker.cell && !seen.contains(&second) {
                            seen.push(second);
                            self.pair(makers, maker.cell, second);
                        }
                    }
                }
            }
            if self.done() {
                return;
            }
        }
    }

    /// Two stones, not both of which threaten by themselves.
    fn pair(&mut self, makers: &[Maker], first: usize, second: usize) {
        if !self.threats.are_met(first, second) {
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
        let mut edges = Edges::new();
        self.shared(&mut edges, first, second);
        if let Some(one) = one {
            edges.join(&one.edges, second);
        }
        if let Some(two) = two {
            edges.join(&two.edges, first);
        }
        self.add(first, second, &edges);
    }

    /// Adds the threats of windows with two stones that two more make.
    fn shared(&self, edges: &mut Edges, first: usize, second: usize) {
        let Some((line, starts)) = together(first, second) else {
            return;
        };
        let twos = self.board.windows(self.colour, 2).of_line(line);
        for start in Bits((twos & starts).into()) {
            let gaps = self.board.gaps(line * SLOT + start);
            let mut rest = gaps.filter(|&cell| cell != first && cell != second);
            if let (Some(one), Some(two)) = (rest.next(), rest.next()) {
                edges.push((one as u16, two as u16));
            }
        }
    }

    /// A stone that threatens twice by itself, and another one that need not.
    fn one_maker(&mut self, makers: &[Maker], defence: &Defence) {
        if makers.iter().all(|maker| maker.weight < 2) {
            return;
        }
        let quiet = self.quiet();
        for maker in makers.iter().filter(|maker| maker.weight >= 2) {
            let hits: &[usize] = match defence {
                Defence::One(ones, _) => ones,
                _ => &[],
            };
            for &second in quiet.iter().chain(hits) {
                if second == maker.cell || !self.threats.are_met(maker.cell, second) {
                    continue;
                }
                // Where the second stone has a part in the threats, the pair is there already.
                let pair = pair(maker.cell, second);
                if self.found.iter().any(|attack| attack.pair == pair) {
                    continue;
                }
                let mut edges = Edges::new();
                edges.join(&maker.edges, second);
                self.add(maker.cell, second, &edges);
            }
        }
    }

    /// The points at which a stone does the most.
    fn quiet(&mut self) -> Vec<usize> {
        let mut cells: Vec<usize> = Vec::new();
        for window in self.board.windows(self.colour, 2).iter() {
            for cell in self.board.gaps(window) {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
        cells.sort_unstable_by_key(|&cell| (-self.heat(cell), cell));
        cells.truncate(QUIET);
        if cells.is_empty() {
            cells.extend((0..POINTS).filter(|&cell| self.board.is_free(cell)).take(3));
        }
        cells
    }

    fn add(&mut self, first: usize, second: usize, edges: &Edges) {
        let weight = edges.weight();
        if weight < self.least {
            return;
        }
        let heat = match self.least {
            2 => self.heat(first) + self.heat(second),
            _ => 0,
        };
        self.found.push(Attack {
            pair: pair(first, second),
            weight: weight as u8,
            heat,
        });
    }

    /// How much a stone at a point does, in windows of the colour alone.
    fn heat(&mut self, cell: usize) -> i16 {
        const HEAT: [i16; COUNTS] = [1, 4, 8, 8, 8];
        if self.heat[cell] < 0 {
            let sum = HEAT.iter().zip(1..).map(|(heat, stones)| {
                let windows = self.board.windows(self.colour, stones);
                let around = |&(line, place): &(u8, u8)| {
                    around(windows.of_line(line as usize), place).count_ones() as i16
                };
                heat * places(cell).iter().map(around).sum::<i16>()
            });
            self.heat[cell] = sum.sum::<i16>() + self.fame[cell];
        }
        self.heat[cell]
    }
}
