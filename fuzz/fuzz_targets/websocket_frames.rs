//! The program of [`landfall_fuzz::websocket_frames`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::websocket_frames(data));
