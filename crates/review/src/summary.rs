//! The summary of several reviewed games: a row for each.

use crate::report::{LossUnit, PlayerReport, Report, Totals, TrustReport};
use serde::{Deserialize, Serialize};

/// A reviewed game in the summary of several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SummaryRow {
    /// The title of the game.
    pub title: String,
    /// Its page, relative to that of the summary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// What it was read from.
    pub recording: String,
    /// What its losses are counted in.
    pub unit: LossUnit,
    /// Number of sides of which not all moves could be reviewed.
    pub stopped: usize,
    /// The players.
    pub players: Vec<PlayerReport>,
}

impl SummaryRow {
    /// Returns the row of a report.
    pub fn new(title: String, page: Option<String>, report: &Report) -> SummaryRow {
        let sides = report.rounds.iter().flat_map(|round| &round.sides);
        let stopped = |trust: &TrustReport| matches!(trust, TrustReport::Stopped { .. });
        SummaryRow {
            title,
            page,
            recording: report.recording.clone(),
            unit: report.unit,
            stopped: sides.filter(|side| stopped(&side.trust)).count(),
            players: report.players.clone(),
        }
    }
}

/// Returns the loss of a move on average; 0 for none.
pub fn mean_loss(totals: &Totals) -> f64 {
    totals.loss / f64::from(totals.moves.max(1))
}
