//! A bot of the Tetris Bot Protocol in sixty lines, with only `landfall-rules` and
//! `landfall-tbp`: it plays the placement after which the board has the fewest covered cells
//! and the lowest stack. Watch it with
//! `landfall watch --bot target/debug/examples/minimal_tbp_bot`.

use landfall_rules::{Board, GUIDELINE, Placement, Randomizer, State};
use landfall_tbp::convert::{to_move, to_piece, to_placement, to_state};
use landfall_tbp::messages::{BotMessage, FrontendMessage, Info};
use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    send(&BotMessage::Info(Info {
        name: "minimal".into(),
        version: "1".into(),
        author: "an example".into(),
        features: Vec::new(),
    }))?;
    let mut state = State::new(Randomizer::SEVEN_BAG);
    for line in stdin().lock().lines() {
        match landfall_tbp::parse(line?.as_bytes()) {
            Ok(Some(FrontendMessage::Rules(_))) => send(&BotMessage::Ready)?,
            Ok(Some(FrontendMessage::Start(start))) => {
                state = to_state(&GUIDELINE, &start, Randomizer::SEVEN_BAG)?;
            }
            Ok(Some(FrontendMessage::NewPiece { piece })) => state.push_piece(to_piece(piece)),
            Ok(Some(FrontendMessage::Play { mv })) => {
                state.try_play(&GUIDELINE, &to_placement(&GUIDELINE, &mv)?)?;
            }
            Ok(Some(FrontendMessage::Suggest)) => send(&BotMessage::Suggestion {
                moves: best(&state)
                    .iter()
                    .map(|mv| to_move(&GUIDELINE, mv))
                    .collect(),
                move_info: None,
            })?,
            Ok(Some(FrontendMessage::Quit)) => return Ok(()),
            Ok(_) => {}
            Err(error) => eprintln!("ignored a line: {error}"),
        }
    }
    Ok(())
}

/// The placement with the lowest cost; `None` if there is no placement.
fn best(state: &State) -> Option<Placement> {
    let placements = state.placements(&GUIDELINE);
    placements.into_iter().min_by_key(|placement| {
        let mut after = state.clone();
        after.play(&GUIDELINE, placement);
        cost(&after.board)
    })
}

/// Ten for each empty cell below a block of its column, and the squares of the heights.
fn cost(board: &Board) -> u32 {
    let column = |x| {
        let height = board.height(x);
        let filled = board.columns[x].count_ones();
        10 * (height - filled) + height * height
    };
    (0..10).map(column).sum()
}

fn send(message: &BotMessage) -> Result<(), Box<dyn Error>> {
    println!("{}", serde_json::to_string(message)?);
    Ok(stdout().flush()?)
}
