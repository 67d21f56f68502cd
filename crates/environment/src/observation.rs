//! What an agent sees, as numbers in buffers of the caller.

use crate::options::EnvironmentOptions;
use crate::seat::Seat;
use landfall_rules::board::WIDTH;
use landfall_rules::{Board, Piece};

/// The number of a piece that is not there; those that are have their [`Piece::index`].
pub const NO_PIECE: u8 = 7;

/// Length of [`Observation::counters`].
pub const COUNTERS: usize = 4;

/// Buffers for what an agent sees.
#[derive(Debug)]
pub struct Observation<'a> {
    /// The board: [`ROWS`](crate::ROWS) rows of ten cells, the floor first, 1 for a filled one.
    pub board: &'a mut [u8],
    /// The opponent's board in the same way; empty in a game alone.
    pub opponent: &'a mut [u8],
    /// The piece in the hold, then the known pieces, the one in play first: 0 to 6 for I, O, T, L, J, S, Z,
    /// [`NO_PIECE`] for none. As many as are visible, and one.
    pub pieces: &'a mut [u8],
    /// The combo, the back-to-back chain, lines of garbage that wait for the agent, and for the opponent.
    pub counters: &'a mut [i32],
}

impl Observation<'_> {
    pub(crate) fn write(
        &mut self,
        options: &EnvironmentOptions,
        agent: &Seat,
        opponent: Option<&Seat>,
    ) {
        write_board(&agent.state.board, self.board);
        let number = |piece: Option<&Piece>| piece.map_or(NO_PIECE, |piece| piece.index() as u8);
        let queue = (0..options.visible).map(|place| agent.state.queue.get(place));
        let pieces = core::iter::once(agent.state.hold.as_ref()).chain(queue);
        for (cell, piece) in self.pieces.iter_mut().zip(pieces) {
            *cell = number(piece);
        }
        let waiting = |seat: &Seat| i32::try_from(seat.garbage.pending()).unwrap_or(i32::MAX);
        let counters = [
            i32::from(agent.state.clear_state.combo),
            i32::from(agent.state.clear_state.back_to_back),
            waiting(agent),
            opponent.map_or(0, waiting),
        ];
        self.counters.copy_from_slice(&counters);
        if let Some(opponent) = opponent {
            write_board(&opponent.state.board, self.opponent);
        }
    }
}

fn write_board(board: &Board, cells: &mut [u8]) {
    cells.fill(0);
    let rows = cells
        .chunks_exact_mut(WIDTH)
        .take(board.max_height() as usize);
    for (y, row) in rows.enumerate() {
        for (cell, column) in row.iter_mut().zip(board.columns) {
            *cell = (column >> y & 1) as u8;
        }
    }
}
