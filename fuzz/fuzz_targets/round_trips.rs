//! The program of `round_trips`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::round_trips::round_trips(data));
