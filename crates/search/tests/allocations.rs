//! A warm search reuses its memory. In a program of its own, because every allocation of the
//! program is counted.

use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Queue, Randomizer, State};
use landfall_search::beam::{Beam, BeamLimits, SearchStatus};
use landfall_search::tetris::TetrisGame;
use landfall_search::{Position, ThreadPool, Weights};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn spend(beam: &mut Beam<TetrisGame>, nodes: u64) {
    let until = beam.nodes() + nodes;
    while beam.nodes() < until
        && beam.advance(&ThreadPool::new(1), u64::MAX, &|| false, &mut |_| {})
            == SearchStatus::Unfinished
    {}
}

#[test]
fn a_warm_search_allocates_only_where_it_grows() {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    for piece in "TIOLJS".parse::<Queue>().expect("a queue") {
        state.push_piece(piece);
    }
    let game = TetrisGame::new(&GUIDELINE, Weights::for_rules(&GUIDELINE), &state);
    let limits = BeamLimits::within_memory::<TetrisGame>(256 << 20);
    let mut beam = Beam::new(game, Position::from_state(&state), limits);
    spend(&mut beam, 2_000_000);
    let (region, before) = (Region::new(COUNTED), beam.nodes());
    spend(&mut beam, 1_000_000);
    let (counted, nodes) = (region.change(), beam.nodes() - before);
    let calls = counted.allocations + counted.reallocations;
    // A position has about 60 nodes, and a list for each of its two pieces would make more than
    // 30,000 calls. The outputs of rounds of 1,000 positions, and layers and frontiers that double,
    // make about 3,000.
    assert!(
        calls as u64 * 200 < nodes,
        "{calls} calls for {nodes} nodes"
    );
}
