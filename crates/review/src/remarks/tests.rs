//! Each remark on a drawn position where it must be made, and on one like it where it must not.

use super::*;
use crate::drawn::Drawn;
use crate::judge::{JudgeOptions, judge};
use crate::line::follow;
use Rotation::{East, North, South};
use landfall_rules::{GUIDELINE, PASON, Rotation, Spin, TETRIO, TETRIO_S2};

/// Returns the remarks on the move of a position where this line is the best.
fn said(drawn: &Drawn, best: &[Placement]) -> Vec<Remark> {
    let mv = drawn.played();
    let context = MoveContext::new(&mv);
    let result =
        |line: &[Placement]| MoveResult::new(&context, &follow(drawn.rules, &drawn.recorded, line));
    remarks(
        &context,
        &result(&[drawn.recorded.placement]),
        &result(best),
    )
}

fn placed(piece: Piece, rotation: Rotation, x: i8, y: i8) -> Placement {
    Placement::new(piece, rotation, x, y)
}

const WELL: &str = "
    #########.
    #########.
    #########.
    #########.
    .#########";

/// The tetris that is best in the well.
const TETRIS: Placement = Placement::new(Piece::I, East, 9, 3);

fn beside_the_well(rules: &'static Ruleset) -> Drawn {
    Drawn::new(rules, "ISZTOL", WELL).play(Piece::I, North, 3, 5)
}

#[test]
fn a_kill_is_missed_only_if_enough_would_have_been_sent() {
    let high = beside_the_well(&TETRIO_S2).opponent(18);
    assert_eq!(said(&high, &[TETRIS]), [Remark::MissedKill]);
    let low = beside_the_well(&TETRIO_S2).opponent(17);
    assert_eq!(said(&low, &[TETRIS]), []);
    let cancelled = beside_the_well(&TETRIO_S2).opponent(18).waiting(1);
    assert_eq!(said(&cancelled, &[TETRIS]), []);
    assert_eq!(said(&beside_the_well(&TETRIO_S2), &[TETRIS]), [], "alone");
}

#[test]
fn a_kill_counts_what_waits_for_the_opponent() {
    let mut drawn = beside_the_well(&TETRIO_S2).opponent(15);
    assert_eq!(said(&drawn, &[TETRIS]), []);
    drawn.opponents[0].waiting = 3;
    assert_eq!(said(&drawn, &[TETRIS]), [Remark::MissedKill]);
}

const GARBAGE: &str = "
    GGGGGGGGG.
    GGGGGGGGG.
    GGGGGGGGG.
    .GGGGGGGGG";

#[test]
fn garbage_that_the_best_move_clears_is_missed() {
    let missed = Drawn::new(&TETRIO_S2, "ISZTOL", GARBAGE).play(Piece::I, North, 3, 4);
    assert_eq!(said(&missed, &[TETRIS]), [Remark::MissedDownstack]);
    let own_rows = beside_the_well(&TETRIO_S2);
    assert_eq!(said(&own_rows, &[TETRIS]), [], "no garbage");
    let other_way = [placed(Piece::I, North, 5, 4)];
    assert_eq!(said(&missed, &other_way), [], "nor does the best clear it");
}

#[test]
fn garbage_cleared_by_the_line_counts() {
    let drawn = Drawn::new(&TETRIO_S2, "OISZTL", GARBAGE).play(Piece::O, North, 3, 4);
    let line = [placed(Piece::O, North, 0, 4), TETRIS];
    assert_eq!(said(&drawn, &line), [Remark::MissedDownstack]);
    assert_eq!(said(&drawn, &line[..1]), []);
}

#[test]
fn covering_the_hole_misses_downstack() {
    let covered = Drawn::new(&TETRIO_S2, "OSZTIL", GARBAGE).play(Piece::O, North, 8, 4);
    let beside = placed(Piece::O, North, 0, 4);
    assert_eq!(said(&covered, &[beside]), [Remark::MissedDownstack]);
    let also_covers = placed(Piece::O, North, 8, 4);
    assert_eq!(said(&covered, &[also_covers]), []);
    let open = Drawn::new(&TETRIO_S2, "OSZTIL", GARBAGE).play(Piece::O, North, 7, 4);
    assert_eq!(said(&open, &[beside]), [], "the hole stays open");
}

/// A single by an O, or a lock that clears nothing.
const LOW: &str = "
    ########..
    .#########";

fn breaks(rules: &'static Ruleset, chain: u16) -> Drawn {
    let drawn = Drawn::new(rules, "OSZTIL", LOW).back_to_back(chain);
    drawn.play(Piece::O, North, 8, 1)
}

#[test]
fn back_to_back_is_broken_where_it_is_paid() {
    let keeps = [placed(Piece::O, North, 2, 2)];
    assert_eq!(
        said(&breaks(&GUIDELINE, 1), &keeps),
        [Remark::BrokenBackToBack]
    );
    assert_eq!(
        said(&breaks(&TETRIO, 1), &keeps),
        [Remark::BrokenBackToBack]
    );
    assert_eq!(said(&breaks(&GUIDELINE, 0), &keeps), [], "there was none");
    let also = [placed(Piece::O, North, 8, 1)];
    assert_eq!(
        said(&breaks(&GUIDELINE, 1), &also),
        [],
        "nor does the best keep it"
    );
    static UNPAID: Ruleset = Ruleset {
        attack: landfall_rules::AttackTable::NONE,
        ..GUIDELINE
    };
    assert_eq!(said(&breaks(&UNPAID, 1), &keeps), [], "worth nothing");
}

#[test]
fn a_surge_is_broken_only_where_a_chain_sends_one() {
    let keeps = [placed(Piece::O, North, 2, 2)];
    assert_eq!(said(&breaks(&TETRIO_S2, 5), &keeps), [Remark::BrokenSurge]);
    assert_eq!(
        said(&breaks(&TETRIO_S2, 4), &keeps),
        [Remark::BrokenBackToBack],
        "too short for a surge"
    );
    assert_eq!(
        said(&breaks(&TETRIO, 5), &keeps),
        [Remark::BrokenBackToBack]
    );
}

const T_SLOT: &str = "
    ###.......
    ##...#####
    ###.######";

#[test]
fn a_t_is_wasted_where_spins_are_paid() {
    let flat = |rules| Drawn::new(rules, "TSZIOL", T_SLOT).play(Piece::T, North, 7, 2);
    let spin = Placement {
        spin: Spin::Full,
        ..placed(Piece::T, South, 3, 1)
    };
    assert_eq!(said(&flat(&TETRIO_S2), &[spin]), [Remark::WastedT]);
    let kept = placed(Piece::S, North, 7, 2);
    assert_eq!(said(&flat(&GUIDELINE), &[kept]), [Remark::WastedT]);
    let also = placed(Piece::T, North, 8, 2);
    assert_eq!(
        said(&flat(&TETRIO_S2), &[also]),
        [],
        "the best spends it too"
    );
    static NO_SPINS: Ruleset = Ruleset {
        spins: landfall_rules::SpinRules::NEVER,
        ..GUIDELINE
    };
    assert_eq!(said(&flat(&NO_SPINS), &[kept]), []);
}

#[test]
fn a_t_that_spins_is_not_wasted() {
    let drawn = Drawn::new(&TETRIO_S2, "TSZIOL", T_SLOT);
    let drawn = drawn.play(Piece::T, South, 3, 1).spin(Spin::Full);
    assert_eq!(said(&drawn, &[placed(Piece::S, North, 7, 2)]), []);
}

#[test]
fn height_is_dangerous_near_the_top_alone() {
    let on_tower = |rows: usize| {
        let board = "#.........\n".repeat(rows);
        Drawn::new(&PASON, "IOSZTL", &board).play(Piece::I, East, 0, rows as i8 + 2)
    };
    let beside = [placed(Piece::I, North, 3, 0)];
    assert_eq!(said(&on_tower(14), &beside), [Remark::DangerousHeight]);
    assert_eq!(said(&on_tower(8), &beside), []);
    let higher = [placed(Piece::I, East, 0, 16)];
    assert_eq!(said(&on_tower(14), &higher), [], "the best is as high");
}

/// From the searches to the remark: the best line would have killed. Its move gets none.
#[test]
fn a_judged_move_gets_its_remarks() {
    let drawn = Drawn::new(&TETRIO_S2, "ISZTOL", WELL).opponent(19);
    let covered = drawn.play(Piece::I, North, 6, 5);
    let report = covered.judge();
    assert!(report.loss > 1.0, "{report:?}");
    assert!(report.remarks.contains(&Remark::MissedKill), "{report:?}");
    assert!(!report.others.is_empty());

    let options = JudgeOptions {
        nodes: 8_000,
        ..JudgeOptions::default()
    };
    let found = judge(&covered.played(), &options, &|| false, &|| false).unwrap();
    let best = found.best.mv;
    let drawn = covered.play(best.piece, best.rotation, best.x, best.y);
    let report = drawn.spin(best.spin).judge();
    assert_eq!((report.loss, report.remarks), (0.0, vec![]));
    assert_eq!(report.played, report.best);
    assert!(report.others.is_empty());
}

#[test]
fn a_held_piece_is_said_to_be_held() {
    let drawn = Drawn::new(&TETRIO_S2, "SZTOLJ", WELL).hold(Piece::I);
    let report = drawn.play(Piece::I, East, 9, 3).judge();
    assert!(report.best.placed.hold && report.played.placed.hold);
    assert_eq!(report.before.hold, Some('I'));
    assert_eq!(
        report.before.board,
        [
            ".JJJJJJJJJ",
            "JJJJJJJJJ.",
            "JJJJJJJJJ.",
            "JJJJJJJJJ.",
            "JJJJJJJJJ."
        ]
    );
}
