//! `landfall pason translate`.

use crate::translate::Translator;
use clap::Args;
use landfall_command::{CliError, print};
use std::io::{BufRead, stdin};
use std::process::ExitCode;

/// Options of `landfall pason translate`.
#[derive(Debug, Args)]
pub struct TranslateArgs {
    /// The team whose side is translated.
    #[arg(long, value_name = "NAME")]
    team: String,
}

/// Translates stdin to its end.
pub fn run(args: &TranslateArgs) -> Result<ExitCode, CliError> {
    let mut translator = Translator::new(&args.team);
    let mut lines = vec![Translator::rules_line()];
    for state in stdin().lock().lines() {
        let state = state.map_err(|e| CliError::Message(format!("cannot read stdin: {e}")))?;
        match translator.translate(&state) {
            Ok(line) => lines.extend(line),
            Err(error) => log::warn!("a line is ignored: {error}"),
        }
        for line in lines.drain(..) {
            if !print(&format!("{line}\n"))? {
                return Ok(ExitCode::SUCCESS);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
