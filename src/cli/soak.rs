//! `landfall soak`.

use super::CliError;
use super::arena::this_program;
use super::error::arena_error;
use clap::Args;
use landfall_arena::{SoakOptions, SoakSettings, run_soak, write_summary};
use landfall_command::StopFlag;
use landfall_replay::FileKind;
use landfall_tbp::host::{parse_time_limit, split_command};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Options of `landfall soak`.
#[derive(Debug, Args)]
pub struct SoakArgs {
    /// The bot, in quotes: the command of a TBP bot, or `landfall` with its options
    #[arg(
        value_name = "BOT",
        default_value = "landfall --nodes 500 --threads 1 --memory 64"
    )]
    bot: String,
    /// Pieces to play, in all sessions together
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pieces: u64,
    /// Sessions: processes of the bot, each of which plays an equal share of the pieces
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    sessions: u16,
    /// Sessions at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Milliseconds for which the bot may search before a move is requested, on average
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=60_000))]
    think: u64,
    /// Seed of the random choices of the frontend
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Longest time for an answer
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_time_limit)]
    timeout: Duration,
    /// Keep finished sessions in this file, and continue from it if it exists
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
}

impl SoakArgs {
    fn options(&self) -> Result<SoakOptions, CliError> {
        let words = split_command(&self.bot).map_err(CliError::failed)?;
        let sessions = u64::from(self.sessions);
        Ok(SoakOptions {
            settings: SoakSettings::new(
                format!("landfall {}", crate::version()),
                self.bot.clone(),
                self.pieces.div_ceil(sessions),
                self.think,
                self.seed,
            ),
            command: match words[0].as_str() {
                "landfall" => this_program(&words[1..])?,
                _ => self.bot.clone(),
            },
            sessions,
            jobs: self.jobs.into(),
            time_limit: self.timeout,
            journal: self.journal.clone(),
        })
    }
}

/// Runs the test, and prints its summary.
pub fn run(args: &SoakArgs) -> Result<ExitCode, CliError> {
    let options = args.options()?;
    let stop = StopFlag::install()?;
    let report = run_soak(&options, &stop);
    let report = report.map_err(|error| arena_error(error, FileKind::SOAK_JOURNAL))?;
    let summary = match args.json {
        true => report.to_json(),
        false => report.to_string(),
    };
    write_summary(&mut io::stdout(), &summary).map_err(CliError::failed)?;
    Ok(stop.exit_code(match report.passed() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }))
}
