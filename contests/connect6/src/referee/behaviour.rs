//! Behaviour of a server where the competition's text leaves it open.

use crate::rules::Turn;
use crate::time_manager::ClockModel;

/// What is allowed as the second pair of black's first answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum FirstAnswer {
    /// Anything.
    #[default]
    #[cfg_attr(feature = "cli", value(name = "any"))]
    Ignored,
    /// The first pair again.
    Repeat,
    /// Another point of the board.
    Differ,
}

/// The second pair of the broadcast of black's first turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum FirstBroadcast {
    /// The first pair again.
    #[default]
    Repeat,
    /// As black answered.
    Echo,
    /// 0, 0.
    Zero,
    /// 255, 255.
    #[cfg_attr(feature = "cli", value(name = "high"))]
    Max,
}

/// Who receives the broadcast of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum BroadcastTo {
    /// Both players.
    #[default]
    Both,
    /// The opponent of the side that played it.
    #[cfg_attr(feature = "cli", value(name = "other"))]
    Opponent,
}

/// Whether the turn that ends a game is broadcast before the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum LastBroadcast {
    /// It is.
    #[default]
    #[cfg_attr(feature = "cli", value(name = "yes"))]
    Sent,
    /// Only the end is sent.
    #[cfg_attr(feature = "cli", value(name = "no"))]
    Omitted,
}

/// What is sent when a player has disconnected or the game is aborted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum EndNotice {
    /// A message of id 5.
    #[default]
    #[cfg_attr(feature = "cli", value(name = "end"))]
    Message,
    /// Nothing; the connection is closed.
    Close,
}

/// The behaviour of a server.
#[derive(Clone, Debug)]
pub struct ServerBehaviour {
    /// Base times of black and white, in milliseconds.
    pub times: [u32; 2],
    /// The meaning of announced times.
    pub clock_model: ClockModel,
    /// The second pair of black's first answer.
    pub first_answer: FirstAnswer,
    /// The second pair of its broadcast.
    pub first_broadcast: FirstBroadcast,
    /// Who receives broadcasts.
    pub broadcast_to: BroadcastTo,
    /// Whether the last turn is broadcast.
    pub last_broadcast: LastBroadcast,
    /// What is sent when a player has disconnected or the game is aborted.
    pub end_notice: EndNotice,
    /// Abort the game after this many turns.
    pub abort_after: Option<usize>,
    /// Turns to begin with: they are broadcast, not requested.
    pub opening: Vec<Turn>,
}

impl Default for ServerBehaviour {
    fn default() -> ServerBehaviour {
        ServerBehaviour {
            times: [5_000; 2],
            clock_model: ClockModel::default(),
            first_answer: FirstAnswer::default(),
            first_broadcast: FirstBroadcast::default(),
            broadcast_to: BroadcastTo::default(),
            last_broadcast: LastBroadcast::default(),
            end_notice: EndNotice::default(),
            abort_after: None,
            opening: Vec::new(),
        }
    }
}
