//! `landfall-web-bundle PLAIN.wasm SIMD.wasm FOLDER`: makes the static files of the web.
//!
//! A program of its own in place of `wasm-bindgen-cli`, so that its version is that of the
//! engine's wasm-bindgen, by Cargo.lock, and nothing is installed. `web/build` calls it.

mod bindings;
mod compact;
mod error;
mod files;
mod service_worker;
mod worker;

use bindings::Bindings;
use compact::compact;
use error::BundleError;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [plain, simd, folder] = &arguments[..] else {
        eprintln!("usage: landfall-web-bundle PLAIN.wasm SIMD.wasm FOLDER");
        return ExitCode::from(2);
    };
    match bundle(plain, simd, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("landfall-web-bundle: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes all files into a folder, which is emptied first.
fn bundle(plain: &Path, simd: &Path, folder: &Path) -> Result<(), BundleError> {
    let (plain, simd) = (Bindings::of_module(plain)?, Bindings::of_module(simd)?);
    if plain.javascript != simd.javascript {
        return Err(BundleError::DifferentExports);
    }
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    files::empty(folder)?;
    files::copy_folder(&sources.join("page"), folder)?;
    files::write(folder, "landfall.wasm", &plain.module)?;
    files::write(folder, "landfall-simd.wasm", &simd.module)?;
    let bindings = compact(&simd.javascript);
    let page_module = format!("{bindings}export default wasm_bindgen;\n");
    files::write(folder, "landfall.js", page_module.as_bytes())?;
    let template = files::read_text(&sources.join("worker/worker.js"))?;
    let whole = worker::with_modules_inside(&template, &plain, &simd)?;
    files::write(folder, "landfall-worker.js", whole.as_bytes())?;
    let fetching = worker::with_modules_beside(&template, &simd)?;
    files::write(folder, "landfall-worker-fetch.js", fetching.as_bytes())?;
    service_worker::fill_in(folder)
}
