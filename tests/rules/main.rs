//! The rules, one drawn case at a time.

mod boards;
mod case;
mod clears;
#[path = "../common/mod.rs"]
mod common;
mod kicks;
mod pieces;
mod randomizers;
mod spins;
mod states;
