//! A bot of the Tetris Bot Protocol that builds a low stack with few covered cells. Watch it with
//! `landfall watch --bot target/debug/examples/minimal_tbp_bot`.

use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Board, Placement, Randomizer, State};
use landfall_tbp::convert::{to_move, to_piece, to_placement, to_state};
use landfall_tbp::messages::FrontendMessage::{NewPiece, Play, Quit, Rules, Start, Suggest};
use landfall_tbp::messages::{BotMessage, Info};
use std::error::Error;
use std::io::stdin;

fn main() -> Result<(), Box<dyn Error>> {
    send(&BotMessage::Info(Info {
        name: "minimal".into(),
        version: "1".into(),
        author: "an example".into(),
        features: Vec::new(),
    }))?;
    let mut state = State::new(Randomizer::SEVEN_BAG);
    for line in stdin().lines() {
        // A line that is not a message is ignored.
        match landfall_tbp::parse(line?.as_bytes()).unwrap_or(None) {
            Some(Rules(_)) => send(&BotMessage::Ready)?,
            Some(Start(start)) => state = to_state(&GUIDELINE, &start, Randomizer::SEVEN_BAG)?,
            Some(NewPiece { piece }) => state.push_piece(to_piece(piece)),
            Some(Play(play)) => {
                state.try_play(&GUIDELINE, &to_placement(&GUIDELINE, &play.mv)?)?;
            }
            Some(Suggest) => {
                let mv = best(&state).map(|placement| to_move(&GUIDELINE, &placement));
                let (moves, move_info) = (Vec::from_iter(mv), None);
                send(&BotMessage::Suggestion { moves, move_info })?;
            }
            Some(Quit) => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}

/// Returns the placement with the lowest cost; `None` if there is no placement.
fn best(state: &State) -> Option<Placement> {
    let placements = state.legal_placements(&GUIDELINE);
    placements.into_iter().min_by_key(|placement| {
        let mut after = state.clone();
        after.play(&GUIDELINE, placement);
        cost(&after.board)
    })
}

/// Returns ten for each empty cell below a block of its column, and the squares of the heights.
fn cost(board: &Board) -> u32 {
    let holes = |x| board.height(x) - board.columns[x].count_ones();
    let cost = |x| 10 * holes(x) + board.height(x).pow(2);
    (0..board.columns.len()).map(cost).sum()
}

fn send(message: &BotMessage) -> Result<(), serde_json::Error> {
    println!("{}", serde_json::to_string(message)?);
    Ok(())
}
