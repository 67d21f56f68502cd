//! Games in which lines are cleared for time.

use landfall_replay::{Goal, read};
use landfall_review::report::{Grade, LossUnit, SideReport};
use landfall_review::reviewer::review_game;
use landfall_review::{GameReview, JudgeOptions, ReviewOptions};
use std::sync::atomic::AtomicBool;

const GAME: &[u8] = include_bytes!("../../replay/tests/files/arena-ppt.jsonl");

/// Returns one side of a game of two bots, reviewed as if played for `goal`.
fn review(goal: impl Fn(u32) -> Goal) -> (LossUnit, SideReport) {
    let mut game = read(GAME).unwrap();
    game.rounds[0].sides.truncate(1);
    game.rounds[0].winner = None;
    let moves = &mut game.rounds[0].sides[0].moves;
    let last = moves.iter().rposition(|mv| mv.clear.lines > 0).unwrap();
    moves.truncate(last + 1);
    game.goal = goal(moves.iter().map(|mv| mv.clear.lines).sum());
    let options = ReviewOptions {
        judge: JudgeOptions {
            nodes: 1_000,
            ..JudgeOptions::default()
        },
        ..ReviewOptions::default()
    };
    let stop = AtomicBool::new(false);
    let review = GameReview::new(&game, &options);
    let report = review_game(&review, 1, 2, None, &stop, &mut |_| {});
    let mut report = report.unwrap().unwrap();
    assert_eq!(report.most_loss, report.unit.most_loss());
    (report.unit, report.rounds.remove(0).sides.remove(0))
}

fn names_duels(side: &SideReport) -> bool {
    let mut reasons = side.moves.iter().flat_map(|mv| &mv.reasons);
    reasons.any(|reason| !reason.remark.counts_in(LossUnit::Points))
}

#[test]
fn lines_are_judged_by_time_and_attack_is_no_reason() {
    let (unit, duel) = review(|_| Goal::Versus);
    assert_eq!((unit, duel.time), (LossUnit::Lines, None));
    assert!(names_duels(&duel));
    let (unit, side) = review(Goal::Lines);
    let time = side.time.unwrap();
    assert_eq!((unit, time.wanted), (LossUnit::Points, time.lines));
    assert_eq!(time.pieces as usize, side.moves.len());
    assert_eq!(time.fewest_pieces, (10 * time.lines).div_ceil(4));
    assert_eq!((time.keys, time.faults), (0, 0), "the file has no keys");
    assert!(!names_duels(&side));
    assert!(side.moves.iter().any(|mv| mv.grade >= Grade::Mistake));
}

/// The search does not know the end, so that it would wait for a larger clear.
#[test]
fn the_move_that_clears_the_last_line_is_the_best() {
    let (_, side) = review(Goal::Lines);
    let (_, longer) = review(|lines| Goal::Lines(lines + 1));
    let (last, of_longer) = (side.moves.last().unwrap(), longer.moves.last().unwrap());
    assert_eq!((last.grade, last.loss), (Grade::Best, 0.0));
    assert_eq!((&last.played, &last.reasons), (&last.best, &vec![]));
    assert!(of_longer.loss > 0.0, "the test shows nothing");
}
