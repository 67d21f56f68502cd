//! The rulesets that the page offers, in the order in which it offers them.

use crate::json::to_json;
use landfall_rules::rotation::TurnKind;
use landfall_rules::rulesets::{BOTRIS, GUIDELINE, GUIDELINE_NO_HOLD, PASON, TETRIO, TETRIO_S2};
use landfall_rules::{Piece, Placement, Rotation, Ruleset};
use landfall_tbp::convert::to_rules;
use landfall_tbp::messages::FrontendMessage;
use serde::Serialize;
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;

/// What a page shows of a ruleset that it offers; the first one is the default.
const OFFERED: [(&Ruleset, &str); 6] = [
    (
        &GUIDELINE,
        "Guideline Tetris with the attack of Puyo Puyo Tetris",
    ),
    (&TETRIO_S2, "TETR.IO, Tetra League, second season"),
    (&TETRIO, "TETR.IO, Tetra League, first season"),
    (&BOTRIS, "Botris Battle, the contest of bots"),
    (&GUIDELINE_NO_HOLD, "Guideline Tetris without hold"),
    (&PASON, "Pason Battle Tetris: no hold, no kicks, no spins"),
];

/// A ruleset for a page.
#[derive(Debug, Serialize)]
struct OfferedRuleset {
    name: &'static str,
    description: &'static str,
    hold: bool,
    half_turns: bool,
    /// Its `rules` message of TBP.
    rules: FrontendMessage,
    /// The cells of each piece as it appears, from (0, 0) at the lower left.
    shapes: BTreeMap<char, Vec<[i8; 2]>>,
}

/// Returns the rulesets that the page offers, as JSON: `[{"name", "description", "hold",
/// "half_turns", "rules", "shapes"}, ...]`. `rules` is its `rules` message of TBP,
/// `shapes` the cells of each piece as it appears.
#[wasm_bindgen]
pub fn rulesets() -> String {
    to_json(&OFFERED.map(|(rules, description)| offered(rules, description)))
}

fn offered(rules: &Ruleset, description: &'static str) -> OfferedRuleset {
    let half = TurnKind::Half.index();
    let turns = Piece::ALL.map(|piece| rules.rotation.rule(piece).turns[0][half]);
    OfferedRuleset {
        name: rules.name,
        description,
        hold: rules.hold,
        half_turns: turns.iter().any(|turn| !turn.kicks.is_empty()),
        rules: FrontendMessage::Rules(to_rules(rules)),
        shapes: Piece::ALL
            .map(|piece| (char::from(piece), shape(rules, piece)))
            .into(),
    }
}

/// Returns the cells of a piece as it appears, from (0, 0) at the lower left.
fn shape(rules: &Ruleset, piece: Piece) -> Vec<[i8; 2]> {
    let placement = Placement::new(piece, Rotation::North, 0, 0);
    let cells = placement.cells(rules);
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let low = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    cells.map(|(x, y)| [x - left, y - low]).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn the_page_gets_what_it_shows() {
        let offered: Value = serde_json::from_str(&rulesets()).unwrap();
        assert_eq!(offered[0]["name"], "guideline");
        assert_eq!(offered[0]["half_turns"], false);
        assert_eq!(offered[1]["half_turns"], true);
        assert_eq!(offered[1]["rules"]["ruleset"], "tetrio-s2");
        assert_eq!(offered[5]["hold"], false);
        let square = &offered[0]["shapes"]["O"];
        assert_eq!(square.as_array().unwrap().len(), 4);
        assert!(
            square
                .as_array()
                .unwrap()
                .contains(&serde_json::json!([1, 1]))
        );
    }
}
