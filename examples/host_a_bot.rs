//! Hosts a TBP bot for a few moves: `cargo run --example host_a_bot -- "cold-clear-2"`. Without a
//! command the built-in bot plays.

use landfall_bot::{DriverOptions, Settings, built_in};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Playfield, Randomizer, State};
use landfall_tbp::convert::{to_placement, to_rules, to_start};
use landfall_tbp::host::{Bot, EngineHost};
use std::error::Error;
use std::time::Duration;

const MOVES: usize = 10;
const TIME_LIMIT: Duration = Duration::from_secs(10);

fn main() -> Result<(), Box<dyn Error>> {
    let rules = to_rules(&GUIDELINE);
    let bot = match std::env::args().nth(1) {
        Some(command) => Bot::launch(&command, rules, TIME_LIMIT)?,
        None => built_in(
            Settings::new(DriverOptions {
                nodes: Some(1_000),
                ..DriverOptions::default()
            }),
            rules,
        )?,
    };
    println!("{} {}", bot.info().name, bot.info().version);
    let mut host = EngineHost::new(bot);

    // The frontend deals the pieces; six are visible.
    let mut pieces = PieceSequence::new(&GUIDELINE, 1);
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.deal(6, &mut pieces);
    host.set_position(&to_start(&state, &Playfield::new(), None));
    for _ in 0..MOVES {
        host.request();
        let suggestion = host.poll(TIME_LIMIT)?.ok_or("no answer in time")?;
        let best = suggestion.moves.first().ok_or("the bot suggests no move")?;
        let placement = to_placement(&GUIDELINE, best)?;
        let clear = state.try_play(&GUIDELINE, &placement)?;
        println!(
            "{:?} {:?} at column {}, row {}: {} rows",
            placement.piece, placement.rotation, placement.x, placement.y, clear.lines
        );
        let dealt = state.deal(6, &mut pieces);
        host.play(&GUIDELINE, &placement, &dealt);
    }
    Ok(())
}
