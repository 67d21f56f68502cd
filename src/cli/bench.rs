//! `landfall bench`: the speed of the search, and a checksum of what it finds.

use super::{CliError, positions};
use clap::Args;
use landfall_rules::{GUIDELINE, mix64};
use landfall_search::{SearchLimits, SearchOptions, SearchResult, ThreadPool, search_position};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Options of `landfall bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Number of search threads. The checksum does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::bot::threads_parser())]
    threads: usize,
    /// Nodes to search at each position. The checksum depends on it.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Exit with code 1 unless the checksum is this one.
    #[arg(long, value_name = "CHECKSUM")]
    expect: Option<String>,
}

/// Searches the positions, and prints nodes, time, nodes a second and the checksum.
pub fn run(args: &BenchArgs) -> Result<ExitCode, CliError> {
    let positions = positions::bench_positions()
        .map_err(|e| CliError::Message(format!("bench positions: {e}")))?;
    let crew = ThreadPool::new(args.threads);
    let options = SearchOptions::default();
    let (mut nodes, mut checksum) = (0, 0);
    let begun = Instant::now();
    for state in &positions {
        let thought = search_position(
            &crew,
            &GUIDELINE,
            &options,
            state,
            &SearchLimits::nodes(args.nodes),
        );
        nodes += thought.nodes;
        checksum = fold(checksum, &thought);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let checksum = format!("{checksum:016x}");
    let nps = nodes as f64 / seconds;
    // Nothing is lost when the reader has gone.
    let _ = writeln!(
        std::io::stdout(),
        "positions {}\nnodes     {nodes}\nseconds   {seconds:.3}\nnps       {nps:.0}\nchecksum  {checksum}",
        positions.len()
    );
    match &args.expect {
        Some(expected) if *expected != checksum => {
            eprintln!(
                "landfall: the checksum is {checksum}, {expected} was expected: behaviour has changed"
            );
            Ok(ExitCode::FAILURE)
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Mixes a search result into a checksum.
fn fold(checksum: u64, thought: &SearchResult) -> u64 {
    thought
        .root_moves
        .iter()
        .fold(mix64(checksum ^ thought.nodes), |sum, standing| {
            let mv = standing.mv;
            let place = mv.piece.index() as u64
                | (mv.rotation.index() as u64) << 4
                | (mv.x as u64 & 0xff) << 8
                | (mv.y as u64 & 0xff) << 16
                | (mv.spin.index() as u64) << 24;
            mix64(sum ^ place ^ (u64::from(standing.depth) << 32) ^ ((standing.value as u64) << 36))
        })
}
