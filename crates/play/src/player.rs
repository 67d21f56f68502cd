//! A side that is played with keys: its events, frame by frame.
//!
//! Contains the immediate effects of keys, and the appearance of pieces. `time` has what happens
//! while time passes, `lock` the effects of a lock, `falling` the moves of the piece, and [`Side`]
//! the placements and the garbage.

mod lock;
mod time;

pub use lock::Lock;

use crate::auto_shift::{AutoShift, Direction};
use crate::falling::Falling;
use crate::garbage::GarbageSettings;
use crate::handling::{Handling, INSTANT_SOFT_DROP};
use crate::key::Key;
use alloc::vec::Vec;
use core::mem;
use landfall_rules::garbage::{GarbageQueue, SideGarbage};
use landfall_rules::randomizer::DealtPieces;
use landfall_rules::randomizer::{PieceSequence, SeedFormat};
use landfall_rules::rng::mix64;
use landfall_rules::rotation::TurnKind;
use landfall_rules::side::Loss;
use landfall_rules::{Cell, Piece, Placement, Randomizer, Ruleset, Side, State};

/// Separates the seed of the garbage holes from that of the pieces, if the rules define none.
const HOLES: u64 = 0x686f_6c65_7300;

/// Visible rows of a board. Gravity of more rows per frame is instant.
const VISIBLE_ROWS: f64 = 20.0;

/// A side that is played with keys.
///
/// The player has no clock: [`Player::end_frame`] ends a frame, and a key acts at a subframe, the
/// elapsed part of its frame, from 0.0 to below 1.0.
///
/// ```
/// use landfall_play::{GarbageSettings, Handling, Key, Player};
/// use landfall_rules::rulesets::TETRIO_S2;
///
/// let handling = Handling { das: 6.0, arr: 0.0, ..Handling::default() };
/// let mut player = Player::new(&TETRIO_S2, 42, 5, handling, GarbageSettings::default());
/// assert_eq!(player.piece().map(char::from), Some('O'));
/// player.press(Key::Left, 0.0, false);
/// (0..7).for_each(|_| player.end_frame());
/// player.press(Key::HardDrop, 0.5, false);
/// let locks = player.take_locks();
/// assert_eq!(locks[0].result.cells, [(0, 0), (1, 0), (0, 1), (1, 1)]);
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    side: Side,
    handling: Handling,
    garbage: GarbageSettings,
    shift: AutoShift,
    soft_drop: bool,
    turn_keys: [bool; 3],
    hold_key: bool,
    falling: Option<Falling>,
    /// Whether the piece in play came from hold, so it cannot be held.
    held: bool,
    /// Time steps in which hard drops are ignored.
    safe_lock: u32,
    frame: u64,
    subframe: f64,
    /// Elapsed frames, from which gravity and attacks grow.
    ended_frames: u64,
    gravity: f64,
    dealt: DealtPieces,
    locks: Vec<Lock>,
    over: Option<Loss>,
    /// The position when the piece appeared, before any hold.
    turn_start: State,
}

impl Player {
    /// Returns a game of a seed, with `previews` known pieces beyond the one in play. The first
    /// piece has appeared.
    pub fn new(
        rules: &Ruleset,
        seed: u64,
        previews: usize,
        handling: Handling,
        garbage: GarbageSettings,
    ) -> Player {
        let holes = match rules.seeds {
            SeedFormat::SplitMix => mix64(seed ^ HOLES),
            SeedFormat::Tetrio => seed,
        };
        let waiting = SideGarbage::new(rules, &garbage.holes, holes);
        let pieces = PieceSequence::new(rules, seed);
        let mut side = Side::new(rules, previews + 1, pieces, waiting);
        if let Some(interval) = rules.solid_row_interval {
            let mut state = side.state().clone();
            state.clear_state.solid_row_in = interval;
            let field = side.field().clone();
            side.set_position(state, field);
        }
        Player::with_side(side, handling, garbage)
    }

    /// Returns a game that continues from a position. Its next piece has appeared.
    pub fn with_side(side: Side, handling: Handling, garbage: GarbageSettings) -> Player {
        let mut player = Player {
            gravity: side.rules().timing.gravity.rows,
            side,
            handling,
            garbage,
            shift: AutoShift::new(),
            soft_drop: false,
            turn_keys: [false; 3],
            hold_key: false,
            falling: None,
            held: false,
            safe_lock: 0,
            frame: 0,
            subframe: 0.0,
            ended_frames: 0,
            dealt: DealtPieces::new(),
            locks: Vec::new(),
            over: None,
            turn_start: State::new(Randomizer::Uniform),
        };
        player.spawn(false);
        player
    }

    /// Returns the position, with the piece in play first in its queue: after a hold, if there was
    /// one.
    pub fn side(&self) -> &Side {
        &self.side
    }

    /// Returns the position at the time when the piece in play (or the piece held for it) appeared:
    /// the position for a bot that may hold.
    pub fn turn_start(&self) -> &State {
        &self.turn_start
    }

    /// Returns the piece in play; `None` when the game is over.
    pub fn piece(&self) -> Option<Piece> {
        self.falling.as_ref().map(Falling::piece)
    }

    /// Returns the placement of the piece in play. It is not canonical.
    pub fn placement(&self) -> Option<Placement> {
        self.falling.as_ref().map(Falling::placement)
    }

    /// Returns the cells of the piece in play.
    pub fn cells(&self) -> Option<[Cell; 4]> {
        self.falling.as_ref().map(Falling::cells)
    }

    /// Returns the cells in which the piece in play would rest.
    pub fn ghost(&self) -> Option<[Cell; 4]> {
        self.falling.as_ref().map(Falling::ghost)
    }

    /// Returns whether the piece in play may be held.
    pub fn can_hold(&self) -> bool {
        self.side.rules().hold && !self.held && self.over.is_none()
    }

    /// Returns the frame, counted from 0.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Returns the elapsed part of the frame.
    pub fn subframe(&self) -> f64 {
        self.subframe
    }

    /// Returns why the game is over, if it is.
    pub fn over(&self) -> Option<Loss> {
        self.over
    }

    /// Changes the settings. Held keys stay held.
    pub fn set_handling(&mut self, handling: Handling) {
        self.handling = handling;
    }

    /// Returns the pieces that have locked since the last call.
    pub fn take_locks(&mut self) -> Vec<Lock> {
        mem::take(&mut self.locks)
    }

    /// Adds a packet of garbage that arrives now. It can be cancelled at once, and may rise after
    /// its travel time.
    pub fn receive_garbage(&mut self, lines: u32) {
        let number = self.announce_garbage(lines);
        self.confirm_garbage(number);
    }

    /// Adds a packet of garbage whose travel begins when it is confirmed. Returns its number. It
    /// can be cancelled at once.
    pub fn announce_garbage(&mut self, lines: u32) -> u64 {
        self.side.garbage.push(lines, GarbageQueue::UNCONFIRMED)
    }

    /// Adds such a packet with its holes in this column. Returns its number.
    pub fn announce_garbage_with_hole(&mut self, lines: u32, column: u8) -> u64 {
        let due = GarbageQueue::UNCONFIRMED;
        self.side.garbage.push_with_hole(lines, due, column)
    }

    /// Starts the travel of an announced packet now.
    pub fn confirm_garbage(&mut self, number: u64) {
        let due = self.frame.saturating_add(self.garbage.travel);
        self.side.garbage.confirm(number, due);
    }

    /// Presses a key at a subframe; a subframe before the last one counts as the last one.
    /// `hoisted` means for a direction that its key was down before it counted.
    pub fn press(&mut self, key: Key, subframe: f64, hoisted: bool) {
        self.advance_to(subframe);
        match key {
            Key::Left => self.press_direction(Direction::Left, hoisted),
            Key::Right => self.press_direction(Direction::Right, hoisted),
            Key::SoftDrop => self.soft_drop = true,
            Key::HardDrop => self.hard_drop(),
            Key::Clockwise => self.press_turn(TurnKind::Clockwise),
            Key::CounterClockwise => self.press_turn(TurnKind::CounterClockwise),
            Key::HalfTurn => self.press_turn(TurnKind::Half),
            Key::Hold => {
                self.hold_key = true;
                self.hold();
            }
        }
    }

    /// Releases a key at a subframe.
    pub fn release(&mut self, key: Key, subframe: f64) {
        self.advance_to(subframe);
        match key {
            Key::Left => self.shift.release(Direction::Left, &self.handling),
            Key::Right => self.shift.release(Direction::Right, &self.handling),
            Key::SoftDrop => self.soft_drop = false,
            Key::HardDrop => {}
            Key::Clockwise => self.turn_keys[TurnKind::Clockwise.index()] = false,
            Key::CounterClockwise => self.turn_keys[TurnKind::CounterClockwise.index()] = false,
            Key::HalfTurn => self.turn_keys[TurnKind::Half.index()] = false,
            Key::Hold => self.hold_key = false,
        }
    }

    fn press_direction(&mut self, direction: Direction, hoisted: bool) {
        self.shift.press(direction, hoisted, &self.handling);
        self.shift(direction);
    }

    fn shift(&mut self, direction: Direction) {
        let at_floor = self.is_kept_at_floor();
        if let Some(falling) = &mut self.falling
            && falling.shift(direction)
        {
            if at_floor {
                falling.drop();
            }
            falling.put_off_lock();
        }
    }

    /// Returns whether the piece is kept at the floor: by gravity beyond the visible rows, or by a
    /// soft drop if the player's settings say so.
    fn is_kept_at_floor(&self) -> bool {
        let Handling {
            sdf,
            soft_drop_first,
            ..
        } = self.handling;
        let by_gravity = self.gravity > VISIBLE_ROWS && !self.side.rules().sonic_drop_only;
        let instant = sdf == INSTANT_SOFT_DROP || self.gravity * sdf > VISIBLE_ROWS;
        match self.soft_drop {
            true => instant && (soft_drop_first || by_gravity),
            false => by_gravity,
        }
    }

    fn press_turn(&mut self, kind: TurnKind) {
        self.turn_keys[kind.index()] = true;
        self.turn(kind);
    }

    fn turn(&mut self, kind: TurnKind) {
        if let Some(falling) = &mut self.falling
            && falling.turn(&self.side.state().board, kind)
        {
            falling.put_off_lock();
            if falling.at_wall {
                self.cut_das();
            }
        }
    }

    fn cut_das(&mut self) {
        if self.handling.dcd != 0.0 {
            self.shift.cut(&self.handling);
        }
    }

    fn hard_drop(&mut self) {
        if self.safe_lock > 0 {
            return;
        }
        if let Some(falling) = &mut self.falling {
            falling.drop();
            self.lock(self.frame);
        }
    }

    /// Lets the next piece appear, after a hold or a lock.
    fn spawn(&mut self, by_hold: bool) {
        if self.falling.as_ref().is_some_and(|piece| piece.at_wall) {
            self.cut_das();
        }
        self.falling = None;
        if self.over.is_some() {
            return;
        }
        let state = self.side.state();
        if !by_hold {
            self.turn_start = state.clone();
        }
        let rules = self.side.rules();
        let spawn = state.clear_state.spawn(rules);
        let next = state.queue.front();
        self.falling = next.and_then(|&piece| Falling::spawn(rules, spawn, &state.board, piece));
        if self.falling.is_none() {
            self.over = Some(Loss::BlockOut);
        } else if self.handling.initial_hold && self.hold_key && !by_hold {
            self.hold();
        } else {
            self.begin_piece();
        }
    }

    /// Turns a new piece by the held keys, and drops it if a soft drop keeps it at the floor.
    fn begin_piece(&mut self) {
        if self.handling.initial_turn
            && let Some(kind) = self.initial_turn()
        {
            self.turn(kind);
        }
        if self.is_kept_at_floor()
            && let Some(falling) = &mut self.falling
        {
            falling.drop();
        }
    }

    /// Returns the sum of the turns of the held keys.
    fn initial_turn(&self) -> Option<TurnKind> {
        let [clockwise, counter, half] = self.turn_keys.map(usize::from);
        match (clockwise + 3 * counter + 2 * half) % 4 {
            1 => Some(TurnKind::Clockwise),
            2 => Some(TurnKind::Half),
            3 => Some(TurnKind::CounterClockwise),
            _ => None,
        }
    }

    fn hold(&mut self) {
        if !self.can_hold() {
            return;
        }
        self.held = true;
        let dealt = self.side.hold();
        self.dealt.extend(dealt);
        self.spawn(true);
    }
}
