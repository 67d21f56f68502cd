//! `landfall pason test-match`.

use super::team::TeamArgs;
use crate::scheduler_client;
use clap::Args;
use landfall_command::{CliError, print};
use std::process::ExitCode;

/// Options of `landfall pason test-match`.
#[derive(Debug, Args)]
pub struct TestMatchArgs {
    /// Address of the scheduler.
    #[arg(
        long,
        value_name = "URL",
        default_value = "http://codingcontest.pason.com"
    )]
    scheduler: String,
    #[command(flatten)]
    team: TeamArgs,
}

/// Asks for a match and prints where it is.
pub fn run(args: &TestMatchArgs) -> Result<ExitCode, CliError> {
    let password = args.team.password()?;
    let created = scheduler_client::create_test_match(&args.scheduler, &args.team.team, &password);
    let created = created.map_err(CliError::failed)?;
    let (token, host) = (created.match_token, created.host);
    print(&format!("match token: {token}\nhost: {host}\n"))?;
    Ok(ExitCode::SUCCESS)
}
