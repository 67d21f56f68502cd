//! The search: what to play in a position.
//!
//! Takes a state and a budget and gives a result; prints nothing and knows no protocol.

mod batch;
pub mod beam;
mod belt;
mod crew;
mod duel;
mod evaluate;
mod game;
mod incoming;
mod judge;
mod net;
mod options;
mod outlook;
mod race;
pub mod reposition;
mod rival;
mod scratch;
pub mod search;
mod shape;
mod stacker;
mod t_rests;
mod t_slots;
mod terms;
mod think;
mod weights;
mod word;

pub use crew::Crew;
pub use duel::Duel;
pub use evaluate::position as worth;
pub use game::{Child, Expectation, Game, Stop};
pub use net::{FULL, INPUTS, MOST_NEURONS, Net, Neuron};
pub use options::Options;
pub use rival::Rival;
pub use stacker::{Position, Stacker};
pub use terms::Terms;
pub use think::{Budget, Thought, think};
pub use weights::{Weights, WeightsError};
