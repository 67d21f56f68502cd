//! Turns, spins and holds by keys.

use crate::common::{PLAIN, WEIGHTLESS, empty, lock, on, tap, wait};
use landfall_play::{Handling, Key, Player};
use landfall_rules::rulesets::{GUIDELINE, PASON, TETRIO_S2};
use landfall_rules::{Piece, Placement, Rotation, Spin};

#[test]
fn keys_turn_as_the_rules_do() {
    let rotation = |rules, key| {
        let mut player = empty(rules, PLAIN, "T");
        tap(&mut player, key);
        player.placement().unwrap().rotation
    };
    assert_eq!(rotation(&TETRIO_S2, Key::Clockwise), Rotation::East);
    assert_eq!(rotation(&TETRIO_S2, Key::CounterClockwise), Rotation::West);
    assert_eq!(rotation(&TETRIO_S2, Key::HalfTurn), Rotation::South);
    // The guideline has no half turns.
    assert_eq!(rotation(&GUIDELINE, Key::HalfTurn), Rotation::North);
    assert_eq!(rotation(&PASON, Key::Clockwise), Rotation::East);
}

const SLOT: &str = "
    ##........
    #...######
    ##.#######";

#[test]
fn a_turn_into_a_slot_is_a_spin() {
    let mut player = on(&TETRIO_S2, PLAIN, SLOT, "TO");
    tap(&mut player, Key::Clockwise);
    (0..2).for_each(|_| tap(&mut player, Key::Left));
    drop_softly(&mut player);
    tap(&mut player, Key::Clockwise);
    assert_eq!(player.placement().unwrap().spin, Spin::Full);
    tap(&mut player, Key::HardDrop);
    let lock = lock(&mut player);
    assert_eq!((lock.result.clear.lines, lock.result.clear.attack), (2, 4));
    assert_eq!(lock.sent.as_slice(), [4]);
    assert_eq!(lock.counters.back_to_back, 1);
}

/// A spin counts until the piece is shifted, even if it is shifted back.
#[test]
fn a_shift_ends_a_spin() {
    let mut player = on(&WEIGHTLESS, PLAIN, "#..#......\n..........", "TO");
    tap(&mut player, Key::CounterClockwise);
    (0..2).for_each(|_| tap(&mut player, Key::Left));
    drop_softly(&mut player);
    tap(&mut player, Key::Clockwise);
    let kicked = player.placement().unwrap();
    assert_eq!((kicked.x, kicked.y, kicked.spin), (1, 0, Spin::Mini));
    // A failed shift into the wall does not count.
    tap(&mut player, Key::Left);
    assert_eq!(player.placement(), Some(kicked));
    tap(&mut player, Key::Right);
    tap(&mut player, Key::Left);
    let back = Placement {
        spin: Spin::None,
        ..kicked
    };
    assert_eq!(player.placement(), Some(back));
}

/// Lets the piece fall until it rests.
fn drop_softly(player: &mut Player) {
    player.press(Key::SoftDrop, 0.0, false);
    player.end_frame();
    player.release(Key::SoftDrop, 0.0);
}

/// The O has one state, but turning it counts as a move.
#[test]
fn turns_of_an_o_reset_its_lock_delay() {
    let frames = |keys: &[Key]| {
        let mut player = empty(&TETRIO_S2, PLAIN, "OO");
        player.press(Key::SoftDrop, 0.0, false);
        wait(&mut player, 20);
        keys.iter().for_each(|&key| tap(&mut player, key));
        while player.take_locks().is_empty() {
            player.end_frame();
        }
        player.frame()
    };
    let plain = frames(&[]);
    for key in [Key::Clockwise, Key::CounterClockwise, Key::HalfTurn] {
        assert_eq!(frames(&[key]), plain + 20);
    }
    let mut guideline = empty(&GUIDELINE, PLAIN, "OO");
    tap(&mut guideline, Key::HalfTurn);
    assert_eq!(guideline.placement().unwrap().rotation, Rotation::North);
}

#[test]
fn a_hold_swaps_once_for_each_piece() {
    let mut player = empty(&TETRIO_S2, PLAIN, "TSZ");
    tap(&mut player, Key::Hold);
    assert_eq!(player.piece(), Some(Piece::S));
    assert_eq!(player.side().state().hold, Some(Piece::T));
    assert!(!player.can_hold());
    tap(&mut player, Key::Hold);
    assert_eq!(player.piece(), Some(Piece::S));
    tap(&mut player, Key::HardDrop);
    assert!(lock(&mut player).held);
    assert_eq!(player.piece(), Some(Piece::Z));
    tap(&mut player, Key::Hold);
    assert_eq!(player.piece(), Some(Piece::T));
    let mut pason = empty(&PASON, PLAIN, "TS");
    tap(&mut pason, Key::Hold);
    assert_eq!(pason.piece(), Some(Piece::T));
}

/// Holding a piece for an equal one uses the hold as usual.
#[test]
fn a_piece_may_be_held_for_an_equal_one() {
    let mut player = empty(&TETRIO_S2, PLAIN, "TTS");
    tap(&mut player, Key::Hold);
    tap(&mut player, Key::HardDrop);
    assert_eq!(player.side().state().hold, Some(Piece::T));
    assert_eq!(player.piece(), Some(Piece::S));
}

#[test]
fn initial_turns_and_holds_follow_the_settings() {
    let next = |initial_turn, initial_hold, keys: &[Key]| {
        let handling = Handling {
            initial_turn,
            initial_hold,
            ..PLAIN
        };
        let mut player = empty(&TETRIO_S2, handling, "TSZL");
        for &key in keys {
            player.press(key, 0.0, false);
        }
        tap(&mut player, Key::HardDrop);
        let placement = player.placement().unwrap();
        (placement.piece, placement.rotation)
    };
    let turn = [Key::Clockwise];
    assert_eq!(next(false, false, &turn), (Piece::S, Rotation::North));
    assert_eq!(next(true, false, &turn), (Piece::S, Rotation::East));
    let both = [Key::Clockwise, Key::HalfTurn];
    assert_eq!(next(true, false, &both), (Piece::S, Rotation::West));
    // The hold gives S; when S locks, Z is held at once, and T appears.
    let hold = [Key::Hold];
    assert_eq!(next(false, false, &hold), (Piece::Z, Rotation::North));
    assert_eq!(next(false, true, &hold), (Piece::T, Rotation::North));
}
