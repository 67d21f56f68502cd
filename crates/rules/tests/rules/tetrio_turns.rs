//! The turns and spins of TETR.IO's league: half turns with kicks, kick lists of other lengths,
//! and every piece that cannot move after a turn counts as a mini spin. The move generator
//! agrees with the plain checker; published counts are in `perft`.

use landfall_rules::movegen::{self, SpinCounting};
use landfall_rules::path::{self, PieceMoves};
use landfall_rules::perft::{HoldUse, Perft};
use landfall_rules::rng::SplitMix64;
use landfall_rules::rotation::{SRS_PLUS, TurnKind};
use landfall_rules::ruleset::Spawn;
use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};
use landfall_rules::{Board, Piece, Placement, Randomizer, Rotation, Ruleset, Spin, State};
use landfall_testing::boards::{self, BoardGenerator};
use landfall_testing::plain::{self, Game};
use std::collections::BTreeSet;

#[test]
fn kicks_are_those_of_the_plain_checker() {
    for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::O) {
        for from in Rotation::ALL {
            for turn in &SRS_PLUS.rule(piece).turns[from.index()] {
                let expected = plain::centre_moves(Game::TETRIO, piece, from, turn.to);
                assert_eq!(turn.kicks, expected, "{piece:?} {from:?} to {:?}", turn.to);
            }
        }
    }
}

/// What spins were met.
#[derive(Debug, Default)]
struct Met {
    minis_of_others: u32,
    minis_of_t: u32,
    fulls: u32,
}

fn compare(generator: BoardGenerator, count: u64) -> Met {
    let mut met = Met::default();
    for number in 0..count {
        let board = generator(&mut SplitMix64::new(number));
        for piece in Piece::ALL {
            let expected = plain::placements_in(Game::TETRIO, &board, piece);
            let mut found = Vec::new();
            movegen::placements(&TETRIO_S2, &board, piece, &mut found);
            let labelled: BTreeSet<_> = found.iter().map(|p| (cells(p), p.spin)).collect();
            assert_eq!(labelled, expected, "{piece:?} on number {number}\n{board}");
            assert_eq!(found.len(), expected.len(), "{piece:?} on number {number}");
            let distinct = movegen::count(&TETRIO_S2, &board, piece, SpinCounting::Distinct);
            assert_eq!(distinct as usize, expected.len());
            for placement in &found {
                match (placement.spin, piece) {
                    (Spin::Mini, Piece::T) => met.minis_of_t += 1,
                    (Spin::Mini, _) => met.minis_of_others += 1,
                    (Spin::Full, _) => met.fulls += 1,
                    (Spin::None, _) => {}
                }
            }
        }
    }
    met
}

fn cells(placement: &Placement) -> plain::Cells {
    let mut cells = placement.cells(&TETRIO_S2);
    cells.sort_unstable();
    cells
}

#[test]
fn placements_are_those_of_the_plain_checker() {
    compare(boards::low_messy, 500);
    compare(boards::tall_messy, 500);
    compare(boards::high, 500);
    let met = compare(boards::caves, 1000);
    assert!(
        met.minis_of_others > 100 && met.minis_of_t > 100 && met.fulls > 100,
        "{met:?}"
    );
}

/// For every spin there is a pose from which a turn leads to it, and the spin of a single pose is
/// that of the move generator.
#[test]
fn spins_of_single_turns_are_those_of_the_move_generator() {
    for number in 0..150 {
        let board = boards::caves(&mut SplitMix64::new(number));
        for piece in Piece::ALL {
            let mut listed = Vec::new();
            movegen::placements(&TETRIO_S2, &board, piece, &mut listed);
            listed.retain(|mv| mv.spin != Spin::None);
            let listed: BTreeSet<Placement> = listed.into_iter().collect();
            assert_eq!(spun(&board, piece), listed, "{piece:?} {number}\n{board}");
        }
    }
}

/// The spins that single turns make, from every pose that has a route.
fn spun(board: &Board, piece: Piece) -> BTreeSet<Placement> {
    let model = PieceMoves::new(&TETRIO_S2, board, piece);
    let routes = model.spawn().map(|start| path::explore(&model, start));
    let poses = routes.iter().flat_map(|routes| routes.reached());
    let turns = poses.flat_map(|at| TurnKind::ALL.map(|kind| model.turn(at.pose, kind)));
    turns
        .flatten()
        .filter(|&(to, _)| model.dropped(to) == to)
        .map(|(to, kick)| {
            let at = model.placement(to);
            let spin = TETRIO_S2.spin_after_turn(board, &at, kick);
            SRS_PLUS.canonical(Placement { spin, ..at })
        })
        .filter(|mv| mv.spin != Spin::None)
        .collect()
}

/// Returns a board whose highest row is `top`, with a hole in each row.
fn tower(top: usize) -> Board {
    "###.######\n"
        .repeat(top + 1)
        .parse::<Board>()
        .expect("a board")
}

/// Returns the position with this board and this piece after so many clears in a row.
fn after_clears(board: Board, piece: Piece, combo: u16) -> State {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = board;
    state.push_piece(piece);
    state.clear_state.combo = combo;
    state
}

/// A piece whose place is blocked appears higher up after a clear, and only then.
#[test]
fn a_clear_lifts_a_blocked_spawn() {
    for (top, piece, row) in [
        (20, Piece::T, 21),
        (21, Piece::T, 22),
        (30, Piece::O, 31),
        (38, Piece::I, 39),
    ] {
        let lifted = after_clears(tower(top), piece, 1);
        let model = PieceMoves::new(&TETRIO_S2, &lifted.board, piece)
            .with_spawn(lifted.clear_state.spawn(&TETRIO_S2));
        assert_eq!(model.spawn().map(|pose| pose.y), Some(row), "{top}");
        let placements = lifted.legal_placements(&TETRIO_S2);
        assert!(!placements.is_empty(), "{top}");
        let rests = path::explore(&model, model.spawn().expect("a spawn"));
        let rests: BTreeSet<plain::Cells> = rests
            .reached()
            .iter()
            .filter(|at| model.dropped(at.pose) == at.pose)
            .map(|at| cells(&model.placement(at.pose)))
            .collect();
        assert_eq!(placements.iter().map(cells).collect::<BTreeSet<_>>(), rests);
        let blocked = after_clears(tower(top), piece, 0);
        assert_eq!(
            blocked.legal_placements(&TETRIO_S2).is_empty(),
            top > 20,
            "{top}"
        );
    }
    // There is no row left for a piece of two rows.
    assert_eq!(
        after_clears(tower(38), Piece::T, 1).legal_placements(&TETRIO_S2),
        []
    );
    // The guideline lifts by one row, whatever came before.
    let state = after_clears(tower(20), Piece::T, 1);
    assert_eq!(state.legal_placements(&GUIDELINE), []);
}

/// Perft lifts the spawn: the T clears its row, and its stem falls to where the I appears.
#[test]
fn perft_lifts_after_a_clear() {
    let drawing = "###...####\n".to_string() + &"###.######\n".repeat(21);
    let board = drawing.parse::<Board>().expect("a board");
    let perft = Perft {
        spins: SpinCounting::Merged,
        hold: HoldUse::Never,
    };
    let fixed = Ruleset {
        spawn: Spawn {
            clutch: false,
            ..TETRIO_S2.spawn
        },
        ..TETRIO_S2
    };
    let count = |rules| perft.count(rules, &board, &[Piece::T, Piece::I], 2);
    assert!(
        count(&TETRIO_S2) > count(&fixed),
        "{} {}",
        count(&TETRIO_S2),
        count(&fixed)
    );
}
