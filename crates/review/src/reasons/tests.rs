//! Each remark on a drawn position where it is true, and on a similar one where it is not; a reason
//! is named only if it accounts for the loss.

use super::*;
use crate::drawn::Drawn;
use crate::judge::{JudgeOptions, judge};
use crate::line::follow;
use crate::report::MoveReport;
use Rotation::{East, North, South};
use landfall_rules::rulesets::{GUIDELINE, PASON, TETRIO, TETRIO_S2};
use landfall_rules::{Placement, Rotation, Ruleset};

/// Returns the text of a remark on the move of a position where this line is the best.
fn text(drawn: &Drawn, best: &[Placement], remark: Remark) -> Option<String> {
    let mv = drawn.played();
    let (played, best) = (
        follow(&drawn.rules, &drawn.recorded, &[drawn.recorded.placement]),
        follow(&drawn.rules, &drawn.recorded, best),
    );
    let lines = Lines {
        unit: LossUnit::Lines,
        context: &MoveContext::new(&mv),
        played: &played,
        best: &best,
    };
    lines.text(remark)
}

/// The remarks of `remarks`.
const BY_RULES: [Remark; 5] = [
    Remark::MissedKill,
    Remark::MissedDownstack,
    Remark::BrokenBackToBack,
    Remark::BrokenSurge,
    Remark::WastedT,
];

/// Returns those of them that are true of the move of a position where this line is the best.
fn said(drawn: &Drawn, best: &[Placement]) -> Vec<Remark> {
    let mut remarks = BY_RULES.to_vec();
    remarks.retain(|&remark| text(drawn, best, remark).is_some());
    remarks
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

/// The tetris in the well, the best move.
const TETRIS: Placement = Placement::new(Piece::I, East, 9, 3);

fn beside_the_well(rules: &Ruleset) -> Drawn {
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

fn breaks(rules: &Ruleset, chain: u16) -> Drawn {
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
        attack: landfall_rules::attack::AttackTable::NONE,
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
        spins: landfall_rules::spin::SpinRules::NEVER,
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
fn height_is_dangerous_near_the_top_and_higher_elsewhere() {
    let on_tower = |rows: usize, best: Placement| {
        let board = "#.........\n".repeat(rows);
        let drawn = Drawn::new(&PASON, "IOSZTL", &board).play(Piece::I, East, 0, rows as i8 + 2);
        text(&drawn, &[best], Remark::DangerousHeight)
    };
    let beside = placed(Piece::I, North, 3, 0);
    assert_eq!(on_tower(14, beside).as_deref(), Some("dangerous height"));
    assert_eq!(
        on_tower(8, beside).as_deref(),
        Some("the stack gets 4 rows higher")
    );
    assert_eq!(on_tower(14, placed(Piece::I, East, 0, 16)), None);
}

/// A position with its played move, the best move, and the text of a remark.
type Case = (Drawn, Placement, Remark, Option<&'static str>);

#[test]
fn texts_say_what_the_boards_show() {
    let well = || Drawn::new(&TETRIO_S2, "ISZTOL", WELL);
    let slot = || Drawn::new(&TETRIO_S2, "OTSZIL", T_SLOT);
    let flat = || Drawn::new(&TETRIO_S2, "JTSZIL", "");
    let steps = "
        #.#######.
        #.#######.
        #.#######.
        #########.";
    let cases: [Case; 11] = [
        (
            well().play(Piece::I, North, 7, 5),
            TETRIS,
            Remark::MissedClear,
            Some("misses a TETRIS, 4 lines sent less"),
        ),
        (
            well().play(Piece::I, East, 9, 3),
            TETRIS,
            Remark::MissedClear,
            None,
        ),
        (
            well().waiting(3).play(Piece::I, North, 7, 5),
            TETRIS,
            Remark::GarbageNotCancelled,
            Some("3 rows of garbage not cancelled"),
        ),
        (
            well().play(Piece::I, North, 7, 5),
            TETRIS,
            Remark::WellCovered,
            Some("covers the well in column 10"),
        ),
        (
            well().play(Piece::I, North, 3, 5),
            TETRIS,
            Remark::WellCovered,
            None,
        ),
        (
            slot().play(Piece::O, North, 4, 2),
            placed(Piece::O, North, 8, 2),
            Remark::TSlotFilled,
            Some("slot for a T-spin filled"),
        ),
        (
            slot().play(Piece::O, North, 8, 2),
            placed(Piece::O, North, 6, 2),
            Remark::TSlotFilled,
            None,
        ),
        (
            flat().play(Piece::J, South, 4, 1),
            placed(Piece::J, North, 4, 0),
            Remark::Holes,
            Some("makes 2 holes"),
        ),
        (
            Drawn::new(&TETRIO_S2, "OISZTL", steps).play(Piece::O, North, 5, 4),
            placed(Piece::I, East, 1, 3),
            Remark::Dependency,
            Some("column 2 has to wait for an I"),
        ),
        (
            Drawn::new(&TETRIO_S2, "OSZTIL", LOW).play(Piece::O, North, 8, 1),
            placed(Piece::O, North, 0, 2),
            Remark::BurnedLines,
            Some("1 row cleared for too little"),
        ),
        (
            flat().hold(Piece::I).play(Piece::I, North, 1, 0),
            placed(Piece::J, North, 4, 0),
            Remark::HoldSpent,
            Some("does not keep the I"),
        ),
    ];
    for (drawn, best, remark, expected) in cases {
        let said = text(&drawn, &[best], remark);
        assert_eq!(said.as_deref(), expected, "{remark:?}");
    }
}

/// The best line would have killed; its own move gets no reasons.
#[test]
fn a_judged_move_gets_its_reasons() {
    let drawn = Drawn::new(&TETRIO_S2, "ISZTOL", WELL).opponent(19);
    let covered = drawn.play(Piece::I, North, 3, 5);
    let report = covered.judge();
    let remarks = |report: &MoveReport| -> Vec<Remark> {
        { report.reasons.iter() }
            .map(|reason| reason.remark)
            .collect()
    };
    assert!(report.loss > 1.0, "{report:?}");
    assert!(remarks(&report).contains(&Remark::MissedKill), "{report:?}");
    assert!(report.reasons.iter().all(|reason| reason.share >= 0.33));
    assert!(!report.others.is_empty());

    let found = judged(&covered);
    let best = found.best.mv;
    let drawn = covered.play(best.piece, best.rotation, best.x, best.y);
    let report = drawn.spin(best.spin).judge();
    assert_eq!((report.loss, report.reasons), (0.0, vec![]));
    assert_eq!(report.played, report.best);
    assert!(report.others.is_empty());
}

fn judged(drawn: &Drawn) -> Judgement {
    let options = JudgeOptions {
        nodes: 8_000,
        ..JudgeOptions::default()
    };
    judge(&drawn.played(), &options, &|| false, &|| false).unwrap()
}

/// Returns the reasons of a judged move.
fn named(drawn: &Drawn, judgement: &Judgement) -> Vec<Reason> {
    let mv = drawn.played();
    let steps = |line: &[Placement]| follow(&drawn.rules, &drawn.recorded, line);
    let lines = Lines {
        unit: judgement.unit,
        context: &MoveContext::new(&mv),
        played: &steps(&judgement.played.line),
        best: &steps(&judgement.best.line),
    };
    reasons(&lines, judgement)
}

/// In a game for lines attack is no reason; a missed tetris is.
#[test]
fn a_game_for_lines_has_no_reasons_of_duels() {
    let drawn = Drawn::new(&TETRIO_S2, "ISZTOL", WELL).opponent(19);
    let covered = drawn.play(Piece::I, North, 3, 5);
    let mut judgement = judged(&covered);
    let of_duels = |reasons: &[Reason]| {
        let mut remarks = reasons.iter().map(|reason| reason.remark);
        remarks.any(|remark| !remark.counts_in(LossUnit::Points))
    };
    assert!(of_duels(&named(&covered, &judgement)));
    judgement.unit = LossUnit::Points;
    let reasons = named(&covered, &judgement);
    assert!(!of_duels(&reasons), "{reasons:?}");
    assert_eq!(reasons[0].text, "misses a TETRIS 2 pieces on");
}

/// The terms of the difference add up to the loss, so that shares of both are equal.
#[test]
fn a_reason_accounts_for_a_third_of_the_loss() {
    let drawn = Drawn::new(&TETRIO_S2, "ISZTOL", WELL).play(Piece::I, North, 6, 5);
    let mut judgement = judged(&drawn);
    let loss = judgement.best.value - judgement.played.value.unwrap();
    let rounding = (judgement.difference.sum() - loss).abs();
    assert!(rounding < 20, "{rounding} of {loss}");
    let named_now = named(&drawn, &judgement);
    assert!(!named_now.is_empty() && named_now.is_sorted_by(|a, b| a.share >= b.share));
    judgement.played.value = Some(judgement.played.value.unwrap() - 10 * loss);
    assert_eq!(
        named(&drawn, &judgement),
        [],
        "it was lost by something else"
    );
}

#[test]
fn top_out_is_the_reason_of_a_lost_game() {
    let tower = "....##....\n".repeat(19);
    let drawn = Drawn::new(&GUIDELINE, "OIOIOI", &tower).play(Piece::O, North, 4, 19);
    let report = drawn.judge();
    let [reason] = &report.reasons[..] else {
        panic!("{:?}", report.reasons);
    };
    assert_eq!((reason.remark, reason.share), (Remark::TopOut, 1.0));
    assert!(reason.text.contains("top"), "{}", reason.text);
    let said = |pieces| top_out("leads", pieces);
    assert_eq!(
        [said(1), said(3)],
        ["tops out", "leads to a top-out in 3 pieces"]
    );
}

#[test]
fn a_held_piece_is_marked() {
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
