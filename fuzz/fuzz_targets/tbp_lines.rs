//! The program of [`landfall_fuzz::tbp_lines`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::tbp_lines(data));
