//! What editors show of a quiz, page by page.

use super::*;
use crate::decode;
use crate::page::Flags;
use landfall_rules::{Placement, Rotation};

#[test]
fn a_comment_survives_a_round_trip() {
    for comment in [
        "#Q=[T](I)OSZ",
        "#Q=[](L)",
        "#Q=[J]()",
        "#Q=[]()",
        "#Q=[]()IO",
        "#Q=[](O);",
        "#Q=[](O)I;#Q=[](L)J;a text; more",
    ] {
        assert_eq!(Quiz::parse(comment).unwrap().to_string(), comment);
    }
    let loose = Quiz::parse(" #Q= [t] ( i ) o s text").unwrap();
    assert_eq!(loose.to_string(), "#Q=[T](I)OST;ext");
    let before_text = Quiz::parse("#Q=[](l)TJ, an opener").unwrap();
    assert_eq!(before_text.queue(), [Piece::L, Piece::T, Piece::J]);
}

#[test]
fn other_comments_are_not_quizzes() {
    for comment in [
        "",
        "hello",
        "#Q=",
        "#Q=[TT](I)",
        "#Q=[](X)",
        "#Q=[](I",
        "#Q=[](IO)",
    ] {
        assert_eq!(Quiz::parse(comment), None, "{comment}");
    }
}

/// Returns what is shown on each page and after the last: a comment or none, the letter of a
/// piece or a blank, and whether it locks.
fn shown(pages: &[(&str, char, bool)]) -> Vec<String> {
    let mut comments = Comments::default();
    let page = |&(comment, letter, lock): &(&str, char, bool)| Page {
        piece: piece(letter).map(|piece| Placement::new(piece, Rotation::North, 4, 0)),
        comment: (!comment.is_empty()).then(|| comment.to_string()),
        flags: Flags {
            lock,
            ..Flags::default()
        },
        ..Page::default()
    };
    let mut shown: Vec<String> = pages
        .iter()
        .map(|given| comments.next(&page(given)).to_string())
        .collect();
    shown.push(comments.after().to_string());
    shown
}

/// Returns what is shown after each of these pieces.
fn played(comment: &str, pieces: &str) -> Vec<String> {
    let mut pages: Vec<(&str, char, bool)> =
        pieces.chars().map(|piece| ("", piece, true)).collect();
    pages[0].0 = comment;
    shown(&pages).split_off(1)
}

#[test]
fn a_piece_comes_from_the_queue_or_by_way_of_the_hold() {
    assert_eq!(played("#Q=[](I)OS", "I"), ["#Q=[](O)S"]);
    assert_eq!(played("#Q=[](I)OS", "O"), ["#Q=[I](S)"]);
    assert_eq!(played("#Q=[T](I)OS", "T"), ["#Q=[I](O)S"]);
    assert_eq!(played("#Q=[T]()IO", "T"), ["#Q=[](I)O"]);
    assert_eq!(played("#Q=[T]()IO", "I"), ["#Q=[T](O)"]);
    assert_eq!(played("#Q=[]()IO", "I"), ["#Q=[](O)"]);
}

/// A piece that the quiz does not have changes nothing, and neither does one that does not lock.
#[test]
fn only_locked_pieces_of_the_quiz_change_it() {
    assert_eq!(played("#Q=[T](I)OS", "O"), ["#Q=[T](I)OS"]);
    assert_eq!(played("#Q=[T](I)OS", "ZI"), ["#Q=[T](I)OS", "#Q=[T](O)S"]);
    let pages = [("#Q=[](I)OS", 'I', false), ("", 'I', true)];
    assert_eq!(shown(&pages), ["#Q=[](I)OS", "#Q=[](I)OS", "#Q=[](O)S"]);
}

/// The last piece comes from the hold, then the next quiz or a text replaces the quiz.
#[test]
fn the_next_quiz_begins_when_no_piece_is_left() {
    assert_eq!(
        played("#Q=[](O)I;#Q=[T](L)J;good, isn't it", "OILTJ"),
        [
            "#Q=[](I);#Q=[T](L)J;good, isn't it",
            "#Q=[T](L)J;good, isn't it",
            "#Q=[T](J);good, isn't it",
            "#Q=[](J);good, isn't it",
            "good, isn't it",
        ]
    );
    assert_eq!(played("#Q=[](O)", "O"), [""]);
    assert_eq!(played("#Q=[](O);#Q=[](X)", "O"), ["#Q=[](X)"]);
    assert_eq!(
        played("#Q=[]();#Q=[]();#Q=[](L)J", " L"),
        ["#Q=[](L)J", "#Q=[](J)"]
    );
}

/// tetris-fumen 1.1.3 makes `(;)` of these, refuses that, and shows the played piece for ever.
#[test]
fn the_last_piece_of_a_quiz_can_be_played_by_holding_the_one_before() {
    assert_eq!(
        played("#Q=[](O)I;#Q=[](L)J", "IOL"),
        ["#Q=[](O);#Q=[](L)J", "#Q=[](L)J", "#Q=[](J)"]
    );
    assert_eq!(played("#Q=[T]()I", "I"), ["#Q=[](T)"]);
}

/// The two fumens of the report, and what the editor shows.
#[test]
fn hold_and_queue_of_a_page_are_what_the_editor_shows() {
    let quiz_at = |text: &str, page: usize| Quiz::at(&decode(text).unwrap()[..page]).to_string();
    let off = "v115@vhBSSYaAFLDmClcJSAVDEHBEooRBPoAVBTejWC0/AA?AAAA";
    assert_eq!(quiz_at(off, 2), "#Q=[](O)SIZLTJ");
    let chained = "v115@vhHyOY3AFLDmClcJSAVjiSAVG88AYS88AZPUABCowA?BR4K6Bl/UtClfJSASE7SAyltSATzarDMjzCATEJm/I3LJtK?JUBJAgHAgH";
    assert_eq!(quiz_at(chained, 1), "#Q=[O](L)J;#Q=[S](Z)T;hello");
    assert_eq!(quiz_at(chained, 3), "#Q=[](J);#Q=[S](Z)T;hello");
    assert_eq!(quiz_at(chained, 4), "#Q=[S](Z)T;hello");
    assert_eq!(quiz_at(chained, 6), "#Q=[](Z);hello");
    assert_eq!(quiz_at(chained, 7), "#Q=[]()");
}

#[test]
fn the_text_of_a_comment_is_what_follows_its_quizzes() {
    let text = |comment: &str| Comment::parse(comment).text();
    assert_eq!(text("#Q=[O](L)J;#Q=[S](Z)T;hello; you"), "hello; you");
    assert_eq!(text("#Q=[O](L)J"), "");
    assert_eq!(text("hello"), "hello");
}
