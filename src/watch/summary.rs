//! The summary of a game: a line of text, or a JSON object.

use super::game_loop::{GameEnd, GameLoop};
use landfall_replay::{CLEAR_KINDS, Stats};
use serde_json::{Value, json};
use std::fmt;
use std::time::Duration;

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Name and version of the bot.
    pub bot: String,
    /// Seed of the game.
    pub seed: u64,
    /// Name of the rules.
    pub rules: &'static str,
    /// Whether the rules count points.
    pub counts_points: bool,
    /// The statistics.
    pub stats: Stats,
    /// Time played, without pauses.
    pub time: Duration,
    /// Why the game ended.
    pub end_reason: GameEnd,
}

impl Summary {
    /// Returns the summary of a game; a game that has not ended counts as quit.
    pub fn new(game_loop: &GameLoop, seed: u64, time: Duration) -> Summary {
        Summary {
            bot: bot_name(game_loop),
            seed,
            rules: game_loop.game().rules().name,
            counts_points: game_loop.game().rules().counts_points(),
            stats: game_loop.stats().clone(),
            time,
            end_reason: game_loop.end_reason().unwrap_or(GameEnd::Quit),
        }
    }

    /// Returns the summary as a JSON object. Keys never change their meaning; new ones may be
    /// added.
    pub fn to_json(&self) -> Value {
        let stats = &self.stats;
        let clears: serde_json::Map<String, Value> = CLEAR_KINDS
            .iter()
            .zip(stats.clears)
            .map(|(kind, count)| (kind.key.into(), count.into()))
            .collect();
        json!({
            "bot": self.bot,
            "seed": self.seed,
            "rules": self.rules,
            "ending": self.end_reason.key(),
            "pieces": stats.pieces,
            "lines": stats.lines,
            "attack": stats.attack,
            "points": self.counts_points.then_some(stats.points),
            "attack_per_piece": stats.attack_per_piece(),
            "seconds": self.time.as_secs_f64(),
            "pieces_per_second": pieces_per_second(stats, self.time),
            "clears": clears,
            "perfect_clears": stats.perfect_clears,
            "longest_back_to_back": stats.longest_back_to_back,
            "max_combo": stats.max_combo,
            "mean_depth": stats.depth.get(),
            "mean_nodes": stats.nodes.get(),
        })
    }
}

/// Returns name and version of the bot of a game, without control characters.
pub fn bot_name(game_loop: &GameLoop) -> String {
    let info = game_loop.bot().info();
    format!("{} {}", info.name, info.version)
        .replace(char::is_control, "?")
        .trim()
        .to_string()
}

/// Returns the pieces per second; 0 if no time has passed.
pub fn pieces_per_second(stats: &Stats, time: Duration) -> f64 {
    match time.as_secs_f64() {
        0.0 => 0.0,
        seconds => stats.pieces as f64 / seconds,
    }
}

impl GameEnd {
    /// Returns the name in the JSON summary.
    pub fn key(self) -> &'static str {
        match self {
            GameEnd::PieceLimit => "pieces",
            GameEnd::TopOut => "top_out",
            GameEnd::Forfeit => "forfeit",
            GameEnd::Quit => "quit",
            GameEnd::BotError => "fault",
        }
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameEnd::PieceLimit => "all pieces played",
            GameEnd::TopOut => "topped out",
            GameEnd::Forfeit => "the bot forfeited",
            GameEnd::Quit => "quit",
            GameEnd::BotError => "the bot failed",
        })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stats = &self.stats;
        write!(
            f,
            "{}: {} pieces, {} lines, {} attack ({:.3} per piece), {:.2} pieces/s",
            self.bot,
            stats.pieces,
            stats.lines,
            stats.attack,
            stats.attack_per_piece(),
            pieces_per_second(stats, self.time),
        )?;
        if self.counts_points {
            write!(f, ", {} points", stats.points)?;
        }
        for (kind, count) in CLEAR_KINDS.iter().zip(stats.clears) {
            if count > 0 {
                write!(f, ", {} {count}", kind.short)?;
            }
        }
        for (name, count) in [
            ("perfect", stats.perfect_clears),
            ("longest b2b", stats.longest_back_to_back),
            ("max combo", u64::from(stats.max_combo)),
        ] {
            if count > 0 {
                write!(f, ", {name} {count}")?;
            }
        }
        if let Some(depth) = stats.depth.get() {
            write!(f, ", depth {depth:.1}")?;
        }
        write!(f, ", seed {}, {}", self.seed, self.end_reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary() -> Summary {
        let mut stats = Stats {
            pieces: 40,
            lines: 15,
            attack: 10,
            max_combo: 2,
            ..Stats::default()
        };
        stats.clears[3] = 2;
        stats.depth.add(Some(9.0));
        Summary {
            bot: "test 1".into(),
            seed: 42,
            rules: "guideline",
            counts_points: false,
            stats,
            time: Duration::from_secs(16),
            end_reason: GameEnd::PieceLimit,
        }
    }

    #[test]
    fn the_line_omits_counts_of_zero() {
        assert_eq!(
            summary().to_string(),
            "test 1: 40 pieces, 15 lines, 10 attack (0.250 per piece), 2.50 pieces/s, tetris 2, \
             max combo 2, depth 9.0, seed 42, all pieces played"
        );
    }

    #[test]
    fn the_object_has_every_kind_of_clear() {
        let json = summary().to_json();
        assert_eq!(json["clears"]["tetris"], 2);
        assert_eq!(json["clears"]["tst"], 0);
        assert_eq!(json["attack_per_piece"], 0.25);
        assert_eq!(
            (&json["seed"], &json["ending"]),
            (&42.into(), &"pieces".into())
        );
        assert_eq!(json["mean_nodes"], Value::Null);
        assert_eq!(json["points"], Value::Null);
    }

    #[test]
    fn points_are_in_the_summary_where_they_count() {
        let mut summary = summary();
        (summary.counts_points, summary.stats.points) = (true, 1_600);
        let line = summary.to_string();
        assert!(line.contains("pieces/s, 1600 points, tetris 2"), "{line}");
        assert_eq!(summary.to_json()["points"], 1_600);
    }
}
