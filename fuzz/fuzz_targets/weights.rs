//! The program of [`landfall_fuzz::weights`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::weights(data));
