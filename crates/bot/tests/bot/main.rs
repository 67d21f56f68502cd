//! The bot as a library: its session and its search in the background.

mod duel;
mod pason;
mod robustness;
mod search;
mod timings;
