//! The best move of a position and the one that was played, searched to one depth.
//!
//! The search gets what the player could see: board, hold, the pieces in view, the garbage that
//! has arrived, and how high the opponents' boards are. The played move has a search of its own,
//! since the search of all moves may drop it early.

use crate::opponent::Opponent;
use crate::report::LossUnit;
use landfall_replay::game::RecordedMove;
use landfall_rules::{Placement, Ruleset, State};
use landfall_search::{
    Beam, BeamLimits, Game, MoveSearch, Position, RootLine, SearchStatus, ShouldStop, TetrisGame,
    TetrisSearch, ThreadPool, Trace, WaitingGarbage, Weights,
};
use std::sync::Arc;

/// How deep to look.
#[derive(Clone, Debug)]
pub struct JudgeOptions {
    /// Nodes for each position, with which its best move is found; fewer than [`MIN_NODES`] are
    /// [`MIN_NODES`]. The best move and the played one have [`MEASURED_NODES`] each beside them.
    pub nodes: u64,
    /// Most pieces looked ahead, at least 1; without it all that the player saw.
    pub depth: Option<u32>,
    /// Most bytes that a search may hold.
    pub memory: usize,
    /// Weights of the evaluation; without them those that are made for the rules.
    pub weights: Option<Arc<Weights>>,
    /// What losses are counted in.
    pub unit: LossUnit,
}

/// The nodes for each position if nobody says otherwise.
pub const DEFAULT_NODES: u64 = 50_000;

/// Nodes with which a move is searched alone, to compare it with others. The same whatever
/// [`JudgeOptions::nodes`] is: with more of them losses are larger, so that those of different
/// reviews would not compare.
pub const MEASURED_NODES: u64 = 4_000;

/// Points for a row of a TETRIS.
const POINTS_OF_ROW: i32 = 5;

/// A value below this is that of a lost game.
const LOST: i32 = -50_000;

/// Nodes that every position gets, however few are asked for and however short the time is. A search
/// of fewer does not find the best move of a player who is nearly as good, so that accuracies would be
/// higher than those of reviews with more nodes.
pub const MIN_NODES: u64 = 20_000;

impl Default for JudgeOptions {
    /// Returns [`DEFAULT_NODES`], all pieces in view, 64 MiB, and the weights of each ruleset.
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

/// A move that was played, and who played against it.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'a> {
    /// The rules.
    pub rules: &'static Ruleset,
    /// The move with the position before it.
    pub recorded: &'a RecordedMove,
    /// The other sides when its piece appeared.
    pub opponents: &'a [Opponent],
}

/// What the searches found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The best move with its line, as far as that is played without garbage that nobody knows.
    pub best: RootLine<Placement>,
    /// The played move with its line, at the depth of the best; its value is not above that.
    pub played: PlayedLine,
    /// What the line of the best is worth more than that of the played move, by term: clears, and the
    /// boards at the ends as they stand.
    pub difference: Trace,
    /// All other moves that the rules lead to, the best first, with their values at that depth. `None`
    /// for those that the search dropped before.
    pub others: Vec<(Placement, Option<i32>)>,
    /// What losses are counted in.
    pub unit: LossUnit,
    /// The value of one of it.
    pub unit_value: i32,
    /// Whether the played move is one that the rules lead to.
    pub reachable: bool,
}

/// The played move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedLine {
    /// The value of its line; `None` if the game is lost before the depth of the best.
    pub value: Option<i32>,
    /// The moves, its own first.
    pub line: Vec<Placement>,
    /// Pieces, the played one among them, after which the game is lost whatever is played; `None` if
    /// it goes on at the depth of the best.
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
/// The search of all moves finds the best one. How much better it is than the played one is measured
/// by a search of each alone, with [`MEASURED_NODES`] each, so that losses of reviews with few nodes
/// and with many compare.
pub fn judge(
    mv: &PlayedMove,
    options: &JudgeOptions,
    enough: ShouldStop,
    stop: ShouldStop,
) -> Option<Judgement> {
    let weights = { options.weights.clone() }.unwrap_or_else(|| Weights::for_rules(mv.rules));
    let unit_value = value_of(options.unit, &weights);
    let pool = ThreadPool::new(1);
    let mut search = search_of(mv, options, weights);
    let is_over = || enough() || stop();
    // In one go if there is time, as players search: a pause would change what is found.
    run(&mut search, &pool, options.searched_nodes(), &is_over);
    run(&mut search, &pool, MIN_NODES, stop);
    if stop() {
        return None;
    }
    let played = mv.rules.rotation.canonical(mv.recorded.placement);
    let placements = mv.recorded.state.placements(mv.rules);
    let reachable = placements.contains(&played);
    let Some(found) = best_by_value(&search) else {
        return Some(only_move(&search, played, (options.unit, unit_value)));
    };
    let (best, own) = compare(&search, mv, &found, played, &pool, stop)?;
    let others = other_moves(&search, mv, &placements, (&found, &best), played);
    Some(Judgement {
        difference: trace(&search, &best.line).minus(&trace(&search, &own.line)),
        best: RootLine {
            line: known_part(&search, mv, best.line),
            ..best
        },
        played: PlayedLine {
            line: known_part(&search, mv, own.line),
            ..own
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

/// Returns the value of one of the unit.
fn value_of(unit: LossUnit, weights: &Weights) -> i32 {
    let value = match unit {
        LossUnit::Lines => weights.attack,
        LossUnit::Points => (weights.clear[3] + 4 * weights.attack) / (4 * POINTS_OF_ROW),
    };
    value.max(1)
}

/// Searches until so many nodes are spent, nothing is left to find, or `stop` returns true.
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
    // A review says what a place is worth, not how fast it is reached.
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
) -> Option<(RootLine<Placement>, PlayedLine)> {
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

/// Returns the best move by the values that are compared. Rollouts, which searches of many nodes have,
/// look further, and may choose another.
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
) -> Option<PlayedLine> {
    let alone = MoveSearch::new(search, placement);
    let mut alone = alone.or_else(|| MoveSearch::of_unreachable(search, placement));
    if let Some(alone) = &mut alone {
        alone.advance_to(pool, MEASURED_NODES, stop);
    }
    if stop() {
        return None;
    }
    let at = |depth| {
        let line = alone.as_ref()?.own_line(depth);
        line.filter(|line| line.value > LOST)
    };
    let deepest = (1..=depth)
        .rev()
        .find_map(|depth| Some((depth, at(depth)?)));
    Some(match deepest {
        Some((seen, line)) => PlayedLine {
            value: (seen == depth).then_some(line.value),
            line: line.line,
            lost_after: (seen < depth).then_some(seen + 1),
        },
        None => PlayedLine {
            value: None,
            line: vec![placement],
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

/// Returns a line up to the move after which the search took garbage to come up: where its hole
/// would be is only guessed.
fn known_part(search: &TetrisSearch, mv: &PlayedMove, line: Vec<Placement>) -> Vec<Placement> {
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
    line[..known].to_vec()
}

/// Returns the judgement where the rules have no move at all but one was played.
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
            line: vec![played],
        },
        played: PlayedLine {
            value: Some(value),
            line: vec![played],
            lost_after: None,
        },
        difference: Trace::default(),
        others: Vec::new(),
        unit,
        unit_value,
        reachable: false,
    }
}

/// Returns the moves that are neither best nor played, with their values, none above the best. What
/// they lose is what they lose in the search of all moves, in which `found` is the best.
fn other_moves(
    search: &TetrisSearch,
    mv: &PlayedMove,
    placements: &[Placement],
    (found, best): (&RootLine<Placement>, &RootLine<Placement>),
    played: Placement,
) -> Vec<(Placement, Option<i32>)> {
    let seen = search.beam().root_lines(found.depth);
    let value = |line: &RootLine<Placement>| {
        let loss = found.value.saturating_sub(line.value).max(0);
        best.value.saturating_sub(loss)
    };
    let found: Vec<_> = { seen.iter() }
        .map(|line| (after(mv, line.mv), value(line)))
        .collect();
    let mut others: Vec<_> = { placements.iter() }
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
