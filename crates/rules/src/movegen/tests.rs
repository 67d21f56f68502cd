//! The compiled floods against the general one, on seeded random boards: with the plain
//! columns and with all that this processor has, for all pieces and rotation systems.

use super::SPAWN_CLEARANCE;
use super::general::LockMaps;
use super::select::{CompiledSearch, Output, Request, Unsupported, asks_three_corners};
use super::tables::{COMPILED_SYSTEMS, CompiledPiece, PieceOf};
use crate::simd::columns::{ColumnTask, Columns, PortableColumns};
use crate::{
    BLOCKBATTLE, Board, GUIDELINE, PASON, Piece, Placement, Ruleset, SpinRules, SplitMix64,
};
use core::marker::PhantomData;

/// Boards of every kind.
const BOARDS: u64 = 3000;

#[test]
fn plain_columns_agree_with_the_general_flood() {
    everywhere(PortableColumns::ROWS, |rules, board, system, piece| {
        find(rules, board, system, piece, Way::Plain)
    });
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[test]
fn vectors_agree_with_the_general_flood() {
    for kind in crate::simd::x86::CpuLevel::available() {
        everywhere(64, |rules, board, system, piece| {
            find(rules, board, system, piece, Way::Vectors(kind))
        });
    }
}

/// The vector instructions do what the plain columns do.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[test]
fn columns_agree_operation_by_operation() {
    for number in 0..BOARDS {
        let board = random(&mut SplitMix64::new(number), 12);
        let plain = Steps(&board).run::<PortableColumns, PortableColumns>();
        for kind in crate::simd::x86::CpuLevel::available() {
            let found = kind.dispatch_columns(Steps(&board));
            assert_eq!(found, plain, "board number {number}\n{board}");
        }
    }
}

/// What every operation makes of a board.
struct Steps<'a>(&'a Board);

impl ColumnTask for Steps<'_> {
    type Output = Vec<Vec<u64>>;

    fn run<V: Columns, Many: Columns>(self) -> Vec<Vec<u64>> {
        let open = V::open(&self.0.columns);
        let sky = open.visible();
        let hidden = open.without(sky);
        let walls = open.or(open.beside::<3>()).or(open.beside::<-3>());
        [
            V::none(),
            open,
            V::top(),
            sky,
            hidden,
            open.and(open.beside::<1>()),
            walls.beside::<-1>(),
            walls.beside::<2>(),
            walls.beside::<-2>(),
            walls.beside::<3>().above::<1>(),
            walls.beside::<-3>().above::<-1>(),
            open.above::<2>().or(sky.above::<-2>()),
            open.above::<3>().or(sky.above::<-3>()),
            open.and(hidden.beside::<1>()).fallen(open),
            open.and(V::top()).fallen(open),
        ]
        .map(|columns| {
            let mut words = columns.words().as_ref().to_vec();
            words.push(u64::from(columns.is_empty()));
            words
        })
        .to_vec()
    }
}

/// Compares on all boards on which everything visible from above can be reached and that
/// are low enough for lanes of so many rows.
fn everywhere(
    rows: u32,
    mut find: impl FnMut(&Ruleset, &Board, usize, Piece) -> Result<Vec<Placement>, Unsupported>,
) {
    let spinless = Ruleset {
        spins: SpinRules::NEVER,
        ..GUIDELINE
    };
    for number in 0..BOARDS {
        let seed = &mut SplitMix64::new(number);
        let most = 1 + seed.below(16);
        let board = random(seed, most);
        for (rules, system) in [
            (&GUIDELINE, 0),
            (&spinless, 0),
            (&PASON, 1),
            (&BLOCKBATTLE, 2),
        ] {
            assert!(core::ptr::eq(rules.rotation, COMPILED_SYSTEMS[system]));
            if board.max_height() + SPAWN_CLEARANCE > rules.spawn.y as u32
                || board.max_height() + 4 > rows
            {
                continue;
            }
            for piece in Piece::ALL {
                let expected = general(rules, &board, piece);
                match find(rules, &board, system, piece) {
                    Ok(found) => assert_eq!(
                        found, expected,
                        "{piece:?}, {}, number {number}\n{board}",
                        rules.name
                    ),
                    Err(Unsupported) => assert!(board.max_height() > 12, "{board}"),
                }
            }
        }
    }
}

/// The list of the general flood.
fn general(rules: &Ruleset, board: &Board, piece: Piece) -> Vec<Placement> {
    let mut out = Vec::new();
    LockMaps::find(rules, board, piece).list(piece, &mut out);
    out
}

#[derive(Clone, Copy)]
enum Way {
    Plain,
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Vectors(crate::simd::x86::CpuLevel),
}

fn find(
    rules: &Ruleset,
    board: &Board,
    system: usize,
    piece: Piece,
    way: Way,
) -> Result<Vec<Placement>, Unsupported> {
    match system {
        0 => find_in::<0>(rules, board, piece, way),
        1 => find_in::<1>(rules, board, piece, way),
        _ => find_in::<2>(rules, board, piece, way),
    }
}

fn find_in<const S: usize>(
    rules: &Ruleset,
    board: &Board,
    piece: Piece,
    way: Way,
) -> Result<Vec<Placement>, Unsupported> {
    match piece {
        Piece::I => find_shape::<PieceOf<S, 0>>(rules, board, way),
        Piece::O => find_shape::<PieceOf<S, 1>>(rules, board, way),
        Piece::T => find_shape::<PieceOf<S, 2>>(rules, board, way),
        Piece::L => find_shape::<PieceOf<S, 3>>(rules, board, way),
        Piece::J => find_shape::<PieceOf<S, 4>>(rules, board, way),
        Piece::S => find_shape::<PieceOf<S, 5>>(rules, board, way),
        Piece::Z => find_shape::<PieceOf<S, 6>>(rules, board, way),
    }
}

fn find_shape<S: CompiledPiece>(
    rules: &Ruleset,
    board: &Board,
    way: Way,
) -> Result<Vec<Placement>, Unsupported> {
    let mut out = Vec::new();
    let search = CompiledSearch {
        request: Request {
            rules,
            board,
            three_corners: asks_three_corners(rules, S::PIECE)?,
            output: Output::List(&mut out),
        },
        piece: PhantomData::<S>,
    };
    match way {
        Way::Plain => search.run::<PortableColumns, PortableColumns>(),
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        Way::Vectors(kind) => kind.dispatch_columns(search),
    }?;
    Ok(out)
}

/// Rows with holes, sparse or dense, and sometimes a cave and a way into it.
fn random(seed: &mut SplitMix64, most: u32) -> Board {
    let mut board = Board::EMPTY;
    let rows = seed.below(most + 1);
    let percent = 15 + seed.below(80);
    for y in 0..rows {
        for x in 0..10 {
            if seed.below(100) < percent {
                board.fill(x, y as i8);
            }
        }
    }
    for _ in 0..seed.below(4) {
        let (left, bottom) = (seed.below(10) as usize, seed.below(16));
        let (width, height) = (1 + seed.below(5) as usize, 1 + seed.below(5));
        for column in board.columns.iter_mut().skip(left).take(width) {
            *column &= !(((1 << height) - 1) << bottom);
        }
    }
    board
}
