//! T spins: none, mini and full, and what they clear.

use crate::case::{Case, FRESH, MINI_SINGLE, at, clear, spins_of_t};
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
        placement: at(T, South, 4, 1, Spin::Full),
        after: "...#......",
    }
    .check(FRESH, clear(2, Spin::Full, 4));
    assert_eq!(spins_of_t(DOUBLE_SLOT, South, 4, 1), [Spin::Full]);
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
        placement: at(T, East, 4, 1, Spin::Full),
        after: "
            ...##.....
            ####......
        ",
    }
    .check(FRESH, clear(3, Spin::Full, 6));
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
        placement: at(T, East, 4, 1, Spin::Full),
        after: "
            ...##.....
            ####......
            #####.####
        ",
    }
    .check(FRESH, clear(2, Spin::Full, 4));
    assert_eq!(spins_of_t(before, East, 4, 1), [Spin::Full]);
}

#[test]
fn mini_single() {
    MINI_SINGLE.check(FRESH, clear(1, Spin::Mini, 0));
}

/// The same cells, but dropped straight down: three corners alone are no spin.
#[test]
fn drop_without_turn_is_none() {
    let dropped = Case {
        placement: at(T, East, 0, 1, Spin::None),
        ..MINI_SINGLE
    };
    dropped.check(FRESH, clear(1, Spin::None, 0));
    let spins = spins_of_t(MINI_SINGLE.before, East, 0, 1);
    assert_eq!(spins, [Spin::None, Spin::Mini]);
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
        placement: at(T, West, 6, 1, Spin::Mini),
        after: "
            ###...####
            ...#....##
            ####..####
        ",
    }
    .check(FRESH, clear(2, Spin::Mini, 1));
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
        placement: at(T, South, 4, 1, Spin::None),
        after: "",
    }
    .check(
        FRESH,
        Clear {
            perfect: true,
            ..clear(2, Spin::None, 10)
        },
    );
    assert_eq!(spins_of_t(open_slot, South, 4, 1), [Spin::None]);
}
