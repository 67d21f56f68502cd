//! The program of `sbp_lines`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::sbp::sbp_lines(data));
