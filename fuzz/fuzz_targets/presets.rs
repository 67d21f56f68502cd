//! The program of [`landfall_fuzz::presets`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::presets(data));
