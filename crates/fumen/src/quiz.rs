//! Quiz comments, `#Q=[hold](piece in play)queue`, which editors update with each page.

use crate::page::Page;
use landfall_rules::Piece;

/// The contents of a quiz comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quiz {
    /// The held piece.
    pub hold: Option<Piece>,
    /// The piece in play and those after it.
    pub queue: Vec<Piece>,
}

impl Quiz {
    /// Returns the comment.
    pub fn comment(&self) -> String {
        let letter =
            |piece: Option<&Piece>| piece.map_or(String::new(), |piece| piece.letter().to_string());
        let rest: String = self
            .queue
            .iter()
            .skip(1)
            .map(|piece| piece.letter())
            .collect();
        format!(
            "#Q=[{}]({}){rest}",
            letter(self.hold.as_ref()),
            letter(self.queue.first())
        )
    }

    /// Returns hold and queue of the last of these pages: those of the last quiz after the moves
    /// since then; without a quiz the piece of the page.
    pub fn at(pages: &[Page]) -> Quiz {
        let mut quiz: Option<Quiz> = None;
        let mut before = None;
        for page in pages {
            if let (Some(quiz), Some(piece)) = (&mut quiz, before) {
                quiz.play(piece);
            }
            if let Some(comment) = &page.comment {
                quiz = Quiz::parse(comment);
            }
            before = page.piece.map(|placement| placement.piece);
        }
        quiz.unwrap_or_else(|| Quiz {
            hold: None,
            queue: before.into_iter().collect(),
        })
    }

    /// Plays a piece: the one in play, the held one, or the next one while the first is held.
    pub fn play(&mut self, piece: Piece) {
        if self.queue.is_empty() {
            return;
        }
        let current = self.queue.remove(0);
        if current == piece {
            return;
        }
        if self.hold.is_none() && !self.queue.is_empty() {
            self.queue.remove(0);
        }
        self.hold = Some(current);
    }

    /// Parses a comment; `None` if it is no quiz. Text after a `;` is ignored.
    pub fn parse(comment: &str) -> Option<Quiz> {
        let rest = comment.trim().strip_prefix("#Q=[")?;
        let (hold, rest) = rest.split_once("](")?;
        let (current, rest) = rest.split_once(')')?;
        let rest = rest.split(';').next()?;
        let pieces = |text: &str| -> Option<Vec<Piece>> {
            let letters = text.chars().filter(|letter| !letter.is_whitespace());
            letters
                .map(|letter| Piece::from_letter(letter.to_ascii_uppercase()))
                .collect()
        };
        let (hold, current) = (pieces(hold)?, pieces(current)?);
        if hold.len() > 1 || current.len() > 1 {
            return None;
        }
        Some(Quiz {
            hold: hold.first().copied(),
            queue: [current, pieces(rest)?].concat(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_survives_a_round_trip() {
        for comment in ["#Q=[T](I)OSZ", "#Q=[](L)", "#Q=[J]()", "#Q=[]()"] {
            assert_eq!(Quiz::parse(comment).unwrap().comment(), comment);
        }
        let long = Quiz::parse("#Q=[](l)TJ;#Q=[](O)").unwrap();
        assert_eq!(long.queue, [Piece::L, Piece::T, Piece::J]);
    }

    #[test]
    fn a_piece_comes_from_the_queue_or_by_way_of_the_hold() {
        let after = |comment: &str, piece| {
            let mut quiz = Quiz::parse(comment).unwrap();
            quiz.play(piece);
            quiz.comment()
        };
        assert_eq!(after("#Q=[](I)OS", Piece::I), "#Q=[](O)S");
        assert_eq!(after("#Q=[](I)OS", Piece::O), "#Q=[I](S)");
        assert_eq!(after("#Q=[T](I)OS", Piece::T), "#Q=[I](O)S");
        assert_eq!(after("#Q=[T]()", Piece::T), "#Q=[T]()");
    }

    #[test]
    fn other_comments_are_no_quiz() {
        for comment in ["", "hello", "#Q=", "#Q=[TT](I)", "#Q=[](X)", "#Q=[](I"] {
            assert_eq!(Quiz::parse(comment), None, "{comment}");
        }
    }
}
