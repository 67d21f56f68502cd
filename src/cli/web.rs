//! `landfall web`.

use super::CliError;
use crate::web::WebServer;
use clap::Args;
use landfall_command::StopFlag;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of `landfall web`.
#[derive(Debug, Args)]
pub struct WebArgs {
    /// A folder that web/build has made [default: the page inside the program, or web/dist].
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// The port; 0 takes any free one.
    #[arg(long, value_name = "PORT", default_value_t = 8040)]
    port: u16,
}

/// Prints the address of the page, and serves it until Ctrl-C.
pub fn run(args: &WebArgs) -> Result<ExitCode, CliError> {
    let server = WebServer::bind(args.folder.as_deref(), args.port).map_err(CliError::failed)?;
    let stop = StopFlag::install()?;
    // A reader may close the pipe.
    let _ = writeln!(io::stdout(), "{}", server.url());
    server.run(&stop);
    Ok(ExitCode::SUCCESS)
}
