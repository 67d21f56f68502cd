//! How fast the search is, on one thread and on two: nodes a second on the positions of
//! `landfall bench`, runs of both taking turns. What is found must not depend on the
//! number of threads, which is asserted.

mod support;

use landfall::brain::{Budget, Crew, Options, Thought, think};
use landfall::cli::positions;
use landfall::game::{GUIDELINE, State};
use std::time::Instant;
use support::{Effort, median};

fn main() {
    let effort = Effort::asked();
    let nodes = effort.of(200_000, 5_000);
    let runs = effort.of(5, 2);
    let positions = positions::all().expect("good positions");
    let crews = [Crew::of(1), Crew::of(2)];
    let mut speeds = [Vec::new(), Vec::new()];
    let mut known: Option<Vec<Thought>> = None;
    for _ in 0..runs {
        for (crew, speeds) in crews.iter().zip(&mut speeds) {
            let (thoughts, speed) = run(crew, &positions, nodes);
            speeds.push(speed);
            match &known {
                Some(known) => assert!(*known == thoughts, "the number of threads matters"),
                None => known = Some(thoughts),
            }
        }
    }
    println!(
        "search: {} positions, {nodes} nodes each, {runs} runs taking turns",
        positions.len()
    );
    println!("threads   nodes/s (median)        slowest        fastest");
    for (threads, speeds) in (1..).zip(&speeds) {
        let (least, most) = speeds
            .iter()
            .fold((f64::INFINITY, 0.0), |(least, most), &speed| {
                (speed.min(least), speed.max(most))
            });
        println!(
            "{threads:>7} {:>18.0} {least:>14.0} {most:>14.0}",
            median(speeds)
        );
    }
    println!(
        "ratio of medians {:.2}",
        median(&speeds[1]) / median(&speeds[0])
    );
}

/// Thinks about all positions; gives nodes a second too.
fn run(crew: &Crew, positions: &[State], nodes: u64) -> (Vec<Thought>, f64) {
    let options = Options::default();
    let begun = Instant::now();
    let thoughts: Vec<Thought> = positions
        .iter()
        .map(|state| think(crew, &GUIDELINE, &options, state, &Budget::nodes(nodes)))
        .collect();
    let spent: u64 = thoughts.iter().map(|thought| thought.nodes).sum();
    (thoughts, spent as f64 / begun.elapsed().as_secs_f64())
}
