//! `landfall man`.

use super::CliError;
use clap::{Args, Command};
use clap_mangen::Man;
use landfall_command::written;
use landfall_experiment::files::write_atomic;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Options of `landfall man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The folder for the pages, created if it does not exist.
    folder: PathBuf,
}

/// Writes the pages of a command line.
pub fn run(args: &ManArgs, command: Command) -> Result<ExitCode, CliError> {
    // `help` would have a page of its own below every command.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let written =
        fs::create_dir_all(&args.folder).and_then(|()| write_pages(command, &args.folder));
    written.map_err(|error| CliError::about(&args.folder, error))?;
    written::report("the pages are", &args.folder);
    Ok(ExitCode::SUCCESS)
}

/// Writes the pages of a command and of its subcommands.
fn write_pages(command: Command, folder: &Path) -> io::Result<()> {
    for subcommand in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        write_pages(subcommand.clone(), folder)?;
    }
    let page = Man::new(command);
    let mut text = Vec::new();
    page.render(&mut text)?;
    write_atomic(&folder.join(page.get_filename()), text)
}
