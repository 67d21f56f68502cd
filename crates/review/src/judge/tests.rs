//! Judgements are at one depth, repeatable, and equal for moves that lead to the same position.

use super::*;
use crate::drawn::Drawn;
use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};
use landfall_rules::{Piece, Rotation, Spin};
use std::sync::atomic::{AtomicU64, Ordering};

const WELL: &str = "
    #########.
    #########.
    #########.
    #########.";

fn judged(drawn: &Drawn, options: &JudgeOptions) -> Judgement {
    judge(&drawn.played(), options, &|| false, &|| false).unwrap()
}

fn few(nodes: u64) -> JudgeOptions {
    JudgeOptions {
        nodes,
        ..JudgeOptions::default()
    }
}

#[test]
fn the_best_move_loses_nothing_and_covering_the_well_much() {
    let tetris = Drawn::new(&TETRIO_S2, "ISZTOL", WELL).play(Piece::I, Rotation::East, 9, 2);
    let judgement = judged(&tetris, &few(8_000));
    assert!(judgement.is_best() && judgement.reachable);
    assert_eq!(judgement.played.value, Some(judgement.best.value));

    let covered = Drawn::new(&TETRIO_S2, "ISZTOL", WELL).play(Piece::I, Rotation::North, 7, 4);
    let judgement = judged(&covered, &few(8_000));
    assert!(!judgement.is_best());
    let loss = judgement.best.value - judgement.played.value.unwrap();
    assert!(loss > judgement.unit_value, "{judgement:?}");
}

#[test]
fn the_same_move_is_judged_the_same_twice() {
    let drawn = Drawn::new(&GUIDELINE, "TSZOLJ", WELL).play(Piece::T, Rotation::North, 4, 4);
    for nodes in [300, 120_000] {
        let (one, two) = (judged(&drawn, &few(nodes)), judged(&drawn, &few(nodes)));
        assert_eq!(one, two);
        assert!(one.played.value <= Some(one.best.value));
        let losses = one.others.iter().flat_map(|other| other.1);
        assert!(losses.is_sorted_by(|one, other| one >= other));
        assert!(
            one.others
                .iter()
                .all(|other| other.1 <= Some(one.best.value))
        );
    }
}

#[test]
fn every_other_move_is_listed_once() {
    let drawn = Drawn::new(&GUIDELINE, "TSZOLJ", WELL).play(Piece::T, Rotation::North, 4, 4);
    let judgement = judged(&drawn, &few(2_000));
    let mut listed: Vec<_> = judgement.others.iter().map(|other| other.0).collect();
    listed.extend([judgement.best.mv, judgement.played.line[0]]);
    let mut all = drawn.recorded.state.legal_placements(&GUIDELINE);
    listed.sort();
    all.sort();
    assert_eq!(listed, all);
}

/// A spin that clears nothing leads to the same position.
#[test]
fn a_move_that_leads_where_the_best_leads_is_the_best() {
    let drawn = Drawn::new(&GUIDELINE, "TOSZIL", "").play(Piece::T, Rotation::North, 4, 0);
    let (mv, plain) = (drawn.played(), drawn.recorded.placement);
    let spin = Spin::Mini;
    assert!(leads_to_same(&mv, plain, Placement { spin, ..plain }));
    assert!(!leads_to_same(&mv, plain, Placement { x: 5, ..plain }));

    let well = Drawn::new(&TETRIO_S2, "ISZTOL", WELL).play(Piece::I, Rotation::East, 9, 2);
    let other_state = Placement {
        rotation: Rotation::West,
        y: 1,
        ..well.recorded.placement
    };
    let well = Drawn {
        recorded: RecordedMove {
            placement: other_state,
            ..well.recorded
        },
        ..well
    };
    assert!(judged(&well, &few(2_000)).is_best());
}

#[test]
fn an_unreachable_move_is_judged_and_marked() {
    let cave = "
        ##########
        ##......##
        ##......##
        ###.######";
    let mut drawn = Drawn::new(&GUIDELINE, "OSZTIL", cave).play(Piece::O, Rotation::North, 4, 1);
    let judgement = judged(&drawn, &few(4_000));
    assert!(!judgement.reachable);
    assert_eq!(judgement.played.line[0], drawn.recorded.placement);
    drawn = drawn.play(Piece::O, Rotation::North, 4, 4);
    assert!(judged(&drawn, &few(4_000)).reachable);
}

#[test]
fn fewer_pieces_are_a_shallower_judgement() {
    let drawn = Drawn::new(&GUIDELINE, "TSZOLJ", WELL).play(Piece::T, Rotation::North, 4, 4);
    let depth = |depth| {
        let options = JudgeOptions {
            depth,
            ..few(4_000)
        };
        judged(&drawn, &options).best.depth
    };
    assert_eq!([Some(1), Some(3), None].map(depth), [2, 4, 6]);
}

#[test]
fn a_move_that_loses_the_game_has_no_value() {
    let tower = "....##....\n".repeat(19);
    let drawn = Drawn::new(&GUIDELINE, "OIOIOI", &tower);
    let drawn = drawn.play(Piece::O, Rotation::North, 4, 19);
    let judgement = judged(&drawn, &few(4_000));
    assert!(judgement.best.value > -50_000, "{judgement:?}");
    let lost = judgement.played.value.is_none_or(|value| value < -50_000);
    assert!(lost, "{judgement:?}");
}

#[test]
fn a_judgement_ends_when_it_is_told_to() {
    let drawn = Drawn::new(&GUIDELINE, "TSZOLJ", WELL).play(Piece::T, Rotation::North, 4, 4);
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) > 20;
    assert_eq!(
        judge(&drawn.played(), &few(u64::MAX), &|| false, &stop),
        None
    );
}

/// However short the time is, both moves are searched, to one depth.
#[test]
fn a_judgement_in_no_time_has_a_value_for_both() {
    let drawn = Drawn::new(&GUIDELINE, "TSZOLJ", WELL).play(Piece::T, Rotation::North, 4, 4);
    let judgement = judge(&drawn.played(), &few(u64::MAX), &|| true, &|| false).unwrap();
    assert!(judgement.best.depth > 1, "{judgement:?}");
    assert!(
        judgement
            .played
            .value
            .is_some_and(|value| value <= judgement.best.value)
    );
}

/// However short the time is, the position is searched to its depth, as with the least number of
/// nodes.
#[test]
fn a_judgement_in_no_time_is_that_of_the_least_nodes() {
    let drawn = Drawn::new(&GUIDELINE, "TSZOLJ", WELL).play(Piece::T, Rotation::North, 4, 4);
    let at_once = judge(&drawn.played(), &few(50_000), &|| true, &|| false).unwrap();
    assert_eq!(at_once.best.depth, 6);
    assert_eq!(at_once, judged(&drawn, &few(MIN_NODES)));
}

/// Fewer nodes than the least count as the least.
#[test]
fn a_position_has_at_least_the_least_nodes() {
    let drawn = Drawn::new(&GUIDELINE, "TSZOLJ", WELL).play(Piece::T, Rotation::North, 4, 4);
    assert_eq!(few(5_000).searched_nodes(), MIN_NODES);
    assert_eq!(few(MIN_NODES + 1).searched_nodes(), MIN_NODES + 1);
    assert_eq!(judged(&drawn, &few(300)), judged(&drawn, &few(MIN_NODES)));
}

/// The search knows only what the player saw: garbage that came up later changes nothing.
#[test]
fn what_came_later_does_not_matter() {
    let drawn = Drawn::new(&TETRIO_S2, "TSZOLJ", WELL).play(Piece::T, Rotation::North, 4, 4);
    let judgement = judged(&drawn, &few(2_000));
    let mut later = drawn;
    later.recorded.raised = [0b1111111110; 8].into();
    later.recorded.locked += 500;
    assert_eq!(judged(&later, &few(2_000)), judgement);
}
