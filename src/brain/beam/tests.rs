//! The beam on a toy game, small enough to search by hand: each ply adds a digit, the
//! position is the sum, and the digits have prices.

use super::strand::{DEEPEST_EXPECTATION, IN_TURN};
use super::{BEFORE_PARTING, Beam, Limits, Progress, STRANDS};
use crate::brain::crew::Crew;
use crate::brain::game::{Child, Expectation, Game, Stop};
use std::sync::atomic::{AtomicU64, Ordering};

/// Adding digit `d` pays `prices[ply][d]`; a sum is worth nothing by itself, so what looks
/// best at once is not always best in the end.
#[derive(Debug)]
struct Digits {
    prices: Vec<[i32; 4]>,
    /// What makes two positions equal.
    same: Same,
    /// A sum that has no moves after the first ply.
    dead: Option<i32>,
    expanded: AtomicU64,
}

/// What makes two positions equal.
#[derive(Clone, Copy, Debug)]
enum Same {
    /// The same digits in the same order.
    Way,
    /// The same digits.
    Digits,
    /// The same sum.
    Sum,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Sum {
    sum: i32,
    way: u64,
}

const ROOT: Sum = Sum { sum: 0, way: 1 };

impl Digits {
    fn new(prices: &[[i32; 4]]) -> Digits {
        Digits {
            prices: prices.to_vec(),
            same: Same::Way,
            dead: None,
            expanded: AtomicU64::new(0),
        }
    }

    fn worth(at: Sum, depth: u32) -> i32 {
        (at.sum * 7) % 5 * depth as i32
    }

    /// The best total by trying everything.
    fn best(&self, at: Sum, ply: usize) -> i32 {
        if ply == self.prices.len() {
            return Digits::worth(at, 1);
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
        match self.same {
            Same::Way => at.way,
            Same::Digits => {
                let digits = std::iter::successors(Some(at.way), |way| Some(way / 4));
                let digits = digits.take_while(|&way| way > 1);
                digits.map(|way| 1 << (8 * (way % 4))).sum()
            }
            Same::Sum => at.sum as u64,
        }
    }

    fn expect(&self, at: &Sum, _ply: usize, depth: u32, _stop: Stop) -> Option<Expectation> {
        Some(Expectation {
            value: Digits::worth(*at, depth),
            nodes: 1,
        })
    }

    fn expectation_cost(&self, _depth: u32) -> u64 {
        1
    }
}

const PRICES: [[i32; 4]; 4] = [[9, 8, 0, 3], [1, 5, 4, 2], [0, 0, 7, 6], [3, 1, 4, 1]];

const WIDE: Limits = Limits {
    positions: 1_000_000,
    frontier: 1_000_000,
};

fn exhausted(game: Digits) -> Beam<Digits> {
    let mut beam = Beam::new(game, ROOT, WIDE);
    while beam.round(&Crew::of(1), u64::MAX, &|| false) == Progress::More {}
    beam
}

/// Whether every strand has taken all expectations of one unknown piece.
fn looks_deeper(beam: &Beam<Digits>) -> bool {
    beam.strands.iter().all(|s| s.expectations.depth >= 2)
}

/// The best expectation of one unknown piece.
fn best_expected(beam: &Beam<Digits>) -> Option<i32> {
    let leaves = beam.strands.iter().flat_map(|s| &s.expectations.leaves);
    leaves.filter(|l| l.depth == 1).map(|l| l.value).max()
}

/// Prices for a game that is too wide to be looked at whole.
fn wide_prices() -> Vec<[i32; 4]> {
    (0..9).map(|i| PRICES[i * 3 % 4]).collect()
}

/// A search that has parted.
fn parted(prices: &[[i32; 4]]) -> Beam<Digits> {
    let mut beam = Beam::new(Digits::new(prices), ROOT, WIDE);
    while beam.strands.len() == 1 {
        beam.round(&Crew::of(1), u64::MAX, &|| false);
    }
    beam
}

/// A look beyond the last layer ranks what it has seen before all else, and it sees the best
/// lines first.
#[test]
fn a_look_beyond_ranks_before_wider_beams() {
    let mut beam = Beam::new(Digits::new(&PRICES), ROOT, WIDE);
    let crew = Crew::of(1);
    for _ in 0..3 {
        beam.round(&crew, u64::MAX, &|| false);
    }
    let before = beam.standings();
    assert!(before.iter().all(|standing| standing.depth <= 5));
    beam.look_beyond(2, &crew, &|| false);
    let after = beam.standings();
    assert_eq!(after[0].depth, 6);
    assert!(after.iter().filter(|standing| standing.depth == 6).count() <= 2);
    let mut stopped = Beam::new(Digits::new(&PRICES), ROOT, WIDE);
    stopped.round(&crew, u64::MAX, &|| false);
    let before = stopped.standings();
    stopped.look_beyond(2, &crew, &|| true);
    assert_eq!(stopped.standings()[0].depth, before[0].depth);
}

#[test]
fn given_time_it_finds_the_best_line() {
    let best = Digits::new(&PRICES).best(ROOT, 0);
    let mut beam = Beam::new(Digits::new(&PRICES), ROOT, WIDE);
    while !looks_deeper(&beam) && beam.round(&Crew::of(1), u64::MAX, &|| false) == Progress::More {}
    assert_eq!(best_expected(&beam), Some(best));
}

#[test]
fn equal_positions_of_a_layer_are_expanded_once_unless_a_better_way_is_found() {
    let mut game = Digits::new(&[[0; 4]; 4]);
    game.same = Same::Sum;
    let beam = exhausted(game);
    // Sums 0, 0..=3, 0..=6 and 0..=9: without merging 1 + 4 + 16 + 64 would be expanded.
    assert_eq!(beam.game().expanded.load(Ordering::Relaxed), 1 + 4 + 7 + 10);
}

#[test]
fn nodes_are_children_and_expectations() {
    let mut game = Digits::new(&[[0; 4]; 4]);
    game.same = Same::Sum;
    let beam = exhausted(game);
    let children = (1 + 4 + 7 + 10) * 4;
    let leaves = 13;
    assert_eq!(
        beam.nodes(),
        children + leaves * u64::from(DEEPEST_EXPECTATION)
    );
}

#[test]
fn rerooting_gives_what_a_fresh_search_would() {
    for mv in 0..4u8 {
        let old = exhausted(Digits::new(&PRICES));
        let root = old.game().play(&ROOT, 0, mv);
        let rerooted = old.rerooted(Digits::new(&PRICES[1..]), &root);
        let rerooted = rerooted.expect("all root moves were looked at");
        let mut fresh = Beam::new(Digits::new(&PRICES[1..]), root, WIDE);
        while fresh.round(&Crew::of(1), u64::MAX, &|| false) == Progress::More {}
        assert_eq!(rerooted.standings(), fresh.standings());
        assert_eq!(rerooted.lines(9), fresh.lines(9));
        assert_eq!(rerooted.nodes(), 0);
    }
}

#[test]
fn a_rerooted_search_goes_on_to_the_best_line() {
    let old = exhausted(Digits::new(&PRICES));
    let mut longer = PRICES[1..].to_vec();
    longer.push([2, 0, 0, 5]);
    let root = old.game().play(&ROOT, 0, 1);
    let best = Digits::new(&longer).best(root, 0);
    let mut beam = old.rerooted(Digits::new(&longer), &root).expect("a child");
    assert_eq!(beam.standings()[0].depth, 3);
    while !looks_deeper(&beam) && beam.round(&Crew::of(1), u64::MAX, &|| false) == Progress::More {}
    assert_eq!(best_expected(&beam), Some(best));
}

#[test]
fn an_unknown_root_is_not_carried_over() {
    let beam = exhausted(Digits::new(&PRICES));
    let stranger = Sum { sum: 77, way: 77 };
    assert!(!beam.has_child(&stranger));
    assert!(
        beam.rerooted(Digits::new(&PRICES[1..]), &stranger)
            .is_none()
    );
}

#[test]
fn planted_lines_are_looked_at_first() {
    let line = vec![2, 0, 1, 3];
    let mut beam = Beam::new(Digits::new(&PRICES), ROOT, WIDE);
    beam.plant(&[line.clone(), vec![9, 9]]);
    assert_eq!(beam.lines(1), [line]);
    let standing = beam.standings()[0];
    assert_eq!((standing.mv, standing.depth), (2, 4));
}

#[test]
fn deeper_views_stand_before_shallower_ones_and_dead_ends_last() {
    let mut game = Digits::new(&[[100, 0, 0, 0], [0; 4], [0; 4]]);
    game.dead = Some(0);
    let standings = exhausted(game).standings();
    assert_eq!(standings.len(), 4);
    assert_eq!((standings[3].mv, standings[3].depth), (0, 1));
    assert!(standings[0].depth > 1);
}

#[test]
fn limits_hold_and_end_the_search() {
    let limits = Limits {
        positions: 9,
        frontier: 8,
    };
    let mut beam = Beam::new(Digits::new(&[[5, 4, 3, 2]; 6]), ROOT, limits);
    while beam.round(&Crew::of(1), u64::MAX, &|| false) == Progress::More {
        assert!(beam.strands.iter().all(|strand| strand.held() <= 9));
        let mut layers = beam.strands.iter().flat_map(|strand| &strand.layers);
        assert!(layers.all(|layer| layer.frontier.len() <= 8));
    }
    assert!(!beam.standings().is_empty());
}

#[test]
fn what_a_round_over_all_layers_was_told_to_leave_is_not_lost() {
    let prices: Vec<[i32; 4]> = (0..7).map(|i| PRICES[i * 3 % 4]).collect();
    let best = Digits::new(&prices).best(ROOT, 0);
    let mut beam = Beam::new(Digits::new(&prices), ROOT, WIDE);
    let asked = AtomicU64::new(0);
    let now_and_then = || asked.fetch_add(1, Ordering::Relaxed) % 90 == 89;
    let crew = Crew::of(2);
    while !looks_deeper(&beam) && beam.round(&crew, u64::MAX, &now_and_then) == Progress::More {}
    let rounds = beam.strands[0].round;
    assert!(rounds > IN_TURN, "{rounds} rounds");
    assert_eq!(best_expected(&beam), Some(best));
}

#[test]
fn a_round_ends_when_told() {
    let mut beam = Beam::new(Digits::new(&PRICES), ROOT, WIDE);
    assert_eq!(beam.round(&Crew::of(1), u64::MAX, &|| true), Progress::More);
    assert_eq!(beam.nodes(), 0);
    assert_eq!(beam.round(&Crew::of(1), 1, &|| false), Progress::More);
    assert_eq!(beam.nodes(), 4);
}

#[test]
fn a_search_parts_when_it_is_wide_and_nothing_is_lost_or_looked_at_twice() {
    let mut beam = parted(&wide_prices());
    assert_eq!(beam.strands.len(), STRANDS);
    assert!(beam.strands[0].round > BEFORE_PARTING);
    while beam.round(&Crew::of(1), u64::MAX, &|| false) == Progress::More {}
    let everything = (0..9).map(|ply| 4u64.pow(ply)).sum::<u64>();
    assert_eq!(beam.game().expanded.load(Ordering::Relaxed), everything);
    let best = Digits::new(&wide_prices()).best(ROOT, 0);
    assert_eq!(best_expected(&beam), Some(best));
}

#[test]
fn strands_find_the_same_on_any_number_of_threads() {
    let run = |threads, until| {
        let mut beam = Beam::new(Digits::new(&wide_prices()), ROOT, WIDE);
        let progress = beam.run(&Crew::of(threads), until, &|| false);
        assert!(progress == Progress::Done || beam.nodes() >= until);
        (beam.standings(), beam.nodes(), beam.lines(5))
    };
    for until in [500, 5_000, 60_000, u64::MAX] {
        let alone = run(1, until);
        assert_eq!(run(2, until), alone);
        assert_eq!(run(5, until), alone);
    }
}

#[test]
fn strands_share_the_limits() {
    let limits = Limits {
        positions: 2_000,
        frontier: 500,
    };
    let mut beam = Beam::new(Digits::new(&wide_prices()), ROOT, limits);
    while beam.round(&Crew::of(1), u64::MAX, &|| false) == Progress::More {}
    assert_eq!(beam.strands.len(), STRANDS);
    let held: usize = beam.strands.iter().map(|strand| strand.held()).sum();
    assert!((1_000..=2_000).contains(&held), "{held}");
}

/// Each strand has half of the candidates of every layer, the best ones by turns.
#[test]
fn candidates_are_dealt_out_evenly() {
    let mut whole = Beam::new(Digits::new(&wide_prices()), ROOT, WIDE);
    for _ in 0..BEFORE_PARTING {
        whole.round(&Crew::of(1), u64::MAX, &|| false);
    }
    let totals = |beam: &Beam<Digits>, strand: usize, depth: usize| {
        let frontier = &beam.strands[strand].layers[depth].frontier;
        let mut totals: Vec<i32> = frontier.iter().map(|entry| entry.total).collect();
        totals.sort_unstable_by_key(|&total| std::cmp::Reverse(total));
        totals
    };
    let before: Vec<Vec<i32>> = (0..9).map(|depth| totals(&whole, 0, depth)).collect();
    whole.part();
    for (depth, before) in before.iter().enumerate() {
        for strand in 0..STRANDS {
            let dealt = before.iter().skip(strand).step_by(STRANDS).copied();
            assert_eq!(totals(&whole, strand, depth), dealt.collect::<Vec<_>>());
        }
    }
}

/// Every line is looked at once, by whichever strand, in a search that was carried over.
#[test]
fn a_parted_search_is_carried_over_whole() {
    // Few enough plies for no candidate to be forgotten.
    let prices = &wide_prices()[..7];
    for mv in 0..4u8 {
        let old = parted(prices);
        let root = old.game().play(&ROOT, 0, mv);
        let foreseen = old.standings_after(&root);
        let mut beam = old
            .rerooted(Digits::new(&prices[1..]), &root)
            .expect("a child");
        assert_eq!(beam.standings()[0], foreseen[0]);
        while beam.round(&Crew::of(2), u64::MAX, &|| false) == Progress::More {}
        let leaves = beam.strands.iter().flat_map(|s| &s.expectations.leaves);
        let seen = leaves.filter(|leaf| leaf.depth == 1).count();
        assert_eq!(seen, 4usize.pow(6));
    }
}

/// Where one strand alone has anything below the new root, that one parts anew.
#[test]
fn a_search_that_has_lost_a_strand_parts_anew() {
    let mut beam = parted(&wide_prices());
    beam.strands.truncate(1);
    beam.round(&Crew::of(1), u64::MAX, &|| false);
    assert_eq!(beam.strands.len(), STRANDS);
}

/// Of a position that two strands have found since they parted, one of them plays the moves.
#[test]
fn strands_that_have_met_do_not_both_go_on_from_a_position() {
    let mut game = Digits::new(&[wide_prices(), wide_prices()].concat());
    game.same = Same::Digits;
    let mut beam = Beam::new(game, ROOT, WIDE);
    let mut known: Option<Vec<usize>> = None;
    let mut shared = 0;
    while beam.round(&Crew::of(1), u64::MAX, &|| false) == Progress::More {
        let layers = &beam.strands[0].layers;
        if beam.strands.len() == 1 {
            known = Some(layers.iter().map(|layer| layer.nodes.len()).collect());
            continue;
        }
        let known = known.as_deref().expect("rounds before parting");
        for (depth, layer) in layers.iter().enumerate().skip(3) {
            for node in &layer.nodes[known[depth]..] {
                let key = beam.game().key(&node.position);
                let stand = |strand: usize| {
                    let layer = &beam.strands[strand].layers[depth];
                    Some(&layer.nodes[layer.find(key)? as usize])
                };
                if let (Some(ours), Some(theirs)) = (stand(0), stand(1)) {
                    shared += 1;
                    assert!(ours.given_up || theirs.given_up);
                    assert!(ours.total != theirs.total || ours.given_up != theirs.given_up);
                }
            }
        }
    }
    assert!(shared > 0);
}
