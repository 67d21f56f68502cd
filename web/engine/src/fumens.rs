//! Fumens of several pages: their comments, and making them of positions.

use crate::json::{JsonError, ReadJson, from_json, js_error, object, optional_text, to_json};
use landfall_fumen::{
    Comments, FumenError, MAX_PAGES, Page, Quiz, contains_fumen, decode, decode_all, encode,
};
use landfall_tbp::attributes::{missing, unexpected};
use serde_json::Value;
use thiserror::Error;
use wasm_bindgen::prelude::*;

/// Returns the fumens of a text that somebody pasted, as JSON: each is the list of its pages'
/// comments, without hold and queue. The list is empty if there is no fumen.
///
/// # Errors
/// One of them cannot be read.
#[wasm_bindgen]
pub fn fumen_comments(text: &str) -> Result<String, JsError> {
    if !contains_fumen(text) {
        return Ok("[]".to_string());
    }
    let fumens = decode_all(text).map_err(js_error)?;
    let fumens: Vec<Vec<String>> = fumens.iter().map(|pages| comments(pages)).collect();
    Ok(to_json(&fumens))
}

fn comments(pages: &[Page]) -> Vec<String> {
    let mut comments = Comments::default();
    let texts = pages.iter().map(|page| comments.next(page).text());
    texts.collect()
}

/// Returns one fumen of the first pages of several, as JSON a list of `{"fumen", "comment"}`.
///
/// # Errors
/// The pages cannot be read.
#[wasm_bindgen]
pub fn join_fumens(pages: &str) -> Result<String, JsError> {
    join(pages).map_err(js_error)
}

fn join(pages: &str) -> Result<String, PagesError> {
    let CommentedPages(pages) = from_json("pages", pages)?;
    if pages.len() > MAX_PAGES {
        return Err(PagesError::TooMany(pages.len()));
    }
    let pages = pages.iter().enumerate();
    let pages = pages.map(|(index, page)| page.to_page(index == 0));
    Ok(encode(&pages.collect::<Result<Vec<_>, _>>()?))
}

/// Why positions are no fumen.
#[derive(Debug, Error)]
enum PagesError {
    #[error(transparent)]
    Json(#[from] JsonError),
    #[error(transparent)]
    Fumen(#[from] FumenError),
    #[error("pages: there are {0}, a fumen has at most {MAX_PAGES}")]
    TooMany(usize),
}

/// A position as a fumen of one page, and a comment on it.
struct CommentedPage {
    fumen: String,
    comment: String,
}

struct CommentedPages(Vec<CommentedPage>);

impl CommentedPage {
    /// Returns the page with the comment after its hold and queue.
    fn to_page(&self, is_first: bool) -> Result<Page, FumenError> {
        let page = decode(&self.fumen)?.swap_remove(0);
        let quiz = page.comment.as_deref().and_then(Quiz::parse);
        let comment = match (quiz, self.comment.is_empty()) {
            (Some(quiz), true) => quiz.to_string(),
            (Some(quiz), false) => Quiz {
                continuation: Some(self.comment.clone()),
                ..quiz
            }
            .to_string(),
            (None, _) => self.comment.clone(),
        };
        Ok(Page {
            // A page without a comment has that of the page before.
            comment: (!comment.is_empty() || !is_first).then_some(comment),
            ..page
        })
    }
}

impl ReadJson for CommentedPages {
    fn read(what: &'static str, value: &Value) -> Result<CommentedPages, JsonError> {
        let Value::Array(pages) = value else {
            return Err(unexpected(what, "a list", value).into());
        };
        let page = |value: &Value| {
            let page = object(what, value, &["fumen", "comment"])?;
            Ok(CommentedPage {
                fumen: optional_text(page, "fumen")?.ok_or_else(|| missing("fumen"))?,
                comment: optional_text(page, "comment")?.unwrap_or_default(),
            })
        };
        let pages: Result<_, JsonError> = pages.iter().map(page).collect();
        Ok(CommentedPages(pages?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn_game::TurnGame;
    use serde_json::json;

    #[test]
    fn joined_pages_keep_hold_queue_and_comments() {
        let fumen = |start: Value| {
            let options = json!({"rules": "guideline", "start": start}).to_string();
            let game = TurnGame::from_json(&options).unwrap();
            game.fumen(None).unwrap()
        };
        let first = fumen(json!({"queue": ["T", "I"], "hold": "O", "board": []}));
        let second = fumen(json!({"queue": [], "board": []}));
        let third = fumen(json!({"queue": ["S"], "board": []}));
        let pages = json!([
            {"fumen": first, "comment": "open with T; then I"},
            {"fumen": second, "comment": "später"},
            {"fumen": third, "comment": ""},
        ]);
        let joined = decode(&join(&pages.to_string()).unwrap()).unwrap();
        assert_eq!(comments(&joined), ["open with T; then I", "später", ""]);
        let quizzes = [1, 2, 3].map(|page| Quiz::at(&joined[..page]).queue());
        assert_eq!(quizzes.map(|queue| queue.len()), [2, 0, 1]);
        assert_eq!(Quiz::at(&joined[..1]).hold.map(char::from), Some('O'));
    }

    #[test]
    fn a_page_that_is_no_fumen_is_an_error() {
        let sentence = |pages: Value| join(&pages.to_string()).unwrap_err().to_string();
        assert!(sentence(json!([{"comment": "x"}])).contains("fumen"));
        assert!(sentence(json!({})).contains("a list"));
        assert!(!sentence(json!([{"fumen": "nothing"}])).is_empty());
    }
}
