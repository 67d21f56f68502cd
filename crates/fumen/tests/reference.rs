//! Fumens as tetris-fumen reads them, the library of the editor that most people use.

use landfall_fumen::{COLUMNS, Cell, Comments, Field, Flags, Page, decode, encode};
use landfall_rules::{Placement, Rotation};

const FILE: &str = include_str!("files/tetris-fumen.txt");

/// Returns a page as a line of the file, with the comment that is shown.
fn line(page: &Page, comment: &str) -> String {
    format!(
        "  {} {} {} \"{comment}\"",
        or_none(rows(&page.field)),
        or_none(page.piece.map_or(String::new(), piece)),
        or_none(flags(&page.flags))
    )
}

fn or_none(text: String) -> String {
    if text.is_empty() { "-".into() } else { text }
}

fn rows(field: &Field) -> String {
    let letter = |cell| match cell {
        Cell::Empty => '.',
        Cell::Grey => 'G',
        Cell::Piece(piece) => char::from(piece),
    };
    let row = |y| (0..COLUMNS).map(|x| letter(field.get(x, y))).collect();
    let rows: Vec<String> = (0..field.height()).rev().map(row).collect();
    rows.join("/")
}

fn piece(piece: Placement) -> String {
    let state = match piece.rotation {
        Rotation::North => "spawn",
        Rotation::East => "right",
        Rotation::South => "reverse",
        Rotation::West => "left",
    };
    format!(
        "{},{state},{},{}",
        char::from(piece.piece),
        piece.x,
        piece.y
    )
}

fn flags(flags: &Flags) -> String {
    let letters = [
        (flags.lock, 'l'),
        (flags.rise, 'r'),
        (flags.mirror, 'm'),
        (flags.colorize, 'c'),
    ];
    let set = letters.into_iter().filter(|(set, _)| *set);
    set.map(|(_, letter)| letter).collect()
}

#[test]
fn pages_are_what_the_reference_reads_and_writes() {
    let mut lines = FILE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .peekable();
    let mut count = 0;
    while let Some(text) = lines.next() {
        let pages = decode(text).unwrap();
        let mut comments = Comments::default();
        for (number, page) in pages.iter().enumerate() {
            let comment = comments.next(page).to_string();
            let own = line(page, &comment);
            assert_eq!(
                lines.next(),
                Some(&own[..]),
                "page {} of {text}",
                number + 1
            );
        }
        let next = lines.peek();
        assert!(
            next.is_none_or(|next| !next.starts_with(' ')),
            "pages are missing: {text}"
        );
        if text.starts_with("v115@") {
            assert_eq!(encode(&pages), text);
        }
        count += 1;
    }
    assert_eq!(count, 44);
}
