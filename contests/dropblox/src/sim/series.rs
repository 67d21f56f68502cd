//! Many games, each from its own seed, several side by side.

use super::block_generator::{BlockGenerator, sample_blocks};
use super::block_set::BlockSet;
use super::game::SimGame;
use super::replay::ReplayRecorder;
use crate::lookahead::LookaheadLimits;
use crate::player::{Player, choose_move};
use crate::weights::MAX_ROWS;
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_search::{SearchLimits, ThreadPool};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What is played.
#[derive(Clone, Debug)]
pub struct SeriesOptions {
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
    pub lookahead_blocks: usize,
    /// The score that games begin with.
    pub start_score: u32,
    /// What is kept of a game.
    pub recording: Recording,
}

/// What is kept of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recording {
    /// What it came to.
    ScoresOnly,
    /// A replay, too.
    Replays,
}

/// A game that has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Its seed.
    pub seed: u64,
    /// Points at the end.
    pub score: u32,
    /// Blocks placed.
    pub moves: u32,
    /// Drops that cleared so many rows.
    pub clears: [u32; MAX_ROWS + 1],
    /// The game as a replay, if it was kept.
    pub replay: Option<String>,
}

/// Plays one game.
pub fn play_game(
    plan: &SeriesOptions,
    seed: u64,
    catalogue: &Arc<BlockSet>,
    player: Player,
) -> GameResult {
    let mut game = SimGame::new(
        BlockGenerator::new(Arc::clone(catalogue), seed),
        plan.start_score,
    );
    let mut clears = [0; MAX_ROWS + 1];
    let crew = ThreadPool::new(1);
    let budget = SearchLimits::nodes(plan.nodes);
    let mut recorder =
        (plan.recording == Recording::Replays).then(|| ReplayRecorder::new(seed, &game));
    let thought = |game: &SimGame| {
        let score = game.state.score;
        let beyond = LookaheadLimits {
            sample_blocks: &|| {
                sample_blocks(
                    catalogue,
                    score,
                    plan.lookahead_blocks,
                    u64::from(game.moves),
                )
            },
            elapsed: &|_| false,
        };
        let beyond = (plan.lookahead_blocks > 0).then_some(&beyond);
        choose_move(&game.state, player, &crew, &budget, beyond)
    };
    while !game.is_over
        && let Some(pose) = thought(&game)
    {
        let entrant = game.state.blocks[0].clone();
        let rows = game.play(pose);
        if let Some(recorder) = &mut recorder {
            recorder.record_move(&entrant, pose, &game, rows);
        }
        clears[rows] += 1;
    }
    GameResult {
        seed,
        score: game.state.score,
        moves: game.moves,
        clears,
        replay: recorder.map(|recorder| recorder.finish(&game)),
    }
}

/// Plays them all; `told` hears of each as it ends. In the order of their seeds.
pub fn play_series(
    plan: &SeriesOptions,
    catalogue: &Arc<BlockSet>,
    player: Player,
    told: impl FnMut(&GameResult),
) -> Vec<GameResult> {
    let stop = AtomicBool::new(false);
    let mut played = Vec::new();
    let Ok(()) = run_jobs(
        Jobs::new(0..plan.games, plan.jobs, &stop),
        || Ok::<(), Infallible>(()),
        |(), game, _stop| {
            let seed = plan.seed.wrapping_add(game);
            Ok(Some(play_game(plan, seed, catalogue, player)))
        },
        told,
        |_number, game| {
            played.push(game);
            ControlFlow::Continue(())
        },
    );
    played
}
