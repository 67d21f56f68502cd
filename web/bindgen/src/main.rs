//! Makes the JavaScript for a wasm module: `landfall-web-bindgen MODULE.wasm FOLDER`.
//!
//! A program of its own in place of `wasm-bindgen-cli`, so that its version is that of the
//! engine's wasm-bindgen, by Cargo.lock, and nothing is installed.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("usage: landfall-web-bindgen MODULE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(module)
        .typescript(false)
        .no_modules(true)
        .and_then(|bindgen| bindgen.generate(folder));
    if let Err(error) = made {
        eprintln!("landfall-web-bindgen: {module}: {error:#}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
