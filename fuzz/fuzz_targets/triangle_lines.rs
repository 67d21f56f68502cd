//! The program of [`landfall_fuzz::triangle_lines`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::triangle_lines(data));
