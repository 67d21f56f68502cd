//! Connect6 over sockets, and the engine.

mod common;
mod engine;
mod faults;
mod full_board;
mod hand;
mod server;
mod time;
