//! The program of [`landfall_fuzz::connect6_bytes`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::connect6_bytes(data));
