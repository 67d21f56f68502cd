//! The best move of a position and the one that was played, searched to one depth.
//!
//! The search gets what the player could see: board, hold, the pieces in view, the garbage that
//! has arrived, and how high the opponents' boards are. The played move has a search of its own,
//! since the search of all moves may drop it early.

use crate::opponent::Opponent;
use landfall_replay::game::RecordedMove;
use landfall_rules::{Placement, Ruleset, State};
use landfall_search::{
    Beam, BeamLimits, Game, MoveSearch, OpponentDanger, Position, RootLine, SearchStatus,
    ShouldStop, TetrisGame, TetrisSearch, ThreadPool, WaitingGarbage, Weights,
};
use std::sync::Arc;

/// How deep to look.
#[derive(Clone, Debug)]
pub struct JudgeOptions {
    /// Nodes for each position. A played move that is not the best has a quarter of them more, but
    /// 4,000 at least.
    pub nodes: u64,
    /// Most pieces looked ahead, at least 1; without it all that the player saw.
    pub depth: Option<u32>,
    /// Most bytes that a search may hold.
    pub memory: usize,
    /// Weights of the evaluation; without them those that are made for the rules.
    pub weights: Option<Arc<Weights>>,
}

/// The nodes for each position if nobody says otherwise.
pub const DEFAULT_NODES: u64 = 50_000;

/// Nodes that every position gets, however short the time is: a search of fewer knows nothing.
const MIN_NODES: u64 = 2_000;

impl Default for JudgeOptions {
    /// Returns [`DEFAULT_NODES`], all pieces in view, 64 MiB, and the weights of each ruleset.
    fn default() -> JudgeOptions {
        JudgeOptions {
            nodes: DEFAULT_NODES,
            depth: None,
            memory: 64 << 20,
            weights: None,
        }
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
    /// All other moves that the rules lead to, the best first, with their values at that depth. `None`
    /// for those that the search dropped before.
    pub others: Vec<(Placement, Option<i32>)>,
    /// The value of a line sent.
    pub line_value: i32,
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
}

impl Judgement {
    /// Returns whether no move is better than the played one.
    pub fn is_best(&self) -> bool {
        self.played.line[0] == self.best.mv
    }
}

/// Searches the position before a move, and the move. The same move and options give the same
/// judgement, unless `enough` returns true before the nodes are spent: then the position is not
/// searched further, and the move as well as it was. `None` if `stop` returned true first.
pub fn judge(
    mv: &PlayedMove,
    options: &JudgeOptions,
    enough: ShouldStop,
    stop: ShouldStop,
) -> Option<Judgement> {
    let weights = { options.weights.clone() }.unwrap_or_else(|| Weights::for_rules(mv.rules));
    let line_value = weights.attack.max(1);
    let pool = ThreadPool::new(1);
    let mut search = search_of(mv, options, weights);
    let is_over = || enough() || stop();
    // In one go if there is time, as players search: a pause would change what is found.
    run(&mut search, &pool, options.nodes, &is_over);
    run(&mut search, &pool, options.nodes.min(MIN_NODES), stop);
    if stop() {
        return None;
    }
    let played = mv.rules.rotation.canonical(mv.recorded.placement);
    let state = &mv.recorded.state;
    let placements = state.placements(mv.rules);
    let reachable = placements.contains(&played);
    let Some(best) = search.root_lines(1).pop() else {
        return Some(only_move(&search, played, line_value));
    };
    let (best, own) = if leads_to_same(mv, best.mv, played) {
        let line = renamed(best, played);
        let own = PlayedLine {
            value: Some(line.value),
            line: line.line.clone(),
        };
        (line, own)
    } else {
        better_first(best, played_line(&search, played, &pool, stop)?)
    };
    let others = other_moves(&search, mv, &placements, &best, played);
    Some(Judgement {
        best: RootLine {
            line: known_part(&search, mv, best.line),
            ..best
        },
        played: PlayedLine {
            line: known_part(&search, mv, own.line),
            ..own
        },
        others,
        line_value,
        reachable,
    })
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
    let boards: Vec<_> = mv.opponents.iter().map(|other| other.board).collect();
    let mut weights =
        Weights::clone(&weights.for_opponent(OpponentDanger::from_boards(rules, &boards)));
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

/// Searches the played move alone. `None` if `stop` returned true first.
fn played_line(
    search: &TetrisSearch,
    played: Placement,
    pool: &ThreadPool,
    stop: ShouldStop,
) -> Option<PlayedLine> {
    let alone = MoveSearch::new(search, played);
    let alone = alone.or_else(|| MoveSearch::of_unreachable(search, played));
    let line = match alone {
        Some(mut alone) => {
            while !alone.is_final(search) {
                if stop() {
                    return None;
                }
                alone.advance(search, pool, u64::MAX, stop);
            }
            alone.line(search)
        }
        None => None,
    };
    Some(match line {
        Some(line) => PlayedLine {
            value: Some(line.value),
            line: line.line,
        },
        None => PlayedLine {
            value: None,
            line: vec![played],
        },
    })
}

/// Returns the two lines; the played one in the place of the best if that is not better.
fn better_first(
    best: RootLine<Placement>,
    played: PlayedLine,
) -> (RootLine<Placement>, PlayedLine) {
    match played.value {
        Some(value) if value >= best.value => {
            let line = RootLine {
                mv: played.line[0],
                value,
                line: played.line.clone(),
                ..best
            };
            (line, played)
        }
        _ => (best, played),
    }
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

/// Returns the line with another first move.
fn renamed(mut line: RootLine<Placement>, mv: Placement) -> RootLine<Placement> {
    line.mv = mv;
    line.line[0] = mv;
    line
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
fn only_move(search: &TetrisSearch, played: Placement, line_value: i32) -> Judgement {
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
        },
        others: Vec::new(),
        line_value,
        reachable: false,
    }
}

/// Returns the moves that are neither best nor played, with their values, none above the best.
fn other_moves(
    search: &TetrisSearch,
    mv: &PlayedMove,
    placements: &[Placement],
    best: &RootLine<Placement>,
    played: Placement,
) -> Vec<(Placement, Option<i32>)> {
    let seen = search.beam().root_lines(best.depth);
    let value = |line: &RootLine<Placement>| line.value.min(best.value);
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
