//! One session with an adapter: takes lines, and returns a line for each `play`.
//!
//! Decides what is played. Performs no I/O; the bot searches between messages.

use super::config::{ConfigError, HalfTurns, to_rules};
use super::game::{Agreement, Game, Position};
use super::keys::{KeySequence, keys_to};
use super::messages::{AdapterMessage, BotMessage, Key, Target, parse};
use landfall_bot::{BotKind, LineSession, Reply};
use landfall_rules::rulesets::TETRIO_S2;
use landfall_rules::{Piece, Placement};
use landfall_tbp::attributes::Object;
use landfall_tbp::convert::{self, to_move};
use landfall_tbp::host::{Bot, FaultTolerantHost, LaunchError, PositionChange, legal_moves};
use landfall_tbp::messages::{Info, VERSUS_FEATURE};
use landfall_tbp::parse::ParseError;
use std::thread;
use std::time::{Duration, Instant};

/// How a session plays.
#[derive(Clone, Copy, Debug)]
pub struct SessionOptions {
    /// The least time for a position before it is answered.
    pub think: Duration,
    /// How long another program may take to answer. Then any legal move is played.
    pub time_limit: Duration,
    /// Whether pieces turn by 180 degrees.
    pub half_turns: HalfTurns,
    /// How many rows a piece may have fallen before its keys arrive, which the protocol does not
    /// report. Moves whose keys lead elsewhere after such a fall are avoided if there are others.
    pub rows_fallen: u8,
}

/// Rows that a piece falls at the league's gravity of one row in 50 frames, plus a reserve.
pub const DEFAULT_ROWS_FALLEN: u8 = 4;

/// The time limit of a bot without a limit of its own.
const NO_LIMIT: Duration = Duration::from_secs(3600);

/// Rows of fall at a gravity so high that the piece may be anywhere.
const ANY_ROWS_FALLEN: u8 = 20;

impl Default for SessionOptions {
    /// Returns the defaults: immediate answers, one second for other programs, and half turns if
    /// they are known.
    fn default() -> SessionOptions {
        SessionOptions {
            think: Duration::ZERO,
            time_limit: Duration::from_secs(1),
            half_turns: HalfTurns::WhereKnown,
            rows_fallen: DEFAULT_ROWS_FALLEN,
        }
    }
}

/// A session with one adapter. The crate's README has an example.
#[derive(Debug)]
pub struct TriangleSession {
    host: FaultTolerantHost,
    info: Info,
    /// The time limit of an answer: the built-in bot has its own limit.
    answer_limit: Duration,
    options: SessionOptions,
    /// The value of the options; larger in a game in which it was too small.
    rows_fallen: u8,
    game: Option<Game>,
    /// When the bot began to search its position.
    thinking_since: Instant,
    refusal: Option<ConfigError>,
}

impl TriangleSession {
    /// Starts a bot, which plays under the league's rules until a game defines others.
    ///
    /// # Errors
    /// It cannot be started, or refuses the rules.
    pub fn launch(bot: BotKind, options: SessionOptions) -> Result<TriangleSession, LaunchError> {
        let bot = bot.launch(convert::to_rules(&TETRIO_S2), options.time_limit)?;
        Ok(TriangleSession::new(bot, options))
    }

    /// Returns a session before its first message, with a bot that has accepted any rules.
    pub fn new(bot: Bot, options: SessionOptions) -> TriangleSession {
        TriangleSession {
            answer_limit: bot.time_limit().unwrap_or(NO_LIMIT),
            info: bot.info().clone(),
            host: FaultTolerantHost::new(bot),
            rows_fallen: options.rows_fallen,
            options,
            game: None,
            thinking_since: Instant::now(),
            refusal: None,
        }
    }

    /// Returns why the session has ended, if the adapter's game cannot be played.
    pub fn refusal(&self) -> Option<&ConfigError> {
        self.refusal.as_ref()
    }

    fn handle(&mut self, message: AdapterMessage) -> Reply<BotMessage> {
        let mut reply = Reply::default();
        match message {
            AdapterMessage::Config { options, queue } => {
                self.refusal = self.begin(&options, &queue).err();
            }
            AdapterMessage::InvalidConfig(error) => self.refusal = Some(error.into()),
            AdapterMessage::Pieces(pieces) => match &mut self.game {
                Some(game) => game.push_pieces(&pieces),
                None => reply.warning = Some("ignored `pieces`: no `config` yet".to_string()),
            },
            AdapterMessage::State(state) => {
                let taken = self.game.as_mut().map(|game| game.set_state(&state));
                match taken {
                    Some(Ok(agreement)) => {
                        if agreement == Agreement::Differs {
                            log::info!(
                                "the adapter's board is another one than expected: a piece has locked elsewhere, perhaps because gravity is high; keys that work from any height are preferred from now on"
                            );
                            self.rows_fallen = ANY_ROWS_FALLEN;
                        }
                        self.think_ahead();
                    }
                    Some(Err(error)) => reply.warning = Some(error.to_string()),
                    None => reply.warning = Some("ignored `state`: no `config` yet".to_string()),
                }
            }
            AdapterMessage::Play { garbage_multiplier } => {
                if let Some(game) = &mut self.game {
                    game.set_multiplier(garbage_multiplier);
                }
                // After a loss the game sends requests for a while.
                let answer = self.answer().unwrap_or(BotMessage::Move {
                    keys: vec![Key::HardDrop],
                    data: None,
                });
                reply.messages.push(answer);
            }
        }
        reply.ended = self.refusal.is_some();
        reply
    }

    fn begin(&mut self, options: &Object, queue: &[Piece]) -> Result<(), ConfigError> {
        let (rules, ruleset) = to_rules(options, self.options.half_turns)?;
        self.host.set_rules(rules);
        self.game = Some(Game::new(&ruleset, queue));
        self.rows_fallen = self.options.rows_fallen;
        self.think_ahead();
        Ok(())
    }

    /// Lets the bot search the current position.
    fn think_ahead(&mut self) {
        let position = self.game.as_ref().and_then(Game::position);
        if let Some(position) = position {
            self.set_position(position);
        }
    }

    fn set_position(&mut self, mut position: Position) -> Position {
        if !self.info.has_feature(VERSUS_FEATURE) {
            position.start.incoming_garbage = Default::default();
            (position.start.pieces_placed, position.start.frame) = (None, None);
        }
        let change = self.host.set_position(&position.start);
        if change == PositionChange::Replaced {
            self.thinking_since = Instant::now();
        }
        position
    }

    /// Returns the next move and plays it; `None` if nothing can be played.
    fn answer(&mut self) -> Option<BotMessage> {
        let position = self.game.as_ref()?.position()?;
        let position = self.set_position(position);
        let thought = self.thinking_since.elapsed();
        thread::sleep(self.options.think.saturating_sub(thought));
        let suggested = self.host.suggest(self.answer_limit);
        let game = self.game.as_mut()?;
        let rules = *game.rules();
        let moves = legal_moves(&rules, &position.state, &suggested);
        let KeySequence {
            keys,
            placement: mv,
            ..
        } = choose(game, &position, &moves, self.rows_fallen)?;
        let cells = mv.cells(&rules);
        game.play(mv);
        self.think_ahead();
        Some(BotMessage::Move {
            keys,
            data: Some(Target::new(mv.piece, cells, to_move(&rules, &mv).spin)),
        })
    }
}

/// Returns the keys of the first move that they reach even if the piece has fallen some rows;
/// otherwise those with the largest tolerance.
fn choose(
    game: &Game,
    position: &Position,
    moves: &[Placement],
    rows_fallen: u8,
) -> Option<KeySequence> {
    let first: &[Key] = if position.holds_first {
        &[Key::Hold]
    } else {
        &[]
    };
    let mut best: Option<KeySequence> = None;
    for mv in moves {
        let Some(found) = keys_to(game.rules(), &position.state, mv, first, rows_fallen) else {
            continue;
        };
        let forgives = best.as_ref().map(|best| best.tolerance);
        if found.tolerance >= rows_fallen {
            return Some(found);
        }
        if forgives.is_none_or(|best| best < found.tolerance) {
            best = Some(found);
        }
    }
    best
}

impl LineSession for TriangleSession {
    type Message = BotMessage;

    fn greeting(&self) -> BotMessage {
        let Info {
            name,
            version,
            author,
            ..
        } = self.info.clone();
        BotMessage::Info {
            name,
            version,
            author,
        }
    }

    fn handle_line(&mut self, line: &[u8]) -> Reply<BotMessage> {
        match parse(line) {
            Ok(Some(message)) => self.handle(message),
            Ok(None) => Reply::default(),
            Err(error) => self.refuse(&error),
        }
    }

    fn refuse(&self, error: &ParseError) -> Reply<BotMessage> {
        Reply {
            warning: Some(format!("ignored a line: {error}")),
            ..Reply::default()
        }
    }
}

#[cfg(test)]
mod tests;
