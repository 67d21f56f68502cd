//! The name and the password of a team: options of several commands.

use super::super::{CliError, read_text};
use clap::Args;
use landfall_pason::client::Password;
use std::path::PathBuf;

/// A team's name and password.
#[derive(Debug, Args)]
pub struct TeamArgs {
    /// The team's registered name, spaces included.
    #[arg(long, value_name = "NAME")]
    pub team: String,
    /// The team's password. Other users of the machine can see it here: the environment
    /// variable LANDFALL_PASSWORD and --password-file are safer.
    #[arg(long, value_name = "PASSWORD", conflicts_with = "password_file")]
    password: Option<String>,
    /// Read the password from the first line of this file.
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
}

impl TeamArgs {
    /// Returns the password of the option, the file or the environment.
    ///
    /// # Errors
    /// There is none, or the file cannot be read.
    pub fn password(&self) -> Result<Password, CliError> {
        if let Some(password) = &self.password {
            return Ok(Password::new(password));
        }
        if let Some(path) = &self.password_file {
            let text = read_text(path)?;
            return Ok(Password::new(text.lines().next().unwrap_or_default()));
        }
        std::env::var("LANDFALL_PASSWORD")
            .map(Password::new)
            .map_err(|_| {
                CliError::Message(
                    "no password: give --password-file, LANDFALL_PASSWORD or --password".into(),
                )
            })
    }
}
