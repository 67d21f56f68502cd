//! The program of `pason_messages`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::pason::pason_messages(data));
