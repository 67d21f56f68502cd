//! The summary of a run, in a few lines for people.

use super::config::{Scoring, TuneConfig};
use super::journal::GenerationRecord;
use super::target::Target;
use landfall_experiment::statistics::Trinomial;
use landfall_rules::rulesets::GUIDELINE;
use std::fmt;
use std::path::{Path, PathBuf};

/// The number of last generations whose games against the fixed opponent are added up, because a
/// single generation has few.
const RECENT: usize = 10;

/// The summary of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSummary {
    /// The number of finished generations.
    pub generations: u64,
    /// The number of their games.
    pub games: u64,
    /// The improvement of the weights; `None` before the first generation.
    pub improvement: Option<Improvement>,
    /// The files that were written.
    pub files: RunFiles,
    /// Commands that use the weights, each with its aim.
    pub next: Vec<(&'static str, String)>,
}

/// The files of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFiles {
    /// The journal.
    pub journal: PathBuf,
    /// The charts.
    pub page: PathBuf,
    /// The weights, if a file was named for them.
    pub out: Option<PathBuf>,
}

/// The improvement of the weights of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Improvement {
    /// Games of the mean against the fixed opponent in recent generations.
    Match {
        /// The value of `--reference`.
        reference: String,
        /// The games, with points counted as won games, and the rest as lost games.
        games: Trinomial,
    },
    /// Mean scores of solo games.
    Solo {
        /// The score of the first generation.
        first: f64,
        /// The score of the last generation.
        last: f64,
    },
}

impl RunSummary {
    /// Returns the summary of a run with these finished generations.
    pub fn new<W>(
        config: &TuneConfig<W>,
        records: &[GenerationRecord<W>],
        files: RunFiles,
    ) -> RunSummary {
        RunSummary {
            generations: records.len() as u64,
            games: records.last().map_or(0, |last| last.games),
            improvement: Improvement::of(config, records),
            next: next_commands(config, files.out.as_deref()),
            files,
        }
    }
}

/// Returns commands that use a weights file, each with its aim; none if there is no file.
fn next_commands<W>(config: &TuneConfig<W>, out: Option<&Path>) -> Vec<(&'static str, String)> {
    let Some(out) = out.map(|path| path.display().to_string()) else {
        return Vec::new();
    };
    let out = shell_words::quote(&out);
    // No command takes the weights of Dropblox.
    let Ok(Target::Ruleset(rules)) = Target::by_name(&config.rules) else {
        return Vec::new();
    };
    let mut watch = format!("landfall watch --weights {out}");
    if rules.name != GUIDELINE.name {
        watch += &format!(" --rules {}", rules.name);
    }
    let arena = config.preset.as_ref().map(|preset| {
        let bot = format!("landfall --weights {out}");
        let bot = shell_words::quote(&bot);
        format!("landfall arena {bot} landfall --preset {}", preset.name)
    });
    let mut next = vec![("to watch them play", watch)];
    next.extend(arena.map(|command| ("to measure them in matches", command)));
    next
}

impl Improvement {
    fn of<W>(config: &TuneConfig<W>, records: &[GenerationRecord<W>]) -> Option<Improvement> {
        let last = records.last()?;
        let same_scoring = records
            .iter()
            .filter(|record| record.scoring == last.scoring);
        Some(match last.scoring {
            Scoring::Solo => Improvement::Solo {
                first: same_scoring.clone().next()?.mean,
                last: last.mean,
            },
            Scoring::Match => {
                let recent = same_scoring.rev().take(RECENT);
                let means: Vec<f64> = recent.map(|record| record.mean).collect();
                let games = 2.0 * config.seeds as f64;
                let points: f64 = means.iter().map(|mean| mean * games).sum();
                let played = games as u32 * means.len() as u32;
                // The records do not distinguish points of drawn games.
                let won = (points.round() as u32).min(played);
                Improvement::Match {
                    reference: config.reference.clone(),
                    games: Trinomial {
                        won,
                        drawn: 0,
                        lost: played - won,
                    },
                }
            }
        })
    }
}

impl fmt::Display for RunSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} generations, {} games", self.generations, self.games)?;
        match &self.improvement {
            None => writeln!(
                f,
                "no generation was finished: the weights are those of the start"
            )?,
            Some(improvement) => writeln!(f, "{improvement}")?,
        }
        let RunFiles { journal, page, out } = &self.files;
        write!(f, "written: {} (journal), ", journal.display())?;
        write!(f, "{} (charts)", page.display())?;
        if let Some(out) = out {
            write!(f, ", {} (weights)", out.display())?;
        }
        self.next
            .iter()
            .try_for_each(|(aim, command)| write!(f, "\n{aim}: {command}"))
    }
}

impl fmt::Display for Improvement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Improvement::Match { reference, games } => {
                let (won, played) = (games.won, games.games());
                write!(
                    f,
                    "against the weights {reference}: {won} points of {played} games"
                )?;
                match games.elo() {
                    Some(elo) => write!(f, ", {elo}"),
                    None => Ok(()),
                }
            }
            Improvement::Solo { first, last } => write!(
                f,
                "mean score of a solo game: {first:.3} in the first generation, {last:.3} in the last ({:+.3})",
                last - first
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::tetris::tests::problem;
    use super::*;
    use clap::Parser;
    use landfall_search::Weights;

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        options: Options,
    }

    fn record(generation: u64, scoring: Scoring, mean: f64) -> GenerationRecord<Weights> {
        GenerationRecord {
            generation,
            scoring,
            scores: Vec::new(),
            mean,
            games: 60 * (generation + 1),
            sigma: 0.3,
            weights: Weights::default(),
        }
    }

    fn lines(records: &[GenerationRecord<Weights>], out: Option<&str>) -> String {
        let words = ["tune", "--journal", "run.jsonl", "--seeds", "12"];
        let options = Program::parse_from(words).options;
        let config = options.config(&problem(&GUIDELINE)).unwrap();
        let files = RunFiles {
            journal: "run.jsonl".into(),
            page: "run.jsonl.html".into(),
            out: out.map(PathBuf::from),
        };
        RunSummary::new(&config, records, files).to_string()
    }

    #[test]
    fn the_summary_of_matches_has_elo_and_commands() {
        let records = [
            record(0, Scoring::Solo, 3.0),
            record(1, Scoring::Match, 0.5),
            record(2, Scoring::Match, 1.0),
        ];
        let text = lines(&records, Some("my weights.json"));
        assert!(text.starts_with("3 generations, 180 games\n"), "{text}");
        // Half of 24 games, and 24 of 24.
        let improvement = "against the weights shipped: 36 points of 48 games, +191 Elo, between +";
        assert!(text.contains(improvement), "{text}");
        assert!(
            text.contains("landfall watch --weights 'my weights.json'\n"),
            "{text}"
        );
    }

    #[test]
    fn the_summary_of_solo_games_compares_first_and_last_scores() {
        let records = [record(0, Scoring::Solo, 3.0), record(1, Scoring::Solo, 4.5)];
        let text = lines(&records, None);
        assert!(
            text.contains("3.000 in the first generation, 4.500 in the last (+1.500)"),
            "{text}"
        );
        assert!(!text.contains("watch"), "{text}");
        let text = lines(&[], None);
        assert!(text.contains("no generation was finished"), "{text}");
    }
}
