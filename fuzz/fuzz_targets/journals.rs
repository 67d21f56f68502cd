//! The program of [`landfall_fuzz::journals`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::journals(data));
