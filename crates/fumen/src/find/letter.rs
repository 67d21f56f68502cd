//! The letters of a text, their percent-encoding undone.

/// A letter of a text, its percent-encoding undone.
#[derive(Clone, Copy, Debug)]
pub struct Letter {
    /// The letter.
    pub letter: char,
    /// The byte after it.
    pub end: usize,
    /// How many letters of the text it is.
    pub length: u32,
}

/// Returns the letter of a text at a byte. An escape that was escaped itself, as in the address of
/// an address, is undone as often; escapes beyond ASCII stay.
pub fn letter_at(text: &str, at: usize) -> Option<Letter> {
    let letter = text[at..].chars().next()?;
    let plain = Letter {
        letter,
        end: at + letter.len_utf8(),
        length: 1,
    };
    if letter != '%' {
        return Some(plain);
    }
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
            _ => return Some(plain),
        }
    }
}

fn hex_byte(digits: &str) -> Option<u8> {
    let hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| hex)
}
