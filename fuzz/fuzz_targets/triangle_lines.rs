//! The program of `triangle_lines`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::triangle::triangle_lines(data));
