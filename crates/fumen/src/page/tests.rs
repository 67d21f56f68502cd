//! Strings that editors have written, and round trips.

use super::*;
use crate::{COLUMNS, Quiz, ROWS, decode};
use landfall_rules::{Piece, Rotation, Spin};

/// Decodes and encodes.
fn reencode(text: &str) -> String {
    encode(&decode(text).unwrap())
}

/// The field of a page, top row first.
fn drawn(field: &Field) -> Vec<String> {
    let letter = |cell| match cell {
        Cell::Empty => '.',
        Cell::Piece(piece) => char::from(piece),
        Cell::Grey => 'G',
    };
    let row = |y| (0..COLUMNS).map(|x| letter(field.get(x, y))).collect();
    (0..field.height()).rev().map(row).collect()
}

/// Examples of the editors' own libraries, byte for byte.
#[test]
fn strings_from_editors_survive_a_round_trip() {
    for text in [
        "v115@vhAAgH",
        "v115@vhBAgHAAA",
        "v115@vhARQJ",
        "v115@vhDAgWFAooMDEPBAAAAAPFA3XaDEEBAAAAAAAAPDAF?rmAA",
        "v115@vhGRQYHAvItJEJmhCAUmBKpBvsBTtBGhBFqQPAUEzP?EJG98AQmqhECDdCA",
        "v115@9gQ4EeAtBewhR4CeBtBewhg0Q4CeAtglRpwhi0Aeil?RpwhJeAgWSANxiSASowNE1oo2AzyBUAT5AAA",
    ] {
        assert_eq!(reencode(text), text);
    }
}

#[test]
fn a_known_opening_is_what_its_editor_shows() {
    let pages = decode("v115@vhGRQYHAvItJEJmhCAUmBKpBvsBTtBGhBFqQPAUEzP?EJG98AQmqhECDdCA").unwrap();
    assert_eq!(pages.len(), 7);
    assert_eq!(pages[0].comment.as_deref(), Some("Opening"));
    let first = pages[0].piece.unwrap();
    let at = |piece: &Placement| (piece.piece, piece.rotation, piece.x, piece.y);
    assert_eq!(at(&first), (Piece::I, Rotation::North, 4, 0));
    assert_eq!(drawn(&pages[1].field), ["...IIII..."]);
}

#[test]
fn a_known_field_is_what_its_editor_shows() {
    let text =
        "v115@9gQ4EeAtBewhR4CeBtBewhg0Q4CeAtglRpwhi0Aeil?RpwhJeAgWSANxiSASowNE1oo2AzyBUAT5AAA";
    let pages = decode(text).unwrap();
    assert_eq!(pages[0].comment.as_deref(), Some("MKO you say?"));
    assert_eq!(
        drawn(&pages[0].field),
        ["S.....Z..I", "SS...ZZ..I", "JS...ZLOOI", "JJJ.LLLOOI"]
    );
}

#[test]
fn a_known_quiz_is_what_its_editor_shows() {
    let text = "v115@vhCWSYVAFLDmClcJSAVDEHBEooRBKoAVB6AAAAUoBT?pB";
    let pages = decode(text).unwrap();
    let comment = pages[0].comment.as_deref().unwrap();
    assert_eq!(reencode(text), text);
    assert_eq!(Quiz::parse(comment).unwrap().to_string(), comment);
}

/// Every piece in every state at every place where it is on the field.
#[test]
fn every_placement_survives_a_round_trip() {
    for piece in Piece::ALL {
        for (rotation, x) in Rotation::ALL
            .into_iter()
            .flat_map(|r| (0..10).map(move |x| (r, x)))
        {
            for y in 0..ROWS as i8 {
                let spin = Spin::None;
                let placement = Placement {
                    piece,
                    rotation,
                    x,
                    y,
                    spin,
                };
                let page = Page {
                    piece: Some(placement),
                    ..Page::default()
                };
                let read = &decode(&encode(&[page])).unwrap()[0];
                match stored_cell(&placement) {
                    Some(_) => assert_eq!(read.piece, Some(placement)),
                    None => assert_eq!(read.piece, None),
                }
            }
        }
    }
}

#[test]
fn pages_follow_each_other_through_clears_and_repeats() {
    let mut field = Field::default();
    (0..8).for_each(|x| assert!(field.set(x, 0, Cell::Grey)));
    field.set(3, 1, Cell::Piece(Piece::T));
    let o = Placement {
        piece: Piece::O,
        rotation: Rotation::North,
        x: 8,
        y: 0,
        spin: Spin::None,
    };
    let first = Page {
        field: field.clone(),
        piece: Some(o),
        comment: Some("é % \u{1f600} ;".into()),
        ..Page::default()
    };
    let action = Action {
        piece: Some(o),
        ..Action::default()
    };
    let left = next_field(&field, &action, Version::V115);
    assert_eq!(drawn(&left), ["...T....OO"]);
    let mut pages = vec![first];
    // More than one digit can count, with a change in between.
    pages.extend((0..150).map(|_| Page {
        field: left.clone(),
        ..Page::default()
    }));
    pages.push(Page::default());
    pages.push(Page {
        comment: Some(String::new()),
        ..Page::default()
    });
    assert_eq!(decode(&encode(&pages)).unwrap(), pages);
}

#[test]
fn invalid_fumens_have_an_error() {
    for (text, reason) in [
        ("", "no fumen"),
        ("hello", "no fumen"),
        ("v105@7eAA4G", "version 105"),
        ("v115@", "ends in the middle of page 1"),
        ("v115@vh", "ends in the middle"),
        ("v115@vhAAg", "ends in the middle"),
        ("v115@vh!", "'!'"),
        (
            "v115@ghvhAgH",
            "page 1 of the fumen cannot be read from character 3 after its @ on: it describes more cells",
        ),
        (
            "v115@/dAgH",
            "page 1 of the fumen cannot be read from character 1 after its @ on: it names a colour",
        ),
        ("v115@vhAAgHvh", "ends in the middle of page 2"),
        (
            "v115@vhAAgH?ghvhAgH",
            "page 2 of the fumen cannot be read from character 10 after its @",
        ),
    ] {
        let error = decode(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let link = "http://fumen.zui.jp/?v115@vhAAgH&x=1";
    assert_eq!(decode(link).unwrap().len(), 1);
}

/// An unchanged field is one run. After several runs without a difference no count of pages
/// follows.
#[test]
fn a_field_in_several_runs_without_a_difference_repeats_nothing() {
    let run = |length: u32| 8 * 240 + length - 1;
    let mut writer = Writer::default();
    for number in [run(100), run(140)] {
        writer.number(number, 2);
    }
    let action = encode_action(&Action::default());
    writer.number(action, ACTION_DIGITS);
    assert_eq!(decode(&writer.finish()), Ok(vec![Page::default()]));
}

/// Nothing happens at the end of a page that does not lock.
#[test]
fn flags_change_the_field_of_the_next_page() {
    let mut field = Field::default();
    (0..10).for_each(|x| assert!(field.set(x, 0, Cell::Grey)));
    field.set(0, 1, Cell::Piece(Piece::J));
    let after = |lock: bool, rise: bool, mirror: bool| {
        let colorize = true;
        let action = Action {
            flags: Flags {
                lock,
                rise,
                mirror,
                colorize,
            },
            ..Action::default()
        };
        drawn(&next_field(&field, &action, Version::V115))
    };
    assert_eq!(after(true, false, false), ["J........."]);
    assert_eq!(after(true, true, false), ["J.........", ".........."]);
    assert_eq!(after(true, false, true), [".........J"]);
    assert_eq!(after(false, true, true), ["J.........", "GGGGGGGGGG"]);
}

/// Version 110 has two rows fewer; the highest leaves the field when a row rises.
#[test]
fn version_110_has_its_own_highest_row() {
    let pages = decode("http://fumen.zui.jp/old/110/?v110@7eEA4GAAAAAAAAAAAA").unwrap();
    let empty = |page: &Page| page.field == Field::default() && page.piece.is_none();
    assert!(pages.len() == 5 && pages.iter().all(empty));
    let mut field = Field::default();
    field.set(0, 20, Cell::Grey);
    let action = Action {
        flags: Flags {
            rise: true,
            ..Flags::default()
        },
        ..Action::default()
    };
    assert_eq!(next_field(&field, &action, Version::V110), Field::default());
    assert_eq!(next_field(&field, &action, Version::V115).height(), 22);
}

/// Invalid input must not panic: every byte of a valid text is replaced by every digit.
#[test]
fn broken_fumens_never_panic() {
    let good = "v115@vhGRQYHAvItJEJmhCAUmBKpBvsBTtBGhBFqQPAUEzP?EJG98AQmqhECDdCA";
    for place in 5..good.len() {
        for letter in ["A", "/", "?", "9", "é"] {
            let text = format!("{}{letter}{}", &good[..place], &good[place + 1..]);
            if let Ok(pages) = decode(&text) {
                let _ = encode(&pages);
            }
            let _ = decode(&good[..place]);
        }
    }
}

#[test]
fn a_long_comment_is_cut_between_letters() {
    for letter in ["a", "\u{e9}", "\u{3b1}", "\u{1f980}"] {
        for before in ["", "a", "ab", "abc", "abcd", "abcde"] {
            let page = Page {
                comment: Some(before.to_string() + &letter.repeat(4_200)),
                ..Page::default()
            };
            let written = encode(&[page]);
            let read = decode(&written).unwrap();
            let comment = read[0].comment.as_deref().unwrap();
            let rest = comment.strip_prefix(before).unwrap();
            assert_eq!(rest.replace(letter, ""), "", "{before}{letter}");
            assert_eq!(encode(&read), written);
        }
    }
}
