//! All placements of one piece on one board, judged.

use super::batch::{Batch, LANES, ROWS};
use super::evaluate;
use super::game::Child;
use super::stacker::{LOST, Position, Stacker};
use crate::game::cpu::{self, Task};
use crate::game::{Clear, Piece, Placement, lock, reach};
use smallvec::SmallVec;

/// Rows above the stack that a piece can fill.
const PIECE_ROWS: u32 = 4;

/// The placements of one piece; there are hardly ever more than this has room for in place.
type Placements = SmallVec<[Placement; 256]>;

/// Appends every move that places `piece`, judged, `hold` being what is held after it.
pub fn judge(
    game: &Stacker,
    position: &Position,
    piece: Piece,
    hold: Option<Piece>,
    out: &mut Vec<Child<Placement>>,
) {
    cpu::fastest(Judge {
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

impl Task for Judge<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let (rules, board) = (self.game.rules, &self.position.board);
        let mut placements = Placements::new();
        reach::each(rules, board, self.piece, |mv| placements.push(mv));
        let mut last = 0;
        placements.retain(|mv| {
            last += 1;
            let top = self.game.shapes.get(mv.piece, mv.rotation).top(mv.y);
            let stays = top < rules.lock_limit as i8;
            if !stays {
                self.out.push(lost(*mv));
            }
            stays
        });
        if board.max_height() + PIECE_ROWS <= ROWS {
            self.side_by_side(&placements);
        } else {
            self.one_by_one(&placements);
        }
    }
}

impl Judge<'_> {
    /// For boards that fit into a batch.
    #[inline(always)]
    fn side_by_side(&mut self, placements: &[Placement]) {
        let weights = &*self.game.weights;
        let columns = &self.position.board.columns;
        let quiet = evaluate::clear(weights, self.piece, &Clear::default());
        let held = evaluate::hold(weights, self.hold);
        let counters = {
            let mut chain = self.position.chain;
            chain.combo = 0;
            evaluate::counters(weights, chain)
        };
        for moves in placements.chunks(LANES) {
            let mut batch = Batch::of(columns);
            let mut rewards = [quiet; LANES];
            let mut extras = [counters + held; LANES];
            for (i, mv) in moves.iter().enumerate() {
                let shape = self.game.shapes.get(mv.piece, mv.rotation);
                let (x, cells) = shape.at(mv.x, mv.y);
                let mut changed = *columns;
                for dx in 0..shape.width() {
                    changed[x + dx] |= cells[dx];
                    batch.set(i, x + dx, changed[x + dx]);
                }
                if changed.iter().fold(!0, |full, column| full & column) != 0 {
                    let (mut board, mut chain) = (self.position.board, self.position.chain);
                    let clear = lock(self.game.rules, &mut board, &mut chain, mv);
                    for (x, &column) in board.columns.iter().enumerate() {
                        batch.set(i, x, column);
                    }
                    rewards[i] = evaluate::clear(weights, self.piece, &clear);
                    extras[i] = evaluate::counters(weights, chain) + held;
                }
            }
            let values = batch.values(weights);
            for (i, &mv) in moves.iter().enumerate() {
                self.out.push(Child {
                    mv,
                    reward: rewards[i],
                    eval: values[i] + extras[i],
                });
            }
        }
    }

    /// For boards that are too high.
    #[inline(never)]
    fn one_by_one(&mut self, placements: &[Placement]) {
        let weights = &*self.game.weights;
        for &mv in placements {
            let (mut board, mut chain) = (self.position.board, self.position.chain);
            let clear = lock(self.game.rules, &mut board, &mut chain, &mv);
            self.out.push(Child {
                mv,
                reward: evaluate::clear(weights, self.piece, &clear),
                eval: evaluate::board(weights, &board.columns)
                    + evaluate::counters(weights, chain)
                    + evaluate::hold(weights, self.hold),
            });
        }
    }
}

/// A move that loses: worth what a lost position is, whatever it clears.
fn lost(mv: Placement) -> Child<Placement> {
    Child {
        mv,
        reward: 0,
        eval: LOST,
    }
}
