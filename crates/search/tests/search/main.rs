//! The search as its users see it, under several rulesets.

mod league;
mod parameters;
mod pason;
mod tetris;
