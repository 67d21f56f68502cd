//! The program of `websocket_frames`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| landfall_fuzz::websocket::websocket_frames(data));
