//! Modules after wasm-bindgen, with their JavaScript.

use crate::error::BundleError;
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;

/// A module for browsers, and the JavaScript that calls it.
pub struct Bindings {
    /// The module.
    pub module: Vec<u8>,
    /// Declares `wasm_bindgen`, an object with everything that the module exports.
    pub javascript: String,
}

impl Bindings {
    /// Returns the bindings of a module that the compiler made.
    ///
    /// # Errors
    /// wasm-bindgen rejects the module.
    pub fn of_module(path: &Path) -> Result<Bindings, BundleError> {
        let refused = |reason: String| BundleError::Module {
            path: path.to_path_buf(),
            reason,
        };
        let mut output = Bindgen::new()
            .input_path(path)
            .out_name("landfall")
            .typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            .no_modules(true)
            .and_then(|bindgen| bindgen.generate_output())
            .map_err(|error| refused(format!("{error:#}")))?;
        Ok(Bindings {
            javascript: output.js().to_string(),
            module: output.wasm_mut().emit_wasm(),
        })
    }
}
