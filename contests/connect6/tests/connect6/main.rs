//! Connect6 over real sockets, and its engine.

mod common;
mod engine;
mod faults;
mod full_board;
mod hand;
mod server;
mod time;
