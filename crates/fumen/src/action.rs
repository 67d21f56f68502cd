//! The piece of a page and its flags as one number.

use crate::field::{COLUMNS, PIECES, ROWS, Version, piece_number};
use crate::page::Flags;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Placement, Rotation, Spin};

/// Digits of the number.
pub const ACTION_DIGITS: u32 = 3;

/// The rotation states in the order of their numbers.
const ROTATIONS: [Rotation; 4] = [
    Rotation::South,
    Rotation::East,
    Rotation::North,
    Rotation::West,
];

/// What a page has beside its field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Action {
    /// The piece, in SRS, without a spin.
    pub piece: Option<Placement>,
    /// The flags of the page.
    pub flags: Flags,
    /// Whether a comment follows.
    pub comment: bool,
}

/// Returns the offset of the stored cell from the centre of a piece. States with the same cells
/// share a stored cell, as in older rotation systems.
fn stored_offset(piece: Piece, rotation: Rotation) -> (i8, i8) {
    use Rotation::{East, North, South, West};
    match (piece, rotation) {
        (Piece::O, West) => (-1, 1),
        (Piece::O | Piece::I, South) => (-1, 0),
        (Piece::O | Piece::S | Piece::Z, North) | (Piece::I, West) => (0, 1),
        (Piece::S, East) => (1, 0),
        (Piece::Z, West) => (-1, 0),
        _ => (0, 0),
    }
}

/// Returns the number of the stored cell of a piece, if all of it is on the field.
pub fn stored_cell(piece: &Placement) -> Option<u32> {
    let inside = |(x, y): (i8, i8)| (0..COLUMNS as i8).contains(&x) && (0..ROWS as i8).contains(&y);
    if !piece.cells(&GUIDELINE).into_iter().all(inside) {
        return None;
    }
    let (dx, dy) = stored_offset(piece.piece, piece.rotation);
    let (x, y) = (i32::from(piece.x + dx), i32::from(piece.y + dy));
    let place = (ROWS as i32 - 1 - y) * COLUMNS as i32 + x;
    u32::try_from(place).ok()
}

/// Returns the number of an action.
pub fn encode_action(action: &Action) -> u32 {
    let (kind, state, place) = match &action.piece {
        Some(piece) => {
            let state = ROTATIONS.iter().position(|&state| state == piece.rotation);
            let place = stored_cell(piece).unwrap_or(0);
            (piece_number(piece.piece), state.unwrap_or(0) as u32, place)
        }
        None => (0, 0, 0),
    };
    let flags = &action.flags;
    let bits = [
        flags.rise,
        flags.mirror,
        flags.colorize,
        action.comment,
        !flags.lock,
    ];
    let bits = bits
        .iter()
        .rev()
        .fold(0, |sum, &bit| sum * 2 + u32::from(bit));
    ((bits * Version::V115.cells() as u32 + place) * 4 + state) * 8 + kind
}

/// Returns the action of a number.
pub fn decode_action(number: u32, version: Version) -> Action {
    let (kind, state) = (number % 8, ROTATIONS[(number / 8 % 4) as usize]);
    let cells = version.cells() as u32;
    let place = (number / 32 % cells) as usize;
    let bits = number / 32 / cells;
    let bit = |index: u32| bits >> index & 1 == 1;
    let flags = Flags {
        rise: bit(0),
        mirror: bit(1),
        colorize: bit(2),
        lock: !bit(4),
    };
    let piece = (kind as usize).checked_sub(1).map(|index| {
        let piece = PIECES[index];
        let (dx, dy) = stored_offset(piece, state);
        Placement {
            piece,
            rotation: state,
            x: (place % COLUMNS) as i8 - dx,
            y: version.rows() as i8 - 1 - (place / COLUMNS) as i8 - dy,
            spin: Spin::None,
        }
    });
    Action {
        piece,
        flags,
        comment: bit(3),
    }
}
