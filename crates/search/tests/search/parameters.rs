//! Each parameter of the search changes its result.

use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Queue, Randomizer, State};
use landfall_search::{SearchLimits, SearchOptions, SearchResult, ThreadPool, search_position};

/// Searches a position with these known pieces, with parameters set.
fn searched(queue: &str, nodes: u64, set: &[&str]) -> SearchResult {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    for piece in queue.parse::<Queue>().expect("a queue") {
        state.push_piece(piece);
    }
    let set: Vec<_> = set.iter().map(|text| text.parse().expect(text)).collect();
    let options = SearchOptions::default().with_assignments(&set);
    let options = options.expect("different names");
    let limits = SearchLimits::nodes(nodes);
    search_position(&ThreadPool::new(1), &GUIDELINE, &options, &state, &limits)
}

#[test]
fn the_beam_and_the_rollouts_follow_their_parameters() {
    // Comparisons begin early, so that few nodes are enough.
    let few = "first_beam_nodes=5000";
    let usual = searched("IOTJLSZ", 150_000, &[few]);
    assert_eq!(usual, searched("IOTJLSZ", 150_000, &[few, "leaf_cost=4"]));
    for changed in [
        "initial_batch=20",
        "batch_growth=9",
        "leaf_cost=20",
        "max_plies=3",
        "first_rollouts=3",
        "rollout_arms=3",
        "rollout_arms_per_move=1",
        "rollout_plies=1",
        "rollout_width=1",
        "rollout_prior=64",
    ] {
        let found = searched("IOTJLSZ", 150_000, &[few, changed]);
        assert!(found != usual, "{changed}");
    }
    assert!(searched("IOTJLSZ", 150_000, &[]) != usual);
    // Counts only where batches grow faster.
    let fast = [few, "batch_growth=60"];
    let narrow = [few, "batch_growth=60", "max_batch=16"];
    assert!(searched("IOTJLSZ", 150_000, &fast) != searched("IOTJLSZ", 150_000, &narrow));
}

#[test]
fn expectations_look_as_far_and_as_wide_as_they_are_told() {
    let usual = searched("T", 200_000, &[]);
    for changed in ["expectation_depth=1", "expectimax_branches=1"] {
        assert!(searched("T", 200_000, &[changed]) != usual, "{changed}");
    }
}

#[test]
fn late_moves_are_pruned_as_the_parameters_say() {
    for (nodes, changed) in [
        (500, "late_moves_from_few=8"),
        (500, "few_nodes=400"),
        (2_000, "late_moves_from=12"),
        (2_000, "late_move_nodes=1000"),
        (2_000, "few_nodes=3000"),
    ] {
        let usual = searched("IOTJLSZ", nodes, &[]);
        assert_eq!(usual, searched("IOTJLSZ", nodes, &["leaf_cost=4"]));
        let found = searched("IOTJLSZ", nodes, &[changed]);
        assert!(found != usual, "{nodes} nodes, {changed}");
    }
}

/// A search with any value of the ranges ends and finds moves.
#[test]
fn the_ends_of_the_ranges_can_be_searched() {
    for parameter in landfall_search::parameters::Parameter::all() {
        if parameter.is_weight() {
            continue;
        }
        for value in [parameter.range.start(), parameter.range.end()] {
            let set = format!("{}={value}", parameter.name);
            let found = searched(
                "TSZOL",
                20_000,
                &["first_beam_nodes=2000", &set]
                    [usize::from(parameter.name == "first_beam_nodes")..],
            );
            assert!(!found.root_moves.is_empty(), "{set}");
        }
    }
}
