//! The record of a finished game: its line in a journal.

use super::faults::FaultKind;
use super::player::PlayerError;
use super::referee::{EndReason, GameResult};
use landfall_replay::{CLEAR_KINDS, Stats};
use landfall_rules::Spin;
use landfall_tbp::host::BotMistake;
use serde::{Deserialize, Serialize};

/// A finished game. Bots are in the order of the command line, A first, whatever their seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Number of the game in its match, from 0. Games `2n` and `2n + 1` are a pair.
    pub game: u64,
    /// The winner; `None` for a draw.
    pub winner: Option<BotName>,
    /// Frames that the game lasted.
    pub frames: u64,
    /// The record of A.
    pub a: BotRecord,
    /// The record of B.
    pub b: BotRecord,
}

/// One of the two bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BotName {
    /// The first of the command line.
    A,
    /// The second.
    B,
}

/// The record of a bot in a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotRecord {
    /// Why its game ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<EndReason>,
    /// How the bot failed, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<PlayerError>,
    /// Pieces locked.
    pub pieces: u64,
    /// Rows cleared.
    pub lines: u64,
    /// Lines sent, cancelled ones included.
    pub attack: u64,
    /// Clears with a spin, minis included.
    pub spins: u64,
    /// Clears that left the board empty.
    pub perfect_clears: u64,
    /// The most back-to-back bonuses in a row.
    pub longest_b2b: u64,
    /// The highest combo shown.
    pub max_combo: u64,
    /// Mean of the depths that it reported, to three decimals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// Mean of the nodes that it reported, to three decimals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<f64>,
    /// Mean of its nodes per second, to three decimals: of its processor time under `--clock cpu`, as
    /// it reported under `--clock real`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nps: Option<f64>,
}

/// Returns the seat of a bot, 0 for A and 1 for B, in a game: the bots change seats within a pair.
pub fn bot_seat(game: u64, bot: usize) -> usize {
    match game % 2 {
        0 => bot,
        _ => 1 - bot,
    }
}

impl GameRecord {
    /// Returns the record of a game. `stats` and `failures` are by seat.
    pub fn new(
        game: u64,
        result: &GameResult,
        stats: [&Stats; 2],
        mut failures: [Option<PlayerError>; 2],
    ) -> GameRecord {
        let mut bot = |bot: usize| {
            let seat = bot_seat(game, bot);
            BotRecord {
                end: result.ends[seat],
                failure: failures[seat].take(),
                ..BotRecord::from_stats(stats[seat])
            }
        };
        let (a, b) = (bot(0), bot(1));
        let winner = result.winner.map(|seat| {
            if seat == bot_seat(game, 0) {
                BotName::A
            } else {
                BotName::B
            }
        });
        GameRecord {
            game,
            winner,
            frames: result.frame,
            a,
            b,
        }
    }

    /// Returns A's points, doubled: 2 for a win, 1 for a draw.
    pub fn half_points(&self) -> usize {
        match self.winner {
            Some(BotName::A) => 2,
            None => 1,
            Some(BotName::B) => 0,
        }
    }
}

impl BotRecord {
    /// Returns the kind and the text of the fault by which it lost the game, if there is one.
    pub fn fault(&self) -> Option<(FaultKind, String)> {
        match (&self.failure, self.end) {
            (Some(failure), _) => Some((failure.into(), failure.text.clone())),
            (None, Some(EndReason::Forfeit)) => {
                let piece = self.pieces + 1;
                let advice = BotMistake::NoMoves;
                let text = format!("the bot suggested no move for piece {piece}. {advice}");
                Some((FaultKind::FORFEIT, text))
            }
            _ => None,
        }
    }

    fn from_stats(stats: &Stats) -> BotRecord {
        let spins = CLEAR_KINDS.iter().zip(stats.clears);
        let spins = spins.filter(|(kind, _)| kind.spin != Spin::None);
        BotRecord {
            pieces: stats.pieces,
            lines: stats.lines,
            attack: stats.attack,
            spins: spins.map(|(_, count)| count).sum(),
            perfect_clears: stats.perfect_clears,
            longest_b2b: stats.longest_back_to_back,
            max_combo: u64::from(stats.max_combo),
            depth: stats.depth.get().map(round_to_thousandths),
            nodes: stats.nodes.get().map(round_to_thousandths),
            nps: stats.nps.get().map(round_to_thousandths),
            ..BotRecord::default()
        }
    }
}

/// Rounds to three decimals, so that the number is read back unchanged.
fn round_to_thousandths(number: f64) -> f64 {
    (number * 1_000.0).round() / 1_000.0
}
