//! From a placement to the contest's commands: the fewest that lead there.
//!
//! Knows how the engine moves a piece and what it takes for a T-spin: a T whose last command
//! was a turn, whether it was obeyed or not.

use landfall_rules::{Board, Piece, Placement, Rotation, Ruleset, Spin};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

/// Commands that the engine surely performs.
pub const MAX_COMMANDS: usize = 40;

/// What a piece is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// Counter-clockwise.
    TurnLeft,
    /// Clockwise.
    TurnRight,
    /// One row down.
    Down,
    /// Down to its rest.
    Drop,
    /// Not placed at all.
    Skip,
}

impl Command {
    /// The engine's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Command::Left => "left",
            Command::Right => "right",
            Command::TurnLeft => "turnleft",
            Command::TurnRight => "turnright",
            Command::Down => "down",
            Command::Drop => "drop",
            Command::Skip => "skip",
        }
    }
}

/// An answer to the engine: the commands in one line.
pub fn command_line(commands: &[Command]) -> String {
    let words: Vec<&str> = commands.iter().map(|command| command.as_str()).collect();
    words.join(",")
}

/// State, column and row of the centre.
type Pose = (Rotation, i8, i8);

/// Ways of one piece from where it appears.
pub struct PathFinder<'a> {
    rules: &'a Ruleset,
    board: &'a Board,
    piece: Piece,
    /// For each pose that can be reached, the pose before it and the command between.
    predecessors: HashMap<Pose, Option<(Pose, Command)>>,
    /// The same poses, those that take fewer commands first.
    by_distance: Vec<Pose>,
}

impl<'a> PathFinder<'a> {
    /// Of a piece on a board.
    pub fn new(rules: &'a Ruleset, board: &'a Board, piece: Piece) -> PathFinder<'a> {
        let mut paths = PathFinder {
            rules,
            board,
            piece,
            predecessors: HashMap::new(),
            by_distance: Vec::new(),
        };
        let spawn = (Rotation::North, rules.spawn.x, rules.spawn.y);
        if paths.fits(spawn) {
            paths.search(spawn);
        }
        paths
    }

    fn search(&mut self, spawn: Pose) {
        const STEPS: [Command; 5] = [
            Command::Left,
            Command::Right,
            Command::TurnLeft,
            Command::TurnRight,
            Command::Down,
        ];
        self.predecessors.insert(spawn, None);
        let mut waiting = VecDeque::from([spawn]);
        while let Some(pose) = waiting.pop_front() {
            self.by_distance.push(pose);
            for command in STEPS {
                let Some(next) = self.step(pose, command) else {
                    continue;
                };
                if let Entry::Vacant(unseen) = self.predecessors.entry(next) {
                    unseen.insert(Some((pose, command)));
                    waiting.push_back(next);
                }
            }
        }
    }

    /// Where a command leads, if it is obeyed.
    fn step(&self, (rotation, x, y): Pose, command: Command) -> Option<Pose> {
        let turned = |which: usize| {
            let turn = &self.rules.rotation.rule(self.piece).turns[rotation.index()][which];
            let (dx, dy) = turn.kicks.first()?;
            Some((turn.to, x + dx, y + dy))
        };
        let next = match command {
            Command::Left => (rotation, x - 1, y),
            Command::Right => (rotation, x + 1, y),
            Command::TurnRight => turned(0)?,
            Command::TurnLeft => turned(1)?,
            Command::Down => (rotation, x, y - 1),
            Command::Drop | Command::Skip => return None,
        };
        self.fits(next).then_some(next)
    }

    fn fits(&self, pose: Pose) -> bool {
        let cells = self.rules.rotation.cells(&self.placement(pose));
        cells
            .iter()
            .all(|&(x, y)| y < self.rules.height as i8 && !self.board.filled(x, y))
    }

    fn placement(&self, (rotation, x, y): Pose) -> Placement {
        Placement {
            piece: self.piece,
            rotation,
            x,
            y,
            spin: Spin::None,
        }
    }

    /// Where a pose comes to rest.
    fn resting_pose(&self, mut pose: Pose) -> Pose {
        while let Some(lower) = self.step(pose, Command::Down) {
            pose = lower;
        }
        pose
    }

    fn canonical(&self, pose: Pose) -> Placement {
        self.rules.rotation.canonical(self.placement(pose))
    }

    fn path_to_pose(&self, mut pose: Pose) -> Vec<Command> {
        let mut way = Vec::new();
        while let Some(Some((before, command))) = self.predecessors.get(&pose) {
            way.push(*command);
            pose = *before;
        }
        way.reverse();
        way
    }

    /// The fewest commands to a placement, or a skip; `None` if it takes too many.
    pub fn path_to(&self, mv: &Placement) -> Option<Vec<Command>> {
        if mv.is_skip() {
            return Some(vec![Command::Skip]);
        }
        let way = match (self.piece, mv.spin) {
            (Piece::T, Spin::Full) => self.path_with_final_turn(mv),
            (Piece::T, _) => self
                .path_with_drop(mv)
                .map(|way| self.avoid_final_turn(mv, way)),
            _ => self.path_with_drop(mv),
        };
        way.filter(|way| way.len() <= MAX_COMMANDS)
    }

    fn path_with_drop(&self, mv: &Placement) -> Option<Vec<Command>> {
        let target = Placement {
            spin: Spin::None,
            ..*mv
        };
        let leads = |pose: &&Pose| self.canonical(self.resting_pose(**pose)) == target;
        let pose = *self.by_distance.iter().find(leads)?;
        let mut way = self.path_to_pose(pose);
        way.push(Command::Drop);
        Some(way)
    }

    /// A T that shall not count as a spin must not lock right after a turn. A shift that is
    /// not obeyed is a row down, which locks it.
    fn avoid_final_turn(&self, mv: &Placement, mut way: Vec<Command>) -> Vec<Command> {
        let pose = (mv.rotation, mv.x, mv.y);
        let turned = matches!(
            way.iter().rev().nth(1),
            Some(Command::TurnLeft | Command::TurnRight)
        );
        if !turned || self.follow(&way[..way.len() - 1]) != Some(pose) {
            return way;
        }
        let refused = |command: &Command| self.step(pose, *command).is_none();
        way.pop();
        match [Command::Left, Command::Right].into_iter().find(refused) {
            Some(command) => way.push(command),
            None => way.extend([Command::Left, Command::Right, Command::Drop]),
        }
        way
    }

    /// Where commands lead that are all obeyed.
    fn follow(&self, way: &[Command]) -> Option<Pose> {
        let spawn = (Rotation::North, self.rules.spawn.x, self.rules.spawn.y);
        way.iter()
            .try_fold(spawn, |pose, &command| self.step(pose, command))
    }

    /// To the rest of a T with a turn at the end: one that leads there, if there is one that
    /// is not too long, else one that leads nowhere, else one that is taken back.
    fn path_with_final_turn(&self, mv: &Placement) -> Option<Vec<Command>> {
        const TURNS: [Command; 2] = [Command::TurnLeft, Command::TurnRight];
        let target = (mv.rotation, mv.x, mv.y);
        let honest = self.by_distance.iter().find_map(|&pose| {
            let turn = TURNS
                .into_iter()
                .find(|&turn| self.step(pose, turn) == Some(target))?;
            Some((pose, turn))
        });
        if let Some((pose, turn)) = honest {
            let mut way = self.path_to_pose(pose);
            way.push(turn);
            if way.len() <= MAX_COMMANDS {
                return Some(way);
            }
        }
        self.predecessors.get(&target)?;
        let mut way = self.path_to_pose(target);
        let refused = |turn: &Command| self.step(target, *turn).is_none();
        match TURNS.into_iter().find(refused) {
            Some(turn) => way.push(turn),
            None => way.extend(TURNS),
        }
        Some(way)
    }
}

/// Whether commands for a T end in a turn that leads nowhere, or is taken back.
pub fn ends_in_blocked_turn(rules: &Ruleset, board: &Board, commands: &[Command]) -> bool {
    let paths = PathFinder::new(rules, board, Piece::T);
    match commands {
        [way @ .., Command::TurnLeft, Command::TurnRight] if paths.follow(way).is_some() => true,
        [way @ .., Command::TurnLeft | Command::TurnRight] => {
            paths.follow(way).is_some() && paths.follow(commands).is_none()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{BLOCKBATTLE, Randomizer, SplitMix64, State};

    fn told(drawn: &str, mv: Placement) -> Option<String> {
        let board = Board::parse(drawn).expect("a board");
        let paths = PathFinder::new(&BLOCKBATTLE, &board, mv.piece);
        paths.path_to(&mv).map(|commands| command_line(&commands))
    }

    fn t(rotation: Rotation, x: i8, y: i8, spin: Spin) -> Placement {
        Placement {
            piece: Piece::T,
            rotation,
            x,
            y,
            spin,
        }
    }

    #[test]
    fn a_slot_is_turned_into() {
        let slot = "
            ..#.......
            ##...#####
            ###.######";
        let way = told(slot, t(Rotation::South, 3, 1, Spin::Full)).expect("a way");
        assert!(way.ends_with("down,turnright"), "{way}");
    }

    #[test]
    fn beside_a_wall_a_turn_that_leads_nowhere_does() {
        let wall = "
            ..#.......
            ###..#####
            ###.######";
        let spun = told(wall, t(Rotation::East, 3, 1, Spin::Full)).expect("a way");
        assert!(spun.ends_with("down,turnleft"), "{spun}");
        let plain = told(wall, t(Rotation::East, 3, 1, Spin::None)).expect("a way");
        assert!(plain.ends_with("drop"), "{plain}");
        let board = Board::parse(wall).expect("a board");
        let paths = PathFinder::new(&BLOCKBATTLE, &board, Piece::T);
        let spun = paths
            .path_to(&t(Rotation::East, 3, 1, Spin::Full))
            .expect("a way");
        assert!(ends_in_blocked_turn(&BLOCKBATTLE, &board, &spun));
    }

    #[test]
    fn a_skip_is_one_word() {
        assert_eq!(
            told("..........", Placement::skip(Piece::S)).as_deref(),
            Some("skip")
        );
    }

    /// Whatever the rules say can be reached has a way to it.
    #[test]
    fn every_placement_has_a_way() {
        let mut seed = SplitMix64::new(5);
        let (mut found, mut missing) = (0, 0);
        for _ in 0..200 {
            let mut board = Board::EMPTY;
            for _ in 0..4 + seed.below(60) {
                board.fill(seed.below(10) as i8, seed.below(9) as i8);
            }
            for piece in Piece::ALL {
                let state = State {
                    board,
                    queue: [piece].into(),
                    ..State::new(Randomizer::Uniform)
                };
                let paths = PathFinder::new(&BLOCKBATTLE, &board, piece);
                for mv in state.placements(&BLOCKBATTLE) {
                    found += 1;
                    missing += usize::from(paths.path_to(&mv).is_none());
                }
            }
        }
        assert!(found > 20_000, "{found}");
        assert!(
            missing * 1000 < found,
            "{missing} of {found} take too many commands"
        );
    }
}
