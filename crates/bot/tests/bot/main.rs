//! The bot as a library: its session and its search in the background.

mod driven;
mod pason;
mod robustness;
mod search;
mod sliced;
mod timings;
mod versus;
