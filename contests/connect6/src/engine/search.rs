//! The search below the root: a principal variation search over the candidate turns, with late
//! move reductions, and a threat-space search in every node.
//!
//! Without `Position` and turns of one stone; iterations are in `root`.

use super::Engine;
use super::attacks::HistoryTable;
use super::board::Board;
use super::candidates::{Candidate, Pair, candidates_at, generate_candidates, sort_candidates};
use super::evaluator::Evaluator;
use super::net::Net;
use super::search_control::SearchControl;
use super::search_params::SearchParams;
use super::threat_search::{ThreatSearch, ThreatWin, place_pair, remove_pair};
use super::threats::{Defence, Threats};
use super::transposition_table::{Bound, Entry, TranspositionTable};
use crate::rules::{Colour, POINT_COUNT};

/// Combined with the hash of positions in which white is to move.
const WHITE_TO_MOVE_KEY: u64 = 0x2545_F491_4F6C_DD1D;

/// Scores of at least this are wins.
pub const MIN_WIN: i32 = Engine::WIN_SCORE - 1_000;

/// Evaluations are clamped to this, so that none counts as a win.
const MAX_EVAL: i32 = MIN_WIN - 1_000;

/// Limits of the search for an opponent's win by threats, and for defences against it.
#[derive(Clone, Copy)]
pub struct ThreatVerification {
    /// Nodes to find the win.
    pub nodes: u64,
    /// Positions of the win that are visited for its relevance zone.
    pub positions: usize,
    /// Second stones that are tried with each cell of the zone.
    pub second_stones: usize,
}

/// The verification below the root, except for its nodes.
const INNER_VERIFICATION: ThreatVerification = ThreatVerification {
    nodes: 0,
    positions: 100,
    second_stones: 3,
};

/// Deepest ply of the search, in turns from the root.
pub const MAX_PLY: i32 = 60;

/// The search of one position.
pub struct Search<'a, 'l> {
    /// The board, at the node that is being searched.
    pub board: Board,
    /// Counts nodes, and ends the search.
    pub control: SearchControl<'l>,
    /// Width and effort.
    pub params: SearchParams,
    /// Scores positions and cells.
    pub evaluator: Evaluator<'a>,
    table: &'a mut TranspositionTable,
    history: [HistoryTable; 2],
}

impl<'a, 'l> Search<'a, 'l> {
    /// Returns a search that has not begun.
    pub fn new(
        board: Board,
        net: &'a Net,
        table: &'a mut TranspositionTable,
        control: SearchControl<'l>,
        params: SearchParams,
    ) -> Self {
        Search {
            board,
            evaluator: Evaluator::new(net),
            table,
            control,
            params,
            history: [[0; POINT_COUNT]; 2],
        }
    }

    /// Returns the score of a turn that has just been placed, for the side that played it.
    /// Principal variation search: the first candidate is searched with the full window, others
    /// with a null window first, late ones to a reduced depth. `node` is the position before the
    /// turn.
    pub fn search_move(&mut self, mover: Colour, move_index: usize, node: SearchNode) -> i32 {
        let full = SearchNode {
            depth: node.depth - 1,
            alpha: -node.beta,
            beta: -node.alpha,
            ply: node.ply + 1,
            after_block: node.must_block,
            must_block: false,
        };
        if move_index == 0 {
            return -self.search_position(mover, full);
        }
        let null_window = SearchNode {
            alpha: -node.alpha - 1,
            ..full
        };
        let reduction = i32::from(
            node.depth >= self.params.reduce_min_depth && move_index >= self.params.reduce_after,
        ) + i32::from(
            node.depth >= 3 && move_index >= self.params.reduce_twice_after,
        );
        let late = SearchNode {
            depth: null_window.depth - reduction,
            ..null_window
        };
        let mut score = -self.search_position(mover, late);
        if score > node.alpha && reduction > 0 {
            score = -self.search_position(mover, null_window);
        }
        if score > node.alpha && score < node.beta {
            score = -self.search_position(mover, full);
        }
        score
    }

    /// Returns the score of a position for the side to move.
    fn search_position(&mut self, mover: Colour, mut node: SearchNode) -> i32 {
        self.control.count_node();
        if self.control.is_over {
            return 0;
        }
        if self.board.winning_window(mover).is_some() {
            return Engine::WIN_SCORE - node.ply;
        }
        if self.board.free < 2 {
            return 0;
        }
        let defence = Threats::of(&self.board, mover.other()).defence();
        node.must_block = defence != Defence::NotNeeded;
        match defence {
            Defence::Impossible => return node.ply + 1 - Engine::WIN_SCORE,
            // There are few candidates: the ply costs no depth.
            Defence::TwoStones(_) if node.ply < MAX_PLY => node.depth += 1,
            _ => {}
        }
        let known = self.table.probe(position_key(&self.board, mover));
        if let Some(score) = known.and_then(|entry| node.table_cutoff(entry)) {
            return score;
        }
        if let Some(win) = self.threat_win(mover, self.params.threat_nodes(node)) {
            return Engine::WIN_SCORE - node.ply - 2 * (win.turns - 1);
        }
        if node.depth <= 0 {
            return self
                .evaluator
                .evaluate(&self.board, mover)
                .clamp(-MAX_EVAL, MAX_EVAL);
        }
        self.search_candidates(mover, node, known.map(|entry| entry.pair))
    }

    /// Searches the candidate turns of a position, the transposition table's turn first.
    fn search_candidates(&mut self, mover: Colour, node: SearchNode, first: Option<Pair>) -> i32 {
        let width = self.params.width(node.depth);
        let mut list = generate_candidates(&mut self.evaluator, &mut self.board, mover, width);
        if let Some(at) = list.iter().position(|c| Some(c.pair) == first) {
            list[..=at].rotate_right(1);
        }
        let mut best = -Engine::WIN_SCORE;
        let mut pair = (0, 0);
        let mut now = node;
        let mut guarded = list.len() <= 4;
        let mut move_index = 0;
        while let Some(&candidate) = list.get(move_index) {
            place_pair(&mut self.board, candidate.pair, mover);
            let score = self.search_move(mover.other(), move_index, now);
            remove_pair(&mut self.board, candidate.pair, mover);
            if self.control.is_over {
                return 0;
            }
            if score > best {
                best = score;
                pair = candidate.pair;
            }
            now.alpha = now.alpha.max(score);
            if now.alpha >= node.beta {
                break;
            }
            move_index += 1;
            if score <= -MIN_WIN && !guarded {
                guarded = true;
                let verification = ThreatVerification {
                    nodes: self.params.guard_threat_nodes,
                    ..INNER_VERIFICATION
                };
                self.restrict_to_defences(mover, &mut list, move_index, verification);
            }
        }
        self.table.store(
            position_key(&self.board, mover),
            node.table_entry(pair, best),
        );
        best
    }

    /// If the opponent could win by threats, keeps of the candidates from `from` on only those
    /// that touch the win's relevance zone or make a threat, and adds more that touch it. Returns
    /// whether the opponent could win.
    pub fn restrict_to_defences(
        &mut self,
        mover: Colour,
        list: &mut Vec<Candidate>,
        from: usize,
        verification: ThreatVerification,
    ) -> bool {
        let Some(zone) =
            self.opponent_win_zone(mover.other(), verification.nodes, verification.positions)
        else {
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
            verification.second_stones,
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

    /// Returns the relevance zone of a win by threats of this colour, as if it were to move; `None`
    /// if no win is found, or if the colour can win at once.
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
        let (threat_search, board) = self.threat_search();
        Some(threat_search.relevance_zone(board, attacker, positions))
    }

    /// Returns a win by threats of a colour that is to move and cannot win at once.
    pub fn threat_win(&mut self, attacker: Colour, nodes: u64) -> Option<ThreatWin> {
        let (mut threat_search, board) = self.threat_search();
        threat_search.solve(board, attacker, nodes)
    }

    /// Returns a threat-space search on the board.
    fn threat_search(&mut self) -> (ThreatSearch<'_, 'l>, &mut Board) {
        let threat_search = ThreatSearch {
            table: &mut *self.table,
            control: &mut self.control,
            history: &mut self.history,
        };
        (threat_search, &mut self.board)
    }
}

/// Depth, alpha-beta window and distance from the root of a node, and whether threats have to be
/// blocked.
#[derive(Clone, Copy)]
pub struct SearchNode {
    /// Turns left to search.
    pub depth: i32,
    /// Lower bound of the window: a score that the side to move already has elsewhere.
    pub alpha: i32,
    /// Upper bound of the window: a score that the opponent can avoid.
    pub beta: i32,
    /// Turns from the root.
    pub ply: i32,
    /// Whether the last turn had to block a threat.
    pub after_block: bool,
    /// Whether the side to move has to block a threat; unknown before the node is visited.
    pub must_block: bool,
}

impl SearchNode {
    /// Returns the score of a table entry, if it is deep enough and its bound causes a cutoff.
    fn table_cutoff(&self, entry: Entry) -> Option<i32> {
        let score = score_from_table(entry.score, self.ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        };
        (settles && i32::from(entry.depth) >= self.depth).then_some(score)
    }

    /// Returns the entry for the transposition table.
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

/// Returns the transposition table's key of a position.
pub fn position_key(board: &Board, mover: Colour) -> u64 {
    board.key
        ^ if mover == Colour::White {
            WHITE_TO_MOVE_KEY
        } else {
            0
        }
}

/// Returns whether a turn threatens to win with the next.
fn makes_threat(board: &mut Board, mover: Colour, pair: Pair) -> bool {
    place_pair(board, pair, mover);
    let threatens = board.winning_window(mover).is_some();
    remove_pair(board, pair, mover);
    threatens
}

/// Converts a score for the table: wins are stored by their distance from the position, not from
/// the root.
fn score_to_table(score: i32, ply: i32) -> i16 {
    let score = match score {
        _ if score >= MIN_WIN => score + ply,
        _ if score <= -MIN_WIN => score - ply,
        _ => score,
    };
    score as i16
}

/// Converts a score from the table.
fn score_from_table(score: i16, ply: i32) -> i32 {
    let score = i32::from(score);
    match score {
        _ if score >= MIN_WIN => score - ply,
        _ if score <= -MIN_WIN => score + ply,
        _ => score,
    }
}
