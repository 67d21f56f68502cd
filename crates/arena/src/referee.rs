//! The referee: two sides and the frames of their game. Pure: events follow from the seed and the
//! moves, and no clock is read.
//!
//! Seats are equal: everything on one frame happens to both sides before a side loses or gets a
//! request. Each side goes through these phases, which take the times of the preset:
//!
//! ```text
//! request ─answer─▶ moves ─path─▶ locks, sends ─clear─▶ garbage rises ─spawn─▶ request
//! ```

use super::preset::{GarbageSource, Preset};
use arrayvec::ArrayVec;
use landfall_replay::{SearchEffort, Stats};
use landfall_rules::garbage::GarbageRows;
use landfall_rules::garbage::SideGarbage;
use landfall_rules::randomizer::{PieceSequence, SeedFormat};
use landfall_rules::rng::mix64;
use landfall_rules::side::LockResult;
use landfall_rules::state::IllegalPlacement;
use landfall_rules::{Placement, Ruleset, Side};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// Number of the random stream of the pieces.
const PIECES: u64 = 0x7069_6563_6573;

/// Numbers of the random streams of the holes of each seat.
const HOLES: [u64; 2] = [0x6c65_6674, 0x7269_6768];

/// A game between two seats, 0 and 1.
#[derive(Clone, Debug)]
pub struct Referee {
    preset: Preset,
    sides: [Side; 2],
    stats: [Stats; 2],
    phases: [Phase; 2],
    ends: [Option<EndReason>; 2],
    /// Frame of the last request to each seat.
    requested_at: [u64; 2],
    now: u64,
    events: VecDeque<Event>,
    timers: [GarbageTimer; 2],
}

/// What a side does next, and at which frame `at`.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Phase {
    /// It waits for an answer, or has lost.
    Idle,
    /// Its piece locks and sends packets of lines. The clear takes `clear_frames`.
    Locking {
        at: u64,
        sent: ArrayVec<u32, 5>,
        clear_frames: u64,
        has_cleared: bool,
    },
    /// Garbage may rise, unless a clear holds it.
    GarbageDue { at: u64, is_held: bool },
    /// The next piece appears.
    Spawning { at: u64 },
}

/// When the next row of timed garbage comes.
#[derive(Clone, Copy, Debug)]
struct GarbageTimer {
    next: u64,
    every: u64,
}

/// What the caller must do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Request a move from this seat and pass it to [`Referee::play`].
    RequestMove(usize),
    /// Report to this seat that these rows of garbage rose, in this order.
    GarbageRaised(usize, GarbageRows),
    /// Wait for the answer to a request.
    Wait,
    /// The game is over.
    GameOver(GameResult),
}

/// Why the game of a side ended; in snake case in journals and replays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// It has reached the goal of the preset.
    Goal,
    /// A piece could not appear, or locked above the field, or garbage pushed blocks out of it.
    TopOut,
    /// Its player suggested no move.
    Forfeit,
    /// Its player broke the protocol or the rules, or its process ended.
    PlayerError,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The seat that won; `None` for a draw.
    pub winner: Option<usize>,
    /// Why the game of each seat ended, if it did.
    pub ends: [Option<EndReason>; 2],
    /// Frame at which the game was over.
    pub frame: u64,
}

impl Referee {
    /// Starts the game of a seed. Both seats get the same pieces; each has its own garbage holes.
    pub fn new(preset: &Preset, seed: u64) -> Referee {
        let timer = match preset.garbage.from {
            GarbageSource::Timer { every, .. } => GarbageTimer {
                next: preset.frames.start + every,
                every,
            },
            GarbageSource::Attacks | GarbageSource::None => GarbageTimer {
                next: u64::MAX,
                every: 0,
            },
        };
        let stream_seed = |stream: u64| match preset.rules.seeds {
            SeedFormat::SplitMix => mix64(seed ^ mix64(stream)),
            // The game itself derives streams from the seed. The right seat has other holes,
            // because otherwise the two games of a pair would be mirror images.
            SeedFormat::Tetrio if stream == HOLES[1] => mix64(seed),
            SeedFormat::Tetrio => seed,
        };
        let rules = &preset.rules;
        let side = |holes| {
            let garbage = SideGarbage::new(rules, &preset.garbage.holes(), stream_seed(holes));
            let pieces = PieceSequence::new(rules, stream_seed(PIECES));
            Side::new(rules, preset.visible, pieces, garbage)
        };
        Referee {
            sides: HOLES.map(side),
            stats: Default::default(),
            phases: [0, 1].map(|_| Phase::Spawning {
                at: preset.frames.start,
            }),
            ends: [None; 2],
            requested_at: [0; 2],
            now: 0,
            events: VecDeque::new(),
            timers: [timer; 2],
            preset: preset.clone(),
        }
    }

    /// Returns the side of a seat.
    pub fn side(&self, seat: usize) -> &Side {
        &self.sides[seat]
    }

    /// Returns the counts of a seat.
    pub fn stats(&self, seat: usize) -> &Stats {
        &self.stats[seat]
    }

    /// Records the search effort that a seat's player reported.
    pub fn record_effort(&mut self, seat: usize, effort: &SearchEffort) {
        self.stats[seat].record_effort(effort);
    }

    /// Returns the rules.
    pub fn ruleset(&self) -> &Ruleset {
        &self.preset.rules
    }

    /// Returns the current frame, counted from the first piece on.
    pub fn game_frame(&self) -> u64 {
        self.now.saturating_sub(self.preset.frames.start)
    }

    /// Returns the current frame.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Returns the frame at which the played piece of a seat locks; `None` if there is none, or if
    /// the seat has lost with it.
    pub fn lock_frame(&self, seat: usize) -> Option<u64> {
        match self.phases[seat] {
            Phase::Locking { at, .. } => Some(at),
            Phase::Idle | Phase::GarbageDue { .. } | Phase::Spawning { .. } => None,
        }
    }

    /// Returns the frame of the next event; `None` if there is none before a bot answers.
    pub fn next_frame(&self) -> Option<u64> {
        if self.events.is_empty() {
            self.phases.iter().filter_map(Phase::at).min()
        } else {
            Some(self.now)
        }
    }

    /// Returns whether [`Referee::next_event`] has an event by a frame.
    pub fn has_event_by(&self, frame: u64) -> bool {
        self.ends != [None; 2] || self.next_frame().is_some_and(|due| due <= frame)
    }

    /// Returns the next event, and advances the game to it.
    pub fn next_event(&mut self) -> Event {
        loop {
            if let Some(event) = self.events.pop_front() {
                return event;
            }
            if self.ends != [None; 2] || self.now >= self.preset.longest {
                return Event::GameOver(self.result());
            }
            let Some(due) = self.next_frame() else {
                return Event::Wait;
            };
            self.now = due.min(self.preset.longest);
            self.exchange_attacks();
            self.check_goals();
            for seat in 0..2 {
                self.raise_garbage(seat);
            }
            for seat in 0..2 {
                self.spawn(seat);
            }
        }
    }

    /// Plays the requested move of a seat, which was answered at frame `at`. The piece moves from then
    /// on, but not before the preset's time of an answer has passed. Returns the lock and the frames
    /// that the piece moves.
    ///
    /// # Errors
    /// The rules forbid the move; the request stays open.
    pub fn play(
        &mut self,
        seat: usize,
        placement: Placement,
        at: u64,
    ) -> Result<(LockResult, u64), IllegalPlacement> {
        let side = &mut self.sides[seat];
        let placement = side.validate(placement)?;
        let rules = &self.preset.rules;
        let frames = &self.preset.frames;
        let game_frame = self.requested_at[seat].saturating_sub(frames.start);
        let costs = frames.move_costs(game_frame);
        let route = side.state().route(rules, &placement, costs);
        let path_frames = u64::from(route.map_or(0, |route| route.cost));
        let at = at.max(self.requested_at[seat] + frames.answer) + path_frames;
        let lock = side.play(placement, at.saturating_sub(frames.start));
        self.stats[seat].record(&lock.clear);
        self.phases[seat] = Phase::Locking {
            at,
            sent: match self.preset.garbage.from {
                GarbageSource::Attacks => side.packets(&lock.clear),
                GarbageSource::Timer { .. } | GarbageSource::None => ArrayVec::new(),
            },
            clear_frames: frames.clear_time(&lock.clear),
            has_cleared: lock.clear.lines > 0,
        };
        if lock.clear.topped_out {
            self.end_side(seat, EndReason::TopOut);
        }
        Ok((lock, path_frames))
    }

    /// Ends the game of a seat.
    pub fn end_side(&mut self, seat: usize, reason: EndReason) {
        self.ends[seat].get_or_insert(reason);
        self.phases[seat] = Phase::Idle;
    }

    /// Exchanges the lines sent on this frame. Both sides first cancel the garbage that waits for
    /// them; then the rest is sent, so that no side is first.
    fn exchange_attacks(&mut self) {
        let garbage = &self.preset.garbage;
        let mut outgoing = [const { ArrayVec::new_const() }; 2];
        for ((phase, side), outgoing) in self
            .phases
            .iter_mut()
            .zip(&mut self.sides)
            .zip(&mut outgoing)
        {
            let Phase::Locking {
                at,
                sent,
                clear_frames,
                has_cleared,
            } = &*phase
            else {
                continue;
            };
            let (at, clear_frames, has_cleared) = (*at, *clear_frames, *has_cleared);
            if at > self.now {
                continue;
            }
            *outgoing = if garbage.cancel {
                side.cancel(sent)
            } else {
                sent.clone()
            };
            *phase = Phase::GarbageDue {
                at: at + clear_frames,
                is_held: has_cleared && garbage.held_by_clears,
            };
        }
        for seat in 0..2 {
            let due = self.now + garbage.travel;
            for &lines in &outgoing[1 - seat] {
                self.sides[seat].garbage.push(lines, due);
            }
        }
    }

    /// Ends the game of sides that have reached the goal, once the piece that reaches it has locked.
    fn check_goals(&mut self) {
        let Some(goal) = self.preset.goal else {
            return;
        };
        for seat in 0..2 {
            let has_locked = !matches!(self.phases[seat], Phase::Locking { .. });
            if has_locked && self.sides[seat].totals().lines >= goal {
                self.end_side(seat, EndReason::Goal);
            }
        }
    }

    fn raise_garbage(&mut self, seat: usize) {
        let Phase::GarbageDue { at, is_held } = self.phases[seat] else {
            return;
        };
        if at > self.now {
            return;
        }
        self.add_timed_garbage(seat);
        if !is_held {
            let rows = self.sides[seat].raise_garbage(self.now);
            if !rows.is_empty() {
                self.events.push_back(Event::GarbageRaised(seat, rows));
            }
        }
        self.phases[seat] = Phase::Spawning {
            at: at + self.preset.frames.spawn,
        };
    }

    fn add_timed_garbage(&mut self, seat: usize) {
        let GarbageSource::Timer { least, .. } = self.preset.garbage.from else {
            return;
        };
        let timer = &mut self.timers[seat];
        while timer.next <= self.now {
            self.sides[seat].garbage.push(1, timer.next);
            timer.every = (timer.every - 1).max(least);
            timer.next += timer.every;
        }
    }

    fn spawn(&mut self, seat: usize) {
        match self.phases[seat] {
            Phase::Spawning { at } if at <= self.now => {}
            _ => return,
        }
        self.phases[seat] = Phase::Idle;
        if self.sides[seat].loss().is_none() {
            self.requested_at[seat] = self.now;
            self.events.push_back(Event::RequestMove(seat));
        } else {
            self.end_side(seat, EndReason::TopOut);
        }
    }

    /// Returns the result so far: a side that has reached the goal beats one that still plays, and
    /// that one beats one that has lost.
    pub fn result(&self) -> GameResult {
        let rank = |end: Option<EndReason>| match end {
            Some(EndReason::Goal) => 2,
            None => 1,
            Some(EndReason::TopOut | EndReason::Forfeit | EndReason::PlayerError) => 0,
        };
        let [left, right] = self.ends.map(rank);
        GameResult {
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

impl Phase {
    fn at(&self) -> Option<u64> {
        match *self {
            Phase::Idle => None,
            Phase::Locking { at, .. } | Phase::GarbageDue { at, .. } | Phase::Spawning { at } => {
                Some(at)
            }
        }
    }
}

#[cfg(test)]
mod tests;
