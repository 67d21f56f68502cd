//! The script of the worker, with the modules inside or beside it.

use crate::bindings::Bindings;
use crate::compact::compact;
use crate::error::BundleError;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lzma_rust2::{LzmaOptions, LzmaWriter};
use std::io::{self, Write};

/// Where the template has the JavaScript of wasm-bindgen.
const BINDINGS: &str = "/* @bindings@ */";

/// Where the template has the places of the modules.
const MODULES: &str = "/* @modules@ */";

/// Where the template has the decompression of modules.
const DECOMPRESSION: &str = "/* @decompression@ */";

/// Returns one file with both modules inside, which needs no other file.
///
/// The modules are compressed together, the usual one first, because they have much in common. They
/// are compressed before they become text, because a module as text hardly shrinks.
pub fn with_modules_inside(
    template: &str,
    decompression: &str,
    plain: &Bindings,
    simd: &Bindings,
) -> Result<String, BundleError> {
    let both = [&simd.module[..], &plain.module].concat();
    let compressed = lzma(&both).map_err(BundleError::Compression)?;
    let modules = format!(
        "inside: {{ simd: [0, {}], plain: [{}, {}], text: \"{}\" }},",
        simd.module.len(),
        simd.module.len(),
        both.len(),
        STANDARD.encode(compressed)
    );
    let functions = decompression.replace("export function", "function");
    filled(template, &functions, &simd.javascript, &modules)
}

/// Returns a script that fetches the module from its own folder.
pub fn with_modules_beside(template: &str, bindings: &Bindings) -> Result<String, BundleError> {
    let modules = "beside: { plain: \"landfall.wasm\", simd: \"landfall-simd.wasm\" },";
    filled(template, "", &bindings.javascript, modules)
}

/// Compresses bytes in the format "LZMA alone".
fn lzma(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let options = LzmaOptions::with_preset(9);
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64))?;
    writer.write_all(bytes)?;
    writer.finish()
}

fn filled(
    template: &str,
    decompression: &str,
    bindings: &str,
    modules: &str,
) -> Result<String, BundleError> {
    let parts = [
        (DECOMPRESSION, decompression),
        (MODULES, modules),
        (BINDINGS, bindings),
    ];
    let mut script = template.to_string();
    for (mark, part) in parts {
        if !script.contains(mark) {
            return Err(BundleError::MarkMissing {
                file: "worker/worker.js",
                mark,
            });
        }
        script = script.replacen(mark, part, 1);
    }
    Ok(compact(&script))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lzma_rust2::LzmaReader;
    use std::io::Read;

    const TEMPLATE: &str = "/* @decompression@ */ { /* @modules@ */ } /* @bindings@ */";

    fn bindings(module: &[u8]) -> Bindings {
        Bindings {
            module: module.to_vec(),
            javascript: "let wasm_bindgen = 1;".to_string(),
        }
    }

    #[test]
    fn both_modules_are_inside() {
        let functions = "export function unpack() {}";
        let script = with_modules_inside(TEMPLATE, functions, &bindings(b"abc"), &bindings(b"de"));
        let script = script.expect("a script");
        let begin = "function unpack() {} { inside: { simd: [0, 2], plain: [2, 5], text: \"";
        let rest = script
            .strip_prefix(begin)
            .expect("the ranges of the modules");
        let (text, rest) = rest.split_once('"').expect("a text");
        assert_eq!(rest, " }, } let wasm_bindgen = 1;\n");
        let compressed = STANDARD.decode(text).expect("base64");
        let mut reader = LzmaReader::new_mem_limit(&compressed[..], u32::MAX, None).expect("LZMA");
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).expect("LZMA");
        assert_eq!(bytes, b"deabc");
    }

    #[test]
    fn a_template_without_a_mark_is_refused() {
        let error = with_modules_beside("/* @modules@ */ /* @bindings@ */", &bindings(b""));
        assert!(error.is_err_and(|error| error.to_string().contains(DECOMPRESSION)));
    }
}
