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
    let pool = ThreadPool::new(args.threads);
    let options = SearchOptions::default();
    let (mut nodes, mut checksum) = (0, 0);
    let started = Instant::now();
    for state in &positions {
        let result = search_position(
            &pool,
            &GUIDELINE,
            &options,
            state,
            &SearchLimits::nodes(args.nodes),
        );
        nodes += result.nodes;
        checksum = mix_result(checksum, &result);
    }
    let seconds = started.elapsed().as_secs_f64();
    let checksum = format!("{checksum:016x}");
    let nps = nodes as f64 / seconds;
    // A reader may close the pipe.
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
fn mix_result(checksum: u64, result: &SearchResult) -> u64 {
    result
        .root_moves
        .iter()
        .fold(mix64(checksum ^ result.nodes), |sum, root_move| {
            let mv = root_move.mv;
            let packed = mv.piece.index() as u64
                | (mv.rotation.index() as u64) << 4
                | (mv.x as u64 & 0xff) << 8
                | (mv.y as u64 & 0xff) << 16
                | (mv.spin.index() as u64) << 24;
            mix64(
                sum ^ packed
                    ^ (u64::from(root_move.depth) << 32)
                    ^ ((root_move.value as u64) << 36),
            )
        })
}
