//! The falling piece: its position, to a fraction of a row, and its history.
//!
//! Contains the shifts, turns and falls of one piece under the rules, and the counts of lock delay
//! resets. [`Player`](crate::Player) decides when they happen.
//!
//! The height is that of the top of the piece's box, as TETR.IO counts it: one row more than the
//! spawn row of the centre, plus a fraction. The row of the pose follows its integral part.

use crate::auto_shift::Direction;
use crate::height::{ceil, floor, lowered, row_below};
use landfall_rules::path::{MoveModel, PieceMoves, PiecePose};
use landfall_rules::rotation::TurnKind;
use landfall_rules::ruleset::Spawn;
use landfall_rules::timing::Timing;
use landfall_rules::{Board, Cell, Piece, Placement, Rotation, Ruleset, Spin};

/// The fraction of its row at which a piece appears.
const SPAWN_FRACTION: f64 = 0.04;

/// The distance below the next row to which a kick moves a piece.
const KICK_FRACTION: f64 = 0.1;

/// Turns beyond those that reset the lock delay, after which a piece falls faster and kicks no
/// longer move it within its row.
const FREE_TURNS: u32 = 15;

/// The most moves, and turns, that are counted.
const MOST_MOVES: u32 = 31;
const MOST_TURNS: u32 = 63;

/// The piece that falls.
#[derive(Clone, Debug)]
pub struct Falling {
    rules: Ruleset,
    piece: Piece,
    moves: PieceMoves<'static>,
    pose: PiecePose,
    height: f64,
    /// The integral part of the lowest height so far.
    lowest: f64,
    /// Frames that the piece has rested.
    pub rested: f64,
    /// Shifts and turns since the piece was lowest.
    resets: u32,
    /// Turns since it was lowest.
    turns_since_lowest: u32,
    turns: u32,
    spin: Spin,
    /// Whether the last attempted shift failed.
    pub at_wall: bool,
}

impl Falling {
    /// Returns a piece at its spawn; `None` if the spawn is blocked.
    pub fn spawn(rules: &Ruleset, spawn: Spawn, board: &Board, piece: Piece) -> Option<Falling> {
        let moves = PieceMoves::new(rules, board, piece).with_spawn(spawn);
        let pose = moves.spawn()?;
        let top = f64::from(pose.y) + 1.0;
        Some(Falling {
            rules: *rules,
            piece,
            moves,
            pose,
            height: top + SPAWN_FRACTION,
            lowest: top,
            rested: 0.0,
            resets: 0,
            turns_since_lowest: 0,
            turns: 0,
            spin: Spin::None,
            at_wall: false,
        })
    }

    /// Returns the piece.
    pub fn piece(&self) -> Piece {
        self.piece
    }

    /// Returns the placement of the piece, with the spin that a lock there would count as after its
    /// last turn.
    pub fn placement(&self) -> Placement {
        Placement {
            spin: self.spin,
            ..self.moves.placement(self.pose)
        }
    }

    /// Returns the cells of the piece.
    pub fn cells(&self) -> [Cell; 4] {
        self.placement().cells(&self.rules)
    }

    /// Returns the cells in which the piece would rest.
    pub fn ghost(&self) -> [Cell; 4] {
        let rest = self.moves.dropped(self.pose);
        self.moves.placement(rest).cells(&self.rules)
    }

    fn timing(&self) -> &Timing {
        &self.rules.timing
    }

    /// Returns whether the piece cannot fall.
    pub fn rests(&self) -> bool {
        !self.moves.is_free(self.at_height(row_below(self.height)))
    }

    /// Returns whether further moves no longer reset the lock delay.
    pub fn is_out_of_resets(&self) -> bool {
        self.resets >= self.timing().lock_resets
    }

    /// Returns the additional rows per frame that the piece falls because it was turned so often.
    pub fn turning_gravity(&self) -> f64 {
        let free = self.timing().lock_resets.saturating_add(FREE_TURNS);
        0.5 * f64::from(self.turns_since_lowest.saturating_sub(free))
    }

    fn at_height(&self, height: f64) -> PiecePose {
        let rows = floor(height) - floor(self.height);
        PiecePose {
            y: self.pose.y.saturating_add(rows as i8),
            ..self.pose
        }
    }

    /// Lowers the piece by at most a row. Returns whether it moved.
    pub fn fall(&mut self, rows: f64) -> bool {
        let height = lowered(self.height, rows);
        let pose = self.at_height(height);
        if self.rests() || !self.moves.is_free(pose) {
            return false;
        }
        (self.pose, self.height) = (pose, height);
        self.spin = Spin::None;
        if height < self.lowest {
            self.lowest = floor(height);
            self.resets = 0;
            self.turns_since_lowest = 0;
        }
        true
    }

    /// Lowers the piece until it rests.
    pub fn drop(&mut self) {
        while self.fall(1.0) {}
    }

    /// Shifts the piece by a column. Returns whether it moved.
    pub fn shift(&mut self, direction: Direction) -> bool {
        let shifted = self.moves.apply(self.pose, direction.input());
        self.at_wall = shifted.is_none();
        if let Some(pose) = shifted {
            self.pose = pose;
            self.spin = Spin::None;
            self.resets = (self.resets + 1).min(MOST_MOVES);
        }
        shifted.is_some()
    }

    /// Turns the piece. Returns whether it turned.
    pub fn turn(&mut self, board: &Board, kind: TurnKind) -> bool {
        if let Some((to, kick)) = self.moves.turn(self.pose, kind) {
            self.kick(to, kind, kick);
            self.pose = to;
            let pose = self.moves.placement(to);
            self.spin = self.rules.spin_after_turn(board, &pose, kick);
        } else if !turns_onto_itself(&self.rules, self.piece, kind) {
            return false;
        }
        self.resets = (self.resets + 1).min(MOST_MOVES);
        self.turns_since_lowest = (self.turns_since_lowest + 1).min(MOST_TURNS);
        self.turns = self.turns.saturating_add(1);
        true
    }

    /// Moves the height as a kick does. A turn without a kick keeps it: the turn may move the
    /// centre, but not the box.
    fn kick(&mut self, to: PiecePose, kind: TurnKind, kick: usize) {
        if kick == 0 {
            return;
        }
        let turns = &self.rules.rotation.rule(self.piece).turns;
        let plain = turns[self.pose.rotation.index()][kind.index()].kicks[0];
        let rows = f64::from(to.y - self.pose.y - plain.1);
        let free = self.timing().lock_resets.saturating_add(FREE_TURNS);
        self.height = if self.turns > free {
            self.height + rows
        } else {
            ceil(self.height) - KICK_FRACTION + rows
        };
    }

    /// Resets the lock delay, unless it was reset too often.
    pub fn put_off_lock(&mut self) {
        if !self.is_out_of_resets() {
            self.rested = 0.0;
        }
    }
}

/// Returns whether a turn leaves a piece on its cells. Rotation systems have no such turns: the
/// piece has only one state, and other pieces do turn that way.
fn turns_onto_itself(rules: &Ruleset, piece: Piece, kind: TurnKind) -> bool {
    let canonical = &rules.rotation.rule(piece).canonical;
    let pieces = &rules.rotation.pieces;
    canonical.iter().all(|of| of.rotation == Rotation::North)
        && pieces
            .iter()
            .any(|rule| !rule.turns[0][kind.index()].kicks.is_empty())
}
