//! Games of a controller whose engine suggests nothing, with a clock that only tests advance.

use super::*;
use crate::time_manager::MAX_THINK;
use landfall_rules::{Piece, Rotation};
use landfall_tbp::messages::{Move, Start};
use std::cell::RefCell;
use std::rc::Rc;

/// A clock that only tests advance.
#[derive(Clone, Default)]
struct ManualClock(Rc<RefCell<Duration>>);

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        *self.0.borrow()
    }

    fn sleep(&mut self, time: Duration) {
        *self.0.borrow_mut() += time;
    }
}

/// An engine that suggests nothing after some time.
struct SilentEngine {
    clock: ManualClock,
    delay: Duration,
    rules: Rc<RefCell<&'static str>>,
}

impl Engine for SilentEngine {
    fn set_position(&mut self, _: &Start) {
        self.clock.sleep(self.delay);
    }

    fn suggest(&mut self, wait: Duration) -> Vec<Move> {
        self.clock.sleep(wait.min(self.delay));
        Vec::new()
    }

    fn set_rules(&mut self, rules: &Ruleset) {
        *self.rules.borrow_mut() = rules.name;
    }
}

struct Setup {
    controller: Controller<SilentEngine, ManualClock>,
    clock: ManualClock,
    rules: Rc<RefCell<&'static str>>,
}

impl Setup {
    fn handle(&mut self, line: &str) -> Option<String> {
        self.controller.handle_line(line)
    }
}

fn setup(delay: u64) -> Setup {
    let (clock, rules) = (ManualClock::default(), Rc::default());
    let engine = SilentEngine {
        clock: clock.clone(),
        delay: Duration::from_millis(delay),
        rules: Rc::clone(&rules),
    };
    Setup {
        controller: Controller::new(engine, clock.clone(), MAX_THINK),
        clock,
        rules,
    }
}

#[test]
fn every_request_gets_one_line() {
    let mut setup = setup(0);
    assert_eq!(setup.handle("action moves 10000").as_deref(), Some("drop"));
    for line in [
        "settings your_bot player1",
        "nonsense",
        "",
        "update game this_piece_type I",
    ] {
        assert_eq!(setup.handle(line), None, "{line}");
    }
    let answer = setup.handle("action moves 10000").expect("an answer");
    assert!(
        answer.ends_with("drop") && !answer.contains('\n'),
        "{answer}"
    );
    setup.handle("update game this_piece_type ?");
    assert_eq!(setup.handle("action move 1").as_deref(), Some("drop"));
}

/// If no valid field arrives, the expected field after our last move is used.
#[test]
fn a_missing_field_is_the_one_after_our_move() {
    let mut setup = setup(0);
    let field = "0,0,0,0,0,0,0,0,0,0;".repeat(20);
    setup.handle("settings your_bot a");
    // This is long before a solid row.
    setup.handle("update game round 1");
    setup.handle("update game this_piece_type O");
    let mut cells_after = |line: &str| {
        setup.handle(line);
        setup.handle("action moves 10000").expect("an answer");
        let board = setup.controller.expected_board.expect("a move");
        let rows = (0..20).flat_map(|y| (0..10).map(move |x| (x, y)));
        rows.filter(|&(x, y)| board.filled(x, y)).count()
    };
    assert_eq!(cells_after(&format!("update a field {field}")), 4);
    assert_eq!(cells_after(""), 8, "none");
    assert_eq!(
        cells_after("update a field 0,0;0"),
        12,
        "one that is cut off"
    );
    assert_eq!(
        cells_after(&format!("update b field {field}")),
        16,
        "the opponent's"
    );
    assert_eq!(cells_after(&format!("update a field {field}")), 4);
}

/// Returns the least time in the bank in a game of this many rounds, if each message to the engine
/// takes this long.
fn bank_after(rounds: u32, delay: u64) -> u64 {
    let mut setup = setup(delay);
    setup.handle("settings your_bot player1");
    setup.handle("update game this_piece_type O");
    let (mut bank, mut least) = (10_000, 10_000);
    for round in 1..=rounds {
        setup.handle(&format!("update game round {round}"));
        let began = setup.clock.now();
        assert!(setup.handle(&format!("action moves {bank}")).is_some());
        let spent = (setup.clock.now() - began).as_millis() as u64;
        assert!(spent < bank, "a time-out in round {round}");
        least = least.min(bank - spent);
        bank = (bank - spent + 500).min(10_000);
    }
    least
}

#[test]
fn a_ten_times_slower_machine_is_never_late() {
    assert!(bank_after(200, 5) >= 1_500);
    assert!(bank_after(200, 50) >= 1_500);
}

#[test]
fn an_unpaid_blocked_turn_spin_is_not_repeated() {
    let empty = "0,0,0,0,0,0,0,0,0,0;".repeat(17);
    let rows = "0,0,2,0,0,0,0,0,0,0;2,2,2,0,0,2,2,2,2,2;2,2,2,0,2,2,2,2,2,2";
    let rules_after_payment = |paid: u32| {
        let mut setup = setup(0);
        for line in [
            "settings your_bot a".to_string(),
            "update game round 7".to_string(),
            "update game this_piece_type T".to_string(),
            format!("update a field {empty}{rows}"),
        ] {
            setup.handle(&line);
        }
        let spin = Placement {
            spin: Spin::Full,
            ..Placement::new(Piece::T, Rotation::East, 3, 1)
        };
        let position = Position::from_view(&setup.controller.view).expect("a position");
        let (mv, commands) = setup
            .controller
            .choose_move(&position, &[spin])
            .expect("a way");
        setup
            .controller
            .record_blocked_turn_spin(&position, &mv, &commands);
        setup.handle("update game round 8");
        setup.handle(&format!("update a row_points {paid}"));
        setup.handle("action moves 10000");
        *setup.rules.borrow()
    };
    assert_eq!(rules_after_payment(10), "", "goes on as before");
    assert_eq!(rules_after_payment(3), "blockbattle-honest");
}
