//! Between the contest and the protocol: a position becomes `rules` and `start`, a
//! suggestion becomes commands.
//!
//! Pure. Of the opponent, for whom the protocol has no words, an extension tells the board.

use super::geometry::{Grid, GridCell, PIECES, Pose, location_cells, shapes};
use super::linear;
use super::messages::{Board, FallingPiece, Move, PieceKind};
use super::pathfinding::{ReachablePoses, RowLimit};
use landfall_tbp::convert::piece_name;
use landfall_tbp::messages as tbp;
use landfall_tbp::messages::{Opponent, PieceCounts, PieceName, RandomizerState, Rules, Start};

/// What a move is to be found for.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// The team's own locked cells.
    pub grid: Grid,
    /// The falling piece.
    pub piece: PieceName,
    /// What is known of the pieces after it.
    pub upcoming: UpcomingPieces,
    /// The opponent's locked cells, if they have been shown.
    pub opponent: Option<Grid>,
}

/// What is known of the pieces to come from a queue that the opponent takes from as well.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UpcomingPieces {
    /// Pieces that are ours, in this order.
    pub known: Vec<PieceName>,
    /// The piece after those is one of these, as likely as its number says; empty if
    /// nothing is known of it.
    pub next_odds: Vec<(PieceName, u8)>,
}

/// How a piece gets to where it should lie.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Where it will lie, in reading order.
    pub cells: [GridCell; 4],
    /// What leads there; a drop at the end.
    pub moves: Vec<Move>,
}

/// The contest's rules in the protocol's words: pieces without memory, and the name of the
/// ruleset, which bots that do not know it ignore.
pub fn rules_message() -> Rules {
    Rules {
        randomizer: Some("uniform".to_string()),
        ruleset: Some("pason".to_string()),
        ..Rules::default()
    }
}

/// The position in the protocol's words: nothing held, the falling piece first. A piece of
/// which only the odds are known is told as a bag that it is drawn from.
pub fn start_message(position: &Position) -> Start {
    let mut queue = vec![position.piece];
    queue.extend(&position.upcoming.known);
    Start {
        queue,
        board: position.grid.to_tbp_rows(),
        randomizer: Some(randomizer(&position.upcoming.next_odds)),
        opponents: position.opponent.iter().map(opponent).collect(),
        ..Start::default()
    }
}

fn opponent(grid: &Grid) -> Opponent {
    Opponent::Valid {
        board: Some(grid.to_tbp_rows()),
    }
}

fn randomizer(likely: &[(PieceName, u8)]) -> RandomizerState {
    if likely.is_empty() {
        return RandomizerState::Uniform;
    }
    RandomizerState::GeneralBag {
        current_bag: counts(likely.iter().copied()),
        filled_bag: counts(PIECES.into_iter().map(|piece| (piece, 1))),
    }
}

fn counts(pieces: impl Iterator<Item = (PieceName, u8)>) -> PieceCounts {
    let mut counts = PieceCounts::default();
    for (piece, number) in pieces {
        *match piece {
            PieceName::I => &mut counts.i,
            PieceName::O => &mut counts.o,
            PieceName::T => &mut counts.t,
            PieceName::L => &mut counts.l,
            PieceName::J => &mut counts.j,
            PieceName::S => &mut counts.s,
            PieceName::Z => &mut counts.z,
        } += number;
    }
    counts
}

/// The most preferred of the suggested moves that the contest allows from where the piece
/// is. When it allows none of them the plain linear judgement chooses; a piece that can go
/// nowhere else is dropped.
pub fn choose_route(grid: &Grid, pose: Pose, ceiling: RowLimit, moves: &[tbp::Move]) -> Route {
    let paths = ReachablePoses::search(grid, pose, ceiling);
    let own = moves.iter().filter(|mv| mv.location.piece == pose.piece);
    own.map(|mv| location_cells(&mv.location))
        .find_map(|cells| route_to(&paths, cells))
        .or_else(|| route_to(&paths, linear::best_placement(grid, paths.resting_cells())?))
        .unwrap_or(Route {
            cells: grid.dropped(pose).cells(),
            moves: vec![Move::Drop],
        })
}

/// The way to cells, if there is one.
pub fn route_to(paths: &ReachablePoses, cells: [GridCell; 4]) -> Option<Route> {
    let moves = paths.path_to(&cells)?;
    Some(Route { cells, moves })
}

/// The board of a message. Rows that are full are about to go, so they are gone here.
pub fn grid_from_message(board: &Board) -> Grid {
    Grid { rows: board.rows }.without_full_rows().grid
}

/// The pose of a falling piece; `None` if it has no such orientation.
pub fn pose_from_message(falling: &FallingPiece) -> Option<Pose> {
    let piece = name(falling.piece);
    let orient = usize::from(falling.orient);
    (orient < shapes(piece).len()).then_some(Pose {
        piece,
        row: falling.row,
        col: falling.col,
        orient,
    })
}

/// The protocol's names of pieces.
pub fn piece_names(queue: &[PieceKind]) -> Vec<PieceName> {
    queue.iter().copied().map(name).collect()
}

fn name(kind: PieceKind) -> PieceName {
    piece_name(kind.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponents_board_is_told_the_right_way_up() {
        let mut theirs = Grid::default();
        theirs.rows[19] = 0b11; // the floor
        theirs.rows[18] = 0b1;
        let position = Position {
            grid: Grid::default(),
            piece: PieceName::T,
            upcoming: UpcomingPieces::default(),
            opponent: Some(theirs),
        };
        let told = start_message(&position);
        let [Opponent::Valid { board: Some(rows) }] = told.opponents.as_slice() else {
            panic!("{:?}", told.opponents);
        };
        let filled = |row: &Vec<Option<String>>| row.iter().flatten().count();
        assert_eq!(rows.iter().map(filled).collect::<Vec<_>>(), [2, 1]);
        assert!(rows[0][0].is_some() && rows[0][1].is_some() && rows[1][0].is_some());
        assert_eq!(told.board, Vec::<Vec<_>>::new(), "our own is empty");

        let unseen = Position {
            opponent: None,
            ..position
        };
        let line = serde_json::to_string(&start_message(&unseen)).expect("text");
        assert!(!line.contains("opponents"), "{line}");
    }
}
