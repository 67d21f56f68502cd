//! Judges the moves of a recorded game one by one and prints the worst, without threads and files:
//! `cargo run --release --example review_a_game -- GAME.ttrm`. Any recording is read: replays of
//! `landfall arena`, TETR.IO's, TBP logs, fumens.

use landfall_review::{GameReview, JudgeOptions, ReviewOptions, words};
use std::error::Error;

/// Moves that are printed.
const WORST: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("usage: review_a_game FILE [MOVES]")?;
    let moves: usize = args.next().map_or(Ok(usize::MAX), |text| text.parse())?;
    let game = landfall_replay::read(&std::fs::read(path)?)?;
    let options = ReviewOptions {
        judge: JudgeOptions {
            nodes: 20_000,
            ..JudgeOptions::default()
        },
        ..ReviewOptions::default()
    };
    let review = GameReview::new(&game, &options);

    // A search may be ended early by its caller: this one never is.
    let never = || false;
    let judged = (0..review.move_count()).take(moves);
    let judged = judged.filter_map(|number| review.judge(number, &never, &never));
    let report = review.report(judged.collect());

    let sides = report.rounds.iter().flat_map(|round| &round.sides);
    let mut worst: Vec<_> = sides
        .flat_map(|side| side.moves.iter().map(|mv| (side.player, mv)))
        .collect();
    worst.sort_by(|(_, a), (_, b)| b.loss.total_cmp(&a.loss));
    for (player, mv) in worst.into_iter().take(WORST) {
        let verdict = words::verdict(mv, report.unit);
        println!("player {}, move {}: {verdict}", player + 1, mv.number);
    }
    for player in &report.players {
        let totals = &player.totals;
        println!(
            "player {}: {} moves, accuracy {:.1}",
            player.player + 1,
            totals.moves,
            totals.accuracy
        );
    }
    Ok(())
}
