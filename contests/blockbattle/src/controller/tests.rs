//! Games of a pilot whose bot says nothing, by a clock that goes when it is told to.

use super::*;
use crate::time_manager::MAX_THINK;
use landfall_tbp::messages::{Move, Start};
use std::cell::RefCell;
use std::rc::Rc;

/// A clock that goes when it is told to.
#[derive(Clone, Default)]
struct Hands(Rc<RefCell<Duration>>);

impl Clock for Hands {
    fn now(&self) -> Duration {
        *self.0.borrow()
    }

    fn sleep(&mut self, time: Duration) {
        *self.0.borrow_mut() += time;
    }
}

/// An advisor that says nothing, and takes a while to do so.
struct Mute {
    hands: Hands,
    takes: Duration,
    rules: Rc<RefCell<&'static str>>,
}

impl Engine for Mute {
    fn set_position(&mut self, _: &Start) {
        self.hands.sleep(self.takes);
    }

    fn suggest(&mut self, wait: Duration) -> Vec<Move> {
        self.hands.sleep(wait.min(self.takes));
        Vec::new()
    }

    fn set_rules(&mut self, rules: &'static Ruleset) {
        *self.rules.borrow_mut() = rules.name;
    }
}

struct Table {
    pilot: Controller<Mute, Hands>,
    hands: Hands,
    rules: Rc<RefCell<&'static str>>,
}

fn table(takes: u64) -> Table {
    let (hands, rules) = (Hands::default(), Rc::default());
    let advisor = Mute {
        hands: hands.clone(),
        takes: Duration::from_millis(takes),
        rules: Rc::clone(&rules),
    };
    Table {
        pilot: Controller::new(advisor, hands.clone(), MAX_THINK),
        hands,
        rules,
    }
}

#[test]
fn every_request_has_one_line_however_little_is_known() {
    let mut table = table(0);
    assert_eq!(
        table.pilot.handle_line("action moves 10000").as_deref(),
        Some("drop")
    );
    for line in [
        "settings your_bot player1",
        "nonsense",
        "",
        "update game this_piece_type I",
    ] {
        assert_eq!(table.pilot.handle_line(line), None, "{line}");
    }
    let answer = table
        .pilot
        .handle_line("action moves 10000")
        .expect("an answer");
    assert!(
        answer.ends_with("drop") && !answer.contains('\n'),
        "{answer}"
    );
    table.pilot.handle_line("update game this_piece_type ?");
    assert_eq!(
        table.pilot.handle_line("action move 1").as_deref(),
        Some("drop")
    );
}

/// The bank of a game of so many rounds, in which each message to the bot takes so long.
fn bank_after(rounds: u32, takes: u64) -> u64 {
    let mut table = table(takes);
    table.pilot.handle_line("settings your_bot player1");
    table.pilot.handle_line("update game this_piece_type O");
    let (mut bank, mut least) = (10_000, 10_000);
    for round in 1..=rounds {
        table
            .pilot
            .handle_line(&format!("update game round {round}"));
        let begun = table.hands.now();
        assert!(
            table
                .pilot
                .handle_line(&format!("action moves {bank}"))
                .is_some()
        );
        let spent = (table.hands.now() - begun).as_millis() as u64;
        assert!(spent < bank, "a time-out in round {round}");
        least = least.min(bank - spent);
        bank = (bank - spent + 500).min(10_000);
    }
    least
}

#[test]
fn a_machine_ten_times_slower_is_never_late() {
    assert!(bank_after(200, 5) >= 1_500);
    assert!(bank_after(200, 50) >= 1_500);
}

#[test]
fn a_trick_that_is_not_paid_is_not_tried_again() {
    let empty = "0,0,0,0,0,0,0,0,0,0;".repeat(17);
    let rows = "0,0,2,0,0,0,0,0,0,0;2,2,2,0,0,2,2,2,2,2;2,2,2,0,2,2,2,2,2,2";
    let play = |paid: u32| {
        let mut table = table(0);
        for line in [
            "settings your_bot a".to_string(),
            "update game round 7".to_string(),
            "update game this_piece_type T".to_string(),
            format!("update a field {empty}{rows}"),
        ] {
            table.pilot.handle_line(&line);
        }
        let spin = Placement {
            piece: landfall_rules::Piece::T,
            rotation: landfall_rules::Rotation::East,
            x: 3,
            y: 1,
            spin: Spin::Full,
        };
        let position = Position::from_view(&table.pilot.view).expect("a position");
        let (mv, commands) = table.pilot.choose_move(&position, &[spin]).expect("a way");
        table
            .pilot
            .record_blocked_turn_spin(&position, &mv, &commands);
        table.pilot.handle_line("update game round 8");
        table
            .pilot
            .handle_line(&format!("update a row_points {paid}"));
        table.pilot.handle_line("action moves 10000");
        *table.rules.borrow()
    };
    assert_eq!(play(10), "", "goes on as before");
    assert_eq!(play(3), "blockbattle-honest");
}
