//! The review of a game on several threads: every move that is judged is written to the journal at once.
//! [`crate::GameReview`] has the moves and the report.

use crate::game_review::GameReview;
use crate::journal::ReviewJournal;
use crate::report::{MoveReport, Report};
use landfall_experiment::jobs::{Jobs, run_jobs};
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Judges all moves of a game on this many threads. `hash` is that of its file and identifies it in the
/// journal. `on_move` gets the number of moves done. Returns `None` if `stop` has ended the review; the
/// journal then has the moves done.
///
/// # Errors
/// The journal cannot be written; told when all moves are judged.
pub fn review_game(
    review: &GameReview,
    hash: u64,
    threads: usize,
    mut journal: Option<&mut ReviewJournal>,
    stop: &AtomicBool,
    on_move: &mut dyn FnMut(usize),
) -> io::Result<Option<Report>> {
    let moves = review.move_count();
    let mut known = journal
        .as_mut()
        .map_or_else(BTreeMap::new, |journal| journal.take(hash));
    known.retain(|&index, _| index < moves as u64);
    let mut done = known.len();
    on_move(done);
    let clock = Mutex::new(TimeShare::new(review.options().time, threads, moves - done));
    let jobs = Jobs {
        done: known
            .into_iter()
            .map(|(index, judged)| (index, (index, judged)))
            .collect(),
        ..Jobs::new(0..moves as u64, threads, stop)
    };
    let mut judged = Vec::with_capacity(moves);
    let mut written = Ok(());
    let mut finished = |&(index, ref judged): &(u64, MoveReport)| {
        done += 1;
        on_move(done);
        if let Some(journal) = journal.as_mut() {
            let line = journal.add(hash, index, judged);
            if written.is_ok() {
                written = line;
            }
        }
    };
    run_jobs(
        jobs,
        || Ok::<(), io::Error>(()),
        |(), index, signal| {
            let until = clock
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .begin_move();
            let late = || until.is_some_and(|until| Instant::now() >= until);
            let report = review.judge(index as usize, &late, &|| signal.is_set());
            Ok(report.map(|report| (index, report)))
        },
        &mut finished,
        |_, (_, report)| {
            judged.push(report);
            ControlFlow::Continue(())
        },
    )?;
    written?;
    if judged.len() < moves {
        return Ok(None);
    }
    Ok(Some(review.report(judged)))
}

/// The time of a game, divided among its moves.
struct TimeShare {
    until: Option<Instant>,
    threads: usize,
    moves_left: usize,
}

impl TimeShare {
    fn new(time: Option<Duration>, threads: usize, moves: usize) -> TimeShare {
        TimeShare {
            until: time.and_then(|time| Instant::now().checked_add(time)),
            threads: threads.max(1),
            moves_left: moves,
        }
    }

    /// Returns when the next move should be done: it gets its share of what is left.
    fn begin_move(&mut self) -> Option<Instant> {
        let now = Instant::now();
        let left = self.until?.saturating_duration_since(now);
        let moves = self.moves_left.max(1) as u32;
        self.moves_left = self.moves_left.saturating_sub(1);
        Some(now + left * self.threads.min(moves as usize) as u32 / moves)
    }
}
