//! Whole games against the real program, with a frontend of the suite's own that checks
//! every suggested move: piece at hand, cells reachable, spin exact.

use crate::common::frontend::{Record, Refill, Setup, handshake, play};
use crate::common::program::Program;
use serde_json::json;

const FIXED: [&str; 4] = ["--nodes", "4000", "--threads", "2"];

/// Plays games one after the other in one process and sees it end well.
fn games(arguments: &[&str], setups: &[Setup]) -> Vec<Record> {
    let mut program = Program::start(arguments);
    handshake(&mut program);
    let records = setups
        .iter()
        .map(|setup| {
            let record = play(&mut program, setup);
            assert_eq!(record.pieces, setup.pieces);
            record
        })
        .collect();
    program.send(&json!({"type": "quit"}));
    let ended = program.wait_for_exit();
    assert_eq!(ended.code, Some(0), "{}", ended.errors);
    assert_eq!(ended.lines, [""; 0]);
    assert_eq!(ended.errors, "", "a normal game has nothing to warn of");
    records
}

#[test]
fn five_hundred_pieces_with_garbage() {
    let setup = Setup {
        pieces: 500,
        seed: 20_000,
        ..Setup::default()
    };
    let record = &games(&FIXED, &[setup])[0];
    println!("{record:?}");
    // The game had in it what it is meant to show.
    assert!(record.turned > 50, "{record:?}");
    assert!(record.second > 20, "{record:?}");
    assert!(record.spins > 20, "{record:?}");
    assert!(record.first_holds == 1, "{record:?}");
}

#[test]
fn every_number_of_previews_and_every_order_of_new_pieces() {
    let setup = Setup {
        pieces: 25,
        hold_at: Some(2),
        ..Setup::default()
    };
    let mut setups = Vec::new();
    for refill in [Refill::After, Refill::Before, Refill::One] {
        for (visible, tell_bag) in [(2, false), (4, true), (15, false)] {
            setups.push(Setup {
                visible,
                send_bag: tell_bag,
                refill,
                seed: 100 + visible as u64,
                ..setup.clone()
            });
        }
    }
    for record in games(&["--nodes", "2000", "--threads", "2"], &setups) {
        assert_eq!(record.first_holds, 1, "{record:?}");
    }
}

/// With a single known piece nothing can be held.
#[test]
fn no_previews() {
    let setup = Setup {
        pieces: 40,
        visible: 1,
        garbage_every: 20,
        ..Setup::default()
    };
    let record = &games(&["--nodes", "2000", "--threads", "2"], &[setup])[0];
    assert_eq!(record.first_holds, 0, "{record:?}");
}

/// Thinking all the time, asked at once and after a moment, in two games.
#[test]
fn thinking_in_the_background() {
    let setup = Setup {
        pieces: 60,
        send_bag: true,
        ..Setup::default()
    };
    let at_once = Setup { pause: 0, ..setup };
    let in_a_moment = Setup {
        pause: 15,
        ..at_once.clone()
    };
    games(&["--threads", "2"], &[at_once, in_a_moment]);
}
