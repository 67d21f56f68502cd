//! One side of a game: its position with its colours, its pieces and its garbage. Players and
//! referees decide when things happen.

use crate::board::{Cell, CellKind, FULL_ROW, MAX_HEIGHT, Playfield};
use crate::garbage::{GarbageRows, SideGarbage};
use crate::lock::{Clear, solid_rows};
use crate::piece::{Piece, Placement};
use crate::randomizer::{DealtPieces, PieceSequence};
use crate::ruleset::Ruleset;
use crate::state::{IllegalPlacement, State};
use arrayvec::ArrayVec;
use core::fmt;

/// One side of a game.
///
/// ```
/// use landfall_rules::garbage::{HoleSettings, SideGarbage};
/// use landfall_rules::randomizer::PieceSequence;
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::Side;
///
/// let garbage = SideGarbage::new(&GUIDELINE, &HoleSettings::default(), 2);
/// let mut side = Side::new(&GUIDELINE, 6, PieceSequence::new(&GUIDELINE, 1), garbage);
/// let placement = side.state().legal_placements(&GUIDELINE)[0];
/// let lock = side.play(placement, 0);
/// assert_eq!((lock.dealt.len(), side.state().queue.len()), (1, 6));
/// let (x, y) = lock.cells[0];
/// assert!(side.field().get(x, y).is_some());
/// side.garbage.push(3, 60);
/// assert_eq!(side.raise_garbage(60).len(), 3);
/// assert_eq!(side.loss(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Side {
    rules: Ruleset,
    state: State,
    field: Playfield,
    pieces: PieceSequence,
    visible: usize,
    totals: SideTotals,
    loss: Option<Loss>,
    /// The garbage that waits for this side.
    pub garbage: SideGarbage,
}

/// What a side has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideTotals {
    /// Pieces locked.
    pub pieces: u64,
    /// Rows cleared.
    pub lines: u64,
    /// Lines sent, cancelled ones included.
    pub attack: u64,
}

/// What a played move did.
#[derive(Clone, Debug)]
pub struct LockResult {
    /// The move, canonical.
    pub placement: Placement,
    /// The cells that it filled; outside the field for a skip.
    pub cells: [Cell; 4],
    /// The rows that it cleared, counted before anything fell, the lowest first.
    pub cleared_rows: ArrayVec<u8, MAX_HEIGHT>,
    /// What it cleared.
    pub clear: Clear,
    /// The pieces dealt after it.
    pub dealt: DealtPieces,
}

/// How a side lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The next piece has no room to appear, or nowhere to lock.
    BlockOut,
    /// A piece locked too high.
    LockOut,
    /// Garbage pushed a block out of the top.
    TopOut,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Loss::BlockOut => "block out",
            Loss::LockOut => "lock out",
            Loss::TopOut => "top out",
        })
    }
}

impl Side {
    /// Returns an empty board and the first pieces, of which `visible` are known.
    pub fn new(
        rules: &Ruleset,
        visible: usize,
        pieces: PieceSequence,
        garbage: SideGarbage,
    ) -> Side {
        let mut side = Side {
            rules: *rules,
            state: State::new(rules.randomizer.clone()),
            field: Playfield::new(),
            pieces,
            visible,
            totals: SideTotals::default(),
            loss: None,
            garbage,
        };
        side.deal();
        side
    }

    /// Replaces the position. `field` shows what fills each cell of its board. Pieces are dealt
    /// until as many are visible as before.
    pub fn set_position(&mut self, state: State, field: Playfield) {
        (self.state, self.field) = (state, field);
        self.loss = None;
        self.deal();
    }

    /// Appends a piece to the queue. For games whose pieces come from outside; their sides have no
    /// `visible` pieces, so that none is dealt here.
    pub fn push_piece(&mut self, piece: Piece) {
        self.state.push_piece(piece);
    }

    /// Sets how many pieces are known, and deals those that are missing.
    pub fn set_visible(&mut self, visible: usize) {
        self.visible = visible;
        self.deal();
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the position.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the position with its colours.
    pub fn field(&self) -> &Playfield {
        &self.field
    }

    /// Returns the counts so far.
    pub fn totals(&self) -> SideTotals {
        self.totals
    }

    /// Returns how the side has lost, if it has. There is no block-out while the next piece is not
    /// known.
    pub fn loss(&self) -> Option<Loss> {
        let height = self.state.board.max_height();
        let too_high = (height > self.rules.lock_out_row).then_some(Loss::TopOut);
        let no_room =
            || !self.state.queue.is_empty() && self.state.legal_placements(&self.rules).is_empty();
        self.loss
            .or(too_high)
            .or_else(|| no_room().then_some(Loss::BlockOut))
    }

    /// Returns the canonical form of a move, if the rules allow it.
    ///
    /// # Errors
    /// Says why they forbid it.
    pub fn validate(&self, placement: Placement) -> Result<Placement, IllegalPlacement> {
        self.state.validate(&self.rules, placement)
    }

    /// Holds the piece in play, and deals another if the hold was empty. Returns what was dealt.
    /// Does not check whether the rules allow it.
    pub fn hold(&mut self) -> DealtPieces {
        let mut dealt = DealtPieces::new();
        if self.state.hold.is_none() {
            dealt = self.state.deal(2, &mut self.pieces);
        }
        self.state.hold_piece();
        dealt.append(&mut self.deal());
        dealt
    }

    /// Plays a validated move that locks at a frame of the game, and deals the next pieces.
    ///
    /// # Panics
    /// If a cell of the placement is outside the board.
    pub fn play(&mut self, placement: Placement, frame: u64) -> LockResult {
        let cells = placement.cells(&self.rules);
        let cleared_rows = self.fill(&cells, &placement);
        let multiplier = self.rules.attack_multiplier(frame);
        let solid_row_comes =
            self.rules.solid_row_interval.is_some() && self.state.clear_state.solid_row_in == 1;
        let clear = self.state.play_times(&self.rules, &placement, multiplier);
        if solid_row_comes {
            self.field.raise(FULL_ROW);
        }
        if clear.topped_out {
            self.loss.get_or_insert(Loss::LockOut);
        }
        self.totals.pieces += 1;
        self.totals.lines += u64::from(clear.lines);
        self.totals.attack += u64::from(clear.attack);
        LockResult {
            placement,
            cells,
            cleared_rows,
            clear,
            dealt: self.deal(),
        }
    }

    /// Fills cells of the field, and removes the rows that become full. Returns their numbers.
    fn fill(&mut self, cells: &[Cell], placement: &Placement) -> ArrayVec<u8, MAX_HEIGHT> {
        if placement.is_skip() {
            return ArrayVec::new();
        }
        let mut board = self.state.board;
        let solid = solid_rows(&self.rules, &board);
        for &(x, y) in cells {
            board.fill(x, y);
        }
        let full = board.full_rows() & !solid;
        self.field.fill(cells, CellKind::Piece(placement.piece));
        self.field.remove_rows(full);
        let rows = 0..MAX_HEIGHT as u8;
        rows.filter(|row| full >> row & 1 == 1).collect()
    }

    /// Returns the packets of lines that a clear sends, as [`Ruleset::packets`].
    pub fn packets(&self, clear: &Clear) -> ArrayVec<u32, 5> {
        self.rules.packets(clear)
    }

    /// Cancels waiting garbage by the packets of the last lock. Returns the packets left to send.
    pub fn cancel(&mut self, packets: &[u32]) -> ArrayVec<u32, 5> {
        let opener = self.rules.is_opener(self.totals.pieces);
        self.garbage.cancel(packets, opener)
    }

    /// Raises the garbage that is due. Returns its rows, in the order in which they came up.
    pub fn raise_garbage(&mut self, now: u64) -> GarbageRows {
        let rows = self.garbage.take_due(now);
        self.raise(&rows);
        rows
    }

    /// Raises rows of garbage, in this order: masks of filled columns.
    pub fn raise(&mut self, rows: &[u16]) {
        for &row in rows {
            if self.state.raise_garbage(&self.rules, &[row]) {
                self.loss.get_or_insert(Loss::TopOut);
            }
            self.field.raise(row);
        }
    }

    fn deal(&mut self) -> DealtPieces {
        self.state.deal(self.visible, &mut self.pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rotation;
    use crate::attack::AttackTable;
    use crate::garbage::HoleSettings;
    use crate::ruleset::Spawn;
    use crate::rulesets::{BLOCKBATTLE, GUIDELINE};

    fn side(rules: &Ruleset, drawn: &str, queue: &[Piece]) -> Side {
        let garbage = SideGarbage::new(rules, &HoleSettings::default(), 1);
        let mut side = Side::new(rules, 1, PieceSequence::new(rules, 1), garbage);
        let state = State {
            board: drawn.parse().unwrap(),
            queue: queue.iter().copied().collect(),
            ..State::new(rules.randomizer.clone())
        };
        let field = Playfield::from(&state.board);
        side.set_position(state, field);
        side
    }

    fn assert_same_picture(side: &Side) {
        let board = Playfield::from(&side.state().board);
        for (seen, filled) in side.field().rows().iter().zip(board.rows()) {
            let mut pairs = seen.iter().zip(filled);
            assert!(pairs.all(|(a, b)| a.is_some() == b.is_some()));
        }
    }

    #[test]
    fn lock_result_has_cells_and_cleared_rows() {
        let drawn = "
            #########.
            .#########
            #########.";
        let mut side = side(&GUIDELINE, drawn, &[Piece::I]);
        let upright = Placement::new(Piece::I, Rotation::East, 9, 5);
        let mut lowest = upright;
        lowest.y = 4;
        assert!(side.validate(lowest).is_ok(), "on the second row");
        let lock = side.play(side.validate(lowest).unwrap(), 0);
        assert_eq!(lock.cleared_rows.as_slice(), [2]);
        assert!(lock.cells.contains(&(9, 2)));
        assert_same_picture(&side);
        assert_eq!(side.field().get(9, 4), Some(CellKind::Piece(Piece::I)));
    }

    /// Solid rows are full and stay; another one comes up at intervals.
    #[test]
    fn the_field_has_the_solid_rows_of_the_board() {
        let mut side = side(&BLOCKBATTLE, "##########", &[Piece::O, Piece::O]);
        let mut state = side.state().clone();
        state.clear_state.solid_row_in = 1;
        let field = side.field().clone();
        side.set_position(state, field);
        let placement = side.state().legal_placements(&BLOCKBATTLE)[0];
        let lock = side.play(placement, 0);
        assert!(lock.cleared_rows.is_empty());
        assert_same_picture(&side);
        assert_eq!(side.state().board.full_rows(), 0b11);
    }

    /// The caller's ruleset need not live as long as the side.
    #[test]
    fn a_ruleset_made_at_run_time_is_played() {
        let side = |height, plain| {
            let rules = Ruleset {
                height,
                lock_out_row: height,
                spawn: Spawn {
                    y: height as i8 - 2,
                    ..GUIDELINE.spawn
                },
                attack: AttackTable {
                    plain,
                    ..AttackTable::NONE
                },
                ..GUIDELINE
            };
            side(&rules, "######....\n######....", &[Piece::O, Piece::O])
        };
        let mut paid = side(12, [0, 0, 7, 0, 0]);
        for x in [6, 8] {
            let mv = Placement::new(Piece::O, Rotation::North, x, 0);
            let lock = paid.play(paid.validate(mv).unwrap(), 0);
            assert_eq!(lock.clear.attack, if x == 8 { 7 } else { 0 });
        }
        let mut low = side(6, [0; 5]);
        low.raise(&[FULL_ROW & !1; 4]);
        assert_eq!((low.rules().height, low.loss()), (6, Some(Loss::BlockOut)));
    }

    #[test]
    fn losses_are_told_apart() {
        let mut side = side(&GUIDELINE, "..........", &[Piece::O]);
        assert_eq!(side.loss(), None);
        side.raise(&[FULL_ROW & !1; MAX_HEIGHT]);
        assert_eq!(side.loss(), Some(Loss::BlockOut));
        side.raise(&[FULL_ROW & !1]);
        assert_eq!(side.loss().unwrap().to_string(), "top out");
    }
}
