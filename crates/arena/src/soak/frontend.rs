//! A frontend that plays a game with a bot and checks its answers against the rules.
//!
//! Owns the game and the list of awaited answers. The session decides what to do when.

use super::illegal::{FirstIllegal, IllegalPositions};
use crate::player::{PlayerError, PlayerErrorKind};
use landfall_rules::garbage::{HoleSettings, SideGarbage};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rng::mix64;
use landfall_rules::{Placement, Ruleset, Side, State};
use landfall_tbp::convert::{VersusStatus, piece_name, to_move, to_rules, to_start};
use landfall_tbp::host::{Bot, BotError, IllegalMove, check_move, explain_moves, legal_moves};
use landfall_tbp::messages::{BotMessage, FrontendMessage, Move, VERSUS_FEATURE};
use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

/// The probability that a row of garbage has a new hole, in percent.
const MESSINESS: u32 = 30;

/// A game with a bot.
pub struct Frontend {
    bot: Bot,
    rules: Ruleset,
    side: Side,
    /// Rows of garbage that wait.
    pending_garbage: u32,
    /// Awaited answers, the next first.
    awaited: VecDeque<Awaited>,
    time_limit: Duration,
    /// Suggestions received.
    pub suggestions: u64,
    /// Suggestions with an illegal move.
    pub illegal: u64,
    /// The first of them.
    pub first_illegal: Option<FirstIllegal>,
    illegal_positions: IllegalPositions,
}

/// An awaited answer.
enum Awaited {
    Ready,
    /// A suggestion in this position.
    Suggestion(Rc<Position>),
}

/// A position in which moves were requested.
struct Position {
    rules: Ruleset,
    state: State,
    /// Whether the last answer was legal, if one has come.
    was_legal: Cell<Option<bool>>,
}

impl Frontend {
    /// Returns a frontend of a bot that has accepted these rules. [`Frontend::start`] begins a game.
    pub fn new(bot: Bot, rules: &Ruleset, time_limit: Duration) -> Frontend {
        Frontend {
            bot,
            rules: *rules,
            side: new_side(rules, 1, 0),
            pending_garbage: 0,
            awaited: VecDeque::new(),
            time_limit,
            suggestions: 0,
            illegal: 0,
            first_illegal: None,
            illegal_positions: IllegalPositions::default(),
        }
    }

    /// Returns the bot.
    pub fn bot(&self) -> &Bot {
        &self.bot
    }

    /// Announces the rules of the next game.
    pub fn set_rules(&mut self, rules: &Ruleset) {
        self.rules = *rules;
        self.bot.send(&FrontendMessage::Rules(to_rules(rules)));
        self.awaited.push_back(Awaited::Ready);
    }

    /// Begins a game in which the bot sees `visible` pieces.
    pub fn start(&mut self, visible: usize, seed: u64) {
        self.side = new_side(&self.rules, visible, seed);
        self.pending_garbage = 0;
        self.send_position();
    }

    /// Sends the position.
    pub fn send_position(&mut self) {
        let (state, field) = (self.side.state(), self.side.field());
        let versus = VersusStatus {
            incoming_garbage: self.pending_garbage,
            opponent: field,
            pieces_placed: u32::try_from(self.side.totals().pieces).ok(),
            frame: None,
        };
        let versus = Some(&versus).filter(|_| self.bot.info().has_feature(VERSUS_FEATURE));
        let start = to_start(state, field, versus);
        self.bot.send(&FrontendMessage::Start(start));
    }

    /// Sends the position with this many rows of pending garbage.
    pub fn set_pending_garbage(&mut self, rows: u32) {
        self.pending_garbage = rows;
        self.send_position();
    }

    /// Raises garbage and, unless the game is lost, sends the position after it.
    pub fn raise_garbage(&mut self, rows: u32) {
        self.pending_garbage = 0;
        self.side.garbage.push(rows, 0);
        self.side.raise_garbage(0);
        if !self.is_lost() {
            self.send_position();
        }
    }

    /// Sends `stop`.
    pub fn stop(&mut self) {
        self.bot.send(&FrontendMessage::Stop);
    }

    /// Returns whether the game is lost.
    pub fn is_lost(&self) -> bool {
        self.side.loss().is_some()
    }

    /// Requests moves `requests` times.
    pub fn request(&mut self, requests: u32) {
        let position = Rc::new(Position {
            rules: self.rules,
            state: self.side.state().clone(),
            was_legal: Cell::new(None),
        });
        for _ in 0..requests {
            self.bot.send(&FrontendMessage::Suggest);
            self.awaited
                .push_back(Awaited::Suggestion(Rc::clone(&position)));
        }
    }

    /// Returns the number of awaited answers.
    pub fn awaited_answers(&self) -> usize {
        self.awaited.len()
    }

    /// Receives and checks the next awaited answer. Returns the legal moves of a suggestion.
    ///
    /// # Errors
    /// The bot ended, sent a line that is no message or another message, took too long, or has
    /// suggested illegal moves in too many positions.
    pub fn receive(&mut self) -> Result<Vec<Placement>, PlayerError> {
        let awaited = match self.awaited.front() {
            Some(Awaited::Ready) => "ready",
            Some(Awaited::Suggestion(_)) => "suggestion",
            None => return Ok(Vec::new()),
        };
        let Some(answer) = self.bot.receive(self.time_limit)? else {
            let timeout = BotError::timeout(awaited, self.time_limit);
            return Err(self.bot.explain(timeout).into());
        };
        match (self.awaited.pop_front(), answer) {
            (Some(Awaited::Ready), BotMessage::Ready) => Ok(Vec::new()),
            (Some(Awaited::Suggestion(position)), BotMessage::Suggestion { moves, .. }) => {
                self.suggestions += 1;
                let legal = self.check(&position, &moves);
                let too_many = self.illegal_positions.too_many();
                too_many.map_or(Ok(legal), |text| {
                    Err(PlayerError::new(PlayerErrorKind::IllegalMove, text))
                })
            }
            (_, other) => Err(PlayerError::from(BotError::OtherMessage {
                awaited,
                message: serde_json::to_string(&other).unwrap_or_default(),
            })),
        }
    }

    /// Receives and checks all awaited answers. Returns the legal moves of the last one.
    ///
    /// # Errors
    /// Those of [`Frontend::receive`].
    pub fn receive_all(&mut self) -> Result<Vec<Placement>, PlayerError> {
        let mut moves = Vec::new();
        while !self.awaited.is_empty() {
            moves = self.receive()?;
        }
        Ok(moves)
    }

    /// Returns the legal moves of a suggestion. Counts a suggestion with an illegal move or, where
    /// there are legal moves, without any move.
    fn check(&mut self, position: &Position, moves: &[Move]) -> Vec<Placement> {
        let (legal, illegal) = check_moves(position, moves);
        let is_legal = illegal.is_none();
        let was_legal = position.was_legal.replace(Some(is_legal));
        self.illegal_positions.add(was_legal, is_legal);
        if let Some(illegal) = illegal {
            self.illegal += 1;
            let Position { rules, state, .. } = position;
            self.first_illegal
                .get_or_insert_with(|| FirstIllegal::new(rules, state, &illegal));
        }
        legal
    }

    /// Returns the legal moves of the position, the lowest first.
    pub fn own_moves(&self) -> Vec<Placement> {
        legal_moves(&self.rules, self.side.state(), &[])
    }

    /// Plays a legal move and reports it with the pieces that were dealt.
    pub fn play(&mut self, placement: Placement) {
        let mv = to_move(&self.rules, &placement);
        let lock = self.side.play(placement, 0);
        self.pending_garbage = self.pending_garbage.saturating_sub(lock.clear.attack);
        self.bot.send(&FrontendMessage::Play(mv.into()));
        for piece in lock.dealt {
            let piece = piece_name(piece);
            self.bot.send(&FrontendMessage::NewPiece { piece });
        }
    }
}

fn new_side(rules: &Ruleset, visible: usize, seed: u64) -> Side {
    let holes = HoleSettings {
        messiness: MESSINESS,
        ..HoleSettings::default()
    };
    let garbage = SideGarbage::new(rules, &holes, mix64(seed));
    Side::new(rules, visible, PieceSequence::new(rules, seed), garbage)
}

/// Returns the legal moves of a suggestion, and what is wrong with an illegal one, or with a
/// suggestion without moves where there are legal ones.
fn check_moves(position: &Position, moves: &[Move]) -> (Vec<Placement>, Option<IllegalMove>) {
    let Position { rules, state, .. } = position;
    let checked = moves.iter().map(|mv| check_move(rules, state, mv));
    let legal: Vec<Placement> = checked.filter_map(Result::ok).collect();
    let illegal = match moves.is_empty() && !state.legal_placements(rules).is_empty() {
        true => Some(IllegalMove::none()),
        false if legal.len() < moves.len() => explain_moves(rules, state, moves),
        false => None,
    };
    (legal, illegal)
}
