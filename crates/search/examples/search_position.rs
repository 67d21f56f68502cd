//! Searches a position and prints the best moves:
//! `cargo run --release --example search_position -- 100000` searches 100,000 nodes.

use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Randomizer, State};
use landfall_search::{SearchLimits, SearchOptions, ThreadPool, search_position};
use std::error::Error;

/// The board, top row first.
const BOARD: &str = "
    #.........
    ##.....###
    ####.#####
    ####.#####
";

fn main() -> Result<(), Box<dyn Error>> {
    let nodes = match std::env::args().nth(1) {
        Some(nodes) => nodes.parse()?,
        None => 20_000,
    };
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = BOARD.parse()?;
    for piece in [Piece::T, Piece::I, Piece::O, Piece::L, Piece::S] {
        state.push_piece(piece);
    }

    // The number of threads does not change the result.
    let pool = ThreadPool::new(2);
    let options = SearchOptions::default();
    let limits = SearchLimits::nodes(nodes);
    let result = search_position(&pool, &GUIDELINE, &options, &state, &limits);

    println!("{} nodes", result.nodes);
    for root_move in result.root_moves.iter().take(5) {
        let mv = root_move.mv;
        println!(
            "{:?} {:?} at column {}, row {}: value {}, depth {}",
            mv.piece, mv.rotation, mv.x, mv.y, root_move.value, root_move.depth
        );
    }
    Ok(())
}
