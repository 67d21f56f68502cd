//! `landfall weights`: weights as JSON, and the table of parameters.

use super::CliError;
use crate::tune::Target;
use clap::Args;
use landfall_command::weights_file::read;
use landfall_command::{names, print, set_error};
use landfall_rules::Ruleset;
use landfall_search::parameters::{Assignment, Parameter};
use landfall_search::{SearchOptions, Weights};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// The step of parameters that `landfall tune` does not tune.
const STEP_OF_OTHERS: f64 = 20.0;

/// The learning rate of SPSA at the end of a run (`r_end`), as a fraction of the squared step.
const END_RATE: f64 = 0.002;

/// Options of `landfall weights`.
#[derive(Debug, Args)]
pub struct WeightsArgs {
    /// The rules whose weights are printed.
    #[arg(long, value_name = "NAME", default_value = "guideline", value_parser = names::one_of(Target::names(), Target::by_name))]
    rules: Target,
    /// Print the weights of this file in place of the shipped ones.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Set one weight or, with --params, one parameter of the search before printing.
    #[arg(long, value_name = "NAME=VALUE", value_parser = names::assignment(), hide_possible_values = true)]
    set: Vec<Assignment>,
    /// Print what can be tuned under the rules, weights and parameters of the search, as OpenBench
    /// takes it for SPSA: `name, int, start, min, max, c_end, r_end`.
    #[arg(long)]
    params: bool,
    /// With --params: print all that --set takes, whatever the rules.
    #[arg(long, requires = "params")]
    all: bool,
}

impl WeightsArgs {
    fn options(&self) -> Result<SearchOptions, CliError> {
        let weights = self.weights.as_deref().map(read).transpose()?;
        let options = SearchOptions {
            weights: weights.map(Arc::new),
            ..SearchOptions::default()
        };
        options.with_assignments(&self.set).map_err(set_error)
    }
}

/// Prints the weights of a ruleset, or the table of parameters.
pub fn run(args: &WeightsArgs) -> Result<ExitCode, CliError> {
    let text = match args.rules {
        Target::Ruleset(rules) if args.params => parameter_table(args, &rules)?,
        Target::Ruleset(rules) => changed_json(args, &rules)?,
        Target::Dropblox if args.params || args.weights.is_some() || !args.set.is_empty() => {
            return Err(CliError::Message(
                "--params, --set and --weights are for rulesets; the weights of dropblox are printed as they are".into(),
            ));
        }
        Target::Dropblox => args.rules.shipped_json().map_err(cannot_write)?,
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the weights file of a ruleset, changed by the options.
fn changed_json(args: &WeightsArgs, rules: &Ruleset) -> Result<String, CliError> {
    if let Some(parameter) = args.set.iter().find(|set| !set.is_weight()) {
        return Err(CliError::Message(format!(
            "--set {}: a weights file has no parameters of the search; --params prints them",
            parameter.name()
        )));
    }
    let weights = args.options()?.weights_for(rules);
    weights.to_json().map_err(cannot_write)
}

/// Returns a line for each parameter.
fn parameter_table(args: &WeightsArgs, rules: &Ruleset) -> Result<String, CliError> {
    let options = args.options()?;
    let mut weights = Weights::clone(&options.weights_for(rules));
    let mut text = String::new();
    for parameter in Parameter::all() {
        let step = match parameter.step_under(rules) {
            None if !args.all => continue,
            step => step.or(parameter.step).unwrap_or(STEP_OF_OTHERS),
        };
        let start = parameter.value(&mut weights, &options.parameters_for(rules));
        let (min, max) = (parameter.range.start(), parameter.range.end());
        let name = &parameter.name;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{name}, int, {start}, {min}, {max}, {step}, {END_RATE}"
        );
    }
    Ok(text)
}

fn cannot_write(error: impl std::fmt::Display) -> CliError {
    CliError::Message(format!("the weights cannot be written as JSON: {error}"))
}
