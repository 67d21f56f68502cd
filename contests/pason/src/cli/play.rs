//! `landfall pason play`.

use super::team::TeamArgs;
use crate::client::{self, ClientOptions};
use crate::engine::EngineKind;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use landfall_command::{BotArgs, CliError, eprintln};
use landfall_experiment::progress::Progress;
use landfall_net::address::Host;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Options of `landfall pason play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Host of the game server.
    #[arg(long)]
    host: Host,
    /// Port of the command channel.
    #[arg(long, value_name = "PORT", default_value_t = 5557)]
    command_port: u16,
    /// Host of the state channel, if it differs.
    #[arg(long, value_name = "HOST")]
    state_host: Option<Host>,
    /// Port of the state channel.
    #[arg(long, value_name = "PORT", default_value_t = 5556)]
    state_port: u16,
    /// The match to join.
    #[arg(long, value_name = "TOKEN", value_parser = NonEmptyStringValueParser::new())]
    match_token: String,
    #[command(flatten)]
    team: TeamArgs,
    /// Time of the bot for a piece, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 4)]
    think: u64,
    /// Longest time for a reply of the server, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    reply_timeout: u64,
    /// The built-in player.
    #[arg(long, value_enum, default_value_t = EngineName::Landfall)]
    engine: EngineName,
    /// Let another TBP bot play: the command that starts it, split into words as a shell
    /// would do it.
    #[arg(long, value_name = "CMD", conflicts_with = "engine")]
    bot: Option<String>,
    /// Longest time for an answer of the bot of --bot, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    bot_timeout: u64,
    #[command(flatten, next_help_heading = "Options of the built-in bot")]
    built_in: BotArgs,
}

/// The players that are built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// The search of landfall.
    Landfall,
    /// A weak player that looks at one piece only, as a baseline.
    Linear,
}

impl PlayArgs {
    fn options(&self) -> Result<ClientOptions, CliError> {
        let state_host = self.state_host.as_ref().unwrap_or(&self.host);
        Ok(ClientOptions {
            command_endpoint: format!("tcp://{}:{}", self.host, self.command_port),
            state_endpoint: format!("tcp://{}:{}", state_host, self.state_port),
            match_token: self.match_token.clone(),
            team: self.team.team.clone(),
            password: self.team.password()?,
            think_time: Duration::from_millis(self.think),
            reply_timeout: Duration::from_millis(self.reply_timeout),
        })
    }

    fn engine_kind(&self, version: &str) -> Result<EngineKind, CliError> {
        if self.engine == EngineName::Linear {
            return Ok(EngineKind::Linear);
        }
        Ok(EngineKind::Tbp {
            bot: self.built_in.or_program(self.bot.as_deref(), version)?,
            limit: Duration::from_millis(self.bot_timeout),
        })
    }
}

/// Plays a match to its end.
pub fn run(args: &PlayArgs, version: &str) -> Result<ExitCode, CliError> {
    let (line, started) = (Progress::status_line(), Instant::now());
    let played = client::play(&args.options()?, args.engine_kind(version)?, &mut |stats| {
        line.set_status(|| client::format_status(stats, started.elapsed()));
    });
    drop(line);
    let stats = played.map_err(CliError::failed)?;
    eprintln!("landfall: {}", client::format_result(&stats));
    Ok(ExitCode::SUCCESS)
}
