//! A case: a drawn board, a placement, the board after it, and its clear.

use landfall_rules::lock::ClearState;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Board, Clear, Piece, Placement, Randomizer, Rotation, Spin, State, movegen};
use landfall_testing::{parse_board, plain};

/// No combo, no back-to-back.
pub const FRESH: ClearState = ClearState {
    combo: 0,
    back_to_back: 0,
    skips: 0,
    solid_row_in: 0,
    garbage_rows: 0,
};

/// A drawn board before a placement and after it.
pub struct Case {
    /// The board before.
    pub before: &'static str,
    /// What is played.
    pub placement: Placement,
    /// The board after.
    pub after: &'static str,
}

impl Case {
    /// Plays the placement, which both searches must find, with these counters; compares the board
    /// and the clear, and returns the counters after it.
    pub fn check(&self, counters: ClearState, expected: Clear) -> ClearState {
        let board = parse_board(self.before);
        let piece = self.placement.piece;
        let found = placements(&board, piece);
        assert!(
            found.contains(&self.placement),
            "not found: {:?}\n{board}",
            self.placement
        );
        let labelled = (cells(&self.placement), self.placement.spin);
        assert!(
            plain::placements(&board, piece).contains(&labelled),
            "not found by the plain search: {:?}\n{board}",
            self.placement
        );
        let mut state = state(board, &[piece]);
        state.clear_state = counters;
        let clear = state.try_play(&GUIDELINE, &self.placement);
        assert_eq!(
            state.board,
            parse_board(self.after),
            "the board after {:?}",
            self.placement
        );
        assert_eq!(clear, Ok(expected), "{:?} on\n{board}", self.placement);
        state.clear_state
    }
}

/// Returns a clear that starts a combo and is not perfect.
pub fn clear(lines: u32, spin: Spin, attack: u32) -> Clear {
    Clear {
        lines,
        spin,
        attack,
        combo: u16::from(lines > 0),
        ..Clear::default()
    }
}

/// A full spin that clears one line.
pub const FULL_SINGLE: Case = Case {
    before: "
        ...#......
        ###...####
        ####.####.
    ",
    placement: at(Piece::T, Rotation::South, 4, 1, Spin::Full),
    after: "
        ...#......
        #########.
    ",
};

/// A full spin that clears nothing.
pub const FULL_WITHOUT_LINES: Case = Case {
    before: "
        ...#......
        ###...###.
        ####.####.
    ",
    placement: at(Piece::T, Rotation::South, 4, 1, Spin::Full),
    after: "
        ...#......
        #########.
        #########.
    ",
};

/// A mini spin that clears one line; the walls are two of the three corners.
pub const MINI_SINGLE: Case = Case {
    before: "
        ...#######
        .#########
    ",
    placement: at(Piece::T, Rotation::East, 0, 1, Spin::Mini),
    after: "
        #.........
        ##.#######
    ",
};

/// A placement.
pub const fn at(piece: Piece, rotation: Rotation, x: i8, y: i8, spin: Spin) -> Placement {
    Placement {
        piece,
        rotation,
        x,
        y,
        spin,
    }
}

/// The spins with which the fast search lists T in this state at this place.
pub fn spins_of_t(board: &str, rotation: Rotation, x: i8, y: i8) -> Vec<Spin> {
    placements(&parse_board(board), Piece::T)
        .into_iter()
        .filter(|p| (p.rotation, p.x, p.y) == (rotation, x, y))
        .map(|p| p.spin)
        .collect()
}

/// A state with this board and queue, and nothing held.
pub fn state(board: Board, queue: &[Piece]) -> State {
    let mut state = State::new(Randomizer::Uniform);
    state.board = board;
    state.queue.extend(queue);
    state
}

/// Returns what the fast search finds.
pub fn placements(board: &Board, piece: Piece) -> Vec<Placement> {
    let mut out = Vec::new();
    movegen::placements(&GUIDELINE, board, piece, &mut out);
    out
}

/// The cells of a placement by the tables of the plain search.
pub fn cells(placement: &Placement) -> plain::Cells {
    plain::cells(
        placement.piece,
        placement.rotation,
        placement.x,
        placement.y,
    )
}
