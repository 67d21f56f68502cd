//! Converts the options of a game to rules: those for a TBP bot, and those that are played here.
//!
//! Decides which options have which effect. `landfall_tbp::game_rules` defines their values.

use landfall_rules::Ruleset;
use landfall_rules::rulesets::{TETRIO, TETRIO_S2, UnknownRuleset};
use landfall_tbp::attributes::Object;
use landfall_tbp::convert::to_announced_ruleset;
use landfall_tbp::game_rules::{BackToBackSources, GameRules};
use landfall_tbp::messages::Rules;
use landfall_tbp::parse::ParseError;
use serde_json::Value;

/// Why a game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// An option has a value that no ruleset has.
    #[error("this game cannot be played: {}", .0.join("; "))]
    Unsupported(Vec<String>),
    /// The pieces cannot be read.
    #[error("this game cannot be played: {0}")]
    Unreadable(#[from] ParseError),
    /// The rules cannot be put together.
    #[error("this game cannot be played: {0}")]
    Ruleset(#[from] UnknownRuleset),
}

/// Options that are read here, or that change no placement.
const OTHER_OPTIONS: [&str; 14] = [
    "type",
    "data",
    "queue",
    "comboTable",
    "b2bCharging",
    "b2bCharing",
    "b2bChargeAt",
    "b2bChargeBase",
    "b2bChaining",
    "garbageMultiplier",
    "garbageCap",
    "garbageSpecialBonus",
    "pcB2b",
    "pcGarbage",
];

/// The kick set with known half turns.
const KICKSET_WITH_HALF_TURNS: &str = "srs_plus";

/// Returns the rules of a game with these options: for the bot and as they are played. Without
/// `half_turns` no piece turns by 180 degrees: no option tells whether the game allows it.
///
/// Attacks are those of the second season if back-to-back charges, otherwise those of the first;
/// the numbers in the options have no effect.
///
/// # Errors
/// An option has a value that no ruleset has.
pub fn to_rules(options: &Object, half_turns: HalfTurns) -> Result<(Rules, Ruleset), ConfigError> {
    let mut game = GameRules::read("config", options, &OTHER_OPTIONS);
    if !game.unsupported.is_empty() {
        return Err(ConfigError::Unsupported(game.unsupported));
    }
    for unknown in &game.unknown {
        log::debug!("{unknown}");
    }
    let has_half_turns = game.kickset == Some(KICKSET_WITH_HALF_TURNS);
    game.half_turns = Some(has_half_turns && half_turns == HalfTurns::WhereKnown);
    game.sonic_drop_only = Some(true);
    game.spawn_x = Some(TETRIO_S2.spawn.x);
    game.spawn_y = Some(TETRIO_S2.spawn.y);
    game.back_to_back = Some(BackToBackSources {
        perfect_clear: option(options, &["pcB2b"]) > 0.0,
        quad: true,
        t_spin: true,
        t_spin_mini: true,
        allspin: true,
        allspin_mini: true,
    });
    let charging = option(options, &["b2bCharging", "b2bCharing"]) > 0.0;
    let base = if charging { &TETRIO_S2 } else { &TETRIO };
    let rules = Rules {
        randomizer: Some("unknown".to_string()),
        ruleset: Some(base.name.to_string()),
        game,
        ..Rules::default()
    };
    let ruleset = to_announced_ruleset(base, &rules)?;
    Ok((rules, ruleset))
}

/// Whether pieces turn by 180 degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HalfTurns {
    /// If their kicks are known.
    #[default]
    WhereKnown,
    /// Never.
    Never,
}

/// Returns the first of these options that is present, as a number; a flag is 1 or 0.
fn option(options: &Object, names: &[&str]) -> f64 {
    let mut values = names.iter().filter_map(|name| options.get(*name));
    match values.next() {
        Some(Value::Bool(true)) => 1.0,
        value => value.and_then(Value::as_f64).unwrap_or(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rotation::{SRS, SRS_PLUS};
    use serde_json::json;
    use std::ptr;

    /// The options of the second season's league.
    fn league() -> Value {
        json!({"type": "config", "boardWidth": 10, "boardHeight": 20, "kicks": "SRS+",
            "spins": "all-mini+", "comboTable": "multiplier", "b2bCharging": true,
            "b2bChargeAt": 4, "b2bChargeBase": 3, "b2bChaining": false, "garbageMultiplier": 1,
            "garbageCap": 1, "garbageSpecialBonus": true, "pcB2b": 1, "pcGarbage": 5,
            "queue": ["o"]})
    }

    fn ruleset(changes: Value) -> Result<Ruleset, ConfigError> {
        let mut options = league();
        for (name, value) in changes.as_object().unwrap() {
            options[name] = value.clone();
        }
        to_rules(options.as_object().unwrap(), HalfTurns::WhereKnown).map(|(_, rules)| rules)
    }

    /// Differs only in the soft drop, which reaches the floor.
    #[test]
    fn the_league_is_the_second_season() {
        let rules = ruleset(json!({})).unwrap();
        assert!(ptr::eq(rules.rotation, &SRS_PLUS));
        assert_eq!(rules.attack, TETRIO_S2.attack);
        assert_eq!(
            (rules.spins, rules.spawn),
            (TETRIO_S2.spins, TETRIO_S2.spawn)
        );
        assert!(rules.sonic_drop_only);
        // The adapter of another language spells it like this.
        let spelled = ruleset(json!({"b2bCharging": null, "b2bCharing": true})).unwrap();
        assert_eq!(spelled.name, "tetrio");
        let mut options = league();
        options.as_object_mut().unwrap().remove("b2bCharging");
        options["b2bCharing"] = json!(true);
        let spelled = to_rules(options.as_object().unwrap(), HalfTurns::Never)
            .unwrap()
            .1;
        assert_eq!(spelled.name, "tetrio-s2");
    }

    #[test]
    fn without_charging_it_is_the_first_season() {
        let rules = ruleset(json!({"b2bCharging": false, "kicks": "SRS", "spins": "T-spins"}));
        let rules = rules.unwrap();
        assert!(ptr::eq(rules.rotation, &SRS));
        assert_eq!((rules.name, rules.spins), ("tetrio", TETRIO.spins));
        assert_eq!((rules.spawn.x, rules.spawn.y), (4, 21));
    }

    #[test]
    fn a_bot_is_told_the_same_in_words_of_the_protocol() {
        let options = league();
        let rules = to_rules(options.as_object().unwrap(), HalfTurns::WhereKnown)
            .unwrap()
            .0;
        assert_eq!(
            serde_json::to_value(rules).unwrap(),
            json!({"randomizer": "unknown", "ruleset": "tetrio-s2", "kickset": "srs_plus",
                "rot180": true, "sonic_drop": "only", "spin_detection": "all-mini+",
                "back_to_back_sources":
                    ["quad", "t-spin", "t-spin-mini", "allspin", "allspin-mini", "perfect-clear"],
                "spawn_position": {"x": 4, "y": 21}})
        );
    }

    #[test]
    fn unknown_values_are_refused_by_name() {
        for (changes, named) in [
            (json!({"kicks": "TETRA-X"}), "config.kicks"),
            (json!({"spins": "handheld"}), "config.spins"),
            (json!({"spins": "stupid"}), "config.spins"),
            (json!({"boardWidth": 8}), "config.boardWidth"),
            (json!({"boardHeight": 26}), "config.boardHeight"),
            (json!({"kicks": ["SRS"]}), "config.kicks"),
        ] {
            let error = ruleset(changes.clone()).expect_err("refused").to_string();
            assert!(error.contains(named), "{changes}: {error}");
        }
    }
}
