//! The bot as a library: its sessions and its searches.

mod background;
mod driven;
mod robustness;
mod sliced;
mod timings;
mod versus;
