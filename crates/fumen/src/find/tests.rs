//! Links and prose of many forms.

use super::*;
use crate::{Quiz, encode};

const EMPTY: &str = "v115@vhAAgH";

/// Seven pages, with a mark after 42 digits.
const OPENING: &str = "v115@vhGRQYHAvItJEJmhCAUmBKpBvsBTtBGhBFqQPAUEzP?EJG98AQmqhECDdCA";

fn decoded(text: &str) -> Vec<Vec<Page>> {
    decode_all(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn fumens_are_found_in_links_and_prose() {
    let all = decoded(OPENING);
    assert_eq!((all.len(), all[0].len()), (1, 7));
    let escaped = OPENING.replace('@', "%40").replace('?', "%3F");
    let twice = escaped.replace('%', "%25");
    let plus = OPENING.replace('+', "%2B").replace('/', "%2f");
    let (begin, end) = OPENING.split_at(30);
    for text in [
        OPENING.replace("v115", "m115"),
        OPENING.replace("v115", "d115"),
        OPENING.replace("v115", "V115"),
        OPENING.replace("v115", "115"),
        OPENING.replace('?', ""),
        format!("http://fumen.zui.jp/?{OPENING}#english.js"),
        format!("https://fumen.zui.jp/?{escaped}"),
        format!("https://example.org/to?q=https%253A%252F%252Ffumen.zui.jp%252F%253F{twice}&sa=D"),
        format!("https://knewjade.github.io/fumen-for-mobile/#?d={OPENING}&lang=en"),
        format!("https://example.org/?lang=en&d={plus}&x=1"),
        format!("https://example.org/#analyse?d={escaped}&q=IOT&rules=guideline"),
        format!("[an opener](https://fumen.zui.jp/?{OPENING})"),
        format!("[https://fumen.zui.jp/?{OPENING}](https://fumen.zui.jp/?{OPENING})"),
        format!("<https://fumen.zui.jp/?{OPENING}>"),
        format!("<a href=\"https://fumen.zui.jp/?{OPENING}\">{OPENING}</a>"),
        OPENING.replace('@', "&#64;").replace('?', "&#63;"),
        OPENING.replace('@', "&#x40;").replace('?', "&quest;"),
        OPENING.replace('@', "&commat;").replace('+', "&plus;"),
        OPENING.replace('@', "&amp;#0064;").replace('/', "&#X2f;"),
        format!("&lt;a href=&quot;https://fumen.zui.jp/?{OPENING}&quot;&gt;an opener&lt;/a&gt;"),
        format!("https://example.org/?a=1&amp;d={OPENING}&amp;lang=en"),
        format!("{begin}&#8203;{end}"),
        format!("{OPENING}&nbsp;my opener"),
        format!("`{OPENING}`"),
        format!("```\n{OPENING}\n```"),
        format!("**{OPENING}** or _{OPENING}_, see?"),
        format!("Have you seen {OPENING}? I like it."),
        format!("My opener is {OPENING}. It is good"),
        format!("my opener ({OPENING}), it is good"),
        format!("{OPENING} my opener"),
        format!("{OPENING}\nmy opener\n"),
        format!("「{OPENING}」です"),
        format!("テト譜{OPENING}です"),
        format!("%E3%80%8C{escaped}%E3%80%8D"),
        format!("{begin}\n{end}"),
        format!("{begin}\r\n  {end} my opener"),
        format!("{begin}\u{200b}{end}"),
        format!("from v115@example.org: {OPENING}"),
    ] {
        assert!(contains_fumen(&text), "{text}");
        assert!(decoded(&text) == all, "{text}");
    }
}

#[test]
fn several_fumens_are_read_in_their_order() {
    let counts = |text: &str| decoded(text).iter().map(Vec::len).collect::<Vec<_>>();
    for between in ["", "\n", " ", " and ", ", ", ";", "\n\n- ", ")("] {
        let text = format!("{OPENING}{between}{EMPTY}{between}{OPENING}");
        assert_eq!(counts(&text), [7, 1], "{text}");
    }
    assert_eq!(counts(&format!("v110@7eAA4G {EMPTY}")), [1, 1]);
    let many = format!("{OPENING} {EMPTY}");
    assert_eq!(decode(&many), Err(FumenError::Several { count: 2 }));
    assert_eq!(
        decode_all(&format!("{OPENING}, v115@vhAA!gH, v105@7eAA4G"))
            .unwrap_err()
            .to_string(),
        "fumen 2 of 3: the fumen has '!' as character 5 after its @, where only A-Z, a-z, 0-9, +, / and ? may stand: copy the fumen again"
    );
}

#[test]
fn invalid_fumens_are_named() {
    for (text, reason) in [
        ("", "no fumen"),
        ("mail me@example.org", "no fumen"),
        ("dev110@example.org v115@example.org", "no fumen"),
        ("1115@vhAAgH", "no fumen"),
        ("v105@7eAA4G", "version 105"),
        (
            "http://fumen.zui.jp/old/105a/?m105@7eEAAAAAAAAA",
            "version 105",
        ),
        ("v115@vhéAgH", "'é' as character 3"),
        ("v115@vh%C3%A9AgH", "'%' as character 3"),
        ("v115%40vh%3FAAgH-", "fumen"),
        ("v115%40vh%3F!AgH", "'!' as character 6"),
        ("v115@vh.AgH", "'.' as character 3"),
        ("v115@vhA. And", "middle of page 1"),
        ("v115@vhA my opener", "middle of page 1"),
        ("v115@vhA&x=1", "middle of page 1"),
        ("v115@vhAAgH-AAA", "'-' as character 7"),
        ("v115&#64;vh&#33;AgH", "'!' as character 3"),
        ("v115&commat vhAAgH", "no fumen"),
        ("v115&#9999999999;vhAAgH", "no fumen"),
        ("v115&#x110000;&é;vhAAgH&", "no fumen"),
        ("v115@v115@", "middle of page 1"),
    ] {
        match decode_all(text) {
            Err(error) => assert!(error.to_string().contains(reason), "{text}: {error}"),
            Ok(_) => assert_eq!(text, "v115%40vh%3FAAgH-"),
        }
    }
}

/// A word of prose that consists of digits is not part of the fumen, and a line of the fumen is not
/// prose.
#[test]
fn blanks_end_a_fumen_unless_pages_follow() {
    let two = encode(&[Page::default(), Page::default()]);
    let longer = encode(&vec![Page::default(); 100]);
    for text in [&two, &longer] {
        let all = decoded(text);
        for word in ["see", "AAA", "a", "this is it"] {
            assert!(decoded(&format!("{text} {word}")) == all, "{word}");
        }
        for at in 6..text.len() {
            let wrapped = format!("{}\n{}", &text[..at], &text[at..]);
            assert!(decoded(&wrapped) == all, "{wrapped}");
        }
    }
}

#[test]
fn a_text_one_byte_too_long_is_refused() {
    let text = |bytes: usize| EMPTY.to_string() + &" ".repeat(bytes - EMPTY.len());
    assert_eq!(decode(&text(MAX_BYTES)), Ok(vec![Page::default()]));
    let bytes = MAX_BYTES + 1;
    assert_eq!(decode(&text(bytes)), Err(FumenError::TooLong { bytes }));
}

/// Pages count over all fumens.
#[test]
fn one_page_too_many_is_refused() {
    let text = |count: usize| encode(&vec![Page::default(); count]);
    assert_eq!(decoded(&text(MAX_PAGES))[0].len(), MAX_PAGES);
    assert_eq!(decode(&text(MAX_PAGES + 1)), Err(FumenError::TooManyPages));
    let both = format!("{} {OPENING}", text(MAX_PAGES - 6));
    assert!(matches!(
        decode_all(&both),
        Err(FumenError::OneOf {
            number: 2,
            count: 2,
            ..
        })
    ));
}

/// The time grows linearly with the text.
#[test]
fn long_texts_that_resemble_fumens_are_read_in_linear_time() {
    let texts = [
        "v115@ ",
        "v115@A ",
        "v115@AAAA",
        "%25",
        "%2525v115%",
        "v115@%",
        "&amp;",
        "amp;",
        "v115&#64;&amp;",
        "A ",
        "?",
    ];
    for part in texts {
        let text = part.repeat(1 << 15);
        let _ = decode_all(&format!("v115@{text}"));
        let _ = contains_fumen(&text);
    }
    let quizzes = "#Q=[]();".repeat(500);
    let page = Page {
        comment: Some(quizzes),
        ..Page::default()
    };
    let pages = [vec![page], vec![Page::default(); 2_000]].concat();
    assert_eq!(Quiz::at(&decoded(&encode(&pages))[0]), Quiz::default());
}
