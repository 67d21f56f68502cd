//! The search as its users see it, under several rulesets.

mod league;
mod limits;
mod own_evaluation;
mod own_rules;
mod parameters;
mod pason;
mod rushes;
mod tetris;
