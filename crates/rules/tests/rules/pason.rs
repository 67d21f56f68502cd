//! The rules of Pason Battle Tetris: the table against the contest's own, the placement search
//! against a plain one, what a lock does, and garbage.

use landfall_rules::lock::{ClearState, lock};
use landfall_rules::movegen::{self, SpinCounting};
use landfall_rules::rng::SplitMix64;
use landfall_rules::rotation::SRS;
use landfall_rules::rulesets::{GUIDELINE, PASON};
use landfall_rules::{Board, Piece, Placement, Randomizer, Rotation, Ruleset, Spin, State};
use landfall_testing::boards::{self, BoardGenerator};
use landfall_testing::plain_pason as plain;
use std::collections::BTreeSet;

fn sorted(rules: &Ruleset, placement: &Placement) -> plain::Cells {
    let mut cells = placement.cells(rules);
    cells.sort_unstable();
    cells
}

fn at(piece: Piece, state: usize, x: i8, y: i8) -> Placement {
    Placement::new(piece, Rotation::from_index(state), x, y)
}

#[test]
fn cells_are_those_of_the_contest_table() {
    for piece in Piece::ALL {
        for state in 0..plain::states(piece).len() {
            let placement = at(piece, state, 5, 19 - 7);
            let expected = plain::cells(piece, (state, 7, 5));
            assert_eq!(sorted(&PASON, &placement), expected, "{piece:?} {state}");
        }
    }
}

#[test]
fn turns_lead_to_the_next_state_and_back_without_a_kick() {
    for piece in Piece::ALL {
        let rule = PASON.rotation.rule(piece);
        let count = plain::states(piece).len();
        for state in 0..4 {
            for (turn, step) in rule.turns[state].iter().zip([1, count - 1]) {
                if count == 1 || state >= count {
                    assert!(turn.kicks.is_empty(), "{piece:?} {state}");
                } else {
                    assert_eq!(turn.to.index(), (state + step) % count);
                    assert_eq!(turn.kicks, [(0, 0)]);
                }
            }
            assert!(rule.turns[state][2].kicks.is_empty(), "{piece:?} {state}");
        }
    }
}

/// Boards of each kind.
const BOARDS: u64 = 2000;

#[test]
fn placements_are_those_of_the_plain_search() {
    let kinds: [BoardGenerator; 6] = [
        boards::low_messy,
        boards::tall_messy,
        boards::near_spawn,
        boards::caves,
        boards::high,
        boards::played,
    ];
    let (mut blocked, mut losing) = (0, 0);
    for kind in kinds {
        for number in 0..BOARDS {
            let mut board = kind(&mut SplitMix64::new(number));
            for column in &mut board.columns {
                *column &= (1 << PASON.height) - 1;
            }
            for piece in Piece::ALL {
                let expected = plain::placements(&board, piece);
                blocked += u32::from(expected.is_empty());
                losing += expected.iter().filter(|cells| above(cells)).count();
                compare(&board, piece, &expected);
            }
        }
    }
    assert!(blocked > 1000 && losing > 1000, "{blocked} {losing}");
}

fn above(cells: &plain::Cells) -> bool {
    cells.iter().any(|&(_, y)| y >= 20)
}

fn compare(board: &Board, piece: Piece, expected: &BTreeSet<plain::Cells>) {
    let mut found = Vec::new();
    movegen::placements(&PASON, board, piece, &mut found);
    let cells: BTreeSet<_> = found.iter().map(|p| sorted(&PASON, p)).collect();
    assert_eq!(cells, *expected, "{piece:?}\n{board}");
    assert_eq!(found.len(), expected.len(), "twice: {piece:?}\n{board}");
    let known = plain::states(piece).len();
    for placement in &found {
        let reached = placement.rotation.index() < known && placement.spin == Spin::None;
        assert!(reached, "{placement:?}\n{board}");
        let topped_out = lock(
            &PASON,
            &mut board.clone(),
            &mut ClearState::default(),
            placement,
        );
        assert_eq!(
            topped_out.topped_out,
            above(&sorted(&PASON, placement)),
            "{placement:?}\n{board}"
        );
    }
    for spins in [SpinCounting::Distinct, SpinCounting::Merged] {
        let count = movegen::count(&PASON, board, piece, spins);
        assert_eq!(count, expected.len() as u64);
    }
}

/// Rows of which all but the last column are filled.
fn rows(count: i8) -> Board {
    let mut board = Board::EMPTY;
    for y in 0..count {
        for x in 0..9 {
            board.fill(x, y);
        }
    }
    board
}

#[test]
fn clears_send_and_score_by_their_rows_alone() {
    let mut chain = ClearState::default();
    // Twice, because there is no bonus for a clear after a clear.
    for _ in 0..2 {
        for (count, attack, points) in [(1, 0, 100), (2, 1, 200), (3, 2, 500), (4, 4, 800)] {
            let mut board = rows(count);
            let upright = at(Piece::I, 1, 9, 2);
            let clear = lock(&PASON, &mut board, &mut chain, &upright);
            assert_eq!(
                (clear.lines, clear.attack, clear.points),
                (count as u32, attack, points)
            );
            assert_eq!(clear.perfect, count == 4);
            assert!(!clear.back_to_back && clear.combo == 0 && !clear.topped_out);
            assert_eq!(chain, ClearState::default());
        }
    }
}

#[test]
fn a_lock_above_the_limit_loses_even_if_it_clears() {
    let mut board = Board::EMPTY;
    for y in 0..20 {
        board.fill(y % 2, y);
    }
    for x in 0..9 {
        board.fill(x, 19);
    }
    let mut state = State::new(Randomizer::Uniform);
    state.board = board;
    state.board.columns[9] = (1 << 19) - 1;
    state.queue.extend([Piece::I]);
    let upright = at(Piece::I, 1, 9, 21);
    let clear = state.try_play(&PASON, &upright).expect("it fits");
    assert!(clear.topped_out && clear.lines == 1);
    // The guideline plays up to its ceiling.
    let mut board = Board::EMPTY;
    let high = at(Piece::O, 0, 4, 38);
    let clear = lock(&GUIDELINE, &mut board, &mut ClearState::default(), &high);
    assert!(!clear.topped_out);
}

#[test]
fn nothing_is_held() {
    let mut state = State::new(Randomizer::Uniform);
    state.hold = Some(Piece::I);
    state.queue.extend([Piece::T, Piece::O]);
    assert_eq!(state.held_piece(&PASON), None);
    let placements = state.legal_placements(&PASON);
    assert!(placements.iter().all(|p| p.piece == Piece::T));
    assert_eq!(placements.len(), 34);
}

#[test]
fn garbage_rows_are_never_full_and_a_function_of_the_seed() {
    let (mut seed, mut again) = (SplitMix64::new(5), SplitMix64::new(5));
    let mut cells = [0u32; 10];
    let mut kinds = BTreeSet::new();
    for _ in 0..20_000 {
        let row = PASON.garbage.row(&mut seed);
        assert!(row < 0x3ff);
        assert_eq!(row, PASON.garbage.row(&mut again));
        kinds.insert(row);
        for (x, count) in cells.iter_mut().enumerate() {
            *count += u32::from(row >> x & 1);
        }
    }
    assert_eq!(kinds.len(), 1023, "every row but the full one comes");
    assert!(cells.iter().all(|count| count.abs_diff(10_000) < 300));
    for _ in 0..100 {
        let row = GUIDELINE.garbage.row(&mut seed);
        assert_eq!((row.count_ones(), row >> 10), (9, 0));
    }
}

#[test]
fn rulesets_are_found_by_name() {
    for rules in Ruleset::ALL {
        assert_eq!(rules.name.parse().as_ref(), Ok(rules));
        assert_eq!(rules.to_string(), rules.name);
    }
    let error = "Pason".parse::<Ruleset>().expect_err("names are exact");
    let names = Ruleset::ALL.map(|rules| rules.name).join(", ");
    let message = format!("there is no ruleset \"Pason\", there are: {names}");
    assert_eq!(error.to_string(), message);
}

/// The table of `docs/rules-extension.md`: which state of SRS has the cells of a state.
#[test]
fn orientations_have_the_documented_names() {
    use Rotation::{East, North, South, West};
    for (piece, names) in [
        (Piece::I, &[North, East] as &[Rotation]),
        (Piece::O, &[North]),
        (Piece::S, &[North, East]),
        (Piece::Z, &[North, East]),
        (Piece::L, &[South, East, North, West]),
        (Piece::J, &[South, East, North, West]),
        (Piece::T, &[South, East, North, West]),
    ] {
        for (state, &name) in names.iter().enumerate() {
            let pose = at(piece, state, 5, 10);
            let translated = PASON
                .rotation
                .translate(pose, &SRS)
                .expect("a shape of SRS");
            assert_eq!(translated.rotation, name, "{piece:?} {state}");
            if names.len() == 4 {
                assert_eq!((translated.x, translated.y), (5, 10), "{piece:?} {state}");
            }
        }
    }
}
