//! The program of `move_generator`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::move_generator::move_generator(data));
