//! `landfall replay`.

use super::CliError;
use super::error::arena_error;
use clap::Args;
use landfall_command::written;
use landfall_replay::FileKind;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of `landfall replay`.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// Replays, as `landfall arena --replays` writes them.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The folder for the pages, one for each replay and an index. It is created if needed.
    #[arg(long, value_name = "DIR", required = true)]
    html: PathBuf,
}

/// Writes a page for each replay, and an index.
pub fn run(args: &ReplayArgs) -> Result<ExitCode, CliError> {
    landfall_arena::write_replay_pages(&args.files, &args.html)
        .map_err(|error| arena_error(error, FileKind::ARENA_REPLAY))?;
    written::report("the pages are", &args.html);
    Ok(ExitCode::SUCCESS)
}
