//! The search as its users see it, under several rulesets.

mod league;
mod pason;
mod tetris;
