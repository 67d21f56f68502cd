//! Shared helpers: the program as a process, a frontend that plays with it, the arena, and files.

#![allow(dead_code, reason = "some helpers are for Unix or for a feature only")]

pub mod arena;
pub mod files;
pub mod frontend;
pub mod program;
