//! The program of [`landfall_fuzz::tetrio_replays`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::tetrio_replays(data));
