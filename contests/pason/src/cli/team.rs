//! The name and the password of a team: options of several commands.

use crate::client::Secret;
use clap::Args;
use landfall_command::{CliError, secret};
use std::path::{Path, PathBuf};

/// The variable of the environment that has the password.
const PASSWORD_VARIABLE: &str = "LANDFALL_PASSWORD";

/// A team's name and password.
#[derive(Debug, Args)]
pub struct TeamArgs {
    /// The team's registered name, spaces included.
    #[arg(long, value_name = "NAME")]
    pub team: String,
    /// Read the team's password from the first line of this file, in place of the variable
    /// LANDFALL_PASSWORD of the environment.
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
}

impl TeamArgs {
    /// Returns the password of the file or the environment.
    ///
    /// # Errors
    /// There is none, it is empty, or the file cannot be read.
    pub fn password(&self) -> Result<Secret, CliError> {
        let text = secret::text(self.password_file.as_deref(), PASSWORD_VARIABLE)?;
        let text = text.ok_or_else(|| secret::missing(PASSWORD_VARIABLE, "--password-file"))?;
        match text.lines().next().filter(|line| !line.is_empty()) {
            Some(line) => Ok(Secret::exact(line)),
            None => {
                let from = self.password_file.as_deref();
                let from = from.unwrap_or(Path::new(PASSWORD_VARIABLE));
                Err(CliError::about(from, "its first line is empty"))
            }
        }
    }
}
