//! What clears send: the attack table, combo, back-to-back, perfect clears.

use crate::case::{Case, FRESH, FULL_SINGLE, FULL_WITHOUT_LINES, MINI_SINGLE, at, clear};
use landfall_rules::attack::BackToBack;
use landfall_rules::lock::ClearState;
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::{BOTRIS, GUIDELINE, TETRIO};
use landfall_rules::spin::PieceSet;
use landfall_rules::{Clear, Piece, Piece::*, Rotation::*, Spin, movegen};
use landfall_testing::parse_board;

#[test]
fn attack_by_lines_and_spin() {
    let attack = &GUIDELINE.attack;
    let by_lines = |spin, lines: &[u32]| -> Vec<u32> {
        lines
            .iter()
            .map(|&lines| attack.base(lines, spin))
            .collect()
    };
    assert_eq!(by_lines(Spin::None, &[0, 1, 2, 3, 4]), [0, 0, 1, 2, 4]);
    assert_eq!(by_lines(Spin::Mini, &[0, 1, 2, 3]), [0, 0, 1, 2]);
    assert_eq!(by_lines(Spin::Full, &[0, 1, 2, 3]), [0, 2, 4, 6]);
    assert_eq!(attack.back_to_back.bonus, 1);
    assert_eq!(attack.perfect_clear, Some(10));
}

#[test]
fn combo_table() {
    let bonuses: Vec<u32> = (0..14).map(|n| GUIDELINE.attack.with_combo(0, n)).collect();
    assert_eq!(bonuses, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5]);
    assert_eq!(GUIDELINE.attack.with_combo(0, u32::MAX), 5);
}

/// Of a combo by the number of clears before: a double, a T-spin double in a back-to-back,
/// and singles.
#[test]
fn a_combo_multiplies_in_tetrio() {
    let attack = &TETRIO.attack;
    let grown = |lines| -> Vec<u32> { (0..9).map(|n| attack.with_combo(lines, n)).collect() };
    assert_eq!(grown(1), [1, 1, 1, 1, 2, 2, 2, 2, 3]);
    assert_eq!(grown(5), [5, 6, 7, 8, 10, 11, 12, 13, 15]);
    assert_eq!(grown(0), [0, 0, 1, 1, 1, 1, 2, 2, 2]);
    for n in 2..=40u32 {
        let logarithm = (1.0 + 1.25 * f64::from(n)).ln();
        assert_eq!(attack.with_combo(0, n), logarithm as u32, "{n}");
    }
    assert_eq!(GUIDELINE.attack.with_combo(4, 9), 4 + 4);
}

/// The bonus of TETR.IO's first season: 1, then 1.65, 2.41, 2.48, and over 3 from the eighth clear
/// on. A chain is counted, and a perfect clear does not keep it.
#[test]
fn back_to_back_grows_in_tetrio() {
    let sent = |chain| TETRIO.attack.lines_sent(4, Some(chain), 0, 1.0);
    assert_eq!(
        [1, 2, 3, 4, 7, 8, 23, 24].map(sent),
        [5, 5, 6, 6, 6, 7, 7, 8]
    );
    // Not rounded before the combo multiplies: 5.65 * 1.5.
    assert_eq!(TETRIO.attack.lines_sent(4, Some(2), 2, 1.0), 8);
    let count = |perfect| {
        TETRIO
            .attack
            .back_to_back
            .is_kept_by(O, 2, Spin::None, perfect)
    };
    assert_eq!([count(false), count(true)], [false, false]);
    assert_eq!(TETRIO.attack.back_to_back.count(7, true), 8);
    assert_eq!(GUIDELINE.attack.back_to_back.count(1, true), 1);
}

/// The tables of the contest Botris Battle, by clears in a row before.
#[test]
fn botris_pays_by_its_own_tables() {
    let attack = &BOTRIS.attack;
    let combos: Vec<u32> = (0..12).map(|n| attack.with_combo(0, n)).collect();
    assert_eq!(combos, [0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4]);
    let full = [1, 2, 3, 4].map(|lines| attack.base(lines, Spin::Full));
    assert_eq!(full, [2, 4, 6, 0]);
    assert_eq!(attack.lines_sent(4, Some(1), 3, 1.0), 4 + 1 + 1);
    assert_eq!(attack.perfect_clear, Some(10));
}

/// Any piece that a turn brings where it cannot move is a full spin; a T in a slot with three
/// corners that can still move up is none.
#[test]
fn botris_counts_pieces_that_cannot_move() {
    let mut spun = 0;
    for number in 0..200 {
        let board = landfall_testing::boards::caves(&mut SplitMix64::new(number));
        for piece in Piece::ALL {
            let mut placements = Vec::new();
            movegen::placements(&BOTRIS, &board, piece, &mut placements);
            for mv in placements.iter().filter(|mv| mv.spin != Spin::None) {
                let moved = |(dx, dy)| {
                    let cells = mv.cells(&BOTRIS);
                    cells.iter().all(|&(x, y)| !board.filled(x + dx, y + dy))
                };
                assert_eq!(mv.spin, Spin::Full, "{mv:?}");
                assert!(
                    ![(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(moved),
                    "{mv:?}"
                );
                spun += 1;
            }
        }
    }
    assert!(spun > 100, "{spun}");
}

/// A tetris that leaves the board empty, after two clears of which the last was difficult: (4 + 1)
/// * 6 / 4 lines, and 10.
#[test]
fn a_perfect_clear_adds_in_tetrio() {
    let mut state = crate::case::state(parse_board(&"#########.\n".repeat(4)), &[I]);
    state.clear_state = ClearState {
        combo: 2,
        back_to_back: 1,
        ..FRESH
    };
    let clear = state.try_play(&TETRIO, &at(I, East, 9, 2, Spin::None));
    assert_eq!(
        clear.map(|clear| (clear.perfect, clear.attack)),
        Ok((true, 17))
    );
}

/// An upright I in the right column, over rows of which some lack only that cell.
#[test]
fn one_to_four_plain_lines() {
    let well = |before, after| Case {
        before,
        placement: at(I, East, 9, 2, Spin::None),
        after,
    };
    let one = well(
        "
            ########..
            ########..
            ########..
            #########.
        ",
        "
            ########.#
            ########.#
            ########.#
        ",
    );
    let two = well(
        "
            ########..
            #########.
            ########..
            #########.
        ",
        "
            ########.#
            ########.#
        ",
    );
    let three = well(
        "
            ########..
            #########.
            #########.
            #########.
        ",
        "########.#",
    );
    for (case, lines, attack) in [(one, 1, 0), (two, 2, 1), (three, 3, 2)] {
        let counters = case.check(FRESH, clear(lines, Spin::None, attack));
        assert_eq!(counters.back_to_back, 0, "{lines}");
    }
    let counters = FOUR_LINES.check(FRESH, clear(4, Spin::None, 4));
    assert_eq!(counters.back_to_back, 1);
}

/// Four of five rows are cleared.
const FOUR_LINES: Case = Case {
    before: "
        #.........
        #########.
        #########.
        #########.
        #########.
    ",
    placement: at(I, East, 9, 2, Spin::None),
    after: "#.........",
};

/// A plain line that sends nothing by itself.
const SINGLE: Case = Case {
    before: "
        #.........
        ######....
    ",
    placement: at(I, North, 7, 0, Spin::None),
    after: "#.........",
};

const IN_BACK_TO_BACK: ClearState = ClearState {
    back_to_back: 1,
    ..FRESH
};

#[test]
fn combo_counts_up_and_pays() {
    let bonuses = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5];
    let mut counters = FRESH;
    for (before, attack) in bonuses.into_iter().enumerate() {
        let combo = before as u16 + 1;
        let expected = Clear {
            combo,
            ..clear(1, Spin::None, attack)
        };
        counters = SINGLE.check(counters, expected);
        assert_eq!(counters.combo, combo);
    }
}

#[test]
fn combo_stops_at_the_end_of_its_counter() {
    let longest = ClearState {
        combo: u16::MAX,
        ..FRESH
    };
    let expected = Clear {
        combo: u16::MAX,
        ..clear(1, Spin::None, 5)
    };
    assert_eq!(SINGLE.check(longest, expected), longest);
}

/// No row is cleared: the combo ends, back-to-back stays.
#[test]
fn no_clear_ends_the_combo_and_keeps_back_to_back() {
    let before = ClearState {
        combo: 5,
        ..IN_BACK_TO_BACK
    };
    let case = Case {
        before: "#.........",
        placement: at(O, North, 4, 0, Spin::None),
        after: "
            ....##....
            #...##....
        ",
    };
    assert_eq!(case.check(before, Clear::default()), IN_BACK_TO_BACK);
}

#[test]
fn plain_clear_breaks_back_to_back() {
    let counters = SINGLE.check(IN_BACK_TO_BACK, clear(1, Spin::None, 0));
    assert_eq!(counters.back_to_back, 0);
}

#[test]
fn four_lines_and_full_spins_start_and_keep_back_to_back() {
    for (case, first, grown) in [
        (FOUR_LINES, clear(4, Spin::None, 4), [5, 6]),
        (FULL_SINGLE, clear(1, Spin::Full, 2), [3, 4]),
    ] {
        let mut counters = case.check(FRESH, first);
        assert_eq!(counters.back_to_back, 1);
        for (combo, attack) in [2, 3].into_iter().zip(grown) {
            let expected = Clear {
                combo,
                attack,
                back_to_back: true,
                ..first
            };
            counters = case.check(counters, expected);
            assert_eq!(counters.back_to_back, 1);
        }
    }
}

#[test]
fn mini_spins_keep_back_to_back() {
    let expected = Clear {
        back_to_back: true,
        ..clear(1, Spin::Mini, 1)
    };
    assert_eq!(MINI_SINGLE.check(IN_BACK_TO_BACK, expected).back_to_back, 1);
}

#[test]
fn spin_without_lines_sends_nothing_and_keeps_back_to_back_but_does_not_start_it() {
    for counters in [FRESH, IN_BACK_TO_BACK] {
        let after = FULL_WITHOUT_LINES.check(counters, clear(0, Spin::Full, 0));
        assert_eq!(after, counters);
    }
}

/// Ten lines in place of everything else, combo and back-to-back included.
#[test]
fn perfect_clear_replaces_other_attack() {
    let case = Case {
        before: "
            #########.
            #########.
            #########.
            #########.
        ",
        placement: at(I, East, 9, 2, Spin::None),
        after: "..........",
    };
    let after = |combo| ClearState {
        combo,
        ..IN_BACK_TO_BACK
    };
    let expected = Clear {
        perfect: true,
        combo: 12,
        back_to_back: true,
        ..clear(4, Spin::None, 10)
    };
    assert_eq!(case.check(after(11), expected), after(12));
}

#[test]
fn perfect_single() {
    let case = Case {
        before: "######....",
        placement: at(I, North, 7, 0, Spin::None),
        after: "..........",
    };
    let expected = Clear {
        perfect: true,
        ..clear(1, Spin::None, 10)
    };
    assert_eq!(case.check(FRESH, expected).back_to_back, 0);
}

#[test]
fn difficult_clears() {
    let rule = GUIDELINE.attack.back_to_back;
    let difficult = |lines, spin| rule.is_kept_by(T, lines, spin, false);
    assert!(difficult(4, Spin::None) && difficult(1, Spin::Mini) && difficult(3, Spin::Full));
    assert!(!difficult(3, Spin::None) && !difficult(0, Spin::Full) && !difficult(0, Spin::None));
}

/// Each kind of clear may keep back-to-back or not, whatever the others do.
#[test]
fn sources_of_back_to_back_are_chosen_one_by_one() {
    let none = BackToBack {
        rows: 5,
        mini_spins: PieceSet::NONE,
        full_spins: PieceSet::NONE,
        ..BackToBack::UNPAID
    };
    let clears = [
        (I, 4, Spin::None, false),
        (T, 2, Spin::Full, false),
        (T, 1, Spin::Mini, false),
        (L, 2, Spin::Full, false),
        (L, 2, Spin::Mini, false),
        (O, 1, Spin::None, true),
    ];
    let t = PieceSet::of(&[T]);
    let sources = [
        BackToBack { rows: 4, ..none },
        BackToBack {
            full_spins: t,
            ..none
        },
        BackToBack {
            mini_spins: t,
            ..none
        },
        BackToBack {
            full_spins: PieceSet::ALL_BUT_T,
            ..none
        },
        BackToBack {
            mini_spins: PieceSet::ALL_BUT_T,
            ..none
        },
        BackToBack {
            perfect_clears: true,
            ..none
        },
    ];
    for (s, source) in sources.iter().enumerate() {
        for (c, (piece, lines, spin, perfect)) in clears.into_iter().enumerate() {
            let kept = source.is_kept_by(piece, lines, spin, perfect);
            assert_eq!(kept, s == c, "{source:?} {piece:?} {lines}");
            assert!(!none.is_kept_by(piece, lines, spin, perfect));
        }
    }
}
