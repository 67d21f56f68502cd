//! Many games, each from its own seed, several side by side.

use super::catalogue::Catalogue;
use super::dealer::{Dealer, sample};
use super::game::Match;
use super::replay::Recorder;
use crate::branches::Beyond;
use crate::pilot::{Player, choose};
use crate::weights::MOST_ROWS;
use landfall_search::{SearchLimits, ThreadPool};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// What is played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Seed of the first game; each further one has the next.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// How many side by side, at least 1.
    pub jobs: usize,
    /// Nodes a move.
    pub nodes: u64,
    /// Blocks that may come, by which the best first moves are compared, after as many nodes
    /// once more for all of these together; 0 for none.
    pub beyond: usize,
    /// The score that games begin with.
    pub from: u32,
    /// What is kept of a game.
    pub keep: Keep,
}

/// What is kept of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// What it came to.
    Scores,
    /// A replay, too.
    Replays,
}

/// A game that has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its seed.
    pub seed: u64,
    /// Points at the end.
    pub score: u32,
    /// Blocks placed.
    pub moves: u32,
    /// Drops that cleared so many rows.
    pub clears: [u32; MOST_ROWS + 1],
    /// The game as a replay, if it was kept.
    pub replay: Option<String>,
}

/// Plays one game.
pub fn play(plan: &Plan, seed: u64, catalogue: &Arc<Catalogue>, player: Player) -> Played {
    let mut game = Match::new(Dealer::new(Arc::clone(catalogue), seed), plan.from);
    let mut clears = [0; MOST_ROWS + 1];
    let crew = ThreadPool::new(1);
    let budget = SearchLimits::nodes(plan.nodes);
    let mut recorder = (plan.keep == Keep::Replays).then(|| Recorder::new(seed, &game));
    let thought = |game: &Match| {
        let score = game.situation.score;
        let beyond = Beyond {
            blocks: &|| sample(catalogue, score, plan.beyond, u64::from(game.moves)),
            gone: &|_| false,
        };
        let beyond = (plan.beyond > 0).then_some(&beyond);
        choose(&game.situation, player, &crew, &budget, beyond)
    };
    while !game.over
        && let Some(pose) = thought(&game)
    {
        let entrant = game.situation.blocks[0].clone();
        let rows = game.play(pose);
        if let Some(recorder) = &mut recorder {
            recorder.placed(&entrant, pose, &game, rows);
        }
        clears[rows] += 1;
    }
    Played {
        seed,
        score: game.situation.score,
        moves: game.moves,
        clears,
        replay: recorder.map(|recorder| recorder.text(&game)),
    }
}

/// Plays them all; `told` hears of each as it ends. In the order of their seeds.
pub fn series(
    plan: &Plan,
    catalogue: &Arc<Catalogue>,
    player: Player,
    mut told: impl FnMut(&Played),
) -> Vec<Played> {
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut played: Vec<Played> = std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= plan.games {
                        return;
                    }
                    let seed = plan.seed.wrapping_add(game);
                    // Nobody listens any more only when the series is left.
                    if sender.send(play(plan, seed, catalogue, player)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        receiver.iter().inspect(|game| told(game)).collect()
    });
    played.sort_by_key(|game| game.seed.wrapping_sub(plan.seed));
    played
}
