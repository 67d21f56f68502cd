//! Measures the speed of the search on one thread and on two, in nodes/s, on the positions of
//! `landfall bench`. Asserts that the result and the number of nodes do not depend on the number of
//! threads. For comparison, two searches that share nothing run side by side, which shows the speed
//! that the machine allows.
//!
//! `--nodes N` searches N nodes per position in place of a million.
//!
//! `--peer COMMAND` also measures another bot: both programs get the same position, search for a
//! second and report their nodes in `move_info`.

mod support;

use landfall_rules::State;
use landfall_rules::rulesets::GUIDELINE;
use landfall_search::{
    SearchLimits, SearchOptions, SearchResult, ThreadPool, bench, search_position,
};
use landfall_tbp::host::Bot;
use landfall_tbp::messages::{
    BotMessage, FrontendMessage, PieceName, RandomizerState, Rules, Start,
};
use std::time::{Duration, Instant};
use support::{BenchMode, median};

fn main() {
    let mode = BenchMode::from_args();
    let nodes = match support::option("--nodes") {
        Some(nodes) => nodes.parse().expect("a number of nodes"),
        None => mode.choose(1_000_000, 5_000),
    };
    let runs = mode.choose(5, 2);
    let positions = bench::positions().expect("good positions");
    let speeds: Vec<[f64; 3]> = (0..runs).map(|_| take_turns(&positions, nodes)).collect();
    println!(
        "search: {} positions, {nodes} nodes each, {runs} runs, all taking turns",
        positions.len()
    );
    print(&speeds);
    if let Some(peer) = support::option("--peer") {
        compare_with(&peer, mode.choose(7, 1));
    }
}

/// Lets this program and a peer search in turn, on one thread each.
fn compare_with(peer: &str, runs: usize) {
    let own = concat!(env!("CARGO_BIN_EXE_landfall"), " --threads 1");
    let mut speeds = [Vec::new(), Vec::new()];
    for _ in 0..runs {
        for (command, speeds) in [own, peer].iter().zip(&mut speeds) {
            speeds.push(reported_speed(command));
        }
    }
    let [own, other] = speeds.map(|speeds| median(&speeds));
    println!("\nby move_info, medians of {runs} runs of a second taking turns");
    println!(
        "this program {own:.0} nodes/s, the peer {other:.0}: ratio {:.1}",
        own / other
    );
}

/// Returns the speed in nodes/s that a bot reports after a second of search on an empty board.
fn reported_speed(command: &str) -> f64 {
    let limit = Duration::from_secs(5);
    let rules = Rules {
        randomizer: Some("seven_bag".into()),
        ..Rules::default()
    };
    let mut bot = Bot::launch(command, rules, limit).expect("a bot");
    bot.send(&FrontendMessage::Start(Start {
        queue: pieces("IOLJSZ"),
        board: vec![vec![None; 10]; 40],
        randomizer: Some(RandomizerState::SevenBag {
            bag_state: pieces("T"),
        }),
        ..Start::default()
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

/// Ways to search the positions.
const WAYS: [&str; 3] = ["one thread", "two threads", "two searches side by side"];

/// Prints the speeds of the ways. `speeds` has their nodes/s in each run.
fn print(speeds: &[[f64; 3]]) {
    println!("{:<26} {:>34} over one thread", "", "million nodes/s");
    for (way, name) in WAYS.iter().enumerate() {
        let speed = spread(speeds, |run| run[way] / 1e6, 1);
        let ratio = spread(speeds, |run| run[way] / run[0], 2);
        println!("{name:<26} {speed:>34} {ratio}");
    }
    let share = spread(speeds, |run| run[1] / run[2], 2);
    println!("two threads over two searches side by side: {share}");
}

/// Returns the median of a value over the runs, and in brackets the least and the greatest.
fn spread(speeds: &[[f64; 3]], value: impl Fn(&[f64; 3]) -> f64, digits: usize) -> String {
    let values: Vec<f64> = speeds.iter().map(value).collect();
    let (least, most) = values
        .iter()
        .fold((f64::INFINITY, 0.0), |(least, most), &value| {
            (value.min(least), value.max(most))
        });
    let middle = median(&values);
    format!("{middle:.digits$} ({least:.digits$} to {most:.digits$})")
}

/// Searches every position on one thread, on two, and by two searches side by side. The ways take
/// turns position by position, so that changes of the machine's speed affect all of them. Returns the
/// nodes/s of each way.
///
/// # Panics
///
/// If the results differ.
fn take_turns(positions: &[State], nodes: u64) -> [f64; 3] {
    let (one, two, other) = (ThreadPool::new(1), ThreadPool::new(2), ThreadPool::new(1));
    let mut spent = 0;
    let mut took = [Duration::ZERO; 4];
    for state in positions {
        let (expected, time) = timed(&one, state, nodes);
        took[0] += time;
        let shared = timed(&two, state, nodes);
        let [first, second] = std::thread::scope(|scope| {
            let beside = scope.spawn(|| timed(&other, state, nodes));
            let first = timed(&one, state, nodes);
            [first, beside.join().expect("a search")]
        });
        for (took, (result, time)) in took[1..].iter_mut().zip([shared, first, second]) {
            assert!(
                result == expected,
                "the result depends on the number of threads, or is random"
            );
            *took += time;
        }
        spent += expected.nodes;
    }
    let [one, two, first, second] = took.map(|took| spent as f64 / took.as_secs_f64());
    [one, two, first + second]
}

/// Returns the result of a search and its time.
fn timed(pool: &ThreadPool, state: &State, nodes: u64) -> (SearchResult, Duration) {
    let begun = Instant::now();
    let limits = SearchLimits::nodes(nodes);
    let result = search_position(pool, &GUIDELINE, &SearchOptions::default(), state, &limits);
    (result, begun.elapsed())
}
