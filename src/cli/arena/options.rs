//! The options of `landfall arena`, without those of the bots.

use crate::cli::CliError;
use clap::Args;
use landfall_arena::{
    ArenaError, BuildCheck, Clock, Preset, PresetError, StopCondition, can_measure_cpu_time,
};
use landfall_blockbattle::match_runner as blockbattle;
use landfall_command::misread;
use landfall_command::names::NameOr;
use landfall_experiment::ranges::parse_range;
use landfall_replay::FileKind;
use landfall_tbp::host::parse_time_limit;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Play matches between two bots, and estimate their difference in Elo.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// The first bot, in quotes: the command of a TBP bot, or `landfall` with its options
    #[arg(value_name = "A", required_unless_present = "print_preset")]
    pub a: Option<String>,

    /// The second bot, in quotes
    #[arg(value_name = "B", required_unless_present = "print_preset")]
    pub b: Option<String>,

    /// The games to play: a number `N` or a range `FROM..TO`
    ///
    /// Games 2n and 2n+1 are a pair: the same pieces and garbage, with the sides exchanged. A
    /// game depends on the seed and its number alone, so that parts of a series can be played
    /// on several machines. The default is 100, without limit for --ft and --sprt.
    #[arg(long, value_name = "GAMES", value_parser = parse_games)]
    pub games: Option<Range<u64>>,

    /// Stop when a bot has won N games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub ft: Option<u64>,

    /// Stop by a sequential probability ratio test of ELO1 against ELO0 (errors of 5 %)
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true, conflicts_with = "ft")]
    pub sprt: Option<[Elo; 2]>,

    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,

    /// Seed of the series
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,

    /// The preset, or a file that ends in .json
    #[arg(long, value_name = "NAME", default_value = "ppt", value_parser = NameOr::json_file(Preset::names()))]
    pub preset: String,

    /// Play a contest's own game in place of a preset
    #[arg(long, value_name = "RULES", value_parser = ["blockbattle"], conflicts_with_all = ["preset", "ft", "sprt", "journal", "resume", "replays", "html"])]
    pub rules: Option<String>,

    /// The time control, after the bots: `cpu MS`, `nodes N` or `real`
    ///
    /// `cpu MS` (Linux): each move gets MS milliseconds of processor time, summed over all
    /// threads; the bot is stopped between its moves, and the load of the machine does not
    /// matter. `cpu MS_A,MS_B` gives the bots different times.
    ///
    /// `nodes N`: landfall searches N nodes per move (or its own --nodes) in this process, and
    /// other programs answer when they like. The same seed gives the same games.
    ///
    /// `real`: real time, 60 frames per second; bots search while pieces move.
    #[arg(long, value_name = "CLOCK", num_args = 1..=2, default_values = ["cpu", "40"], value_parser = NameOr::any_text(["cpu", "nodes", "real"]), hide_possible_values = true)]
    pub clock: Vec<String>,

    /// Longest real time for an answer of a program; a bot that takes longer loses
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_time_limit)]
    pub timeout: Duration,

    /// Write a line for each finished game to this file, or continue the series in it
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub journal: Option<PathBuf>,

    /// Continue the series of this journal, which must be there
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,

    /// Continue a journal of another build or other weights, too
    #[arg(long)]
    pub any_build: bool,

    /// Write a replay of each game to this folder, as JSON lines
    #[arg(long, value_name = "DIR")]
    pub replays: Option<PathBuf>,

    /// Write each game to this folder as a web page, with an index
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,

    /// Print the summary as one JSON object
    #[arg(long)]
    pub json: bool,

    /// Print the file of a preset, and play nothing
    #[arg(long, value_name = "NAME", value_parser = Preset::names())]
    pub print_preset: Option<String>,
}

/// A difference in Elo, as given.
pub type Elo = i32;

impl Options {
    /// Returns the match that these options describe.
    ///
    /// # Errors
    /// The clock or the preset cannot be used.
    pub fn series(&self) -> Result<landfall_arena::Options, CliError> {
        Ok(landfall_arena::Options {
            commands: [&self.a, &self.b].map(|bot| bot.clone().unwrap_or_default()),
            preset: self.preset()?,
            clock: self.clock()?,
            games: self.games(),
            stop_condition: self.stop_condition(),
            jobs: usize::from(self.jobs),
            seed: self.seed,
            journal: self.journal.clone(),
            resume: self.resume.clone(),
            build: None,
            build_check: match self.any_build {
                true => BuildCheck::Any,
                false => BuildCheck::Same,
            },
            replays: self.replays.clone(),
            html: self.html.clone(),
            json: self.json,
        })
    }

    /// Returns whether the series is written to a journal.
    pub fn has_journal(&self) -> bool {
        self.journal.is_some() || self.resume.is_some()
    }

    /// Returns the series for the referee of AI Block Battle.
    pub fn blockbattle(&self) -> blockbattle::SeriesOptions {
        blockbattle::SeriesOptions {
            games: self.games(),
            seed: self.seed,
            jobs: usize::from(self.jobs),
            json: self.json,
        }
    }

    /// Returns the clock.
    ///
    /// # Errors
    /// There is no clock of that name, or its number is missing.
    pub fn clock(&self) -> Result<Clock, CliError> {
        // Both words may be one argument, in quotes.
        let words: Vec<&str> = { self.clock.iter() }
            .flat_map(|words| words.split_whitespace())
            .collect();
        let number = |text: &str| {
            let number = text.parse().ok().filter(|&n| n > 0);
            number
                .ok_or_else(|| CliError::Message(format!("--clock: {text:?} is no number above 0")))
        };
        match words[..] {
            ["nodes", nodes] => Ok(Clock::Nodes(number(nodes)?)),
            ["cpu", _] if !can_measure_cpu_time() => Err(CliError::Message(
                "--clock cpu needs Linux, to stop processes and measure their time; take nodes or real".into(),
            )),
            ["cpu", ms] => {
                let (a, b) = ms.split_once(',').unwrap_or((ms, ms));
                Ok(Clock::Cpu([number(a)?, number(b)?]))
            }
            ["real"] => Ok(Clock::Real),
            _ => Err(CliError::Message(format!(
                "--clock {}: give `cpu MS`, `nodes N` or `real`, and the bots before --clock",
                words.join(" ")
            ))),
        }
    }

    /// Returns the preset.
    ///
    /// # Errors
    /// There is no preset of that name, or its file cannot be used.
    pub fn preset(&self) -> Result<Preset, CliError> {
        Preset::by_name_or_file(&self.preset).map_err(|error| {
            let advice = match error {
                PresetError::Json(_) => "; `--print-preset ppt` shows how one looks",
                _ => "",
            };
            let error = misread(Path::new(&self.preset), &[FileKind::PRESET], error);
            CliError::Message(format!("--preset {}: {error}{advice}", self.preset))
        })
    }

    /// Returns the option that names the folder of an error.
    pub fn option_of(&self, error: &ArenaError) -> Option<&'static str> {
        let ArenaError::File { path, .. } = error else {
            return None;
        };
        let folders = [("--replays", &self.replays), ("--html", &self.html)];
        let named = folders
            .iter()
            .find(|(_, folder)| folder.as_ref() == Some(path));
        named.map(|(option, _)| *option)
    }

    /// Returns the numbers of the games, before the stop condition ends the series.
    pub fn games(&self) -> Range<u64> {
        match (&self.games, self.stop_condition()) {
            (Some(games), _) => games.clone(),
            (None, StopCondition::AllGames) => 0..100,
            (None, _) => 0..u64::MAX,
        }
    }

    /// Returns the condition that ends the series before its last game.
    pub fn stop_condition(&self) -> StopCondition {
        match (self.ft, self.sprt) {
            (Some(wins), _) => StopCondition::FirstTo(wins),
            (None, Some(elo)) => StopCondition::Sprt(elo.map(f64::from)),
            (None, None) => StopCondition::AllGames,
        }
    }
}

/// Why the value of an option is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The text is no number of games and no range of numbers.
    #[error("give a number of games, or a range such as 500..1000")]
    Games,
    /// The text is no pair of differences in Elo.
    #[error("give two whole numbers such as 0,20, the lower first")]
    Sprt,
}

/// Parses a number of games, or a range of their numbers.
fn parse_games(text: &str) -> Result<Range<u64>, OptionError> {
    let count = text.parse().ok().filter(|&to| to > 0);
    let games = count.map(|to| 0..to).or_else(|| parse_range(text));
    games.ok_or(OptionError::Games)
}

/// Parses two differences in Elo, the lower first.
///
/// # Errors
/// [`OptionError::Sprt`].
pub fn parse_sprt(text: &str) -> Result<[Elo; 2], OptionError> {
    let bounds = text.split_once(',');
    let bounds =
        bounds.and_then(|(low, high)| Some([low.trim().parse().ok()?, high.trim().parse().ok()?]));
    match bounds {
        Some([low, high]) if low < high && low > -2_000 && high < 2_000 => Ok([low, high]),
        _ => Err(OptionError::Sprt),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{CommandFactory, Parser};

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        options: Options,
    }

    fn parse(arguments: &[&str]) -> Result<Options, clap::Error> {
        let words = ["arena", "a", "b"].iter().chain(arguments);
        Program::try_parse_from(words).map(|program| program.options)
    }

    #[test]
    fn the_options_are_valid_for_clap() {
        Program::command().debug_assert();
    }

    #[test]
    fn games_are_a_number_or_a_range() {
        assert_eq!(parse(&["--games", "7"]).unwrap().games(), 0..7);
        assert_eq!(parse(&["--games", "4..9"]).unwrap().games(), 4..9);
        assert_eq!(parse(&[]).unwrap().games(), 0..100);
        assert_eq!(parse(&["--ft", "3"]).unwrap().games(), 0..u64::MAX);
        for wrong in ["0", "9..4", "x", "4..", "-1"] {
            assert!(parse(&["--games", wrong]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sprt_takes_two_ordered_bounds() {
        let sprt = |text| parse(&["--sprt", text]).map(|options| options.stop_condition());
        assert_eq!(sprt("-5,10").unwrap(), StopCondition::Sprt([-5.0, 10.0]));
        for wrong in ["5", "10,5", "0,0", "a,b"] {
            assert!(sprt(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn clock_options_are_parsed() {
        let clock = |words: &[&str]| parse(&[&["--clock"], words].concat()).unwrap().clock().ok();
        assert_eq!(clock(&["nodes", "50"]), Some(Clock::Nodes(50)));
        assert_eq!(clock(&["nodes 50"]), Some(Clock::Nodes(50)));
        assert_eq!(clock(&["real"]), Some(Clock::Real));
        assert_eq!(clock(&["cpu", "40"]).is_some(), can_measure_cpu_time());
        if can_measure_cpu_time() {
            assert_eq!(clock(&["cpu", "40"]), Some(Clock::Cpu([40, 40])));
            assert_eq!(clock(&["cpu", "10,40"]), Some(Clock::Cpu([10, 40])));
            assert_eq!(Clock::Cpu([10, 40]).to_string(), "cpu 10,40");
        }
        for wrong in [
            &["nodes"][..],
            &["nodes", "0"],
            &["sun", "1"],
            &["real", "1"],
            &["cpu", "10,"],
            &["cpu", "10,20,40"],
        ] {
            assert!(clock(wrong).is_none(), "{wrong:?}");
        }
    }
}
