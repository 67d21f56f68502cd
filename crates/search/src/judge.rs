//! All placements of one piece on one board, judged.

use super::batch::{Batch, LANES, ROWS, WIDTH};
use super::evaluate;
use super::game::Child;
use super::scratch::Lent;
use super::stacker::{LOST, Position, Stacker};
use landfall_rules::simd::{self, SimdTask};
use landfall_rules::{
    Board, Clear, ClearState, Piece, Placement, Ruleset, SkipRule, lock, movegen, push_solid_row,
};

/// Rows above the stack that a piece can fill.
const PIECE_ROWS: u32 = 4;

/// Appends every move that places `piece`, judged, `hold` being what is held after it.
pub fn judge(
    game: &Stacker,
    position: &Position,
    piece: Piece,
    hold: Option<Piece>,
    out: &mut Vec<Child<Placement>>,
) {
    simd::dispatch(Judge {
        game,
        position,
        piece,
        hold,
        out,
    });
}

struct Judge<'a> {
    game: &'a Stacker,
    position: &'a Position,
    piece: Piece,
    hold: Option<Piece>,
    out: &'a mut Vec<Child<Placement>>,
}

impl SimdTask for Judge<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let (rules, board) = (self.game.rules, &self.position.board);
        let mut placements = Lent::empty();
        movegen::placements(rules, board, self.piece, &mut placements);
        let raised = u32::from(self.rising());
        let top = board.max_height() + PIECE_ROWS + raised;
        if rules.skips != SkipRule::Never {
            self.skip(&placements);
        }
        if top > rules.lock_out_row {
            self.sort_out_lost(&mut placements);
        }
        if top <= ROWS {
            self.side_by_side(&placements, raised);
        } else {
            self.one_by_one(&placements);
        }
    }
}

impl Judge<'_> {
    /// Whether a solid row comes up after this piece.
    fn rising(&self) -> bool {
        self.game.rules.solid_row_interval.is_some() && self.position.chain.solid_row_in == 1
    }

    /// Judges the moves that lose and takes them out.
    #[inline(never)]
    fn sort_out_lost(&mut self, placements: &mut Vec<Placement>) {
        let (rules, position) = (self.game.rules, self.position);
        let rising = self.rising();
        placements.retain(|mv| {
            let top = self.game.shapes.get(mv.piece, mv.rotation).top(mv.y);
            let pushed_out = || {
                let (mut board, mut chain) = (position.board, position.chain);
                lock(rules, &mut board, &mut chain, mv);
                push_solid_row(rules, &mut board, &mut chain)
            };
            let stays = top < rules.lock_out_row as i8 && !(rising && pushed_out());
            if !stays {
                self.out.push(lost(*mv));
            }
            stays
        });
    }

    /// Judges a skip, if one is left. A piece that cannot even appear cannot be skipped.
    #[inline(never)]
    fn skip(&mut self, placements: &[Placement]) {
        if self.position.chain.skips > 0 && !placements.is_empty() {
            let mv = Placement::skip(self.piece);
            let (mut board, mut chain) = (self.position.board, self.position.chain);
            lock(self.game.rules, &mut board, &mut chain, &mv);
            match push_solid_row(self.game.rules, &mut board, &mut chain) {
                true => self.out.push(lost(mv)),
                false => self.one_by_one(&[mv]),
            }
        }
    }

    /// For boards that fit into a batch.
    #[inline(always)]
    fn side_by_side(&mut self, placements: &[Placement], raised: u32) {
        let weights = &*self.game.weights;
        let ground = Ground::of(&self.position.board, self.game.rules, raised);
        let held = evaluate::hold(weights, self.hold);
        let chain = ClearState {
            combo: 0,
            ..self.position.chain
        };
        let quiet = Verdict {
            reward: evaluate::clear(weights, self.piece, &Clear::default()),
            extra: evaluate::counters(weights, chain) + held,
        };
        for moves in placements.chunks(LANES) {
            let mut batch = Batch::of(&ground.columns);
            let mut verdicts = [quiet; LANES];
            for (i, mv) in moves.iter().enumerate() {
                let shape = self.game.shapes.get(self.piece, mv.rotation);
                let (x, cells) = shape.at(mv.x, mv.y + raised as i8);
                if ground.place(&mut batch, i, x, cells) {
                    verdicts[i] = self.clearing(&mut batch, i, mv, held);
                }
            }
            let values = batch.values(weights);
            let judged = moves.iter().zip(verdicts).zip(values);
            self.out.extend(judged.map(|((&mv, verdict), value)| Child {
                mv,
                reward: verdict.reward,
                eval: value + verdict.extra,
            }));
        }
    }

    /// Puts the board after a move that clears rows into the batch.
    #[inline(never)]
    fn clearing(&self, batch: &mut Batch, i: usize, mv: &Placement, held: i32) -> Verdict {
        let weights = &*self.game.weights;
        let (mut board, mut chain) = (self.position.board, self.position.chain);
        let clear = lock(self.game.rules, &mut board, &mut chain, mv);
        push_solid_row(self.game.rules, &mut board, &mut chain);
        for (x, &column) in board.columns.iter().enumerate() {
            batch.set(i, x, column as u32);
        }
        Verdict {
            reward: evaluate::clear(weights, self.piece, &clear),
            extra: evaluate::counters(weights, chain) + held,
        }
    }

    /// For boards that are too high.
    #[inline(never)]
    fn one_by_one(&mut self, placements: &[Placement]) {
        let weights = &*self.game.weights;
        for &mv in placements {
            let mut next = Position {
                hold: self.hold,
                ..*self.position
            };
            let clear = lock(self.game.rules, &mut next.board, &mut next.chain, &mv);
            push_solid_row(self.game.rules, &mut next.board, &mut next.chain);
            self.out.push(Child {
                mv,
                reward: evaluate::clear(weights, self.piece, &clear),
                eval: evaluate::position(weights, &next),
            });
        }
    }
}

/// What a move is worth beside the board after it.
#[derive(Clone, Copy)]
struct Verdict {
    reward: i32,
    /// What belongs to the value of the position.
    extra: i32,
}

/// A board to put pieces on. There are full columns beyond its right wall, so that every
/// shape may be taken to be four columns wide.
struct Ground {
    columns: [u32; WIDTH],
    /// `left[x]` has the rows that are full to the left of column `x`.
    left: [u32; WIDTH],
    /// `right[x]` has the rows that are full to the right of column `x + 3`.
    right: [u32; WIDTH],
    /// Rows that can be cleared.
    clearable: u32,
}

impl Ground {
    #[inline(always)]
    fn of(board: &Board, rules: &Ruleset, raised: u32) -> Ground {
        let mut columns = [!0; WIDTH];
        for (x, &column) in board.columns.iter().enumerate() {
            columns[x] = column as u32;
        }
        let mut clearable = !0;
        if rules.solid_row_interval.is_some() {
            clearable = raise(&mut columns, raised);
        }
        let (mut left, mut right) = ([!0; WIDTH], [!0; WIDTH]);
        for x in 1..10 {
            left[x] = left[x - 1] & columns[x - 1];
        }
        for x in (0..6).rev() {
            right[x] = right[x + 1] & columns[x + 4];
        }
        Ground {
            columns,
            left,
            right,
            clearable,
        }
    }

    /// Puts a shape onto board `i` of a batch; says whether that fills a row.
    #[inline(always)]
    fn place(&self, batch: &mut Batch, i: usize, x: usize, cells: [u32; 4]) -> bool {
        let mut full = self.left[x % WIDTH] & self.right[x % WIDTH] & self.clearable;
        for (x, cells) in (x..).zip(cells) {
            let column = self.columns[x % WIDTH] | cells;
            batch.set(i, x, column);
            full &= column;
        }
        full != 0
    }
}

/// Puts solid rows below columns; gives the rows that are not solid.
#[inline(never)]
fn raise(columns: &mut [u32; WIDTH], rows: u32) -> u32 {
    for column in columns.iter_mut().take(10) {
        *column = *column << rows | ((1 << rows) - 1);
    }
    !columns.iter().fold(!0, |full, column| full & column)
}

/// A move that loses: worth what a lost position is, whatever it clears.
fn lost(mv: Placement) -> Child<Placement> {
    Child {
        mv,
        reward: 0,
        eval: LOST,
    }
}
