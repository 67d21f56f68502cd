//! Plays one pair of games between two bots for its points, without journal, progress and summary.

use super::error::ArenaError;
use super::match_runner::{FinishedGame, MatchConfig, MatchObserver, StopCondition, run_match};
use super::player::PlayerSpec;
use super::preset::Preset;
use super::record::GameRecord;
use std::sync::atomic::AtomicBool;

/// Plays pair `number` of a series: two games with the same pieces and garbage, and the seats
/// exchanged. Returns A's half points, 0 to 4; `None` if `stop` was set before the end.
///
/// # Errors
/// A bot does not start, or fails in a game.
pub fn play_pair(
    preset: &Preset,
    players: [PlayerSpec; 2],
    (seed, number): (u64, u64),
    stop: &AtomicBool,
) -> Result<Option<usize>, ArenaError> {
    let config = MatchConfig {
        preset: preset.clone(),
        players,
        commands: ["A", "B"].map(str::to_string),
        seed,
        games: 2 * number..2 * number + 2,
        stop_condition: StopCondition::AllGames,
        jobs: 1,
        replays: false,
        real_time: false,
    };
    let mut records = Records::default();
    run_match(&config, Vec::new(), &mut records, stop).map_err(ArenaError::Start)?;
    let [first, second] = &records.0[..] else {
        return Ok(None);
    };
    for record in [first, second] {
        if let Some(failure) = [&record.a, &record.b]
            .into_iter()
            .find_map(|bot| bot.failure.as_ref())
        {
            return Err(ArenaError::Game {
                game: record.game,
                error: failure.clone(),
            });
        }
    }
    Ok(Some(first.half_points() + second.half_points()))
}

/// Collects the records of games that count.
#[derive(Default)]
struct Records(Vec<GameRecord>);

impl MatchObserver for Records {
    fn game_finished(&mut self, _finished: &FinishedGame) {}

    fn game_counted(&mut self, finished: FinishedGame) {
        self.0.push(finished.record);
    }
}
