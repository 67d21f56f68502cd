//! The beam on a toy game, small enough to search by hand: each ply adds a digit, the
//! position is the sum, and the digits have prices.

use super::{BASE_CANDIDATES, Beam, BeamLimits, MIN_PARALLEL_BATCH, SearchStatus};
use crate::game::{Child, Expectation, Game, ShouldStop};
use crate::parameters::SearchParameters;
use crate::threads::ThreadPool;
use smallvec::smallvec;
use std::sync::atomic::{AtomicU64, Ordering};

/// Adding digit `d` pays `prices[ply][d]`; a sum has no value by itself, so the best digit is not
/// always best in the end.
#[derive(Debug)]
struct Digits {
    prices: Vec<[i32; 4]>,
    /// Whether equal sums are one position, or digits in another order are another position.
    merge: bool,
    /// A sum that has no moves after the first ply.
    dead: Option<i32>,
    expanded: AtomicU64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Sum {
    sum: i32,
    way: u64,
}

/// A lookahead with some plies left.
struct SumLookahead {
    at: Sum,
    depth: u32,
    left: u32,
}

const ROOT: Sum = Sum { sum: 0, way: 1 };

impl Digits {
    fn new(prices: &[[i32; 4]]) -> Digits {
        Digits {
            prices: prices.to_vec(),
            merge: false,
            dead: None,
            expanded: AtomicU64::new(0),
        }
    }

    fn value(at: Sum, depth: u32) -> i32 {
        (at.sum * 7) % 5 * depth as i32
    }

    /// The best total by trying everything.
    fn best(&self, at: Sum, ply: usize) -> i32 {
        if ply == self.prices.len() {
            return Digits::value(at, 1);
        }
        (0..4)
            .map(|d| self.prices[ply][d as usize] + self.best(self.play(&at, ply, d), ply + 1))
            .max()
            .unwrap_or(0)
    }
}

impl Game for Digits {
    type Position = Sum;
    type Move = u8;
    type Lookahead = SumLookahead;

    fn plies(&self) -> usize {
        self.prices.len()
    }

    fn expand(&self, at: &Sum, ply: usize, out: &mut Vec<Child<u8>>) {
        self.expanded.fetch_add(1, Ordering::Relaxed);
        if ply == 0 || Some(at.sum) != self.dead {
            out.extend((0..4).map(|d| Child {
                mv: d as u8,
                reward: self.prices[ply][d],
                eval: 0,
            }));
        }
    }

    fn play(&self, at: &Sum, _ply: usize, mv: u8) -> Sum {
        Sum {
            sum: at.sum + i32::from(mv),
            way: at.way * 4 + u64::from(mv),
        }
    }

    fn key(&self, at: &Sum) -> u64 {
        if self.merge { at.sum as u64 } else { at.way }
    }

    fn expectation(&self, at: &Sum, _ply: usize) -> Expectation {
        Expectation {
            value: Digits::value(*at, 1),
            nodes: 1,
        }
    }

    fn begin_lookahead(&self, at: &Sum, _ply: usize, depth: u32) -> SumLookahead {
        SumLookahead {
            at: *at,
            depth,
            left: depth,
        }
    }

    /// Looks one ply further at a time.
    fn continue_lookahead(
        &self,
        lookahead: &mut SumLookahead,
        stop: ShouldStop,
    ) -> Option<Expectation> {
        while lookahead.left > 0 {
            if stop() {
                return None;
            }
            lookahead.left -= 1;
        }
        Some(Expectation {
            value: Digits::value(lookahead.at, lookahead.depth),
            nodes: 1,
        })
    }

    fn expectation_cost(&self, _depth: u32) -> u64 {
        1
    }
}

const PRICES: [[i32; 4]; 4] = [[9, 8, 0, 3], [1, 5, 4, 2], [0, 0, 7, 6], [3, 1, 4, 1]];

const DEFAULTS: SearchParameters = SearchParameters::DEFAULT;

const WIDE: BeamLimits = BeamLimits {
    nodes: 1_000_000,
    candidates: 1_000_000,
    base_candidates: BASE_CANDIDATES,
};

fn exhausted(game: Digits) -> Beam<Digits> {
    let mut beam = Beam::new(game, ROOT, WIDE);
    while beam.advance(&ThreadPool::new(1), u64::MAX, &|| false, &mut |_| {})
        == SearchStatus::Unfinished
    {}
    beam
}

/// Returns as many lines as asked for, the best first, and does not change the rest of the search.
#[test]
fn the_best_lines_are_known_at_any_time() {
    let pool = ThreadPool::new(1);
    let [mut asked, mut left] = [(); 2].map(|()| Beam::new(Digits::new(&PRICES), ROOT, WIDE));
    for beam in [&mut asked, &mut left] {
        for _ in 0..3 {
            beam.advance(&pool, u64::MAX, &|| false, &mut |_| {});
        }
    }
    assert!(asked.best_lines(99).len() < 40);
    asked.fill_last_layer(40);
    let lines = asked.best_lines(40);
    assert_eq!(lines.len(), 40);
    let rewards = |moves: &[u8]| -> i32 {
        let paid = moves.iter().zip(PRICES);
        paid.map(|(&mv, prices)| prices[usize::from(mv)]).sum()
    };
    assert!(lines.iter().all(|moves| moves.len() == PRICES.len()));
    assert!(lines.is_sorted_by_key(|moves| -rewards(moves)));
    for beam in [&mut asked, &mut left] {
        while beam.advance(&pool, u64::MAX, &|| false, &mut |_| {}) == SearchStatus::Unfinished {}
    }
    assert_eq!(asked.root_moves(), left.root_moves());
}

/// Leaves come the best first, each once, and not too many with the same first move.
#[test]
fn the_best_leaves_are_returned() {
    let beam = exhausted(Digits::new(&PRICES));
    let leaves = beam.leaves(12, 2);
    let firsts = (0..4).map(|mv| leaves.iter().filter(|leaf| leaf.first_move == mv).count());
    assert_eq!(firsts.collect::<Vec<_>>(), [2; 4], "two of each are all");
    assert!(leaves.is_sorted_by_key(|leaf| -leaf.value));
    let mut numbers: Vec<u32> = leaves.iter().map(|leaf| leaf.id).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(
        numbers.len(),
        leaves.len(),
        "each was evaluated more than once"
    );
    let best = |depth| leaves[0].reward + Digits::value(leaves[0].position, depth);
    assert_eq!(
        leaves[0].value,
        best(DEFAULTS.expectation_depth),
        "the deepest look"
    );
    assert_eq!(beam.leaves(3, 9).len(), 3);
    let fresh = Beam::new(Digits::new(&PRICES), ROOT, WIDE);
    assert!(fresh.leaves(3, 9).is_empty());
}

#[test]
fn given_time_it_finds_the_best_line() {
    let best = Digits::new(&PRICES).best(ROOT, 0);
    let mut beam = Beam::new(Digits::new(&PRICES), ROOT, WIDE);
    while beam.expectations.depth < 2
        && beam.advance(&ThreadPool::new(1), u64::MAX, &|| false, &mut |_| {})
            == SearchStatus::Unfinished
    {}
    let found = beam.expectations.leaves.iter().filter(|l| l.depth == 1);
    assert_eq!(found.map(|l| l.value).max(), Some(best));
}

#[test]
fn equal_positions_of_a_layer_are_expanded_once_unless_a_better_line_is_found() {
    let mut game = Digits::new(&[[0; 4]; 4]);
    game.merge = true;
    let beam = exhausted(game);
    // Sums 0, 0..=3, 0..=6 and 0..=9: without merging 1 + 4 + 16 + 64 would be expanded.
    assert_eq!(beam.game().expanded.load(Ordering::Relaxed), 1 + 4 + 7 + 10);
}

#[test]
fn nodes_are_children_and_expectations() {
    let mut game = Digits::new(&[[0; 4]; 4]);
    game.merge = true;
    let beam = exhausted(game);
    let children = (1 + 4 + 7 + 10) * 4;
    let leaves = 13;
    assert_eq!(
        beam.nodes(),
        children + leaves * u64::from(DEFAULTS.expectation_depth)
    );
}

#[test]
fn replies_are_scored_as_in_a_search_from_there() {
    for mv in 0..4u8 {
        let old = exhausted(Digits::new(&PRICES));
        let root = old.game().play(&ROOT, 0, mv);
        let mut fresh = Beam::new(Digits::new(&PRICES[1..]), root, WIDE);
        while fresh.advance(&ThreadPool::new(1), u64::MAX, &|| false, &mut |_| {})
            == SearchStatus::Unfinished
        {}
        assert_eq!(old.child_root_moves(&root), fresh.root_moves());
        assert_eq!(old.child_best_lines(&root, 9), fresh.best_lines(9));
    }
}

#[test]
fn nothing_is_known_of_what_follows_an_unrelated_position() {
    let unrelated = Sum { sum: 77, way: 77 };
    let old = exhausted(Digits::new(&PRICES));
    let young = Beam::new(Digits::new(&PRICES), ROOT, WIDE);
    for beam in [old, young] {
        assert_eq!(beam.child_root_moves(&unrelated), []);
        assert!(beam.child_best_lines(&unrelated, 9).is_empty());
    }
}

#[test]
fn a_search_that_is_extended_goes_on_to_the_best_line() {
    let mut beam = exhausted(Digits::new(&PRICES));
    let mut longer = PRICES.to_vec();
    longer.push([2, 0, 0, 5]);
    let best = Digits::new(&longer).best(ROOT, 0);
    beam.extend(Digits::new(&longer));
    assert_eq!(beam.nodes(), 0);
    assert_eq!(beam.root_moves()[0].depth, PRICES.len() as u32);
    while beam.expectations.depth < 2
        && beam.advance(&ThreadPool::new(1), u64::MAX, &|| false, &mut |_| {})
            == SearchStatus::Unfinished
    {}
    let found = beam.expectations.leaves.iter().filter(|l| l.depth == 1);
    assert_eq!(found.map(|l| l.value).max(), Some(best));
}

#[test]
fn inserted_lines_are_searched_first() {
    let line = smallvec![2, 0, 1, 3];
    let mut beam = Beam::new(Digits::new(&PRICES), ROOT, WIDE);
    beam.insert_lines(&[line.clone(), smallvec![9, 9]]);
    assert_eq!(beam.best_lines(1), std::slice::from_ref(&line));
    let root_move = beam.root_moves()[0];
    assert_eq!((root_move.mv, root_move.depth), (2, 4));
    let nodes = beam.nodes();
    beam.insert_lines(&[line]);
    assert_eq!(beam.nodes(), nodes, "nothing is expanded twice");
}

#[test]
fn deeper_lines_stand_before_shallower_ones_and_dead_ends_last() {
    let mut game = Digits::new(&[[100, 0, 0, 0], [0; 4], [0; 4]]);
    game.dead = Some(0);
    let root_moves = exhausted(game).root_moves();
    assert_eq!(root_moves.len(), 4);
    assert_eq!((root_moves[3].mv, root_moves[3].depth), (0, 1));
    assert!(root_moves[0].depth > 1);
}

/// A long search continues with the candidates that were kept.
#[test]
fn a_search_that_may_keep_more_evaluates_more() {
    let evaluated = |spare| {
        let prices: Vec<[i32; 4]> = (0..6).map(|i| PRICES[i % 4]).collect();
        let limits = BeamLimits {
            base_candidates: spare,
            ..WIDE
        };
        let mut beam = Beam::new(Digits::new(&prices), ROOT, limits);
        while beam.expectations.depth < 2
            && beam.advance(&ThreadPool::new(1), u64::MAX, &|| false, &mut |_| {})
                == SearchStatus::Unfinished
        {}
        beam.nodes()
    };
    assert!(
        evaluated(8) < evaluated(64),
        "{} {}",
        evaluated(8),
        evaluated(64)
    );
    assert_eq!(
        evaluated(1 << 12),
        evaluated(BASE_CANDIDATES),
        "all that there is"
    );
}

#[test]
fn limits_hold_and_end_the_search() {
    let limits = BeamLimits {
        nodes: 9,
        candidates: 8,
        base_candidates: BASE_CANDIDATES,
    };
    let mut beam = Beam::new(Digits::new(&[[5, 4, 3, 2]; 6]), ROOT, limits);
    while beam.advance(&ThreadPool::new(1), u64::MAX, &|| false, &mut |_| {})
        == SearchStatus::Unfinished
    {
        assert!(beam.layer_update().node_count() <= 9);
        assert!(beam.layers.iter().all(|l| l.frontier.len() <= 8));
    }
    assert!(!beam.root_moves().is_empty());
}

#[test]
fn positions_of_a_stopped_parallel_round_are_not_lost() {
    let prices: Vec<[i32; 4]> = (0..7).map(|i| PRICES[i * 3 % 4]).collect();
    let best = Digits::new(&prices).best(ROOT, 0);
    let mut beam = Beam::new(Digits::new(&prices), ROOT, WIDE);
    let asked = AtomicU64::new(0);
    let now_and_then = || asked.fetch_add(1, Ordering::Relaxed) % 90 == 89;
    let pool = ThreadPool::new(2);
    while beam.expectations.depth < 2
        && beam.advance(&pool, u64::MAX, &now_and_then, &mut |_| {}) == SearchStatus::Unfinished
    {
    }
    assert!(
        beam.rounds > 2 * MIN_PARALLEL_BATCH,
        "{} rounds",
        beam.rounds
    );
    let found = beam.expectations.leaves.iter().filter(|l| l.depth == 1);
    assert_eq!(found.map(|l| l.value).max(), Some(best));
}

#[test]
fn a_round_ends_when_it_should_stop_but_not_before_its_first_layer() {
    let mut beam = Beam::new(Digits::new(&PRICES), ROOT, WIDE);
    for nodes in [4, 20] {
        assert_eq!(
            beam.advance(&ThreadPool::new(1), u64::MAX, &|| true, &mut |_| {}),
            SearchStatus::Unfinished
        );
        assert_eq!(beam.nodes(), nodes);
    }
    let mut beam = Beam::new(Digits::new(&PRICES), ROOT, WIDE);
    assert_eq!(
        beam.advance(&ThreadPool::new(1), 1, &|| false, &mut |_| {}),
        SearchStatus::Unfinished
    );
    assert_eq!(beam.nodes(), 4);
}

/// Nothing is evaluated twice or left out, whatever is interrupted: rounds from layer to layer,
/// parallel rounds, or lookaheads.
#[test]
fn a_search_that_is_stopped_all_the_time_ends_as_one_that_is_not() {
    let prices: Vec<[i32; 4]> = (0..5).map(|i| PRICES[i * 3 % 4]).collect();
    let whole = exhausted(Digits::new(&prices));
    for (threads, pieces) in [(1, 1), (1, 7), (2, 1), (3, 90)] {
        let mut beam = Beam::new(Digits::new(&prices), ROOT, WIDE);
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) % pieces == pieces - 1;
        let pool = ThreadPool::new(threads);
        while beam.advance(&pool, u64::MAX, &stop, &mut |_| {}) == SearchStatus::Unfinished {}
        assert_eq!(beam.nodes(), whole.nodes(), "{threads} {pieces}");
        assert_eq!(beam.rounds, whole.rounds, "{threads} {pieces}");
        assert_eq!(beam.root_moves(), whole.root_moves());
        assert_eq!(beam.best_lines(9), whole.best_lines(9));
        let expanded = |beam: &Beam<Digits>| beam.game().expanded.load(Ordering::Relaxed);
        assert_eq!(expanded(&beam), expanded(&whole));
    }
    assert!(whole.rounds > MIN_PARALLEL_BATCH, "most are parallel");
}

/// A stop leaves rounds in flight; a new piece must not lose them.
#[test]
fn a_search_that_is_extended_amid_parallel_rounds_loses_nothing() {
    let prices: Vec<[i32; 4]> = (0..6).map(|i| PRICES[i * 3 % 4]).collect();
    let best = Digits::new(&prices).best(ROOT, 0);
    for calls in (100..900).step_by(100) {
        let pool = ThreadPool::new(2);
        let mut beam = Beam::new(Digits::new(&prices[..5]), ROOT, WIDE);
        while beam.layer_update().batch_size() < MIN_PARALLEL_BATCH {
            beam.advance(&pool, u64::MAX, &|| false, &mut |_| {});
        }
        let asked = AtomicU64::new(0);
        let stop_soon = || asked.fetch_add(1, Ordering::Relaxed) > calls;
        assert_eq!(
            beam.advance(&pool, u64::MAX, &stop_soon, &mut |_| {}),
            SearchStatus::Unfinished
        );
        beam.extend(Digits::new(&prices));
        while beam.expectations.depth < 2
            && beam.advance(&pool, u64::MAX, &|| false, &mut |_| {}) == SearchStatus::Unfinished
        {
        }
        let found = beam.expectations.leaves.iter().filter(|l| l.depth == 1);
        assert_eq!(found.map(|l| l.value).max(), Some(best), "{calls} calls");
        assert_eq!(beam.layers[6].nodes.len(), 4usize.pow(6), "{calls} calls");
    }
}
