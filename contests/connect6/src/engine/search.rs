//! The search below the root: the best candidates of each position against the best answers,
//! to some depth, with a search for wins by threats in every position.
//!
//! Knows no `Position`, and no turn of one stone; rounds and time are for `root`.

use super::Engine;
use super::attacks::Fame;
use super::board::Board;
use super::candidates::{Candidate, Pair, Width, around, candidates, sort};
use super::judge::Judge;
use super::limits::Limits;
use super::net::Net;
use super::table::{Bound, Entry, Table};
use super::threats::{Defence, Threats};
use super::vcf::{Vcf, Win, put, take};
use crate::rules::{Colour, POINTS};

/// Salt of the positions in which white moves.
const WHITE: u64 = 0x2545_F491_4F6C_DD1D;

/// Scores at least so high are wins.
pub const SURE: i32 = Engine::WON - 1_000;

/// What static worth is cut to, so that it is never taken for a win.
const MOST: i32 = SURE - 1_000;

/// How a win by threats that the opponent would have is looked into.
#[derive(Clone, Copy)]
pub struct Care {
    /// Nodes to find it.
    pub nodes: u64,
    /// Positions of it that are looked at for the points it uses.
    pub positions: usize,
    /// Second stones that are tried with each of these points.
    pub seconds: usize,
}

/// The care below the root, but for the nodes.
const INNER_CARE: Care = Care {
    nodes: 0,
    positions: 100,
    seconds: 3,
};

/// Turns from the root, at most.
pub const HIGHEST: i32 = 60;

/// How widely and how carefully it searches; found by matches.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Candidates at the root.
    pub root: Width,
    /// Candidates elsewhere.
    pub inner: Width,
    /// Nodes for a win by threats where the search goes on.
    pub vcf_inner: u64,
    /// The same at its ends.
    pub vcf_leaf: u64,
    /// The same for the opponent, where a candidate turned out to lose.
    pub vcf_guard: u64,
    /// The same at the root, for both sides, in the first round; doubled with every other.
    pub vcf_root: u64,
    /// Candidates before those that are looked at less deeply.
    pub full: usize,
    /// Candidates before those that are looked at even less deeply.
    pub later: usize,
    /// Turns to look ahead from which on late candidates are looked at less deeply.
    pub from: i32,
}

/// The shape that plays.
pub const SHAPE: Shape = Shape {
    root: Width {
        first: 24,
        second: 12,
        most: 120,
    },
    inner: Width {
        first: 10,
        second: 6,
        most: 24,
    },
    vcf_inner: 100,
    vcf_leaf: 16,
    vcf_guard: 200,
    vcf_root: 2_000,
    full: 6,
    later: 20,
    from: 2,
};

/// One search of one position.
pub struct Search<'a, 'l> {
    /// The board at the root, and wherever the search is.
    pub board: Board,
    /// Asked whether to end.
    pub limits: Limits<'l>,
    /// How widely it searches.
    pub shape: Shape,
    /// What judges.
    pub judge: Judge<'a>,
    table: &'a mut Table,
    fame: [Fame; 2],
}

impl<'a, 'l> Search<'a, 'l> {
    /// A search that has not begun.
    pub fn new(
        board: Board,
        net: &'a Net,
        table: &'a mut Table,
        limits: Limits<'l>,
        shape: Shape,
    ) -> Self {
        Search {
            board,
            judge: Judge::new(net),
            table,
            limits,
            shape,
            fame: [[0; POINTS]; 2],
        }
    }

    /// Positions looked at.
    pub fn nodes(&self) -> u64 {
        self.limits.nodes()
    }

    /// The score of a turn that has just been played, for who played it: the first of a list
    /// is searched in full, of the others it is first asked whether they are better, of late
    /// ones less deeply. `task` is that of the position before.
    pub fn child(&mut self, mover: Colour, rank: usize, task: Task) -> i32 {
        let full = Task {
            depth: task.depth - 1,
            alpha: -task.beta,
            beta: -task.alpha,
            ply: task.ply + 1,
        };
        if rank == 0 {
            return -self.inner(mover, full);
        }
        let ask = Task {
            alpha: -task.alpha - 1,
            ..full
        };
        let less = i32::from(task.depth >= self.shape.from && rank >= self.shape.full)
            + i32::from(task.depth >= 3 && rank >= self.shape.later);
        let late = Task {
            depth: ask.depth - less,
            ..ask
        };
        let mut score = -self.inner(mover, late);
        if score > task.alpha && less > 0 {
            score = -self.inner(mover, ask);
        }
        if score > task.alpha && score < task.beta {
            score = -self.inner(mover, full);
        }
        score
    }

    /// The score of a position for the one who moves.
    fn inner(&mut self, mover: Colour, mut task: Task) -> i32 {
        self.limits.count();
        if self.limits.over() {
            return 0;
        }
        if self.board.won(mover).is_some() {
            return Engine::WON - task.ply;
        }
        if self.board.free() < 2 {
            return 0;
        }
        match Threats::of(&self.board, mover.other()).defence() {
            Defence::Lost => return task.ply + 1 - Engine::WON,
            // Hardly any choice: it costs no depth.
            Defence::Two(_) if task.ply < HIGHEST => task.depth += 1,
            _ => {}
        }
        let known = self.table.get(key(&self.board, mover));
        if let Some(value) = known.and_then(|entry| task.settled(entry)) {
            return value;
        }
        let effort = match task.depth <= 0 {
            true => self.shape.vcf_leaf,
            false => self.shape.vcf_inner,
        };
        if let Some(win) = self.vcf(mover, effort) {
            return Engine::WON - task.ply - 2 * (win.turns - 1);
        }
        if task.depth <= 0 {
            return self.judge.worth(&self.board, mover).clamp(-MOST, MOST);
        }
        self.branch(mover, task, known.map(|entry| entry.pair))
    }

    /// Plays the candidates of a position, the one that the table names first.
    fn branch(&mut self, mover: Colour, task: Task, first: Option<Pair>) -> i32 {
        let mut list = candidates(&mut self.judge, &mut self.board, mover, self.shape.inner);
        if let Some(at) = list.iter().position(|c| Some(c.pair) == first) {
            list[..=at].rotate_right(1);
        }
        let mut best = -Engine::WON;
        let mut pair = (0, 0);
        let mut now = task;
        let mut guarded = list.len() <= 4;
        let mut rank = 0;
        while let Some(&candidate) = list.get(rank) {
            put(&mut self.board, candidate.pair, mover);
            let score = self.child(mover.other(), rank, now);
            take(&mut self.board, candidate.pair, mover);
            if self.limits.over() {
                return 0;
            }
            if score > best {
                best = score;
                pair = candidate.pair;
            }
            now.alpha = now.alpha.max(score);
            if now.alpha >= task.beta {
                break;
            }
            rank += 1;
            if score <= -SURE && !guarded {
                guarded = true;
                let care = Care {
                    nodes: self.shape.vcf_guard,
                    ..INNER_CARE
                };
                self.defend(mover, &mut list, rank, care);
            }
        }
        self.table
            .put(key(&self.board, mover), task.entry(pair, best));
        best
    }

    /// If the opponent would win by threats were he to move, leaves of the candidates from a
    /// rank on only those that get into the way of that, or threaten themselves, and adds
    /// more of them, with so many second stones each. Says whether it is so.
    pub fn defend(
        &mut self,
        mover: Colour,
        list: &mut Vec<Candidate>,
        from: usize,
        care: Care,
    ) -> bool {
        let Some(zone) = self.zone(mover.other(), care.nodes, care.positions) else {
            return false;
        };
        let board = &mut self.board;
        let touches =
            |pair: &Pair| zone.contains(&(pair.0 as usize)) || zone.contains(&(pair.1 as usize));
        let tried: Vec<Pair> = list[..from].iter().map(|c| c.pair).collect();
        let mut rest = list[from..].to_vec();
        rest.retain(|candidate| {
            touches(&candidate.pair) || threatens(board, mover, candidate.pair)
        });
        rest.extend(around(&mut self.judge, board, mover, &zone, care.seconds));
        rest.retain(|candidate| !tried.contains(&candidate.pair));
        if from + rest.len() == 0 {
            return false;
        }
        sort(&mut rest);
        list.truncate(from);
        list.extend(rest);
        true
    }

    /// The points that a win by threats would use, were this colour to move; nothing if none
    /// is found within so many nodes, or if the win takes no threats. Of the win so many
    /// positions are looked at.
    fn zone(&mut self, attacker: Colour, nodes: u64, positions: usize) -> Option<Vec<usize>> {
        if self.board.won(attacker).is_some() {
            return None;
        }
        self.vcf(attacker, nodes)?;
        let (vcf, board) = self.solver();
        Some(vcf.zone(board, attacker, positions))
    }

    /// A win by threats of a colour that is to move and cannot win at once.
    pub fn vcf(&mut self, attacker: Colour, nodes: u64) -> Option<Win> {
        let (mut vcf, board) = self.solver();
        vcf.solve(board, attacker, nodes)
    }

    fn solver(&mut self) -> (Vcf<'_, 'l>, &mut Board) {
        let vcf = Vcf {
            table: &mut *self.table,
            limits: &mut self.limits,
            fame: &mut self.fame,
        };
        (vcf, &mut self.board)
    }
}

/// What is asked of a position: how deep, between which scores, how far from the root.
#[derive(Clone, Copy)]
pub struct Task {
    /// Turns to look ahead.
    pub depth: i32,
    /// A score that the mover has already, for his side.
    pub alpha: i32,
    /// A score that the opponent will not allow him.
    pub beta: i32,
    /// Turns from the root.
    pub ply: i32,
}

impl Task {
    /// The score that the table has, if it settles this task.
    fn settled(&self, entry: Entry) -> Option<i32> {
        let value = from_table(entry.value, self.ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= self.beta,
            Bound::Upper => value <= self.alpha,
        };
        (settles && i32::from(entry.depth) >= self.depth).then_some(value)
    }

    /// The entry for the table.
    fn entry(&self, pair: Pair, best: i32) -> Entry {
        let bound = match best {
            _ if best >= self.beta => Bound::Lower,
            _ if best <= self.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        Entry {
            pair,
            value: to_table(best, self.ply),
            depth: self.depth.clamp(0, i32::from(u8::MAX)) as u8,
            bound,
        }
    }
}

/// The key under which the table knows a position.
pub fn key(board: &Board, mover: Colour) -> u64 {
    board.key() ^ if mover == Colour::White { WHITE } else { 0 }
}

/// Whether a turn threatens to win with the next.
fn threatens(board: &mut Board, mover: Colour, pair: Pair) -> bool {
    put(board, pair, mover);
    let threatens = board.won(mover).is_some();
    take(board, pair, mover);
    threatens
}

/// Wins are kept by their distance from the position, not from the root.
fn to_table(score: i32, ply: i32) -> i16 {
    let value = match score {
        _ if score >= SURE => score + ply,
        _ if score <= -SURE => score - ply,
        _ => score,
    };
    value as i16
}

fn from_table(value: i16, ply: i32) -> i32 {
    let value = i32::from(value);
    match value {
        _ if value >= SURE => value - ply,
        _ if value <= -SURE => value + ply,
        _ => value,
    }
}
