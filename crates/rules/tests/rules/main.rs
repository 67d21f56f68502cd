//! The rules, one drawn case at a time.

mod blockbattle;
mod boards;
mod case;
mod clears;
mod garbage_queue;
mod kicks;
mod named;
mod natural_lines;
mod pason;
mod perft;
mod pieces;
mod properties;
mod randomizers;
mod reach;
mod serialized;
mod spins;
mod states;
mod tetrio_s2;
mod tetrio_turns;
