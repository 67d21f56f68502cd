//! `landfall weights`, and reading a weights file.

use super::Failure;
use crate::brain::Weights;
use crate::game::Ruleset;
use clap::Args;
use serde_json::{Map, Value};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Options of `landfall weights`.
#[derive(Debug, Args)]
pub struct WeightsArgs {
    /// The rules whose weights are wanted: guideline or pason.
    #[arg(long, value_name = "NAME", default_value = "guideline", value_parser = Ruleset::by_name)]
    rules: &'static Ruleset,
}

/// Prints the weights that are made for a ruleset.
pub fn run(args: &WeightsArgs) -> Result<ExitCode, Failure> {
    let text = serde_json::to_string_pretty(&*Weights::for_rules(args.rules))
        .map_err(|e| Failure(format!("the weights cannot be written as JSON: {e}")))?;
    // A reader that has seen enough may close the pipe.
    let _ = writeln!(std::io::stdout(), "{text}");
    Ok(ExitCode::SUCCESS)
}

/// Largest weight, either way: sums of anything a board can show then stay far from the
/// ends of 32 bits.
const LARGEST: i64 = 10_000;

/// Reads a weights file.
///
/// # Errors
/// Names the file, and the place in it that is wrong.
pub fn read(path: &Path) -> Result<Weights, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| Failure(format!("cannot read {}: {e}", path.display())))?;
    parse(&text).map_err(|reason| {
        let path = path.display();
        Failure(format!(
            "{path} is no weights file: {reason}; `landfall weights` prints a good one"
        ))
    })
}

fn parse(text: &str) -> Result<Weights, String> {
    let weights: Weights = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let values: Map<String, Value> = serde_json::to_value(&weights)
        .and_then(serde_json::from_value)
        .map_err(|e| e.to_string())?;
    match values.iter().find(|(_, value)| !within_bounds(value)) {
        Some((name, _)) => Err(format!("{name} is beyond {LARGEST} or -{LARGEST}")),
        None => Ok(weights),
    }
}

fn within_bounds(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().all(within_bounds),
        value => value.as_i64().is_some_and(|n| n.abs() <= LARGEST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_names_are_enough_and_the_rest_keep_their_defaults() {
        let weights = parse(r#"{"holes": -9, "clear": [1, 2, 3, 4]}"#).expect("good weights");
        let expected = Weights {
            holes: -9,
            clear: [1, 2, 3, 4],
            ..Weights::default()
        };
        assert_eq!(weights, expected);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let reason = |text| parse(text).expect_err("bad weights");
        assert!(reason(r#"{"wholes": 1}"#).contains("`wholes`"));
        assert!(reason(r#"{"holes": "deep"}"#).contains("line 1"));
        assert!(reason(r#"{"attack": 2000000000}"#).contains("attack"));
        assert!(reason(r#"{"t_slot": [0, 0, 0, -10001]}"#).contains("t_slot"));
        assert!(reason("").contains("EOF"));
    }
}
