//! Pieces: letters, cells, centres, and which states cover the same cells.

use crate::case::{at, cells};
use landfall_rules::rotation::SRS;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Cell, Piece, Piece::*, Rotation, Rotation::*, Spin};

#[test]
fn letters() {
    let word: String = Piece::ALL.into_iter().map(char::from).collect();
    assert_eq!(word, "IOTLJSZ");
    for (index, piece) in Piece::ALL.into_iter().enumerate() {
        assert_eq!(piece.index(), index);
        assert_eq!(Piece::try_from(char::from(piece)), Ok(piece));
    }
    assert!(Piece::try_from('i').is_err());
    assert!(Piece::try_from('G').is_err());
}

/// The centre of I: middle left, middle top, middle right, middle bottom.
#[test]
fn centres_of_i() {
    assert_eq!(sorted(I, North), [(3, 10), (4, 10), (5, 10), (6, 10)]);
    assert_eq!(sorted(I, East), [(4, 8), (4, 9), (4, 10), (4, 11)]);
    assert_eq!(sorted(I, South), [(2, 10), (3, 10), (4, 10), (5, 10)]);
    assert_eq!(sorted(I, West), [(4, 9), (4, 10), (4, 11), (4, 12)]);
}

/// The centre of O: bottom left, top left, top right, bottom right.
#[test]
fn centres_of_o() {
    assert_eq!(sorted(O, North), [(4, 10), (4, 11), (5, 10), (5, 11)]);
    assert_eq!(sorted(O, East), [(4, 9), (4, 10), (5, 9), (5, 10)]);
    assert_eq!(sorted(O, South), [(3, 9), (3, 10), (4, 9), (4, 10)]);
    assert_eq!(sorted(O, West), [(3, 10), (3, 11), (4, 10), (4, 11)]);
}

fn sorted(piece: Piece, rotation: Rotation) -> [Cell; 4] {
    let mut cells = at(piece, rotation, 4, 10, Spin::None).cells(&GUIDELINE);
    cells.sort_unstable();
    cells
}

#[test]
fn cells_are_those_of_the_plain_search() {
    for piece in Piece::ALL {
        for rotation in Rotation::ALL {
            let drawn = cells(&at(piece, rotation, 4, 10, Spin::None));
            assert_eq!(sorted(piece, rotation), drawn, "{piece:?} {rotation:?}");
        }
    }
}

#[test]
fn canonical_states() {
    for piece in Piece::ALL {
        let states = Rotation::ALL.map(|r| SRS.canonical(at(piece, r, 4, 10, Spin::None)).rotation);
        let expected = match piece {
            O => [North; 4],
            I | S | Z => [North, East, North, East],
            T | L | J => Rotation::ALL,
        };
        assert_eq!(states, expected, "{piece:?}");
    }
}

#[test]
fn canonical_placements_cover_the_same_cells() {
    for piece in Piece::ALL {
        for rotation in Rotation::ALL {
            let placement = at(piece, rotation, 4, 10, Spin::Mini);
            let canonical = SRS.canonical(placement);
            assert_eq!(cells(&canonical), cells(&placement), "{placement:?}");
            assert_eq!(canonical.spin, placement.spin);
            assert_eq!(SRS.canonical(canonical), canonical);
        }
    }
}
