//! The referee: two sides and the time of their game. Pure: what comes next follows from the
//! seed and the moves, and no clock is read.
//!
//! Both sides are treated alike: what happens on the same frame happens to both before
//! anybody has lost or is asked, so who sits where does not matter. A side goes round
//! in a circle, and the times between are the preset's:
//!
//! ```text
//! asked ─answer─▶ moves ─path─▶ locks, sends ─clear─▶ garbage comes ─spawn─▶ asked
//! ```

use super::path;
use super::preset::{Preset, Source};
use super::side::{Lock, Side};
use landfall_rules::{IllegalPlacement, Placement, SearchEffort, SplitMix64, mix64};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// Keeps the streams of one seed apart: the pieces, and the holes of each seat.
const PIECES: u64 = 0x7069_6563_6573;
const HOLES: [u64; 2] = [0x6c65_6674, 0x7269_6768];

/// A game between two seats, 0 and 1.
#[derive(Clone, Debug)]
pub struct Referee {
    preset: Preset,
    sides: [Side; 2],
    next: [Next; 2],
    ends: [Option<End>; 2],
    /// Frame at which each seat was last asked.
    asked: [u64; 2],
    now: u64,
    steps: VecDeque<Step>,
    paces: [Pace; 2],
}

/// What a side does next, and at which frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// It is asked for a move, or has lost.
    Wait,
    /// Its piece locks and sends lines; the clear takes a while.
    Lock {
        at: u64,
        sent: u32,
        clearing: u64,
        cleared: bool,
    },
    /// Garbage may come up.
    Rise { at: u64, held: bool },
    /// The next piece appears.
    Spawn { at: u64 },
}

/// When the next row comes at a pace.
#[derive(Clone, Copy, Debug)]
struct Pace {
    next: u64,
    every: u64,
}

/// What whoever drives a game has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Ask this seat for a move and hand it to [`Referee::play`].
    Ask(usize),
    /// Tell this seat that these rows of garbage came up, in this order.
    Raised(usize, Vec<u16>),
    /// Nothing, until a seat that was asked has answered.
    Wait,
    /// It is over.
    Over(Verdict),
}

/// Why a side can play no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It has what the preset wants.
    Goal,
    /// No piece could be placed, or something stood above the field.
    TopOut,
    /// It gave no move.
    Forfeit,
    /// Its player broke the protocol or the rules.
    Fault,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The seat that won; nobody for a draw.
    pub winner: Option<usize>,
    /// Why each seat could play no more, if so.
    pub ends: [Option<End>; 2],
    /// Frame at which it was over.
    pub frame: u64,
}

impl Referee {
    /// A game of a seed. Both seats get the same pieces; each has its own garbage holes.
    pub fn new(preset: &Preset, seed: u64) -> Referee {
        let stream = |name: u64| SplitMix64::new(mix64(seed ^ mix64(name)));
        let pace = match preset.garbage.from {
            Source::Pace { every, .. } => Pace {
                next: preset.frames.start + every,
                every,
            },
            Source::Attacks | Source::Nowhere => Pace {
                next: u64::MAX,
                every: 0,
            },
        };
        let rules = preset.ruleset();
        Referee {
            sides: HOLES
                .map(|holes| Side::new(rules, stream(PIECES), stream(holes), preset.visible)),
            next: [Next::Spawn {
                at: preset.frames.start,
            }; 2],
            ends: [None; 2],
            asked: [0; 2],
            now: 0,
            steps: VecDeque::new(),
            paces: [pace; 2],
            preset: preset.clone(),
        }
    }

    /// A side.
    pub fn side(&self, seat: usize) -> &Side {
        &self.sides[seat]
    }

    /// Notes what is known of the thinking of a seat's player.
    pub fn hear(&mut self, seat: usize, effort: &SearchEffort) {
        self.sides[seat].hear(effort);
    }

    /// The frame that has been reached.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// The frame at which the piece that a seat has played locks; `None` if it plays none, or
    /// has lost with it.
    pub fn locks(&self, seat: usize) -> Option<u64> {
        match self.next[seat] {
            Next::Lock { at, .. } => Some(at),
            Next::Wait | Next::Rise { .. } | Next::Spawn { .. } => None,
        }
    }

    /// The frame of what comes next; `None` if nothing does before somebody answers.
    pub fn due(&self) -> Option<u64> {
        match self.steps.is_empty() {
            true => self.next.iter().filter_map(|next| next.at()).min(),
            false => Some(self.now),
        }
    }

    /// Whether [`Referee::step`] has anything to say by a frame.
    pub fn ready(&self, frame: u64) -> bool {
        self.ends != [None; 2] || self.due().is_some_and(|due| due <= frame)
    }

    /// What is to be done next.
    pub fn step(&mut self) -> Step {
        loop {
            if let Some(step) = self.steps.pop_front() {
                return step;
            }
            if self.ends != [None; 2] || self.now >= self.preset.longest {
                return Step::Over(self.verdict());
            }
            let Some(due) = self.due() else {
                return Step::Wait;
            };
            self.now = due.min(self.preset.longest);
            self.send();
            self.reach_goals();
            for seat in 0..2 {
                self.rise(seat);
            }
            for seat in 0..2 {
                self.spawn(seat);
            }
        }
    }

    /// Plays the answer of a seat that was asked, which came at frame `at`. It counts from
    /// then, but not before the time that the preset gives to every answer has passed.
    ///
    /// # Errors
    /// Why the rules forbid it; the seat is still asked.
    pub fn play(
        &mut self,
        seat: usize,
        placement: Placement,
        at: u64,
    ) -> Result<(Lock, u64), IllegalPlacement> {
        let side = &mut self.sides[seat];
        let placement = side.judge(placement)?;
        let rules = self.preset.ruleset();
        let frames = &self.preset.frames;
        let board = &side.state().board;
        let way = path::frames(rules, board, &placement, frames.motion());
        let lock = side.play(placement);
        let way = u64::from(way.unwrap_or(0));
        self.next[seat] = Next::Lock {
            at: at.max(self.asked[seat] + frames.answer) + way,
            sent: match self.preset.garbage.from {
                Source::Attacks => lock.clear.attack,
                Source::Pace { .. } | Source::Nowhere => 0,
            },
            clearing: frames.clearing(&lock.clear),
            cleared: lock.clear.lines > 0,
        };
        if lock.clear.topped_out {
            self.end(seat, End::TopOut);
        }
        Ok((lock, way))
    }

    /// This seat plays no more: it forfeits, or its player failed.
    pub fn end(&mut self, seat: usize, end: End) {
        self.ends[seat].get_or_insert(end);
        self.next[seat] = Next::Wait;
    }

    /// What was sent on this frame. Both sides first cancel what waits for them, and only
    /// then does the rest cross over, so that nobody sends first.
    fn send(&mut self) {
        let garbage = &self.preset.garbage;
        let mut crossing = [0; 2];
        for ((next, side), crossing) in self.next.iter_mut().zip(&mut self.sides).zip(&mut crossing)
        {
            let Next::Lock {
                at,
                sent,
                clearing,
                cleared,
            } = *next
            else {
                continue;
            };
            if at > self.now {
                continue;
            }
            *crossing = match garbage.cancel {
                true => side.pit.cancel(sent),
                false => sent,
            };
            *next = Next::Rise {
                at: at + clearing,
                held: cleared && garbage.held_by_clears,
            };
        }
        for seat in 0..2 {
            let due = self.now + garbage.travel;
            self.sides[seat].pit.add(crossing[1 - seat], due);
        }
    }

    /// A goal counts from the lock that reaches it.
    fn reach_goals(&mut self) {
        let Some(goal) = self.preset.goal else {
            return;
        };
        for seat in 0..2 {
            let locked = !matches!(self.next[seat], Next::Lock { .. });
            if locked && self.sides[seat].stats().lines >= goal {
                self.end(seat, End::Goal);
            }
        }
    }

    fn rise(&mut self, seat: usize) {
        let Next::Rise { at, held } = self.next[seat] else {
            return;
        };
        if at > self.now {
            return;
        }
        self.keep_pace(seat);
        if !held {
            let rows = self.sides[seat].rise(self.now, &self.preset.garbage);
            if !rows.is_empty() {
                self.steps.push_back(Step::Raised(seat, rows));
            }
        }
        self.next[seat] = Next::Spawn {
            at: at + self.preset.frames.spawn,
        };
    }

    fn keep_pace(&mut self, seat: usize) {
        let Source::Pace { least, .. } = self.preset.garbage.from else {
            return;
        };
        let pace = &mut self.paces[seat];
        while pace.next <= self.now {
            self.sides[seat].pit.add(1, pace.next);
            pace.every = (pace.every - 1).max(least);
            pace.next += pace.every;
        }
    }

    fn spawn(&mut self, seat: usize) {
        match self.next[seat] {
            Next::Spawn { at } if at <= self.now => {}
            _ => return,
        }
        self.next[seat] = Next::Wait;
        match self.sides[seat].alive() {
            true => {
                self.asked[seat] = self.now;
                self.steps.push_back(Step::Ask(seat));
            }
            false => self.end(seat, End::TopOut),
        }
    }

    /// How the game stands: who can play on wins, who has reached the goal even more so.
    pub fn verdict(&self) -> Verdict {
        let good = |end: Option<End>| match end {
            Some(End::Goal) => 2,
            None => 1,
            Some(End::TopOut | End::Forfeit | End::Fault) => 0,
        };
        let [left, right] = self.ends.map(good);
        Verdict {
            winner: match left.cmp(&right) {
                Ordering::Greater => Some(0),
                Ordering::Equal => None,
                Ordering::Less => Some(1),
            },
            ends: self.ends,
            frame: self.now,
        }
    }
}

impl Next {
    fn at(&self) -> Option<u64> {
        match *self {
            Next::Wait => None,
            Next::Lock { at, .. } | Next::Rise { at, .. } | Next::Spawn { at } => Some(at),
        }
    }
}

#[cfg(test)]
mod tests;
