//! The best move of a position and the one that was played, searched to the same depth.
//!
//! The search gets what the player could see: board, hold, the pieces in view, the garbage that
//! has arrived, and how high the opponents' boards are. The played move has a search of its own,
//! since the search of all moves may drop it early.

use crate::opponent::Opponent;
use crate::report::LossUnit;
use landfall_replay::game::RecordedMove;
use landfall_rules::{Placement, Ruleset, State};
use landfall_search::beam::{Beam, BeamLimits, Line, RootLine, SearchStatus};
use landfall_search::game::{Game, ShouldStop};
use landfall_search::tetris::{MoveSearch, TetrisGame, TetrisSearch, WaitingGarbage};
use landfall_search::trace::Trace;
use landfall_search::{Position, ThreadPool, Weights};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// How positions are searched.
#[derive(Clone, Debug)]
pub struct JudgeOptions {
    /// Nodes with which the best move of a position is found, at least [`MIN_NODES`]. The best and
    /// the played move have [`MEASURED_NODES`] each besides.
    pub nodes: u64,
    /// Most pieces looked ahead, at least 1; `None` for all that the player saw.
    pub depth: Option<u32>,
    /// Most bytes that a search may hold.
    pub memory: usize,
    /// Weights of the evaluation; `None` for those made for the rules.
    pub weights: Option<Arc<Weights>>,
    /// What losses are counted in.
    pub unit: LossUnit,
}

/// The default number of nodes for each position.
pub const DEFAULT_NODES: u64 = 50_000;

/// Nodes with which a move is searched alone, to measure its loss. They do not depend on
/// [`JudgeOptions::nodes`]: losses grow with them, so that those of different reviews could not be
/// compared.
pub const MEASURED_NODES: u64 = 4_000;

/// A value below this is that of a lost game.
const LOST: i32 = -50_000;

/// Least number of nodes for a position, whatever the options and the time. A search with fewer
/// does not see what a strong player missed, so that accuracies would be higher than in reviews
/// with more nodes.
pub const MIN_NODES: u64 = 20_000;

/// Nodes that users may ask for.
pub const NODES_RANGE: RangeInclusive<u64> = 1_000..=1_000_000_000;

/// The largest depth that users may ask for, in pieces.
pub const MAX_DEPTH: u32 = 30;

impl Default for JudgeOptions {
    /// Returns [`DEFAULT_NODES`], all pieces in view, 64 MiB, the weights of each ruleset, and
    /// losses in lines.
    fn default() -> JudgeOptions {
        JudgeOptions {
            nodes: DEFAULT_NODES,
            depth: None,
            memory: 64 << 20,
            weights: None,
            unit: LossUnit::Lines,
        }
    }
}

impl JudgeOptions {
    /// Returns the nodes that a position is searched with, if time allows: [`MIN_NODES`] at least.
    pub fn searched_nodes(&self) -> u64 {
        self.nodes.max(MIN_NODES)
    }
}

/// A move that was played, with its position and the opponents.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The move with the position before it.
    pub recorded: &'a RecordedMove,
    /// The other sides when its piece appeared.
    pub opponents: &'a [Opponent],
}

/// The best and the played move of a position, with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The best move with its line, as far as no garbage with an unknown hole comes up.
    pub best: RootLine<Placement>,
    /// The played move with its line, searched to the depth of the best; its value is not above
    /// that of the best.
    pub played: MeasuredLine,
    /// The value of the best line less that of the played one, by term: clears, and the boards at
    /// the ends.
    pub difference: Trace,
    /// All other legal moves, the best first, with their values at that depth; `None` for those
    /// that the search dropped before.
    pub others: Vec<(Placement, Option<i32>)>,
    /// What losses are counted in.
    pub unit: LossUnit,
    /// The value of one line or point in the search.
    pub unit_value: i32,
    /// Whether the rules lead to the played move.
    pub reachable: bool,
}

/// A move that was searched alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredLine {
    /// The value of its line; `None` if the game is lost before the depth of the best.
    pub value: Option<i32>,
    /// The moves, this one first.
    pub line: Line<Placement>,
    /// Number of pieces, its own included, after which the game is lost whatever is played; `None`
    /// if it goes on at the depth of the best.
    pub lost_after: Option<u32>,
}

impl Judgement {
    /// Returns whether no move is better than the played one.
    pub fn is_best(&self) -> bool {
        self.played.line[0] == self.best.mv
    }
}

/// Searches the position before a move, and the move. The same move and options give the same
/// judgement, unless `enough` returns true before the nodes are spent: then the position is not
/// searched further. `None` if `stop` returned true first.
///
/// The search of all moves finds the best one. How much better it is than the played one is
/// measured by a search of each alone, with [`MEASURED_NODES`] each, so that losses do not depend
/// on the nodes of a review.
pub fn judge(
    mv: &PlayedMove,
    options: &JudgeOptions,
    enough: ShouldStop,
    stop: ShouldStop,
) -> Option<Judgement> {
    let weights = options
        .weights
        .clone()
        .unwrap_or_else(|| Weights::for_rules(mv.rules));
    let unit_value = options.unit.value(&weights);
    let pool = ThreadPool::new(1);
    let mut search = search_of(mv, options, weights);
    let is_over = || enough() || stop();
    // In one call if there is time, like a player's search: a pause would change what is found.
    run(&mut search, &pool, options.searched_nodes(), &is_over);
    run(&mut search, &pool, MIN_NODES, stop);
    if stop() {
        return None;
    }
    let played = mv.rules.rotation.canonical(mv.recorded.placement);
    let placements = mv.recorded.state.legal_placements(mv.rules);
    let reachable = placements.contains(&played);
    let Some(found) = best_by_value(&search) else {
        return Some(only_move(&search, played, (options.unit, unit_value)));
    };
    let (best, own_line) = compare(&search, mv, &found, played, &pool, stop)?;
    let others = other_moves(&search, mv, &placements, (&found, &best), played);
    Some(Judgement {
        difference: trace(&search, &best.line).minus(&trace(&search, &own_line.line)),
        best: RootLine {
            line: known_part(&search, mv, best.line),
            ..best
        },
        played: MeasuredLine {
            line: known_part(&search, mv, own_line.line),
            ..own_line
        },
        others,
        unit: options.unit,
        unit_value,
        reachable,
    })
}

/// Returns the value of a line by term.
fn trace(search: &TetrisSearch, line: &[Placement]) -> Trace {
    let (game, root) = (search.beam().game(), search.beam().root());
    game.trace(root, &game.line_steps(root, line))
}

/// Searches until `nodes` nodes are spent, nothing is left to find, or `stop` returns true.
fn run(search: &mut TetrisSearch, pool: &ThreadPool, nodes: u64, stop: ShouldStop) {
    while search.nodes() < nodes
        && !stop()
        && search.advance(pool, nodes, stop, &mut |_| {}) == SearchStatus::Unfinished
    {}
}

/// Returns the search of the position, not begun.
fn search_of(mv: &PlayedMove, options: &JudgeOptions, weights: Arc<Weights>) -> TetrisSearch {
    let (rules, recorded) = (mv.rules, mv.recorded);
    let mut weights = Weights::clone(&weights);
    // A review judges where a piece lies, not how fast it is moved there.
    (weights.step, weights.soft_drop) = (0, 0);
    let waiting: u32 = recorded.waiting.iter().map(|packet| packet.lines).sum();
    let state = &recorded.state;
    let game = TetrisGame::new(rules, Arc::new(weights), state)
        .with_pending_garbage(waiting, &state.board)
        .at_frame(recorded.appeared);
    let game = match options.depth {
        Some(depth) => game.with_most_plies(depth as usize),
        None => game,
    };
    let root = Position {
        waiting_garbage: WaitingGarbage::new(rules, waiting, Some(recorded.pieces_placed)),
        ..Position::from_state(state)
    };
    let limits = BeamLimits::within_memory::<TetrisGame>(options.memory);
    TetrisSearch::new(Beam::new(game, root, limits))
}

/// Returns the best move and the played one, each with its line and its value by a search of it alone.
/// `found` is the best move as the search of all moves has it. `None` if `stop` returned true first.
fn compare(
    search: &TetrisSearch,
    mv: &PlayedMove,
    found: &RootLine<Placement>,
    played: Placement,
    pool: &ThreadPool,
    stop: ShouldStop,
) -> Option<(RootLine<Placement>, MeasuredLine)> {
    let own = measure(search, played, found.depth, pool, stop)?;
    let mut best = own.clone();
    if !leads_to_same(mv, found.mv, played) {
        let line = measure(search, found.mv, found.depth, pool, stop)?;
        if line.value > best.value {
            best = line;
        }
    }
    let best = RootLine {
        mv: best.line[0],
        depth: found.depth,
        value: best.value.unwrap_or(found.value),
        line: best.line,
    };
    Some((best, own))
}

/// Returns the best move by the values of the beam. The rollouts of long searches look further, and
/// may choose another.
fn best_by_value(search: &TetrisSearch) -> Option<RootLine<Placement>> {
    let depths = (1..=search.line_depth()?).rev();
    let mut lines = depths.map(|depth| search.beam().root_lines(depth));
    lines.find_map(|lines| lines.into_iter().next())
}

/// Searches a move alone, with [`MEASURED_NODES`]. `None` if `stop` returned true first.
fn measure(
    search: &TetrisSearch,
    placement: Placement,
    depth: u32,
    pool: &ThreadPool,
    stop: ShouldStop,
) -> Option<MeasuredLine> {
    let mut move_search = MoveSearch::new(search, placement)
        .or_else(|| MoveSearch::of_unreachable(search, placement));
    if let Some(move_search) = &mut move_search {
        move_search.advance_to(pool, MEASURED_NODES, stop);
    }
    if stop() {
        return None;
    }
    let line_at = |depth| {
        let line = move_search.as_ref()?.own_line(depth);
        line.filter(|line| line.value > LOST)
    };
    let deepest = (1..=depth)
        .rev()
        .find_map(|depth| Some((depth, line_at(depth)?)));
    Some(match deepest {
        Some((seen, line)) => MeasuredLine {
            value: (seen == depth).then_some(line.value),
            line: line.line,
            lost_after: (seen < depth).then_some(seen + 1),
        },
        None => MeasuredLine {
            value: None,
            line: Line::from_slice(&[placement]),
            lost_after: Some(1),
        },
    })
}

/// Returns whether two moves lead to the same position for the same clear: the same cells by
/// another piece or spin, for instance.
fn leads_to_same(mv: &PlayedMove, one: Placement, other: Placement) -> bool {
    one == other || after(mv, one) == after(mv, other)
}

/// Returns what a move leads to: the position, and what it sends.
fn after(mv: &PlayedMove, placement: Placement) -> (State, u32) {
    let mut state = mv.recorded.state.clone();
    let clear = state.play(mv.rules, &placement);
    (state, clear.attack)
}

/// Returns a line up to the move after which the search lets garbage come up, because its hole is
/// only guessed.
fn known_part(search: &TetrisSearch, mv: &PlayedMove, line: Line<Placement>) -> Line<Placement> {
    let (game, mut position) = (search.beam().game(), *search.beam().root());
    let mut state = mv.recorded.state.clone();
    let mut known = 0;
    for (ply, placement) in line.iter().enumerate() {
        known = ply + 1;
        position = game.play(&position, ply, *placement);
        state.play(mv.rules, placement);
        if position.board != state.board {
            break;
        }
    }
    line[..known].into()
}

/// Returns the judgement of a move that was played where the rules allow none.
fn only_move(
    search: &TetrisSearch,
    played: Placement,
    (unit, unit_value): (LossUnit, i32),
) -> Judgement {
    let child = search.beam().game().child(search.beam().root(), played);
    let value = child.reward + child.eval;
    Judgement {
        best: RootLine {
            mv: played,
            depth: 1,
            value,
            line: Line::from_slice(&[played]),
        },
        played: MeasuredLine {
            value: Some(value),
            line: Line::from_slice(&[played]),
            lost_after: None,
        },
        difference: Trace::default(),
        others: Vec::new(),
        unit,
        unit_value,
        reachable: false,
    }
}

/// Returns the moves that are neither best nor played, with their values, none above the best. They
/// lose what they lose in the search of all moves, in which `found` is the best.
fn other_moves(
    search: &TetrisSearch,
    mv: &PlayedMove,
    placements: &[Placement],
    (found, best): (&RootLine<Placement>, &RootLine<Placement>),
    played: Placement,
) -> Vec<(Placement, Option<i32>)> {
    let root_lines = search.beam().root_lines(found.depth);
    let value = |line: &RootLine<Placement>| {
        let loss = found.value.saturating_sub(line.value).max(0);
        best.value.saturating_sub(loss)
    };
    let found: Vec<_> = root_lines
        .iter()
        .map(|line| (after(mv, line.mv), value(line)))
        .collect();
    let mut others: Vec<_> = placements
        .iter()
        .filter(|&&other| other != best.mv && other != played)
        .map(|&other| {
            let leads_to = after(mv, other);
            let same = found.iter().find(|(position, _)| *position == leads_to);
            (other, same.map(|&(_, value)| value))
        })
        .collect();
    others.sort_by_key(|&(mv, value)| (value.is_none(), value.map(|value| -value), mv));
    others
}

#[cfg(test)]
mod tests;
