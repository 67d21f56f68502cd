//! The referee of one player's game: takes commands, and returns the new state and the events.
//!
//! Pure. The caller provides pieces and holes. Rules are data of `landfall-rules`; this module has
//! the order of events and the contest's own counting of garbage.

use super::rules::REFEREE_RULES;
use crate::messages::Command;
use landfall_rules::board::{CellKind, FULL_ROW, Row, WIDTH};
use landfall_rules::path::{MoveModel, PieceInput, PieceMoves, PiecePose};
use landfall_rules::rotation::TurnKind;
use landfall_rules::{Clear, Piece, Placement, Randomizer, Spin, State};
use std::collections::VecDeque;

/// Known pieces after the one in play.
pub const PREVIEWS: usize = 6;

/// Locks without a clear before new garbage may rise.
const GARBAGE_DELAY: u32 = 1;

/// A waiting row of garbage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GarbageLine {
    /// Column of its hole.
    pub hole: u8,
    /// Locks without a clear until it may rise.
    pub delay: u32,
}

/// One player's game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerGame {
    /// Board, hold and counters; the first of the queue is in play.
    pub state: State,
    /// The content of each cell, floor first, up to the highest filled row.
    pub rows: Vec<Row>,
    /// Where the piece in play is.
    pub pose: PiecePose,
    /// Whether the last turn left the piece where it cannot move.
    pub immobile: bool,
    /// Whether the piece in play has not been held yet.
    pub can_hold: bool,
    /// The waiting garbage, oldest first.
    pub garbage: VecDeque<GarbageLine>,
    /// Lines sent by all clears before the multiplier.
    pub raw_score: u32,
    /// Lines of all clears.
    pub score: u32,
    /// Pieces locked.
    pub pieces: u32,
    /// Cleared rows that contained garbage.
    pub garbage_cleared: u32,
    /// Whether the game is lost.
    pub dead: bool,
}

/// The events while commands are performed.
#[derive(Clone, Debug, PartialEq)]
pub enum GameEvent {
    /// A piece locked.
    PiecePlaced {
        /// The piece.
        piece: Piece,
        /// Where it was before the hard drop.
        initial: PiecePose,
        /// Where it locked.
        last: PiecePose,
        /// Whether it is a spin. Players are informed only if it clears rows.
        spin: Spin,
    },
    /// Rows were cleared.
    Clear(ClearEvent),
    /// Garbage rose.
    DamageTanked {
        /// Columns of the holes, in the order in which the rows rose.
        holes: Vec<u8>,
    },
    /// A piece was added to the queue.
    QueueAdded(Piece),
    /// The player has lost.
    GameOver,
}

/// A clear, as players are informed of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ClearEvent {
    /// What was cleared, and its attack before the multiplier.
    pub clear: Clear,
    /// Whether it keeps back-to-back.
    pub back_to_back: bool,
    /// The lines of its attack.
    pub score: u32,
    /// Lines that are sent after cancelling.
    pub attack: u32,
    /// Lines of the player's own garbage that it cancelled.
    pub cancelled: u32,
    /// The piece.
    pub piece: Piece,
    /// Where it locked.
    pub pose: PiecePose,
    /// The rows with their numbers, highest first.
    pub cleared_rows: Vec<(usize, Row)>,
}

impl PlayerGame {
    /// Returns a game before its first move. `deal` gives the next piece of a randomizer.
    pub fn new(mut deal: impl FnMut(&Randomizer) -> Piece) -> PlayerGame {
        let mut state = State::new(REFEREE_RULES.randomizer.clone());
        while state.queue.len() < 1 + PREVIEWS {
            let piece = deal(&state.randomizer);
            state.push_piece(piece);
        }
        PlayerGame {
            state,
            rows: Vec::new(),
            pose: spawn_pose(),
            immobile: false,
            can_hold: true,
            garbage: VecDeque::new(),
            raw_score: 0,
            score: 0,
            pieces: 0,
            garbage_cleared: 0,
            dead: false,
        }
    }

    /// Returns the piece in play. There is always one.
    pub fn current(&self) -> Piece {
        self.state.queue.front().copied().unwrap_or(Piece::I)
    }

    /// Performs commands and then the hard drop, unless the player loses before it. `deal` gives
    /// the next piece of a randomizer.
    pub fn play(
        &mut self,
        commands: &[Command],
        multiplier: f64,
        mut deal: impl FnMut(&Randomizer) -> Piece,
    ) -> Vec<GameEvent> {
        let mut events = Vec::new();
        for &command in commands {
            if self.dead {
                return events;
            }
            match command {
                Command::Hold => self.hold(&mut deal, &mut events),
                Command::None => {}
                _ => self.move_piece(command),
            }
        }
        if !self.dead {
            self.hard_drop(multiplier, &mut deal, &mut events);
        }
        events
    }

    /// Adds garbage from another player.
    pub fn queue_garbage(&mut self, holes: impl IntoIterator<Item = u8>) {
        let lines = holes.into_iter().map(|hole| GarbageLine {
            hole,
            delay: GARBAGE_DELAY,
        });
        self.garbage.extend(lines);
    }

    fn moves(&self) -> PieceMoves<'static> {
        PieceMoves::new(&REFEREE_RULES, &self.state.board, self.current())
    }

    fn move_piece(&mut self, command: Command) {
        let moves = self.moves();
        let step = |pose, input| moves.apply(pose, input).unwrap_or(pose);
        let far = |mut pose: PiecePose, input| {
            while let Some(next) = moves.apply(pose, input).filter(|&next| next != pose) {
                pose = next;
            }
            pose
        };
        self.pose = match command {
            Command::MoveLeft => step(self.pose, PieceInput::Left),
            Command::MoveRight => step(self.pose, PieceInput::Right),
            Command::Drop => step(self.pose, PieceInput::SoftDrop),
            Command::SonicLeft => far(self.pose, PieceInput::Left),
            Command::SonicRight => far(self.pose, PieceInput::Right),
            Command::SonicDrop => moves.dropped(self.pose),
            Command::RotateCw => return self.turn(&moves, TurnKind::Clockwise),
            Command::RotateCcw => return self.turn(&moves, TurnKind::CounterClockwise),
            Command::Hold | Command::None => self.pose,
        };
    }

    fn turn(&mut self, moves: &PieceMoves, kind: TurnKind) {
        let Some((pose, kick)) = moves.turn(self.pose, kind) else {
            return;
        };
        self.pose = pose;
        let placement = moves.placement(pose);
        let spin = REFEREE_RULES.spin_after_turn(&self.state.board, &placement, kick);
        self.immobile = spin != Spin::None;
    }

    fn hold(&mut self, deal: &mut impl FnMut(&Randomizer) -> Piece, events: &mut Vec<GameEvent>) {
        if !self.can_hold {
            return;
        }
        self.state.hold_piece();
        self.spawn(events, deal);
        self.can_hold = false;
    }

    fn hard_drop(
        &mut self,
        multiplier: f64,
        deal: &mut impl FnMut(&Randomizer) -> Piece,
        events: &mut Vec<GameEvent>,
    ) {
        let piece = self.current();
        let (initial, last) = (self.pose, self.moves().dropped(self.pose));
        let spin = match self.immobile {
            true => Spin::Full,
            false => Spin::None,
        };
        events.push(GameEvent::PiecePlaced {
            piece,
            initial,
            last,
            spin,
        });
        let placement = Placement {
            piece,
            rotation: last.rotation,
            x: last.x,
            y: last.y,
            spin,
        };
        self.fill(&placement);
        let cleared_rows = self.remove_full_rows();
        let clear = self.state.play(&REFEREE_RULES, &placement);
        let score = (f64::from(clear.attack) * multiplier) as u32;
        self.raw_score = self.raw_score.saturating_add(clear.attack);
        self.score = self.score.saturating_add(score);
        self.pieces += 1;
        let cancelled = score.min(self.garbage.len().try_into().unwrap_or(u32::MAX));
        self.garbage.drain(..cancelled as usize);
        if is_announced(&clear) {
            events.push(GameEvent::Clear(ClearEvent {
                clear,
                back_to_back: self.state.clear_state.back_to_back > 0,
                score,
                attack: score - cancelled,
                cancelled,
                piece,
                pose: last,
                cleared_rows,
            }));
        }
        if clear.lines == 0 {
            self.raise_garbage(events);
        }
        self.dead = clear.topped_out || self.state.board.max_height() > REFEREE_RULES.height;
        self.spawn(events, deal);
        self.can_hold = true;
    }

    fn fill(&mut self, placement: &Placement) {
        for (x, y) in placement.cells(&REFEREE_RULES) {
            let (x, y) = (x as usize, y as usize);
            while self.rows.len() <= y {
                self.rows.push([None; WIDTH]);
            }
            self.rows[y][x] = Some(CellKind::Piece(placement.piece));
        }
    }

    /// Removes the full rows, and returns them with their numbers, highest first.
    fn remove_full_rows(&mut self) -> Vec<(usize, Row)> {
        let is_full = |row: &Row| row.iter().all(Option::is_some);
        let mut cleared: Vec<(usize, Row)> = Vec::new();
        for y in (0..self.rows.len()).rev() {
            if is_full(&self.rows[y]) {
                cleared.push((y, self.rows.remove(y)));
            }
        }
        let has_garbage = |(_, row): &&(usize, Row)| row.contains(&Some(CellKind::Garbage));
        self.garbage_cleared += cleared.iter().filter(has_garbage).count() as u32;
        cleared
    }

    /// Raises the rows that are due, and decrements the delay of the others.
    fn raise_garbage(&mut self, events: &mut Vec<GameEvent>) {
        let is_due = |line: &&GarbageLine| line.delay == 0;
        let due = self.garbage.iter().filter(is_due);
        let holes: Vec<u8> = due.map(|line| line.hole).collect();
        self.garbage.retain(|line| line.delay > 0);
        for line in &mut self.garbage {
            line.delay -= 1;
        }
        for &hole in &holes {
            let row = FULL_ROW & !(1 << hole);
            self.state.raise_garbage(&REFEREE_RULES, &[row]);
            let cell = |x| (row >> x & 1 == 1).then_some(CellKind::Garbage);
            self.rows.insert(0, std::array::from_fn(cell));
        }
        if !holes.is_empty() {
            events.push(GameEvent::DamageTanked { holes });
        }
    }

    /// Lets the next piece appear, which loses if there is no room, and deals another one.
    fn spawn(&mut self, events: &mut Vec<GameEvent>, deal: &mut impl FnMut(&Randomizer) -> Piece) {
        self.pose = spawn_pose();
        self.immobile = false;
        self.dead |= self.moves().spawn().is_none();
        while self.state.queue.len() < 1 + PREVIEWS {
            let piece = deal(&self.state.randomizer);
            self.state.push_piece(piece);
            events.push(GameEvent::QueueAdded(piece));
        }
        if self.dead {
            events.push(GameEvent::GameOver);
        }
    }
}

/// Returns whether players are informed of a clear. Spins that clear four rows have no name, and
/// send nothing unless the board is empty after them.
fn is_announced(clear: &Clear) -> bool {
    let nameless = clear.lines > 3 && clear.spin != Spin::None && !clear.perfect;
    clear.lines > 0 && !nameless
}

/// Returns the spawn placement of every piece.
fn spawn_pose() -> PiecePose {
    PiecePose {
        rotation: landfall_rules::Rotation::North,
        x: REFEREE_RULES.spawn.x,
        y: REFEREE_RULES.spawn.y,
    }
}
