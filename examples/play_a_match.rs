//! Plays two built-in bots against each other with different numbers of nodes:
//! `cargo run --release --example play_a_match -- 4` plays four pairs of games.

use landfall_arena::{PlayerSpec, Preset, play_pair};
use landfall_bot::{DriverOptions, Settings};
use std::error::Error;
use std::sync::atomic::AtomicBool;

/// Returns the built-in bot with this many nodes per move. The same seed gives the same games.
fn player(nodes: u64) -> PlayerSpec {
    PlayerSpec::BuiltIn(Box::new(Settings::new(DriverOptions {
        nodes: Some(nodes),
        ..DriverOptions::default()
    })))
}

fn main() -> Result<(), Box<dyn Error>> {
    let pairs = match std::env::args().nth(1) {
        Some(pairs) => pairs.parse()?,
        None => 2,
    };
    let preset = Preset::by_name("ppt")?;
    let (stop, seed) = (AtomicBool::new(false), 7);
    let mut total = 0;
    for number in 0..pairs {
        // Two games with the same pieces and garbage, and the sides exchanged.
        let players = [player(400), player(50)];
        let half_points = play_pair(&preset, players, (seed, number), &stop)?;
        let half_points = half_points.ok_or("stopped")?;
        println!("pair {number}: {} of 2 points", half_points as f64 / 2.0);
        total += half_points;
    }
    println!(
        "400 nodes against 50: {} of {} points",
        total as f64 / 2.0,
        2 * pairs
    );
    Ok(())
}
