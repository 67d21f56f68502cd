//! `landfall completions`.

use super::CliError;
use clap::{Args, Command};
use clap_complete::Shell;
use std::io::Write;
use std::process::ExitCode;

/// Options of `landfall completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

/// Prints the completions of a command line.
pub fn run(args: &CompletionsArgs, mut command: Command) -> Result<ExitCode, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "landfall", &mut script);
    // A reader may close the pipe.
    let _ = std::io::stdout().write_all(&script);
    Ok(ExitCode::SUCCESS)
}
