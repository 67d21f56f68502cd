//! The built-in bot as a player, on the caller's thread and without pipes, so that only the search
//! takes time.

use super::{Player, PlayerError, PlayerErrorKind, Suggestion, VersusStatus, to_suggestion};
use landfall_bot::{BackgroundSearch, Session, Settings};
use landfall_rules::{Piece, Placement, Playfield, Ruleset, State};
use landfall_tbp::convert;
use landfall_tbp::convert::{piece_name, to_move};
use landfall_tbp::messages::{BotMessage, FrontendMessage, Rules};
use std::time::Duration;

/// A session of the built-in bot.
pub struct BuiltIn {
    rules: Ruleset,
    session: Session<BackgroundSearch>,
    pending: Option<Suggestion>,
}

impl BuiltIn {
    /// Returns a session that has accepted the rules of this message.
    ///
    /// # Errors
    /// It refuses the rules.
    pub fn new(
        settings: Settings,
        rules: &Ruleset,
        rules_message: Rules,
    ) -> Result<BuiltIn, PlayerError> {
        let mut player = BuiltIn {
            rules: *rules,
            session: Session::new(settings),
            pending: None,
        };
        let replies = player.send(FrontendMessage::Rules(rules_message));
        if replies.contains(&BotMessage::Ready) {
            Ok(player)
        } else {
            Err(PlayerError::new(
                PlayerErrorKind::Crash,
                format!("the built-in bot refuses the rules {}", rules.name),
            ))
        }
    }

    fn send(&mut self, message: FrontendMessage) -> Vec<BotMessage> {
        let reply = self.session.handle(message);
        if let Some(warning) = reply.warning {
            log::warn!("{warning}");
        }
        reply.messages
    }
}

impl Player for BuiltIn {
    fn supports_versus(&self) -> bool {
        true
    }

    fn start(&mut self, state: &State, field: &Playfield, versus: Option<&VersusStatus>) {
        self.send(FrontendMessage::Start(convert::to_start(
            state, field, versus,
        )));
    }

    fn play(&mut self, placement: &Placement, dealt: &[Piece]) {
        let mv = to_move(&self.rules, placement);
        self.send(FrontendMessage::Play(mv.into()));
        for &piece in dealt {
            let piece = piece_name(piece);
            self.send(FrontendMessage::NewPiece { piece });
        }
    }

    fn stop(&mut self) {
        self.send(FrontendMessage::Stop);
        self.pending = None;
    }

    fn suggest(&mut self) -> Result<Suggestion, PlayerError> {
        for reply in self.send(FrontendMessage::Suggest) {
            if let BotMessage::Suggestion { moves, move_info } = reply {
                return Ok(to_suggestion(&self.rules, &moves, move_info));
            }
        }
        // A session with a position always answers; without a move it forfeits.
        Ok(Suggestion::default())
    }

    fn request(&mut self) {
        self.pending = self.suggest().ok();
    }

    fn poll(&mut self, _wait: Duration) -> Result<Option<Suggestion>, PlayerError> {
        Ok(self.pending.take())
    }
}
