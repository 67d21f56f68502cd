//! How long the clears of a replay took: its head says it, or names a preset.

use super::preset::{Preset, PresetError};
use landfall_replay::arena::{MalformedTimings, Replay};
use landfall_rules::Delays;
use serde_json::Value;
use thiserror::Error;

/// Returns how long clears took: as the head says, else as in the shipped preset that it names.
///
/// # Errors
/// The head does not say, or what it says is malformed.
pub fn delays(replay: &Replay) -> Result<Delays, DelaysError> {
    if let Some(delays) = replay.delays()? {
        return Ok(delays);
    }
    let name = replay.head.get("preset").and_then(Value::as_str);
    let preset = Preset::by_name(name.ok_or(DelaysError::Missing)?)?;
    Ok(preset.frames.delays())
}

/// Why a replay does not say how long clears take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DelaysError {
    /// Its head has timings, but not these.
    #[error(transparent)]
    Malformed(#[from] MalformedTimings),
    /// Its head has no timings, and no preset either.
    #[error("its head has no `timings`, and names no `preset`")]
    Missing,
    /// Its head has no timings, and its preset is not known.
    #[error("its head has no `timings`, and {0}")]
    UnknownPreset(#[from] PresetError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preset_gives_the_clear_delays_that_the_head_does_not() {
        let delays = |more: &str| {
            let head = format!("{{\"replay\":1,\"seats\":[\"a\",\"b\"]{more}}}\n");
            delays(&Replay::parse(&head).unwrap())
        };
        let own = delays(r#","preset":"mine","timings":{"clear":[1,2,3,4],"perfect_clear":5}"#);
        assert_eq!(own.unwrap().rows, [1.0, 2.0, 3.0, 4.0]);
        let shipped = Preset::by_name("ppt").unwrap().frames.delays();
        assert_eq!(delays(r#","preset":"ppt""#), Ok(shipped));
        for (head, what) in [
            ("", "no `preset`"),
            (r#","preset":"mine""#, "\"mine\""),
            (r#","timings":7"#, "four frames"),
        ] {
            let error = delays(head).unwrap_err().to_string();
            assert!(error.contains(what), "{head}: {error}");
        }
    }
}
