//! The program of `tetrio_replays`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::replays::tetrio_replays(data));
