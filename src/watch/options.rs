//! The options of `landfall watch`: names, defaults and help texts.
//!
//! The settings of the built-in bot are those of a TBP session; [`run`](super::run) takes them
//! as an argument of their own.

use super::pace::Pace;
use clap::Args;
use landfall_command::names;
use landfall_rules::{Randomizer, Ruleset};
use landfall_tbp::host::parse_time_limit;
use std::time::Duration;

/// Show a game of a bot, on a terminal or as lines of text
#[derive(Args, Clone, Debug)]
pub struct WatchOptions {
    /// The rules of the game
    ///
    /// They define rotation, randomizer, garbage, attack and when the game is lost. Another bot
    /// must understand the `ruleset` extension of the protocol to play anything but the guideline.
    #[arg(long, value_name = "NAME", default_value = "guideline", value_parser = names::ruleset())]
    pub rules: Ruleset,

    /// Pieces per second, or `max` (or 0) for as fast as the bot answers
    ///
    /// A move is requested only when the piece is due; the bot searches in the meantime. On a
    /// terminal the default is 2.5, elsewhere `max`.
    #[arg(long, value_name = "X")]
    pub pps: Option<Pace>,

    /// Seed of the pieces and of the garbage; the same seed deals the same game
    ///
    /// Without it a seed is taken from the clock. The summary contains the seed, so that any
    /// game can be repeated.
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,

    /// Stop after this many pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub pieces: Option<u64>,

    /// Add one row of the rules' garbage after every N pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub garbage: Option<u64>,

    /// How many pieces the bot sees beyond the one in play
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=30))]
    pub previews: u8,

    /// The randomizer of the pieces, in place of that of the rules
    ///
    /// The bot receives the name.
    #[arg(long, value_name = "NAME", value_parser = names::one_of(RANDOMIZERS.map(|named| named.0), randomizer_by_name))]
    pub randomizer: Option<Randomizer>,

    /// Watch another TBP bot: the command that starts it
    ///
    /// The command is split into words like a shell command, with quotes and backslashes, but no
    /// shell is started. Without this option the built-in bot plays.
    #[arg(long, value_name = "CMD")]
    pub bot: Option<String>,

    /// The longest time for an answer of the bot of --bot
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_time_limit)]
    pub timeout: Duration,

    /// Print the summary as one JSON object
    #[arg(long)]
    pub json: bool,

    /// Print one line per piece, also with --pieces or --json (if stdout is no terminal)
    ///
    /// Without this option and without a terminal, a line per piece is printed unless --pieces or
    /// --json is given; the summary is always printed.
    #[arg(long)]
    pub verbose: bool,
}

impl WatchOptions {
    /// Returns the randomizer of the options or the rules.
    pub fn effective_randomizer(&self) -> &Randomizer {
        self.randomizer.as_ref().unwrap_or(self.rules.randomizer)
    }
}

/// The randomizers with their names in the protocol.
const RANDOMIZERS: [(&str, Randomizer); 2] = [
    ("seven_bag", Randomizer::SEVEN_BAG),
    ("uniform", Randomizer::Uniform),
];

/// No randomizer has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no randomizer {0:?}")]
struct UnknownRandomizer(String);

fn randomizer_by_name(name: &str) -> Result<Randomizer, UnknownRandomizer> {
    let named = RANDOMIZERS.into_iter().find(|named| named.0 == name);
    named
        .map(|named| named.1)
        .ok_or_else(|| UnknownRandomizer(name.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{CommandFactory, Parser};

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        options: WatchOptions,
    }

    fn parse(arguments: &[&str]) -> Result<WatchOptions, clap::Error> {
        let words = std::iter::once(&"watch").chain(arguments);
        Program::try_parse_from(words).map(|program| program.options)
    }

    #[test]
    fn the_options_are_valid_for_clap() {
        Program::command().debug_assert();
    }

    #[test]
    fn options_have_defaults() {
        let options = parse(&[]).unwrap();
        assert_eq!((options.previews, options.pps), (5, None));
        assert_eq!(options.rules.name, "guideline");
        assert_eq!(options.timeout, Duration::from_secs(5));
        assert_eq!(options.effective_randomizer(), &Randomizer::SEVEN_BAG);
    }

    #[test]
    fn the_default_randomizer_is_that_of_the_rules() {
        let randomizer =
            |arguments: &[&str]| parse(arguments).unwrap().effective_randomizer().clone();
        assert_eq!(randomizer(&["--rules", "pason"]), Randomizer::Uniform);
        let both = ["--rules", "pason", "--randomizer", "seven_bag"];
        assert_eq!(randomizer(&both), Randomizer::SEVEN_BAG);
        assert_eq!(
            randomizer(&["--randomizer", "uniform"]),
            Randomizer::Uniform
        );
    }

    #[test]
    fn values_out_of_range_are_refused() {
        for arguments in [
            ["--pps", "x"],
            ["--pieces", "0"],
            ["--garbage", "0"],
            ["--previews", "31"],
            ["--timeout", "0"],
            ["--timeout", "inf"],
            ["--rules", "chess"],
            ["--randomizer", "general_bag"],
        ] {
            assert!(parse(&arguments).is_err(), "{arguments:?}");
        }
    }
}
