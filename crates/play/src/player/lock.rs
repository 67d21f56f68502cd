//! Locks of a piece: the result by the rules, and garbage sent and received.

use super::Player;
use arrayvec::ArrayVec;
use core::mem;
use landfall_rules::Spin;
use landfall_rules::garbage::GarbageRows;
use landfall_rules::lock::ClearState;
use landfall_rules::side::{LockResult, Loss};
use landfall_rules::state::check_lockable;

/// A locked piece and its consequences.
#[derive(Clone, Debug)]
pub struct Lock {
    /// The result by the rules. It contains all pieces dealt since the previous lock.
    pub result: LockResult,
    /// Whether the piece came from hold.
    pub held: bool,
    /// The frame.
    pub frame: u64,
    /// The packets that are left to send after cancelling.
    pub sent: ArrayVec<u32, 5>,
    /// The garbage that rose, in order: masks of filled columns.
    pub raised: GarbageRows,
    /// Combo and back-to-back after the lock.
    pub counters: ClearState,
    /// How this lock lost the game, if it did.
    pub loss: Option<Loss>,
}

impl Player {
    /// Locks the piece, which rests. Garbage that was due by this frame rises.
    pub(super) fn lock(&mut self, due: u64) {
        let Some(falling) = &self.falling else {
            return;
        };
        let rules = self.side.rules();
        let mut placement = rules.rotation.canonical(falling.placement());
        let board = &self.side.state().board;
        if placement.spin == Spin::None {
            placement.spin = rules.spin_without_turn(board, &placement);
        }
        debug_assert_eq!(check_lockable(rules, board, &placement), Ok(()));
        let mut result = self.side.play(placement, self.ended_frames);
        self.dealt.append(&mut result.dealt);
        result.dealt = mem::take(&mut self.dealt);
        let (sent, raised) = self.exchange_garbage(&result, due);
        // Whether the next piece has room is decided when it appears.
        self.over = self.side.loss().filter(|&loss| loss != Loss::BlockOut);
        let lock = Lock {
            held: self.held,
            frame: self.frame,
            result,
            sent,
            raised,
            counters: self.side.state().clear_state,
            loss: None,
        };
        self.held = false;
        self.spawn(false);
        self.locks.push(Lock {
            loss: self.over,
            ..lock
        });
    }

    /// Cancels garbage by a clear, or raises garbage. Returns the sent packets and the raised rows.
    fn exchange_garbage(&mut self, lock: &LockResult, due: u64) -> (ArrayVec<u32, 5>, GarbageRows) {
        let mut sent = self.side.packets(&lock.clear);
        if self.garbage.cancel {
            sent = self.side.cancel(&sent);
        }
        let waits = self.garbage.held_by_clears && lock.clear.lines > 0;
        let raised = match waits {
            true => GarbageRows::new(),
            false => self.side.raise_garbage(due),
        };
        (sent, raised)
    }
}
