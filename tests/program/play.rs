//! Whole games with a frontend that checks every suggested move: piece available, cells reachable,
//! spin exact.

use crate::common::frontend::{Record, Refill, Setup, handshake, play};
use crate::common::program::Program;
use serde_json::json;

const FIXED: [&str; 4] = ["--nodes", "4000", "--threads", "2"];

/// Plays games one after the other in one process, which must succeed.
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
fn a_long_game_with_garbage_is_legal() {
    let setup = Setup {
        pieces: 500,
        seed: 20_000,
        ..Setup::default()
    };
    let record = &games(&FIXED, &[setup])[0];
    println!("{record:?}");
    // The game had enough of the cases that it tests.
    assert!(record.turned > 50, "{record:?}");
    assert!(record.second > 20, "{record:?}");
    assert!(record.spins > 20, "{record:?}");
    assert!(record.first_holds == 1, "{record:?}");
}

#[test]
fn games_are_legal_with_any_previews_and_order_of_new_pieces() {
    let setup = Setup {
        pieces: 25,
        hold_at: Some(2),
        ..Setup::default()
    };
    let mut setups = Vec::new();
    for refill in [Refill::After, Refill::Before, Refill::One] {
        for (visible, send_bag) in [(2, false), (4, true), (15, false)] {
            setups.push(Setup {
                visible,
                send_bag,
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
fn a_game_without_previews_has_no_holds() {
    let setup = Setup {
        pieces: 40,
        visible: 1,
        garbage_every: 20,
        ..Setup::default()
    };
    let record = &games(&["--nodes", "2000", "--threads", "2"], &[setup])[0];
    assert_eq!(record.first_holds, 0, "{record:?}");
}

/// Two games of a bot that searches all the time, with requests at once and after a pause.
#[test]
fn games_with_a_background_search_are_legal() {
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
