//! The limits of a search: nodes, known pieces, and a closure.

use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Randomizer, State};
use landfall_search::parameters::SearchParameters;
use landfall_search::{SearchLimits, SearchOptions, SearchResult, ThreadPool, search_position};
use std::sync::atomic::{AtomicU64, Ordering};

/// Searches five known pieces without rollouts, and one unknown piece ahead.
fn search(limits: &SearchLimits) -> SearchResult {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    for piece in [Piece::T, Piece::I, Piece::O, Piece::L, Piece::S] {
        state.push_piece(piece);
    }
    let options = SearchOptions {
        parameters: Some(SearchParameters {
            expectation_depth: 1,
            first_beam_nodes: 1 << 30,
            ..SearchParameters::DEFAULT
        }),
        ..SearchOptions::default()
    };
    search_position(&ThreadPool::new(2), &GUIDELINE, &options, &state, limits)
}

/// One of five pieces stays in the hold, and one unknown piece counts.
#[test]
fn depth_is_the_number_of_known_pieces_that_are_placed() {
    let deepest = |limits: SearchLimits| search(&limits).root_moves[0].depth;
    for plies in 1..=4 {
        let limits = SearchLimits::nodes(20_000).depth(plies);
        assert_eq!(deepest(limits) as usize, plies + 1);
    }
    assert_eq!(deepest(SearchLimits::nodes(20_000).depth(9)), 5);
    assert_eq!(deepest(SearchLimits::nodes(20_000).depth(0)), 2);
    assert_eq!(deepest(SearchLimits::nodes(20_000)), 5);
}

#[test]
fn the_closure_ends_a_search_without_other_limits() {
    let asked = AtomicU64::new(0);
    let limits = SearchLimits::default().until(|| asked.fetch_add(1, Ordering::Relaxed) >= 50);
    let result = search(&limits);
    assert!(!result.root_moves.is_empty());
    assert!(asked.load(Ordering::Relaxed) >= 50 && result.nodes > 0);
    let none = search(&SearchLimits::default().until(|| true));
    assert!(none.root_moves.is_empty(), "stopped before it began");
}

#[test]
fn nodes_bound_a_search_and_hardly_more_are_spent() {
    for nodes in [1_000, 10_000, 100_000] {
        let spent = search(&SearchLimits::nodes(nodes)).nodes;
        assert!((nodes..nodes + nodes / 4 + 500).contains(&spent), "{spent}");
    }
}
