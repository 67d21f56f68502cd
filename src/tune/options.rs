//! The options of `landfall tune`.

use super::config::{JOURNAL_VERSION, Opponent, Scoring, TuneConfig};
use super::error::TuneError;
use super::problem::Problem;
use super::space::ParameterSpace;
use super::step_options::{Only, StepOptions};
use super::target::Target;
use clap::Args;
use landfall_arena::Preset;
use landfall_command::names::{self, NameOr};
use landfall_command::parse_duration;
use landfall_command::weights_file::read_weights;
use landfall_rules::rng::mix64;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Find weights by playing games: CMA-ES.
///
/// Needs a journal and at least one of --generations, --time and --games. With --ask, --play and
/// --tell the jobs of each generation are played by any number of machines.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Write a line for each finished generation to this file and charts to FILE.html, or continue
    /// the run in it, which must have the same options
    #[arg(long, value_name = "FILE", required_unless_present = "resume")]
    pub journal: Option<PathBuf>,

    /// Continue the run of this journal; only limits, --jobs and --out may be given with it
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "journal", "target", "start", "reference", "opponent", "score", "warm_up", "nodes",
        "population", "seeds", "pieces", "previews", "from", "sigma", "mean_rate", "seed",
        "preset",
    ])]
    pub resume: Option<PathBuf>,

    /// Write the weights to this file after each generation; without it they are printed at
    /// the end
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// When the run ends.
    #[command(flatten)]
    pub limits: RunLimits,

    /// Games at a time; does not change the result
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,

    /// The rules to find weights for
    #[arg(long = "rules", value_name = "NAME", default_value = "guideline", value_parser = names::one_of(Target::names(), Target::by_name))]
    pub target: Target,

    /// The weights to start from: a name (shipped: those that come with the program), or a
    /// weights file
    #[arg(long, value_name = "WEIGHTS", default_value = "shipped", value_parser = NameOr::any_text(START_NAMES))]
    pub start: String,

    /// The weights of the fixed opponent that measures progress in matches, as for --start
    #[arg(long, value_name = "WEIGHTS", default_value = "shipped", value_parser = NameOr::any_text(START_NAMES))]
    pub reference: String,

    /// The opponent of candidates in matches
    #[arg(long, value_name = "OPPONENT", value_enum, default_value = "itself")]
    pub opponent: Opponent,

    /// What candidates are ranked by
    ///
    /// The default is match, for dropblox solo.
    #[arg(long, value_name = "SCORE", value_enum)]
    pub score: Option<Scoring>,

    /// With --score match, rank the first N generations by solo games; the default is 100 from
    /// zero and random, else 0
    #[arg(long, value_name = "N")]
    pub warm_up: Option<u64>,

    /// Nodes per move; the default is 300, for dropblox 1500
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Candidates per generation
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub population: usize,

    /// Solo games, or pairs of games, per candidate
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub seeds: u64,

    /// Pieces per solo game
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub pieces: u64,

    /// Pieces seen beyond the one in play in a solo game
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub previews: usize,

    /// The score that games of Dropblox start from; few of them end below 440
    #[arg(long, value_name = "POINTS", default_value_t = 440)]
    pub from: u32,

    /// The first step length, as a multiple of the usual step of each weight; the default is 1
    /// from zero and random, else 0.3
    #[arg(long, value_name = "X")]
    pub sigma: Option<f64>,

    /// The learning rate of the mean, at most 1; lower values average over generations
    #[arg(long, value_name = "X", default_value_t = 1.0)]
    pub mean_rate: f64,

    /// Seed of the run
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,

    /// The arena's preset for matches, or a file that ends in .json; the default is ppt, or
    /// the preset of the rules
    #[arg(long, value_name = "NAME", value_parser = NameOr::json_file(Preset::names()))]
    pub preset: Option<String>,

    /// The steps of a generation, for many machines.
    #[command(flatten)]
    pub steps: StepOptions,
}

/// The limits of a run, which ends when the first is reached.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct RunLimits {
    /// End after this many generations of the whole run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub generations: Option<u64>,

    /// End with the generation that is played when this time has passed, such as 90s, 45m or 1h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time: Option<Duration>,

    /// End with the generation in which the whole run reaches this many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
}

impl RunLimits {
    /// Returns whether there is no limit.
    pub fn are_none(&self) -> bool {
        self.generations.is_none() && self.time.is_none() && self.games.is_none()
    }

    /// Returns whether this number of generations or games reaches its limit.
    pub fn are_reached(&self, generations: u64, games: u64) -> bool {
        let reached = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        reached(self.generations, generations) || reached(self.games, games)
    }
}

impl Options {
    /// Returns the command that continues this run, or the jobs of --play.
    pub fn resume_command(&self) -> String {
        let journal = self.journal.as_ref().or(self.resume.as_ref());
        let (steps, limits) = (&self.steps, &self.limits);
        let mut words = vec!["landfall".to_string(), "tune".to_string()];
        let mut add = |option: &str, value: Option<String>| {
            if let Some(value) = value {
                words.extend([option.to_string(), shell_words::quote(&value).into_owned()]);
            }
        };
        let path = |path: &PathBuf| path.display().to_string();
        add("--play", steps.play.as_ref().map(path));
        add("--only", steps.only.as_ref().map(Only::to_string));
        let option = match steps.play {
            Some(_) => "--journal",
            None => "--resume",
        };
        add(option, journal.map(path));
        add("--generations", limits.generations.map(|n| n.to_string()));
        add(
            "--time",
            limits.time.map(|time| format!("{}s", time.as_secs())),
        );
        add("--games", limits.games.map(|n| n.to_string()));
        add("--jobs", (self.jobs > 1).then(|| self.jobs.to_string()));
        add("--out", self.out.as_ref().map(path));
        if steps.any_build {
            words.push("--any-build".to_string());
        }
        words.join(" ")
    }

    /// Returns the configuration of a run of a problem.
    ///
    /// # Errors
    /// A file cannot be used, or the options do not fit together.
    pub fn config<P: Problem>(&self, problem: &P) -> Result<TuneConfig<P::Weights>, TuneError> {
        let from_nothing = ["zero", "random"].contains(&self.start.as_str());
        let (warm_up, sigma) = if from_nothing { (100, 1.0) } else { (0, 0.3) };
        let score = self.score.unwrap_or(P::DEFAULT_SCORING);
        let config = TuneConfig {
            version: JOURNAL_VERSION,
            rules: problem.name().to_string(),
            start: self.start.clone(),
            start_weights: self.weights(problem, "--start", &self.start)?,
            reference: self.reference.clone(),
            reference_weights: self.weights(problem, "--reference", &self.reference)?,
            opponent: self.opponent,
            score,
            warm_up: match score {
                Scoring::Solo => 0,
                Scoring::Match => self.warm_up.unwrap_or(warm_up),
            },
            nodes: self.nodes.unwrap_or(P::DEFAULT_NODES),
            population: self.population,
            seeds: self.seeds,
            pieces: self.pieces,
            previews: self.previews,
            from_score: if P::HAS_START_SCORE { self.from } else { 0 },
            sigma: self.sigma.unwrap_or(sigma),
            mean_rate: self.mean_rate,
            seed: self.seed,
            preset: self.preset(problem.name())?,
        };
        config.check_for(problem)?;
        Ok(config)
    }

    /// Returns the weights that an option names.
    fn weights<P: Problem>(
        &self,
        problem: &P,
        option: &'static str,
        name: &str,
    ) -> Result<P::Weights, TuneError> {
        match name {
            "zero" => Ok(problem.zero()),
            "random" => {
                let space = ParameterSpace::new(problem, &problem.zero());
                Ok(space.random(mix64(self.seed ^ RANDOM_STREAM)))
            }
            "shipped" => Ok(problem.shipped()),
            path => {
                let parse = |text: &str| problem.parse(text);
                read_weights(Path::new(path), problem.name(), parse).map_err(|source| {
                    TuneError::Weights {
                        option,
                        name: path.to_string(),
                        source,
                    }
                })
            }
        }
    }

    /// Returns the preset of matches: the named one, else one for the rules.
    fn preset(&self, rules: &str) -> Result<Option<Preset>, TuneError> {
        let Some(name) = &self.preset else {
            let fits = |name| {
                let preset = Preset::by_name(name).ok();
                preset.filter(|preset| preset.rules.name == rules)
            };
            return Ok(["ppt", rules].into_iter().find_map(fits));
        };
        Preset::by_name_or_file(name)
            .map(Some)
            .map_err(|error| TuneError::Preset {
                name: name.clone(),
                source: error.into(),
            })
    }
}

/// The names of weights to start from; any other text is the path of a file.
const START_NAMES: [&str; 3] = ["zero", "random", "shipped"];

/// Separates the seed of a random start from the others.
const RANDOM_STREAM: u64 = 0x7475_6e65_7200_0003;

#[cfg(test)]
mod tests {
    use super::super::dropblox::DropbloxProblem;
    use super::super::tetris::tests::problem;
    use super::*;
    use clap::{CommandFactory, Parser};
    use landfall_rules::rulesets::GUIDELINE;
    use landfall_search::Weights;

    #[derive(Debug, Parser)]
    struct Program {
        #[command(flatten)]
        options: Options,
    }

    fn parse(arguments: &[&str]) -> Result<Options, clap::Error> {
        let words = ["tune", "--journal", "j"].iter().chain(arguments);
        Program::try_parse_from(words).map(|program| program.options)
    }

    /// Returns the error of invalid options.
    fn config_error(options: &Options) -> String {
        match options.target {
            Target::Ruleset(rules) => options.config(&problem(&rules)).unwrap_err().to_string(),
            Target::Dropblox => options
                .config(&DropbloxProblem::default())
                .unwrap_err()
                .to_string(),
        }
    }

    #[test]
    fn the_resume_command_has_the_options_that_the_journal_lacks() {
        let words = [
            "--time",
            "2m",
            "--jobs",
            "3",
            "--out",
            "my weights.json",
            "--seed",
            "4",
        ];
        assert_eq!(
            parse(&words).unwrap().resume_command(),
            "landfall tune --resume j --time 120s --jobs 3 --out 'my weights.json'"
        );
    }

    #[test]
    fn the_resume_command_of_play_names_its_jobs() {
        let words = [
            "--play",
            "jobs.json",
            "--only",
            "2/8",
            "--jobs",
            "2",
            "--any-build",
        ];
        assert_eq!(
            parse(&words).unwrap().resume_command(),
            "landfall tune --play jobs.json --only 2/8 --journal j --jobs 2 --any-build"
        );
    }

    #[test]
    fn steps_refuse_options_without_a_meaning() {
        for words in [
            &["--play", "f", "--seed", "1"][..],
            &["--play", "f", "--generations", "1"],
            &["--play", "f", "--out", "w"],
            &["--play", "f", "--tell", "s"],
            &["--ask", "f", "--play", "f"],
            &["--ask", "f", "--time", "1h"],
            &["--ask", "f", "--any-build"],
            &["--tell", "s"],
            &["--only", "1/2"],
            &["--any-build"],
        ] {
            assert!(parse(words).is_err(), "{words:?}");
        }
        assert!(parse(&["--ask", "f", "--seed", "1", "--generations", "3"]).is_ok());
    }

    #[test]
    fn the_options_are_valid_for_clap() {
        Program::command().debug_assert();
    }

    #[test]
    fn times_have_a_unit() {
        let seconds =
            |text| parse(&["--time", text]).map(|options| options.limits.time.unwrap().as_secs());
        assert_eq!(seconds("90").unwrap(), 90);
        assert_eq!(seconds("45m").unwrap(), 45 * 60);
        assert_eq!(seconds("2h").unwrap(), 7_200);
        for wrong in ["", "h", "0", "1.5h", "1d", "-1s", "99999999999999h", "5é"] {
            assert!(parse(&[&format!("--time={wrong}")]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_start_from_nothing_has_a_warm_up_of_solo_games() {
        let config = |words: &[&str]| {
            let problem = problem(&GUIDELINE);
            parse(words).unwrap().config(&problem).unwrap()
        };
        let zero = config(&["--start", "zero"]);
        assert_eq!((zero.warm_up, zero.sigma), (100, 1.0));
        assert_eq!(zero.start_weights, Weights::ZERO);
        let shipped = config(&[]);
        assert_eq!((shipped.warm_up, shipped.sigma), (0, 0.3));
        assert_eq!(shipped.start_weights, Weights::default());
        let random = |seed| config(&["--start", "random", "--seed", seed]).start_weights;
        assert_eq!(random("1"), random("1"));
        assert_ne!(random("1"), random("2"));
    }

    #[test]
    fn errors_name_the_invalid_option() {
        for (words, named) in [
            (&["--start", "nowhere.json"][..], "--start nowhere.json"),
            (&["--reference", "Cargo.toml"], "not a weights file"),
            (&["--population", "3"], "--population must be from 4"),
            (&["--nodes", "0"], "--nodes must be from 1"),
            (&["--sigma", "NaN"], "--sigma must be above 0"),
            (&["--mean-rate", "0"], "--mean-rate must be above 0"),
            (&["--mean-rate", "1.1"], "at most 1, not 1.1"),
            (
                &["--opponent", "mirror", "--population", "21"],
                "must be even, not 21",
            ),
            (
                &["--rules", "pason", "--preset", "ppt"],
                "for the rules guideline",
            ),
            (&["--rules", "dropblox", "--score", "match"], "--score solo"),
        ] {
            let error = config_error(&parse(words).unwrap());
            assert!(error.contains(named), "{error}");
        }
    }
}
