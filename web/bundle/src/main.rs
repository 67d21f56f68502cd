//! `landfall-web-bundle MODULES FOLDER`: makes the static files of the web. `MODULES` has the wasm
//! modules `bot.wasm`, `page.wasm` and `review.wasm`, and each again as `NAME-simd.wasm`.
//!
//! It replaces `wasm-bindgen-cli`: Cargo.lock gives it the version of the engine's wasm-bindgen,
//! and nothing has to be installed. `web/build` calls it.

mod bindings;
mod compact;
mod error;
mod files;
mod service_worker;
mod worker;

use bindings::Bindings;
use compact::compact;
use error::BundleError;
use landfall_experiment::files::report_size_limit_as_error;
use landfall_replay::page::{self, THEME};
use landfall_review::page as review_page;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    // If the signal cannot be caught, the program works as before.
    let _ = report_size_limit_as_error();
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [modules, folder] = &arguments[..] else {
        eprintln!("usage: landfall-web-bundle MODULES FOLDER");
        return ExitCode::from(2);
    };
    match bundle(modules, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("landfall-web-bundle: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The same source without vector instructions and with them. One JavaScript calls both.
struct Flavors {
    plain: Bindings,
    simd: Bindings,
}

impl Flavors {
    /// Reads `NAME.wasm` and `NAME-simd.wasm`.
    fn read(modules: &Path, name: &str) -> Result<Flavors, BundleError> {
        let plain = Bindings::of_module(&modules.join(format!("{name}.wasm")))?;
        let simd = Bindings::of_module(&modules.join(format!("{name}-simd.wasm")))?;
        if plain.javascript != simd.javascript {
            return Err(BundleError::DifferentExports);
        }
        Ok(Flavors { plain, simd })
    }

    /// Writes `NAME.wasm`, `NAME-simd.wasm`, and a script whose default export calls either.
    fn write_beside(&self, folder: &Path, name: &str, script: &str) -> Result<(), BundleError> {
        files::write(folder, &format!("{name}.wasm"), &self.plain.module)?;
        files::write(folder, &format!("{name}-simd.wasm"), &self.simd.module)?;
        let bindings = compact(&self.simd.javascript);
        let exported = format!("{bindings}export default wasm_bindgen;\n");
        files::write(folder, script, exported.as_bytes())
    }
}

/// Writes the viewer of reviews into a folder: modules of which `review.js` is the one to import, the
/// parts that it needs, and the style sheet of these.
fn write_viewer(folder: &Path) -> Result<(), BundleError> {
    files::empty(folder)?;
    for module in page::MODULES.iter().chain(&review_page::MODULES) {
        files::write(folder, module.name, compact(module.text).as_bytes())?;
    }
    files::write(folder, "review.html", review_page::PARTS.as_bytes())?;
    let style = compact(&review_page::style());
    files::write(folder, "review.css", style.as_bytes())
}

/// Writes all files into a folder, which is emptied first.
fn bundle(modules: &Path, folder: &Path) -> Result<(), BundleError> {
    let [bot, page, review] = ["bot", "page", "review"].map(|name| Flavors::read(modules, name));
    let (bot, page, review) = (bot?, page?, review?);
    // The variable of `cargo run` comes first: a build folder may be a copy of another checkout's.
    let package = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let sources = package.join("..");
    files::empty(folder)?;
    files::copy_folder(&sources.join("page"), folder)?;
    let style = [THEME, &files::read_text(&sources.join("page/style.css"))?].concat();
    files::write(folder, "style.css", compact(&style).as_bytes())?;
    write_viewer(&folder.join("viewer"))?;
    let constants = review_page::puzzle_constants();
    files::write(&folder.join("train"), "constants.js", constants.as_bytes())?;
    page.write_beside(folder, "landfall", "landfall.js")?;
    review.write_beside(&folder.join("review"), "landfall-review", "engine.js")?;
    let template = files::read_text(&sources.join("worker/worker.js"))?;
    let lzma = files::read_text(&sources.join("worker/lzma.js"))?;
    let whole = worker::with_modules_inside(&template, &lzma, &bot.plain, &bot.simd)?;
    files::write(folder, "landfall-worker.js", whole.as_bytes())?;
    let fetching = worker::with_modules_beside(&template, &page.simd)?;
    files::write(folder, "landfall-worker-fetch.js", fetching.as_bytes())?;
    service_worker::fill_in(folder)
}
