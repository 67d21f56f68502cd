//! Auto shift: the frame in which a held key shifts a piece.

use crate::common::{PLAIN, WEIGHTLESS, column, empty, tap, wait};
use landfall_play::{Handling, Key, Player};

/// Returns the frames after which a T had been shifted, one number per shift, while keys are
/// pressed and released at frames and subframes.
fn shift_frames(handling: Handling, keys: &[(u64, f64, Key, bool)], frames: u64) -> Vec<u64> {
    let mut player = empty(&WEIGHTLESS, handling, "T");
    let mut seen = Vec::new();
    for frame in 0..frames {
        let before = column(&player);
        for &(_, subframe, key, down) in keys.iter().filter(|key| key.0 == frame) {
            if down {
                player.press(key, subframe, false);
            } else {
                player.release(key, subframe);
            }
        }
        player.end_frame();
        let shifts = (column(&player) - before).unsigned_abs();
        seen.extend(std::iter::repeat_n(frame, shifts.into()));
    }
    seen
}

fn with(das: f64, arr: f64) -> Handling {
    Handling { das, arr, ..PLAIN }
}

/// A new T has four free columns to its right.
#[test]
fn a_held_key_shifts_after_das_and_then_every_arr() {
    let table: [(f64, f64, f64, &[u64]); 8] = [
        (10.0, 2.0, 0.0, &[0, 9, 11, 13]),
        (10.0, 2.0, 0.5, &[0, 10, 12, 14]),
        (10.0, 2.0, 0.9, &[0, 10, 12, 14]),
        (7.2, 0.1, 0.0, &[0, 7, 7, 7]),
        (7.2, 0.7, 0.0, &[0, 7, 7, 8]),
        (8.0, 0.0, 0.0, &[0, 7, 7, 7]),
        (0.0, 0.0, 0.0, &[0, 0, 0, 0]),
        (1.0, 5.0, 0.0, &[0, 0, 5, 10]),
    ];
    for (das, arr, subframe, expected) in table {
        let keys = [(0, subframe, Key::Right, true)];
        // The table is for a piece three columns from the wall after the first shift.
        let frames = shift_frames(with(das, arr), &keys, 20);
        assert_eq!(frames, expected, "das {das} arr {arr} at {subframe}");
    }
}

#[test]
fn a_released_key_shifts_no_more() {
    let keys = [(0, 0.0, Key::Right, true), (9, 0.9, Key::Right, false)];
    assert_eq!(shift_frames(PLAIN, &keys, 20), [0]);
    // A tenth of a frame later the DAS is full.
    let keys = [(0, 0.0, Key::Right, true), (10, 0.0, Key::Right, false)];
    assert_eq!(shift_frames(PLAIN, &keys, 20), [0, 9]);
}

/// The direction pressed last counts. When it is released, the other one continues, or restarts
/// with `cancel`.
#[test]
fn the_other_direction_goes_on_or_is_cancelled() {
    let at_right_of = |cancel| {
        let handling = Handling {
            das: 6.0,
            cancel,
            ..PLAIN
        };
        let mut player = empty(&WEIGHTLESS, handling, "T");
        player.press(Key::Right, 0.0, false);
        wait(&mut player, 5);
        player.press(Key::Left, 0.0, false);
        wait(&mut player, 2);
        player.release(Key::Left, 0.0);
        let before = column(&player);
        let until_shift = (1..20).find(|_| {
            player.end_frame();
            column(&player) != before
        });
        (before, until_shift.unwrap())
    };
    // One frame of the first key's DAS is left.
    assert_eq!(at_right_of(false), (4, 1));
    assert_eq!(at_right_of(true), (4, 6));
}

#[test]
fn a_hoisted_key_has_its_das_but_for_the_cut() {
    let shift_after = |dcd| {
        let handling = Handling { dcd, ..PLAIN };
        let mut player = empty(&WEIGHTLESS, handling, "T");
        player.press(Key::Right, 0.0, true);
        let before = column(&player);
        (1..20).find(|_| {
            player.end_frame();
            column(&player) != before
        })
    };
    assert_eq!(shift_after(0.0), Some(1));
    assert_eq!(shift_after(3.0), Some(3));
}

/// Holds right until the piece is at the wall, then runs `next`. Returns the frames until the
/// piece, or the next one, is shifted.
fn shift_after(handling: Handling, next: fn(&mut Player)) -> Option<usize> {
    let mut player = empty(&WEIGHTLESS, handling, "TT");
    player.press(Key::Right, 0.0, false);
    wait(&mut player, 30);
    assert_eq!(column(&player), 8);
    next(&mut player);
    let before = column(&player);
    (1..20).find(|_| {
        player.end_frame();
        column(&player) != before
    })
}

#[test]
fn dcd_cuts_the_das_when_a_piece_at_a_wall_locks_or_turns() {
    let lock = |player: &mut Player| tap(player, Key::HardDrop);
    let hold = |player: &mut Player| tap(player, Key::Hold);
    // An upright T has one more column to the east.
    let turn = |player: &mut Player| tap(player, Key::CounterClockwise);
    for (dcd, expected) in [(0.0, 1), (1.0, 1), (4.0, 4), (7.0, 7), (40.0, 40)] {
        let handling = Handling {
            das: 8.0,
            arr: 0.0,
            dcd,
            ..PLAIN
        };
        let expected = Some(expected).filter(|frames| *frames < 20);
        for next in [lock, hold, turn] {
            assert_eq!(shift_after(handling, next), expected, "dcd {dcd}");
        }
    }
}

#[test]
fn dcd_leaves_a_piece_alone_that_is_not_at_a_wall() {
    let handling = Handling {
        das: 3.0,
        arr: 3.0,
        dcd: 3.0,
        ..PLAIN
    };
    let mut player = empty(&WEIGHTLESS, handling, "TT");
    player.press(Key::Right, 0.0, false);
    wait(&mut player, 4);
    assert_eq!(column(&player), 6);
    tap(&mut player, Key::Clockwise);
    wait(&mut player, 2);
    assert_eq!(
        column(&player),
        7,
        "its third shift comes when it would have"
    );
}

/// However short the repeat delay, there are at most as many shifts as the board is wide.
#[test]
fn any_arr_ends() {
    for arr in [0.0, f64::MIN_POSITIVE, 1e-12, 1e-3] {
        let handling = Handling {
            das: 0.0,
            arr,
            ..PLAIN
        };
        let mut player = empty(&WEIGHTLESS, handling, "I");
        player.press(Key::Left, 0.0, false);
        wait(&mut player, 2);
        assert_eq!(column(&player), 1, "arr {arr}");
    }
}
