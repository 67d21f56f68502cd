//! How fast the search is, on one thread and on two: nodes a second on the positions of
//! `landfall bench`, runs of both taking turns. What is found must not depend on the
//! number of threads, which is asserted, and neither may the number of nodes.
//!
//! With `--peer COMMAND` another bot is asked too: both are programs that are told the same
//! position, think for a second and say in `move_info` how many nodes that was.

mod support;

use landfall::brain::{Budget, Crew, Options, Thought, think};
use landfall::cli::positions;
use landfall::game::{GUIDELINE, State};
use landfall::tbp::host::Bot;
use landfall::tbp::wire::{BotMessage, FrontendMessage, PieceName, RandomizerState, Rules, Start};
use std::time::{Duration, Instant};
use support::{Effort, median};

fn main() {
    let effort = Effort::asked();
    let nodes = effort.of(1_000_000, 5_000);
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
    if let Some(peer) = support::option("--peer") {
        beside(&peer, effort.of(7, 1));
    }
}

/// Lets this program and a peer think in turn, one thread each.
fn beside(peer: &str, runs: usize) {
    let own = concat!(env!("CARGO_BIN_EXE_landfall"), " --threads 1");
    let mut speeds = [Vec::new(), Vec::new()];
    for _ in 0..runs {
        for (command, speeds) in [own, peer].iter().zip(&mut speeds) {
            speeds.push(told_speed(command));
        }
    }
    let [own, other] = speeds.map(|speeds| median(&speeds));
    println!("\nby move_info, medians of {runs} runs of a second taking turns");
    println!(
        "this program {own:.0} nodes/s, the peer {other:.0}: ratio {:.1}",
        own / other
    );
}

/// Nodes a second that a bot claims after a second of thinking about an empty board.
fn told_speed(command: &str) -> f64 {
    let limit = Duration::from_secs(5);
    let rules = Rules {
        randomizer: Some("seven_bag".into()),
        ..Rules::default()
    };
    let mut bot = Bot::launch(command, rules, limit).expect("a bot");
    bot.send(&FrontendMessage::Start(Start {
        hold: None,
        queue: pieces("IOLJSZ"),
        combo: 0,
        back_to_back: false,
        skips: 0,
        solid_in: 0,
        board: vec![vec![None; 10]; 40],
        randomizer: Some(RandomizerState::SevenBag {
            bag_state: pieces("T"),
        }),
        opponents: Vec::new(),
    }));
    let begun = Instant::now();
    std::thread::sleep(Duration::from_secs(1));
    bot.send(&FrontendMessage::Suggest);
    loop {
        match bot.receive(limit).expect("a bot that goes on") {
            Some(BotMessage::Suggestion { move_info, .. }) => {
                let nodes = move_info.and_then(|info| info.nodes);
                return nodes.expect("a bot that counts nodes") / begun.elapsed().as_secs_f64();
            }
            Some(_) => {}
            None => panic!("{command} does not answer"),
        }
    }
}

fn pieces(letters: &str) -> Vec<PieceName> {
    letters
        .chars()
        .map(|letter| serde_json::from_value(letter.to_string().into()).expect("a piece"))
        .collect()
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
