//! Lists where a piece can lock on a board: `cargo run --example count_placements -- T`.

use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Board, Piece, movegen};
use std::error::Error;

/// The board, top row first. The T reaches the slot only by a spin.
const BOARD: &str = "
    ##........
    #...######
    ##.#######
";

fn main() -> Result<(), Box<dyn Error>> {
    let piece: Piece = std::env::args().nth(1).unwrap_or("T".into()).parse()?;
    let board: Board = BOARD.parse()?;

    let mut placements = Vec::new();
    movegen::placements(&GUIDELINE, &board, piece, &mut placements);
    for placement in &placements {
        println!("{placement}");
    }
    println!("{} placements", placements.len());
    Ok(())
}
