//! The search as a library: the same answer on any number of threads, more nodes, unknown pieces.

use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Queue, Randomizer, State};
use landfall_search::game::Game;
use landfall_search::tetris::TetrisGame;
use landfall_search::{
    Position, SearchLimits, SearchOptions, SearchResult, ThreadPool, search_position,
};
use std::sync::Arc;

pub fn state(board: &str, hold: Option<Piece>, queue: &str) -> State {
    let mut state = State::new(Randomizer::unknown());
    state.board = board.parse().expect("a drawn board");
    state.hold = hold;
    for piece in queue.parse::<Queue>().expect("a queue") {
        state.push_piece(piece);
    }
    state
}

/// Returns positions after some moves of seeded games played with few nodes.
fn positions(count: u64) -> Vec<State> {
    (0..count)
        .map(|seed| {
            let mut rng = SplitMix64::new(seed);
            let mut bag = Randomizer::SEVEN_BAG;
            let mut state = State::new(Randomizer::SEVEN_BAG);
            for _ in 0..4 + seed % 4 {
                state.push_piece(bag.sample(&mut rng));
            }
            for _ in 0..rng.below(20) {
                let result = search_position(
                    &ThreadPool::new(1),
                    &GUIDELINE,
                    &SearchOptions::default(),
                    &state,
                    &SearchLimits::nodes(500),
                );
                let taken = state.queue.len();
                state.play(&GUIDELINE, &result.root_moves[0].mv);
                for _ in state.queue.len()..taken {
                    state.push_piece(bag.sample(&mut rng));
                }
            }
            if seed % 3 == 0 {
                state
                    .board
                    .raise(&[0b11_1101_1111, 0b11_1101_1111, 0b01_1111_1111]);
            }
            state
        })
        .collect()
}

/// Searches a position on `threads` threads with `nodes` nodes.
pub fn search_on(threads: usize, state: &State, nodes: u64) -> SearchResult {
    search_position(
        &ThreadPool::new(threads),
        &GUIDELINE,
        &SearchOptions::default(),
        state,
        &SearchLimits::nodes(nodes),
    )
}

#[test]
fn the_same_nodes_give_the_same_result_on_any_number_of_threads() {
    for state in positions(12) {
        let results = [1, 2, 8].map(|threads| search_on(threads, &state, 20_000));
        assert_eq!(results[0], results[1], "2 threads:\n{:?}", state.board);
        assert_eq!(results[0], results[2], "8 threads:\n{:?}", state.board);
        assert!(results[0].nodes >= 20_000);
    }
}

#[test]
fn a_wide_search_does_not_depend_on_the_threads_either() {
    for state in positions(2) {
        let results = [1, 2, 5].map(|threads| search_on(threads, &state, 600_000));
        assert_eq!(results[0], results[1], "2 threads:\n{:?}", state.board);
        assert_eq!(results[0], results[2], "5 threads:\n{:?}", state.board);
    }
}

#[test]
fn more_nodes_never_find_a_worse_line() {
    for state in positions(6) {
        let best = [2_000, 8_000, 32_000].map(|nodes| {
            let result = search_position(
                &ThreadPool::new(1),
                &GUIDELINE,
                &SearchOptions::default(),
                &state,
                &SearchLimits::nodes(nodes),
            );
            (result.root_moves[0].depth, result.root_moves[0].value)
        });
        assert!(best[0] <= best[1] && best[1] <= best[2], "{best:?}");
    }
}

#[test]
fn with_one_known_piece_more_nodes_look_more_unknown_pieces_ahead() {
    let position = state("", Some(Piece::S), "L");
    let depths = [2_000, 60_000, 2_000_000].map(|nodes| {
        let result = search_position(
            &ThreadPool::new(2),
            &GUIDELINE,
            &SearchOptions::default(),
            &position,
            &SearchLimits::nodes(nodes),
        );
        assert!(result.nodes <= nodes + nodes / 4, "{}", result.nodes);
        result.root_moves[0].depth
    });
    assert!(
        depths[0] <= 2 && depths[1] == 3 && depths[2] == 8,
        "{depths:?}"
    );
}

#[test]
fn the_value_is_a_mean_over_the_unknown_piece() {
    // Only the piece that comes next fills the well; the bag decides how likely it is.
    let board = "
        #########.
        #########.
        #########.
        #########.
    ";
    let value = |current: [u8; 7]| {
        let mut position = state(board, None, "O");
        position.randomizer = Randomizer::Bag {
            current,
            filled: [1; 7],
        };
        let game = TetrisGame::new(&GUIDELINE, Arc::default(), &position);
        game.expectation(&Position::from_state(&position), 1).value
    };
    let (certain, never) = (value([1, 0, 0, 0, 0, 0, 0]), value([0, 1, 0, 0, 0, 0, 0]));
    assert!(certain > never);
    assert_eq!(value([1, 1, 0, 0, 0, 0, 0]), (certain + never) / 2);
    assert_eq!(value([3, 1, 0, 0, 0, 0, 0]), (3 * certain + never) / 4);
}

/// A narrow beam needs its nodes for plies; the root keeps all moves.
#[test]
fn the_fewer_nodes_the_fewer_moves_of_a_piece() {
    let state = state("#..##...#.\n##.###.##.", Some(Piece::O), "OT");
    let moves = |ply, nodes| {
        let game = SearchOptions::default()
            .game(&GUIDELINE, &state)
            .with_node_budget(nodes);
        let mut moves = Vec::new();
        game.expand(&Position::from_state(&state), ply, &mut moves);
        moves.len()
    };
    let by_nodes = [Some(1_000), Some(1_001), Some(10_001), None].map(|nodes| moves(1, nodes));
    assert!(
        by_nodes[0] < by_nodes[1] && by_nodes[1] < by_nodes[2],
        "{by_nodes:?}"
    );
    assert_eq!(by_nodes[2], by_nodes[3]);
    assert_eq!(moves(0, Some(1)), moves(0, None));
}
