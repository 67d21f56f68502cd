//! The root: rounds that look deeper and deeper, each after a search for a win by threats,
//! and no turn after which the opponent has one, as long as there is another.
//!
//! What is below the root is `search`.

use super::Engine;
use super::candidates::{Candidate, Pair, generate_candidates};
use super::search::{MAX_PLY, MIN_WIN, Search, SearchWindow, ThreatVerification};
use super::threat_search::{ThreatWin, place_pair, remove_pair};
use super::threats::{Defence, Threats};
use crate::rules::Colour;

/// Positions of a win of the opponent that are looked at for the points it uses.
const MAX_ZONE_POSITIONS: usize = 500;

/// Rounds after which the effort for wins by threats is not doubled any more.
const MAX_EFFORT_DOUBLINGS: i32 = 12;

/// Turns that meet a double threat, at most; with more the choice is free.
const MAX_FORCED_TURNS: usize = 4;

/// The care once all usual candidates have turned out to lose.
const WIDE_VERIFICATION: ThreatVerification = ThreatVerification {
    nodes: 20_000,
    positions: 4 * MAX_ZONE_POSITIONS,
    second_stones: 80,
};

/// What a search found.
pub struct RootResult {
    /// The best turn.
    pub pair: Pair,
    /// Its score.
    pub score: i32,
    /// The deepest round that was finished.
    pub depth: i32,
    /// Who is proved to win.
    pub proven_winner: Option<Colour>,
}

impl Search<'_, '_> {
    /// The best turn of a colour; at least two points are free, and it cannot win at once.
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
        let mut report = RootResult {
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
                let care = ThreatVerification {
                    nodes: effort,
                    positions: MAX_ZONE_POSITIONS,
                    second_stones: self.params.root_width.second_stones,
                };
                guarded = self.restrict_to_defences(mover, &mut list, 0, care);
                report.pair = list[0].pair;
            }
            if !self.search_root(mover, depth, effort, &mut list, &mut report) {
                break;
            }
            report.depth = depth;
            if report.score <= -MIN_WIN && !wide && list.len() > MAX_FORCED_TURNS {
                // All that was tried loses: there is time to try much more.
                wide = true;
                depth = 1;
                if self.restrict_to_defences(mover, &mut list, 0, WIDE_VERIFICATION) {
                    continue;
                }
            }
            if list.len() == 1 || report.score.abs() >= MIN_WIN {
                break;
            }
            depth += 1;
        }
        report
    }

    /// The threats cannot be met: hinders as many as two stones can.
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

    /// One round over the root's turns; false if it had to end early. What it found so far
    /// is in the report, and the list begins with it.
    fn search_root(
        &mut self,
        mover: Colour,
        depth: i32,
        effort: u64,
        list: &mut [Candidate],
        report: &mut RootResult,
    ) -> bool {
        let mut task = SearchWindow {
            depth,
            alpha: -Engine::WIN_SCORE,
            beta: Engine::WIN_SCORE,
            ply: 0,
        };
        let mut best = 0;
        for (at, &Candidate { pair, .. }) in list.iter().enumerate() {
            place_pair(&mut self.board, pair, mover);
            let other = mover.other();
            let mut score = self.search_move(other, at, task);
            if score > task.alpha
                && score > -MIN_WIN
                && !self.control.over()
                && let Some(win) = self.opponent_threat_win(other, effort)
            {
                score = 2 * win.turns - 1 - Engine::WIN_SCORE;
            }
            remove_pair(&mut self.board, pair, mover);
            if self.control.over() {
                break;
            }
            if score > task.alpha {
                task.alpha = score;
                best = at;
                report.pair = pair;
                report.score = score;
            }
        }
        list[..=best].rotate_right(1);
        !self.control.over()
    }

    /// A win by threats of the one who is to move after a turn at the root.
    fn opponent_threat_win(&mut self, mover: Colour, effort: u64) -> Option<ThreatWin> {
        match Threats::of(&self.board, mover.other()).defence() {
            Defence::Impossible => None,
            _ => self.threat_win(mover, effort),
        }
    }
}
