//! The bot as a library: its session and its search in the background.

mod background;
mod driven;
mod robustness;
mod sliced;
mod timings;
mod versus;
