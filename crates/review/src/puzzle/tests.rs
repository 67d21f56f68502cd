//! Which moves make a puzzle, by what the others lose.

use super::*;
use crate::drawn::Drawn;
use crate::kind::MistakeKind;
use crate::report::{Grade, OtherMove};
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Rotation};

/// Returns the report of a move that covers the well, with other moves of these losses.
fn with_others(losses: &[Option<f64>]) -> MoveReport {
    let well = "
        #########.
        #########.
        #########.
        #########.
        .#########";
    let drawn = Drawn::new(&GUIDELINE, "ISZTOL", well).play(Piece::I, Rotation::North, 3, 5);
    let report = drawn.judge();
    assert!(report.grade >= Grade::Mistake, "{}", report.loss);
    let others = losses.iter().zip(0..).map(|(&loss, column)| OtherMove {
        placed: PlacedPiece {
            cells: [[column, 16], [column, 17], [column, 18], [column, 19]],
            ..report.best.placed.clone()
        },
        loss,
    });
    MoveReport {
        loss: 6.0,
        others: others.collect(),
        ..report.clone()
    }
}

/// Returns how many moves are right.
fn right_count(report: &MoveReport) -> Option<usize> {
    Some(Puzzle::of(report, LossUnit::Lines)?.right.len())
}

#[test]
fn few_right_moves_and_far_worse_others_make_a_puzzle() {
    let only = with_others(&[Some(2.6), None]);
    let puzzle = Puzzle::of(&only, LossUnit::Lines).expect("a puzzle");
    assert_eq!(puzzle.right, [&only.best.placed]);
    assert_eq!(puzzle.least_wrong, 2.6);
    assert!(puzzle.is_right(&only.best.placed) && !puzzle.is_right(&only.played.placed));
    assert_eq!(right_count(&with_others(&[Some(0.3), Some(2.6)])), Some(2));
}

#[test]
fn many_right_moves_and_those_between_make_none() {
    assert_eq!(
        right_count(&with_others(&[Some(0.3), Some(0.4), Some(2.6)])),
        None
    );
    assert_eq!(right_count(&with_others(&[Some(1.0), Some(2.6)])), None);
    assert_eq!(
        right_count(&with_others(&[])),
        None,
        "no other move is known"
    );
    let good = MoveReport {
        loss: 1.0,
        ..with_others(&[Some(2.6)])
    };
    assert_eq!(right_count(&good), None);
    assert_eq!(
        Puzzle::of(&with_others(&[Some(2.6)]), LossUnit::Points),
        None
    );
}

#[test]
fn moves_to_the_same_cells_count_as_one() {
    let mut report = with_others(&[Some(0.3), Some(1.0), Some(2.6)]);
    // With another spin, and its cells in another order.
    report.others[1].placed = report.others[0].placed.clone();
    report.others[1].placed.cells.reverse();
    report.others[1].placed.spin = "mini".into();
    assert_eq!(right_count(&report), Some(2));
}

#[test]
fn mistakes_alone_have_a_kind() {
    let report = with_others(&[]);
    assert_eq!(
        report.reasons[0].remark.kind(),
        MistakeKind::of(&report).unwrap()
    );
    let unexplained = MoveReport {
        reasons: Vec::new(),
        ..report.clone()
    };
    assert_eq!(MistakeKind::of(&unexplained), Some(MistakeKind::Other));
    let good = MoveReport {
        grade: Grade::Inaccuracy,
        ..report
    };
    assert_eq!(MistakeKind::of(&good), None);
}
