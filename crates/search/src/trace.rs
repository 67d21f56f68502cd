//! The value of a line by term: how much of it comes from lines sent, from holes, from the well,
//! and so on.
//!
//! A term of a board is how much less the board is worth without it. Terms are removed one after
//! the other, so that they add up to the value of the line with any weights and any net.

use crate::eval::{self, Features, evaluate_placements};
use crate::game::{Child, Game};
use crate::pending_garbage::PendingGarbage;
use crate::position::{LOST_VALUE, Position};
use crate::tetris_game::TetrisGame;
use landfall_rules::board::WIDTH;
use landfall_rules::lock::ClearState;
use landfall_rules::rulesets::T_SPIN;
use landfall_rules::{Clear, Piece, Placement, Spin};

/// A source of a part of the value of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// Clears except T-spins: the lines that they send, and their own weights.
    Clears,
    /// Clears by T-spins.
    TSpins,
    /// Back-to-back: what it adds to clears, and the value of the chain.
    BackToBack,
    /// Combos, in the same way, and the four-wide.
    Combo,
    /// T pieces that lock without a clear by a spin.
    WastedT,
    /// Slots for spins.
    Slots,
    /// Holes: the value of the board less that with all of them filled.
    Holes,
    /// The well.
    Well,
    /// Bumps.
    Surface,
    /// The height of the stack.
    Height,
    /// Lost games.
    TopOut,
    /// The held piece.
    Hold,
    /// Garbage that waits.
    WaitingGarbage,
    /// The rest: skips, garbage rows, the route to a placement.
    Other,
}

impl Term {
    /// Every term.
    pub const ALL: [Term; 14] = [
        Term::Clears,
        Term::TSpins,
        Term::BackToBack,
        Term::Combo,
        Term::WastedT,
        Term::Slots,
        Term::Holes,
        Term::Well,
        Term::Surface,
        Term::Height,
        Term::TopOut,
        Term::Hold,
        Term::WaitingGarbage,
        Term::Other,
    ];
}

/// A value by term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    values: [i32; Term::ALL.len()],
}

impl Trace {
    /// Returns the part of the value that comes from a term.
    pub fn get(&self, term: Term) -> i32 {
        self.values[term as usize]
    }

    /// Returns the whole value.
    pub fn sum(&self) -> i32 {
        self.values.iter().sum()
    }

    /// Returns this less another, term by term.
    pub fn minus(&self, other: &Trace) -> Trace {
        let mut values = self.values;
        for (value, other) in values.iter_mut().zip(other.values) {
            *value -= other;
        }
        Trace { values }
    }

    fn add(&mut self, term: Term, value: i32) {
        self.values[term as usize] += value;
    }
}

/// A move of a line as the search plays it, with the garbage that it expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStep {
    /// The move.
    pub mv: Placement,
    /// What it clears.
    pub clear: Clear,
    /// The position after it; [`LineStep::is_lost`] says whether the game goes on.
    pub after: Position,
}

impl LineStep {
    /// Returns whether the move loses the game.
    pub fn is_lost(&self) -> bool {
        self.after.board.columns == [!0; WIDTH]
    }
}

impl TetrisGame {
    /// Returns the moves of a line from the root with the positions after them, up to one that loses.
    /// The cells of each must be free and on the board.
    pub fn line_steps(&self, root: &Position, line: &[Placement]) -> Vec<LineStep> {
        let (mut steps, mut position) = (Vec::with_capacity(line.len()), *root);
        for (ply, &mv) in line.iter().enumerate() {
            let (mut board, mut clear_state) = (position.board, position.clear_state);
            let clear = self.lock(&mut board, &mut clear_state, &mv);
            position = self.play(&position, ply, mv);
            let step = LineStep {
                mv,
                clear,
                after: position,
            };
            steps.push(step);
            if step.is_lost() {
                break;
            }
        }
        steps
    }

    /// Returns the value of a line by term: its clears, and the position at its end. A line through all
    /// known pieces has the value of a search that sees one piece further: the mean over the pieces that
    /// can come then, each at its best.
    ///
    /// # Examples
    /// ```
    /// use landfall_rules::rulesets::GUIDELINE;
    /// use landfall_rules::{Board, Piece, Placement, Randomizer, Rotation, State};
    /// use landfall_search::{Position, Weights};
    /// use landfall_search::tetris::TetrisGame;
    /// use landfall_search::trace::Term;
    ///
    /// let mut state = State::new(Randomizer::SEVEN_BAG);
    /// state.board = "#########.".parse().unwrap();
    /// state.push_piece(Piece::O);
    /// let game = TetrisGame::new(&GUIDELINE, Weights::for_rules(&GUIDELINE), &state);
    /// let root = Position::from_state(&state);
    /// let trace = |x| {
    ///     let line = [Placement::new(Piece::O, Rotation::North, x, 1)];
    ///     game.trace(&root, &game.line_steps(&root, &line))
    /// };
    /// let covered = trace(0).minus(&trace(8));
    /// assert!(covered.get(Term::Holes) > 0, "a hole fewer than at the right");
    /// ```
    pub fn trace(&self, root: &Position, steps: &[LineStep]) -> Trace {
        let (mut trace, mut before) = (Trace::default(), root);
        for step in steps {
            self.trace_clear(before, step, &mut trace);
            before = &step.after;
        }
        let is_lost = steps.last().is_some_and(LineStep::is_lost);
        match is_lost {
            true => trace.add(Term::TopOut, LOST_VALUE),
            false if steps.len() == self.plies() => self.trace_expectation(before, &mut trace),
            false => self.trace_position(before, &mut trace),
        }
        trace
    }

    /// Adds the value of a position after all known pieces: the mean over the next piece.
    fn trace_expectation(&self, position: &Position, trace: &mut Trace) {
        let odds = self.next_piece_odds(position, self.plies());
        let (mut sums, mut weight) = ([0_i64; Term::ALL.len()], 0);
        for piece in Piece::ALL {
            let share = i64::from(odds[piece.index()]);
            if share > 0 {
                let of_piece = self.trace_piece(position, piece);
                for (sum, value) in sums.iter_mut().zip(of_piece.values) {
                    *sum += share * i64::from(value);
                }
                weight += share;
            }
        }
        for (value, sum) in trace.values.iter_mut().zip(sums) {
            *value += (sum / weight.max(1)) as i32;
        }
    }

    /// Returns the value of a position with a piece placed at its best.
    fn trace_piece(&self, position: &Position, piece: Piece) -> Trace {
        let held = position.hold.filter(|_| self.rules().hold);
        let mut best: Option<(i32, Trace)> = None;
        for (placed, hold) in [(Some(piece), position.hold), (held, Some(piece))] {
            let mut children = Vec::new();
            if let Some(placed) = placed {
                evaluate_placements(
                    &self.evaluator,
                    position,
                    (placed, hold),
                    self.most_moves(),
                    &mut children,
                );
            }
            let value = |child: &Child<Placement>| child.reward + child.eval;
            let Some(child) = children.iter().max_by_key(|child| value(child)) else {
                continue;
            };
            if best.is_some_and(|(best, _)| best >= value(child)) {
                continue;
            }
            best = Some((value(child), self.trace_child(position, child.mv, hold)));
        }
        let mut lost = Trace::default();
        lost.add(Term::TopOut, LOST_VALUE);
        best.map_or(lost, |(_, trace)| trace)
    }

    /// Returns the value of a move and of the position after it, with this piece held.
    fn trace_child(&self, position: &Position, mv: Placement, hold: Option<Piece>) -> Trace {
        let mut trace = Trace::default();
        let (mut board, mut clear_state) = (position.board, position.clear_state);
        let clear = self.lock(&mut board, &mut clear_state, &mv);
        let transitions = &self.evaluator.transitions;
        let after = Position {
            hold,
            ..transitions.after_move(position, &mv, &PendingGarbage::default())
        };
        let step = LineStep { mv, clear, after };
        self.trace_clear(position, &step, &mut trace);
        match step.is_lost() {
            true => trace.add(Term::TopOut, LOST_VALUE),
            false => self.trace_position(&step.after, &mut trace),
        }
        trace
    }

    /// Adds the value of a lock. The lines of back-to-back are those that it would not send without
    /// it; of the rest, those of the combo likewise.
    fn trace_clear(&self, before: &Position, step: &LineStep, trace: &mut Trace) {
        if self.evaluator.own.is_some() {
            let reward = self.evaluator.reward(before, &step.mv, &step.clear);
            return trace.add(Term::Clears, reward);
        }
        let weights = self.weights();
        let (piece, clear) = (step.mv.piece, step.clear);
        let value_after = |clear_state: ClearState| {
            let (mut board, mut clear_state) = (before.board, clear_state);
            let clear = self.lock(&mut board, &mut clear_state, &step.mv);
            eval::evaluate_clear(weights, piece, &clear)
        };
        let value = eval::evaluate_clear(weights, piece, &clear);
        let single = ClearState {
            back_to_back: 0,
            ..before.clear_state
        };
        let without_chain = value_after(single);
        let alone = value_after(ClearState { combo: 0, ..single });
        let spins = T_SPIN.pieces.contains(piece) && clear.spin != Spin::None && clear.lines > 0;
        let wasted = eval::wasted_t(weights, piece, &clear);
        trace.add(Term::BackToBack, value - without_chain);
        trace.add(Term::Combo, without_chain - alone);
        trace.add(Term::WastedT, wasted);
        let term = if spins { Term::TSpins } else { Term::Clears };
        trace.add(term, alone - wasted);
        trace.add(
            Term::Other,
            self.evaluator
                .built_in
                .travel_price(&before.board, &step.mv),
        );
    }

    /// Adds the value of a position as it stands.
    fn trace_position(&self, position: &Position, trace: &mut Trace) {
        if self.evaluator.own.is_some() {
            let held = self.evaluator.hold_value(position.hold);
            trace.add(Term::Hold, held);
            return trace.add(Term::Other, self.evaluator.evaluate(position) - held);
        }
        let (weights, counters) = (&**self.weights(), position.clear_state);
        self.trace_board(position, trace);
        let combos = self
            .evaluator
            .built_in
            .four_wide_bonus(&position.board, counters);
        let value_of = |clear_state| eval::evaluate_counters(weights, clear_state);
        let combo = ClearState {
            combo: counters.combo,
            ..ClearState::default()
        };
        let chain = ClearState {
            back_to_back: counters.back_to_back,
            ..ClearState::default()
        };
        trace.add(Term::Combo, combos + value_of(combo));
        trace.add(Term::BackToBack, value_of(chain));
        trace.add(
            Term::Other,
            value_of(counters) - value_of(combo) - value_of(chain),
        );
        trace.add(Term::Hold, eval::evaluate_hold(weights, position.hold));
        let waiting = eval::evaluate_waiting(weights, position.waiting_garbage);
        trace.add(Term::WaitingGarbage, waiting);
    }

    /// Adds the value of a board, and the net's value of the counters.
    fn trace_board(&self, position: &Position, trace: &mut Trace) {
        let (weights, board) = (&**self.weights(), &position.board);
        let columns = &board.columns;
        let counters = eval::net_counters(position.clear_state, position.waiting_garbage);
        let [_, combo, waiting] = counters;
        let filled: [u64; WIDTH] = std::array::from_fn(|x| low_rows(board.height(x)));
        let whole = Features::count_weighted(columns, weights);
        let without_four_wide = whole.without_four_wide();
        let open = without_four_wide.without_slots();
        let solid = Features::count(&filled).without_slots();
        let closed = solid.without_well();
        let flat = closed.without_bumps();
        let value = |features: &Features<i32>| features.value(weights, &counters);
        let of_flat = |counters: [i32; 3]| flat.value(weights, &counters);
        trace.add(Term::Combo, value(&whole) - value(&without_four_wide));
        trace.add(Term::Slots, value(&without_four_wide) - value(&open));
        trace.add(Term::Holes, value(&open) - value(&solid));
        trace.add(Term::Well, value(&solid) - value(&closed));
        trace.add(Term::Surface, value(&closed) - value(&flat));
        let [all, no_chain] = [counters, [0, combo, waiting]].map(of_flat);
        let [no_combo, alone] = [[0, 0, waiting], [0; 3]].map(of_flat);
        trace.add(Term::BackToBack, all - no_chain);
        trace.add(Term::Combo, no_chain - no_combo);
        trace.add(Term::WaitingGarbage, no_combo - alone);
        trace.add(Term::Height, alone);
    }
}

/// Returns the lowest `rows` rows of a column.
fn low_rows(rows: u32) -> u64 {
    u64::MAX.checked_shr(64 - rows).unwrap_or(0)
}

#[cfg(test)]
mod tests;
