//! Rust source as words and paths, for the test of the imports.
//!
//! No parser: comments and literals go, what is left is words and signs, and a path is
//! words joined by `::`, the braces of a `use` written out.

/// What a source says, without comments and literals.
pub struct Source {
    tokens: Vec<String>,
}

/// A path as it is written, such as `super::super::game::Board`.
pub struct Path {
    /// Its words.
    pub words: Vec<String>,
    /// How many inline modules it stands in.
    pub inline: usize,
}

impl Source {
    /// Reads a source.
    pub fn of(text: &str) -> Source {
        Source {
            tokens: tokens(text),
        }
    }

    /// Whether a word occurs.
    pub fn names(&self, word: &str) -> bool {
        self.tokens.iter().any(|token| token == word)
    }

    /// Whether a macro is called.
    pub fn calls(&self, name: &str) -> bool {
        self.tokens
            .windows(2)
            .any(|pair| pair[0] == name && pair[1] == "!")
    }

    /// Every path of more than one word, and every single word that is `use`d.
    pub fn paths(&self) -> Vec<Path> {
        let mut paths = Vec::new();
        let mut depth = 0;
        let mut inline = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            match self.tokens[at].as_str() {
                "{" => {
                    depth += 1;
                    if at >= 2 && self.tokens[at - 2] == "mod" {
                        inline.push(depth);
                    }
                }
                "}" => {
                    if inline.last() == Some(&depth) {
                        inline.pop();
                    }
                    depth -= 1;
                }
                word if is_word(word) && word != "use" => {
                    let used = at > 0 && self.tokens[at - 1] == "use";
                    let mut found = Vec::new();
                    at = self.tree(at, &mut Vec::new(), &mut found);
                    found.retain(|words| used || words.len() > 1);
                    paths.extend(found.into_iter().map(|words| Path {
                        words,
                        inline: inline.len(),
                    }));
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        paths
    }

    /// Reads a path, or what stands between the braces of one; says where it ends.
    fn tree(&self, mut at: usize, stem: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
        let long = stem.len();
        stem.push(self.tokens[at].clone());
        at += 1;
        while self.token(at) == "::" {
            match self.token(at + 1) {
                "{" => {
                    at += 2;
                    while !["}", ""].contains(&self.token(at)) {
                        at = match self.token(at) {
                            word if is_word(word) || word == "*" => self.tree(at, stem, found),
                            _ => at + 1,
                        };
                    }
                    stem.truncate(long);
                    return at + 1;
                }
                word if is_word(word) || word == "*" => {
                    stem.push(word.to_string());
                    at += 2;
                }
                _ => break,
            }
        }
        found.push(stem.clone());
        stem.truncate(long);
        at
    }

    fn token(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", String::as_str)
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest),
            '\'' => quote(rest),
            _ if literal(rest).is_some() => literal(rest).unwrap_or(1),
            c if c.is_alphanumeric() || c == '_' => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                push(&mut tokens, rest, end.unwrap_or(rest.len()))
            }
            ':' if rest.starts_with("::") => push(&mut tokens, rest, 2),
            c if c.is_whitespace() => c.len_utf8(),
            c => push(&mut tokens, rest, c.len_utf8()),
        };
        rest = &rest[length..];
    }
    tokens
}

fn push(tokens: &mut Vec<String>, rest: &str, length: usize) -> usize {
    tokens.push(rest[..length].to_string());
    length
}

/// The length of a comment, those within it included.
fn block_comment(rest: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    loop {
        match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (at, depth) = (at + 2, depth + 1),
            [b'*', b'/', ..] => (at, depth) = (at + 2, depth - 1),
            [] => return at,
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
}

/// The length of a string that begins here.
fn string(rest: &str) -> usize {
    let mut escaped = false;
    let end = rest.char_indices().skip(1).find(|&(_, c)| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(rest.len(), |(at, _)| at + 1)
}

/// The length of a literal with letters before its quotes, such as `br#"..."#`.
fn literal(rest: &str) -> Option<usize> {
    let letters = ["br", "cr", "r", "b", "c"]
        .into_iter()
        .find(|letters| rest.strip_prefix(letters).is_some_and(opens))?;
    let body = &rest[letters.len()..];
    let hashes = body.len() - body.trim_start_matches('#').len();
    if letters.ends_with('r') {
        let close = format!("\"{}", "#".repeat(hashes));
        let from = letters.len() + hashes + 1;
        let end = rest[from..].find(&close);
        return Some(end.map_or(rest.len(), |end| from + end + close.len()));
    }
    Some(letters.len() + string(body))
}

/// Whether a string begins here, hashes first or not.
fn opens(rest: &str) -> bool {
    rest.trim_start_matches('#').starts_with('"')
}

/// The length of a character, or of the quote of a lifetime.
fn quote(rest: &str) -> usize {
    let mut inside = rest.chars().skip(1);
    match (inside.next(), inside.next()) {
        (Some('\\'), Some(escaped)) => {
            let from = 2 + escaped.len_utf8();
            rest[from..].find('\'').map_or(1, |end| from + end + 1)
        }
        (Some(c), Some('\'')) => 2 + c.len_utf8(),
        _ => 1,
    }
}
