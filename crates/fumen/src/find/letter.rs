//! The letters of a text after decoding percent-encoding and HTML entities.

/// A decoded letter of a text.
#[derive(Clone, Copy, Debug)]
pub struct Letter {
    /// The letter.
    pub letter: char,
    /// The byte after it.
    pub end: usize,
    /// How many letters of the text it is.
    pub length: u32,
}

/// The entities that occur in links, without `&` and `;`.
const ENTITIES: [(&str, char); 12] = [
    ("amp", '&'),
    ("apos", '\''),
    ("commat", '@'),
    ("equals", '='),
    ("gt", '>'),
    ("lt", '<'),
    ("nbsp", ' '),
    ("num", '#'),
    ("plus", '+'),
    ("quest", '?'),
    ("quot", '"'),
    ("sol", '/'),
];

/// Most letters of an entity, without `&` and `;`.
const LONGEST_ENTITY: usize = 10;

/// Returns the letter of a text at a byte. Nested escapes, as in an address inside an address, are
/// decoded repeatedly; escapes beyond ASCII are kept.
pub fn letter_at(text: &str, at: usize) -> Option<Letter> {
    let letter = text[at..].chars().next()?;
    let plain = Letter {
        letter,
        end: at + letter.len_utf8(),
        length: 1,
    };
    match letter {
        '%' => Some(percent_letter(text, at).unwrap_or(plain)),
        '&' => Some(entity_letter(text, at).unwrap_or(plain)),
        _ => Some(plain),
    }
}

/// Returns the letter of an entity at a byte, as in `&#64;`.
fn entity_letter(text: &str, at: usize) -> Option<Letter> {
    let (mut letter, mut end) = entity(text, at + 1)?;
    while letter == '&'
        && let Some(next) = entity(text, end)
    {
        (letter, end) = next;
    }
    Some(Letter {
        letter,
        end,
        length: (end - at) as u32,
    })
}

/// Returns the letter of an entity whose `&` stands before a byte, and the byte after its `;`.
fn entity(text: &str, begin: usize) -> Option<(char, usize)> {
    let mut letters = text[begin..].bytes().take(LONGEST_ENTITY + 1);
    let end = begin + letters.position(|letter| letter == b';')?;
    let name = &text[begin..end];
    let letter = match name.strip_prefix('#') {
        None => ENTITIES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, letter)| letter),
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            code.ok().and_then(char::from_u32)
        }
    };
    Some((letter?, end + 1))
}

/// Returns the letter of a percent-encoding at a byte.
fn percent_letter(text: &str, at: usize) -> Option<Letter> {
    let mut end = at + 1;
    loop {
        let code = text.get(end..end + 2).and_then(hex_byte);
        match code {
            Some(b'%') => end += 2,
            Some(byte) if byte.is_ascii() => {
                return Some(Letter {
                    letter: char::from(byte),
                    end: end + 2,
                    length: (end + 2 - at) as u32,
                });
            }
            _ => return None,
        }
    }
}

fn hex_byte(digits: &str) -> Option<u8> {
    let hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| hex)
}
