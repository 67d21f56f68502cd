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
    /// The folder of the pages, which is made where there is none.
    folder: PathBuf,
}

/// Writes the pages of a command line.
pub fn run(args: &ManArgs, command: Command) -> Result<ExitCode, CliError> {
    // It would have a page of its own below every command.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let written =
        fs::create_dir_all(&args.folder).and_then(|()| write_pages(command, &args.folder));
    written.map_err(|error| CliError::about(&args.folder, error))?;
    written::report("the pages are", &args.folder);
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command, and those of the commands below it.
fn write_pages(command: Command, folder: &Path) -> io::Result<()> {
    for below in command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
    {
        write_pages(below.clone(), folder)?;
    }
    let page = Man::new(command);
    let mut text = Vec::new();
    page.render(&mut text)?;
    write_atomic(&folder.join(page.get_filename()), text)
}
