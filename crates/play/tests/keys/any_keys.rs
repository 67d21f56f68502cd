//! Random keys at random times: no panic, and every lock is one of the move generator's.

use crate::common::wait;
use landfall_play::{GarbageSettings, Handling, INSTANT_SOFT_DROP, Key, Player};
use landfall_rules::rulesets::TETRIO_S2;
use landfall_rules::{Playfield, Ruleset};
use proptest::prelude::*;

/// A key or garbage, and the time before it in tenths of a frame.
#[derive(Clone, Copy, Debug)]
enum Input {
    Press(Key),
    Release(Key),
    Garbage(u32),
}

fn key() -> impl Strategy<Value = Key> {
    prop::sample::select(Key::ALL.to_vec())
}

fn input() -> impl Strategy<Value = (u32, Input)> {
    let action = prop_oneof![
        8 => key().prop_map(Input::Press),
        6 => key().prop_map(Input::Release),
        1 => (0..6u32).prop_map(Input::Garbage),
    ];
    (0..60u32, action)
}

fn handling() -> impl Strategy<Value = Handling> {
    let factor = prop_oneof![Just(INSTANT_SOFT_DROP), 0.0..60.0, Just(1.0)];
    let arr = prop_oneof![Just(0.0), 0.0..6.0];
    (0.0..20.0, arr, 0.0..20.0, factor, any::<[bool; 5]>()).prop_map(
        |(
            das,
            arr,
            dcd,
            sdf,
            [
                cancel,
                safe_lock,
                soft_drop_first,
                initial_turn,
                initial_hold,
            ],
        )| {
            Handling {
                das,
                arr,
                dcd,
                sdf,
                cancel,
                safe_lock,
                soft_drop_first,
                initial_turn,
                initial_hold,
            }
        },
    )
}

/// Checks the locks since the last call against the position before the first of them, which is
/// replaced by the position after.
fn check_locks(player: &mut Player, before: &mut Player) -> usize {
    let rules = *player.side().rules();
    let locks = player.take_locks();
    assert!(locks.len() <= 1, "one time step, one lock");
    for lock in &locks {
        let placement = lock.result.placement;
        let legal = before.turn_start().legal_placements(&rules);
        assert!(legal.contains(&placement), "{}: {placement:?}", rules.name);
        *before = player.clone();
    }
    let side = player.side();
    let board = Playfield::from(&side.state().board);
    for (seen, filled) in side.field().rows().iter().zip(board.rows()) {
        let pairs = seen.iter().zip(filled);
        assert!(
            { pairs }.all(|(a, b)| a.is_some() == b.is_some()),
            "{}",
            rules.name
        );
    }
    locks.len()
}

fn play(rules: &Ruleset, seed: u64, handling: Handling, inputs: &[(u32, Input)]) -> usize {
    let mut player = Player::new(rules, seed, 2, handling, GarbageSettings::default());
    let mut before = player.clone();
    let (mut locks, mut subframe) = (0, 0);
    for &(tenths, input) in inputs {
        subframe += tenths;
        while subframe >= 10 {
            subframe -= 10;
            player.end_frame();
            locks += check_locks(&mut player, &mut before);
        }
        let at = f64::from(subframe) / 10.0;
        match input {
            Input::Press(key) => {
                // The time before the key may lock a piece.
                player.release(Key::HardDrop, at);
                locks += check_locks(&mut player, &mut before);
                player.press(key, at, false);
            }
            Input::Release(key) => player.release(key, at),
            Input::Garbage(rows) => player.receive_garbage(rows),
        }
        locks += check_locks(&mut player, &mut before);
    }
    wait(&mut player, 3);
    locks
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_lock_is_a_legal_placement(
        rules in prop::sample::select(Ruleset::ALL.to_vec()),
        seed: u64,
        handling in handling(),
        inputs in prop::collection::vec(input(), 0..400),
    ) {
        play(rules, seed, handling, &inputs);
    }

    /// Invalid times and invalid settings.
    #[test]
    fn any_number_is_taken(
        numbers: [f64; 4],
        times in prop::collection::vec((any::<f64>(), key(), any::<bool>()), 0..60),
    ) {
        let [das, arr, dcd, sdf] = numbers;
        let handling = Handling { das, arr, dcd, sdf, ..Handling::default() };
        let mut player = Player::new(&TETRIO_S2, 1, 5, handling, GarbageSettings::default());
        for (subframe, key, hoisted) in times {
            player.press(key, subframe, hoisted);
            player.end_frame();
            player.release(key, subframe);
        }
    }
}

/// A long game by keys. Each kind of key has its effect.
#[test]
fn a_game_by_keys_goes_on_for_many_pieces() {
    let mut most = 0;
    for seed in 0..20 {
        let mut player = Player::new(
            Ruleset::ALL[4],
            seed,
            5,
            Handling::default(),
            GarbageSettings::default(),
        );
        let mut before = player.clone();
        let mut locks = 0;
        let mut number = seed;
        while player.over().is_none() && locks < 100 {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let key = Key::ALL[(number >> 33) as usize % 8];
            player.press(key, 0.0, false);
            locks += check_locks(&mut player, &mut before);
            player.release(key, 0.5);
            locks += check_locks(&mut player, &mut before);
            player.end_frame();
            locks += check_locks(&mut player, &mut before);
        }
        most = most.max(locks);
    }
    assert!(most >= 12, "{most}");
}
