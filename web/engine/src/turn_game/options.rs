//! The first position of a game by turns.

use super::{GameError, TurnGame};
use crate::json::{JsonError, ReadJson, object, optional, optional_text, optional_whole};
use landfall_fumen::{Quiz, decode_all};
use landfall_rules::garbage::{HoleSettings, SideGarbage};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rng::{SplitMix64, mix64};
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Playfield, Randomizer, Ruleset, Side, State};
use landfall_tbp::convert::{to_field, to_randomizer, to_start, to_state, to_versus};
use landfall_tbp::messages::{FrontendMessage, Start};
use serde_json::Value;

/// Pieces that are known beyond the one in play by default.
const DEFAULT_PREVIEWS: usize = 5;

/// Most pieces that are known beyond the one in play.
const MAX_PREVIEWS: usize = 30;

/// Separates the holes of garbage from the pieces of a seed.
const HOLES: u64 = 0x686f_6c65_7300;

/// The first position of a game by turns: empty with the pieces of a seed, or a given one. A given
/// one has only its own pieces, unless `previews` says how many are dealt.
#[derive(Debug, Default)]
pub struct GameOptions {
    /// Name of the ruleset.
    rules: Option<String>,
    /// Seed of the pieces and of the holes of garbage.
    seed: u64,
    /// Pieces that are known beyond the one in play.
    previews: Option<usize>,
    /// A `start` of TBP, as an object or as text.
    start: Option<Value>,
    /// A text with fumens, such as a link. The first counts.
    fumen: Option<String>,
    /// The page of the fumen, from 1: its position before its piece locks.
    page: Option<usize>,
}

impl ReadJson for GameOptions {
    fn read(what: &'static str, value: &Value) -> Result<GameOptions, JsonError> {
        const NAMES: [&str; 6] = ["rules", "seed", "previews", "start", "fumen", "page"];
        let given = object(what, value, &NAMES)?;
        let size = |name| {
            let size = optional_whole(given, name)?;
            Ok::<_, JsonError>(size.map(|size| usize::try_from(size).unwrap_or(usize::MAX)))
        };
        Ok(GameOptions {
            rules: optional_text(given, "rules")?,
            seed: optional_whole(given, "seed")?.unwrap_or(0),
            previews: size("previews")?,
            start: optional(given, "start").cloned(),
            fumen: optional_text(given, "fumen")?,
            page: size("page")?,
        })
    }
}

impl GameOptions {
    /// Returns the game.
    ///
    /// # Errors
    /// There is no such ruleset, or the position cannot be read.
    pub fn begin(&self) -> Result<TurnGame, GameError> {
        let rules = match &self.rules {
            Some(name) => name.parse().map_err(GameError::Ruleset)?,
            None => GUIDELINE,
        };
        if let Some(fumen) = &self.fumen {
            return self.begin_at(&rules, &read_fumen(fumen, self.page.unwrap_or(1))?);
        }
        let Some(start) = &self.start else {
            let previews = self.previews.unwrap_or(DEFAULT_PREVIEWS);
            let side = self.side(
                &rules,
                visible(previews),
                PieceSequence::new(&rules, self.seed),
            );
            return Ok(TurnGame {
                side,
                frame: None,
                pieces_before: 0,
            });
        };
        self.begin_at(&rules, &read_start(start)?)
    }

    fn side(&self, rules: &Ruleset, visible: usize, pieces: PieceSequence) -> Side {
        let holes = mix64(self.seed ^ HOLES);
        let garbage = SideGarbage::new(rules, &HoleSettings::default(), holes);
        Side::new(rules, visible, pieces, garbage)
    }

    pub(super) fn begin_at(&self, rules: &Ruleset, start: &Start) -> Result<TurnGame, GameError> {
        let randomizer = start.randomizer.as_ref().and_then(to_randomizer);
        let state = to_state(rules, start, Randomizer::unknown())?;
        let state = State {
            randomizer: randomizer.unwrap_or_else(|| seen_randomizer(rules, &state)),
            ..state
        };
        // The pieces after the position are random: no seed is known.
        let pieces = PieceSequence::sampled(SplitMix64::new(self.seed));
        let mut side = self.side(rules, 0, pieces);
        side.set_position(state, to_field(&start.board));
        side.set_visible(self.previews.map_or(0, visible));
        let mut game = TurnGame {
            side,
            frame: start.frame,
            pieces_before: start.pieces_placed.unwrap_or(0),
        };
        game.receive_garbage(to_versus(rules, start).incoming_garbage);
        Ok(game)
    }
}

fn visible(previews: usize) -> usize {
    previews.min(MAX_PREVIEWS) + 1
}

/// Returns the state of the randomizer after the queue of a position that does not give it.
pub(super) fn seen_randomizer(rules: &Ruleset, state: &State) -> Randomizer {
    if *rules.randomizer == Randomizer::Uniform {
        return Randomizer::Uniform;
    }
    let mut randomizer = Randomizer::unknown();
    for &piece in &state.queue {
        randomizer.observe(piece);
    }
    randomizer
}

/// Returns the position of a page of the first fumen of a text.
fn read_fumen(text: &str, number: usize) -> Result<Start, GameError> {
    // A text without fumens is an error above.
    let pages = decode_all(text)?.swap_remove(0);
    let Some(page) = number.checked_sub(1).and_then(|index| pages.get(index)) else {
        let pages = pages.len();
        return Err(GameError::NoSuchPage { number, pages });
    };
    let quiz = Quiz::at(&pages[..number]);
    let state = State {
        hold: quiz.hold,
        queue: quiz.queue().into(),
        ..State::new(Randomizer::unknown())
    };
    let start = to_start(&state, &Playfield::from(&page.field), None);
    Ok(Start {
        randomizer: None,
        ..start
    })
}

/// Returns a `start` of an object or a text; its type may be missing.
pub(super) fn read_start(value: &Value) -> Result<Start, GameError> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Object(object) if !object.contains_key("type") => {
            let mut object = object.clone();
            object.insert("type".into(), "start".into());
            Value::Object(object).to_string()
        }
        other => other.to_string(),
    };
    match landfall_tbp::parse(text.as_bytes())? {
        Some(FrontendMessage::Start(start)) => Ok(start),
        _ => Err(GameError::NotStart),
    }
}
