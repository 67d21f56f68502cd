//! Contests that the brain plays through adapters: one folder a contest. They never import
//! each other.

pub mod blockbattle;
pub mod dropblox;
#[cfg(feature = "pason")]
pub mod pason;
