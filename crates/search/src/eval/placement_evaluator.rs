//! All placements of one piece on one board, evaluated.

use crate::eval;
use crate::eval::board_batch::{BatchColumn, BoardBatch, LANES};
use crate::eval::evaluator::Evaluator;
use crate::eval::late_moves::MoveOrder;
use crate::eval::padded_board::PaddedBoard;
use crate::game::Child;
use crate::position::{LOST_VALUE, Position};
use crate::threads::PooledVec;
use crate::waiting_garbage::{RisingRows, WaitingGarbage};
use landfall_rules::board::FULL_ROW;
use landfall_rules::lock::{ClearState, lock, push_solid_row};
use landfall_rules::ruleset::SkipRule;
use landfall_rules::simd::pair_sums::PairSums;
use landfall_rules::simd::{self, SimdTask};
use landfall_rules::{Clear, Piece, Placement, movegen};

/// Rows above the stack that a piece can fill.
const PIECE_ROWS: u32 = 4;

/// Appends every move that places `piece`, evaluated; `hold` is held after it. With `most`, only
/// about as many are evaluated, those that fit the surface best.
pub fn evaluate_placements(
    evaluator: &Evaluator,
    position: &Position,
    (piece, hold): (Piece, Option<Piece>),
    most: Option<usize>,
    out: &mut Vec<Child<Placement>>,
) {
    simd::dispatch(PlacementEvaluator {
        evaluator,
        position,
        piece,
        hold,
        most,
        out,
    });
}

struct PlacementEvaluator<'a> {
    evaluator: &'a Evaluator,
    position: &'a Position,
    piece: Piece,
    hold: Option<Piece>,
    most: Option<usize>,
    out: &'a mut Vec<Child<Placement>>,
}

impl SimdTask for PlacementEvaluator<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: PairSums>(mut self) {
        let (rules, board) = (&self.evaluator.transitions.rules, &self.position.board);
        let mut placements = PooledVec::new();
        let spawn = self.position.clear_state.spawn(rules);
        movegen::placements_from(rules, &spawn, board, self.piece, &mut placements);
        let rising = self.rising_rows();
        let top = board.max_height() + PIECE_ROWS + rising.count;
        if rules.skips != SkipRule::Never {
            self.evaluate_skip(&placements);
        }
        if top > rules.lock_out_row {
            self.split_off_losing(&mut placements);
        }
        if top > u32::MAX_ROWS {
            return self.evaluate_singly(&placements);
        }
        let ground = PaddedBoard::new(board, rules, rising);
        if let Some(most) = self.most {
            MoveOrder::new(&ground, &self.evaluator.shapes, rising).prune(&mut placements, most);
        }
        if self.evaluator.own.is_some() {
            return self.evaluate_singly(&placements);
        }
        let narrow = cfg!(all(target_arch = "wasm32", target_feature = "simd128"));
        if narrow && top <= u16::MAX_ROWS {
            self.evaluate_batches::<u16, S>(&placements, &ground, rising);
        } else {
            self.evaluate_batches::<u32, S>(&placements, &ground, rising);
        }
    }
}

impl PlacementEvaluator<'_> {
    /// Returns whether a solid row rises after this piece.
    fn solid_row_is_due(&self) -> bool {
        self.evaluator
            .transitions
            .rules
            .solid_row_interval
            .is_some()
            && self.position.clear_state.solid_row_in == 1
    }

    /// Returns the rows that rise after this piece if it clears nothing.
    #[inline(always)]
    fn rising_rows(&self) -> RisingRows {
        let waiting = self.position.waiting_garbage;
        if waiting.rows > 0 {
            return self
                .evaluator
                .transitions
                .rising(waiting, &self.position.board);
        }
        RisingRows {
            count: u32::from(self.solid_row_is_due()),
            row: FULL_ROW,
        }
    }

    /// Evaluates the moves that lose and removes them from the others.
    #[inline(never)]
    fn split_off_losing(&mut self, placements: &mut Vec<Placement>) {
        let (rules, position) = (&self.evaluator.transitions.rules, self.position);
        let rising = self.solid_row_is_due();
        placements.retain(|mv| {
            let top = self.evaluator.shapes.get(mv.piece, mv.rotation).top(mv.y);
            let pushed_out = || {
                let (mut board, mut clear_state) = (position.board, position.clear_state);
                lock(rules, &mut board, &mut clear_state, mv);
                push_solid_row(rules, &mut board, &mut clear_state)
            };
            let stays = top < rules.lock_out_row as i8 && !(rising && pushed_out());
            if !stays {
                self.out.push(losing_move(*mv));
            }
            stays
        });
    }

    /// Evaluates a skip, if one is left. A piece that cannot even appear cannot be skipped.
    #[inline(never)]
    fn evaluate_skip(&mut self, placements: &[Placement]) {
        if self.position.clear_state.skips > 0 && !placements.is_empty() {
            let mv = Placement::skip(self.piece);
            let (mut board, mut clear_state) = (self.position.board, self.position.clear_state);
            self.evaluator
                .transitions
                .lock(&mut board, &mut clear_state, &mv);
            if push_solid_row(
                &self.evaluator.transitions.rules,
                &mut board,
                &mut clear_state,
            ) {
                self.out.push(losing_move(mv));
            } else {
                self.evaluate_singly(&[mv]);
            }
        }
    }

    /// Evaluates moves after which the board fits into a batch.
    #[inline(always)]
    fn evaluate_batches<W: BatchColumn, S: PairSums>(
        &mut self,
        placements: &[Placement],
        ground: &PaddedBoard,
        rising: RisingRows,
    ) {
        let weights = &**self.evaluator.built_in.weights();
        let travel = &self.evaluator.built_in.travel;
        let held = eval::evaluate_hold(weights, self.hold);
        let (clear_state, waiting) = self.counters_without_clear(rising);
        let quiet = MoveScore {
            reward: eval::evaluate_clear(weights, self.piece, &Clear::default()),
            position_bonus: eval::evaluate_counters(weights, clear_state)
                + eval::evaluate_waiting(weights, waiting)
                + held,
        };
        let counters = eval::net_counters(clear_state, waiting);
        for moves in placements.chunks(LANES) {
            let mut batch = BoardBatch::<W>::filled_with(&ground.columns, &counters);
            let mut scores = [quiet; LANES];
            for (i, mv) in moves.iter().enumerate() {
                let shape = self.evaluator.shapes.get(self.piece, mv.rotation);
                let (x, cells) = shape.at(mv.x, mv.y + rising.count as i8);
                if ground.place(&mut batch, i, x, cells) {
                    scores[i] = self.place_clearing(&mut batch, i, mv, held);
                }
                if !travel.is_free() {
                    scores[i].reward += travel.of(mv, ground.covers(x, cells));
                }
            }
            let values = batch.evaluate::<S>(moves.len(), weights);
            let scored = moves.iter().zip(scores).zip(values);
            self.out.extend(scored.map(|((&mv, score), value)| Child {
                mv,
                reward: score.reward,
                eval: value + score.position_bonus,
            }));
        }
    }

    /// Returns the counters, and the garbage that waits, after a move that clears nothing.
    #[inline(always)]
    fn counters_without_clear(&self, rising: RisingRows) -> (ClearState, WaitingGarbage) {
        let Position {
            clear_state,
            waiting_garbage,
            ..
        } = *self.position;
        if waiting_garbage.rows == 0 {
            let clear_state = ClearState {
                combo: 0,
                ..clear_state
            };
            return (clear_state, waiting_garbage);
        }
        let rules = &self.evaluator.transitions.rules;
        let clear_state = rising.counters_after(rules, clear_state);
        (clear_state, waiting_garbage.after_rising(rising))
    }

    /// Puts the board after a move that clears rows into the batch.
    #[inline(never)]
    fn place_clearing<W: BatchColumn>(
        &self,
        batch: &mut BoardBatch<W>,
        i: usize,
        mv: &Placement,
        held: i32,
    ) -> MoveScore {
        let weights = &**self.evaluator.built_in.weights();
        let (mut board, mut clear_state) = (self.position.board, self.position.clear_state);
        let clear = self
            .evaluator
            .transitions
            .lock(&mut board, &mut clear_state, mv);
        push_solid_row(
            &self.evaluator.transitions.rules,
            &mut board,
            &mut clear_state,
        );
        let waiting = self.position.waiting_garbage.after_clear(&clear);
        for (x, &column) in board.columns.iter().enumerate() {
            batch.set(i, x, column as u32);
        }
        batch.set_counters(i, &eval::net_counters(clear_state, waiting));
        MoveScore {
            reward: eval::evaluate_clear(weights, self.piece, &clear),
            position_bonus: eval::evaluate_counters(weights, clear_state)
                + eval::evaluate_waiting(weights, waiting)
                + self.evaluator.built_in.four_wide_bonus(&board, clear_state)
                + held,
        }
    }

    /// Evaluates moves after which the board is too high for a batch.
    #[inline(never)]
    fn evaluate_singly(&mut self, placements: &[Placement]) {
        for &mv in placements {
            let mut next = Position {
                hold: self.hold,
                ..*self.position
            };
            let clear =
                self.evaluator
                    .transitions
                    .lock(&mut next.board, &mut next.clear_state, &mv);
            push_solid_row(
                &self.evaluator.transitions.rules,
                &mut next.board,
                &mut next.clear_state,
            );
            self.evaluator.transitions.update_waiting_garbage(
                &self.position.board,
                &mut next,
                &clear,
            );
            self.out.push(Child {
                mv,
                reward: self.evaluator.reward(self.position, &mv, &clear),
                eval: self.evaluator.evaluate(&next),
            });
        }
    }
}

/// The value of a move without the board after it.
#[derive(Clone, Copy)]
struct MoveScore {
    reward: i32,
    /// The part that belongs to the value of the position.
    position_bonus: i32,
}

/// Returns a move that loses: its value is that of a lost position, whatever it clears.
fn losing_move(mv: Placement) -> Child<Placement> {
    Child {
        mv,
        reward: 0,
        eval: LOST_VALUE,
    }
}
