//! Parsers of options whose value is a name from a table. Help, errors and shell completions list
//! the names of the table.

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use landfall_rules::Ruleset;
use landfall_search::parameters::{Assignment, Parameter};
use std::ffi::OsStr;
use std::sync::LazyLock;

/// Returns the parser of one of these names. Its value is what `find` returns for the name.
pub fn one_of<T, E>(
    names: impl IntoIterator<Item = &'static str>,
    find: fn(&str) -> Result<T, E>,
) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
    E: std::error::Error + Send + Sync + 'static,
{
    PossibleValuesParser::new(names.into_iter().map(PossibleValue::new))
        .try_map(move |name| find(&name))
}

/// Returns the parser of a ruleset's name.
pub fn ruleset() -> impl TypedValueParser<Value = Ruleset> {
    one_of(Ruleset::ALL.map(|rules| rules.name), str::parse)
}

/// The names that `--set` takes, each with its `=`.
static PARAMETERS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names = Parameter::all().into_iter();
    names.map(|parameter| parameter.name + "=").collect()
});

/// Returns the parser of `NAME=VALUE`, where the name is that of a weight or a search parameter.
pub fn assignment() -> impl TypedValueParser<Value = Assignment> {
    AssignmentParser
}

/// Parses an assignment, and lists the names for completions.
#[derive(Clone, Debug)]
struct AssignmentParser;

impl TypedValueParser for AssignmentParser {
    type Value = Assignment;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Assignment, clap::Error> {
        let parser = StringValueParser::new().try_map(|text| text.parse::<Assignment>());
        parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            PARAMETERS
                .iter()
                .map(|name| PossibleValue::new(name.as_str())),
        ))
    }
}

/// The parser of one of some names or of another text, such as the name of a file.
#[derive(Clone, Debug)]
pub struct NameOr {
    names: Vec<&'static str>,
    is_other_text: fn(&str) -> bool,
}

impl NameOr {
    /// Returns the parser of these names and of the name of a file that ends in `.json`.
    pub fn json_file(names: impl IntoIterator<Item = &'static str>) -> NameOr {
        NameOr {
            names: names.into_iter().collect(),
            is_other_text: |text| text.ends_with(".json"),
        }
    }

    /// Returns the parser of these names and of any other text, which the command checks later.
    pub fn any_text(names: impl IntoIterator<Item = &'static str>) -> NameOr {
        NameOr {
            names: names.into_iter().collect(),
            is_other_text: |_| true,
        }
    }
}

impl TypedValueParser for NameOr {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let text = StringValueParser::new().parse_ref(command, argument, value)?;
        if (self.is_other_text)(&text) {
            return Ok(text);
        }
        let names = PossibleValuesParser::new(&self.names);
        names
            .parse_ref(command, argument, value)
            .map_err(|mut error| {
                if error.kind() == ErrorKind::InvalidValue {
                    error.insert(
                        clap::error::ContextKind::Suggested,
                        clap::error::ContextValue::StyledStrs(vec![
                            "the name of a file must end in .json".into(),
                        ]),
                    );
                }
                error
            })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}
