//! From a pose to commands: the shortest list that takes the current block there.
//!
//! The framework drops the block after the last command, so any pose above the wanted one
//! will do from which it falls there, and any state with the same cells.

use super::convert::{DropbloxBoard, FallingBlock, HEIGHT};
use super::messages::COLUMNS;
use crate::movegen::fits;
use crate::polyomino::{Polyomino, Pose};
use std::collections::VecDeque;

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
    /// Clockwise about the centre.
    Rotate,
}

impl Command {
    /// All of them.
    pub const ALL: [Command; 5] = [
        Command::Left,
        Command::Right,
        Command::Rotate,
        Command::Down,
        Command::Up,
    ];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Command::Left => "left",
            Command::Right => "right",
            Command::Up => "up",
            Command::Down => "down",
            Command::Rotate => "rotate",
        }
    }

    /// The pose after it, legal or not.
    pub fn apply(self, block: &Polyomino, pose: Pose) -> Pose {
        match self {
            Command::Left => Pose {
                x: pose.x - 1,
                ..pose
            },
            Command::Right => Pose {
                x: pose.x + 1,
                ..pose
            },
            Command::Up => Pose {
                y: pose.y + 1,
                ..pose
            },
            Command::Down => Pose {
                y: pose.y - 1,
                ..pose
            },
            Command::Rotate => block.rotated_cw(pose),
        }
    }
}

/// Where a block comes to rest that is dropped in a legal pose.
pub fn dropped_pose(field: &DropbloxBoard, block: &Polyomino, pose: Pose) -> Pose {
    let mut pose = pose;
    loop {
        let below = Command::Down.apply(block, pose);
        if !fits(field, HEIGHT, block, below) {
            return pose;
        }
        pose = below;
    }
}

/// The shortest commands after which a drop takes the block to `target`; `None` if it cannot
/// get there.
pub fn path_to(
    field: &DropbloxBoard,
    entrant: &FallingBlock,
    target: Pose,
) -> Option<Vec<Command>> {
    let block = &entrant.shape;
    let canonical = |pose: Pose| Pose {
        state: block.state(pose).canonical,
        ..pose
    };
    let target = canonical(target);
    let mut seen = Seen::default();
    let mut queue = VecDeque::from([entrant.spawn]);
    if !entrant.fits(field) {
        return None;
    }
    seen.come(entrant.spawn, None);
    while let Some(pose) = queue.pop_front() {
        if pose.x == target.x
            && canonical(pose).state == target.state
            && canonical(dropped_pose(field, block, pose)) == target
        {
            return Some(seen.way(pose));
        }
        for command in Command::ALL {
            let next = command.apply(block, pose);
            if fits(field, HEIGHT, block, next) && seen.come(next, Some((pose, command))) {
                queue.push_back(next);
            }
        }
    }
    None
}

/// How each pose was reached first.
struct Seen(Vec<Option<Option<(Pose, Command)>>>);

impl Default for Seen {
    fn default() -> Seen {
        Seen(vec![None; 4 * COLUMNS * HEIGHT as usize])
    }
}

impl Seen {
    fn index(pose: Pose) -> usize {
        (usize::from(pose.state) * COLUMNS + pose.x as usize) * HEIGHT as usize + pose.y as usize
    }

    /// Takes note of a legal pose; says whether it is new.
    fn come(&mut self, pose: Pose, from: Option<(Pose, Command)>) -> bool {
        let entry = &mut self.0[Seen::index(pose)];
        let new = entry.is_none();
        entry.get_or_insert(from);
        new
    }

    fn way(&self, to: Pose) -> Vec<Command> {
        let mut way = Vec::new();
        let mut pose = to;
        while let Some((before, command)) = self.0[Seen::index(pose)].flatten() {
            way.push(command);
            pose = before;
        }
        way.reverse();
        way
    }
}
