//! From a pose to commands: the shortest list that takes the current block there.
//!
//! The framework drops the block after the last command, so any pose above the target will do from
//! which it falls there, and any state with the same cells.

use super::convert::{DropbloxBoard, FallingBlock, HEIGHT};
use super::messages::COLUMNS;
use crate::movegen::fits;
use crate::polyomino::{Polyomino, Pose};
use landfall_rules::path::{MoveModel, shortest};

/// A command of the framework.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One turn clockwise about the centre.
    Rotate,
}

impl Command {
    /// All of them, in the order in which a path prefers them.
    pub const ALL: [Command; 5] = [
        Command::Left,
        Command::Right,
        Command::Rotate,
        Command::Down,
        Command::Up,
    ];

    /// Returns the framework's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Command::Left => "left",
            Command::Right => "right",
            Command::Up => "up",
            Command::Down => "down",
            Command::Rotate => "rotate",
        }
    }

    /// Returns the pose after the command, which may be illegal.
    pub fn apply(self, block: &Polyomino, pose: Pose) -> Pose {
        let (dx, dy) = match self {
            Command::Left => (-1, 0),
            Command::Right => (1, 0),
            Command::Up => (0, 1),
            Command::Down => (0, -1),
            Command::Rotate => return block.rotated_cw(pose),
        };
        Pose {
            x: pose.x + dx,
            y: pose.y + dy,
            ..pose
        }
    }
}

/// Returns where a block comes to rest that is dropped from a legal pose.
pub fn dropped_pose(board: &DropbloxBoard, block: &Polyomino, pose: Pose) -> Pose {
    let mut pose = pose;
    loop {
        let below = Command::Down.apply(block, pose);
        if !fits(board, HEIGHT, block, below) {
            return pose;
        }
        pose = below;
    }
}

/// Returns the shortest commands after which a drop takes the block to `target`, or `None` if
/// it cannot get there.
pub fn path_to(board: &DropbloxBoard, block: &FallingBlock, target: Pose) -> Option<Vec<Command>> {
    if !block.fits(board) {
        return None;
    }
    let shape = &block.shape;
    let canonical = |pose: Pose| Pose {
        state: shape.state(pose).canonical,
        ..pose
    };
    let target = canonical(target);
    let route = shortest(&BlockMoves { board, shape }, block.spawn, |pose| {
        pose.x == target.x
            && canonical(pose).state == target.state
            && canonical(dropped_pose(board, shape, pose)) == target
    })?;
    Some(route.inputs)
}

/// How a block moves on a board.
struct BlockMoves<'a> {
    board: &'a DropbloxBoard,
    shape: &'a Polyomino,
}

impl MoveModel for BlockMoves<'_> {
    type Pose = Pose;
    type Input = Command;

    fn inputs(&self) -> &[Command] {
        &Command::ALL
    }

    fn apply(&self, pose: Pose, command: Command) -> Option<Pose> {
        let next = command.apply(self.shape, pose);
        fits(self.board, HEIGHT, self.shape, next).then_some(next)
    }

    fn index(&self, pose: Pose) -> Option<usize> {
        let column = usize::from(pose.state) * COLUMNS + pose.x as usize;
        Some(column * HEIGHT as usize + pose.y as usize)
    }
}
