//! The session of this program as a player, on the caller's thread: no pipes and no lines,
//! so that nothing but the search takes time.

use super::{Answer, Duel, Failure, FailureKind, Player, answer};
use landfall_bot::{Session, Settings};
use landfall_rules::{Piece, Placement, Playfield, Ruleset, State};
use landfall_tbp::convert::{piece_name, to_move};
use landfall_tbp::host::messages;
use landfall_tbp::wire::{BotMessage, FrontendMessage, Rules};
use std::time::Duration;

/// A session without a frontend of its own.
pub struct BuiltIn {
    rules: &'static Ruleset,
    session: Session,
    asked: Option<Answer>,
}

impl BuiltIn {
    /// A session that has accepted the rules as they are told.
    ///
    /// # Errors
    /// It refuses them.
    pub fn new(
        settings: Settings,
        rules: &'static Ruleset,
        told: Rules,
    ) -> Result<BuiltIn, Failure> {
        let mut player = BuiltIn {
            rules,
            session: Session::new(settings),
            asked: None,
        };
        let replies = player.tell(FrontendMessage::Rules(told));
        match replies.contains(&BotMessage::Ready) {
            true => Ok(player),
            false => Err(Failure {
                kind: FailureKind::Crash,
                text: format!("the built-in bot refuses the rules {}", rules.name),
            }),
        }
    }

    fn tell(&mut self, message: FrontendMessage) -> Vec<BotMessage> {
        let reply = self.session.on(message);
        if let Some(warning) = reply.warning {
            log::warn!("{warning}");
        }
        reply.messages
    }
}

impl Player for BuiltIn {
    fn minds_duels(&self) -> bool {
        true
    }

    fn start(&mut self, state: &State, field: &Playfield, duel: Option<&Duel>) {
        self.tell(messages::start(state, field, duel));
    }

    fn played(&mut self, placement: &Placement, dealt: &[Piece]) {
        let mv = to_move(self.rules, placement);
        self.tell(FrontendMessage::Play { mv });
        for &piece in dealt {
            let piece = piece_name(piece);
            self.tell(FrontendMessage::NewPiece { piece });
        }
    }

    fn stop(&mut self) {
        self.tell(FrontendMessage::Stop);
        self.asked = None;
    }

    fn suggest(&mut self) -> Result<Answer, Failure> {
        for reply in self.tell(FrontendMessage::Suggest) {
            if let BotMessage::Suggestion { moves, move_info } = reply {
                return Ok(answer(self.rules, &moves, move_info));
            }
        }
        // A session with a position always answers; without a move it forfeits.
        Ok(Answer::default())
    }

    fn ask(&mut self) {
        self.asked = self.suggest().ok();
    }

    fn poll(&mut self, _wait: Duration) -> Result<Option<Answer>, Failure> {
        Ok(self.asked.take())
    }
}
