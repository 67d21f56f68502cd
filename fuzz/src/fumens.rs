//! Fumens: any text and any pages.

use crate::choices::Choices;
use landfall_fumen::{
    COLUMNS, Cell, Field, Flags, Page, Quiz, ROWS, contains_fumen, decode_all, encode,
};
use landfall_rules::{Piece, Placement, Rotation, Spin};

/// The largest number of pages made of choices.
const MAX_PAGES: usize = 40;

/// Decodes any text; encodes pages, of that text or made of choices, and decodes them again.
///
/// Fails on a panic, or on pages that change in a round trip.
pub fn fumens(data: &[u8]) {
    let mut choices = Choices::new(data);
    if choices.byte().is_multiple_of(2) {
        let text = String::from_utf8_lossy(choices.rest());
        let Ok(fumens) = decode_all(&text) else {
            return;
        };
        assert!(contains_fumen(&text));
        for pages in fumens {
            let quiz = Quiz::at(&pages);
            assert_eq!(Quiz::parse(&quiz.to_string()), Some(quiz));
            // Decoded pages may have pieces outside of the field, which are not encoded; so only the
            // second round trip is exact.
            let written = encode(&pages);
            let read = decode_all(&written).expect("a fumen that was written");
            assert_eq!(encode(&read[0]), written);
        }
        return;
    }
    let mut pages = Vec::new();
    let mut field = Field::default();
    while !choices.is_empty() && pages.len() < MAX_PAGES {
        change(&mut choices, &mut field);
        pages.push(Page {
            field: field.clone(),
            piece: piece(&mut choices),
            comment: comment(&mut choices),
            flags: Flags {
                lock: !choices.once_in(4),
                rise: choices.once_in(4),
                mirror: choices.once_in(4),
                colorize: choices.once_in(2),
            },
        });
    }
    if pages.is_empty() {
        return;
    }
    let written = encode(&pages);
    let read = decode_all(&written).expect("a fumen that was written");
    assert_eq!(read, [pages], "{written}");
}

/// Fills cells of the field, or empties them.
fn change(choices: &mut Choices, field: &mut Field) {
    for _ in 0..choices.below(24) {
        let (x, y) = (choices.below(COLUMNS), choices.below(ROWS));
        let cell = match choices.below(9) {
            0 => Cell::Empty,
            8 => Cell::Grey,
            piece => Cell::Piece(Piece::ALL[piece - 1]),
        };
        field.set(x, y, cell);
    }
}

/// Takes a piece that is entirely on the field, because only such pieces are encoded.
fn piece(choices: &mut Choices) -> Option<Placement> {
    if choices.once_in(4) {
        return None;
    }
    let piece = Placement {
        piece: *choices.of(&Piece::ALL),
        rotation: *choices.of(&Rotation::ALL),
        x: choices.below(COLUMNS) as i8,
        y: choices.below(ROWS) as i8,
        spin: Spin::None,
    };
    let inside = |(x, y): (i8, i8)| (0..COLUMNS as i8).contains(&x) && (0..ROWS as i8).contains(&y);
    let cells = piece.cells(&landfall_rules::rulesets::GUIDELINE);
    cells.into_iter().all(inside).then_some(piece)
}

/// Takes a comment or none.
fn comment(choices: &mut Choices) -> Option<String> {
    if !choices.once_in(4) {
        return None;
    }
    let length = choices.below(24);
    let text = String::from_utf8_lossy(choices.take(length));
    Some(text.into_owned())
}
