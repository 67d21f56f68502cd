//! Fuzz targets: one function per property, which takes any bytes and panics if the property does
//! not hold. `fuzz_targets/` passes them to cargo-fuzz, `tests/corpus.rs` runs them on the kept
//! inputs.
//!
//! No target starts a thread, sleeps, or depends on a clock.

mod blockbattle;
mod botris;
mod choices;
mod connect6;
pub mod corpus;
mod dropblox;
mod fumens;
mod journals;
mod json;
mod move_generator;
mod pason;
mod position;
mod replays;
mod round_trips;
mod sbp;
mod settings;
mod tbp;
mod triangle;
mod websocket;

pub use blockbattle::blockbattle_lines;
pub use botris::botris_frames;
pub use connect6::connect6_bytes;
pub use dropblox::dropblox_arguments;
pub use fumens::fumens;
pub use journals::journals;
pub use move_generator::move_generator;
pub use pason::pason_messages;
pub use replays::{replays, tetrio_replays};
pub use round_trips::round_trips;
pub use sbp::sbp_lines;
pub use settings::{presets, weights};
pub use tbp::tbp_lines;
pub use triangle::triangle_lines;
pub use websocket::websocket_frames;

/// A target: a function of any bytes that panics if its property does not hold.
pub type Target = fn(&[u8]);

/// Every target by its name.
pub const TARGETS: &[(&str, Target)] = &[
    ("blockbattle_lines", blockbattle_lines),
    ("botris_frames", botris_frames),
    ("connect6_bytes", connect6_bytes),
    ("dropblox_arguments", dropblox_arguments),
    ("fumens", fumens),
    ("journals", journals),
    ("move_generator", move_generator),
    ("pason_messages", pason_messages),
    ("presets", presets),
    ("replays", replays),
    ("round_trips", round_trips),
    ("sbp_lines", sbp_lines),
    ("tbp_lines", tbp_lines),
    ("tetrio_replays", tetrio_replays),
    ("triangle_lines", triangle_lines),
    ("websocket_frames", websocket_frames),
    ("weights", weights),
];
