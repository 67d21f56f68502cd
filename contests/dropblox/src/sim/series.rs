//! Many games, each from its own seed, several at a time.

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

/// Which games are played, and how.
#[derive(Clone, Debug)]
pub struct SeriesOptions {
    /// Seed of the first game; each further game has the next.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// Games that are played at the same time; 0 counts as 1.
    pub jobs: usize,
    /// Nodes per move.
    pub nodes: u64,
    /// Sampled next blocks by which the best root moves are compared; the comparisons of all
    /// samples together use as many nodes again. 0 for no comparison.
    pub lookahead_blocks: usize,
    /// Additional blocks that the player is shown, against the rules: 0 for a game under the rules.
    /// The gain shows what better knowledge would bring.
    pub clairvoyant_blocks: usize,
    /// The score that games begin with.
    pub start_score: u32,
    /// Whether a replay of each game is kept.
    pub keeps_replays: bool,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Its seed.
    pub seed: u64,
    /// Points at the end.
    pub score: u32,
    /// Blocks placed.
    pub moves: u32,
    /// Drops by the rows that they cleared.
    pub clears: [u32; MAX_ROWS + 1],
    /// The replay, if it was recorded.
    pub replay: Option<String>,
}

/// Plays one game.
pub fn play_game(
    options: &SeriesOptions,
    seed: u64,
    block_set: &Arc<BlockSet>,
    player: Player,
) -> GameResult {
    let mut game = SimGame::new(
        BlockGenerator::new(Arc::clone(block_set), seed),
        options.start_score,
    );
    let mut clears = [0; MAX_ROWS + 1];
    let pool = ThreadPool::new(1);
    let limits = SearchLimits::nodes(options.nodes);
    let mut recorder = options
        .keeps_replays
        .then(|| ReplayRecorder::new(seed, &game));
    let choose = |game: &SimGame| {
        let score = game.state.score;
        let lookahead = LookaheadLimits {
            sample_blocks: &|| {
                sample_blocks(
                    block_set,
                    score,
                    options.lookahead_blocks,
                    u64::from(game.moves),
                )
            },
            elapsed: &|_| false,
        };
        let lookahead = (options.lookahead_blocks > 0).then_some(&lookahead);
        let state = game.clairvoyant_state(options.clairvoyant_blocks);
        choose_move(&state, player, &pool, &limits, lookahead)
    };
    while !game.is_over
        && let Some(pose) = choose(&game)
    {
        let block = game.state.blocks[0].clone();
        let rows = game.play(pose);
        if let Some(recorder) = &mut recorder {
            recorder.record_move(&block, pose, &game, rows);
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

/// Plays all games. `on_finished` receives each result when it is available; they are returned in
/// the order of their seeds.
pub fn play_series(
    options: &SeriesOptions,
    block_set: &Arc<BlockSet>,
    player: Player,
    on_finished: impl FnMut(&GameResult),
) -> Vec<GameResult> {
    let stop = AtomicBool::new(false);
    let mut results = Vec::new();
    let Ok(()) = run_jobs(
        Jobs::new(0..options.games, options.jobs, &stop),
        || Ok::<(), Infallible>(()),
        |(), game, _stop| {
            let seed = options.seed.wrapping_add(game);
            Ok(Some(play_game(options, seed, block_set, player)))
        },
        on_finished,
        |_number, game| {
            results.push(game);
            ControlFlow::Continue(())
        },
    );
    results
}
