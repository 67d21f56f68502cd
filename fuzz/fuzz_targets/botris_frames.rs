//! The program of `botris_frames`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::botris::botris_frames(data));
