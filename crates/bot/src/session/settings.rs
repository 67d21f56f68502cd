//! The settings of a session: its name, and how it searches.

use landfall_rules::Ruleset;
use landfall_rules::rulesets::GUIDELINE;
use landfall_search::SearchOptions;

/// The settings of a session.
///
/// # Examples
/// ```
/// use landfall_bot::Settings;
/// use landfall_search::SearchOptions;
/// let settings = Settings {
///     max_moves: 1,
///     ..Settings::new(SearchOptions { threads: 4, ..SearchOptions::default() })
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
    /// How the search is set up.
    pub search: SearchOptions,
}

impl Settings {
    /// Returns settings with the name `landfall`, the version of this crate, the guideline's rules and
    /// five moves per suggestion.
    pub fn new(search: SearchOptions) -> Settings {
        Settings {
            name: "landfall".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            rules: GUIDELINE,
            max_moves: 5,
            search,
        }
    }
}
