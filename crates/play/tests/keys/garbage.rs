//! Garbage in both directions: cancelling, rising, sending.

use crate::common::{PLAIN, empty, empty_side, lock, on, tap, wait};
use landfall_play::{GarbageSettings, Key, Player};
use landfall_rules::board::CellKind;
use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};

/// A hard drop raises garbage that has waited 20 frames; a lock by time only garbage that has
/// waited 21.
#[test]
fn garbage_comes_up_after_its_travel() {
    for (waited, rows) in [(0, 0), (19, 0), (20, 3), (21, 3)] {
        let mut player = empty(&TETRIO_S2, PLAIN, "OO");
        player.receive_garbage(3);
        wait(&mut player, waited);
        tap(&mut player, Key::HardDrop);
        assert_eq!(lock(&mut player).raised.len(), rows, "after {waited}");
    }
}

/// Returns how many rows of a packet rise at a lock by time, if the packet arrives this many frames
/// before the end of its frame.
#[test]
fn a_lock_by_time_is_a_frame_stricter() {
    let locks_in_frame = 31;
    for (arrives, rows) in [(10, 3), (11, 0)] {
        let mut player = empty(&TETRIO_S2, PLAIN, "OO");
        player.press(Key::SoftDrop, 0.0, false);
        wait(&mut player, arrives);
        player.receive_garbage(3);
        wait(&mut player, locks_in_frame - arrives);
        let lock = lock(&mut player);
        assert_eq!(lock.frame, locks_in_frame as u64);
        assert_eq!(lock.raised.len(), rows, "arrived at {arrives}");
    }
}

#[test]
fn an_announced_packet_waits_to_be_confirmed() {
    let mut player = empty(&TETRIO_S2, PLAIN, "OOO");
    let first = player.announce_garbage(2);
    player.receive_garbage(1);
    wait(&mut player, 30);
    tap(&mut player, Key::HardDrop);
    assert_eq!(lock(&mut player).raised.len(), 1, "the second is confirmed");
    player.confirm_garbage(first);
    wait(&mut player, 20);
    tap(&mut player, Key::HardDrop);
    assert_eq!(lock(&mut player).raised.len(), 2);
    player.confirm_garbage(first);
    player.confirm_garbage(99);
}

/// Packets with a hole use it; the holes of the others follow from the seed.
#[test]
fn a_packet_may_bring_its_hole() {
    let hole = |row: &u16| row.trailing_ones();
    let mut player = empty(&TETRIO_S2, PLAIN, "OO");
    for column in [7, 2] {
        let packet = player.announce_garbage_with_hole(2, column);
        player.confirm_garbage(packet);
    }
    wait(&mut player, 20);
    tap(&mut player, Key::HardDrop);
    let raised = lock(&mut player).raised;
    assert_eq!(raised.iter().map(hole).collect::<Vec<_>>(), [7, 7, 2, 2]);
    let field = player.side().field();
    assert_eq!(field.get((2, 0)), None, "the last to come is the lowest");
    assert_eq!(field.get((7, 0)), Some(CellKind::Garbage));
}

#[test]
fn no_more_than_the_cap_comes_up_at_once() {
    let mut player = empty(&TETRIO_S2, PLAIN, "OOO");
    player.receive_garbage(10);
    wait(&mut player, 20);
    tap(&mut player, Key::HardDrop);
    tap(&mut player, Key::HardDrop);
    let rows: Vec<usize> = player
        .take_locks()
        .iter()
        .map(|lock| lock.raised.len())
        .collect();
    assert_eq!(rows, [8, 2]);
    let board = &player.side().state().board;
    let field = player.side().field();
    assert_eq!(board.max_height() as usize, field.height());
    assert_eq!(
        field.get((9, 0)).or(field.get((8, 0))),
        Some(CellKind::Garbage)
    );
}

const WELL: &str = "
    #.........
    #########.
    #########.
    #########.
    #########.";

/// Drops an upright I into the rightmost column.
fn quad(player: &mut Player) {
    tap(player, Key::Clockwise);
    (0..4).for_each(|_| tap(player, Key::Right));
    tap(player, Key::HardDrop);
}

#[test]
fn a_clear_cancels_what_waits_and_sends_the_rest() {
    // A quad sends four lines; in the opener each counts twice while as many lines wait as were
    // sent.
    for (waits, sent, left) in [
        (0, vec![4], 0),
        (3, vec![1], 0),
        (7, vec![], 0),
        (10, vec![], 2),
    ] {
        let mut player = on(&TETRIO_S2, PLAIN, WELL, "IOO");
        player.receive_garbage(waits);
        wait(&mut player, 60);
        quad(&mut player);
        let lock = lock(&mut player);
        assert_eq!(lock.result.clear.lines, 4);
        assert_eq!(lock.sent.to_vec(), sent, "{waits} wait");
        assert!(lock.raised.is_empty(), "a clear keeps it down");
        assert_eq!(player.side().garbage.pending(), left);
    }
}

#[test]
fn settings_may_keep_garbage_from_waiting_or_being_cancelled() {
    let settings = GarbageSettings {
        travel: 0,
        cancel: false,
        held_by_clears: false,
        ..GarbageSettings::default()
    };
    let position = on(&GUIDELINE, PLAIN, WELL, "IOO");
    let mut side = empty_side(&GUIDELINE);
    let (state, field) = (position.side().state(), position.side().field());
    side.set_position(state.clone(), field.clone());
    let mut player = Player::with_side(side, PLAIN, settings);
    player.receive_garbage(2);
    quad(&mut player);
    let lock = lock(&mut player);
    assert_eq!((lock.sent.as_slice(), lock.raised.len()), (&[4][..], 2));
}

/// The multiplier of late attacks counts the elapsed frames.
#[test]
fn attacks_grow_with_the_frame() {
    let attack = |frames| {
        let mut player = on(&crate::common::WEIGHTLESS, PLAIN, WELL, "IOO");
        wait(&mut player, frames);
        quad(&mut player);
        lock(&mut player).result.clear.attack
    };
    // 4 lines times 1.25 are five: at the 1875th frame after three minutes.
    assert_eq!([0, 10_800, 12_670, 12_680].map(attack), [4, 4, 4, 5]);
}
