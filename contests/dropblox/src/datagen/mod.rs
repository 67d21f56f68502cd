//! How values are learnt: games in which several ends of lines are played on from (`games`),
//! what came of each (`sample`), and a net that foretells it (`fit`).
//!
//! What a line's end is worth must be learnt at ends of lines. Boards of games as they are
//! played will not do: each was chosen with five further blocks in view, and is worth what it
//! is because of them. So a game under study now and then takes three ends of its lines, the
//! best and two others, and plays on from each, with the same blocks to come.
//!
//! It plays on as games are played, block by block. Whole lines one after the other would be
//! cheaper, but then a board is worth what six blocks known at once can make of it, and stacks
//! seem to be better than they are.
//!
//! The worth of an end is what those moves and the best line after them brought, and what
//! values say of that line's end (fitted value iteration: Ernst, Geurts and Wehenkel 2005;
//! temporal differences: Sutton 1988). A choice is between ends of the same position, so it is
//! the differences between these that are learnt above all; what the blocks had of luck is not
//! in them.

mod games;
mod sample;
mod train;

pub use games::{DatagenConfig, generate_samples};
pub use sample::{Sample, parse_samples};
pub use train::{EpochReport, TrainConfig, Validation, train};
