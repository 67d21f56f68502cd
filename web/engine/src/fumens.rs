//! The fumens of a text that somebody pasted.

use crate::json::js_error;
use landfall_fumen::{contains_fumen, decode_all};
use wasm_bindgen::prelude::*;

/// Returns how many pages each fumen of a text has, in their order; an empty list if there is none.
///
/// # Errors
/// One of them cannot be read.
#[wasm_bindgen]
pub fn fumen_pages(text: &str) -> Result<Vec<u32>, JsError> {
    if !contains_fumen(text) {
        return Ok(Vec::new());
    }
    let fumens = decode_all(text).map_err(js_error)?;
    Ok(fumens.iter().map(|pages| pages.len() as u32).collect())
}
