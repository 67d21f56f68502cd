//! Prints the cheapest inputs to each placement of a T that spins: `cargo run --example path_of_inputs`.

use landfall_rules::path::{MoveCosts, PieceMoves, played_inputs};
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Board, Piece, Randomizer, Spin, State};
use std::error::Error;

/// The board, top row first.
const BOARD: &str = "
    xx........
    x...xxxxxx
    xx.xxxxxxx
";

fn main() -> Result<(), Box<dyn Error>> {
    let rules = &GUIDELINE;
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = BOARD.parse::<Board>()?;
    state.push_piece(Piece::T);
    state.push_piece(Piece::O);

    let moves = PieceMoves::new(rules, &state.board, Piece::T);
    let appears = moves.spawn().ok_or("the T has no room")?;
    // By default an input costs 1, and a soft drop 1 for each row.
    let spins = state.legal_placements(rules).into_iter();
    for mv in spins.filter(|mv| mv.spin != Spin::None) {
        let route = state.route(rules, &mv, MoveCosts::default());
        let route = route.ok_or("a legal placement can be reached")?;
        println!("{mv}: {} inputs: {route}", route.inputs.len());
        let played = played_inputs(rules, &state.board, &moves, appears, &route.inputs);
        assert_eq!(played, mv, "the inputs lead back to the placement");
    }
    Ok(())
}
