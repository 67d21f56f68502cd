//! The root: rounds that look deeper and deeper, each after a search for a win by threats,
//! and no turn after which the opponent has one, as long as there is another.
//!
//! What is below the root is `search`.

use super::Engine;
use super::candidates::{Candidate, Pair, candidates};
use super::search::{Care, HIGHEST, SURE, Search, Task};
use super::threats::{Defence, Threats};
use super::vcf::{Win, put, take};
use crate::rules::Colour;

/// Positions of a win of the opponent that are looked at for the points it uses.
const ZONE: usize = 500;

/// Rounds after which the effort for wins by threats is not doubled any more.
const DOUBLED: i32 = 12;

/// Turns that meet a double threat, at most; with more the choice is free.
const FORCED: usize = 4;

/// The care once all usual candidates have turned out to lose.
const DESPERATE: Care = Care {
    nodes: 20_000,
    positions: 4 * ZONE,
    seconds: 80,
};

/// What a search found.
pub struct Report {
    /// The best turn.
    pub pair: Pair,
    /// Its score.
    pub score: i32,
    /// The deepest round that was finished.
    pub depth: i32,
    /// Who is proved to win.
    pub proof: Option<Colour>,
}

impl Search<'_, '_> {
    /// The best turn of a colour; at least two points are free, and it cannot win at once.
    pub fn run(&mut self, mover: Colour) -> Report {
        let mut list = candidates(&mut self.judge, &mut self.board, mover, self.shape.root);
        if list.is_empty() {
            return self.hopeless(mover);
        }
        let mut report = Report {
            pair: list[0].pair,
            score: 0,
            depth: 0,
            proof: None,
        };
        let (mut guarded, mut wide) = (false, false);
        let mut depth = 1;
        while depth < HIGHEST {
            let effort = self.shape.vcf_root << (depth - 1).min(DOUBLED);
            if let Some(win) = self.vcf(mover, effort) {
                return Report {
                    pair: win.pair,
                    score: Engine::WON - 2 * (win.turns - 1),
                    depth,
                    proof: Some(mover),
                };
            }
            if !guarded && list.len() > FORCED {
                let care = Care {
                    nodes: effort,
                    positions: ZONE,
                    seconds: self.shape.root.second,
                };
                guarded = self.defend(mover, &mut list, 0, care);
                report.pair = list[0].pair;
            }
            if !self.round(mover, depth, effort, &mut list, &mut report) {
                break;
            }
            report.depth = depth;
            if report.score <= -SURE && !wide && list.len() > FORCED {
                // All that was tried loses: there is time to try much more.
                wide = true;
                depth = 1;
                if self.defend(mover, &mut list, 0, DESPERATE) {
                    continue;
                }
            }
            if list.len() == 1 || report.score.abs() >= SURE {
                break;
            }
            depth += 1;
        }
        report
    }

    /// The threats cannot be met: hinders as many as two stones can.
    fn hopeless(&self, mover: Colour) -> Report {
        let board = &self.board;
        let left = |pair: &Pair| {
            let mut board = board.clone();
            put(&mut board, *pair, mover);
            board.fillable(mover.other()).count()
        };
        let mut gaps: Vec<u16> = Vec::new();
        for window in board.fillable(mover.other()) {
            gaps.extend(board.gaps(window).map(|cell| cell as u16));
        }
        gaps.sort_unstable();
        gaps.dedup();
        gaps.truncate(24);
        let pairs = gaps.iter().enumerate();
        let pairs = pairs.flat_map(|(at, &first)| gaps[at + 1..].iter().map(move |&b| (first, b)));
        let pair = pairs.min_by_key(|pair| (left(pair), *pair));
        Report {
            pair: pair.expect("three threats have two gaps"),
            score: 1 - Engine::WON,
            depth: 0,
            proof: Some(mover.other()),
        }
    }

    /// One round over the root's turns; false if it had to end early. What it found so far
    /// is in the report, and the list begins with it.
    fn round(
        &mut self,
        mover: Colour,
        depth: i32,
        effort: u64,
        list: &mut [Candidate],
        report: &mut Report,
    ) -> bool {
        let mut task = Task {
            depth,
            alpha: -Engine::WON,
            beta: Engine::WON,
            ply: 0,
        };
        let mut best = 0;
        for (at, &Candidate { pair, .. }) in list.iter().enumerate() {
            put(&mut self.board, pair, mover);
            let other = mover.other();
            let mut score = self.child(other, at, task);
            if score > task.alpha
                && score > -SURE
                && !self.limits.over()
                && let Some(win) = self.refute(other, effort)
            {
                score = 2 * win.turns - 1 - Engine::WON;
            }
            take(&mut self.board, pair, mover);
            if self.limits.over() {
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
        !self.limits.over()
    }

    /// A win by threats of the one who is to move after a turn at the root.
    fn refute(&mut self, mover: Colour, effort: u64) -> Option<Win> {
        match Threats::of(&self.board, mover.other()).defence() {
            Defence::Lost => None,
            _ => self.vcf(mover, effort),
        }
    }
}
