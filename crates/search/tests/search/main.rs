//! The search as its users see it, under several rulesets.

mod pason;
mod tetris;
