//! The root of the search: iterative deepening, each iteration after a threat-space search. A turn
//! that allows the opponent a win by threats is avoided as long as there is another. The search
//! below the root is in `search`.

use super::Engine;
use super::candidates::{Candidate, Pair, generate_candidates};
use super::search::{MAX_PLY, MIN_WIN, Search, SearchNode, ThreatVerification};
use super::threat_search::{ThreatWin, place_pair, remove_pair};
use super::threats::{Defence, Threats};
use crate::rules::Colour;

/// Positions of an opponent's win that are visited for its relevance zone.
const MAX_ZONE_POSITIONS: usize = 500;

/// The nodes of the threat-space search double with every iteration up to this one.
const MAX_EFFORT_DOUBLINGS: i32 = 12;

/// Most turns that can block a double threat; with more candidates there is none.
const MAX_FORCED_TURNS: usize = 4;

/// Limits of the search for defences once all usual candidates lose.
const WIDE_VERIFICATION: ThreatVerification = ThreatVerification {
    nodes: 20_000,
    positions: 4 * MAX_ZONE_POSITIONS,
    second_stones: 80,
};

/// The result of a search from the root.
pub struct RootResult {
    /// The best turn.
    pub pair: Pair,
    /// Its score.
    pub score: i32,
    /// Depth of the last finished iteration.
    pub depth: i32,
    /// The side that is proved to win.
    pub proven_winner: Option<Colour>,
}

impl Search<'_, '_> {
    /// Returns the best turn of a colour. At least two cells are free, and it cannot win at once.
    pub fn iterative_deepening(&mut self, mover: Colour) -> RootResult {
        let mut list = generate_candidates(
            &mut self.evaluator,
            &mut self.board,
            mover,
            self.params.root_width,
        );
        if list.is_empty() {
            return self.lost_position(mover);
        }
        let mut result = RootResult {
            pair: list[0].pair,
            score: 0,
            depth: 0,
            proven_winner: None,
        };
        let (mut guarded, mut wide) = (false, false);
        let mut depth = 1;
        while depth < MAX_PLY {
            let effort = self.params.root_threat_nodes << (depth - 1).min(MAX_EFFORT_DOUBLINGS);
            if let Some(win) = self.threat_win(mover, effort) {
                return RootResult {
                    pair: win.pair,
                    score: Engine::WIN_SCORE - 2 * (win.turns - 1),
                    depth,
                    proven_winner: Some(mover),
                };
            }
            if !guarded && list.len() > MAX_FORCED_TURNS {
                let verification = ThreatVerification {
                    nodes: effort,
                    positions: MAX_ZONE_POSITIONS,
                    second_stones: self.params.root_width.second_stones,
                };
                guarded = self.restrict_to_defences(mover, &mut list, 0, verification);
                result.pair = list[0].pair;
            }
            if !self.search_root(mover, depth, effort, &mut list, &mut result) {
                break;
            }
            result.depth = depth;
            if result.score <= -MIN_WIN && !wide && list.len() > MAX_FORCED_TURNS {
                // All candidates lose: the rest of the time goes to more defences.
                wide = true;
                depth = 1;
                if self.restrict_to_defences(mover, &mut list, 0, WIDE_VERIFICATION) {
                    continue;
                }
            }
            if list.len() == 1 || result.score.abs() >= MIN_WIN {
                break;
            }
            depth += 1;
        }
        result
    }

    /// Returns a turn that leaves the fewest threats, where they cannot all be blocked.
    fn lost_position(&self, mover: Colour) -> RootResult {
        let board = &self.board;
        let left = |pair: &Pair| {
            let mut board = board.clone();
            place_pair(&mut board, *pair, mover);
            board.fillable_windows(mover.other()).count()
        };
        let mut gaps: Vec<u16> = Vec::new();
        for window in board.fillable_windows(mover.other()) {
            gaps.extend(board.empty_cells(window).map(|cell| cell as u16));
        }
        gaps.sort_unstable();
        gaps.dedup();
        gaps.truncate(24);
        let pairs = gaps.iter().enumerate();
        let pairs = pairs.flat_map(|(at, &first)| gaps[at + 1..].iter().map(move |&b| (first, b)));
        let pair = pairs.min_by_key(|pair| (left(pair), *pair));
        RootResult {
            pair: pair.expect("three threats have two gaps"),
            score: 1 - Engine::WIN_SCORE,
            depth: 0,
            proven_winner: Some(mover.other()),
        }
    }

    /// Searches the root's turns to a depth; false if the search had to end. The best turn so far
    /// is in `result`, and moves to the front of the list.
    fn search_root(
        &mut self,
        mover: Colour,
        depth: i32,
        effort: u64,
        list: &mut [Candidate],
        result: &mut RootResult,
    ) -> bool {
        let defence = Threats::of(&self.board, mover.other()).defence();
        let mut node = SearchNode {
            depth,
            alpha: -Engine::WIN_SCORE,
            beta: Engine::WIN_SCORE,
            ply: 0,
            after_block: false,
            must_block: defence != Defence::NotNeeded,
        };
        let mut best = 0;
        for (at, &Candidate { pair, .. }) in list.iter().enumerate() {
            place_pair(&mut self.board, pair, mover);
            let other = mover.other();
            let mut score = self.search_move(other, at, node);
            if score > node.alpha
                && score > -MIN_WIN
                && !self.control.is_over
                && let Some(win) = self.opponent_threat_win(other, effort)
            {
                score = 2 * win.turns - 1 - Engine::WIN_SCORE;
            }
            remove_pair(&mut self.board, pair, mover);
            if self.control.is_over {
                break;
            }
            if score > node.alpha {
                node.alpha = score;
                best = at;
                result.pair = pair;
                result.score = score;
            }
        }
        list[..=best].rotate_right(1);
        !self.control.is_over
    }

    /// Returns a win by threats of the side to move after a turn at the root.
    fn opponent_threat_win(&mut self, mover: Colour, effort: u64) -> Option<ThreatWin> {
        match Threats::of(&self.board, mover.other()).defence() {
            Defence::Impossible => None,
            _ => self.threat_win(mover, effort),
        }
    }
}
