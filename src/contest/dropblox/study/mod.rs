//! How values are learnt: games in which lines are played to their ends (`games`), what came
//! after each end (`sample`), and a net that foretells it (`fit`).
//!
//! What a line's end is worth must be learnt at ends of lines. Boards of games as they are
//! played will not do: each was chosen with five further blocks in view, and is worth what it
//! is because of them. So a game under study now and then plays a line to its end, no matter
//! what comes meanwhile, and takes note of the board there; sometimes a line that is not the
//! best, so that ends are seen which are wrongly thought to be good or bad.
//!
//! The worth of an end is what the game came to; or, with less luck in it, what the next line
//! that was found brought and what values say of its end (fitted value iteration: Ernst,
//! Geurts and Wehenkel 2005; temporal differences: Sutton 1988).

mod fit;
mod games;
mod sample;

pub use fit::{Course, Epoch, learn};
pub use games::{Study, studied};
pub use sample::{Sample, read};
