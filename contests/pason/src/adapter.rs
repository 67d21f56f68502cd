//! Converts between the contest and TBP: a position becomes the message `start`, and a suggestion
//! becomes the contest's moves.
//!
//! Pure. The opponent's board is sent in an extension of the protocol, because TBP has no
//! opponents. `coordinates` converts rows and orientations.

use super::linear;
use super::messages::Move;
use super::pathfinding::{ReachablePlacements, RowLimit};
use super::piece_moves::dropped;
use landfall_rules::rulesets::PASON;
use landfall_rules::{Board, Piece, Placement};
use landfall_tbp::convert::{board_rows, piece_name, to_opponent, to_placement};
use landfall_tbp::messages::{self as tbp, PieceCounts, RandomizerState, Start};

/// A position in which a move is to be found.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// The team's own locked cells.
    pub board: Board,
    /// The falling piece.
    pub piece: Piece,
    /// What is known of the pieces after the falling one.
    pub upcoming: UpcomingPieces,
    /// The opponent's locked cells, if reported.
    pub opponent: Option<Board>,
}

/// What is known of the team's next pieces. The opponent takes pieces from the same queue.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UpcomingPieces {
    /// The next pieces that are known, in order.
    pub known: Vec<Piece>,
    /// The odds of the piece after those, as weights; empty if nothing is known.
    pub next_odds: Vec<(Piece, u8)>,
}

/// The moves that bring a piece to its target.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The target, in the canonical rotation state.
    pub target: Placement,
    /// The moves that lead to the target; the last one is a drop.
    pub moves: Vec<Move>,
}

/// Returns a position in TBP: nothing held, the falling piece first. A piece of which only the odds
/// are known is sent as a bag that contains the likely pieces.
pub fn start_message(position: &Position) -> Start {
    let mut queue = vec![piece_name(position.piece)];
    queue.extend(position.upcoming.known.iter().copied().map(piece_name));
    Start {
        queue,
        board: board_rows(&position.board),
        randomizer: Some(randomizer(&position.upcoming.next_odds)),
        opponents: position.opponent.iter().map(to_opponent).collect(),
        ..Start::default()
    }
}

fn randomizer(next_odds: &[(Piece, u8)]) -> RandomizerState {
    if next_odds.is_empty() {
        return RandomizerState::Uniform;
    }
    RandomizerState::GeneralBag {
        current_bag: counts(next_odds.iter().copied()),
        filled_bag: counts(Piece::ALL.into_iter().map(|piece| (piece, 1))),
    }
}

fn counts(pieces: impl Iterator<Item = (Piece, u8)>) -> PieceCounts {
    let mut counts = PieceCounts::default();
    for (piece, number) in pieces {
        *match piece {
            Piece::I => &mut counts.i,
            Piece::O => &mut counts.o,
            Piece::T => &mut counts.t,
            Piece::L => &mut counts.l,
            Piece::J => &mut counts.j,
            Piece::S => &mut counts.s,
            Piece::Z => &mut counts.z,
        } += number;
    }
    counts
}

/// Chooses the first suggested move that the contest allows from the current position of the piece.
/// If it allows none, the linear evaluation chooses; a piece with no other placement is dropped.
pub fn choose_route(board: &Board, from: Placement, limit: RowLimit, moves: &[tbp::Move]) -> Route {
    let paths = ReachablePlacements::search(board, from, limit);
    let suggested = moves.iter().filter_map(|mv| to_placement(&PASON, mv).ok());
    suggested
        .filter(|target| target.piece == from.piece)
        .find_map(|target| route_to(&paths, target))
        .or_else(|| {
            let best = linear::best_placement(board, paths.resting_placements())?;
            route_to(&paths, best)
        })
        .unwrap_or_else(|| Route {
            target: PASON.rotation.canonical(dropped(board, from)),
            moves: vec![Move::Drop],
        })
}

/// Returns the route to a placement, if there is one.
pub fn route_to(paths: &ReachablePlacements, target: Placement) -> Option<Route> {
    let moves = paths.path_to(&target)?;
    Some(Route {
        target: PASON.rotation.canonical(target),
        moves,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::Randomizer;
    use landfall_tbp::convert;
    use landfall_tbp::messages::Opponent;

    /// ```text
    /// #.........
    /// ##........
    /// ```
    fn two_rows() -> Board {
        "#.........\n##........".parse::<Board>().expect("a board")
    }

    #[test]
    fn the_opponents_board_is_sent_the_right_way_up() {
        let position = Position {
            board: Board::EMPTY,
            piece: Piece::T,
            upcoming: UpcomingPieces::default(),
            opponent: Some(two_rows()),
        };
        let start = start_message(&position);
        let [Opponent::Valid { board: Some(rows) }] = start.opponents.as_slice() else {
            panic!("{:?}", start.opponents);
        };
        let filled = |row: &Vec<Option<String>>| row.iter().flatten().count();
        assert_eq!(rows.iter().map(filled).collect::<Vec<_>>(), [2, 1]);
        assert!(rows[0][0].is_some() && rows[0][1].is_some() && rows[1][0].is_some());
        assert_eq!(start.board, Vec::<Vec<_>>::new(), "our own is empty");

        let unseen = Position {
            opponent: None,
            ..position
        };
        let line = serde_json::to_string(&start_message(&unseen)).expect("text");
        assert!(!line.contains("opponents"), "{line}");
    }

    #[test]
    fn boards_survive_a_round_trip_through_the_protocol() {
        let position = Position {
            board: two_rows(),
            piece: Piece::T,
            upcoming: UpcomingPieces::default(),
            opponent: None,
        };
        let start = start_message(&position);
        assert_eq!(start.board.len(), 2);
        let state = convert::to_state(&PASON, &start, Randomizer::Uniform).expect("a position");
        assert_eq!(state.board, position.board);
    }
}
