//! Converts a placement to the contest's commands: the fewest that lead there.
//!
//! Implements how the site moves a piece and when it counts a T-spin: the last command of the T was
//! a turn, whether the turn was possible or not.

use landfall_rules::path::{MoveModel, PieceInput, PieceMoves, PiecePose, Routes, explore};
use landfall_rules::rotation::{RotationSystem, TurnKind};
use landfall_rules::{Board, Piece, Placement, Ruleset, Spin};

/// The number of commands that the site is known to perform.
pub const MAX_COMMANDS: usize = 40;

/// A command for the piece in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A shift, a turn or a row down.
    Input(PieceInput),
    /// Down until it rests.
    Drop,
    /// No placement at all.
    Skip,
}

impl Command {
    /// One turn counter-clockwise.
    const TURN_LEFT: Command = Command::Input(PieceInput::Turn(TurnKind::CounterClockwise));
    /// One turn clockwise.
    const TURN_RIGHT: Command = Command::Input(PieceInput::Turn(TurnKind::Clockwise));

    /// Returns the site's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Command::Input(PieceInput::Left) => "left",
            Command::Input(PieceInput::Right) => "right",
            Command::TURN_LEFT => "turnleft",
            Command::Input(PieceInput::Turn(_)) => "turnright",
            Command::Input(PieceInput::SoftDrop) => "down",
            Command::Drop => "drop",
            Command::Skip => "skip",
        }
    }
}

/// Returns the answer to a request: the commands in one line.
pub fn command_line(commands: &[Command]) -> String {
    let words: Vec<&str> = commands.iter().map(|command| command.as_str()).collect();
    words.join(",")
}

/// The commands of a search, in search order.
const INPUTS: [PieceInput; 5] = [
    PieceInput::Left,
    PieceInput::Right,
    PieceInput::Turn(TurnKind::CounterClockwise),
    PieceInput::Turn(TurnKind::Clockwise),
    PieceInput::SoftDrop,
];

/// Both turns, in search order.
const TURNS: [Command; 2] = [Command::TURN_LEFT, Command::TURN_RIGHT];

/// The paths of one piece from its spawn.
pub struct PathFinder<'a> {
    rotation: &'a RotationSystem,
    piece: Piece,
    moves: PieceMoves<'a>,
    /// The paths to all reachable poses; `None` if the spawn is blocked.
    routes: Option<Routes<PiecePose, PieceInput>>,
}

impl<'a> PathFinder<'a> {
    /// Searches the paths of a piece on a board.
    pub fn new(rules: &'a Ruleset, board: &Board, piece: Piece) -> PathFinder<'a> {
        let moves = PieceMoves::new(rules, board, piece).with_inputs(&INPUTS);
        PathFinder {
            rotation: rules.rotation,
            piece,
            routes: moves.spawn().map(|spawn| explore(&moves, spawn)),
            moves,
        }
    }

    /// Returns the fewest commands to a placement, or a skip; `None` if too many are needed.
    pub fn path_to(&self, mv: &Placement) -> Option<Vec<Command>> {
        if mv.is_skip() {
            return Some(vec![Command::Skip]);
        }
        let path = match (self.piece, mv.spin) {
            (Piece::T, Spin::Full) => self.path_with_final_turn(mv),
            (Piece::T, _) => self
                .path_with_drop(mv)
                .map(|path| self.avoid_final_turn(mv, path)),
            _ => self.path_with_drop(mv),
        };
        path.filter(|path| path.len() <= MAX_COMMANDS)
    }

    /// Returns the shortest commands to a pose that `goal` accepts.
    fn shortest(&self, goal: impl FnMut(PiecePose) -> bool) -> Option<Vec<Command>> {
        let route = self.routes.as_ref()?.shortest(goal)?;
        Some(route.inputs.into_iter().map(Command::Input).collect())
    }

    fn path_with_drop(&self, mv: &Placement) -> Option<Vec<Command>> {
        let target = Placement {
            spin: Spin::None,
            ..*mv
        };
        let mut path = self.shortest(|pose| {
            let rest = self.moves.placement(self.moves.dropped(pose));
            self.rotation.canonical(rest) == target
        })?;
        path.push(Command::Drop);
        Some(path)
    }

    /// Changes the path of a T that must not count as a spin, so that it does not lock right after
    /// a turn. A blocked shift acts as a row down, which locks the piece.
    fn avoid_final_turn(&self, mv: &Placement, mut path: Vec<Command>) -> Vec<Command> {
        let pose = PiecePose::from(mv);
        let turned = path.iter().rev().nth(1).is_some_and(|c| TURNS.contains(c));
        if !turned || self.follow(&path[..path.len() - 1]) != Some(pose) {
            return path;
        }
        path.pop();
        let blocked = |command: &Command| self.step(pose, *command).is_none();
        let shifts = [PieceInput::Left, PieceInput::Right].map(Command::Input);
        match shifts.into_iter().find(blocked) {
            Some(command) => path.push(command),
            None => path.extend(shifts.into_iter().chain([Command::Drop])),
        }
        path
    }

    /// Returns a path that ends in a turn: preferably one that is not too long and whose turn moves
    /// the piece to the target, otherwise a blocked turn at the target, otherwise a turn there and
    /// back.
    fn path_with_final_turn(&self, mv: &Placement) -> Option<Vec<Command>> {
        let target = PiecePose::from(mv);
        let turn_into = |pose| {
            let leads = |turn: &Command| self.step(pose, *turn) == Some(target);
            TURNS.into_iter().find(leads)
        };
        let mut last = None;
        let path = self.shortest(|pose| {
            last = turn_into(pose);
            last.is_some()
        });
        if let (Some(mut path), Some(turn)) = (path, last)
            && path.len() < MAX_COMMANDS
        {
            path.push(turn);
            return Some(path);
        }
        let mut path = self.shortest(|pose| pose == target)?;
        let blocked = |turn: &Command| self.step(target, *turn).is_none();
        match TURNS.into_iter().find(blocked) {
            Some(turn) => path.push(turn),
            None => path.extend(TURNS),
        }
        Some(path)
    }

    /// Returns the pose after a command, or `None` if the command is blocked.
    fn step(&self, pose: PiecePose, command: Command) -> Option<PiecePose> {
        match command {
            Command::Input(input) => self.moves.apply(pose, input),
            Command::Drop | Command::Skip => None,
        }
    }

    /// Returns the pose after commands from the spawn, if none is blocked.
    fn follow(&self, path: &[Command]) -> Option<PiecePose> {
        let spawn = self.routes.as_ref()?.reached().first()?.pose;
        path.iter()
            .try_fold(spawn, |pose, &command| self.step(pose, command))
    }
}

/// Returns whether commands for a T end in a blocked turn, or in a turn there and back.
pub fn ends_in_blocked_turn(rules: &Ruleset, board: &Board, commands: &[Command]) -> bool {
    let finder = PathFinder::new(rules, board, Piece::T);
    match commands {
        [path @ .., Command::TURN_LEFT, Command::TURN_RIGHT] if finder.follow(path).is_some() => {
            true
        }
        [path @ .., Command::TURN_LEFT | Command::TURN_RIGHT] => {
            finder.follow(path).is_some() && finder.follow(commands).is_none()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rng::SplitMix64;
    use landfall_rules::rulesets::BLOCKBATTLE;
    use landfall_rules::{Randomizer, Rotation, State};

    fn command_text(drawn: &str, mv: Placement) -> Option<String> {
        let board = drawn.parse::<Board>().expect("a board");
        let finder = PathFinder::new(&BLOCKBATTLE, &board, mv.piece);
        finder.path_to(&mv).map(|commands| command_line(&commands))
    }

    fn t(rotation: Rotation, x: i8, y: i8, spin: Spin) -> Placement {
        Placement {
            spin,
            ..Placement::new(Piece::T, rotation, x, y)
        }
    }

    #[test]
    fn a_slot_is_turned_into() {
        let slot = "
            ..#.......
            ##...#####
            ###.######";
        let path = command_text(slot, t(Rotation::South, 3, 1, Spin::Full)).expect("a way");
        assert!(path.ends_with("down,turnright"), "{path}");
    }

    #[test]
    fn beside_a_wall_a_blocked_turn_counts() {
        let wall = "
            ..#.......
            ###..#####
            ###.######";
        let spun = command_text(wall, t(Rotation::East, 3, 1, Spin::Full)).expect("a way");
        assert!(spun.ends_with("down,turnleft"), "{spun}");
        let plain = command_text(wall, t(Rotation::East, 3, 1, Spin::None)).expect("a way");
        assert!(plain.ends_with("drop"), "{plain}");
        let board = wall.parse::<Board>().expect("a board");
        let finder = PathFinder::new(&BLOCKBATTLE, &board, Piece::T);
        let spun = finder
            .path_to(&t(Rotation::East, 3, 1, Spin::Full))
            .expect("a way");
        assert!(ends_in_blocked_turn(&BLOCKBATTLE, &board, &spun));
    }

    #[test]
    fn a_skip_is_one_word() {
        assert_eq!(
            command_text("..........", Placement::skip(Piece::S)).as_deref(),
            Some("skip")
        );
    }

    /// Every placement that the rules allow has a path.
    #[test]
    fn every_placement_has_a_path() {
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
                let finder = PathFinder::new(&BLOCKBATTLE, &board, piece);
                for mv in state.legal_placements(&BLOCKBATTLE) {
                    found += 1;
                    missing += usize::from(finder.path_to(&mv).is_none());
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
