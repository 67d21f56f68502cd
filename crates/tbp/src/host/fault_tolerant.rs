//! A bot for games that continue after it fails: it then gives no moves.

use super::bot::Bot;
use super::engine_host::{EngineHost, PositionChange};
use super::error::BotError;
use super::illegal_move::explain_moves;
use super::mistake::BotMistake;
use crate::convert::to_placement;
use crate::messages::{Move, Rules, Start};
use landfall_rules::{Placement, Ruleset, State};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// An [`EngineHost`] that can be used after its bot has failed. The failure is logged once.
#[derive(Debug)]
pub struct FaultTolerantHost {
    /// `None` once the bot has failed.
    host: Option<EngineHost>,
}

impl FaultTolerantHost {
    /// Hosts a bot that has no position yet.
    pub fn new(bot: Bot) -> FaultTolerantHost {
        FaultTolerantHost {
            host: Some(EngineHost::new(bot)),
        }
    }

    /// Returns whether the bot still plays.
    pub fn is_alive(&self) -> bool {
        self.host.is_some()
    }

    /// Announces other rules. The position is forgotten.
    pub fn set_rules(&mut self, rules: Rules) {
        if let Some(host) = &mut self.host {
            host.set_rules(rules);
        }
    }

    /// Sends a position, unless it is the one that was sent last. Returns how it differs from that
    /// one.
    pub fn set_position(&mut self, start: &Start) -> PositionChange {
        let host = self.host.as_mut();
        host.map_or(PositionChange::Unchanged, |host| host.set_position(start))
    }

    /// Stops the search.
    pub fn stop(&mut self) {
        if let Some(host) = &mut self.host {
            host.stop();
        }
    }

    /// Returns moves for the position that was sent last, the best first; none if no answer comes
    /// within `wait`, or if the bot has failed.
    pub fn suggest(&mut self, wait: Duration) -> Vec<Move> {
        let Some(host) = &mut self.host else {
            return Vec::new();
        };
        host.request();
        match host.poll(wait) {
            Ok(suggestion) => suggestion.unwrap_or_default().moves,
            // The game's clock is the time limit of a move, not the limit of the launch.
            Err(BotError::Timeout { .. }) => Vec::new(),
            Err(error) => {
                log::error!("the bot has failed and gets no more requests: {error}");
                self.host = None;
                Vec::new()
            }
        }
    }
}

/// The mistakes of bots whose illegal moves were logged: each is logged once.
static WARNED: Mutex<BTreeSet<Option<BotMistake>>> = Mutex::new(BTreeSet::new());

/// Returns the suggested moves that are legal, the most preferred first. If there is none, returns
/// all legal placements without skips, the lowest first, and logs the first illegal move of each
/// kind, with what to do.
pub fn legal_moves(rules: &Ruleset, state: &State, suggested: &[Move]) -> Vec<Placement> {
    let mut legal = state.legal_placements(rules);
    let preferred: Vec<Placement> = suggested
        .iter()
        .filter_map(|mv| to_placement(rules, mv).ok())
        .filter(|mv| legal.contains(mv))
        .collect();
    if !preferred.is_empty() {
        return preferred;
    }
    if let Some(illegal) = explain_moves(rules, state, suggested) {
        let mut warned = WARNED.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.insert(illegal.mistake) {
            log::warn!("the bot's move is illegal, another one is played: {illegal}");
        }
    }
    legal.retain(|mv| !mv.is_skip());
    let top = |mv: &Placement| mv.cells(rules).map(|(_, y)| y).into_iter().max();
    legal.sort_by_key(|mv| (top(mv), mv.y, mv.x));
    legal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::{to_move, to_rules};
    use crate::messages::{BotMessage, FrontendMessage, Info};
    use landfall_rules::rulesets::GUIDELINE;
    use landfall_rules::{Piece, Randomizer, Rotation};

    fn state() -> State {
        let mut state = State::new(Randomizer::SEVEN_BAG);
        state.push_piece(Piece::I);
        state
    }

    #[test]
    fn illegal_moves_are_left_out() {
        let good = Placement::new(Piece::I, Rotation::North, 1, 0);
        let floating = Placement::new(Piece::I, Rotation::North, 1, 3);
        let other = Placement::new(Piece::O, Rotation::North, 1, 0);
        let suggested = [floating, other, good].map(|mv| to_move(&GUIDELINE, &mv));
        assert_eq!(legal_moves(&GUIDELINE, &state(), &suggested), [good]);
        let all = legal_moves(&GUIDELINE, &state(), &suggested[..2]);
        assert_eq!((all.len(), all[0].y), (17, 0));
    }

    /// A bot that suggests nothing, and ends after the first request.
    #[test]
    fn a_bot_that_ends_gets_no_more_requests() {
        let info = BotMessage::Info(Info {
            name: "short".into(),
            version: "1".into(),
            author: "nobody".into(),
            features: vec![],
        });
        let mut requests = 0;
        let bot = Bot::in_process(info, to_rules(&GUIDELINE), move |message| match message {
            FrontendMessage::Rules(_) => vec![BotMessage::Ready],
            FrontendMessage::Suggest => {
                requests += 1;
                assert!(requests < 2, "the thread ends by this panic");
                vec![BotMessage::Suggestion {
                    moves: vec![],
                    move_info: None,
                }]
            }
            _ => vec![],
        });
        let mut host = FaultTolerantHost::new(bot.unwrap());
        let wait = Duration::from_secs(5);
        assert_eq!((host.suggest(wait).len(), host.is_alive()), (0, true));
        assert_eq!((host.suggest(wait).len(), host.is_alive()), (0, false));
        assert_eq!(host.suggest(wait).len(), 0);
    }
}
