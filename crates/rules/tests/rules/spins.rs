//! T spins: none, mini and full, and what they clear.

use crate::case::{Case, FRESH, at, spins_of_t};
use landfall_rules::{Clear, Piece::T, Rotation::*, Spin};

const DOUBLE_SLOT: &str = "
    ...#......
    ###...####
    ####.#####
";

#[test]
fn full_double() {
    Case {
        before: DOUBLE_SLOT,
        chain: FRESH,
        placement: at(T, South, 4, 1, Spin::Full),
        after: "...#......",
        clear: Clear {
            lines: 2,
            spin: Spin::Full,
            combo: 1,
            attack: 4,
            ..Clear::default()
        },
    }
    .check();
    assert_eq!(spins_of_t(DOUBLE_SLOT, South, 4, 1), [Spin::Full]);
}

#[test]
fn full_single() {
    Case {
        before: "
            ...#......
            ###...####
            ####.####.
        ",
        chain: FRESH,
        placement: at(T, South, 4, 1, Spin::Full),
        after: "
            ...#......
            #########.
        ",
        clear: Clear {
            lines: 1,
            spin: Spin::Full,
            combo: 1,
            attack: 2,
            ..Clear::default()
        },
    }
    .check();
}

#[test]
fn full_triple() {
    Case {
        before: "
            ...##.....
            ####......
            ####.#####
            ####..####
            ####.#####
        ",
        chain: FRESH,
        placement: at(T, East, 4, 1, Spin::Full),
        after: "
            ...##.....
            ####......
        ",
        clear: Clear {
            lines: 3,
            spin: Spin::Full,
            combo: 1,
            attack: 6,
            ..Clear::default()
        },
    }
    .check();
}

/// One front corner is open, yet the fifth kick makes it full.
#[test]
fn fifth_kick_is_full() {
    let before = "
        ...##.....
        ####......
        ####.#####
        ####..####
        ####..####
    ";
    Case {
        before,
        chain: FRESH,
        placement: at(T, East, 4, 1, Spin::Full),
        after: "
            ...##.....
            ####......
            #####.####
        ",
        clear: Clear {
            lines: 2,
            spin: Spin::Full,
            combo: 1,
            attack: 4,
            ..Clear::default()
        },
    }
    .check();
    assert_eq!(spins_of_t(before, East, 4, 1), [Spin::Full]);
}

/// The walls are two of the three corners.
const WALL_SLOT: &str = "
    ...#######
    .#########
";

#[test]
fn mini_single() {
    Case {
        before: WALL_SLOT,
        chain: FRESH,
        placement: at(T, East, 0, 1, Spin::Mini),
        after: "
            #.........
            ##.#######
        ",
        clear: Clear {
            lines: 1,
            spin: Spin::Mini,
            combo: 1,
            attack: 0,
            ..Clear::default()
        },
    }
    .check();
}

/// The same cells, but dropped straight down: three corners alone are no spin.
#[test]
fn drop_without_turn_is_none() {
    Case {
        before: WALL_SLOT,
        chain: FRESH,
        placement: at(T, East, 0, 1, Spin::None),
        after: "
            #.........
            ##.#######
        ",
        clear: Clear {
            lines: 1,
            combo: 1,
            ..Clear::default()
        },
    }
    .check();
    assert_eq!(spins_of_t(WALL_SLOT, East, 0, 1), [Spin::None, Spin::Mini]);
}

#[test]
fn mini_double() {
    Case {
        before: "
            ###...####
            ...#....##
            ####...###
            #####..###
            ######.###
        ",
        chain: FRESH,
        placement: at(T, West, 6, 1, Spin::Mini),
        after: "
            ###...####
            ...#....##
            ####..####
        ",
        clear: Clear {
            lines: 2,
            spin: Spin::Mini,
            combo: 1,
            attack: 1,
            ..Clear::default()
        },
    }
    .check();
}

/// A turn into a slot with two filled corners only.
#[test]
fn two_corners_are_none() {
    let open_slot = "
        ###...####
        ####.#####
    ";
    Case {
        before: open_slot,
        chain: FRESH,
        placement: at(T, South, 4, 1, Spin::None),
        after: "",
        clear: Clear {
            lines: 2,
            combo: 1,
            perfect: true,
            attack: 10,
            ..Clear::default()
        },
    }
    .check();
    assert_eq!(spins_of_t(open_slot, South, 4, 1), [Spin::None]);
}

#[test]
fn spin_without_lines_keeps_its_label_and_sends_nothing() {
    Case {
        before: "
            ...#......
            ###...###.
            ####.####.
        ",
        chain: FRESH,
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
}
