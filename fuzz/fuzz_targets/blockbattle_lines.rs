//! The program of `blockbattle_lines`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::blockbattle::blockbattle_lines(data));
