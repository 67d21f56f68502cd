//! An evaluation of one's own plays 20 games against random moves, with garbage, and wins.

use landfall_rules::garbage::{HoleSettings, SideGarbage};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Clear, Placement, Side};
use landfall_search::{
    Evaluation, Position, SearchLimits, SearchOptions, ThreadPool, search_position,
};

/// Few holes and a low stack; lines sent are worth it.
struct HolesAndHeight;

impl Evaluation for HolesAndHeight {
    fn evaluate(&self, position: &Position) -> i32 {
        let columns = position.board.columns;
        let heights = columns.map(|column| 64 - column.leading_zeros() as i32);
        let cells: u32 = columns.iter().map(|column| column.count_ones()).sum();
        let holes = heights.iter().sum::<i32>() - cells as i32;
        -40 * holes - heights.iter().map(|height| height * height).sum::<i32>()
    }
    fn reward(&self, _before: &Position, _placement: &Placement, clear: &Clear) -> i32 {
        50 * clear.attack as i32
    }
}

fn main() {
    let options = SearchOptions {
        evaluation: Some(std::sync::Arc::new(HolesAndHeight)),
        ..SearchOptions::default()
    };
    let (pool, limits) = (ThreadPool::new(1), SearchLimits::nodes(300));
    let mut wins = 0;
    for seed in 0..20 {
        let mut random = SplitMix64::new(seed);
        let mut sides = [1, 2].map(|hole| {
            let garbage = SideGarbage::new(&GUIDELINE, &HoleSettings::default(), seed ^ hole);
            Side::new(&GUIDELINE, 3, PieceSequence::new(&GUIDELINE, seed), garbage)
        });
        for turn in 0.. {
            let (own, state) = (turn % 2, sides[turn % 2].state());
            let moves = state.legal_placements(&GUIDELINE);
            let placement = match own {
                0 => search_position(&pool, &GUIDELINE, &options, state, &limits).root_moves[0].mv,
                _ => moves[random.below(moves.len() as u32) as usize],
            };
            let clear = sides[own].play(placement, 0).clear;
            let left: u32 = sides[own].cancel(&[clear.attack]).iter().sum();
            sides[1 - own].garbage.push(left, 0);
            sides[own].raise_garbage(0);
            if sides[own].loss().is_some() {
                wins += own as u64;
                break;
            }
        }
    }
    println!("the evaluation wins {wins} of 20 games against random moves");
    assert!(wins > 10, "an evaluation should beat random moves");
}
