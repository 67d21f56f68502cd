//! Measures random play: games in which every state lists all its placements, those after a hold
//! included, and plays one at random. Prints what one core does in a second, under two rulesets;
//! `cargo run --release -p landfall-rules --example random_play [GAMES]`.

use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};
use landfall_rules::{Ruleset, State};
use std::time::Instant;

/// Pieces of the queue that are known, the one in play included.
const VISIBLE: usize = 6;

/// What was counted in games.
#[derive(Default)]
struct Tally {
    played: u64,
    listed: u64,
}

impl Tally {
    /// Plays a game until no placement is left or one tops out.
    fn play(&mut self, rules: &Ruleset, seed: u64) {
        let mut pick = SplitMix64::new(seed);
        let mut pieces = PieceSequence::new(rules, seed);
        let mut state = State::new(rules.randomizer.clone());
        loop {
            state.deal(VISIBLE, &mut pieces);
            let moves = state.legal_placements(rules);
            self.listed += moves.len() as u64;
            if moves.is_empty() {
                return;
            }
            self.played += 1;
            let chosen = &moves[pick.below(moves.len() as u32) as usize];
            if state.play(rules, chosen).topped_out {
                return;
            }
        }
    }
}

fn main() {
    let games = std::env::args().nth(1).map_or(Ok(50_000), |n| n.parse());
    let games: u64 = games.expect("a number of games");
    println!("ruleset     placements/s  listed/s  pieces/game");
    for rules in [&GUIDELINE, &TETRIO_S2] {
        let (mut tally, begun) = (Tally::default(), Instant::now());
        (0..games).for_each(|seed| tally.play(rules, seed));
        let time = begun.elapsed().as_secs_f64();
        println!(
            "{:<10} {:>13.0} {:>9.0} {:>12.1}",
            rules.name,
            tally.played as f64 / time,
            tally.listed as f64 / time,
            tally.played as f64 / games as f64,
        );
    }
}
