//! Locks of a piece: what the rules make of it, and the garbage that goes and comes.

use super::Player;
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use core::mem;
use landfall_rules::{ClearState, LockResult, Loss, Spin, check_lockable};

/// A piece that has locked, and all that follows from it.
#[derive(Clone, Debug)]
pub struct Lock {
    /// What the rules say of it. The pieces dealt are all since the lock before.
    pub result: LockResult,
    /// Whether the piece came by a hold.
    pub held: bool,
    /// The frame.
    pub frame: u64,
    /// The packets of lines that are left to send, after cancelling.
    pub sent: ArrayVec<u32, 5>,
    /// The garbage that came up, in order: masks of filled columns.
    pub raised: Vec<u16>,
    /// Combo and back-to-back after the lock.
    pub counters: ClearState,
    /// How the game was lost by it, if it was.
    pub loss: Option<Loss>,
}

impl Player {
    /// Locks the piece, which rests. Garbage that was due by a frame comes up.
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
        // Whether a piece has room to appear is seen when it does.
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

    /// Cancels garbage by a clear, or lets it come up. Returns what is sent and what has come.
    fn exchange_garbage(&mut self, lock: &LockResult, due: u64) -> (ArrayVec<u32, 5>, Vec<u16>) {
        let mut sent = self.side.packets(&lock.clear);
        if self.garbage.cancel {
            sent = self.side.cancel(&sent);
        }
        let waits = self.garbage.held_by_clears && lock.clear.lines > 0;
        let raised = match waits {
            true => Vec::new(),
            false => self.side.raise_garbage(due),
        };
        (sent, raised)
    }
}
