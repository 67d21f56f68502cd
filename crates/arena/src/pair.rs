//! One pair of games between two bots, for whoever counts points alone. No journal, no
//! progress and no summary.

use super::player::Recipe;
use super::preset::Preset;
use super::record::Record;
use super::series::{Finished, Listener, Plan, Until, run};
use std::sync::atomic::AtomicBool;

/// Plays pair `number` of a series: two games with the same pieces and garbage, seats
/// changed. Gives A's half points, 0 to 4; none when `stop` said so first.
///
/// # Errors
/// A bot does not start, or did something wrong: a sentence.
pub fn pair(
    preset: &Preset,
    recipes: [Recipe; 2],
    (seed, number): (u64, u64),
    stop: &AtomicBool,
) -> Result<Option<usize>, String> {
    let plan = Plan {
        preset: preset.clone(),
        recipes,
        commands: ["A", "B"].map(str::to_string),
        seed,
        games: 2 * number..2 * number + 2,
        until: Until::Last,
        jobs: 1,
        replays: false,
        live: false,
    };
    let mut records = Records::default();
    run(&plan, Vec::new(), &mut records, stop).map_err(|failure| failure.text)?;
    let [one, other] = &records.0[..] else {
        return Ok(None);
    };
    for record in [one, other] {
        if let Some(failure) = [&record.a, &record.b]
            .into_iter()
            .find_map(|bot| bot.failure.as_ref())
        {
            return Err(format!("game {}: {}", record.game, failure.text));
        }
    }
    Ok(Some(one.half_points() + other.half_points()))
}

/// Keeps what counts.
#[derive(Default)]
struct Records(Vec<Record>);

impl Listener for Records {
    fn finished(&mut self, _record: &Record) {}

    fn counted(&mut self, finished: Finished) {
        self.0.push(finished.record);
    }
}
