//! `landfall bench`: the speed of the search, and a checksum of its results.

use super::CliError;
use clap::Args;
use landfall_command::{names, print, set_error, threads_parser};
use landfall_search::bench::{self, BenchResult};
use landfall_search::parameters::Assignment;
use landfall_search::{SearchOptions, ThreadPool};
use std::process::ExitCode;
use std::time::Instant;

/// Options of `landfall bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Number of search threads. The checksum does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads_parser())]
    threads: usize,
    /// Nodes to search at each position. The checksum depends on it.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Set one weight of the evaluation or one parameter of the search, as in the bot.
    #[arg(long, value_name = "NAME=VALUE", value_parser = names::assignment(), hide_possible_values = true)]
    set: Vec<Assignment>,
    /// Exit with code 1 unless the checksum is this one.
    #[arg(long, value_name = "CHECKSUM", value_parser = parse_checksum)]
    expect: Option<u64>,
}

fn parse_checksum(text: &str) -> Result<u64, &'static str> {
    let is_checksum = text.len() == 16 && text.chars().all(|digit| digit.is_ascii_hexdigit());
    let checksum = u64::from_str_radix(text, 16).ok().filter(|_| is_checksum);
    checksum.ok_or("a checksum has 16 hexadecimal digits")
}

/// Searches the positions, and prints nodes, time, nodes per second and the checksum.
pub fn run(args: &BenchArgs) -> Result<ExitCode, CliError> {
    let pool = ThreadPool::new(args.threads);
    let options = SearchOptions::default().with_assignments(&args.set);
    let options = options.map_err(set_error)?;
    let started = Instant::now();
    let result = bench::run_with(&pool, &options, args.nodes)
        .map_err(|error| CliError::Message(format!("bench positions: {error}")))?;
    let seconds = started.elapsed().as_secs_f64();
    let BenchResult {
        positions, nodes, ..
    } = result;
    let checksum = result.checksum;
    let nps = nodes as f64 / seconds;
    print(&format!(
        "positions {positions}\nnodes     {nodes}\nseconds   {seconds:.3}\nnps       {nps:.0}\nchecksum  {checksum:016x}\n"
    ))?;
    match &args.expect {
        Some(expected) if *expected != checksum => {
            eprintln!(
                "landfall: the checksum is {checksum:016x}, not {expected:016x}: the behaviour of the search differs"
            );
            Ok(ExitCode::FAILURE)
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}
