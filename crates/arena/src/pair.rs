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
    let records = play(preset, players, (seed, number), stop)?;
    let [first, second] = &records[..] else {
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

/// Returns the records of the games of a pair; fewer if `stop` was set before the end.
fn play(
    preset: &Preset,
    players: [PlayerSpec; 2],
    (seed, number): (u64, u64),
    stop: &AtomicBool,
) -> Result<Vec<GameRecord>, ArenaError> {
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
    Ok(records.0)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Player, PlayerError, Suggestion, VersusStatus};
    use landfall_bot::{DriverOptions, Settings};
    use landfall_rules::attack::AttackTable;
    use landfall_rules::rulesets::TETRIO;
    use landfall_rules::{Piece, Placement, Playfield, Ruleset, State};
    use std::sync::Arc;

    fn built_in(nodes: u64) -> PlayerSpec {
        PlayerSpec::BuiltIn(Box::new(Settings::new(DriverOptions {
            nodes: Some(nodes),
            ..DriverOptions::default()
        })))
    }

    /// Never has a move.
    struct NoMove;

    impl Player for NoMove {
        fn start(&mut self, _: &State, _: &Playfield, _: Option<&VersusStatus>) {}

        fn play(&mut self, _: &Placement, _: &[Piece]) {}

        fn suggest(&mut self) -> Result<Suggestion, PlayerError> {
            Ok(Suggestion::default())
        }
    }

    #[test]
    fn a_player_of_ones_own_is_started_for_the_ruleset() {
        let preset = Preset::by_name("tetrio-s2").unwrap();
        let own = PlayerSpec::Own(Arc::new(|rules: &Ruleset| match rules.name {
            "tetrio-s2" => Ok(Box::new(NoMove)),
            name => panic!("started for {name}"),
        }));
        let stop = AtomicBool::new(false);
        let half_points = play_pair(&preset, [own, built_in(20)], (1, 0), &stop);
        assert_eq!(half_points.unwrap(), Some(0), "it forfeits both games");
    }

    /// Plays a pair under a ruleset with this attack for every clear; returns the lines sent.
    fn lines_sent(attack: u32) -> u64 {
        let shipped = Preset::by_name("ppt").unwrap();
        let preset = Preset {
            rules: Ruleset {
                name: "of this test",
                height: 24,
                lock_out_row: 24,
                attack: AttackTable {
                    plain: [0, attack, attack, attack, attack],
                    ..AttackTable::NONE
                },
                rotation: TETRIO.rotation,
                ..shipped.rules
            },
            longest: 2_000,
            ..shipped
        };
        let players = [built_in(200), built_in(200)];
        let stop = AtomicBool::new(false);
        let records = play(&preset, players, (1, 0), &stop).unwrap();
        assert_eq!(records.len(), 2);
        let bots = records.iter().flat_map(|record| [&record.a, &record.b]);
        bots.map(|bot| {
            assert_eq!(bot.failure, None);
            bot.attack
        })
        .sum()
    }

    #[test]
    fn a_pair_is_played_under_a_ruleset_made_at_run_time() {
        assert_eq!(lines_sent(0), 0);
        assert!(lines_sent(2) > 0);
    }
}
