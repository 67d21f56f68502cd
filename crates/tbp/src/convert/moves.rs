//! Translates between moves of messages and placements.

use super::{ConvertError, piece_name, to_piece};
use crate::messages::{Location, Move, Orientation, SpinName};
use landfall_rules::board::WIDTH;
use landfall_rules::rotation::SRS;
use landfall_rules::ruleset::SkipRule;
use landfall_rules::{Placement, Rotation, Ruleset, Spin};

/// Returns the move of a placement.
///
/// The protocol has only the states and centres of SRS, so under another rotation system the move is
/// the SRS state on the same cells. A skip is a location far below the floor.
pub fn to_move(rules: &Ruleset, placement: &Placement) -> Move {
    // Rotation systems have the same seven shapes; a shape that SRS does not have is sent unchanged.
    let placement = if placement.is_skip() {
        *placement
    } else {
        let translated = rules.rotation.translate(*placement, &SRS);
        translated.unwrap_or(*placement)
    };
    Move {
        location: Location {
            piece: piece_name(placement.piece),
            orientation: match placement.rotation {
                Rotation::North => Orientation::North,
                Rotation::East => Orientation::East,
                Rotation::South => Orientation::South,
                Rotation::West => Orientation::West,
            },
            x: i32::from(placement.x),
            y: i32::from(placement.y),
        },
        spin: match placement.spin {
            Spin::None => SpinName::None,
            Spin::Mini => SpinName::Mini,
            Spin::Full => SpinName::Full,
        },
    }
}

/// Returns the placement of a move, in the canonical state of the rules' rotation system.
///
/// The spin label of a piece that can spin under these rules is trusted; other pieces get no spin.
///
/// # Errors
/// The centre, which is always one of the piece's cells, is not on the board, or the piece has no
/// such orientation.
pub fn to_placement(rules: &Ruleset, mv: &Move) -> Result<Placement, ConvertError> {
    let Location {
        piece: name, x, y, ..
    } = mv.location;
    let skip = Placement::skip(to_piece(name));
    if rules.skips != SkipRule::Never && y == i32::from(skip.y) {
        return Ok(skip);
    }
    if !(0..WIDTH as i32).contains(&x) || !(0..rules.height as i32).contains(&y) {
        return Err(ConvertError::CentreOffBoard { x, y });
    }
    let piece = to_piece(name);
    let spin = match mv.spin {
        _ if !rules.spins.can_spin(piece) => Spin::None,
        SpinName::None => Spin::None,
        SpinName::Mini => Spin::Mini,
        SpinName::Full => Spin::Full,
    };
    let placement = Placement {
        piece,
        rotation: match mv.location.orientation {
            Orientation::North => Rotation::North,
            Orientation::East => Rotation::East,
            Orientation::South => Rotation::South,
            Orientation::West => Rotation::West,
        },
        x: x as i8,
        y: y as i8,
        spin,
    };
    SRS.translate(placement, rules.rotation)
        .ok_or(ConvertError::UnknownOrientation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::PieceName;
    use landfall_rules::rulesets::{GUIDELINE, PASON};
    use landfall_rules::{Board, Piece, movegen};

    fn mv(piece: PieceName, orientation: Orientation, x: i32, y: i32, spin: SpinName) -> Move {
        Move {
            location: Location {
                piece,
                orientation,
                x,
                y,
            },
            spin,
        }
    }

    #[test]
    fn every_placement_survives_a_round_trip() {
        for rules in Ruleset::ALL {
            for piece in Piece::ALL {
                let mut placements = Vec::new();
                movegen::placements(rules, &Board::EMPTY, piece, &mut placements);
                let columns = [17, 9, 34, 34, 34, 17, 17][piece.index()];
                assert_eq!(placements.len(), columns, "{piece:?}");
                for placement in placements {
                    let mv = to_move(rules, &placement);
                    assert_eq!(to_placement(rules, &mv), Ok(placement));
                }
            }
        }
    }

    /// Every state at every place has one move, whether it can be reached or not.
    #[test]
    fn every_pose_of_every_ruleset_survives_a_round_trip() {
        for rules in Ruleset::ALL {
            for piece in Piece::ALL {
                for (rotation, x) in Rotation::ALL
                    .into_iter()
                    .flat_map(|rotation| (0..WIDTH as i8).map(move |x| (rotation, x)))
                {
                    for y in 2..18 {
                        let pose = Placement {
                            piece,
                            rotation,
                            x,
                            y,
                            spin: Spin::None,
                        };
                        let cells = pose.cells(rules);
                        if !cells.iter().all(|(x, _)| (0..WIDTH as i8).contains(x)) {
                            continue;
                        }
                        let mv = to_move(rules, &pose);
                        let returned = to_placement(rules, &mv);
                        assert_eq!(returned, Ok(rules.rotation.canonical(pose)));
                        // A bot that supports only SRS sees the same cells.
                        let mut srs = to_placement(&GUIDELINE, &mv).unwrap().cells(&GUIDELINE);
                        let mut cells = cells;
                        srs.sort_unstable();
                        cells.sort_unstable();
                        assert_eq!(srs, cells, "{pose:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn other_rotation_systems_are_translated_by_their_cells() {
        // In the Pason contest the foot of a new L points down; in SRS that is the south state.
        let new_piece = Placement {
            piece: Piece::L,
            rotation: Rotation::North,
            x: 5,
            y: 19,
            spin: Spin::None,
        };
        let srs = mv(PieceName::L, Orientation::South, 5, 19, SpinName::None);
        assert_eq!(to_move(&PASON, &new_piece), srs);
        assert_eq!(to_placement(&PASON, &srs), Ok(new_piece));
        let spun = Move {
            spin: SpinName::Full,
            location: Location {
                piece: PieceName::T,
                ..srs.location
            },
        };
        let placement = to_placement(&PASON, &spun).map(|placement| placement.spin);
        assert_eq!(placement, Ok(Spin::None));
    }

    #[test]
    fn other_orientations_of_the_same_cells_are_the_same_placement() {
        use {Orientation::*, PieceName::*};
        let pairs = [
            ((S, North, 1, 0), (S, South, 1, 1)),
            ((Z, East, 4, 5), (Z, West, 5, 5)),
            ((I, North, 1, 0), (I, South, 2, 0)),
            ((I, East, 3, 2), (I, West, 3, 1)),
            ((O, North, 8, 0), (O, South, 9, 1)),
            ((O, North, 8, 0), (O, East, 8, 1)),
            ((O, North, 8, 0), (O, West, 9, 0)),
        ];
        for ((piece, a, ax, ay), (_, b, bx, by)) in pairs {
            let first = to_placement(&GUIDELINE, &mv(piece, a, ax, ay, SpinName::None));
            let second = to_placement(&GUIDELINE, &mv(piece, b, bx, by, SpinName::None));
            assert_eq!(first, second, "{piece:?} {a:?} {b:?}");
        }
    }

    #[test]
    fn spin_labels_of_pieces_that_cannot_spin_are_dropped() {
        let label = |piece| {
            let mv = mv(piece, Orientation::North, 4, 0, SpinName::Full);
            to_placement(&GUIDELINE, &mv).map(|placement| placement.spin)
        };
        assert_eq!(label(PieceName::T), Ok(Spin::Full));
        assert_eq!(label(PieceName::L), Ok(Spin::None));
    }

    #[test]
    fn centres_off_the_board_are_refused() {
        for (x, y) in [
            (-1, 0),
            (10, 0),
            (0, -1),
            (0, 40),
            (i32::MAX, 0),
            (0, i32::MIN),
        ] {
            let mv = mv(PieceName::I, Orientation::North, x, y, SpinName::None);
            let found = to_placement(&GUIDELINE, &mv);
            assert_eq!(found, Err(ConvertError::CentreOffBoard { x, y }));
        }
    }
}
