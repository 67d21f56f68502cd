//! The program of `tbp_lines`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::tbp::tbp_lines(data));
