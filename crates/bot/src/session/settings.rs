//! The settings of a session: its name, and how it searches.

use crate::DriverOptions;
use landfall_rules::Ruleset;
use landfall_rules::rulesets::GUIDELINE;

/// The settings of a session.
///
/// # Examples
/// ```
/// use landfall_bot::{DriverOptions, Settings};
/// let settings = Settings {
///     max_moves: 1,
///     ..Settings::new(DriverOptions { threads: 4, ..DriverOptions::default() })
/// };
/// assert_eq!(settings.name, "landfall");
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// Name in `info`.
    pub name: String,
    /// Version in `info`.
    pub version: String,
    /// The rules until a frontend names others.
    pub rules: Ruleset,
    /// Most moves in a suggestion; 0 counts as 1.
    pub max_moves: usize,
    /// How the search runs.
    pub driver: DriverOptions,
}

impl Settings {
    /// Returns settings with the name `landfall`, the version of this crate, the guideline's rules and
    /// five moves per suggestion.
    pub fn new(driver: DriverOptions) -> Settings {
        Settings {
            name: "landfall".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            rules: GUIDELINE,
            max_moves: 5,
            driver,
        }
    }
}
