//! A ruleset of one's own, made while the program runs: the guideline without hold, with random
//! pieces, on a board of another height, and with another attack of double clears. Plays 20 moves:
//! `cargo run --example own_ruleset -- 18 4` has 18 rows, and a double clear sends four lines.

use landfall_rules::attack::AttackTable;
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::ruleset::Spawn;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Randomizer, Ruleset, State};
use landfall_search::{SearchLimits, SearchOptions, ThreadPool, search_position};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1);
    let height: u32 = numbers.next().map_or(Ok(20), |rows| rows.parse())?;
    let double: u32 = numbers.next().map_or(Ok(4), |lines| lines.parse())?;
    if !(8..=40).contains(&height) {
        return Err("the height must be from 8 to 40".into());
    }
    let rules = Ruleset {
        name: "doubles",
        height,
        lock_out_row: height,
        spawn: Spawn {
            y: height as i8 - 2,
            ..GUIDELINE.spawn
        },
        hold: false,
        attack: AttackTable {
            plain: [0, 0, double, 2, 4],
            ..GUIDELINE.attack
        },
        randomizer: &Randomizer::Uniform,
        ..GUIDELINE
    };
    let mut pieces = PieceSequence::new(&rules, 1);
    let mut state = State::new(rules.randomizer.clone());
    let (pool, options) = (ThreadPool::new(1), SearchOptions::default());
    let mut sent = 0;
    for number in 1..=20 {
        state.deal(5, &mut pieces);
        let limits = SearchLimits::nodes(500);
        let result = search_position(&pool, &rules, &options, &state, &limits);
        let best = result.root_moves.first().ok_or("no move is left")?;
        let clear = state.play(&rules, &best.mv);
        sent += clear.attack;
        let (piece, rows) = (best.mv.piece, clear.lines);
        println!("{number}: {piece:?}, {rows} rows, {sent} lines sent");
    }
    Ok(())
}
