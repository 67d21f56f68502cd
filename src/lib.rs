//! landfall: a falling-block brain that speaks the Tetris Bot Protocol.
//!
//! ```text
//! game  <-  brain  <-  tbp  <-  watch      (A <- B: B may import A)
//! game, brain, tbp  <-  contest/*          (contests never import each other)
//! game  <-  arena,  tbp  <-  arena/player,  arena, brain, contest/dropblox  <-  tuner
//! game  <-  fumen                          connect6 stands alone
//! files  <-  arena, tuner
//! cli imports everything; nothing imports it
//! ```
//!
//! The rooms and the laws that hold between them are in ARCHITECTURE.md.

pub mod arena;
pub mod brain;
pub mod cli;
pub mod connect6;
pub mod contest;
pub mod files;
pub mod fumen;
pub mod game;
pub mod tbp;
pub mod tuner;
pub mod watch;

/// Version of the package, with the commit in brackets if it was built in a git checkout.
pub const VERSION: &str = env!("LANDFALL_VERSION");
