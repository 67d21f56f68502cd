//! The search: what to play in a position.
//!
//! Takes a state and a budget and gives a result; prints nothing and knows no protocol.

mod worker;

pub use worker::{Options, Suggestion, Worker};
