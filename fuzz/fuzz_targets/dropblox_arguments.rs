//! The program of `dropblox_arguments`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::dropblox::dropblox_arguments(data));
