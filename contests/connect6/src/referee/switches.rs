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
    High,
}

/// Who is told of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Echo {
    /// Both players.
    #[default]
    Both,
    /// The one who did not play it.
    Other,
}

/// Whether the turn that ends a game is broadcast before the end is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LastTurn {
    /// It is.
    #[default]
    Broadcast,
    /// Only the end is.
    Silent,
}

/// What the announced time means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meaning {
    /// The base, and what the last turn left.
    #[default]
    Carry,
    /// What is left of one bank.
    Bank,
    /// The same every turn.
    Fixed,
}

/// What the players learn of an end that is not on the board: somebody has gone, or the
/// game is aborted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Farewell {
    /// A message of id 5.
    #[default]
    End,
    /// The connection closes without one.
    Close,
}

/// Everything in which servers may differ.
#[derive(Clone, Debug)]
pub struct Switches {
    /// Times of black's and of white's first turn, in milliseconds.
    pub times: [u32; 2],
    /// What times mean.
    pub meaning: Meaning,
    /// Black's first answer.
    pub first_answer: FirstAnswer,
    /// Its broadcast.
    pub first_broadcast: FirstBroadcast,
    /// Who hears broadcasts.
    pub echo: Echo,
    /// The last broadcast.
    pub last_turn: LastTurn,
    /// The end when somebody has gone, and of aborted games.
    pub farewell: Farewell,
    /// Abort after so many turns.
    pub abort: Option<usize>,
    /// Begin with these turns: they are broadcast, and nobody is asked for them.
    pub opening: Vec<Turn>,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches {
            times: [5_000; 2],
            meaning: Meaning::default(),
            first_answer: FirstAnswer::default(),
            first_broadcast: FirstBroadcast::default(),
            echo: Echo::default(),
            last_turn: LastTurn::default(),
            farewell: Farewell::default(),
            abort: None,
            opening: Vec::new(),
        }
    }
}
