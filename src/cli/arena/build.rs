//! The identity of the players, for the journal of a series: the build of the program, and the
//! hashes of weights and parameters.

use crate::build_info::BuildInfo;
use crate::cli::CliError;
use landfall_arena::Build;
use landfall_bot::Settings;
use landfall_command::weights_file;
use landfall_experiment::hash::fnv1a_hex;
use landfall_rules::Ruleset;
use landfall_search::parameters::SearchParameters;

/// Returns the identity of this program, with the hashes of the players' weights.
///
/// # Errors
/// A bench position cannot be searched.
pub fn this_build(weights: [Option<String>; 2]) -> Result<Build, CliError> {
    let BuildInfo { version, bench } = BuildInfo::of_this_program().map_err(CliError::failed)?;
    Ok(Build {
        version,
        bench,
        weights,
    })
}

/// Returns the hash of a bot's weights for a ruleset, and of its search parameters if they are not
/// those of the ruleset.
pub fn weights_hash(settings: &Settings, rules: &Ruleset) -> String {
    let mut hash = weights_file::hash(&settings.driver.search.weights_for(rules));
    let parameters = settings.driver.search.parameters_for(rules);
    if parameters != SearchParameters::for_rules(rules) {
        hash = fnv1a_hex(format!("{hash} {parameters:?}").as_bytes());
    }
    hash
}
