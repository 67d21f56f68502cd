//! The appearance of pieces, and losses.

use crate::common::{PLAIN, lock, on, row, tap, wait};
use landfall_play::Key;
use landfall_rules::rulesets::{BLOCKBATTLE, PASON, TETRIO_S2};
use landfall_rules::side::Loss;

/// Returns a stack of so many rows whose rightmost column is free.
fn stack(rows: usize) -> String {
    "#########.\n".repeat(rows)
}

/// An upright I blocks the next piece. If its lock has cleared a row, the next piece appears one
/// row higher; otherwise the game is lost.
#[test]
fn a_clear_lifts_the_next_piece() {
    for (row_19, over) in [("#####.####", None), ("#####....#", Some(Loss::BlockOut))] {
        let drawn = format!("{row_19}\n{}", stack(19));
        let mut player = on(&TETRIO_S2, PLAIN, &drawn, "IO");
        tap(&mut player, Key::Clockwise);
        tap(&mut player, Key::HardDrop);
        let lock = lock(&mut player);
        assert_eq!(lock.result.clear.lines, u32::from(over.is_none()));
        assert_eq!((lock.loss, player.over()), (over, over));
        if over.is_none() {
            assert_eq!(row(&player), 22, "one row above the usual");
            wait(&mut player, 20);
            assert_eq!(row(&player), 22, "it rests on the I");
        }
    }
}

#[test]
fn a_piece_without_room_is_a_block_out() {
    let mut player = on(&TETRIO_S2, PLAIN, &stack(19), "OOO");
    tap(&mut player, Key::HardDrop);
    let first = lock(&mut player);
    assert_eq!((first.loss, player.over()), (None, None));
    tap(&mut player, Key::HardDrop);
    let last = lock(&mut player);
    assert_eq!(last.loss, Some(Loss::BlockOut));
    assert_eq!(player.piece(), None);
    let frame = player.frame();
    for key in Key::ALL {
        tap(&mut player, key);
    }
    wait(&mut player, 100);
    assert!(player.take_locks().is_empty());
    assert_eq!(player.frame(), frame + 100);
}

#[test]
fn a_hold_may_be_a_block_out() {
    // Beside the block an O has room to appear, a T does not.
    let drawn = format!("...#......\n...#......\n{}", stack(20));
    let mut player = on(&TETRIO_S2, PLAIN, &drawn, "OTS");
    assert_eq!(player.over(), None);
    tap(&mut player, Key::Hold);
    assert_eq!(player.over(), Some(Loss::BlockOut));
}

#[test]
fn a_lock_too_high_loses_where_the_rules_say_so() {
    for rules in [&PASON, &BLOCKBATTLE] {
        let mut player = on(rules, PLAIN, &stack(18), "TTT");
        tap(&mut player, Key::Clockwise);
        tap(&mut player, Key::HardDrop);
        assert_eq!(
            lock(&mut player).loss,
            Some(Loss::LockOut),
            "{}",
            rules.name
        );
    }
}

#[test]
fn garbage_out_of_the_top_loses() {
    let mut player = on(&TETRIO_S2, PLAIN, "..........", "OOOOOOOOOOOO");
    (0..10).for_each(|_| player.receive_garbage(40));
    wait(&mut player, 20);
    (0..2).for_each(|_| tap(&mut player, Key::HardDrop));
    let locks = player.take_locks();
    assert_eq!(locks[0].raised.len(), 8);
    while player.over().is_none() {
        tap(&mut player, Key::Left);
        tap(&mut player, Key::HardDrop);
    }
    assert!(player.side().state().board.max_height() <= 40);
}
