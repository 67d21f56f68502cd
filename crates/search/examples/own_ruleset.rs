//! A custom ruleset: the guideline without hold and with random pieces, in which double clears send
//! as many lines as quadruples. Plays a few moves under it: `cargo run --example own_ruleset`.

use landfall_rules::attack::AttackTable;
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Randomizer, Ruleset, State};
use landfall_search::{SearchLimits, SearchOptions, ThreadPool, search_position};

const DOUBLES: Ruleset = Ruleset {
    name: "doubles",
    hold: false,
    attack: AttackTable {
        plain: [0, 0, 4, 2, 4],
        ..GUIDELINE.attack
    },
    randomizer: &Randomizer::Uniform,
    ..GUIDELINE
};

fn main() {
    let mut pieces = PieceSequence::new(&DOUBLES, 1);
    let mut state = State::new(DOUBLES.randomizer.clone());
    let pool = ThreadPool::new(1);
    let options = SearchOptions::default();
    let mut sent = 0;
    for number in 1..=20 {
        state.deal(5, &mut pieces);
        let limits = SearchLimits::nodes(500);
        let result = search_position(&pool, &DOUBLES, &options, &state, &limits);
        let Some(best) = result.root_moves.first() else {
            println!("no move is left");
            return;
        };
        let clear = state.play(&DOUBLES, &best.mv);
        sent += clear.attack;
        println!(
            "{number}: {:?}, {} rows, {sent} lines sent",
            best.mv.piece, clear.lines
        );
    }
}
