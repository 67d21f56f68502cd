//! Misdrops: placements a cell or a turn away from a far better one.

use landfall_rules::rotation::RotationSystem;
use landfall_rules::{Placement, Rotation};

/// Returns whether two placements of a piece are a cell to the side or a quarter turn apart, or
/// differ only in how far the piece was lowered.
pub fn is_next_to(rotation: &RotationSystem, one: Placement, other: Placement) -> bool {
    one.piece == other.piece
        && raw_forms(rotation, one)
            .any(|form| neighbours(form).any(|near| is_above(rotation, near, other)))
}

/// Returns every pose with the cells of a placement.
fn raw_forms(rotation: &RotationSystem, placement: Placement) -> impl Iterator<Item = Placement> {
    let poses = Rotation::ALL.into_iter().flat_map(move |state| {
        let places = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        places.map(move |(dx, dy)| Placement {
            rotation: state,
            x: placement.x + dx,
            y: placement.y + dy,
            ..placement
        })
    });
    poses.filter(move |pose| rotation.canonical(*pose) == placement)
}

/// Returns the poses that one key less or more would have led to; their rows do not matter.
fn neighbours(pose: Placement) -> impl Iterator<Item = Placement> {
    let shifted = [-1, 0, 1].map(|dx| Placement {
        x: pose.x + dx,
        ..pose
    });
    let turned = [1, 3].map(|turns| Placement {
        rotation: Rotation::from_index(pose.rotation.index() + turns),
        ..pose
    });
    shifted.into_iter().chain(turned)
}

/// Returns whether a placement lies in the columns of a pose in the same state.
fn is_above(rotation: &RotationSystem, pose: Placement, placement: Placement) -> bool {
    let pose = rotation.canonical(pose);
    (pose.rotation, pose.x) == (placement.rotation, placement.x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::Piece;
    use landfall_rules::rotation::SRS_PLUS;

    fn near(one: (Rotation, i8, i8), other: (Rotation, i8, i8), piece: Piece) -> bool {
        let placed = |(rotation, x, y)| SRS_PLUS.canonical(Placement::new(piece, rotation, x, y));
        let (one, other) = (placed(one), placed(other));
        let both = [(one, other), (other, one)];
        let [there, back] = both.map(|(one, other)| is_next_to(&SRS_PLUS, one, other));
        assert_eq!(there, back);
        there
    }

    #[test]
    fn a_cell_or_a_turn_away() {
        use Rotation::{East, North, South, West};
        assert!(near((North, 4, 0), (North, 5, 3), Piece::T));
        assert!(near((North, 4, 0), (East, 4, 1), Piece::T));
        assert!(near((South, 4, 1), (West, 4, 1), Piece::L));
        assert!(
            near((North, 4, 0), (North, 4, 2), Piece::T),
            "not lowered as far"
        );
        assert!(
            near((East, 4, 1), (West, 5, 1), Piece::S),
            "the same cells, a cell apart"
        );
        assert!(near((East, 5, 1), (North, 5, 1), Piece::I));
    }

    #[test]
    fn moves_further_apart_are_no_misdrop() {
        use Rotation::{East, North, South};
        assert!(!near((North, 4, 0), (North, 6, 0), Piece::T));
        assert!(!near((North, 4, 0), (South, 4, 1), Piece::T));
        assert!(!near((North, 4, 0), (East, 6, 1), Piece::T));
        let t = Placement::new(Piece::T, North, 4, 0);
        let l = Placement::new(Piece::L, North, 4, 0);
        assert!(!is_next_to(&SRS_PLUS, t, l), "another piece");
    }
}
