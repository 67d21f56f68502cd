//! What plays, for the journal of a series: the program, what its search does, and with which
//! weights and parameters.

use crate::build_info::BuildInfo;
use crate::cli::CliError;
use landfall_arena::Build;
use landfall_bot::Settings;
use landfall_command::weights_file;
use landfall_experiment::hash::fnv1a_hex;
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
pub fn weights_hash(settings: &Settings, rules: &Ruleset) -> String {
    let mut hash = weights_file::hash(&settings.search.weights_for(rules));
    let parameters = settings.search.parameters;
    if parameters != SearchParameters::DEFAULT {
        hash = fnv1a_hex(format!("{hash} {parameters:?}").as_bytes());
    }
    hash
}
