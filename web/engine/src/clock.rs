//! The clock of the browser. `std::time::Instant` panics there.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Returns milliseconds since the page or worker began, in steps of 0.1 or 1.
    #[wasm_bindgen(js_namespace = performance)]
    pub fn now() -> f64;
}
