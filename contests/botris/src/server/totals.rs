//! The statistics of a bot over all games of a server.

use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// The statistics of a bot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotTotals {
    /// Its name.
    pub name: String,
    /// Games won.
    pub games: u32,
    /// Rounds won.
    pub rounds: u32,
    /// Pieces placed.
    pub pieces: u64,
    /// Lines of its clears, also those that cancelled garbage.
    pub attack: u64,
    /// Rounds lost because no answer came.
    pub timeouts: u32,
    /// Ignored messages: not JSON, or with unknown words.
    pub ignored: u64,
    /// Messages that were answered with an error, such as an action out of turn.
    pub errors: u64,
    /// The number of answers.
    pub answers: u64,
    /// The total time of all answers.
    pub answer_time: Duration,
    /// The longest time of an answer.
    pub slowest_answer: Duration,
}

impl BotTotals {
    /// Adds an answer that took this long.
    pub(super) fn add_answer(&mut self, latency: Duration) {
        self.answers += 1;
        self.answer_time += latency;
        self.slowest_answer = self.slowest_answer.max(latency);
    }

    /// Returns the lines per piece.
    pub fn attack_per_piece(&self) -> f64 {
        self.attack as f64 / self.pieces.max(1) as f64
    }

    fn mean_answer_ms(&self) -> f64 {
        self.answer_time.as_secs_f64() * 1000.0 / self.answers.max(1) as f64
    }
}

/// The results of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The bots, in the order of their tokens.
    pub bots: [BotTotals; 2],
    /// Games that ended because a bot left.
    pub abandoned: u32,
}

impl Summary {
    /// Returns a table for people.
    pub fn text(&self) -> String {
        let [a, b] = &self.bots;
        let mut text = format!(
            "{} {} : {} {} (games); {} : {} rounds; none drawn; {} games abandoned\n",
            a.name, a.games, b.games, b.name, a.rounds, b.rounds, self.abandoned
        );
        for bot in &self.bots {
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "{}: {} pieces, {:.3} lines per piece, answers {:.0} ms (slowest {:.0} ms), {} time-outs, {} messages ignored, {} errors",
                bot.name,
                bot.pieces,
                bot.attack_per_piece(),
                bot.mean_answer_ms(),
                bot.slowest_answer.as_secs_f64() * 1000.0,
                bot.timeouts,
                bot.ignored,
                bot.errors
            );
        }
        text
    }

    /// Returns the same as one JSON object on a line.
    pub fn json(&self) -> String {
        let bot = |bot: &BotTotals| -> Value {
            json!({
                "name": bot.name,
                "games": bot.games,
                "rounds": bot.rounds,
                "pieces": bot.pieces,
                "attack": bot.attack,
                "timeouts": bot.timeouts,
                "ignored": bot.ignored,
                "errors": bot.errors,
                "answer_ms": bot.mean_answer_ms(),
                "slowest_answer_ms": bot.slowest_answer.as_secs_f64() * 1000.0,
            })
        };
        let bots: Vec<Value> = self.bots.iter().map(bot).collect();
        format!("{}\n", json!({"bots": bots, "abandoned": self.abandoned}))
    }
}
