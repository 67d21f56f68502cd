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
    let letter = std::env::args().nth(1).unwrap_or("T".into());
    let piece = letter
        .chars()
        .next()
        .and_then(|letter| Piece::try_from(letter).ok());
    let piece = piece.ok_or("give one of the pieces I O T L J S Z")?;
    let board = BOARD.parse::<Board>()?;

    let mut placements = Vec::new();
    movegen::placements(&GUIDELINE, &board, piece, &mut placements);
    for placement in &placements {
        println!(
            "{:?} {:?} at column {}, row {}, spin {:?}",
            placement.piece, placement.rotation, placement.x, placement.y, placement.spin
        );
    }
    println!("{} placements", placements.len());
    Ok(())
}
