//! The program of [`landfall_fuzz::pason_messages`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::pason_messages(data));
