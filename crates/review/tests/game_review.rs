//! Moves judged one by one give the report of the reviewer with threads.

use landfall_replay::read;
use landfall_review::reviewer::review_game;
use landfall_review::{GameReview, JudgeOptions, ReviewOptions};
use std::sync::atomic::AtomicBool;

const GAME: &[u8] = include_bytes!("../../replay/tests/files/arena-ppt.jsonl");

#[test]
fn moves_judged_in_any_order_give_the_same_report() {
    let mut game = read(GAME).unwrap();
    for side in &mut game.rounds[0].sides {
        side.moves.truncate(3);
    }
    let options = ReviewOptions {
        judge: JudgeOptions {
            nodes: 1_000,
            ..JudgeOptions::default()
        },
        ..ReviewOptions::default()
    };
    let review = GameReview::new(&game, &options);
    let never = || false;
    let judge = |number| review.judge(number, &never, &never).unwrap();
    let mut moves: Vec<_> = (0..review.move_count()).rev().map(judge).collect();
    moves.reverse();
    assert_eq!(moves.len(), 6);
    let of_first = review.report(moves[..2].to_vec());
    let report = review.report(moves);
    let stop = AtomicBool::new(false);
    let reviewed = review_game(&review, 1, 2, None, &stop, &mut |_| {});
    assert_eq!(reviewed.unwrap(), Some(report));

    let counts = of_first.rounds[0].sides.iter().map(|side| side.moves.len());
    assert_eq!(counts.collect::<Vec<_>>(), [2, 0]);
    assert!(review.judge(0, &never, &|| true).is_none(), "stopped");
}
