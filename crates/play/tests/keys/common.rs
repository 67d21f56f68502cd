//! Positions and keys for tests.

use landfall_play::{GarbageSettings, Handling, INSTANT_SOFT_DROP, Key, Lock, Player};
use landfall_rules::garbage::{HoleSettings, SideGarbage};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rulesets::TETRIO_S2;
use landfall_rules::timing::{Gravity, Timing};
use landfall_rules::{Playfield, Ruleset, Side, State};
use landfall_testing::{parse_board, pieces};

/// Settings with no DCD and no cancelling, and with hard drops never ignored.
pub const PLAIN: Handling = Handling {
    das: 10.0,
    arr: 2.0,
    dcd: 0.0,
    sdf: INSTANT_SOFT_DROP,
    cancel: false,
    safe_lock: false,
    soft_drop_first: false,
    initial_turn: false,
    initial_hold: false,
};

/// The league's rules without gravity, so that no piece locks by itself.
pub static WEIGHTLESS: Ruleset = Ruleset {
    timing: Timing {
        gravity: Gravity {
            rows: 0.0,
            grows_after: 0,
            each_frame: 0.0,
        },
        ..Timing::TETRIO
    },
    ..TETRIO_S2
};

/// Returns a game on a drawn board, with the pieces of a word in its queue.
pub fn on(rules: &Ruleset, handling: Handling, drawn: &str, queue: &str) -> Player {
    let mut side = empty_side(rules);
    let state = State {
        board: parse_board(drawn),
        queue: pieces(queue).into(),
        ..side.state().clone()
    };
    let field = Playfield::from(&state.board);
    side.set_position(state, field);
    Player::with_side(side, handling, GarbageSettings::default())
}

/// Returns a side without blocks and with one known piece at a time.
pub fn empty_side(rules: &Ruleset) -> Side {
    let garbage = SideGarbage::new(rules, &HoleSettings::default(), 1);
    Side::new(rules, 1, PieceSequence::new(rules, 1), garbage)
}

/// Returns a game on an empty board.
pub fn empty(rules: &Ruleset, handling: Handling, queue: &str) -> Player {
    on(rules, handling, "..........", queue)
}

/// Presses a key at the beginning of this frame and releases it at once.
pub fn tap(player: &mut Player, key: Key) {
    player.press(key, 0.0, false);
    player.release(key, 0.0);
}

/// Ends this many frames.
pub fn wait(player: &mut Player, frames: usize) {
    (0..frames).for_each(|_| player.end_frame());
}

/// Returns the column of the piece's centre.
pub fn column(player: &Player) -> i8 {
    player.placement().expect("a piece in play").x
}

/// Returns the row of the piece's centre.
pub fn row(player: &Player) -> i8 {
    player.placement().expect("a piece in play").y
}

/// Returns the only piece that has locked.
pub fn lock(player: &mut Player) -> Lock {
    let mut locks = player.take_locks();
    assert_eq!(locks.len(), 1, "pieces locked");
    locks.remove(0)
}
