//! `landfall connect6 openings`: writes balanced openings for matches, one per line.

use super::files::write_file;
use crate::engine::{Engine, EngineOptions};
use crate::opening_book::{BalanceConfig, draw_balanced};
use clap::Args;
use landfall_command::{CliError, StopFlag, eprintln, interrupted, read_text, written};
use landfall_experiment::progress::Progress;
use std::path::PathBuf;
use std::process::ExitCode;

/// Size of the transposition table, in bytes.
const MEMORY: usize = 16 << 20;

/// Options of `landfall connect6 openings`.
///
/// Openings of five stones are drawn at random. Those are kept from which the engine, playing
/// itself, wins about as often with black as with white: at least three games in eight. After
/// Ctrl-C the same command continues the list.
#[derive(Debug, Args)]
pub struct OpeningsArgs {
    /// The file. It is created if needed.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of openings in the file at the end.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Openings of this seed.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Games that evaluate an opening.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(2..=1000))]
    games: u32,
    /// Mean number of nodes per turn in these games.
    #[arg(long, value_name = "N", default_value_t = 16_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
}

/// Draws the openings that are missing.
pub fn run(args: &OpeningsArgs) -> Result<ExitCode, CliError> {
    let config = BalanceConfig {
        seed: args.seed,
        games: args.games,
        nodes: args.nodes,
    };
    let header = format!(
        "# Even openings of Connect6: seed {}, judged by {} games of {} nodes a turn.\n",
        config.seed, config.games, config.nodes
    );
    let stop = StopFlag::install()?;
    if !args.file.exists() {
        // An error is reported now, and not after minutes of games.
        write_file(&args.file, header.as_bytes())?;
    }
    let mut text = read_text(&args.file)?;
    if !text.starts_with(&header) {
        let why = "it exists, and is not a list of openings drawn with these options";
        return Err(CliError::about(&args.file, why));
    }
    let mut engine = Engine::new(EngineOptions {
        memory: MEMORY,
        net: None,
    });
    let mut number = next_number(&text);
    let mut progress = Progress::new("openings", Some(args.count.into()));
    progress = progress.starting_at(count_openings(&text));
    while count_openings(&text) < args.count.into() {
        let drawn = draw_balanced(config, number, &mut engine, &stop);
        if stop.is_set() {
            eprintln!("landfall: stopped; the same command goes on");
            return Ok(interrupted());
        }
        if let Some(balanced) = drawn {
            let [black, white] = balanced.wins;
            let line = format!("{balanced}{NUMBER_MARK}{number}, black {black}, white {white}\n");
            progress.print(&format!("landfall: {}", line.trim_end()));
            text.push_str(&line);
            progress.advance_to(count_openings(&text), String::new);
            write_file(&args.file, text.as_bytes())?;
        }
        number += 1;
    }
    written::report("the openings are", &args.file);
    Ok(ExitCode::SUCCESS)
}

/// Returns the number of openings in a list: its lines without the header.
fn count_openings(text: &str) -> u64 {
    text.lines().count().saturating_sub(1) as u64
}

/// Separates an opening and its number.
const NUMBER_MARK: &str = "  # drawn ";

/// Returns the number after that of the last opening of a list.
fn next_number(text: &str) -> u64 {
    let last = text
        .lines()
        .last()
        .and_then(|line| line.split_once(NUMBER_MARK));
    let number = last.and_then(|(_, rest)| rest.split(',').next()?.parse::<u64>().ok());
    number.map_or(0, |number| number + 1)
}

#[cfg(test)]
mod tests {
    use super::next_number;

    #[test]
    fn a_list_continues_after_its_last_opening() {
        assert_eq!(next_number("# header\n"), 0);
        assert_eq!(
            next_number("# header\nj10  # drawn 7, black 4, white 4\n"),
            8
        );
    }
}
