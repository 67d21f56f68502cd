//! The program of `connect6_bytes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::connect6::connect6_bytes(data));
