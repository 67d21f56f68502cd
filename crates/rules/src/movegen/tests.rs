//! The compiled floods against the general one, on seeded random boards: with portable columns and
//! all vector columns that this processor has, for all pieces and rotation systems; and on boards
//! of every kind under the rules of TETR.IO's league.

mod called;

use self::called::Called;
use super::SPAWN_CLEARANCE;
use super::general::LockMaps;
use super::select::{CompiledSearch, Output, Request, SpinTests, Unsupported};
use super::tables::{COMPILED_SYSTEMS, CompiledPiece, PieceOf};
use crate::rng::SplitMix64;
use crate::rulesets::{BLOCKBATTLE, GUIDELINE, PASON, TETRIO_S2};
use crate::simd::columns::{ColumnTask, Columns};
use crate::simd::portable_columns::{Portable16, Portable32};
use crate::simd::v128_columns::V128Columns;
use crate::spin::SpinRules;
use crate::{Board, Piece, Placement, Ruleset, Spin};
use core::marker::PhantomData;
use landfall_testing::boards::{KINDS, columns};

/// Boards for each kind of columns; Miri takes a second for one.
const BOARDS: u64 = if cfg!(miri) { 3 } else { 3000 };

#[test]
fn plain_columns_agree_with_the_general_flood() {
    compare_all(Portable32::ROWS, |rules, board, system, piece| {
        find(rules, board, system, piece, Backend::Portable)
    });
}

#[test]
fn columns_of_wasm_agree_with_the_general_flood() {
    compare_all(V128Columns::ROWS, |rules, board, system, piece| {
        find(rules, board, system, piece, Backend::V128)
    });
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[test]
fn vectors_agree_with_the_general_flood() {
    if let Some(level) = crate::simd::x86::CpuLevel::current() {
        compare_all(64, |rules, board, system, piece| {
            find(rules, board, system, piece, Backend::Level(level))
        });
    }
}

/// The vector instructions do what the portable columns do.
#[test]
fn columns_agree_operation_by_operation() {
    for number in 0..BOARDS {
        let board = random(&mut SplitMix64::new(number), 12);
        let plain = Steps(&board).run::<Portable16, Portable16>();
        let found = Steps(&board).run::<V128Columns, V128Columns>();
        assert_eq!(found, plain, "board number {number}\n{board}");
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        if let Some(level) = crate::simd::x86::CpuLevel::current() {
            let found = level.dispatch_columns(Steps(&board));
            assert_eq!(found, plain, "board number {number}\n{board}");
        }
    }
}

/// Applies every operation of [`Columns`] to a board.
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

/// Compares on all boards that are low enough for lanes of so many rows.
fn compare_all(
    rows: u32,
    mut find: impl FnMut(&Ruleset, &Board, usize, Piece) -> Result<Vec<Placement>, Unsupported>,
) {
    let spinless = Ruleset {
        spins: SpinRules::NEVER,
        ..GUIDELINE
    };
    for number in 0..BOARDS {
        let rng = &mut SplitMix64::new(number);
        let max_rows = 1 + rng.below(24);
        let board = random(rng, max_rows);
        for (rules, system) in [
            (&GUIDELINE, 0),
            (&spinless, 0),
            (&PASON, 1),
            (&BLOCKBATTLE, 2),
            (&TETRIO_S2, 3),
        ] {
            assert!(core::ptr::eq(rules.rotation, COMPILED_SYSTEMS[system]));
            if board.max_height() + 4 > rows {
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

#[test]
fn boards_of_every_kind_agree_under_the_leagues_rules() {
    compare_in_the_league(2_000);
}

/// Takes about a minute: `cargo test -p landfall-rules --lib a_million -- --ignored`.
#[test]
#[ignore = "takes a minute"]
fn a_million_boards_agree_under_the_leagues_rules() {
    compare_in_the_league(1_000_000);
}

/// Compares lists of all pieces, spins included, on so many boards of all kinds, with every
/// backend whose lanes are high enough. On boards above 18 rows the flood begins at the spawn.
fn compare_in_the_league(boards: u64) {
    let (mut spins, mut high) = (0, 0);
    for seed in 0..boards {
        let kind = seed as usize % KINDS.len();
        let board = Board {
            columns: columns(kind, seed),
        };
        let from_spawn = board.max_height() + SPAWN_CLEARANCE > TETRIO_S2.spawn.y as u32;
        let rules = Ruleset {
            spawn: TETRIO_S2.spawn_after(seed % 2 == 1),
            ..TETRIO_S2
        };
        for piece in Piece::ALL {
            let expected = general(&rules, &board, piece);
            spins += expected.iter().filter(|p| p.spin != Spin::None).count();
            let mut answers = 0;
            for backend in Backend::available() {
                if let Ok(found) = find(&rules, &board, 3, piece, backend) {
                    assert_eq!(found, expected, "{piece:?}, kind {kind}, {seed}\n{board}");
                    answers += 1;
                    high += u64::from(from_spawn && !expected.is_empty());
                }
            }
            assert!(answers > 0 || board.max_height() > 12, "{board}");
        }
    }
    assert!(spins as u64 > boards / 2, "{spins} spins");
    assert!(high > boards / 2, "{high} lists from the spawn");
}

/// The list of the general flood.
fn general(rules: &Ruleset, board: &Board, piece: Piece) -> Vec<Placement> {
    let mut out = Vec::new();
    LockMaps::find(rules, &rules.spawn, board, piece).list(piece, &mut out);
    out
}

#[derive(Clone, Copy)]
enum Backend {
    Portable,
    V128,
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Level(crate::simd::x86::CpuLevel),
}

impl Backend {
    /// Returns all that this processor has.
    fn available() -> Vec<Backend> {
        #[allow(unused_mut, reason = "there is no other one without vectors")]
        let mut all = vec![Backend::Portable, Backend::V128];
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        all.extend(crate::simd::x86::CpuLevel::current().map(Backend::Level));
        all
    }
}

fn find(
    rules: &Ruleset,
    board: &Board,
    system: usize,
    piece: Piece,
    backend: Backend,
) -> Result<Vec<Placement>, Unsupported> {
    match system {
        0 => find_in::<0>(rules, board, piece, backend),
        1 => find_in::<1>(rules, board, piece, backend),
        2 => find_in::<2>(rules, board, piece, backend),
        _ => find_in::<3>(rules, board, piece, backend),
    }
}

fn find_in<const S: usize>(
    rules: &Ruleset,
    board: &Board,
    piece: Piece,
    backend: Backend,
) -> Result<Vec<Placement>, Unsupported> {
    match piece {
        Piece::I => find_piece::<PieceOf<S, 0>>(rules, board, backend),
        Piece::O => find_piece::<PieceOf<S, 1>>(rules, board, backend),
        Piece::T => find_piece::<PieceOf<S, 2>>(rules, board, backend),
        Piece::L => find_piece::<PieceOf<S, 3>>(rules, board, backend),
        Piece::J => find_piece::<PieceOf<S, 4>>(rules, board, backend),
        Piece::S => find_piece::<PieceOf<S, 5>>(rules, board, backend),
        Piece::Z => find_piece::<PieceOf<S, 6>>(rules, board, backend),
    }
}

fn find_piece<S: CompiledPiece>(
    rules: &Ruleset,
    board: &Board,
    backend: Backend,
) -> Result<Vec<Placement>, Unsupported> {
    let mut out = Vec::new();
    let search = CompiledSearch {
        request: Request {
            rules,
            spawn: &rules.spawn,
            board,
            spins: SpinTests::for_piece(rules, S::PIECE, S::IMMOBILE)?,
            output: Output::List(&mut out),
        },
        piece: PhantomData::<S>,
    };
    match backend {
        Backend::Portable => search.run::<Portable16, Called<Portable32>>(),
        Backend::V128 => search.run::<Called<V128Columns>, Called<V128Columns>>(),
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        Backend::Level(level) => level.dispatch_columns(search),
    }?;
    Ok(out)
}

/// Rows with holes, sparse or dense, and up to three rectangles cut out of them.
fn random(rng: &mut SplitMix64, max_rows: u32) -> Board {
    let mut board = Board::EMPTY;
    let rows = rng.below(max_rows + 1);
    let percent = 15 + rng.below(80);
    for y in 0..rows {
        for x in 0..10 {
            if rng.below(100) < percent {
                board.fill(x, y as i8);
            }
        }
    }
    for _ in 0..rng.below(4) {
        let (left, bottom) = (rng.below(10) as usize, rng.below(16));
        let (width, height) = (1 + rng.below(5) as usize, 1 + rng.below(5));
        for column in board.columns.iter_mut().skip(left).take(width) {
            *column &= !(((1 << height) - 1) << bottom);
        }
    }
    board
}
