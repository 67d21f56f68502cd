//! The search: what to play in a position.
//!
//! Takes a state and a budget and gives a result; prints nothing and knows no protocol.

mod api;
mod batch;
pub mod beam;
mod block_spin_slots;
mod column;
mod eval;
mod expectimax;
mod feature_vector;
mod game;
mod net;
mod opponent_danger;
mod options;
mod pending_garbage;
mod placement_evaluator;
mod pool;
pub mod reuse;
mod rollout;
mod shape;
mod t_spin_slots;
mod tetris_game;
pub mod tetris_search;
mod thread_pool;
mod versus_info;
mod weights;
mod work_queue;

pub use api::{SearchLimits, SearchResult, search_position};
pub use eval::evaluate;
pub use feature_vector::FeatureVector;
pub use game::{Child, Expectation, Game, ShouldStop};
pub use net::{INPUTS, MAX_NEURONS, Net, Neuron, SCALE};
pub use opponent_danger::OpponentDanger;
pub use options::SearchOptions;
pub use tetris_game::{Position, TetrisGame};
pub use thread_pool::ThreadPool;
pub use versus_info::VersusInfo;
pub use weights::{Weights, WeightsError};
