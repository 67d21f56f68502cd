//! The search below the root: the best candidates of each position against the best answers,
//! to some depth, with a search for wins by threats in every position.
//!
//! Knows no `Position`, and no turn of one stone; rounds and time are for `root`.

use super::Engine;
use super::attacks::HistoryTable;
use super::board::Board;
use super::candidates::{
    Candidate, CandidateWidth, Pair, candidates_at, generate_candidates, sort_candidates,
};
use super::evaluator::Evaluator;
use super::net::Net;
use super::search_control::SearchControl;
use super::threat_search::{ThreatSearch, ThreatWin, place_pair, remove_pair};
use super::threats::{Defence, Threats};
use super::transposition_table::{Bound, Entry, TranspositionTable};
use crate::rules::{Colour, POINT_COUNT};

/// Salt of the positions in which white moves.
const WHITE_TO_MOVE_KEY: u64 = 0x2545_F491_4F6C_DD1D;

/// Scores at least so high are wins.
pub const MIN_WIN: i32 = Engine::WIN_SCORE - 1_000;

/// What static worth is cut to, so that it is never taken for a win.
const MAX_EVAL: i32 = MIN_WIN - 1_000;

/// How a win by threats that the opponent would have is looked into.
#[derive(Clone, Copy)]
pub struct ThreatVerification {
    /// Nodes to find it.
    pub nodes: u64,
    /// Positions of it that are looked at for the points it uses.
    pub positions: usize,
    /// Second stones that are tried with each of these points.
    pub second_stones: usize,
}

/// The care below the root, but for the nodes.
const INNER_VERIFICATION: ThreatVerification = ThreatVerification {
    nodes: 0,
    positions: 100,
    second_stones: 3,
};

/// Turns from the root, at most.
pub const MAX_PLY: i32 = 60;

/// How widely and how carefully it searches; found by matches.
#[derive(Clone, Copy, Debug)]
pub struct SearchParams {
    /// Candidates at the root.
    pub root_width: CandidateWidth,
    /// Candidates elsewhere.
    pub inner_width: CandidateWidth,
    /// Nodes for a win by threats where the search goes on.
    pub inner_threat_nodes: u64,
    /// The same at its ends.
    pub leaf_threat_nodes: u64,
    /// The same for the opponent, where a candidate turned out to lose.
    pub guard_threat_nodes: u64,
    /// The same at the root, for both sides, in the first round; doubled with every other.
    pub root_threat_nodes: u64,
    /// Candidates before those that are looked at less deeply.
    pub reduce_after: usize,
    /// Candidates before those that are looked at even less deeply.
    pub reduce_twice_after: usize,
    /// Turns to look ahead from which on late candidates are looked at less deeply.
    pub reduce_min_depth: i32,
}

/// The shape that plays.
pub const PARAMS: SearchParams = SearchParams {
    root_width: CandidateWidth {
        first_stones: 24,
        second_stones: 12,
        max_turns: 120,
    },
    inner_width: CandidateWidth {
        first_stones: 10,
        second_stones: 6,
        max_turns: 24,
    },
    inner_threat_nodes: 100,
    leaf_threat_nodes: 16,
    guard_threat_nodes: 200,
    root_threat_nodes: 2_000,
    reduce_after: 6,
    reduce_twice_after: 20,
    reduce_min_depth: 2,
};

/// One search of one position.
pub struct Search<'a, 'l> {
    /// The board at the root, and wherever the search is.
    pub board: Board,
    /// Asked whether to end.
    pub control: SearchControl<'l>,
    /// How widely it searches.
    pub params: SearchParams,
    /// What judges.
    pub evaluator: Evaluator<'a>,
    table: &'a mut TranspositionTable,
    history: [HistoryTable; 2],
}

impl<'a, 'l> Search<'a, 'l> {
    /// A search that has not begun.
    pub fn new(
        board: Board,
        net: &'a Net,
        table: &'a mut TranspositionTable,
        limits: SearchControl<'l>,
        shape: SearchParams,
    ) -> Self {
        Search {
            board,
            evaluator: Evaluator::new(net),
            table,
            control: limits,
            params: shape,
            history: [[0; POINT_COUNT]; 2],
        }
    }

    /// Positions looked at.
    pub fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// The score of a turn that has just been played, for who played it: the first of a list
    /// is searched in full, of the others it is first asked whether they are better, of late
    /// ones less deeply. `task` is that of the position before.
    pub fn search_move(&mut self, mover: Colour, rank: usize, task: SearchWindow) -> i32 {
        let full = SearchWindow {
            depth: task.depth - 1,
            alpha: -task.beta,
            beta: -task.alpha,
            ply: task.ply + 1,
        };
        if rank == 0 {
            return -self.search_position(mover, full);
        }
        let ask = SearchWindow {
            alpha: -task.alpha - 1,
            ..full
        };
        let less = i32::from(
            task.depth >= self.params.reduce_min_depth && rank >= self.params.reduce_after,
        ) + i32::from(task.depth >= 3 && rank >= self.params.reduce_twice_after);
        let late = SearchWindow {
            depth: ask.depth - less,
            ..ask
        };
        let mut score = -self.search_position(mover, late);
        if score > task.alpha && less > 0 {
            score = -self.search_position(mover, ask);
        }
        if score > task.alpha && score < task.beta {
            score = -self.search_position(mover, full);
        }
        score
    }

    /// The score of a position for the one who moves.
    fn search_position(&mut self, mover: Colour, mut task: SearchWindow) -> i32 {
        self.control.count_node();
        if self.control.over() {
            return 0;
        }
        if self.board.winning_window(mover).is_some() {
            return Engine::WIN_SCORE - task.ply;
        }
        if self.board.free() < 2 {
            return 0;
        }
        match Threats::of(&self.board, mover.other()).defence() {
            Defence::Impossible => return task.ply + 1 - Engine::WIN_SCORE,
            // Hardly any choice: it costs no depth.
            Defence::TwoStones(_) if task.ply < MAX_PLY => task.depth += 1,
            _ => {}
        }
        let known = self.table.probe(position_key(&self.board, mover));
        if let Some(value) = known.and_then(|entry| task.table_cutoff(entry)) {
            return value;
        }
        let effort = match task.depth <= 0 {
            true => self.params.leaf_threat_nodes,
            false => self.params.inner_threat_nodes,
        };
        if let Some(win) = self.threat_win(mover, effort) {
            return Engine::WIN_SCORE - task.ply - 2 * (win.turns - 1);
        }
        if task.depth <= 0 {
            return self
                .evaluator
                .evaluate(&self.board, mover)
                .clamp(-MAX_EVAL, MAX_EVAL);
        }
        self.search_candidates(mover, task, known.map(|entry| entry.pair))
    }

    /// Plays the candidates of a position, the one that the table names first.
    fn search_candidates(&mut self, mover: Colour, task: SearchWindow, first: Option<Pair>) -> i32 {
        let mut list = generate_candidates(
            &mut self.evaluator,
            &mut self.board,
            mover,
            self.params.inner_width,
        );
        if let Some(at) = list.iter().position(|c| Some(c.pair) == first) {
            list[..=at].rotate_right(1);
        }
        let mut best = -Engine::WIN_SCORE;
        let mut pair = (0, 0);
        let mut now = task;
        let mut guarded = list.len() <= 4;
        let mut rank = 0;
        while let Some(&candidate) = list.get(rank) {
            place_pair(&mut self.board, candidate.pair, mover);
            let score = self.search_move(mover.other(), rank, now);
            remove_pair(&mut self.board, candidate.pair, mover);
            if self.control.over() {
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
            if score <= -MIN_WIN && !guarded {
                guarded = true;
                let care = ThreatVerification {
                    nodes: self.params.guard_threat_nodes,
                    ..INNER_VERIFICATION
                };
                self.restrict_to_defences(mover, &mut list, rank, care);
            }
        }
        self.table.store(
            position_key(&self.board, mover),
            task.table_entry(pair, best),
        );
        best
    }

    /// If the opponent would win by threats were he to move, leaves of the candidates from a
    /// rank on only those that get into the way of that, or threaten themselves, and adds
    /// more of them, with so many second stones each. Says whether it is so.
    pub fn restrict_to_defences(
        &mut self,
        mover: Colour,
        list: &mut Vec<Candidate>,
        from: usize,
        care: ThreatVerification,
    ) -> bool {
        let Some(zone) = self.opponent_win_zone(mover.other(), care.nodes, care.positions) else {
            return false;
        };
        let board = &mut self.board;
        let touches =
            |pair: &Pair| zone.contains(&(pair.0 as usize)) || zone.contains(&(pair.1 as usize));
        let tried: Vec<Pair> = list[..from].iter().map(|c| c.pair).collect();
        let mut rest = list[from..].to_vec();
        rest.retain(|candidate| {
            touches(&candidate.pair) || makes_threat(board, mover, candidate.pair)
        });
        rest.extend(candidates_at(
            &mut self.evaluator,
            board,
            mover,
            &zone,
            care.second_stones,
        ));
        rest.retain(|candidate| !tried.contains(&candidate.pair));
        if from + rest.len() == 0 {
            return false;
        }
        sort_candidates(&mut rest);
        list.truncate(from);
        list.extend(rest);
        true
    }

    /// The points that a win by threats would use, were this colour to move; nothing if none
    /// is found within so many nodes, or if the win takes no threats. Of the win so many
    /// positions are looked at.
    fn opponent_win_zone(
        &mut self,
        attacker: Colour,
        nodes: u64,
        positions: usize,
    ) -> Option<Vec<usize>> {
        if self.board.winning_window(attacker).is_some() {
            return None;
        }
        self.threat_win(attacker, nodes)?;
        let (vcf, board) = self.threat_search();
        Some(vcf.relevance_zone(board, attacker, positions))
    }

    /// A win by threats of a colour that is to move and cannot win at once.
    pub fn threat_win(&mut self, attacker: Colour, nodes: u64) -> Option<ThreatWin> {
        let (mut vcf, board) = self.threat_search();
        vcf.solve(board, attacker, nodes)
    }

    fn threat_search(&mut self) -> (ThreatSearch<'_, 'l>, &mut Board) {
        let vcf = ThreatSearch {
            table: &mut *self.table,
            control: &mut self.control,
            history: &mut self.history,
        };
        (vcf, &mut self.board)
    }
}

/// What is asked of a position: how deep, between which scores, how far from the root.
#[derive(Clone, Copy)]
pub struct SearchWindow {
    /// Turns to look ahead.
    pub depth: i32,
    /// A score that the mover has already, for his side.
    pub alpha: i32,
    /// A score that the opponent will not allow him.
    pub beta: i32,
    /// Turns from the root.
    pub ply: i32,
}

impl SearchWindow {
    /// The score that the table has, if it settles this task.
    fn table_cutoff(&self, entry: Entry) -> Option<i32> {
        let value = score_from_table(entry.score, self.ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= self.beta,
            Bound::Upper => value <= self.alpha,
        };
        (settles && i32::from(entry.depth) >= self.depth).then_some(value)
    }

    /// The entry for the table.
    fn table_entry(&self, pair: Pair, best: i32) -> Entry {
        let bound = match best {
            _ if best >= self.beta => Bound::Lower,
            _ if best <= self.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        Entry {
            pair,
            score: score_to_table(best, self.ply),
            depth: self.depth.clamp(0, i32::from(u8::MAX)) as u8,
            bound,
        }
    }
}

/// The key under which the table knows a position.
pub fn position_key(board: &Board, mover: Colour) -> u64 {
    board.key()
        ^ if mover == Colour::White {
            WHITE_TO_MOVE_KEY
        } else {
            0
        }
}

/// Whether a turn threatens to win with the next.
fn makes_threat(board: &mut Board, mover: Colour, pair: Pair) -> bool {
    place_pair(board, pair, mover);
    let threatens = board.winning_window(mover).is_some();
    remove_pair(board, pair, mover);
    threatens
}

/// Wins are kept by their distance from the position, not from the root.
fn score_to_table(score: i32, ply: i32) -> i16 {
    let value = match score {
        _ if score >= MIN_WIN => score + ply,
        _ if score <= -MIN_WIN => score - ply,
        _ => score,
    };
    value as i16
}

fn score_from_table(value: i16, ply: i32) -> i32 {
    let value = i32::from(value);
    match value {
        _ if value >= MIN_WIN => value - ply,
        _ if value <= -MIN_WIN => value + ply,
        _ => value,
    }
}
