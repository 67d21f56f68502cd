//! `landfall completions`.

use super::CliError;
use clap::{Args, Command};
use clap_complete::Shell;
use landfall_command::print;
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
    print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
