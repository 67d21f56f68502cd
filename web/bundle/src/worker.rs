//! The script of the worker, with the modules inside or beside it.

use crate::bindings::Bindings;
use crate::compact::compact;
use crate::error::BundleError;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

/// Where the template has the JavaScript of wasm-bindgen.
const BINDINGS: &str = "/* @bindings@ */";

/// Where the template says where the modules are.
const MODULES: &str = "/* @modules@ */";

/// Returns one file with both modules inside. It works wherever a script works. The modules are
/// compressed before they become text: text of a module can hardly be compressed.
pub fn with_modules_inside(
    template: &str,
    plain: &Bindings,
    simd: &Bindings,
) -> Result<String, BundleError> {
    let text = |bindings: &Bindings| -> Result<String, BundleError> {
        let compressed = gzip(&bindings.module).map_err(BundleError::Compression)?;
        Ok(STANDARD.encode(compressed))
    };
    let modules = format!(
        "inside: {{ plain: \"{}\", simd: \"{}\" }},",
        text(plain)?,
        text(simd)?
    );
    filled(template, &simd.javascript, &modules)
}

/// Returns a script that fetches the module from beside itself.
pub fn with_modules_beside(template: &str, bindings: &Bindings) -> Result<String, BundleError> {
    let modules = "beside: { plain: \"landfall.wasm\", simd: \"landfall-simd.wasm\" },";
    filled(template, &bindings.javascript, modules)
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn filled(template: &str, bindings: &str, modules: &str) -> Result<String, BundleError> {
    for mark in [BINDINGS, MODULES] {
        if !template.contains(mark) {
            return Err(BundleError::MarkMissing {
                file: "worker/worker.js",
                mark,
            });
        }
    }
    let script = template.replacen(MODULES, modules, 1);
    Ok(compact(&script.replacen(BINDINGS, bindings, 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    fn bindings(module: &[u8]) -> Bindings {
        Bindings {
            module: module.to_vec(),
            javascript: "let wasm_bindgen = 1;".to_string(),
        }
    }

    fn inflated(script: &str, kind: &str) -> Vec<u8> {
        let begin = script.find(&format!("{kind}: \"")).expect("a module") + kind.len() + 3;
        let text = script[begin..].split('"').next().expect("a text");
        let compressed = STANDARD.decode(text).expect("base64");
        let mut bytes = Vec::new();
        GzDecoder::new(&compressed[..])
            .read_to_end(&mut bytes)
            .expect("gzip");
        bytes
    }

    #[test]
    fn both_marks_are_filled_in() {
        let template = "a /* @bindings@ */ b { /* @modules@ */ }";
        let script = with_modules_inside(template, &bindings(b"abc"), &bindings(b"def"));
        let script = script.expect("a script");
        assert!(
            script.starts_with("a let wasm_bindgen = 1; b { inside: { plain: \"H4sI"),
            "{script}"
        );
        assert_eq!(inflated(&script, "plain"), b"abc");
        assert_eq!(inflated(&script, "simd"), b"def");
    }

    #[test]
    fn a_template_without_a_mark_is_refused() {
        let error = with_modules_beside("/* @modules@ */", &bindings(b""));
        assert!(error.is_err_and(|error| error.to_string().contains(BINDINGS)));
    }
}
