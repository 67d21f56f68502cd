//! What plays, for the journal of a series: the program, what its search does, and with which
//! weights and parameters.

use crate::build_info::BuildInfo;
use crate::cli::CliError;
use landfall_arena::Build;
use landfall_bot::Settings;
use landfall_experiment::hash::fnv1a;
use landfall_rules::Ruleset;
use landfall_search::SearchParameters;

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

/// Returns the hash of the weights with which a bot plays by a ruleset, and of its search
/// parameters where they are not the defaults.
///
/// # Errors
/// They cannot be written as JSON.
pub fn weights_hash(settings: &Settings, rules: &Ruleset) -> Result<String, CliError> {
    let weights = settings.search.weights_for(rules);
    let mut text = weights.to_json().map_err(CliError::failed)?;
    let parameters = settings.search.parameters;
    if parameters != SearchParameters::DEFAULT {
        text += &format!("{parameters:?}");
    }
    Ok(format!("{:016x}", fnv1a(text.as_bytes())))
}
