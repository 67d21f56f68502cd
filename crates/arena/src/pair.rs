//! One pair of games between two bots, where points alone count: no journal, no progress and
//! no summary.

use super::error::ArenaError;
use super::match_runner::{FinishedGame, MatchConfig, MatchObserver, StopCondition, run_match};
use super::player::PlayerSpec;
use super::preset::Preset;
use super::record::GameRecord;
use std::sync::atomic::AtomicBool;

/// Plays pair `number` of a series: two games with the same pieces and garbage, seats
/// changed. Gives A's half points, 0 to 4; none when `stop` said so first.
///
/// # Errors
/// A bot does not start, or did something wrong.
pub fn play_pair(
    preset: &Preset,
    players: [PlayerSpec; 2],
    (seed, number): (u64, u64),
    stop: &AtomicBool,
) -> Result<Option<usize>, ArenaError> {
    let plan = MatchConfig {
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
    run_match(&plan, Vec::new(), &mut records, stop).map_err(ArenaError::Start)?;
    let [one, other] = &records.0[..] else {
        return Ok(None);
    };
    for record in [one, other] {
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
    Ok(Some(one.half_points() + other.half_points()))
}

/// Keeps what counts.
#[derive(Default)]
struct Records(Vec<GameRecord>);

impl MatchObserver for Records {
    fn game_finished(&mut self, _finished: &FinishedGame) {}

    fn game_counted(&mut self, finished: FinishedGame) {
        self.0.push(finished.record);
    }
}
