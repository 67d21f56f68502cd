//! The program of `fumens`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::fumens::fumens(data));
