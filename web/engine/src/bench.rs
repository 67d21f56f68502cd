//! The speed of the search in this browser, and a checksum of what it finds.

use crate::clock;
use crate::json::to_json;
use landfall_search::{ThreadPool, bench};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// The result, as JSON.
#[derive(Debug, Serialize)]
struct Answer {
    nodes: u64,
    checksum: String,
    milliseconds: f64,
}

/// Searches the positions of `landfall bench` for a number of nodes each. Returns
/// `{"nodes": n, "checksum": "9d2d...", "milliseconds": t}`: the nodes of all positions, and the
/// checksum that `landfall bench --nodes` prints.
///
/// # Errors
/// Returns an error if the positions cannot be read.
#[wasm_bindgen(js_name = bench)]
pub fn run(nodes: u32) -> Result<String, JsError> {
    let begun = clock::now();
    let result = bench::run(&ThreadPool::new(1), nodes.into())?;
    let answer = Answer {
        nodes: result.nodes,
        checksum: format!("{:016x}", result.checksum),
        milliseconds: clock::now() - begun,
    };
    Ok(to_json(&answer))
}
