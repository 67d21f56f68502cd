//! The game of the frontend: deals the pieces, validates the moves, and adds garbage.
//!
//! The rules are those of `landfall-rules`; this module adds the seeds and the colours of the cells.
//! It has no messages and no clock.

use landfall_rules::board::CellKind;
use landfall_rules::garbage::{HoleSettings, SideGarbage};
use landfall_rules::path::PieceMoves;
use landfall_rules::randomizer::{DealtPieces, PieceSequence};
use landfall_rules::rng::{SplitMix64, mix64};
use landfall_rules::side::LockResult;
use landfall_rules::state::IllegalPlacement;
use landfall_rules::{Cell, Clear, Placement, Playfield, Randomizer, Ruleset, Side, State};

/// Separates the seed of the garbage from that of the pieces, so that a seed deals the same pieces
/// with garbage and without.
const GARBAGE_SEED: u64 = 0x6761_7262_6167_6500;

/// A game by the rules of a ruleset.
#[derive(Clone, Debug)]
pub struct Game {
    side: Side,
    garbage: SplitMix64,
    garbage_every: Option<u64>,
}

/// A played move and its effects.
#[derive(Clone, Debug)]
pub struct LockedPiece {
    /// The move in its canonical orientation.
    pub placement: Placement,
    /// The cells that it filled.
    pub cells: [Cell; 4],
    /// The field with these cells, before full rows are removed and garbage is added.
    pub field: Playfield,
    /// What it cleared.
    pub clear: Clear,
    /// The pieces dealt after it.
    pub dealt: DealtPieces,
    /// Whether a row of garbage was added after it.
    pub garbage: bool,
}

impl Game {
    /// Returns a new game with the randomizer of the rules; see [`Game::with_randomizer`].
    #[cfg(test)]
    pub fn new(rules: &Ruleset, seed: u64, previews: usize, garbage_every: Option<u64>) -> Game {
        Game::with_randomizer(rules.randomizer, rules, seed, previews, garbage_every)
    }

    /// Returns a new game with this randomizer. The bot sees `previews` pieces beyond the one in
    /// play. With `garbage_every`, a row of garbage is added each time that many pieces have locked.
    pub fn with_randomizer(
        randomizer: &Randomizer,
        rules: &Ruleset,
        seed: u64,
        previews: usize,
        garbage_every: Option<u64>,
    ) -> Game {
        let pieces = if randomizer == rules.randomizer {
            PieceSequence::new(rules, seed)
        } else {
            PieceSequence::sampled(SplitMix64::new(seed))
        };
        let garbage_seed = mix64(seed ^ GARBAGE_SEED);
        // The queue of garbage stays empty, because garbage rises immediately.
        let pending = SideGarbage::new(rules, &HoleSettings::default(), garbage_seed);
        let mut side = Side::new(rules, 0, pieces, pending);
        side.set_position(State::new(randomizer.clone()), Playfield::new());
        side.set_visible(previews + 1);
        Game {
            side,
            garbage: SplitMix64::new(garbage_seed),
            garbage_every,
        }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Ruleset {
        self.side.rules()
    }

    /// Returns the position.
    pub fn state(&self) -> &State {
        self.side.state()
    }

    /// Returns the field with the colours of its cells.
    pub fn field(&self) -> &Playfield {
        self.side.field()
    }

    /// Returns whether the game is over: a piece locked too high, no piece can be placed, or
    /// garbage pushed blocks out of the top.
    pub fn is_over(&self) -> bool {
        self.side.loss().is_some()
    }

    /// Returns the cells in which the piece in play appears, if they are free.
    pub fn spawn_cells(&self) -> Option<[Cell; 4]> {
        let (rules, state) = (self.rules(), self.state());
        let piece = *state.queue.front()?;
        let moves =
            PieceMoves::new(rules, &state.board, piece).with_spawn(state.clear_state.spawn(rules));
        let spawn = moves.spawn()?;
        Some(moves.placement(spawn).cells(rules))
    }

    /// Plays a move, deals, and adds garbage if it is due.
    ///
    /// # Errors
    /// The rules forbid the move; the game is then unchanged.
    pub fn play(&mut self, placement: Placement) -> Result<LockedPiece, IllegalPlacement> {
        let placement = self.side.validate(placement)?;
        let mut field = self.field().clone();
        let LockResult {
            placement,
            cells,
            clear,
            dealt,
            ..
        } = self.side.play(placement, 0);
        field.fill(&cells, CellKind::Piece(placement.piece));
        let locked = self.side.totals().pieces;
        let garbage = self.garbage_every.is_some_and(|n| locked.is_multiple_of(n));
        if garbage {
            self.add_garbage();
        }
        Ok(LockedPiece {
            placement,
            cells,
            field,
            clear,
            dealt,
            garbage,
        })
    }

    fn add_garbage(&mut self) {
        let row = self.rules().garbage.row(&mut self.garbage);
        self.side.raise(&[row]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::{GUIDELINE, PASON};
    use landfall_rules::{Board, Piece, Rotation, Spin};

    fn with_board(drawn: &str, piece: Piece) -> Game {
        let mut game = Game::new(&GUIDELINE, 1, 0, None);
        set(&mut game, drawn.parse::<Board>().unwrap(), piece);
        game
    }

    fn set(game: &mut Game, board: Board, piece: Piece) {
        let state = State {
            queue: [piece].into(),
            board,
            ..game.state().clone()
        };
        game.side.set_position(state, Playfield::from(&board));
    }

    fn at(piece: Piece, rotation: Rotation, x: i8, y: i8, spin: Spin) -> Placement {
        Placement {
            piece,
            rotation,
            x,
            y,
            spin,
        }
    }

    #[test]
    fn a_seed_deals_the_same_pieces_with_garbage_and_without() {
        let mut plain = Game::new(&GUIDELINE, 7, 5, None);
        let mut raised = Game::new(&GUIDELINE, 7, 5, Some(3));
        for turn in 1..=9 {
            let placement = plain.state().legal_placements(&GUIDELINE)[0];
            let queue = plain.play(placement).unwrap().dealt;
            let placement = raised.state().legal_placements(&GUIDELINE)[0];
            let lock = raised.play(placement).unwrap();
            assert_eq!(lock.dealt, queue);
            assert_eq!(lock.garbage, turn % 3 == 0);
        }
        assert!(raised.field().height() > 3);
    }

    #[test]
    fn field_and_board_have_the_same_cells() {
        for rules in Ruleset::ALL {
            assert_same_cells(Game::new(rules, 3, 2, Some(2)));
        }
    }

    fn assert_same_cells(mut game: Game) {
        for _ in 0..200 {
            let moves = game.state().legal_placements(game.rules());
            let Some(lowest) = moves.into_iter().min_by_key(|p| (p.y, p.x)) else {
                break;
            };
            game.play(lowest).unwrap();
            for (y, row) in game.field().rows().iter().enumerate() {
                for (x, cell) in row.iter().enumerate() {
                    let filled = game.state().board.filled(x as i8, y as i8);
                    assert_eq!(cell.is_some(), filled, "x={x} y={y}");
                }
            }
        }
        assert!(game.side.totals().pieces > 20);
    }

    #[test]
    fn a_first_hold_deals_two_pieces() {
        let mut game = Game::new(&GUIDELINE, 1, 3, None);
        let held = game.state().held_piece(game.rules()).unwrap();
        let moves = game.state().legal_placements(game.rules());
        let placement = *moves.iter().find(|p| p.piece == held).unwrap();
        assert_eq!(game.play(placement).unwrap().dealt.len(), 2);
        assert_eq!(game.state().queue.len(), 4);
    }

    #[test]
    fn the_other_orientation_of_the_same_cells_is_the_same_move() {
        let mut game = with_board("..........", Piece::S);
        let lock = game.play(at(Piece::S, Rotation::South, 4, 1, Spin::None));
        assert_eq!(lock.unwrap().placement.rotation, Rotation::North);
    }

    #[test]
    fn blocks_pushed_out_of_the_top_end_the_game() {
        let mut game = Game::new(&GUIDELINE, 1, 0, Some(1));
        let mut board = Board::EMPTY;
        for y in 0..39 {
            board.fill(0, y);
        }
        set(&mut game, board, Piece::I);
        assert!(!game.is_over());
        let placement = game.state().legal_placements(game.rules())[0];
        game.play(placement).unwrap();
        game.add_garbage();
        assert!(game.is_over());
    }

    #[test]
    fn a_piece_that_locks_above_the_limit_ends_the_game() {
        let mut game = Game::new(&PASON, 1, 0, None);
        let mut board = Board::EMPTY;
        for y in 0..17 {
            board.fill(5, y);
        }
        set(&mut game, board, Piece::I);
        let upright = |y| at(Piece::I, Rotation::East, 5, y, Spin::None);
        assert!(!game.is_over());
        let lock = game.play(upright(19)).unwrap();
        assert!(lock.clear.topped_out && game.is_over());
    }
}
