//! Fuzz targets: one function per property, which takes any bytes and panics if the property does
//! not hold. `fuzz_targets/` passes them to cargo-fuzz, `tests/corpus.rs` runs them on the kept
//! inputs.
//!
//! No target starts a thread, sleeps, or depends on a clock.

pub mod blockbattle;
pub mod botris;
mod choices;
pub mod connect6;
pub mod corpus;
pub mod dropblox;
pub mod fumens;
pub mod journals;
mod json;
pub mod move_generator;
pub mod pason;
mod position;
pub mod replays;
pub mod round_trips;
pub mod sbp;
pub mod settings;
pub mod tbp;
pub mod triangle;
pub mod websocket;

/// A target: a function of any bytes that panics if its property does not hold.
pub type Target = fn(&[u8]);

/// Every target by its name.
pub const TARGETS: &[(&str, Target)] = &[
    ("blockbattle_lines", blockbattle::blockbattle_lines),
    ("botris_frames", botris::botris_frames),
    ("connect6_bytes", connect6::connect6_bytes),
    ("dropblox_arguments", dropblox::dropblox_arguments),
    ("fumens", fumens::fumens),
    ("journals", journals::journals),
    ("move_generator", move_generator::move_generator),
    ("pason_messages", pason::pason_messages),
    ("presets", settings::presets),
    ("replays", replays::replays),
    ("round_trips", round_trips::round_trips),
    ("sbp_lines", sbp::sbp_lines),
    ("tbp_lines", tbp::tbp_lines),
    ("tetrio_replays", replays::tetrio_replays),
    ("triangle_lines", triangle::triangle_lines),
    ("websocket_frames", websocket::websocket_frames),
    ("weights", settings::weights),
];
