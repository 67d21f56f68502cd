//! Quiz comments, `#Q=[hold](piece in play)next pieces`, and how editors update them with each
//! page. After a `;` comes another quiz or a text, which replaces the quiz when no piece is left.

use crate::page::Page;
use landfall_rules::Piece;
use std::fmt::{self, Display};

/// How a quiz begins.
const BEGIN: &str = "#Q=";

/// The contents of a quiz comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quiz {
    /// The held piece.
    pub hold: Option<Piece>,
    /// The piece in play.
    pub current: Option<Piece>,
    /// The pieces after it.
    pub next: Vec<Piece>,
    /// What follows the first `;`: another quiz, or a text.
    pub continuation: Option<String>,
}

impl Quiz {
    /// Returns a quiz of a held piece, and a queue whose first piece is in play.
    pub fn new(hold: Option<Piece>, queue: impl IntoIterator<Item = Piece>) -> Quiz {
        let mut queue = queue.into_iter();
        Quiz {
            hold,
            current: queue.next(),
            next: queue.collect(),
            continuation: None,
        }
    }

    /// Returns the piece in play and those after it, to the end of this quiz.
    pub fn queue(&self) -> Vec<Piece> {
        self.current.iter().chain(&self.next).copied().collect()
    }

    /// Returns whether no piece is left.
    pub fn is_empty(&self) -> bool {
        self.hold.is_none() && self.current.is_none() && self.next.is_empty()
    }

    /// Returns hold and queue on the last of these pages; if its quiz has no piece, the piece of
    /// the page.
    pub fn at(pages: &[Page]) -> Quiz {
        let mut comments = Comments::default();
        let shown = pages.iter().map(|page| comments.next(page)).last();
        let piece = pages.last().and_then(|page| page.piece);
        match shown {
            Some(Comment::Quiz(quiz)) if !quiz.is_empty() => quiz,
            _ => Quiz::new(None, piece.map(|placement| placement.piece)),
        }
    }

    /// Parses a comment; `None` if it is not a quiz. Lower-case letters are pieces, too, and blanks
    /// between pieces are ignored. The queue ends where no piece follows, as before a text.
    pub fn parse(comment: &str) -> Option<Quiz> {
        let rest = comment.trim().strip_prefix(BEGIN)?;
        let letters = rest.char_indices();
        let mut letters = letters
            .filter(|(_, letter)| !letter.is_whitespace())
            .peekable();
        let mut one_in = |brackets: [char; 2]| {
            letters.next_if(|&(_, letter)| letter == brackets[0])?;
            let piece = letters.next_if(|&(_, letter)| piece(letter).is_some());
            letters.next_if(|&(_, letter)| letter == brackets[1])?;
            Some(piece.and_then(|(_, letter)| self::piece(letter)))
        };
        let (hold, current) = (one_in(['[', ']'])?, one_in(['(', ')'])?);
        let next = std::iter::from_fn(|| letters.next_if(|&(_, letter)| piece(letter).is_some()));
        let next = next.filter_map(|(_, letter)| piece(letter)).collect();
        let after = letters.peek().map(|&(at, _)| &rest[at..]);
        Some(Quiz {
            hold,
            current,
            next,
            continuation: after.map(|after| after.strip_prefix(';').unwrap_or(after).to_string()),
        })
    }

    /// Returns what an editor shows on the next page if no piece was played: no piece is held while
    /// none is in play, and a quiz without pieces is replaced by what follows it.
    fn settled(&self) -> Comment {
        let mut quiz = self.clone();
        if quiz.current.is_none() {
            quiz.current = quiz.hold.take().or_else(|| quiz.take_next());
        }
        match &quiz.continuation {
            _ if !quiz.is_empty() => Comment::Quiz(quiz),
            Some(rest) => Comment::parse(rest).settled(),
            None => Comment::default(),
        }
    }

    /// Plays a piece: the one in play, the held one, or the next one after a hold. Returns whether
    /// it is one of them; if not, nothing changes.
    pub fn play(&mut self, piece: Piece) -> bool {
        let is_next = self.next.first() == Some(&piece);
        if self.current == Some(piece) {
            self.current = self.take_next();
        } else if self.hold == Some(piece) {
            self.hold = self.current;
            self.current = self.take_next();
        } else if is_next && (self.hold.is_none() || self.current.is_none()) {
            self.take_next();
            self.hold = self.hold.or(self.current);
            self.current = self.take_next();
        } else {
            return false;
        }
        true
    }

    /// Adds pieces at the end of the queue.
    pub fn extend(&mut self, pieces: impl IntoIterator<Item = Piece>) {
        let mut pieces = pieces.into_iter();
        if self.current.is_none() && self.next.is_empty() {
            self.current = pieces.next();
        }
        self.next.extend(pieces);
    }

    fn take_next(&mut self) -> Option<Piece> {
        (!self.next.is_empty()).then(|| self.next.remove(0))
    }
}

/// The comment that [`Quiz::parse`] reads.
impl Display for Quiz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |piece: Option<Piece>| piece.map(char::from).map(String::from);
        let (hold, current) = (letter(self.hold), letter(self.current));
        let next: String = self.next.iter().copied().map(char::from).collect();
        let (hold, current) = (hold.unwrap_or_default(), current.unwrap_or_default());
        write!(f, "{BEGIN}[{hold}]({current}){next}")?;
        match &self.continuation {
            Some(rest) => write!(f, ";{rest}"),
            None => Ok(()),
        }
    }
}

fn piece(letter: char) -> Option<Piece> {
    Piece::try_from(letter.to_ascii_uppercase()).ok()
}

/// The comment that is shown beside a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comment {
    /// Text; there may be none.
    Text(String),
    /// A quiz.
    Quiz(Quiz),
}

impl Default for Comment {
    fn default() -> Comment {
        Comment::Text(String::new())
    }
}

impl Comment {
    /// Parses a comment: a quiz, or else text.
    pub fn parse(text: &str) -> Comment {
        let quiz = Quiz::parse(text).map(Comment::Quiz);
        quiz.unwrap_or_else(|| Comment::Text(text.to_string()))
    }

    /// Returns the quiz, if it is one.
    pub fn quiz(&self) -> Option<&Quiz> {
        match self {
            Comment::Quiz(quiz) => Some(quiz),
            Comment::Text(_) => None,
        }
    }

    /// Returns the text alone: what follows the last quiz.
    pub fn text(&self) -> String {
        match self {
            Comment::Text(text) => text.clone(),
            Comment::Quiz(quiz) => match &quiz.continuation {
                Some(rest) => Comment::parse(rest).text(),
                None => String::new(),
            },
        }
    }

    fn settled(&self) -> Comment {
        match self {
            Comment::Quiz(quiz) => quiz.settled(),
            Comment::Text(_) => self.clone(),
        }
    }

    /// Returns the comment after a piece has locked, or after a page without one.
    fn locked(&self, piece: Option<Piece>) -> Comment {
        let Comment::Quiz(quiz) = self else {
            return self.clone();
        };
        if let (true, Some(rest)) = (quiz.is_empty(), &quiz.continuation) {
            return Comment::parse(rest).locked(piece);
        }
        let mut played = quiz.clone();
        match piece {
            Some(piece) if played.play(piece) => Comment::Quiz(played),
            _ => quiz.settled(),
        }
    }
}

/// The text of the comment.
impl Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Comment::Text(text) => f.write_str(text),
            Comment::Quiz(quiz) => quiz.fmt(f),
        }
    }
}

/// The comments of pages in their order: a quiz is updated with each piece that locks, as in
/// editors.
#[derive(Clone, Debug, Default)]
pub struct Comments {
    /// The comment after the last page.
    comment: Comment,
    /// The same as an editor shows it.
    settled: Comment,
}

impl Comments {
    /// Returns what an editor shows beside the next page.
    pub fn next(&mut self, page: &Page) -> Comment {
        let own = page.comment.as_deref().map(Comment::parse);
        let has_own = own.is_some();
        let shown = own.clone().unwrap_or_else(|| self.settled.clone());
        self.comment = own.unwrap_or_else(|| std::mem::take(&mut self.comment));
        if page.flags.lock {
            let piece = page.piece.map(|placement| placement.piece);
            self.comment = self.comment.locked(piece);
        }
        if has_own || page.flags.lock {
            self.settled = self.comment.settled();
        }
        shown
    }

    /// Returns what an editor would show beside a page that follows and has no comment of its own.
    pub fn after(&self) -> &Comment {
        &self.settled
    }
}

#[cfg(test)]
mod tests;
