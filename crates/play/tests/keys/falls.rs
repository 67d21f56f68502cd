//! Gravity, soft drop and lock delay: the row of a piece in each frame, and the time of its lock.

use crate::common::{PLAIN, empty, lock, on, row, tap, wait};
use landfall_play::{Handling, INSTANT_SOFT_DROP, Key, Player};
use landfall_rules::Ruleset;
use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};
use landfall_rules::timing::{Gravity, Timing};

/// The guideline's gravity with the league's other rules: one row per second.
static SLOW: Ruleset = Ruleset {
    timing: Timing::GUIDELINE,
    ..TETRIO_S2
};

/// Returns the frames after which the piece is lower by each number of rows.
fn fall_frames(player: &mut Player, rows: usize) -> Vec<usize> {
    let mut frames = 0;
    (0..rows)
        .map(|_| {
            let before = row(player);
            while row(player) == before {
                player.end_frame();
                frames += 1;
            }
            frames
        })
        .collect()
}

/// A piece appears 0.04 above the border of its row, and enters the next row when it reaches the
/// border.
#[test]
fn gravity_lowers_a_piece_by_its_rows_a_frame() {
    let mut league = empty(&TETRIO_S2, PLAIN, "T");
    assert_eq!(fall_frames(&mut league, 4), [2, 52, 102, 152]);
    let mut guideline = empty(&GUIDELINE, PLAIN, "T");
    assert_eq!(fall_frames(&mut guideline, 3), [3, 63, 123]);
}

/// The league's gravity with an early increase: a thousandth per frame after 100 frames.
static SOON_FASTER: Ruleset = Ruleset {
    timing: Timing {
        gravity: Gravity {
            grows_after: 100,
            each_frame: 0.001,
            ..Timing::TETRIO.gravity
        },
        ..Timing::TETRIO
    },
    ..TETRIO_S2
};

/// The faster fall begins in the frame after the first one beyond its time.
#[test]
fn gravity_grows_after_its_time() {
    let mut player = empty(&SOON_FASTER, PLAIN, "T");
    assert_eq!(fall_frames(&mut player, 5), [2, 52, 102, 131, 148]);
}

#[test]
fn soft_drop_is_a_factor_with_a_least_speed() {
    // The least speed is 0.05 rows per frame for each unit of the factor: gravity is slower than
    // that.
    for (factor, expected) in [
        (6.0, [1, 4, 7, 11]),
        (20.0, [1, 2, 3, 4]),
        (40.0, [1, 1, 2, 2]),
    ] {
        let handling = Handling {
            sdf: factor,
            ..PLAIN
        };
        let mut player = empty(&SLOW, handling, "T");
        player.press(Key::SoftDrop, 0.0, false);
        let start = row(&player);
        let frames: Vec<i8> = (1..=4)
            .map(|rows| {
                let mut probe = player.clone();
                (1..)
                    .find(|_| {
                        probe.end_frame();
                        start - row(&probe) >= rows
                    })
                    .unwrap()
            })
            .collect();
        assert_eq!(frames, expected, "factor {factor}");
    }
}

#[test]
fn soft_drop_at_once_reaches_the_floor_within_a_tenth_of_a_frame() {
    let handling = Handling {
        sdf: INSTANT_SOFT_DROP,
        ..PLAIN
    };
    let mut player = empty(&SLOW, handling, "T");
    player.press(Key::SoftDrop, 0.0, false);
    assert_eq!(row(&player), 21);
    player.release(Key::SoftDrop, 0.1);
    assert_eq!(row(&player), 0);
    assert!(player.take_locks().is_empty(), "it does not lock by that");
}

/// Returns a game whose piece rests on the floor since this frame.
fn resting(handling: Handling) -> Player {
    let mut player = empty(&SLOW, handling, "TT");
    player.press(Key::SoftDrop, 0.0, false);
    player.end_frame();
    player.release(Key::SoftDrop, 0.0);
    player
}

fn frames_to_lock(player: &mut Player) -> u64 {
    let start = player.frame();
    while player.take_locks().is_empty() {
        player.end_frame();
        assert!(player.frame() < start + 10_000, "it never locks");
    }
    player.frame() - start
}

/// The frame in which the piece landed counts, and the piece locks when it has rested more than 30.
#[test]
fn a_piece_locks_after_its_delay() {
    assert_eq!(frames_to_lock(&mut resting(PLAIN)), 30);
    let mut player = resting(PLAIN);
    wait(&mut player, 29);
    assert!(player.take_locks().is_empty());
    player.end_frame();
    let lock = lock(&mut player);
    assert_eq!((lock.frame, lock.result.placement.y), (31, 0));
}

/// Moves every 20 frames reset the lock delay; after the fifteenth, the piece locks as soon as time
/// passes.
#[test]
fn moves_reset_the_lock_delay_fifteen_times() {
    for (moves, lock_frame) in [(0, 31), (1, 21 + 31), (14, 281 + 31), (15, 302), (20, 302)] {
        let mut player = resting(PLAIN);
        for number in 0..moves {
            wait(&mut player, 20);
            tap(&mut player, [Key::Left, Key::Right][number % 2]);
        }
        wait(&mut player, 40);
        assert_eq!(lock(&mut player).frame, lock_frame, "{moves} moves");
    }
}

/// A shift into a wall does not count as a move.
#[test]
fn failed_moves_do_not_reset_the_lock_delay() {
    let mut player = on(&SLOW, PLAIN, "###...####\n###...####", "TT");
    player.press(Key::SoftDrop, 0.0, false);
    player.end_frame();
    player.release(Key::SoftDrop, 0.0);
    let start = player.frame();
    let mut locked = false;
    while !locked {
        tap(&mut player, Key::Left);
        player.end_frame();
        locked = !player.take_locks().is_empty();
    }
    assert_eq!(player.frame() - start, 30);
}

#[test]
fn a_new_lowest_row_gives_all_moves_again() {
    let mut player = on(&SLOW, PLAIN, "###.......", "TT");
    (0..3).for_each(|_| tap(&mut player, Key::Left));
    let drop = |player: &mut Player| {
        player.press(Key::SoftDrop, 0.0, false);
        player.end_frame();
        player.release(Key::SoftDrop, 0.0);
    };
    drop(&mut player);
    assert_eq!(row(&player), 1);
    for number in 0..14 {
        tap(&mut player, [Key::Right, Key::Left][number % 2]);
    }
    (0..3).for_each(|_| tap(&mut player, Key::Right));
    assert_eq!(row(&player), 1);
    drop(&mut player);
    assert_eq!(row(&player), 0);
    assert_eq!(frames_to_lock(&mut player), 30, "it has its moves again");
}

/// A piece that turns for ever falls faster and faster, and locks.
#[test]
fn endless_turning_ends_in_a_lock() {
    let mut player = empty(&SLOW, PLAIN, "TT");
    let mut frames = 0;
    while player.take_locks().is_empty() {
        tap(&mut player, Key::Clockwise);
        player.end_frame();
        frames += 1;
        assert!(frames < 2_000, "it still turns");
    }
}

#[test]
fn safe_lock_ignores_hard_drops_for_seven_frames() {
    for (safe_lock, ignored) in [(false, 0), (true, 7)] {
        let handling = Handling { safe_lock, ..PLAIN };
        let mut player = resting(handling);
        frames_to_lock(&mut player);
        let mut waited = 0;
        loop {
            tap(&mut player, Key::HardDrop);
            if !player.take_locks().is_empty() {
                break;
            }
            player.end_frame();
            waited += 1;
        }
        assert_eq!(waited, ignored);
    }
}

/// If an instant soft drop has priority, a shifted piece stays at the floor of every column.
#[test]
fn soft_drop_may_have_priority_over_shifts() {
    let drawn = "
        ....#.....
        ....#.....";
    for (soft_drop_first, rows) in [(false, 2), (true, 0)] {
        let handling = Handling {
            soft_drop_first,
            ..PLAIN
        };
        let mut player = on(&SLOW, handling, drawn, "O");
        player.press(Key::SoftDrop, 0.0, false);
        player.end_frame();
        assert_eq!(row(&player), 2);
        tap(&mut player, Key::Right);
        assert_eq!(row(&player), rows);
    }
}

/// Gravity beyond the visible rows: a piece appears at the floor, and stays there when it is
/// shifted beyond an edge. A soft drop has no effect.
#[test]
fn gravity_beyond_the_rows_keeps_pieces_at_the_floor() {
    static INSTANT: Ruleset = Ruleset {
        timing: Timing {
            gravity: Gravity {
                rows: 25.0,
                grows_after: 0,
                each_frame: 0.0,
            },
            ..Timing::TETRIO
        },
        ..TETRIO_S2
    };
    let drawn = "
        ....###...
        ....###...";
    for soft_drop in [false, true] {
        let mut player = on(&INSTANT, PLAIN, drawn, "O");
        if soft_drop {
            player.press(Key::SoftDrop, 0.0, false);
        }
        assert_eq!(row(&player), 2, "on the block");
        tap(&mut player, Key::Left);
        tap(&mut player, Key::Left);
        assert_eq!(row(&player), 0, "beside it");
        tap(&mut player, Key::Right);
        assert_eq!(row(&player), 0, "the block is in the way");
    }
}
