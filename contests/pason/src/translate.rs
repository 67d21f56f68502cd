//! `landfall pason translate`: the TBP lines that a bot would receive for a state, for debugging.

use super::controller::{Action, Controller};
use super::messages::{ParseError, StateMessage};
use landfall_rules::rulesets::PASON;
use landfall_tbp::convert::to_rules;
use landfall_tbp::messages::FrontendMessage;

/// Translates states into lines of TBP, one message per line: first `rules`, then a `start` for
/// each position as soon as the board and the piece of the team are known.
#[derive(Debug)]
pub struct Translator {
    controller: Controller,
    last: Option<FrontendMessage>,
}

impl Translator {
    /// Returns a translator for the team of this name.
    pub fn new(team: &str) -> Translator {
        Translator {
            controller: Controller::new(team),
            last: None,
        }
    }

    /// Returns the line that comes first.
    pub fn rules_line() -> String {
        line(&FrontendMessage::Rules(to_rules(&PASON)))
    }

    /// Returns the line for a state message, if the state makes a new position.
    ///
    /// # Errors
    /// The line is not a state message.
    pub fn translate(&mut self, state: &str) -> Result<Option<String>, ParseError> {
        if state.trim().is_empty() {
            return Ok(None);
        }
        self.controller
            .update(&StateMessage::parse(state.as_bytes())?);
        let Action::RequestSuggestion(start) = self.controller.next_action() else {
            return Ok(None);
        };
        let message = FrontendMessage::Start(start);
        if self.last.as_ref() == Some(&message) {
            return Ok(None);
        }
        let written = line(&message);
        self.last = Some(message);
        Ok(Some(written))
    }
}

fn line(message: &FrontendMessage) -> String {
    // Strings and lists can always be serialized.
    serde_json::to_string(message).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_and_a_piece_make_a_position() {
        let mut translator = Translator::new("Team 148");
        assert_eq!(
            Translator::rules_line(),
            r#"{"type":"rules","randomizer":"uniform","ruleset":"pason"}"#
        );
        let zeros = "0".repeat(46);
        let board = format!(
            r#"{{"comm_type":"GameBoardState","sequence":"1","states":{{"Team 148":{{"board_state":"{zeros}c030","piece_number":2,"cleared_rows":[]}}}}}}"#
        );
        assert_eq!(translator.translate(&board), Ok(None));
        let piece = r#"{"comm_type":"GamePieceState","sequence":2,"states":{"Team 148":{"orient":3,"piece":"T","number":2,"row":1,"col":5},"x":null},"queue":["I","Z"]}"#;
        let line = translator
            .translate(piece)
            .expect("reads")
            .expect("a position");
        let row = r#"[null,null,null,null,"G","G",null,null,null,null]"#;
        assert_eq!(
            line,
            format!(
                r#"{{"type":"start","hold":null,"queue":["T","I","Z"],"combo":0,"back_to_back":false,"board":[{row},{row}],"randomizer":{{"type":"uniform"}}}}"#
            )
        );
        assert_eq!(translator.translate(piece), Ok(None));
        assert!(translator.translate("[]").is_err());
    }
}
