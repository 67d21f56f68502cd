//! Tetrominoes as a game for the beam: placements with hold through the known queue, and the
//! expectation over the randomizer's pieces beyond it.

use crate::eval::evaluate_placements;
use crate::eval::evaluation::Evaluation;
use crate::eval::evaluator::Evaluator;
use crate::expectimax::{self, Expectimax, Lookahead};
use crate::game::{Child, Expectation, Game, ShouldStop};
use crate::parameters::SearchParameters;
use crate::pending_garbage::PendingGarbage;
use crate::position::{LOST_VALUE, Position};
use crate::weights::Weights;
use landfall_rules::board::WIDTH;
use landfall_rules::lock::ClearState;
use landfall_rules::rng::{SplitMix64, mix64};
use landfall_rules::{Board, Clear, Piece, Placement, Randomizer, Ruleset, State};
use std::sync::Arc;

/// Plies of a sampled future, at most.
const MAX_PLIES: usize = 16;

/// A ruleset, weights and a known queue from one root: what a [`Beam`](crate::beam::Beam) searches.
///
/// # Examples
///
/// ```
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::{Piece, Randomizer, State};
/// use landfall_search::{Position, Weights};
/// use landfall_search::game::Game;
/// use landfall_search::tetris::TetrisGame;
///
/// let mut state = State::new(Randomizer::SEVEN_BAG);
/// state.push_piece(Piece::O);
/// let game = TetrisGame::new(&GUIDELINE, Weights::for_rules(&GUIDELINE), &state);
/// let mut moves = Vec::new();
/// game.expand(&Position::from_state(&state), 0, &mut moves);
/// assert_eq!(moves.len(), 9, "an O fits into nine places of an empty board");
/// ```
#[derive(Clone, Debug)]
pub struct TetrisGame {
    /// Rules, weights and the time of the game.
    pub(super) evaluator: Evaluator,
    /// How the search divides its nodes.
    pub(super) parameters: SearchParameters,
    queue: Vec<Piece>,
    root_hold: Option<Piece>,
    randomizer: Randomizer,
    pending_garbage: PendingGarbage,
    /// Most known pieces that are placed.
    most_plies: usize,
    /// Nodes that the search may spend.
    node_budget: u64,
}

/// The pieces that may be placed next.
struct PieceChoice {
    current: Piece,
    /// What a hold would bring, if that is another piece.
    swapped: Option<Piece>,
}

impl TetrisGame {
    /// Returns the game that begins in `state`, with the search parameters of the rules.
    pub fn new(rules: &Ruleset, weights: Arc<Weights>, state: &State) -> TetrisGame {
        let parameters = SearchParameters::for_rules(rules);
        TetrisGame {
            evaluator: Evaluator::new(rules, weights, parameters.danger_rows),
            parameters,
            queue: state.queue.iter().copied().collect(),
            root_hold: state.hold,
            randomizer: state.randomizer.clone(),
            pending_garbage: PendingGarbage::default(),
            most_plies: parameters.max_plies,
            node_budget: u64::MAX,
        }
    }

    /// Returns the same game with other search parameters. To be called before
    /// `with_pending_garbage`.
    pub fn with_parameters(mut self, parameters: SearchParameters) -> TetrisGame {
        self.evaluator.transitions.danger_rows = parameters.danger_rows;
        TetrisGame {
            parameters,
            most_plies: parameters.max_plies.min(self.most_plies),
            ..self
        }
    }

    /// Returns the same game with this evaluation in place of that by weights, if there is one.
    pub fn with_evaluation(mut self, evaluation: Option<Arc<dyn Evaluation>>) -> TetrisGame {
        self.evaluator.own = evaluation;
        self
    }

    /// Returns the same game with `rows` rows of waiting garbage, for a root with this board.
    pub fn with_pending_garbage(self, rows: u32, board: &Board) -> TetrisGame {
        TetrisGame {
            pending_garbage: PendingGarbage::for_board(
                self.rules(),
                board,
                rows,
                self.parameters.danger_rows,
            ),
            ..self
        }
    }

    /// Returns the same game at a frame (60 frames/s), with attacks multiplied as at that frame.
    /// The multiplier is rounded down to sixteenths, so that a search can continue at the next
    /// frame.
    pub fn at_frame(mut self, frame: u64) -> TetrisGame {
        let multiplier = self.rules().attack_multiplier(frame);
        self.evaluator.transitions.attack_multiplier = (multiplier * 16.0).floor() / 16.0;
        self
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Ruleset {
        &self.evaluator.transitions.rules
    }

    /// Returns the weights of the built-in evaluation.
    pub fn weights(&self) -> &Arc<Weights> {
        self.evaluator.built_in.weights()
    }

    /// Returns the same game in which at most `plies` of the known pieces are placed; the one after
    /// them still counts.
    pub fn with_most_plies(self, plies: usize) -> TetrisGame {
        TetrisGame {
            most_plies: plies.clamp(1, self.parameters.max_plies),
            ..self
        }
    }

    /// Returns the same game for a search of `nodes` nodes. If they are few, late moves of a piece
    /// are pruned, except at the root.
    pub fn with_node_budget(self, nodes: Option<u64>) -> TetrisGame {
        TetrisGame {
            node_budget: nodes.unwrap_or(u64::MAX),
            ..self
        }
    }

    /// Returns about how many moves of each piece are evaluated; `None` for all.
    pub(super) fn most_moves(&self) -> Option<usize> {
        let parameters = &self.parameters;
        match self.node_budget {
            nodes if nodes > parameters.late_move_nodes => None,
            nodes if nodes > parameters.few_nodes => Some(parameters.late_moves_from),
            _ => Some(parameters.late_moves_from_few),
        }
    }

    /// Returns a move from the root, evaluated, whether the rules lead a piece there or not. Its
    /// cells must be free and on the board.
    pub fn child(&self, root: &Position, mv: Placement) -> Child<Placement> {
        let (mut board, mut clear_state) = (root.board, root.clear_state);
        let clear = self.lock(&mut board, &mut clear_state, &mv);
        let next = self.play(root, 0, mv);
        if next.board.columns == [!0; WIDTH] {
            return Child {
                mv,
                reward: 0,
                eval: LOST_VALUE,
            };
        }
        Child {
            mv,
            reward: self.evaluator.reward(root, &mv, &clear),
            eval: self.evaluator.evaluate(&next),
        }
    }

    /// Locks a placement with the attacks of this game's frame.
    pub(super) fn lock(
        &self,
        board: &mut Board,
        clear_state: &mut ClearState,
        mv: &Placement,
    ) -> Clear {
        self.evaluator.transitions.lock(board, clear_state, mv)
    }

    /// Returns the known pieces from the root on.
    pub fn queue(&self) -> &[Piece] {
        &self.queue
    }

    /// Returns whether the same garbage waits as in `other`, and attacks are as strong.
    pub fn has_same_garbage(&self, other: &TetrisGame) -> bool {
        self.pending_garbage == other.pending_garbage
            && self.evaluator.transitions.attack_multiplier
                == other.evaluator.transitions.attack_multiplier
    }

    /// Returns whether positions are evaluated as in `other`.
    pub fn has_same_evaluation(&self, other: &TetrisGame) -> bool {
        self.evaluator.is_same(&other.evaluator)
    }

    /// Returns whether the pieces beyond the queue are drawn as in `other`.
    pub fn has_same_randomizer(&self, other: &TetrisGame) -> bool {
        self.randomizer == other.randomizer
    }

    /// Returns the game of `plies` plies from `position`, after all plies of this one: with the
    /// known pieces that are left, then with pieces sampled by a seed.
    pub fn sample_future(&self, position: &Position, plies: usize, seed: u64) -> TetrisGame {
        let left = self.queue.get(self.pieces_taken(position, self.plies())..);
        let (mut randomizer, mut seed) = (self.randomizer.clone(), SplitMix64::new(seed));
        let wanted = plies + usize::from(self.rules().hold && position.hold.is_none());
        let mut queue: Vec<Piece> = left.into_iter().flatten().copied().take(wanted).collect();
        queue.extend((queue.len()..wanted).map(|_| randomizer.sample(&mut seed)));
        TetrisGame {
            evaluator: self.evaluator.clone(),
            parameters: SearchParameters {
                initial_batch: self.parameters.rollout_width,
                ..self.parameters
            },
            queue,
            root_hold: position.hold,
            randomizer,
            pending_garbage: PendingGarbage::default(),
            most_plies: MAX_PLIES,
            node_budget: self.node_budget,
        }
    }

    /// Returns how many pieces are taken from the queue when `ply` pieces have been placed: one more
    /// than placed if an empty hold has been filled.
    fn pieces_taken(&self, position: &Position, ply: usize) -> usize {
        ply + usize::from(self.root_hold.is_none() && position.hold.is_some())
    }

    /// Returns the pieces that may be placed next; none past the queue.
    fn piece_choice(&self, position: &Position, ply: usize) -> Option<PieceChoice> {
        let taken = self.pieces_taken(position, ply);
        let current = *self.queue.get(taken)?;
        let swapped = position.hold.or(self.queue.get(taken + 1).copied());
        Some(PieceChoice {
            current,
            swapped: swapped.filter(|&swapped| self.rules().hold && swapped != current),
        })
    }

    /// Returns the odds of the next piece of a position beyond the known plies: certain if the queue
    /// still has it, else the randomizer's.
    pub(super) fn next_piece_odds(&self, position: &Position, ply: usize) -> [u32; 7] {
        match self.queue.get(self.pieces_taken(position, ply)) {
            Some(&piece) => {
                let mut odds = [0; 7];
                odds[piece.index()] = 1;
                odds
            }
            None => self.randomizer.odds(),
        }
    }

    /// Returns how moves with unknown pieces are evaluated.
    fn expectimax(&self) -> Expectimax<'_> {
        Expectimax {
            evaluator: &self.evaluator,
            branches: self.parameters.expectimax_branches,
            most_moves: self.most_moves(),
        }
    }

    /// Returns the garbage that rises after a ply.
    fn garbage_after(&self, ply: usize) -> PendingGarbage {
        match ply {
            0 => self.pending_garbage,
            _ => PendingGarbage::default(),
        }
    }

    /// Evaluates the boards of children again, with garbage below them.
    #[inline(never)]
    fn re_evaluate_with_garbage(
        &self,
        position: &Position,
        ply: usize,
        children: &mut [Child<Placement>],
    ) {
        for child in children.iter_mut().filter(|child| child.eval != LOST_VALUE) {
            let next = self.play(position, ply, child.mv);
            child.eval = self.evaluator.evaluate(&next);
        }
    }
}

impl Game for TetrisGame {
    type Position = Position;
    type Move = Placement;
    type Lookahead = Lookahead;

    fn plies(&self) -> usize {
        let pieces = match self.root_hold {
            None if self.rules().hold && self.queue.len() > 1 => self.queue.len() - 1,
            _ => self.queue.len(),
        };
        pieces.min(self.most_plies)
    }

    fn expand(&self, position: &Position, ply: usize, out: &mut Vec<Child<Placement>>) {
        if let Some(choice) = self.piece_choice(position, ply) {
            let most = self.most_moves().filter(|_| ply > 0);
            let direct = (choice.current, position.hold);
            evaluate_placements(&self.evaluator, position, direct, most, out);
            if let Some(swapped) = choice.swapped {
                let from_hold = (swapped, Some(choice.current));
                evaluate_placements(&self.evaluator, position, from_hold, most, out);
            }
            if self.garbage_after(ply).is_pending() {
                self.re_evaluate_with_garbage(position, ply, out);
            }
        }
    }

    fn play(&self, position: &Position, ply: usize, mv: Placement) -> Position {
        let garbage = self.garbage_after(ply);
        let transitions = &self.evaluator.transitions;
        let mut next = transitions.after_move(position, &mv, &garbage);
        if let Some(choice) = self.piece_choice(position, ply)
            && choice.current != mv.piece
        {
            next.hold = Some(choice.current);
        }
        next
    }

    fn key(&self, position: &Position) -> u64 {
        let back_to_back = u64::from(position.clear_state.back_to_back);
        let chain = (back_to_back & 1) << 4 | back_to_back >> 1 << 32;
        let counters = u64::from(position.clear_state.garbage_rows) << 56
            | u64::from(position.waiting_garbage.rows) << 48
            | u64::from(position.clear_state.skips) << 24
            | u64::from(position.clear_state.combo) << 8
            | chain
            | position.hold.map_or(7, |p| p.index() as u64);
        position.board.seeded_hash(mix64(counters))
    }

    fn expectation(&self, position: &Position, ply: usize) -> Expectation {
        let odds = self.next_piece_odds(position, ply);
        expectimax::expectation_of_one_piece(&self.expectimax(), position, odds)
    }

    fn begin_lookahead(&self, position: &Position, ply: usize, depth: u32) -> Lookahead {
        let odds = self.next_piece_odds(position, ply);
        Lookahead::new(
            &self.expectimax(),
            *position,
            self.randomizer.clone(),
            odds,
            depth,
        )
    }

    fn continue_lookahead(
        &self,
        lookahead: &mut Lookahead,
        stop: ShouldStop,
    ) -> Option<Expectation> {
        lookahead.advance(&self.expectimax(), stop)
    }

    fn expectation_cost(&self, depth: u32) -> u64 {
        let branches = self.parameters.expectimax_branches;
        expectimax::typical_nodes(depth, branches, self.most_moves())
    }

    fn parameters(&self) -> &SearchParameters {
        &self.parameters
    }
}
