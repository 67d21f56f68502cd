//! `landfall botris serve`.

use crate::Secret;
use crate::server::{Admission, Bot, RoomSettings, Server};
use clap::Args;
use landfall_command::{CliError, StopFlag, eprintln, interrupted, print, read_text};
use landfall_net::random_u64;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Options of `landfall botris serve`.
///
/// Prints the address, the key of the room and two tokens, a game starts when both bots are
/// there. Exits with 0 when all games are played and with 130 after Ctrl-C.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port on 127.0.0.1; 0 is any free one
    #[arg(long, value_name = "PORT", default_value_t = 8041)]
    port: u16,
    /// Rounds that win a game
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=999))]
    ft: u32,
    /// Pieces a second
    #[arg(long, value_name = "X", default_value = "3", value_parser = number_in(0.01..=30.0))]
    pps: f64,
    /// What attacks are multiplied with at the beginning of a round and at its end
    #[arg(long, value_name = "A,B", default_value = "1,3", value_parser = pair_in(0.0..=20.0))]
    multiplier: [f64; 2],
    /// Seconds of a round between which the multiplier goes from one to the other
    #[arg(long, value_name = "A,B", default_value = "60,180", value_parser = pair_in(0.0..=86_400.0))]
    margin: [f64; 2],
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seconds before a round and after it
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = number_in(0.0..=86_400.0))]
    pause: f64,
    /// Seed of pieces and holes; the default is a random one
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Take the key of the room from this file; it is then not printed
    #[arg(long, value_name = "FILE")]
    room_key_file: Option<PathBuf>,
    /// Take names and tokens from this file, two lines of `NAME TOKEN`; tokens are then not
    /// printed
    #[arg(long, value_name = "FILE")]
    tokens_file: Option<PathBuf>,
    /// Print the results as a JSON object
    #[arg(long)]
    json: bool,
}

/// Why a number cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
enum NumberError {
    #[error("it should be a number")]
    NotANumber,
    #[error("it should be two numbers with a comma between")]
    NotAPair,
    #[error("it should be from {} to {}", .0.start(), .0.end())]
    OutOfRange(RangeInclusive<f64>),
}

/// Returns a parser of a number of this range.
fn number_in(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, NumberError> + Clone {
    move |text| match text.trim().parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) => Err(NumberError::OutOfRange(range.clone())),
        Err(_) => Err(NumberError::NotANumber),
    }
}

/// Returns a parser of two numbers of this range: at the beginning of a round and at its end.
fn pair_in(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<[f64; 2], NumberError> + Clone {
    let number = number_in(range);
    move |text| {
        let (first, second) = text.split_once(',').ok_or(NumberError::NotAPair)?;
        Ok([number(first)?, number(second)?])
    }
}

/// Why a file of tokens cannot be used. Shows no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it should have two lines of `NAME TOKEN`, with two names and two tokens")]
struct TokensError;

/// Serves until all games are played.
pub fn run(args: &ServeArgs) -> Result<ExitCode, CliError> {
    let mut generated = Generated::default();
    let admission = Admission {
        key: match &args.room_key_file {
            Some(path) => read_key(path)?,
            None => generated.secret("room key")?,
        },
        bots: match &args.tokens_file {
            Some(path) => read_bots(path)?,
            None => [generated.bot("bot-1")?, generated.bot("bot-2")?],
        },
    };
    let settings = settings(args);
    let seed = settings.seed;
    let stop = StopFlag::install()?;
    let mut server = Server::bind(args.port, settings, admission).map_err(CliError::failed)?;
    print(&format!("{}\n{}", server.url(), generated.lines))?;
    eprintln!("landfall: seed {seed}");
    let summary = server.run(&stop, |line| eprintln!("landfall: {line}"));
    print(&match args.json {
        true => summary.json(),
        false => summary.text(),
    })?;
    let played: u32 = summary.bots.iter().map(|bot| bot.games).sum();
    Ok(match played < args.games {
        true => interrupted(),
        false => ExitCode::SUCCESS,
    })
}

fn settings(args: &ServeArgs) -> RoomSettings {
    RoomSettings {
        ft: args.ft,
        pps: args.pps,
        initial_multiplier: args.multiplier[0],
        final_multiplier: args.multiplier[1],
        start_margin: args.margin[0],
        end_margin: args.margin[1],
        games: args.games,
        pause: Duration::from_secs_f64(args.pause),
        seed: args.seed.unwrap_or_else(random_u64),
    }
}

fn read_key(path: &Path) -> Result<Secret, CliError> {
    Secret::word(&read_text(path)?).map_err(|error| CliError::about(path, error))
}

/// Reads names and tokens.
fn read_bots(path: &Path) -> Result<[Bot; 2], CliError> {
    let text = read_text(path)?;
    let bots: Option<Vec<Bot>> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let (name, token) = line.trim().split_once(char::is_whitespace)?;
            let token = Secret::word(token).ok()?;
            Some(Bot {
                name: name.to_string(),
                token,
            })
        })
        .collect();
    let bots: Option<[Bot; 2]> = bots.and_then(|bots| bots.try_into().ok());
    bots.filter(|[a, b]| a.name != b.name && a.token != b.token)
        .ok_or_else(|| CliError::about(path, TokensError))
}

/// Secrets that nobody can foresee, and the lines that tell them.
#[derive(Default)]
struct Generated {
    lines: String,
}

impl Generated {
    fn secret(&mut self, label: &str) -> Result<Secret, CliError> {
        let text = format!("{:016x}", random_u64());
        self.lines.push_str(&format!("{label}: {text}\n"));
        Secret::word(&text).map_err(CliError::failed)
    }

    fn bot(&mut self, name: &str) -> Result<Bot, CliError> {
        Ok(Bot {
            name: name.to_string(),
            token: self.secret(&format!("token of {name}"))?,
        })
    }
}
