//! The search under the rules of Pason.

use landfall_rules::board::WIDTH;
use landfall_rules::rulesets::PASON;
use landfall_rules::{Piece, Placement, Randomizer, State};
use landfall_search::{SearchLimits, SearchOptions, ThreadPool, search_position};

/// Moves that lose at once come last, whatever they clear.
#[test]
fn moves_that_lose_are_ranked_last() {
    let mut state = State::new(Randomizer::Uniform);
    for y in 0..17 {
        for x in 0..WIDTH as i8 {
            if x != y % 3 {
                state.board.fill(x, y);
            }
        }
    }
    for nodes in [1, 200, 5_000] {
        for queue in [&[Piece::I] as &[Piece], &[Piece::I, Piece::T, Piece::O]] {
            state.queue = queue.iter().copied().collect();
            let result = search_position(
                &ThreadPool::new(1),
                &PASON,
                &SearchOptions::default(),
                &state,
                &SearchLimits::nodes(nodes),
            );
            let loses: Vec<bool> = result
                .root_moves
                .iter()
                .map(|root_move| state.clone().play(&PASON, &root_move.mv).topped_out)
                .collect();
            assert!(loses.is_sorted(), "{nodes} nodes: {:?}", result.root_moves);
            // All lost positions are equal, so one move stands for all that lose.
            let safe = |p: &Placement| !state.clone().play(&PASON, p).topped_out;
            let safe = state
                .legal_placements(&PASON)
                .iter()
                .filter(|p| safe(p))
                .count();
            assert!(safe > 0 && loses.len() > safe, "{safe} of {}", loses.len());
            assert_eq!(loses.iter().filter(|&&lost| !lost).count(), safe);
        }
    }
}
