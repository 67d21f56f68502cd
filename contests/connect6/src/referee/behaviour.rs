//! Everything in which servers may differ where the competition's text is silent.
//!
//! What follows from each switch is in the referee.

use crate::rules::Turn;

/// What the second pair of black's first answer has to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstAnswer {
    /// Anything.
    #[default]
    Ignored,
    /// The first pair again.
    Repeat,
    /// Another point of the board.
    Differ,
}

/// What the second pair of the broadcast of black's first turn is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstBroadcast {
    /// The first pair again.
    #[default]
    Repeat,
    /// What black answered.
    Echo,
    /// 0, 0.
    Zero,
    /// 255, 255.
    Max,
}

/// Who is told of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BroadcastTo {
    /// Both players.
    #[default]
    Both,
    /// The one who did not play it.
    Opponent,
}

/// Whether the turn that ends a game is broadcast before the end is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LastBroadcast {
    /// It is.
    #[default]
    Sent,
    /// Only the end is.
    Omitted,
}

/// What the announced time means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meaning {
    /// The base, and what the last turn left.
    #[default]
    Increment,
    /// What is left of one bank.
    Bank,
    /// The same every turn.
    PerTurn,
}

/// What the players learn of an end that is not on the board: somebody has gone, or the
/// game is aborted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndNotice {
    /// A message of id 5.
    #[default]
    Message,
    /// The connection closes without one.
    Close,
}

/// Everything in which servers may differ.
#[derive(Clone, Debug)]
pub struct ServerBehaviour {
    /// Times of black's and of white's first turn, in milliseconds.
    pub times: [u32; 2],
    /// What times mean.
    pub clock_model: Meaning,
    /// Black's first answer.
    pub first_answer: FirstAnswer,
    /// Its broadcast.
    pub first_broadcast: FirstBroadcast,
    /// Who hears broadcasts.
    pub broadcast_to: BroadcastTo,
    /// The last broadcast.
    pub last_broadcast: LastBroadcast,
    /// The end when somebody has gone, and of aborted games.
    pub end_notice: EndNotice,
    /// Abort after so many turns.
    pub abort_after: Option<usize>,
    /// Begin with these turns: they are broadcast, and nobody is asked for them.
    pub opening: Vec<Turn>,
}

impl Default for ServerBehaviour {
    fn default() -> ServerBehaviour {
        ServerBehaviour {
            times: [5_000; 2],
            clock_model: Meaning::default(),
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
