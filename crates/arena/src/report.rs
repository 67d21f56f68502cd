//! The summary of a series: lines for people, or one JSON object for scripts.

use super::faults::Faults;
use super::journal::MatchHeader;
use super::match_runner::StopCondition;
use super::player::PlayerErrorKind;
use super::record::{BotRecord, GameRecord};
use super::referee::EndReason;
use landfall_experiment::statistics::{Pentanomial, sprt_bounds};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Write;

/// Frames in a minute.
const MINUTE: f64 = 3_600.0;

/// The result of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The higher difference in Elo is accepted.
    H1,
    /// The lower difference in Elo is accepted.
    H0,
    /// More games are needed.
    Undecided,
}

/// The sums over a series.
#[derive(Clone, Debug)]
pub struct Report {
    header: MatchHeader,
    stop_condition: StopCondition,
    /// The points.
    pub score: Pentanomial,
    frames: u64,
    bots: [BotTotals; 2],
}

/// The sums of a bot.
#[derive(Clone, Debug, Default)]
struct BotTotals {
    faults: Faults,
    forfeits: u64,
    top_outs: u64,
    pieces: u64,
    lines: u64,
    attack: u64,
    spins: u64,
    perfect_clears: u64,
    longest_b2b: u64,
    max_combo: u64,
    depth: WeightedMean,
    nodes: WeightedMean,
    nps: WeightedMean,
}

/// A weighted mean.
#[derive(Clone, Copy, Debug, Default)]
struct WeightedMean {
    sum: f64,
    weight: f64,
}

impl WeightedMean {
    fn add(&mut self, value: Option<f64>, weight: u64) {
        if let Some(value) = value {
            self.sum += value * weight as f64;
            self.weight += weight as f64;
        }
    }

    fn get(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.sum / self.weight)
    }
}

impl BotTotals {
    /// Adds a game. Returns the text of its fault if that is the first of its kind.
    fn add(&mut self, game: u64, bot: &BotRecord) -> Option<String> {
        let fault = bot.fault();
        let fault = fault.filter(|(kind, text)| self.faults.add(game, *kind, text));
        self.forfeits += u64::from(bot.end == Some(EndReason::Forfeit));
        self.top_outs += u64::from(bot.end == Some(EndReason::TopOut));
        self.pieces += bot.pieces;
        self.lines += bot.lines;
        self.attack += bot.attack;
        self.spins += bot.spins;
        self.perfect_clears += bot.perfect_clears;
        self.longest_b2b = self.longest_b2b.max(bot.longest_b2b);
        self.max_combo = self.max_combo.max(bot.max_combo);
        self.depth.add(bot.depth, bot.pieces);
        self.nodes.add(bot.nodes, bot.pieces);
        self.nps.add(bot.nps, bot.pieces);
        fault.map(|(_, text)| text)
    }

    fn attack_per_piece(&self) -> f64 {
        self.attack as f64 / self.pieces.max(1) as f64
    }

    fn attack_per_minute(&self, frames: u64) -> f64 {
        self.attack as f64 * MINUTE / frames.max(1) as f64
    }

    fn pieces_per_second(&self, frames: u64) -> f64 {
        self.pieces as f64 * MINUTE / 60.0 / frames.max(1) as f64
    }
}

impl Report {
    /// Returns a report without games.
    pub fn new(header: MatchHeader, stop_condition: StopCondition) -> Report {
        Report {
            header,
            stop_condition,
            score: Pentanomial::default(),
            frames: 0,
            bots: Default::default(),
        }
    }

    /// Counts a game. Returns, for A and B, the text of its fault if that is the first of its kind.
    pub fn add(&mut self, record: &GameRecord) -> [Option<String>; 2] {
        self.score.add(record.game, record.half_points());
        self.frames += record.frames;
        let [a, b] = &mut self.bots;
        [a.add(record.game, &record.a), b.add(record.game, &record.b)]
    }

    /// Returns, for A and B, whether it lost every game by a fault.
    pub fn failing(&self) -> [bool; 2] {
        let games = self.score.played();
        [0, 1].map(|bot| self.bots[bot].faults.are_in_every_game(games))
    }

    /// Returns the score in one short line, for the progress of a match.
    pub fn progress_line(&self) -> String {
        let [wins, draws, losses] = self.score.games;
        let mut line = format!("A {wins}, B {losses}, draws {draws}");
        if let Some(elo) = self.score.elo() {
            let _ = write!(line, ", Elo {}", elo.brackets(1));
        }
        if let StopCondition::Sprt(elo) = self.stop_condition {
            let _ = write!(line, ", LLR {:.2}", self.score.llr(elo));
        }
        line
    }

    /// Returns the text for people, or the JSON object and a line break.
    pub fn summary(&self, json: bool) -> String {
        if json {
            format!("{}\n", self.json())
        } else {
            self.text()
        }
    }

    /// Returns the log-likelihood ratio of the sequential test, if there is one.
    pub fn llr(&self) -> Option<f64> {
        match self.stop_condition {
            StopCondition::Sprt(elo) => Some(self.score.llr(elo)),
            StopCondition::AllGames | StopCondition::FirstTo(_) => None,
        }
    }

    /// Returns the summary as lines for people.
    pub fn text(&self) -> String {
        let MatchHeader {
            a,
            b,
            preset,
            clock,
            seed,
            ..
        } = &self.header;
        let mut text = format!("A: {a}\nB: {b}\npreset {preset}, clock {clock}, seed {seed}\n\n");
        let [wins, draws, losses] = self.score.games;
        let games = self.score.played();
        let _ = writeln!(
            text,
            "{games} games: A won {wins}, B won {losses}, {draws} drawn"
        );
        let pairs = self.score.pairs;
        let _ = writeln!(
            text,
            "{} pairs by A's points, 0 to 2 in halves: {pairs:?}",
            pairs.iter().sum::<u64>()
        );
        let _ = match self.score.elo() {
            Some(elo) => writeln!(
                text,
                "Elo of A over B: {} (95 %, over pairs)",
                elo.brackets(1)
            ),
            None => writeln!(text, "Elo of A over B: unknown before a whole pair"),
        };
        text.push_str(&self.verdict_line());
        let minutes = self.frames as f64 / MINUTE / games.max(1) as f64;
        let _ = writeln!(text, "mean game {minutes:.2} minutes of game time\n");
        text.push_str(&self.table());
        let [a, b] = [("A", 0), ("B", 1)].map(|(name, bot)| self.bots[bot].faults.text(name));
        if !(a.is_empty() && b.is_empty()) {
            text.push('\n');
        }
        text + &a + &b
    }

    /// Returns the result of the sequential test, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        let llr = self.llr()?;
        let (low, high) = sprt_bounds();
        Some(match llr {
            _ if llr >= high => Verdict::H1,
            _ if llr <= low => Verdict::H0,
            _ => Verdict::Undecided,
        })
    }

    fn verdict_line(&self) -> String {
        let StopCondition::Sprt(elo) = self.stop_condition else {
            return String::new();
        };
        let llr = self.score.llr(elo);
        let (low, high) = sprt_bounds();
        let verdict = match self.verdict() {
            Some(Verdict::H1) => format!("A is better by {} Elo rather than {}", elo[1], elo[0]),
            Some(Verdict::H0) => format!("A is better by {} Elo rather than {}", elo[0], elo[1]),
            _ => "undecided".to_string(),
        };
        format!("LLR {llr:.3} ({low:.3} to {high:.3}): {verdict}\n")
    }

    fn table(&self) -> String {
        let mut text = format!("{:<22}{:>12}{:>12}\n", "", "A", "B");
        let mut row = |name: &str, cell: &dyn Fn(&BotTotals) -> String| {
            let [a, b] = [cell(&self.bots[0]), cell(&self.bots[1])];
            let _ = writeln!(text, "{name:<22}{a:>12}{b:>12}");
        };
        let frames = self.frames;
        row("attack per piece", &|bot| {
            format!("{:.3}", bot.attack_per_piece())
        });
        row("attack per minute", &|bot| {
            format!("{:.1}", bot.attack_per_minute(frames))
        });
        row("pieces per second", &|bot| {
            format!("{:.2}", bot.pieces_per_second(frames))
        });
        row("pieces", &|bot| bot.pieces.to_string());
        row("lines", &|bot| bot.lines.to_string());
        row("lines sent", &|bot| bot.attack.to_string());
        row("spin clears", &|bot| bot.spins.to_string());
        row("perfect clears", &|bot| bot.perfect_clears.to_string());
        row("longest back-to-back", &|bot| bot.longest_b2b.to_string());
        row("longest combo", &|bot| bot.max_combo.to_string());
        row("depth", &|bot| mean(bot.depth));
        row("nodes per move", &|bot| mean(bot.nodes));
        row("nodes/s", &|bot| mean(bot.nps));
        row("topped out", &|bot| bot.top_outs.to_string());
        row("forfeited", &|bot| bot.forfeits.to_string());
        for kind in KINDS {
            row(&kind.to_string(), &|bot| bot.faults.of(kind).to_string());
        }
        text
    }

    /// Returns the summary as a JSON object. Its keys are stable; new ones may be added.
    pub fn json(&self) -> Value {
        let [wins, draws, losses] = self.score.games;
        let elo = self.score.elo();
        json!({
            "head": self.header,
            "games": self.score.played(),
            "a_wins": wins,
            "draws": draws,
            "b_wins": losses,
            "pairs": self.score.pairs,
            "elo": elo.map(|elo| elo.elo),
            "elo_low": elo.map(|elo| elo.low),
            "elo_high": elo.map(|elo| elo.high),
            "llr": self.llr(),
            "verdict": self.verdict(),
            "frames": self.frames,
            "a": self.bot_json(0),
            "b": self.bot_json(1),
        })
    }

    fn bot_json(&self, bot: usize) -> Value {
        let sums = &self.bots[bot];
        let count = |kind: PlayerErrorKind| sums.faults.of(kind);
        json!({
            "attack_per_piece": sums.attack_per_piece(),
            "attack_per_minute": sums.attack_per_minute(self.frames),
            "pieces_per_second": sums.pieces_per_second(self.frames),
            "pieces": sums.pieces,
            "lines": sums.lines,
            "attack": sums.attack,
            "spins": sums.spins,
            "perfect_clears": sums.perfect_clears,
            "longest_b2b": sums.longest_b2b,
            "max_combo": sums.max_combo,
            "depth": sums.depth.get(),
            "nodes": sums.nodes.get(),
            "nps": sums.nps.get(),
            "top_outs": sums.top_outs,
            "forfeits": sums.forfeits,
            "crashes": count(PlayerErrorKind::Crash),
            "silences": count(PlayerErrorKind::Timeout),
            "garbage": count(PlayerErrorKind::InvalidOutput),
            "illegal_moves": count(PlayerErrorKind::IllegalMove),
            "faults": sums.faults.json(),
        })
    }
}

const KINDS: [PlayerErrorKind; 4] = [
    PlayerErrorKind::Crash,
    PlayerErrorKind::Timeout,
    PlayerErrorKind::InvalidOutput,
    PlayerErrorKind::IllegalMove,
];

/// Formats a mean; `-` if it is unknown.
fn mean(mean: WeightedMean) -> String {
    mean.get()
        .map_or("-".to_string(), |mean| format!("{mean:.1}"))
}
