//! What the tests share: the plain placement search, drawn boards, random boards, the
//! real program as a process, a frontend that plays against it, the arena, and files.

#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod arena;
pub mod files;
pub mod frontend;
pub mod program;
