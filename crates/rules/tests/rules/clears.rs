//! What clears send: the attack table, combo, back-to-back, perfect clears.

use crate::case::{Case, FRESH, at};
use landfall_rules::{Clear, ClearState, GUIDELINE, Piece::*, Rotation::*, Spin, TETRIO};
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

/// The board of a tetris that leaves nothing, after two clears of which the last was
/// difficult: (4 + 1) * 6 / 4 lines, and 5.
#[test]
fn a_perfect_clear_adds_in_tetrio() {
    let mut state = crate::case::state(parse_board(&"#########.\n".repeat(4)), &[I]);
    state.clear_state = ClearState {
        combo: 2,
        back_to_back: true,
        ..FRESH
    };
    let clear = state.try_play(&TETRIO, &at(I, East, 9, 2, Spin::None));
    assert_eq!(
        clear.map(|clear| (clear.perfect, clear.attack)),
        Ok((true, 12))
    );
}

#[test]
fn plain_single() {
    well(
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
        1,
        0,
    );
}

#[test]
fn plain_double() {
    well(
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
        2,
        1,
    );
}

#[test]
fn plain_triple() {
    well(
        "
            ########..
            #########.
            #########.
            #########.
        ",
        "########.#",
        3,
        2,
    );
}

#[test]
fn four_lines() {
    well(
        "
            ########..
            #########.
            #########.
            #########.
            #########.
        ",
        "########..",
        4,
        4,
    );
}

/// Drops an upright I down the rightmost column.
fn well(before: &'static str, after: &'static str, lines: u32, attack: u32) {
    let chain = Case {
        before,
        chain: FRESH,
        placement: at(I, East, 9, 2, Spin::None),
        after,
        clear: Clear {
            lines,
            attack,
            combo: 1,
            ..Clear::default()
        },
    }
    .check();
    assert_eq!(chain.back_to_back, lines == 4);
}

/// A clear of one row that sends nothing by itself.
fn single(chain: ClearState, clear: Clear) -> ClearState {
    Case {
        before: "
            #.........
            ######....
        ",
        chain,
        placement: at(I, North, 7, 0, Spin::None),
        after: "#.........",
        clear,
    }
    .check()
}

#[test]
fn combo_counts_up_and_pays() {
    let bonuses = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5];
    let mut chain = FRESH;
    for (before, attack) in bonuses.into_iter().enumerate() {
        let combo = before as u16 + 1;
        chain = single(
            chain,
            Clear {
                lines: 1,
                combo,
                attack,
                ..Clear::default()
            },
        );
        assert_eq!(chain.combo, combo);
    }
}

#[test]
fn combo_stops_at_the_end_of_its_counter() {
    let longest = ClearState {
        combo: u16::MAX,
        back_to_back: false,
        skips: 0,
        solid_row_in: 0,
    };
    let clear = Clear {
        lines: 1,
        combo: u16::MAX,
        attack: 5,
        ..Clear::default()
    };
    assert_eq!(single(longest, clear), longest);
}

/// No row goes: the combo ends, back-to-back stays.
#[test]
fn no_clear_ends_the_combo_and_keeps_back_to_back() {
    let chain = Case {
        before: "#.........",
        chain: ClearState {
            combo: 5,
            back_to_back: true,
            skips: 0,
            solid_row_in: 0,
        },
        placement: at(O, North, 4, 0, Spin::None),
        after: "
            ....##....
            #...##....
        ",
        clear: Clear::default(),
    }
    .check();
    let expected = ClearState {
        combo: 0,
        back_to_back: true,
        skips: 0,
        solid_row_in: 0,
    };
    assert_eq!(chain, expected);
}

const IN_BACK_TO_BACK: ClearState = ClearState {
    combo: 0,
    back_to_back: true,
    skips: 0,
    solid_row_in: 0,
};

#[test]
fn plain_clear_breaks_back_to_back() {
    let clear = Clear {
        lines: 1,
        combo: 1,
        ..Clear::default()
    };
    assert!(!single(IN_BACK_TO_BACK, clear).back_to_back);
}

fn four_of_five(chain: ClearState, clear: Clear) -> ClearState {
    Case {
        before: "
            #.........
            #########.
            #########.
            #########.
            #########.
        ",
        chain,
        placement: at(I, East, 9, 2, Spin::None),
        after: "#.........",
        clear,
    }
    .check()
}

#[test]
fn four_lines_start_and_keep_back_to_back() {
    let first = Clear {
        lines: 4,
        combo: 1,
        attack: 4,
        ..Clear::default()
    };
    let chain = four_of_five(FRESH, first);
    assert!(chain.back_to_back);
    let second = Clear {
        combo: 2,
        attack: 5,
        back_to_back: true,
        ..first
    };
    let chain = four_of_five(chain, second);
    assert!(chain.back_to_back);
    let third = Clear {
        combo: 3,
        attack: 6,
        ..second
    };
    four_of_five(chain, third);
}

fn full_single(chain: ClearState, clear: Clear) -> ClearState {
    Case {
        before: "
            ...#......
            ###...####
            ####.####.
        ",
        chain,
        placement: at(T, South, 4, 1, Spin::Full),
        after: "
            ...#......
            #########.
        ",
        clear,
    }
    .check()
}

#[test]
fn full_spins_start_and_keep_back_to_back() {
    let first = Clear {
        lines: 1,
        spin: Spin::Full,
        combo: 1,
        attack: 2,
        ..Clear::default()
    };
    let chain = full_single(FRESH, first);
    assert!(chain.back_to_back);
    let second = Clear {
        combo: 2,
        attack: 3,
        back_to_back: true,
        ..first
    };
    assert!(full_single(chain, second).back_to_back);
}

#[test]
fn mini_spins_keep_back_to_back() {
    let chain = Case {
        before: "
            ...#######
            .#########
        ",
        chain: IN_BACK_TO_BACK,
        placement: at(T, East, 0, 1, Spin::Mini),
        after: "
            #.........
            ##.#######
        ",
        clear: Clear {
            lines: 1,
            spin: Spin::Mini,
            combo: 1,
            attack: 1,
            back_to_back: true,
            ..Clear::default()
        },
    }
    .check();
    assert!(chain.back_to_back);
}

#[test]
fn spin_without_lines_keeps_back_to_back_but_does_not_start_it() {
    for chain in [FRESH, IN_BACK_TO_BACK] {
        let after = Case {
            before: "
                ...#......
                ###...###.
                ####.####.
            ",
            chain,
            placement: at(T, South, 4, 1, Spin::Full),
            after: "
                ...#......
                #########.
                #########.
            ",
            clear: Clear {
                spin: Spin::Full,
                ..Clear::default()
            },
        }
        .check();
        assert_eq!(after, chain);
    }
}

/// Ten lines in place of everything else, combo and back-to-back included.
#[test]
fn perfect_clear_replaces_other_attack() {
    let chain = Case {
        before: "
            #########.
            #########.
            #########.
            #########.
        ",
        chain: ClearState {
            combo: 11,
            back_to_back: true,
            skips: 0,
            solid_row_in: 0,
        },
        placement: at(I, East, 9, 2, Spin::None),
        after: "..........",
        clear: Clear {
            lines: 4,
            perfect: true,
            combo: 12,
            attack: 10,
            back_to_back: true,
            ..Clear::default()
        },
    }
    .check();
    let expected = ClearState {
        combo: 12,
        back_to_back: true,
        skips: 0,
        solid_row_in: 0,
    };
    assert_eq!(chain, expected);
}

#[test]
fn perfect_single() {
    let chain = Case {
        before: "######....",
        chain: FRESH,
        placement: at(I, North, 7, 0, Spin::None),
        after: "..........",
        clear: Clear {
            lines: 1,
            perfect: true,
            combo: 1,
            attack: 10,
            ..Clear::default()
        },
    }
    .check();
    assert!(!chain.back_to_back);
}

#[test]
fn difficult_clears() {
    let rule = GUIDELINE.attack.back_to_back;
    let difficult = |lines, spin| rule.is_kept_by(lines, spin, false);
    assert!(difficult(4, Spin::None) && difficult(1, Spin::Mini) && difficult(3, Spin::Full));
    assert!(!difficult(3, Spin::None) && !difficult(0, Spin::Full) && !difficult(0, Spin::None));
}
