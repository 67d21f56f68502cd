//! A model of the position of a session, which checks that a bot's suggestions are legal.

use crate::move_generator::cells;
use landfall_bot::{DriverOptions, Settings, SlicedSearch};
use landfall_rules::board::MAX_HEIGHT;
use landfall_rules::lock::ClearState;
use landfall_rules::ruleset::Spawn;
use landfall_rules::rulesets::{KICKSETS, SPIN_DETECTIONS};
use landfall_rules::{Board, Piece, Placement, Randomizer, Ruleset, Spin, State};
use landfall_search::SearchOptions;
use landfall_tbp::convert::{to_move, to_placement, to_state};
use landfall_tbp::messages::{Move, Start};
use landfall_testing::named::NAMED_SPINS;
use landfall_testing::plain::{self, Cells, Game, Kicks, Spins};
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;
use std::sync::LazyLock;

/// The search of a fuzzed session, which uses no threads.
pub type Search = SlicedSearch;

/// The nodes of a search whose suggestions are checked: enough for a few layers.
pub const NODES: u64 = 20;

/// All rows, of which any spawn is a slice.
static ROWS: LazyLock<Vec<i8>> = LazyLock::new(|| (0..MAX_HEIGHT as i8).collect());

/// Returns the settings of a fuzzed session: this many nodes per search, and little memory.
pub fn settings(nodes: u64) -> Settings {
    Settings::new(DriverOptions {
        search: SearchOptions {
            memory: 1 << 20,
            ..SearchOptions::default()
        },
        nodes: Some(nodes),
        ..DriverOptions::default()
    })
}

/// Returns the legal moves of a position, as a bot would suggest them.
///
/// # Panics
/// The position is invalid.
pub fn any_moves(rules: &Ruleset, start: &Start) -> Vec<Move> {
    let state = to_state(rules, start, Randomizer::unknown());
    let state = state.expect("a valid position");
    let moves = state.legal_placements(rules);
    moves.iter().map(|mv| to_move(rules, mv)).collect()
}

/// The expected state of a session.
#[derive(Clone, Debug)]
pub struct SessionModel {
    /// The rules.
    pub rules: Ruleset,
    /// The position, if there is one.
    pub state: Option<State>,
    /// Whether a hold of an unknown piece was played: the position is then unknown until the next
    /// start.
    pub is_unknown: bool,
}

impl SessionModel {
    /// Returns a session before its first position.
    pub fn new(rules: &Ruleset) -> SessionModel {
        SessionModel {
            rules: *rules,
            state: None,
            is_unknown: false,
        }
    }

    /// Sets the position.
    pub fn set(&mut self, state: Option<State>) {
        self.state = state;
        self.is_unknown = false;
    }

    /// Plays a move, if it is legal. Returns the counters after it, which a message may override.
    pub fn play(&mut self, mv: &Move) -> Option<&mut ClearState> {
        let (Some(state), Ok(placement)) = (&mut self.state, to_placement(&self.rules, mv)) else {
            return None;
        };
        let held = state.hold.filter(|_| self.rules.hold);
        if state.queue.is_empty() && held == Some(placement.piece) {
            self.is_unknown = true;
            return None;
        }
        let mut after = state.clone();
        after.try_play(&self.rules, &placement).ok()?;
        *state = after;
        Some(&mut state.clear_state)
    }

    /// Adds a piece to the queue.
    pub fn new_piece(&mut self, piece: Piece) {
        if let Some(state) = &mut self.state {
            state.push_piece(piece);
        }
    }

    /// Checks a suggestion: it has moves only if there is a position, all of them are legal, and it
    /// is empty only if there is no legal move.
    pub fn check(&self, moves: &[Move]) {
        if self.is_unknown {
            return;
        }
        let Some(state) = &self.state else {
            assert!(moves.is_empty(), "moves without a position: {moves:?}");
            return;
        };
        let mut state = state.clone();
        if state.queue.is_empty() && self.rules.hold {
            state.queue.extend(state.hold.take());
        }
        let is_over = state.legal_placements(&self.rules).is_empty();
        assert_eq!(is_over, moves.is_empty(), "{moves:?} in {state:?}");
        let game = plain_game(&self.rules, state.clear_state.spawn(&self.rules));
        let mut plain_moves = game.map(|game| PlainMoves {
            rules: &self.rules,
            game,
            board: &state.board,
            found: BTreeMap::new(),
        });
        for mv in moves {
            let placement = to_placement(&self.rules, mv).expect("a move of the board");
            let legal = state.validate(&self.rules, placement);
            assert_eq!(legal, Ok(placement), "{mv:?} in {state:?}");
            if let Some(plain_moves) = &mut plain_moves {
                plain_moves.check(&placement);
            }
        }
    }
}

/// The moves on a board by the plain search, which searches once per piece.
struct PlainMoves<'a> {
    rules: &'a Ruleset,
    game: Game,
    board: &'a Board,
    found: BTreeMap<Piece, BTreeSet<(Cells, Spin)>>,
}

impl PlainMoves<'_> {
    fn check(&mut self, placement: &Placement) {
        let cells = cells(self.rules, placement);
        let (game, board, piece) = (self.game, self.board, placement.piece);
        let found = self.found.entry(piece);
        let found = found.or_insert_with(|| plain::placements_in(game, board, piece));
        assert!(
            found.contains(&(cells, placement.spin)),
            "{placement:?} by {game:?} on\n{board}"
        );
    }
}

/// Returns rules in the form of the plain search, if it supports them.
fn plain_game(rules: &Ruleset, spawn: Spawn) -> Option<Game> {
    let kickset = KICKSETS.iter().position(|known| {
        ptr::eq(known.quarter_turns, rules.rotation) || ptr::eq(known.half_turns, rules.rotation)
    })?;
    let detection = SPIN_DETECTIONS
        .iter()
        .find(|known| known.spins == rules.spins)?;
    let mut named = NAMED_SPINS.into_iter();
    let (_, corners, stuck_t, stuck_others) = named.find(|(name, ..)| *name == detection.name)?;
    let lowest = usize::try_from(spawn.y).ok()?;
    let highest = match spawn.clutch {
        true => MAX_HEIGHT,
        false => (lowest + usize::try_from(spawn.retry_rows).ok()? + 1).min(MAX_HEIGHT),
    };
    Some(Game {
        kicks: [Kicks::Srs, Kicks::SrsPlus][kickset],
        half_turns: ptr::eq(KICKSETS[kickset].half_turns, rules.rotation),
        spins: Spins {
            corners,
            stuck_t,
            stuck_others,
        },
        sonic_drop_only: rules.sonic_drop_only,
        spawn: (spawn.x, ROWS.get(lowest..highest)?),
    })
}
