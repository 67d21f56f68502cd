//! The program of [`landfall_fuzz::fumens`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::fumens(data));
