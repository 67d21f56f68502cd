//! The program of [`landfall_fuzz::botris_frames`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::botris_frames(data));
