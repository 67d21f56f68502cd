//! Prints a summary of a replay of `landfall arena --replays DIR`:
//! `cargo run --example read_a_replay -- DIR/000000.jsonl`.

use landfall_replay::arena::{Replay, lines};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("give the file of a replay")?;
    let replay = Replay::parse(&std::fs::read_to_string(path)?)?;
    println!("rules {}, {} frames", replay.head["rules"], replay.frames());
    for (seat, name) in replay.seats.iter().enumerate() {
        let totals = replay.totals(seat);
        println!(
            "{name}: {} pieces, {} rows cleared, {} lines sent",
            totals.pieces, totals.lines, totals.attack
        );
        let moves = replay.lines_of(seat).filter_map(lines::placement);
        for placement in moves.take(3) {
            println!("  {placement}");
        }
    }
    match replay.end_line().and_then(|end| end["winner"].as_u64()) {
        Some(seat) => println!("{} wins", replay.seats[seat as usize]),
        None => println!("a draw, or a game without an end"),
    }
    Ok(())
}
