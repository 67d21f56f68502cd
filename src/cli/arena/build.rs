//! What plays, for the journal of a series: the program, what its search does, and its weights.

use crate::build_info::BuildInfo;
use crate::cli::CliError;
use landfall_arena::Build;
use landfall_bot::Settings;
use landfall_experiment::hash::fnv1a;
use landfall_rules::Ruleset;
use landfall_search::Weights;

/// Returns the build, with the hashes of the players' weights.
///
/// # Errors
/// The positions of the bench cannot be searched.
pub fn this_build(weights: [Option<String>; 2]) -> Result<Build, CliError> {
    let BuildInfo { version, bench } = BuildInfo::of_this_program().map_err(CliError::failed)?;
    Ok(Build {
        version,
        bench,
        weights,
    })
}

/// Returns the hash of the weights with which a bot plays by a ruleset.
///
/// # Errors
/// They cannot be written as JSON.
pub fn weights_hash(settings: &Settings, rules: &Ruleset) -> Result<String, CliError> {
    let own = settings.search.weights.clone();
    let weights = own.unwrap_or_else(|| Weights::for_rules(rules));
    let json = weights.to_json().map_err(CliError::failed)?;
    Ok(format!("{:016x}", fnv1a(json.as_bytes())))
}
